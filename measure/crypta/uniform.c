/* What the rules alone force: a walk through valid layouts that visits each equally often (swap two
 * cells, stay if a rule breaks), and the same ratio of most to least frequent cell on its way.
 * usage: uniform [MILLION-STEPS] */
#include "check.h"
#include "crypta/dungeon.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static void walk(int players, long steps)
{
    static const char letters[] = "KMPOCSWT.";
    static long seen[9][72];
    memset(seen, 0, sizeof seen);
    struct dungeon d;
    char rows[DUNGEON_TEXT_MAX];
    uint64_t random = (uint64_t)players;
    int length = 0;
    for (long step = 0; step < steps; step++) {
        /* Begin anew now and then, so that no corner of the space is left out. */
        if (step % 20000 == 0) {
            dungeon_make(&d, (uint32_t)(next(&random) % DUNGEON_CODES), players);
            length = dungeon_text(&d, rows);
        }
        int a = (int)(next(&random) % (uint64_t)length),
            b = (int)(next(&random) % (uint64_t)length);
        char was_a = rows[a], was_b = rows[b];
        if (was_a != '/' && was_b != '/' && was_a != was_b) {
            rows[a] = was_b, rows[b] = was_a;
            if (crypta_check(players, rows)) rows[a] = was_a, rows[b] = was_b;
        }
        if (step % 20000 < 4000 || step % 40) continue; /* forget where it began */
        for (int i = 0; i < length; i++)
            if (rows[i] != '/') seen[strchr(letters, rows[i]) - letters][i]++;
    }
    static const char *const names[] = {"key",    "monster", "passage", "potion", "chest",
                                        "sphere", "sword",   "trap",    "empty"};
    printf("%d players:", players);
    for (int kind = 0; kind < 9; kind++) {
        long most = 0, least = 0;
        for (int i = 0; i < length; i++) {
            if (seen[kind][i] > most) most = seen[kind][i];
            if (seen[kind][i] && (!least || seen[kind][i] < least)) least = seen[kind][i];
        }
        printf("  %s %.2f", names[kind], (double)most / (double)least);
    }
    printf("\n");
    fflush(stdout);
}

int main(int argc, char **argv)
{
    long steps = (argc > 1 ? atol(argv[1]) : 4) * 1000000;
    for (int players = 2; players <= 4; players++)
        walk(players, steps);
    return 0;
}
