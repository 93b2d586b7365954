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
}

void store_unfollow(struct store *s, struct store_follower *follower)
{
    for (struct store_follower **f = bucket(s, follower->room); *f; f = &(*f)->next) {
        if (*f != follower) continue;
        if (s->next_follower == follower) s->next_follower = follower->next;
        *f = follower->next;
        follower->next = NULL;
        s->follower_count--;
        return;
    }
}

void followers_tell(struct store *s, const struct store_record *record)
{
    for (struct store_follower *f = *bucket(s, record->room); f; f = s->next_follower) {
        s->next_follower = f->next;
        if (f->room == record->room) f->record(f->arg, record);
    }
}
