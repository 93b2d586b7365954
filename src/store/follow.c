/* Followers of rooms, in chains by room. A callback may follow and unfollow whomever it likes. */
#include "store/engine.h"

static struct store_follower **bucket(struct store *s, uint64_t room)
{
    return &s->followers[room % FOLLOWER_BUCKETS];
}

void store_follow(struct store *s, struct store_follower *follower)
{
    struct store_follower **first = bucket(s, follower->room);
    follower->next = *first;
    *first = follower;
    s->follower_count++;
    if (store_shared(s)) s->engine->watch(s, follower->room, follower->seq);
}

static bool is_followed(struct store *s, uint64_t room)
{
    const struct store_follower *f = *bucket(s, room);
    while (f && f->room != room)
        f = f->next;
    return f;
}

void store_unfollow(struct store *s, struct store_follower *follower)
{
    for (struct store_follower **f = bucket(s, follower->room); *f; f = &(*f)->next) {
        if (*f != follower) continue;
        if (s->next_follower == follower) s->next_follower = follower->next;
        *f = follower->next;
        follower->next = NULL;
        s->follower_count--;
        if (store_shared(s) && !is_followed(s, follower->room))
            s->engine->unwatch(s, follower->room);
        return;
    }
}

/* A record may be read and answered in the same moment: whoever has heard of it does not hear it again. */
void followers_tell(struct store *s, const struct store_record *record)
{
    for (struct store_follower *f = *bucket(s, record->room); f; f = s->next_follower) {
        s->next_follower = f->next;
        if (f->room != record->room || record->seq <= f->seq) continue;
        f->seq = record->seq;
        f->record(f->arg, record);
    }
}

void followers_tell_others(struct store *s, uint64_t room, const struct store_others *others)
{
    for (struct store_follower *f = *bucket(s, room); f; f = s->next_follower) {
        s->next_follower = f->next;
        if (f->room == room && f->others) f->others(f->arg, others);
    }
}
