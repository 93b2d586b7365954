#include "settings.h"

const char *const cah_languages[] = {"en", "es", "it", "bg", NULL};
static const char *const sources[] = {"all", "house", "own", NULL};
static const char *const ratings[] = {"family", "mature", NULL};

const struct game_setting cah_settings[] = {
    [SET_LANGUAGE] = {"language", SETTING_CHOICE, 0, 0, 3, cah_languages},
    [SET_CARDS] = {"cards", SETTING_CHOICE, 0, 0, 2, sources},
    [SET_SCORE_LIMIT] = {"scoreLimit", SETTING_NUMBER, 5, 3, 50, NULL},
    [SET_ROUNDS] = {"rounds", SETTING_NUMBER, 0, 0, 100, NULL},
    [SET_MINUTES] = {"minutes", SETTING_NUMBER, 0, 0, 240, NULL},
    [SET_SUDDEN_DEATH] = {"suddenDeath", SETTING_SWITCH, 0, 0, 1, NULL},
    [SET_RANDO] = {"rando", SETTING_NUMBER, 0, 0, 3, NULL},
    [SET_GOD_IS_DEAD] = {"godIsDead", SETTING_SWITCH, 0, 0, 1, NULL},
    [SET_REBOOT] = {"reboot", SETTING_SWITCH, 0, 0, 1, NULL},
    [SET_PACKING_HEAT] = {"packingHeat", SETTING_SWITCH, 0, 0, 1, NULL},
    [SET_REBOOT_FOR_POINT] = {"rebootForPoint", SETTING_SWITCH, 0, 0, 1, NULL},
    [SET_HAPPY_ENDING] = {"happyEnding", SETTING_SWITCH, 0, 0, 1, NULL},
    [SET_NEVER_HAVE_I_EVER] = {"neverHaveIEver", SETTING_SWITCH, 0, 0, 1, NULL},
    [SET_SPEED_SECONDS] = {"speedSeconds", SETTING_NUMBER, 0, 0, 600, NULL},
    [SET_PAIRS] = {"pairs", SETTING_SWITCH, 0, 0, 1, NULL},
    [SET_TOURNAMENT] = {"tournament", SETTING_SWITCH, 0, 0, 1, NULL},
    [SET_BLANKS] = {"blanks", SETTING_NUMBER, 0, 0, 50, NULL},
    [SET_APPROVE_BLANKS] = {"approveBlanks", SETTING_SWITCH, 0, 0, 1, NULL},
    [SET_RATING] = {"rating", SETTING_CHOICE, 0, 0, 1, ratings},
    [SET_LOSERS_STAY_HIDDEN] = {"losersStayHidden", SETTING_SWITCH, 0, 0, 1, NULL},
    [SET_LATE] = {SETTING_LATECOMERS, SETTING_SWITCH, 1, 0, 1, NULL},
    {.key = NULL},
};

#define UNTIL(points, after_rounds, after_minutes)                                                 \
    {"scoreLimit", points}, {"rounds", after_rounds},                                              \
    {                                                                                              \
        "minutes", after_minutes                                                                   \
    }
#define JUDGED                                                                                     \
    {"godIsDead", 0}, {"happyEnding", 0},                                                          \
    {                                                                                              \
        "pairs", 0                                                                                 \
    }

const struct game_preset cah_presets[] = {
    {"quick", {UNTIL(5, 0, 15), JUDGED, {"speedSeconds", 60}, {"rando", 0}, {"blanks", 0}}},
    {"classic", {UNTIL(5, 0, 0), JUDGED, {"speedSeconds", 0}, {"rando", 0}, {"blanks", 0}}},
    {"children",
     {UNTIL(3, 0, 0), JUDGED, {"speedSeconds", 0}, {"rando", 0}, {"rating", RATING_FAMILY}}},
    {"noJudge", {UNTIL(5, 0, 0), {"godIsDead", 1}, {"happyEnding", 0}, {"pairs", 0}}},
    {"wild", {UNTIL(7, 0, 0), JUDGED, {"speedSeconds", 0}, {"rando", 1}, {"blanks", 10}}},
    {.key = NULL},
};
