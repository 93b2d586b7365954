/* The room's settings of the cards game, by their places. */
#pragma once

#include "game.h"

enum cah_setting {
    SET_LANGUAGE, /* of the cards */
    SET_CARDS,    /* enum cah_source */
    SET_SCORE_LIMIT,
    SET_ROUNDS,  /* 0: no such end */
    SET_MINUTES, /* 0: no such end */
    SET_SUDDEN_DEATH,
    SET_RANDO, /* how many of them */
    SET_GOD_IS_DEAD,
    SET_REBOOT,
    SET_PACKING_HEAT,
    SET_REBOOT_FOR_POINT,
    SET_HAPPY_ENDING,
    SET_NEVER_HAVE_I_EVER,
    SET_SPEED_SECONDS, /* 0: nobody is hurried */
    SET_PAIRS,
    SET_TOURNAMENT,
    SET_BLANKS, /* how many are mixed into the white cards */
    SET_APPROVE_BLANKS,
    SET_RATING, /* enum cah_rating */
    SET_LOSERS_STAY_HIDDEN,
    SET_LATE, /* for the room: may somebody come in late? */
    CAH_SETTINGS,
};
enum cah_source { SOURCE_ALL, SOURCE_HOUSE, SOURCE_OWN };
enum cah_rating { RATING_FAMILY, RATING_MATURE }; /* mature: both kinds of cards */

extern const struct game_setting cah_settings[];
extern const struct game_preset cah_presets[];
extern const char *const cah_languages[];
