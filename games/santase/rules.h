/* A match of Santase: deal after deal until somebody has enough game points.
 *
 *     PLAYING ──the deal ends──▶ REVIEW ──both confirm, or half a minute──▶ PLAYING …
 *        └──────── enough points, or somebody left ────────▶ OVER
 *
 * The caller owns the match (the room, in its flat state); it holds no pointer. What the last step
 * did is kept as a short list, so that whoever tells about it needs nothing else. */
#pragma once

#include "bout.h"
#include "core/refusal.h"

#define REVIEW_MS 30000
#define TRICKS_MAX 12
#define PAPER_MAX 32 /* more than the 21 deals that can score; drawn ones give way */
#define EVENTS_MAX 12

enum match_phase { PLAYING, REVIEW, OVER };
enum next_deal { WINNER_DEALS, LOSER_DEALS, DEAL_ALTERNATES };

enum event_kind {
    EVENT_DEAL_STARTED,   /* seat: dealer */
    EVENT_TIME_UP,        /* seat; the table plays for it */
    EVENT_NINE_EXCHANGED, /* seat, card taken */
    EVENT_STOCK_CLOSED,   /* seat */
    EVENT_MARRIAGE,       /* seat, suit, points */
    EVENT_CARD_PLAYED,    /* seat, card */
    EVENT_TRICK_WON,      /* seat, points */
    EVENT_CARDS_DRAWN,    /* seat: who drew first; the cards are in bout.drawn */
    EVENT_CLAIM,          /* seat, points: 1 if it was right */
    EVENT_CONFIRMED,      /* seat: ready for the next deal */
    EVENT_LEFT,           /* seat */
    EVENT_DEAL_ENDED,     /* seat: winner or NOBODY, game points */
    EVENT_MATCH_ENDED,    /* seat: winner */
};

struct event {
    uint8_t kind, seat, what, points;
};

/* One line of the score sheet. */
struct paper {
    uint8_t winner, worth, reason;
};

/* `now` is in milliseconds of the game's clock; chance is drawn from only to deal. */
struct match {
    struct bout bout;      /* the present deal; in REVIEW and OVER the one that ended */
    int64_t wake_at;       /* 0: never */
    uint16_t turn_seconds; /* 0: no limit */
    uint16_t deal_number;  /* from 1 */
    uint8_t phase, dealer;
    uint8_t score[2];
    uint8_t confirmed; /* REVIEW: bit per seat */
    uint8_t match_to, next_deal;
    uint8_t winner;               /* OVER: seat */
    uint8_t trick[TRICKS_MAX][2]; /* finished tricks of this deal: led, followed */
    uint8_t trick_led_by[TRICKS_MAX];
    uint8_t papers, events;
    struct paper paper[PAPER_MAX];
    struct event event[EVENTS_MAX];
};

struct match_settings {
    struct bout_options options;
    uint8_t match_to, next_deal;
    uint16_t turn_seconds;
    uint8_t dealer; /* of the first deal: 1 + seat; 0: drawn */
};

/* `match` is zeroed. */
void match_begin(struct match *match, const struct match_settings *settings, int64_t now,
                 struct chance *chance);
struct refusal match_act(struct match *match, int seat, uint8_t action, int64_t now);
/* A seat has seen enough of the review. */
struct refusal match_confirm(struct match *match, int seat, int64_t now, struct chance *chance);
void match_wake(struct match *match, int64_t now, struct chance *chance);
void match_leave(struct match *match, int seat);
/* Forgets what the last step did, for steps that change nothing. */
void match_quiet(struct match *match);

static inline int match_tricks(const struct match *match)
{
    return match->bout.tricks[0] + match->bout.tricks[1];
}
