/* Every code with every number of players: the numbers in rules.md come from here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "check.h"
#include "crypta/dungeon.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

struct hashed {
    uint64_t hash;
    uint32_t code;
};

static uint64_t hash(const char *text)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (; *text; text++)
        h = (h ^ (uint8_t)*text) * 0x100000001b3u;
    return h;
}

static int by_hash(const void *a, const void *b)
{
    const struct hashed *x = a, *y = b;
    return (x->hash > y->hash) - (x->hash < y->hash);
}

/* How often two codes of the list have the same dungeon. */
static int collisions(struct hashed *list, size_t count, int players)
{
    int found = 0;
    qsort(list, count, sizeof *list, by_hash);
    for (size_t i = 1; i < count; i++) {
        if (list[i].hash != list[i - 1].hash) continue;
        struct dungeon a, b;
        dungeon_make(&a, list[i].code, players);
        dungeon_make(&b, list[i - 1].code, players);
        if (memcmp(a.cells, b.cells, sizeof a.cells) == 0) found++;
    }
    return found;
}

struct tally {
    double seen[DUNGEON_KIND_COUNT][64]; /* how often each cell had each kind */
    int made;
};

/* The rules look the same in a mirror along the main diagonal and upside down; so must the odds.
 * Six standard deviations happen by chance once in 500 million comparisons. */
static void check_mirror_odds(const struct tally *t, int size)
{
    for (int kind = 0; kind < DUNGEON_KIND_COUNT; kind++)
        for (int row = 0; row < size; row++)
            for (int column = 0; column < size; column++) {
                double here = t->seen[kind][8 * row + column];
                double mirrored = t->seen[kind][8 * column + row];
                double turned = t->seen[kind][8 * (size - 1 - row) + size - 1 - column];
                double odds = here / t->made;
                double limit = 6 * sqrt(2 * t->made * odds * (1 - odds)) + 1;
                if (fabs(here - mirrored) > limit || fabs(here - turned) > limit)
                    fail_msg("kind %d at %c%d: %.0f, mirrored %.0f, turned %.0f (limit %.0f)", kind,
                             'A' + column, row + 1, here, mirrored, turned, limit);
            }
}

static void check_all(int players)
{
    struct hashed *list = malloc(DUNGEON_CODES * sizeof *list);
    struct tally t = {0};
    double slowest = 0;
    int most_attempts = 0;
    for (uint32_t code = 0; code < DUNGEON_CODES; code++) {
        struct dungeon d;
        char rows[DUNGEON_TEXT_MAX];
        double began = microseconds();
        assert_true(dungeon_make(&d, code, players));
        double took = microseconds() - began;
        /* The machine may have looked away: a slow one counts if it is slow three times. */
        for (int again = 0; took > slowest && again < 2; again++) {
            began = microseconds();
            dungeon_make(&d, code, players);
            double second = microseconds() - began;
            if (second < took) took = second;
        }
        if (took > slowest) slowest = took;
        if (d.attempts > most_attempts) most_attempts = d.attempts;
        dungeon_text(&d, rows);
        const char *broken = crypta_check(players, rows);
        if (broken) fail_msg("%06u for %d: %s: %s", code, players, broken, rows);
        list[code] = (struct hashed){hash(rows), code};
        for (int kind = 0; kind < DUNGEON_KIND_COUNT; kind++)
            for (uint64_t rest = d.cells[kind]; rest; rest &= rest - 1)
                t.seen[kind][__builtin_ctzll(rest)]++;
        t.made++;
    }
    int same = collisions(list, DUNGEON_CODES, players);
    free(list);
    print_message("# %d players: %d layouts, %d collisions, at most %d attempts, slowest %.1f µs\n",
                  players, t.made, same, most_attempts, slowest);
    assert_int_equal(t.made, DUNGEON_CODES);
    assert_int_equal(same, 0);
    assert_true(slowest < 1000);
    check_mirror_odds(&t, players + 4);
}

static void all_codes_for_two(void **unused)
{
    (void)unused;
    check_all(2);
}

static void all_codes_for_three(void **unused)
{
    (void)unused;
    check_all(3);
}

static void all_codes_for_four(void **unused)
{
    (void)unused;
    check_all(4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_codes_for_two),
        cmocka_unit_test(all_codes_for_three),
        cmocka_unit_test(all_codes_for_four),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
