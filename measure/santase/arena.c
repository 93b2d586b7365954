/* Santase's computer players against each other and against players by rules, and how fast rules and
 * solver are.
 *
 *     santase-arena [--short] [--matches N] [--threads N] [--pair NAME NAME]
 *
 * Shares of matches come with the interval in which they lie 95 times in 100. */
#include "duel.h"
#include "rulers.h"

#include "santase/bot.h"
#include "santase/habit.h"
#include "santase/solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct player players[] = {
    {"random", BOT_RANDOM, NULL}, {"easy", BOT_EASY, NULL},      {"casual", BOT_CASUAL, NULL},
    {"medium", BOT_MEDIUM, NULL}, {"hard", BOT_HARD, NULL},      {"master", BOT_MASTER, NULL},
    {"rules", 0, ruler_plain},    {"careful", 0, ruler_careful}, {0},
};

/* Deals shuffled, dealt and played to the end with legal actions drawn evenly. */
static void measure_playouts(int deals)
{
    struct chance chance;
    struct bout_options options = {.threshold = 33, .marriage_after_close = 1, .auto_claim = 1};
    long actions = 0, checksum = 0;
    seed_chance(&chance, 1, 200);
    double began = milliseconds();
    for (int i = 0; i < deals; i++) {
        uint8_t deck[CARDS];
        struct bout bout;
        santase_deck(deck);
        santase_shuffle(deck, &chance);
        bout_begin(&bout, deck, i & 1, &options);
        for (; !bout_ended(&bout); actions++) {
            int seat = bout_turn(&bout);
            uint64_t legal = bout_legal(&bout, seat) & ~ACT_BIT(ACT_CLOSE);
            bout_act(&bout, seat, habit_pick(legal, &chance));
        }
        checksum += bout.deal.points[0];
    }
    double took = milliseconds() - began;
    printf("random playouts: %.0f deals/s on one core (%.1f actions a deal, checksum %ld)\n",
           deals / took * 1e3, (double)actions / deals, checksum);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Positions in which the stock has just run out or been closed: six cards each. */
static struct bout draw_endgame(struct chance *chance)
{
    struct bout_options options = {.threshold = 33, .marriage_after_close = 1};
    for (;;) {
        uint8_t deck[CARDS];
        struct bout bout;
        bool closing = chance_below(chance, 2);
        santase_deck(deck);
        santase_shuffle(deck, chance);
        bout_begin(&bout, deck, 0, &options);
        while (!bout_ended(&bout) && !deal_is_strict(&bout.deal)) {
            if (closing && bout_may_close(&bout) && chance_below(chance, 4) == 0)
                bout_act(&bout, bout_turn(&bout), ACT_CLOSE);
            else
                bout_act(&bout, bout_turn(&bout),
                         habit_pick(habit_choices(&bout) & ~ACT_BIT(ACT_CLOSE), chance));
        }
        if (!bout_ended(&bout)) return bout;
    }
}

static void measure_solver(int positions)
{
    struct chance chance;
    double *times = calloc((size_t)positions, sizeof *times);
    long checksum = 0;
    seed_chance(&chance, 1, 201);
    for (int i = 0; i < positions; i++) {
        struct bout bout = draw_endgame(&chance);
        double began = milliseconds();
        checksum += solver_worth(&bout);
        times[i] = milliseconds() - began;
    }
    qsort(times, (size_t)positions, sizeof *times, by_size);
    printf("solver, six cards each, microseconds: p50 %.1f  p90 %.1f  p99 %.1f  longest %.1f"
           " (%d positions, checksum %ld)\n",
           times[positions / 2] * 1e3, times[positions * 9 / 10] * 1e3,
           times[positions * 99 / 100] * 1e3, times[positions - 1] * 1e3, positions, checksum);
    free(times);
}

static const struct player *find(const char *name)
{
    for (const struct player *one = players; one->name; one++)
        if (strcmp(name, one->name) == 0) return one;
    fprintf(stderr, "no player is called '%s'\n", name);
    exit(2);
}

static void compare(const char *first, const char *second, int matches, int threads)
{
    struct tally tally = duel(find(first), find(second), matches, threads);
    duel_print(find(first), find(second), &tally);
}

/* Each rung over the one below, then everybody over the two by rules. `percent` of the matches that
 * fit into about seven minutes of two cores. */
static void measure_players(int percent, int threads)
{
    static const struct {
        const char *first, *second;
        int matches;
    } duels[] = {
        {"easy", "random", 1000},   {"casual", "easy", 2000},    {"medium", "casual", 2000},
        {"hard", "medium", 200},    {"master", "hard", 200},     {"easy", "rules", 1000},
        {"easy", "careful", 1000},  {"casual", "rules", 2000},   {"casual", "careful", 2000},
        {"medium", "rules", 1000},  {"medium", "careful", 1000}, {"hard", "rules", 200},
        {"hard", "careful", 200},   {"master", "rules", 60},     {"master", "careful", 120},
        {"careful", "rules", 2000},
    };
    for (size_t i = 0; i < sizeof duels / sizeof *duels; i++) {
        int matches = duels[i].matches * percent / 100;
        compare(duels[i].first, duels[i].second, matches < 4 ? 4 : matches, threads);
    }
}

int main(int argc, char **argv)
{
    int matches = 200, threads = 2;
    bool brief = false;
    const char *pair[2] = {NULL, NULL};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--short") == 0)
            brief = true;
        else if (strcmp(argv[i], "--matches") == 0 && i + 1 < argc)
            matches = atoi(argv[++i]);
        else if (strcmp(argv[i], "--pair") == 0 && i + 2 < argc)
            pair[0] = argv[i + 1], pair[1] = argv[i + 2], i += 2;
        else if (strcmp(argv[i], "--threads") == 0 && i + 1 < argc)
            threads = atoi(argv[++i]);
        else
            return fprintf(stderr,
                           "usage: %s [--short] [--matches N] [--threads N] [--pair NAME NAME]\n",
                           argv[0]),
                   2;
    }
    if (threads < 1 || threads > THREADS_MAX || matches < 1)
        return fprintf(stderr, "threads: 1 to %d; matches: 1 or more\n", THREADS_MAX), 2;
    if (pair[0]) return compare(pair[0], pair[1], matches, threads), 0;
    measure_playouts(brief ? 200000 : 1000000);
    measure_solver(brief ? 2000 : 10000);
    printf("matches to 11 won, in brackets where that lies 95 times in 100; time on one core\n");
    measure_players(brief ? 5 : 100, threads);
    return 0;
}
