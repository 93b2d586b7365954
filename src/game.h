/* What a room knows about a game: one table of functions over a flat state.
 *
 * The one invariant: a state is a function of (settings, seats, seed, actions, their times) and of
 * nothing else. Rules read no clock, draw no randomness of their own, keep no global, allocate
 * nothing, and a state holds no pointer, so memcpy is a snapshot and memcmp is equality (padding
 * included: init gets zeroed memory, and rules assign fields, never whole structs from the stack).
 *
 *     init ─▶ state ──apply(verb, seat, …)──▶ state ──happen(wake, away, left, …)──▶ state …
 *               │
 *               ├─ pulse    who is awaited, when to wake, is it over, who won
 *               ├─ view     everything one seat (or the crowd) may know now
 *               ├─ tell     the named events of the last step, each with its audience
 *               ├─ suggest  one legal action for a seat: bots, conformance tests, fuzzers
 *               └─ rehide   redraws what a seat cannot know: the secrecy test, honest bots
 *
 * apply and happen run on a copy: a refused apply may leave the copy in any condition.
 * tell reads only the state: rules remember in it what the last step did, as far as anybody is to
 * be told. So one test covers all that leaves the server: rehide(seat), then view(seat), tell(seat)
 * and suggest(seat) must come out the same to the byte. */
#pragma once

#include "core/chance.h"
#include "core/complaint.h"
#include "core/refusal.h"
#include "core/writer.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GAME_SEATS_MAX 16
#define GAME_SETTINGS_MAX 32
#define GAME_DECKS_MAX 24
#define GAME_PACKS_MAX 256
#define GAME_MOVE_MAX 512

/* Viewers are seats 0 … n-1; everybody without a seat is the crowd, who may know least. */
#define GAME_CROWD (-1)
/* Audiences and other sets of seats are bit masks. */
#define SEAT_BIT(seat) (1u << (seat))
#define AUDIENCE_CROWD (1u << 31)
#define AUDIENCE_ALL 0xffffffffu

struct game;
struct facts; /* facts.h */

/* Cards or words: immutable, shared by all rooms that use them, named by content. */
struct game_deck {
    char hash[33];     /* hexadecimal, of the deck's JSON; a log names its decks by this */
    char language[8];  /* "es" */
    const char *name;  /* of the deck's file: "es", "familia"; "" for generated and imported ones */
    const char *title; /* what people call it, on the shelf only; "" if its JSON has no name */
    uint32_t count;    /* cards in it */
    bool extra;        /* set by deck_read: it stays away until its packs are chosen */
    const void *content;     /* the game's own table, made by deck_read */
    const struct game *game; /* whose it is, once it is on the shelf */
};

/* Some of the packs that a deck consists of, by their place in it. */
struct pack_set {
    uint64_t bits[GAME_PACKS_MAX / 64];
};

static inline bool pack_set_has(const struct pack_set *set, int pack)
{
    return set->bits[pack / 64] >> (pack % 64) & 1;
}

/* One of a deck's packs, as a host chooses among them. */
struct deck_pack {
    const char *name;
    uint32_t black, white; /* cards, of games that know two kinds; else all are white */
    uint32_t mature;       /* of all these */
    const char *level;     /* how hard they are, "easy"; NULL: nobody has said */
};

/* Cards that somebody brings, in a form that is known elsewhere. */
struct deck_source {
    const char *name; /* of the deck, where the text has none */
    const char *text;
    size_t len;
    /* A deck of ours whose other cards are kept, as far as the game can add to one; NULL: none. */
    const json_t *base;
};

/* What came of them; those of a base do not count. */
struct deck_yield {
    int kept, dropped;
    int line;                /* of the first that was dropped; 0: it has none */
    char first_problem[160]; /* about that one, an English sentence; "" if none was dropped */
    struct faults problems;
};

struct game_seat {
    const char *name; /* clean UTF-8, may change during the game */
    const char *id;   /* public id, safe to show to anybody */
    int team;         /* 0 … teams-1; -1 in games without teams */
    bool away;        /* the connection is gone, the seat is still held */
    bool computer;    /* nobody is behind it: a computer plays here, or for whom it belongs to */
};

/* The table as the room has it. Names and decks belong to the room and outlive the call. */
struct game_table {
    int seats;
    struct game_seat seat[GAME_SEATS_MAX];
    int host;                /* his seat; -1: he only watches */
    const int32_t *settings; /* values in the order of game.settings */
    int decks;               /* those chosen at the start, then those added while playing */
    const struct game_deck *deck[GAME_DECKS_MAX];
    const struct pack_set *packs; /* of each deck those in play, fixed at the start; NULL: all */
    /* Ids of cards that are not to be dealt, fixed at the start; ends with NULL. NULL: none. */
    const char *const *without;
    int64_t clock_offset; /* a deadline of the rules + this = Unix time in milliseconds */
};

/* `now` is the game's clock in milliseconds. It stands still in a pause and steps back when the host
 * gives more time: use it to set deadlines, not to measure. */
struct game_context {
    int64_t now;
    struct chance *chance; /* fresh for each step */
    const struct game_table *table;
    /* For init only: of the rules this game began with, for a game that still plays older logs;
     * 0: the present ones. */
    uint32_t version;
    /* For init only: how the last game of this kind at this table ended, for what carries over (cards
     * that were seen); NULL at the first one. */
    const void *previous;
    /* For init only: they play again at once, so that roles go on where the last game stopped: with
     * `previous`, who would have been next is first. */
    bool again;
};

enum game_setting_kind {
    SETTING_NUMBER,
    SETTING_SWITCH,
    SETTING_CHOICE,
    SETTING_MILLISECONDS, /* people see and type seconds */
    SETTING_SECRET, /* a number that would give the table away: only the host's lobby shows it */
};

/* Labels come from the language catalogues, under "GAME.setting.KEY" (and ".CHOICE"). */
struct game_setting {
    const char *key;
    enum game_setting_kind kind;
    int32_t initial, min, max;  /* a choice is an index, a switch is 0 or 1 */
    const char *const *choices; /* of a choice; ends with NULL */
};

#define GAME_PRESET_MAX 12

/* A named set of settings, for a host who would rather play than choose. What people read is
 * "GAME.preset.KEY". Settings that it does not name stay as they are; no two of a game can hold at the
 * same time. */
struct game_preset {
    const char *key; /* NULL ends the list */
    struct {
        const char *setting; /* its key; NULL ends the list */
        int32_t value;       /* as in `initial` */
    } set[GAME_PRESET_MAX + 1];
};

/* A switch of games with late_join, which the room itself looks at, and no rules: it may be changed
 * while a game runs. */
#define SETTING_LATECOMERS "latecomers"
/* A choice of games with words, which the room looks at for its computers. */
#define SETTING_LANGUAGE "language"

struct game_verb {
    const char *name; /* the event a client sends; NULL ends the table */
    /* AWAITED_ONLY: the room refuses with NOT_YOUR_TURN unless pulse awaits the seat. */
    enum { ANY_SEAT, AWAITED_ONLY } who;
    /* `with` is the payload, always an object of fields that are declared, otherwise unchecked. */
    struct refusal (*apply)(void *state, int seat, const json_t *with,
                            const struct game_context *context);
    const char *fields; /* "card suit": all that is kept of a payload; "": nothing */
};

/* What reaches a game without anybody having chosen it. */
enum game_news {
    NEWS_WAKE,      /* the deadline that pulse named has passed */
    NEWS_SEAT_AWAY, /* connection lost; may come back */
    NEWS_SEAT_BACK, /* away no longer; or returned after having left */
    NEWS_SEAT_LEFT, /* for good, as far as anybody knows: must never be awaited again */
    NEWS_SEAT_NEW,  /* late_join only: `seat` is the new, highest number */
    NEWS_DECK,      /* the table has one more deck, its last */
};

struct game_pulse {
    uint32_t awaited; /* seats that somebody waits for; never one that has left */
    int64_t wake_at;  /* game clock; 0: never */
    bool ticking;     /* clients are told every second how long it is until wake_at */
    bool over;
    uint32_t winners; /* when over; several or none in a draw */
    uint32_t quiet; /* seats that may show no reactions: others could read in them what they know */
};

/* How well `suggest` plays. Numbers are kept in logs: new ones come at the end. */
enum game_level {
    LEVEL_ANY, /* any legal action, fast */
    LEVEL_EASY,
    LEVEL_MEDIUM,
    LEVEL_HARD,
    LEVEL_MASTER,
    LEVEL_CASUAL, /* between easy and medium */
    LEVELS
};

struct game_move {
    int verb;                 /* index into verbs */
    char with[GAME_MOVE_MAX]; /* JSON object */
};

/* Collects the events of one step. tell opens one, writes its fields, closes it. Each object begins
 * with "seq" (the record's number in the log) and "part" (this event's place within the step). */
struct game_says;
struct writer *says_begin(struct game_says *says, const char *event, uint32_t audience);
void says_end(struct game_says *says);

/* What stands on a game's box, for whoever looks at the shelf. How many can play is seats_min to
 * seats_max. */
struct game_box {
    int minutes_min, minutes_max;
    /* Of its cards or words, as the catalogues name them («es»); ends with NULL. NULL: it has none. */
    const char *const *languages;
    const char
        *mood; /* a colour of the house, [data-mood] in web/css/house.css; NULL: the house's */
    /* A game that is a page of its own and no game for rooms: of struct game it has its name, its box
     * and its seats, and nothing else. NULL: it is played in rooms. */
    const char *address;
};

struct game {
    const char *name;
    struct game_box box;
    uint32_t version;      /* of the rules: a log written under another one is not replayed, */
    uint32_t version_from; /* except from this one on, if set: init is told which, and what */
    size_t state_from;     /* came later lies in the state from here on, and is 0 unless used */
    int seats_min, seats_max;
    int teams; /* 0: everybody for himself */
    int team_min, team_max;
    const char *const *team_names;
    const char *join_event; /* tells of a new player: {playerId, playerName}; NULL: no such event */
    /* May somebody who comes late take a new seat in a running game? If it has the setting
     * SETTING_LATECOMERS, the host decides. */
    bool late_join;
    bool bots;             /* may a computer hold a seat? */
    const uint8_t *levels; /* of its computers, the weakest first; ends with 0. NULL: 1, 2, 3 */
    /* The language whose words it knows well, a choice of the setting «language»; NULL: there are no
     * words, or it knows all. */
    const char *bots_language;
    /* Others of which it knows some, and plays like a beginner; ends with NULL. NULL: none. */
    const char *const *bots_beginner;
    int bots_pace;    /* how many times the usual pause it takes before a move; 0: once */
    int64_t grace_ms; /* away for longer means left */
    int64_t alone_ms; /* a host who goes away before anybody came ends the room; 0: as idle_ms */
    int64_t idle_ms;  /* a room in which nobody does anything for longer ends */
    size_t state_size;
    const struct game_setting *settings; /* ends with key NULL */
    const struct game_verb *verbs;
    /* Does the setting at that place mean anything under the others? Those that do not are not shown.
     * NULL: all do. */
    bool (*setting_counts)(int setting, const int32_t *settings);
    const struct game_preset *presets; /* in the order of their buttons; NULL: none */

    /* `state` is zeroed. Seats and settings were checked against the numbers above. */
    struct refusal (*init)(void *state, const struct game_context *context);
    void (*happen)(void *state, enum game_news news, int seat, const struct game_context *context);
    struct game_pulse (*pulse)(const void *state);
    /* One JSON object. Deadlines in it are Unix milliseconds (add clock_offset). */
    void (*view)(const void *state, int viewer, const struct game_table *table, struct writer *out);
    void (*tell)(const void *state, const struct game_table *table, struct game_says *says);
    /* LEVEL_ANY: fast; one of its levels: as well as it can, up to a second, on another thread.
     * False if the seat has nothing to do. Uses only what the seat may know. */
    bool (*suggest)(const void *state, int seat, int level, const struct game_context *context,
                    struct game_move *out);
    void (*rehide)(void *state, int viewer, const struct game_context *context);

    /* May the step by which `seat` made `now` out of `before` be taken back, if people agree? Only if
     * nobody saw anything by it but the move itself: conformance knows. Others may have made gestures
     * since, and computers moves. The answer tells nobody anything. NULL: nothing is taken back. */
    struct refusal (*takes_back)(const void *before, const void *now, int seat, int verb);
    uint32_t
        gestures; /* bit per verb: it decides nothing, and keeps no move from being taken back */

    /* Once it is over it may be watched again, by the people of the room with everybody's eyes: unless
     * under these settings what the seats knew stays theirs for good. NULL: it never does. */
    bool (*stays_secret)(const int32_t *settings);
    /* «turn_ended game_over»: those of its events for everybody that are worth jumping to. NULL:
     * only how it began and ended. */
    const char *turning_points;

    /* What history keeps of this state, for a game of rounds and cards. NULL: nothing. */
    void (*facts)(const void *state, const struct game_table *table, struct facts *out);

    /* Games with cards: is this deck to be used under these settings? NULL where there are none. */
    bool (*deck_fits)(const struct game_deck *deck, const int32_t *settings);
    /* Reads a deck's JSON into `content` and `count`. The deck lives as long as the program. */
    struct refusal (*deck_read)(struct game_deck *deck, const json_t *json);
    /* Are the table's decks, as far as they are in play, enough to begin with? `cards` becomes how
     * many these are. NULL: nobody counts them. */
    struct refusal (*deck_enough)(const struct game_table *table, uint32_t *cards);
    /* Makes a deck's JSON of a file in a form that is known elsewhere. NULL: no such forms. */
    struct refusal (*deck_import)(const int32_t *settings, const struct deck_source *from,
                                  struct buffer *deck, struct deck_yield *yield);
    /* The deck's pack in that place; false after the last. NULL: its decks are only whole. */
    bool (*deck_pack)(const struct game_deck *deck, int place, struct deck_pack *out);
    /* Writes a deck's JSON in a form that is known elsewhere, by that name; false if it is not.
     * NULL: no such forms. */
    bool (*deck_export)(const json_t *deck, const char *form, struct buffer *out);
};
