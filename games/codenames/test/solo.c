#include "solo.h"

#include <string.h>
#include <time.h>

enum { RED_CLUES, BLUE_CLUES, RED_GUESSES, BLUE_GUESSES };

void solo_table(struct game_table *table, int32_t settings[GAME_SETTINGS_MAX],
                const struct game_deck *deck)
{
    *table = (struct game_table){.seats = 4, .host = 0, .settings = settings, .decks = 1};
    for (int seat = 0; seat < 4; seat++)
        table->seat[seat] =
            (struct game_seat){.name = "", .id = "", .team = seat % 2, .computer = true};
    table->deck[0] = deck;
    for (int i = 0; codenames_languages[i]; i++)
        if (strcmp(codenames_languages[i], deck->language) == 0)
            settings[CODENAMES_SET_LANGUAGE] = i;
    settings[SET_START] = START_RED;
    settings[SET_CLUE_SECONDS] = 1;
}

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool give_clue(const struct solo *solo, struct codenames *g, struct game_context *context,
                      struct solo_tally *tally)
{
    struct hint hint = {0};
    double before = cpu_seconds();
    bool found = hint_find(g, context->table, solo->level, &hint);
    tally->seconds += cpu_seconds() - before;
    tally->clues++;
    if (!found) return false;
    if (solo->heard) solo->heard(g, context->table, &hint);
    struct codenames_clue clue = {hint.clue, hint.count, hint.meant};
    struct refusal r = codenames_submit_clue(g, RED_CLUES, clue, context);
    return !refused(&r);
}

static void guess_all(const struct solo *solo, struct codenames *g,
                      const struct game_context *context)
{
    while (g->phase == PHASE_GUESSES && g->current == CARD_RED) {
        int position = ear_choose(g, context->table, solo->ear, context->chance);
        if (position == EAR_NO_CARD)
            codenames_end_turn(g, RED_GUESSES, context);
        else
            codenames_make_guess(g, RED_GUESSES, position, context);
    }
}

static void rival_turn(const struct solo *solo, struct codenames *g, struct game_context *context)
{
    context->now += 2000;
    if (solo->rival == RIVAL_WAITS) {
        codenames_happen(g, NEWS_WAKE, -1, context);
        return;
    }
    struct codenames_clue clue = {"zzzz", 1, 0};
    codenames_submit_clue(g, BLUE_CLUES, clue, context);
    int position = 0;
    while (codenames_is_revealed(g, position) || g->card[position].type != CARD_BLUE)
        position++;
    codenames_make_guess(g, BLUE_GUESSES, position, context);
    if (g->phase != PHASE_COMPLETE) codenames_end_turn(g, BLUE_GUESSES, context);
}

void solo_play(const struct solo *solo, uint32_t number, struct solo_tally *tally)
{
    struct codenames g = {0};
    struct chance chance;
    uint8_t seed[CHANCE_SEED_BYTES] = "solo";
    memcpy(seed + 8, &number, sizeof number);
    chance_init(&chance, seed, 0);
    struct game_context context = {.now = 1000, .chance = &chance, .table = solo->table};
    codenames_init(&g, &context);
    while (g.phase != PHASE_COMPLETE) {
        if (!give_clue(solo, &g, &context, tally)) break;
        guess_all(solo, &g, &context);
        tally->turns++;
        if (g.phase != PHASE_COMPLETE) rival_turn(solo, &g, &context);
    }
    tally->boards++;
    tally->won += g.phase == PHASE_COMPLETE && g.winner == CARD_RED;
    tally->assassin += g.phase == PHASE_COMPLETE && g.won_by == WHY_ASSASSIN;
}
