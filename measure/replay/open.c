/* What it costs to open a log of so many records, and to be shown some of it, in processor time. */
#include "night.h"
#include "room/replay.h"

#include <stdio.h>
#include <time.h>

#define RECORDS 1000

static double milliseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static bool add(void *arg, const struct store_record *record)
{
    return replay_add(arg, record->body, record->len);
}

static void play(struct night *n, const struct game *game, uint32_t until)
{
    while (n->live->room->seq < until) {
        night_play(n, game, NULL, RECORDS);
        night_stop(n);
    }
}

/* The last steps of the last game, as one of the people saw them. */
static void show(struct replay *r)
{
    struct refusal why;
    struct buffer text = {0};
    struct writer w = writer_to(&text);
    const struct replay_game *game = replay_find(r, replay_seq(r) - 1, &why);
    uint32_t last = REPLAY_VIEWS_MAX - 1;
    if (game)
        replay_write(r, game, game->to - game->from > last ? game->to - last : game->from, 1, &w);
    buffer_free(&text);
}

static void measure(struct night *n, const struct game *game)
{
    uint32_t before = n->live->room->seq;
    play(n, game, before + RECORDS);
    double began = milliseconds();
    struct replay *r = replay_new(&n->house, n->live->room->id);
    store_read(n->store, n->live->room->id, 1, add, r);
    double read = milliseconds();
    replay_fold(r, (int)before);
    double earlier = milliseconds();
    replay_fold(r, 1 << 30);
    double folded = milliseconds();
    show(r);
    printf("%-10s %6u records read in %5.1f ms, the last %u folded in %5.1f ms, "
           "%d views in %4.1f ms, %zu kB\n",
           game->name, replay_seq(r), read - began, replay_seq(r) - before, folded - earlier,
           REPLAY_VIEWS_MAX, milliseconds() - folded, replay_bytes(r) >> 10);
    replay_free(r);
}

int main(void)
{
    static struct night n;
    night_begin(&n, 5);
    for (int i = 0; n.games[i]; i++)
        measure(&n, n.games[i]);
    night_end(&n);
    return 0;
}
