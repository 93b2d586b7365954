/* What history is to know of a game: a few plain facts about the state after a step. A game that has
 * something to tell fills them in (game.h: facts); the projector makes rows of what has changed
 * since the last step (history/projector.h). Like a view it is a function of state and table alone,
 * so the same log gives the same history.
 *
 * It may name what is still secret (who wrote which response): the projector keeps that back until
 * the round is being judged.
 * Texts belong to the table's decks or to the state and are read before the next step. */
#pragma once

#include "game.h"

/* Who takes part without a seat (a Rando) has a number from here on. */
#define FACT_GUEST GAME_SEATS_MAX
#define FACT_AUTHORS (GAME_SEATS_MAX + 4)
#define FACT_CARDS_MAX 4

enum fact_phase { FACT_WAITING, FACT_JUDGING, FACT_COMPLETED };

struct fact_card {
    char id[40];                  /* the same wherever this card is dealt; "": it has none */
    const char *text;             /* "": nobody knows it */
    const struct game_deck *deck; /* NULL: somebody wrote it during the game */
    int pick;                     /* of a black one */
};

struct fact_response {
    int author; /* seat or guest */
    int cards;
    struct fact_card card[FACT_CARDS_MAX];
};

struct facts {
    int score_limit;
    bool tournament;
    int guests;
    uint32_t took_part; /* authors who are or were in this game, as a mask */
    uint32_t active;    /* of those, who has not left */
    uint32_t winners;   /* when it is over */
    int score[FACT_AUTHORS];

    uint32_t round; /* from 1; 0: none has begun */
    enum fact_phase phase;
    int czar; /* seat; -1: none */
    struct fact_card black;
    int responses;
    struct fact_response response[FACT_AUTHORS];
    int winner; /* index of a response, once completed; -1: nobody */
};
