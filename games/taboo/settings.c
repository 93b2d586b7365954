#include "settings.h"
#include "deck.h"
#include "rules.h"

static const char *const modes[] = {"score", "deck", NULL};
static const char *const sources[] = {"all", "house", "own", NULL};
const char *const taboo_languages[] = {"es", "en", "it", "bg", NULL};
static const char *const decks[] = {"classic", "children", NULL};

const struct game_setting taboo_settings[] = {
    [SET_MODE] = {"mode", SETTING_CHOICE, 0, 0, 1, modes},
    [SET_SCORE_LIMIT] = {"scoreLimit", SETTING_NUMBER, 15, 1, 100, NULL},
    [SET_DECK_SIZE] = {"deckSize", SETTING_NUMBER, 0, 0, CARD_CARDS_MAX, NULL},
    [SET_TURN_SECONDS] = {"turnSeconds", SETTING_NUMBER, 60, 1, 300, NULL},
    [SET_PAUSE_MS] = {"turnEndPauseMs", SETTING_MILLISECONDS, 3000, 0, 60000, NULL},
    [SET_LANGUAGE] = {"language", SETTING_CHOICE, 0, 0, 3, taboo_languages},
    [SET_SOURCE] = {"cards", SETTING_CHOICE, 0, 0, 2, sources},
    [SET_LOST_MS] = {"describerGraceMs", SETTING_MILLISECONDS, 0, 0, 30000, NULL},
    [SET_DECK] = {"deck", SETTING_CHOICE, 0, 0, 1, decks},
    [SET_LATE] = {SETTING_LATECOMERS, SETTING_SWITCH, 0, 0, 1, NULL},
    {.key = NULL},
};

const struct game_preset taboo_presets[] = {
    {"quick",
     {{"mode", TABOO_SCORE}, {"scoreLimit", 10}, {"turnSeconds", 45}, {"deck", DECK_CLASSIC}}},
    {"classic",
     {{"mode", TABOO_SCORE}, {"scoreLimit", 15}, {"turnSeconds", 60}, {"deck", DECK_CLASSIC}}},
    {"twentyCards",
     {{"mode", TABOO_DECK}, {"deckSize", 20}, {"turnSeconds", 60}, {"deck", DECK_CLASSIC}}},
    {"children",
     {{"mode", TABOO_SCORE}, {"scoreLimit", 10}, {"turnSeconds", 90}, {"deck", DECK_CHILDREN}}},
    {.key = NULL},
};

bool taboo_setting_counts(int setting, const int32_t *settings)
{
    if (setting == SET_SCORE_LIMIT) return settings[SET_MODE] == TABOO_SCORE;
    if (setting == SET_DECK_SIZE) return settings[SET_MODE] == TABOO_DECK;
    return true;
}
