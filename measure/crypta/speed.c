/* Every code with every number of players: layouts a second, the slowest code, and how evenly each
 * kind of cell is spread over the places where its rules allow it. */
#include "crypta/dungeon.h"

#include <stdio.h>
#include <time.h>

/* Of the processor's time, so that the machine's other business does not count. */
static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

struct tally {
    long seen[DUNGEON_KIND_COUNT][64];
};

static double all_codes(int players, struct tally *t, int *most_attempts)
{
    double began = seconds();
    for (uint32_t code = 0; code < DUNGEON_CODES; code++) {
        struct dungeon d;
        dungeon_make(&d, code, players);
        if (d.attempts > *most_attempts) *most_attempts = d.attempts;
        for (int kind = 0; kind < DUNGEON_KIND_COUNT; kind++)
            for (uint64_t rest = d.cells[kind]; rest; rest &= rest - 1)
                t->seen[kind][__builtin_ctzll(rest)]++;
    }
    return seconds() - began;
}

/* The best of five runs of a code: interrupts and cold caches are not its fault. */
static double time_of(uint32_t code, int players)
{
    double best = 1;
    for (int run = 0; run < 5; run++) {
        struct dungeon d;
        double began = seconds();
        dungeon_make(&d, code, players);
        double took = seconds() - began;
        if (took < best) best = took;
    }
    return best;
}

static void print_slowest(int players)
{
    uint32_t slowest = 0;
    double longest = 0;
    for (uint32_t code = 0; code < DUNGEON_CODES; code++) {
        struct dungeon d;
        dungeon_make(&d, code, players);
        if (d.attempts < 8) continue; /* attempts are what costs; the others cannot be slowest */
        double took = time_of(code, players);
        if (took > longest) longest = took, slowest = code;
    }
    printf("%14.1f µs (%06u)", longest * 1e6, slowest);
}

static void print_spread(const struct tally *t, int players)
{
    static const char *const names[] = {"key",    "monster", "passage", "potion", "chest",
                                        "sphere", "sword",   "trap",    "empty"};
    printf("%d players:", players);
    for (int kind = 0; kind < DUNGEON_KIND_COUNT; kind++) {
        long most = 0, least = 0;
        for (int cell = 0; cell < 64; cell++) {
            long seen = t->seen[kind][cell];
            if (seen > most) most = seen;
            if (seen && (!least || seen < least)) least = seen;
        }
        printf("  %s %.2f", names[kind], (double)most / (double)least);
    }
    printf("\n");
}

int main(void)
{
    static struct tally tallies[5];
    printf("native, all codes      layouts/s   attempts at most        slowest code\n");
    for (int players = 2; players <= 4; players++) {
        int most_attempts = 0;
        double took = all_codes(players, &tallies[players], &most_attempts);
        printf("  %d players       %12.0f %18d ", players, DUNGEON_CODES / took, most_attempts);
        fflush(stdout);
        print_slowest(players);
        printf("\n");
    }
    printf("\nmost frequent to least frequent cell, among cells where the kind ever is\n");
    for (int players = 2; players <= 4; players++)
        print_spread(&tallies[players], players);
    return 0;
}
