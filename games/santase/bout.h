/* One deal being played: whose lead it is, what may be done now, what it ends with. Typed and
 * fast, without texts or clocks, so that the room and the computer player use the same rules.
 *
 *     lead ──exchange, close, declare──▶ lead ──card──▶ follow ──card──▶ trick, draw ──▶ lead …
 *       └────────────── claim ─────────▶ ended ◀─ claim ─┘ (after leading from a marriage)
 *
 * The caller owns a bout; it holds no pointer. Seats are 0 and 1. */
#pragma once

#include "deal.h"

#define NOBODY 0xff
#define SIXTY_SIX 66
#define LAST_TRICK_BONUS 10

/* An action is a number; a set of actions is 64 bits. */
enum {
    ACT_PLAY = 0,     /* + card */
    ACT_MARRY = 24,   /* + card: declare its marriage and lead it */
    ACT_DECLARE = 48, /* + suit: declare, and lead one of the two afterwards */
    ACT_EXCHANGE = 52,
    ACT_CLOSE,
    ACT_CLAIM,
    ACTIONS,
    NO_ACTION = 0xff
};
#define ACT_BIT(action) (UINT64_C(1) << (action))

enum end_reason {
    END_NOT_YET,
    END_CLAIMED,       /* the winner claimed 66 and had them */
    END_FALSE_CLAIM,   /* the loser claimed 66 and had not */
    END_CLOSER_FAILED, /* the loser closed and did not get there first */
    END_PLAYED_OUT,    /* all cards played, the winner has more than 65 */
    END_DRAWN,         /* all cards played, both have the same */
    END_FORFEIT,       /* the loser left the table */
};

struct bout_options {
    uint8_t threshold;            /* the loser's points that save him from losing two: 33 or 31 */
    uint8_t failed_close_classic; /* 2, or 3 if the opponent had no trick then; otherwise 3 */
    uint8_t marriage_after_close; /* marriages count once following is strict, too */
    uint8_t auto_claim;           /* 66 need not be claimed, the table counts */
};

struct bout {
    struct deal deal;     /* a card that was led stays in its hand until the trick is complete */
    uint32_t shown[2];    /* cards that everybody knows to be in that hand */
    uint32_t denied[2];   /* cards that everybody knows not to be there: voids, once strict */
    uint8_t leader;       /* who leads, or led, the present trick */
    uint8_t led;          /* NO_CARD while the leader thinks */
    uint8_t married;      /* suit declared in this trick, or NO_SUIT */
    uint8_t declarers;    /* bit per declared suit: the seat that did */
    uint8_t tricks[2];    /* won by each */
    uint8_t drawn[2];     /* card each drew after the last trick, or NO_CARD */
    uint8_t closer;       /* seat or NOBODY */
    uint8_t closer_faced; /* tricks the other had when the stock was closed */
    uint8_t reason;       /* enum end_reason; below: valid once it is not END_NOT_YET */
    uint8_t winner;       /* seat or NOBODY */
    uint8_t worth;        /* game points for the winner */
    struct bout_options options;
};

void bout_begin(struct bout *bout, const uint8_t deck[CARDS], int leader,
                const struct bout_options *options);

static inline bool bout_ended(const struct bout *bout)
{
    return bout->reason != END_NOT_YET;
}
/* Who has to lead or follow; meaningless once ended. */
static inline int bout_turn(const struct bout *bout)
{
    return bout->led == NO_CARD ? bout->leader : !bout->leader;
}
/* The cards in hand, without one that lies on the table. */
uint32_t bout_hand(const struct bout *bout, int seat);
/* Points that count: marriages count once their owner has won a trick. */
int bout_counted(const struct bout *bout, int seat);

bool bout_may_marry(const struct bout *bout); /* is this a moment for the leader's marriages? */
bool bout_may_exchange(const struct bout *bout);
bool bout_may_close(const struct bout *bout);
bool bout_may_claim(const struct bout *bout, int seat); /* rightly or not */
uint64_t bout_legal(const struct bout *bout, int seat);
/* The action has to be legal for that seat. */
void bout_act(struct bout *bout, int seat, uint8_t action);
/* The other seat is gone for good. */
void bout_forfeit(struct bout *bout, int loser);
