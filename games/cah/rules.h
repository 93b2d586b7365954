/* The cards game, pure: a black card asks, everybody answers with white ones, one of them wins.
 *
 *     WAITING ──all who can have submitted, or time──▶ JUDGING ──judged, or voted──▶ COMPLETED
 *        ▲  │ czar gone: void                             │ czar gone, time: void      │
 *        └──┴─────────────────────────────────────────────┘◀──a moment later───────────┘
 *     from anywhere: limit reached, too few players, no cards ──▶ OVER
 *
 * People are seats; with `pairs` two neighbours (0 and 1, 2 and 3 …) are one side: one submission,
 * one score, kept at the lower seat. A Rando has a number behind the seats instead: he has a score
 * and submits, and is nothing else.
 * The state is flat: cards by number, people as bit masks. The invariants: a white card is in one
 * place only (free, on top, in a hand, in a response, the one that was read out, or discarded, which
 * is what is nowhere else); a response's author is known to the state alone.
 * `told` remembers what the last step did, so that the events can be read off the state. */
#pragma once

#include "deck.h"
#include "game.h"
#include "settings.h"

#define CAH_SEATS 10
#define CAH_RANDOS 3
#define CAH_AUTHORS (CAH_SEATS + CAH_RANDOS)
#define CAH_PLAYERS_MIN 3
#define CAH_HAND 10
#define CAH_HAND_MAX (CAH_HAND + CAH_PICK_MAX - 1)
#define CAH_BLANKS_MAX 50
#define CAH_BLANK_LETTERS 140
#define CAH_BLANK_BYTES 284 /* of what one response says on blanks, zeros counted */
#define CAH_TOP_MAX 32
#define CAH_PAST_MAX 10 /* rounds that can be looked back at */
#define CAH_WINS_MAX 32 /* people in a tournament */
#define CAH_NO_CARD 0xffffu
#define CAH_BLANK 0x8000u /* this and above are the blanks */

#define CAH_JUDGE_MS 600000 /* nobody is hurried, but no room waits for ever */
#define CAH_JUDGE_SPEED_MS 60000
#define CAH_VOTE_MS 45000 /* of the Happy Ending */
#define CAH_MOMENT_MS 12000
#define CAH_MOMENT_SPEED_MS 7000
#define CAH_APPROVE_MS 60000

enum cah_phase { PHASE_WAITING, PHASE_JUDGING, PHASE_COMPLETED, PHASE_OVER };

/* The switches, as bits of `rules`. */
enum cah_rule {
    RULE_GOD_IS_DEAD = 1,
    RULE_REBOOT = 2,
    RULE_PACKING_HEAT = 4,
    RULE_REBOOT_FOR_POINT = 8,
    RULE_HAPPY_ENDING = 16,
    RULE_NEVER = 32,
    RULE_PAIRS = 64,
    RULE_TOURNAMENT = 128,
    RULE_APPROVE = 256,
    RULE_LOSERS_HIDDEN = 512,
};

enum cah_void { VOID_CZAR_LEFT, VOID_NO_RESPONSES, VOID_NOT_JUDGED };

enum cah_told {
    TOLD_STARTED = 1,
    TOLD_SUBMITTED = 2, /* by told_seat */
    TOLD_TAKEN_BACK = 4,
    TOLD_BLANK = 8, /* the host is asked */
    TOLD_APPROVED = 16,
    TOLD_REJECTED = 32, /* told_rejected play again */
    TOLD_SKIPPED = 64,  /* told_skipped were too late */
    TOLD_ALL = 128,
    TOLD_REVEALED = 256, /* responses from told_entry to revealed */
    TOLD_VOTED = 512,
    TOLD_NEVER = 1024,
    TOLD_CONFESSED = 2048,
    TOLD_REBOOTED = 4096,
    TOLD_WINNER = 8192,
    TOLD_HAPPY = 16384,
    TOLD_VOID = 32768, /* told_round, told_why */
    TOLD_ROUND = 65536,
    TOLD_ENDED = 131072,
    TOLD_POINTED = 262144,
    TOLD_CZAR = 524288, /* of a pair of czars one left */
    TOLD_SHUFFLED = 1048576,
};

struct cah_hand {
    uint16_t card[CAH_HAND_MAX];
    uint8_t count;
};

struct cah_response {
    uint64_t id;            /* at random, and another one when judging begins */
    struct cah_hand before; /* WAITING only: the author's hand as it was */
    uint16_t card[CAH_PICK_MAX];
    uint8_t count;
    int8_t author;   /* a seat, or CAH_SEATS and above: a Rando */
    uint8_t drawn;   /* WAITING only: so many of the hand's last cards came for it */
    uint8_t fixed;   /* WAITING only: the hand has changed since, it cannot be taken back */
    uint8_t pending; /* WAITING only: enum cah_pending */
    char text[CAH_BLANK_BYTES]; /* what is written on its blanks, one zero-ended after the other */
};

/* What is written on blanks is shown to the host when everybody has played, and without a name: so
 * neither he nor the time at which he nods says whose it was. */
enum cah_pending { PENDING_NO, PENDING_LATER, PENDING_ASKED };

/* A round that was judged. */
struct cah_past {
    uint32_t round;
    uint16_t black, card[CAH_PICK_MAX];
    uint8_t count;
    int8_t winner; /* author; -1: nobody */
    char text[CAH_BLANK_BYTES];
};

struct cah_wins {
    char id[8]; /* public, of a person */
    uint16_t wins;
};

struct cah {
    int64_t deadline; /* of the phase, game clock; 0: none */
    int64_t
        approve_by;  /* WAITING only: what the host has not answered by then is rejected; 0: none */
    int64_t ends_at; /* the round running then is the last; 0: no limit */
    uint64_t round_id;
    uint64_t white[CAH_WHITES_MAX / 64]; /* free ones */
    uint64_t black[CAH_BLACKS_MAX / 64];
    uint64_t gone[CAH_BLACKS_MAX / 64]; /* black ones a Rando has won */
    uint64_t blank, blank_used;         /* free ones; those that were played */
    uint32_t whites, blacks;            /* numbers of the table's cards */
    uint32_t round, told;
    int32_t speed_ms;
    uint32_t games; /* of the tournament, this one counted */
    uint16_t rules, score_limit, rounds;
    uint16_t seats, left, away; /* masks; seats has all who ever sat here */
    uint16_t playing;           /* of this round, whether or not they have submitted */
    uint16_t black_card;
    uint16_t never_card; /* CAH_NO_CARD: none was read out in this round */
    uint16_t never_used, confessed;
    uint16_t rejected; /* seats whose blank was turned down in this round: no other blank */
    uint16_t finger[CAH_SEATS]; /* the card a seat points at; CAH_NO_CARD: none */
    int16_t score[CAH_AUTHORS];
    uint16_t top[CAH_TOP_MAX]; /* cards on top of the pile, the last one first */
    struct cah_hand hand[CAH_SEATS];
    uint8_t top_count;
    uint8_t phase, pick, randos, blanks;
    int8_t czar; /* -1: God is dead */
    int8_t host; /* as the last step saw him; -1: not at the table */
    int8_t never_by;
    uint8_t response_count, revealed;
    uint8_t closed;         /* WAITING only: time is up, nobody plays any more */
    uint8_t vote_open;      /* COMPLETED only: the Happy Ending */
    int8_t winner, happy;   /* COMPLETED and OVER: index of a response; -1: none */
    int8_t vote[CAH_SEATS]; /* index of a response; -1: none */
    uint8_t past_count, wins_count;
    uint8_t told_entry, told_why;
    int8_t told_seat;
    uint16_t told_rejected, told_skipped; /* seats */
    uint64_t told_round;
    struct cah_response response[CAH_AUTHORS];
    struct cah_past past[CAH_PAST_MAX];
    struct cah_wins wins[CAH_WINS_MAX];
    /* Since version 3 of the rules; 0 in a game that began before. */
    uint64_t once; /* a card that is in several packs is dealt once */
    /* Of pairs only: seats that a computer plays, as the last news saw them. */
    uint64_t computers;
};

struct refusal cah_init(struct cah *g, const struct game_context *context);
void cah_happen(struct cah *g, enum game_news news, int seat, const struct game_context *context);

/* What a seat may do (submit.c). Cards by their number; text as cah_response has it. */
struct cah_offer {
    uint16_t card[CAH_PICK_MAX];
    int count;
    char text[CAH_BLANK_BYTES];
};
struct refusal cah_may_submit(const struct cah *g, int seat);
struct refusal cah_check_offer(const struct cah *g, int seat, const struct cah_offer *offer);
struct refusal cah_submit(struct cah *g, int seat, const struct cah_offer *offer,
                          const struct game_context *context);
struct refusal cah_take_back(struct cah *g, int seat, const struct game_context *context);
struct refusal cah_may_approve(const struct cah *g, int seat, const struct game_table *table);
struct refusal cah_approve(struct cah *g, int seat, int entry, bool yes,
                           const struct game_context *context);

/* Judging and voting (judge.c). Entries are indices of responses, -1 if there is no such. */
struct refusal cah_may_judge(const struct cah *g, int seat);
struct refusal cah_reveal(struct cah *g, int seat, bool all);
struct refusal cah_judge(struct cah *g, int seat, int entry, const struct game_context *context);
struct refusal cah_may_vote(const struct cah *g, int seat);
struct refusal cah_vote(struct cah *g, int seat, int entry, const struct game_context *context);
struct refusal cah_may_go_on(const struct cah *g, int seat, const struct game_table *table);
struct refusal cah_next_round(struct cah *g, int seat, const struct game_context *context);

/* House rules besides (house.c). */
struct refusal cah_may_reboot(const struct cah *g, int seat);
struct refusal cah_reboot_hand(struct cah *g, int seat, const struct game_context *context);
struct refusal cah_may_never(const struct cah *g, int seat);
struct refusal cah_never(struct cah *g, int seat, uint16_t card,
                         const struct game_context *context);
struct refusal cah_may_confess(const struct cah *g, int seat);
struct refusal cah_confess(struct cah *g, int seat);
struct refusal cah_may_point(const struct cah *g, int seat);
struct refusal cah_point_at(struct cah *g, int seat, uint16_t card);

/* Redraws what the viewer cannot know (hide.c). */
void cah_rehide(struct cah *g, int viewer, const struct game_context *context);

/* Questions to the state (seats.c). */
bool cah_has(const struct cah *g, enum cah_rule rule);
int cah_side(const struct cah *g, int author); /* where its score is kept */
uint32_t cah_members(const struct cah *g,
                     int author);                   /* seats of that side, left or not; 0: Rando */
int cah_mate(const struct cah *g, int seat);        /* the partner who has not left; -1: none */
uint32_t cah_present(const struct cah *g);          /* seats that have not left */
bool cah_is_czar(const struct cah *g, int seat);    /* he or his partner, in this round */
int cah_response_of(const struct cah *g, int seat); /* index of his side's response; -1: none */
uint32_t cah_submitters(const struct cah *g);       /* who still could submit */
uint32_t cah_voters(const struct cah *g);           /* who could still vote */
bool cah_can_win(const struct cah *g, int entry, int seat); /* may that seat vote for it now? */
uint32_t cah_awaited(const struct cah *g);
bool cah_follows(const struct cah *g, int seat); /* a computer that leaves it to its mate */
/* Masks of responses: whose blanks the host has to see, and about which he has been asked. */
uint32_t cah_pending(const struct cah *g);
uint32_t cah_asked(const struct cah *g);
/* Does this viewer see the cards of that response; does he know who wrote it? */
bool cah_sees(const struct cah *g, int viewer, int entry);
bool cah_knows_author(const struct cah *g, int viewer, int entry);
/* Sides with the most points as they stand, whoever has left, as a mask of authors; 0 when nobody has
 * any. */
uint32_t cah_leaders(const struct cah *g);
int cah_hand_find(const struct cah_hand *hand, uint16_t card); /* -1: not there */
