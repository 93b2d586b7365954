#include "duel.h"

#include "santase/bot.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double milliseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

void seed_chance(struct chance *chance, uint64_t number, uint8_t purpose)
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

static void count_time(struct spent *spent, double took)
{
    if (took < 0.001) return; /* nothing to think about */
    spent->moves++;
    spent->sum += took;
    if (took > spent->longest) spent->longest = took;
}

static void act(struct match *match, const struct player *player, struct chance *chance,
                struct spent *spent)
{
    int seat = bout_turn(&match->bout);
    double began = milliseconds();
    uint8_t action = player->rule ? player->rule(match, seat)
                                  : bot_choose(match, seat, (enum bot_level)player->level, chance);
    if (spent) count_time(spent, milliseconds() - began);
    struct refusal no = match_act(match, seat, action, 0);
    if (refused(&no)) {
        fprintf(stderr, "%s chose %d: %s\n", player->name, action, refusal_sentence(&no));
        exit(1);
    }
}

/* The first of the pair sits on seat 0 in even matches, on seat 1 in odd ones; the two have the same
 * cards as long as the same player leads. */
static bool play_match(int number, const struct player *first, const struct player *second,
                       struct tally *tally)
{
    struct match_settings settings = {.options = {.threshold = 33, .marriage_after_close = 1},
                                      .match_to = 11};
    int seat = number & 1;
    struct chance deals, thoughts;
    struct match match;
    seed_chance(&deals, (uint64_t)number / 2, 1);
    seed_chance(&thoughts, (uint64_t)number, 2);
    memset(&match, 0, sizeof match);
    match_begin(&match, &settings, 0, &deals);
    while (match.phase != OVER) {
        if (match.phase == PLAYING) {
            bool own = bout_turn(&match.bout) == seat;
            act(&match, own ? first : second, &thoughts, own ? &tally->spent : NULL);
            if (match.phase != PLAYING) count_deal(tally, &match, seat);
        } else {
            match_confirm(&match, 0, 0, &deals);
            match_confirm(&match, 1, 0, &deals);
        }
    }
    return match.winner == seat;
}

struct worker {
    pthread_t thread;
    atomic_int *next;
    int pairs;
    const struct player *first, *second;
    struct tally tally;
};

static void *work(void *arg)
{
    struct worker *w = arg;
    for (int pair; (pair = atomic_fetch_add(w->next, 1)) < w->pairs;) {
        int won = 0;
        for (int i = 0; i < 2; i++)
            won += play_match(2 * pair + i, w->first, w->second, &w->tally);
        w->tally.matches += 2;
        w->tally.match_wins += won;
        w->tally.pair_sum += won - 1;
        w->tally.pair_squares += (won - 1) * (won - 1);
    }
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
    sum->pair_sum += one->pair_sum;
    sum->pair_squares += one->pair_squares;
    sum->spent.moves += one->spent.moves;
    sum->spent.sum += one->spent.sum;
    if (one->spent.longest > sum->spent.longest) sum->spent.longest = one->spent.longest;
}

struct tally duel(const struct player *first, const struct player *second, int matches, int threads)
{
    struct worker workers[THREADS_MAX];
    struct tally sum = {0};
    atomic_int next = 0;
    for (int i = 0; i < threads; i++) {
        workers[i] = (struct worker){
            .next = &next, .pairs = (matches + 1) / 2, .first = first, .second = second};
        pthread_create(&workers[i].thread, NULL, work, &workers[i]);
    }
    for (int i = 0; i < threads; i++) {
        pthread_join(workers[i].thread, NULL);
        add(&sum, &workers[i].tally);
    }
    return sum;
}

/* Wilson's, at 95 %, with as many matches as they were worth: the two of a pair depend on each
 * other, so their spread says how many that is. */
static void print_share(const struct tally *t)
{
    double pairs = t->matches / 2.0, p = (double)t->match_wins / t->matches, z2 = 1.96 * 1.96;
    double mean = t->pair_sum / pairs, spread = t->pair_squares / pairs - mean * mean;
    double n = spread > 0 && p > 0 && p < 1 ? 4 * p * (1 - p) * pairs / spread : t->matches;
    if (n > 4 * t->matches) n = t->matches; /* too few to tell */
    double middle = (p + z2 / (2 * n)) / (1 + z2 / n);
    double half = 1.96 / (1 + z2 / n) * sqrt(p * (1 - p) / n + z2 / (4 * n * n));
    printf("%5.1f %% [%4.1f, %5.1f]", 100 * p, 100 * (middle - half), 100 * (middle + half));
}

void duel_print(const struct player *first, const struct player *second, const struct tally *t)
{
    printf("%-8s over %-8s %5d matches ", first->name, second->name, t->matches);
    print_share(t);
    printf("  deals %4.1f %%  points a deal %+5.2f", 100.0 * t->deal_wins / (t->deals - t->drawn),
           (double)(t->points[0] - t->points[1]) / t->deals);
    if (t->spent.moves)
        printf("  a move %.2f ms, longest %.1f", t->spent.sum / (double)t->spent.moves,
               t->spent.longest);
    printf("\n");
    fflush(stdout);
}
