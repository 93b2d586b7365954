/* Santase's computer players against each other, and how fast rules and solver are.
 *
 *     santase-arena [--short] [--deals N] [--threads N] [--pair LEVEL LEVEL]
 *
 * Everything but the times depends on the numbers below alone. */
#include "santase/bot.h"
#include "santase/habit.h"
#include "santase/solver.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BATCH 16 /* matches between looks at the number of deals */
#define THREADS_MAX 16

static const char *const level_names[] = {"random", "easy", "medium", "hard"};

struct tally {
    int matches, match_wins; /* of the first of the pair */
    int deals, deal_wins, drawn;
    int points[2];
    int decisions;
    double longest; /* milliseconds of one decision */
};

static double milliseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void seed_chance(struct chance *chance, uint64_t number, uint8_t purpose)
{
    uint8_t seed[CHANCE_SEED_BYTES] = "santase arena";
    seed[31] = purpose;
    chance_init(chance, seed, number);
}

static void count_deal(struct tally *tally, const struct match *match, int first)
{
    const struct bout *bout = &match->bout;
    tally->deals++;
    if (bout->winner == NOBODY) {
        tally->drawn++;
        return;
    }
    bool won = bout->winner == first;
    tally->deal_wins += won;
    tally->points[!won] += bout->worth;
}

static void act(struct match *match, const enum bot_level level[2], struct chance *chance,
                struct tally *tally)
{
    int seat = bout_turn(&match->bout);
    double began = milliseconds();
    uint8_t action = bot_choose(match, seat, level[seat], chance);
    double took = milliseconds() - began;
    if (took > tally->longest) tally->longest = took;
    tally->decisions++;
    struct refusal no = match_act(match, seat, action, 0);
    if (refused(&no)) {
        fprintf(stderr, "a computer player chose %d: %s\n", action, refusal_sentence(&no));
        exit(1);
    }
}

/* One match to 11; the first of the pair sits on seat 0 in even matches, on seat 1 in odd ones. */
static void play_match(int number, enum bot_level first, enum bot_level second, struct tally *tally)
{
    struct match_settings settings = {.options = {.threshold = 33, .marriage_after_close = 1},
                                      .match_to = 11};
    int seat = number & 1;
    enum bot_level level[2] = {seat ? second : first, seat ? first : second};
    struct chance deal_chance, bot_chance;
    struct match match;
    seed_chance(&deal_chance, (uint64_t)number / 2, 1); /* both sides get the same first deal */
    seed_chance(&bot_chance, (uint64_t)number, (uint8_t)(2 + first * 4 + second));
    memset(&match, 0, sizeof match);
    match_begin(&match, &settings, 0, &deal_chance);
    while (match.phase != OVER) {
        if (match.phase == PLAYING) {
            act(&match, level, &bot_chance, tally);
            if (match.phase != PLAYING) count_deal(tally, &match, seat);
        } else {
            match_confirm(&match, 0, 0, &deal_chance);
            match_confirm(&match, 1, 0, &deal_chance);
        }
    }
    tally->matches++;
    tally->match_wins += match.winner == seat;
}

struct worker {
    pthread_t thread;
    atomic_int *next;
    int until;
    enum bot_level first, second;
    struct tally tally;
};

static void *work(void *arg)
{
    struct worker *w = arg;
    for (int number; (number = atomic_fetch_add(w->next, 1)) < w->until;)
        play_match(number, w->first, w->second, &w->tally);
    return NULL;
}

static void add(struct tally *sum, const struct tally *one)
{
    sum->matches += one->matches;
    sum->match_wins += one->match_wins;
    sum->deals += one->deals;
    sum->deal_wins += one->deal_wins;
    sum->drawn += one->drawn;
    sum->points[0] += one->points[0];
    sum->points[1] += one->points[1];
    sum->decisions += one->decisions;
    if (one->longest > sum->longest) sum->longest = one->longest;
}

static void play_batch(int from, enum bot_level first, enum bot_level second, int threads,
                       struct tally *sum)
{
    struct worker workers[THREADS_MAX];
    atomic_int next = from;
    for (int i = 0; i < threads; i++) {
        workers[i] =
            (struct worker){.next = &next, .until = from + BATCH, .first = first, .second = second};
        pthread_create(&workers[i].thread, NULL, work, &workers[i]);
    }
    for (int i = 0; i < threads; i++) {
        pthread_join(workers[i].thread, NULL);
        add(sum, &workers[i].tally);
    }
}

/* Wilson's interval for a share, at 95 %. */
static void print_share(int won, int of)
{
    double n = of, p = won / n, z = 1.96, z2 = z * z;
    double middle = (p + z2 / (2 * n)) / (1 + z2 / n);
    double half = z / (1 + z2 / n) * sqrt(p * (1 - p) / n + z2 / (4 * n * n));
    printf("  %5.1f %% [%4.1f, %5.1f]", 100 * p, 100 * (middle - half), 100 * (middle + half));
}

static void compare(enum bot_level first, enum bot_level second, int deals, int threads)
{
    struct tally sum = {0};
    while (sum.deals < deals)
        play_batch(sum.matches, first, second, threads, &sum);
    printf("%-6s over %-6s %5d deals", level_names[first], level_names[second], sum.deals);
    print_share(sum.deal_wins, sum.deals - sum.drawn);
    printf("  %5.2f to %4.2f points a deal  %4d matches", (double)sum.points[0] / sum.deals,
           (double)sum.points[1] / sum.deals, sum.matches);
    print_share(sum.match_wins, sum.matches);
    printf("  longest decision %.1f ms\n", sum.longest);
    fflush(stdout);
}

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

static int level(const char *name)
{
    for (int i = BOT_RANDOM; i <= BOT_HARD; i++)
        if (strcmp(name, level_names[i]) == 0) return i;
    fprintf(stderr, "no level is called '%s'\n", name);
    exit(2);
}

int main(int argc, char **argv)
{
    int deals = 2000, threads = 2;
    bool brief = false;
    int pair[2] = {-1, -1};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--short") == 0)
            brief = true, deals = 200;
        else if (strcmp(argv[i], "--deals") == 0 && i + 1 < argc)
            deals = atoi(argv[++i]);
        else if (strcmp(argv[i], "--pair") == 0 && i + 2 < argc)
            pair[0] = level(argv[i + 1]), pair[1] = level(argv[i + 2]), i += 2;
        else if (strcmp(argv[i], "--threads") == 0 && i + 1 < argc)
            threads = atoi(argv[++i]);
        else
            return fprintf(stderr,
                           "usage: %s [--short] [--deals N] [--threads N] [--pair LEVEL LEVEL]\n",
                           argv[0]),
                   2;
    }
    if (threads < 1 || threads > THREADS_MAX || deals < 1)
        return fprintf(stderr, "threads: 1 to %d; deals: 1 or more\n", THREADS_MAX), 2;
    if (pair[0] >= 0)
        return compare((enum bot_level)pair[0], (enum bot_level)pair[1], deals, threads), 0;
    measure_playouts(brief ? 200000 : 1000000);
    measure_solver(brief ? 2000 : 10000);
    printf(
        "win rates with 95 %% intervals, of deals (drawn ones left out) and of matches to 11:\n");
    for (int first = BOT_HARD; first > BOT_RANDOM; first--)
        for (int second = first - 1; second >= BOT_RANDOM; second--)
            compare((enum bot_level)first, (enum bot_level)second, deals, threads);
    return 0;
}
