/* A store that keeps nothing and answers at once: what is left is the cost of the rooms. */
#include "core/alloc.h"
#include "store/store.h"

#include <stdlib.h>

struct answer {
    void (*answered)(void *arg, const struct store_answer *answer);
    void *arg;
    struct store_answer answer;
};

static struct answer *queue;
static size_t count, cap;
static uint64_t rooms;

static void answer_later(uint64_t room, uint64_t seq,
                         void (*answered)(void *, const struct store_answer *), void *arg)
{
    if (!answered) return;
    if (count == cap) queue = alloc_grow(queue, (cap = cap ? 2 * cap : 1024) * sizeof *queue);
    queue[count++] = (struct answer){answered, arg, {STORE_ACCEPTED, room, seq, ""}};
}

uint64_t store_create(struct store *s, const char *code, const char *game, uint64_t record_id,
                      const char *body, size_t len,
                      void (*answered)(void *, const struct store_answer *), void *arg)
{
    (void)s, (void)code, (void)game, (void)record_id, (void)body, (void)len;
    answer_later(++rooms, 1, answered, arg);
    return rooms;
}

void store_append(struct store *s, uint64_t room, uint64_t expected_seq, uint64_t record_id,
                  const char *body, size_t len,
                  void (*answered)(void *, const struct store_answer *), void *arg)
{
    (void)s, (void)record_id, (void)body, (void)len;
    answer_later(room, expected_seq + 1, answered, arg);
}

void store_end(struct store *s, uint64_t room, int64_t now_ms,
               void (*answered)(void *, const struct store_answer *), void *arg)
{
    (void)s, (void)now_ms;
    answer_later(room, 0, answered, arg);
}

void store_forget(struct store *s, uint64_t room,
                  void (*answered)(void *, const struct store_answer *), void *arg)
{
    store_end(s, room, 0, answered, arg);
}

size_t store_drain(struct store *s)
{
    (void)s;
    size_t now = count;
    struct answer *answers = queue;
    queue = NULL;
    count = cap = 0;
    for (size_t i = 0; i < now; i++)
        answers[i].answered(answers[i].arg, &answers[i].answer);
    if (queue)
        free(answers);
    else
        queue = answers, cap = now;
    return now;
}

bool store_decks(struct store *s, bool live_only,
                 bool (*deck)(void *arg, const struct store_deck *deck), void *arg)
{
    (void)s, (void)live_only, (void)deck, (void)arg;
    return true;
}

void store_keep_deck(struct store *s, uint64_t room, const char *name, const char *body, size_t len,
                     void (*answered)(void *arg, const struct store_answer *answer), void *arg)
{
    (void)s, (void)room, (void)name, (void)body, (void)len, (void)answered, (void)arg;
}

bool store_index(struct store *s, bool (*room)(void *, const struct store_room *, const char *),
                 void *arg)
{
    (void)s, (void)room, (void)arg;
    return true;
}

void store_rest(struct store *s, uint64_t room, uint64_t seq, const char *note)
{
    (void)s, (void)room, (void)seq, (void)note;
}

void store_flush(struct store *s)
{
    (void)s;
}

bool store_rooms(struct store *s, bool live_only, bool (*room)(void *, const struct store_room *),
                 void *arg)
{
    (void)s, (void)live_only, (void)room, (void)arg;
    return true;
}

bool store_read(struct store *s, uint64_t room, uint64_t from_seq,
                bool (*record)(void *, const struct store_record *), void *arg)
{
    (void)s, (void)room, (void)from_seq, (void)record, (void)arg;
    return true;
}

const char *store_error(const struct store *s)
{
    (void)s;
    return "";
}

/* ---- nobody else serves it ---- */

bool store_shared(const struct store *s)
{
    (void)s;
    return false;
}

bool store_find_live(struct store *s, const char *code, uint64_t *room)
{
    (void)s, (void)code;
    *room = 0;
    return true;
}

bool store_unheld(struct store *s, int64_t now_ms, bool (*room)(void *, const struct store_room *),
                  void *arg)
{
    (void)s, (void)now_ms, (void)room, (void)arg;
    return true;
}

void store_here(struct store *s, uint64_t room, uint16_t person, bool here)
{
    (void)s, (void)room, (void)person, (void)here;
}

void store_let_go(struct store *s, uint64_t room, int64_t due_ms)
{
    (void)s, (void)room, (void)due_ms;
}

void store_follow(struct store *s, struct store_follower *follower)
{
    (void)s, (void)follower;
}

void store_unfollow(struct store *s, struct store_follower *follower)
{
    (void)s, (void)follower;
}

bool store_find_deck(struct store *s, const char *name,
                     bool (*deck)(void *, const struct store_deck *), void *arg)
{
    (void)s, (void)name, (void)deck, (void)arg;
    return true;
}

void store_look(struct store *s, uint64_t room)
{
    (void)s, (void)room;
}
