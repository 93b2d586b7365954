/* Taboo, pure: two teams, one describer, cards by number.
 *
 *     WAITING ──ready──▶ ACTIVE ──time, describer gone──▶ ENDED ──pause──▶ WAITING (other team)
 *        │                 │ correct, buzz, skip: next card
 *        └─────────────────┴──────── limit, deck used up, forfeit ──▶ OVER
 *
 * The state is flat: numbers and bit masks of seats, nothing to free. The invariant: while ACTIVE
 * there is a card on the table and a describer, who is present or has until `lost_until` to come back;
 * in every other phase there is no card.
 * `told` remembers what the last step did, so that the events can be read off the state. */
#pragma once

#include "deck.h"
#include "game.h"

#define TABOO_SEATS 12
#define TABOO_TEAMS 2
#define TABOO_NO_CARD 0xffffu
#define TABOO_REVIEW_MAX 64      /* the last cards of a turn that can be looked at afterwards */
#define TABOO_READY_MS 60000     /* a describer who is not ready by then is passed over */
#define TABOO_SUDDEN_TURNS_MAX 6 /* of both teams together; then it is a draw */
#define TABOO_NOTICES_MAX 6      /* the last ones, for who looks up late */

enum taboo_phase { TABOO_WAITING, TABOO_ACTIVE, TABOO_ENDED, TABOO_OVER };
enum taboo_mode { TABOO_SCORE, TABOO_DECK };
enum taboo_role { ROLE_WATCHER, ROLE_DESCRIBER, ROLE_GUESSER, ROLE_BUZZER };
/* TIMEOUT: the card that lay on the table when the time was up; INTERRUPTED: when the describer was
 * gone. */
enum taboo_result { RESULT_CORRECT, RESULT_BUZZ, RESULT_SKIP, RESULT_TIMEOUT, RESULT_INTERRUPTED };
enum taboo_winner { WINNER_A, WINNER_B, WINNER_TIE };

enum taboo_told {
    TOLD_STRIKE_ASKED = 1,
    TOLD_CARD_STRUCK = 2,
    TOLD_CARD_SCORED = 4,
    TOLD_TURN_ENDED = 8,
    TOLD_TURN_STARTED = 16,
    TOLD_CARD_REVEALED = 32,
    TOLD_GAME_OVER = 64,
    TOLD_CARDS_READY = 128,
    TOLD_STRIKE_LAPSED = 256,
    TOLD_DESCRIBER_LOST = 512,
    TOLD_DESCRIBER_BACK = 1024,
    TOLD_NOTICE = 2048, /* the last of `notice` is new */
};

/* Why it did not go on as everybody expected. */
enum taboo_notice_kind {
    NOTICE_NOT_READY,      /* `seat` did not get ready in time: `next` is asked */
    NOTICE_TEAM_NOT_READY, /* nobody of `team` did: the other team has the turn */
    NOTICE_TEAM_AWAY,      /* nobody of `team` is connected: they are waited for */
    NOTICE_AWAY,           /* before the turn `seat` lost the connection: `next` is asked */
    NOTICE_LEFT,           /* the same, for good */
    NOTICE_TURN_AWAY,      /* `seat` lost the connection in the turn, which ended */
    NOTICE_TURN_LEFT,      /* the same, for good */
    NOTICE_FORFEIT,        /* nobody of `team` is left: the other team wins */
};

struct taboo_notice {
    uint32_t turn; /* the one that it explains */
    uint8_t kind, team;
    int8_t seat, next; /* -1: none */
};

struct taboo_played {
    uint16_t card;
    uint16_t credited; /* guessers who were given this card */
    uint16_t asked;    /* seats that want it struck */
    uint8_t result, struck;
};

struct taboo_team {
    int32_t score;
    uint32_t correct, buzz, skip, turns;
    uint16_t seats; /* mask; only grows during a game */
};

struct taboo_player {
    uint32_t described, guessed; /* cards */
    uint32_t last_turn;          /* the stamp of the last turn as describer; 0: never */
};

struct taboo {
    int64_t deadline; /* game clock; 0: none */
    uint64_t used[CARD_CARDS_MAX / 64];
    uint32_t deck_mark[GAME_DECKS_MAX]; /* which decks `used` speaks of; 0: no more */
    uint32_t turn_number, card_number;
    uint32_t stamp; /* counts describers, for the rotation */
    int32_t turn_ms, pause_ms, score_limit;
    struct taboo_team team[TABOO_TEAMS];
    struct taboo_player player[TABOO_SEATS];
    uint16_t total;     /* cards of all decks */
    uint16_t deck_left; /* deck mode: cards still to be drawn */
    uint16_t card;      /* ACTIVE only */
    uint16_t away, left;
    uint16_t passed; /* WAITING only: who was named in this turn and did not get ready */
    uint8_t phase, mode;
    uint8_t active; /* team */
    int8_t describer;
    uint8_t sudden, sudden_turns; /* deck mode after a draw */
    uint8_t winner;               /* OVER only */
    uint8_t review_team, review_count;
    int8_t review_describer;
    uint8_t told_result;
    uint8_t told_entry;  /* STRIKE_ASKED: of `review` */
    uint8_t told_review; /* STRIKE_LAPSED: so many entries of `review` were the last turn's */
    uint16_t told;
    uint16_t told_card; /* the last one that was judged or asked about */
    struct taboo_played
        review[TABOO_REVIEW_MAX]; /* of the running or the last turn, oldest first */

    /* Since version 3 of the rules; all 0 in a game that began before. */
    /* Game clock: the describer has lost the connection and is waited for until then. 0: is there. */
    int64_t lost_until;
    int32_t lost_ms;
    uint8_t explains; /* says why it goes on without somebody */
    uint8_t notices;
    struct taboo_notice notice[TABOO_NOTICES_MAX]; /* oldest first */
    /* By team: who came in the middle of a turn and plays from the next one on. */
    uint16_t coming[TABOO_TEAMS];
};

struct refusal taboo_init(struct taboo *t, const struct game_context *context);
/* What a seat may do. The caller has looked at the card's id and number (talk.c). */
struct refusal taboo_ready(struct taboo *t, int seat, const struct game_context *context);
struct refusal taboo_judge(struct taboo *t, int seat, enum taboo_result result,
                           const struct game_context *context);
struct refusal taboo_strike(struct taboo *t, int seat, int entry); /* index into review */
void taboo_happen(struct taboo *t, enum game_news news, int seat,
                  const struct game_context *context);

enum taboo_role taboo_role(const struct taboo *t, int seat);
int taboo_team_of(const struct taboo *t, int seat); /* -1 for the crowd */
/* The team of somebody who plays from the next turn on; -1: nobody of the kind. */
int taboo_coming_to(const struct taboo *t, int seat);
bool taboo_sees_card(const struct taboo *t, int seat);
bool taboo_present(const struct taboo *t, int seat); /* neither away nor left */
uint32_t taboo_present_of(const struct taboo *t, int team);
/* May this seat still ask for that card of the last turn to be struck? */
bool taboo_may_strike(const struct taboo *t, int seat, int entry);
/* Is that card asked to be struck by one team, and not yet by the other? */
bool taboo_half_asked(const struct taboo_played *p);
/* When to wake: the clock of the phase, or the describer's time to come back; 0: never. */
int64_t taboo_wake_at(const struct taboo *t);
/* Who describes next for a team: of those present the one whose last turn is longest ago. */
int taboo_next_describer(const struct taboo *t, int team);
uint32_t taboo_cards_left(const struct taboo *t);
