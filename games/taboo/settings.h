/* What a host may choose, in the order in which the room hands the values over. */
#pragma once

#include "game.h"

enum taboo_setting {
    SET_MODE,        /* enum taboo_mode */
    SET_SCORE_LIMIT, /* points that end a game in score mode */
    SET_DECK_SIZE,   /* cards of a game in deck mode; 0 means all there are */
    SET_TURN_SECONDS,
    SET_PAUSE_MS, /* between two turns */
    SET_LANGUAGE, /* index into taboo_languages */
    SET_SOURCE,   /* enum taboo_source */
    SET_LOST_MS,  /* how long a describer who lost the connection is waited for */
    SET_DECK,     /* enum taboo_deck: which of the house's */
    SET_LATE,     /* may somebody come in while a game runs? For the room, not for the rules */
};

/* Whose cards: the house's decks have names, those that were brought or made for a room have none. */
enum taboo_source { SOURCE_ALL, SOURCE_HOUSE, SOURCE_OWN };
enum taboo_deck { DECK_CLASSIC, DECK_CHILDREN };

extern const char *const taboo_languages[]; /* ends with NULL */
extern const struct game_setting taboo_settings[];
extern const struct game_preset taboo_presets[];
/* Points count when playing to a score, the number of cards when playing through them. */
bool taboo_setting_counts(int setting, const int32_t *settings);
