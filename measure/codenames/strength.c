/* How well the computer gives clues, judged by who hears otherwise than it thinks.
 * usage: strength DECK.json [BOARDS] | strength DECK.json clues COUNT */
#include "codenames.h"
#include "solo.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int clues_left;

static void print_clue(const struct codenames *g, const struct game_table *table,
                       const struct hint *hint)
{
    if (clues_left-- <= 0) return;
    printf("%-14s %d:", hint->clue, hint->count);
    for (int i = 0; i < BOARD_CARDS; i++)
        if (hint->meant >> i & 1) printf(" %s", board_word(&g->card[i], table));
    printf("\n");
}

/* Half the width of an interval of 95 %, in per cent. */
static double give_or_take(int hits, int of)
{
    double share = (double)hits / of;
    return 196 * sqrt(share * (1 - share) / of);
}

static void print_tally(const char *who, const struct solo_tally *t)
{
    printf("%-44s won %5.1f %% ±%.1f  assassin %4.1f %% ±%.1f  turns %4.2f  CPU %.1f ms a clue\n",
           who, 100.0 * t->won / t->boards, give_or_take(t->won, t->boards),
           100.0 * t->assassin / t->boards, give_or_take(t->assassin, t->boards),
           (double)t->turns / t->boards, 1e3 * t->seconds / t->clues);
    fflush(stdout);
}

static const struct row {
    const char *who;
    int level;
    struct ear ear;
    enum solo_rival rival;
} rows[] = {
    {"level 3, other ears (sentences alone)", 3, {EAR_SENTENCE, 0}, RIVAL_WAITS},
    {"level 3, other ears (print alone)", 3, {EAR_PRINT, 0}, RIVAL_WAITS},
    {"level 3, own ears, noise 1, against a rival", 3, {EAR_BOTH, VECTORS_ONE}, RIVAL_COLLECTS},
    {"level 2, other ears (sentences alone)", 2, {EAR_SENTENCE, 0}, RIVAL_WAITS},
    {"level 1, other ears (sentences alone)", 1, {EAR_SENTENCE, 0}, RIVAL_WAITS},
    {"level 3 with guesser of level 2, rival", 3, {EAR_BOTH, 3 * VECTORS_ONE / 4}, RIVAL_COLLECTS},
    {"level 3 with guesser of level 1, rival", 3, {EAR_BOTH, 3 * VECTORS_ONE / 2}, RIVAL_COLLECTS},
};

static void measure(const struct game_table *table, int boards)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct solo solo = {table, rows[i].level, rows[i].ear, rows[i].rival, NULL};
        struct solo_tally tally = {0};
        for (int board = 0; board < boards; board++)
            solo_play(&solo, (uint32_t)board, &tally);
        print_tally(rows[i].who, &tally);
    }
}

static void print_clues(const struct game_table *table, int count)
{
    struct solo solo = {table, 3, {EAR_SENTENCE, 0}, RIVAL_WAITS, print_clue};
    struct solo_tally tally = {0};
    clues_left = count;
    for (uint32_t board = 100000; clues_left > 0; board++)
        solo_play(&solo, board, &tally);
}

int main(int argc, char **argv)
{
    struct game_deck deck = {0};
    struct game_table table;
    int32_t settings[GAME_SETTINGS_MAX] = {0};
    json_t *json = argc > 1 ? json_load_file(argv[1], 0, NULL) : NULL;
    struct refusal r = json ? codenames_game.deck_read(&deck, json) : REFUSE(BAD_REQUEST);
    if (refused(&r)) {
        fprintf(stderr, "usage: strength DECK.json [BOARDS] | strength DECK.json clues COUNT\n");
        return 2;
    }
    solo_table(&table, settings, &deck);
    if (argc > 3 && strcmp(argv[2], "clues") == 0)
        print_clues(&table, atoi(argv[3]));
    else
        measure(&table, argc > 2 ? atoi(argv[2]) : 2000);
    free((void *)deck.content);
    json_decref(json);
    return 0;
}
