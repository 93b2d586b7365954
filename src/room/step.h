/* A step is one record of a room's log: who did what and when, and of what follows from it only what
 * another server might decide otherwise (team, teams, a newcomer's number) and a number to check the
 * rest by. Live it is made from a request, written and read back before it is tried; at a restart it
 * is read again, and `stored` says that what was decided then is not asked again.
 * A step owns nothing: names, payloads and JSON belong to whoever made it and outlive its use. */
#pragma once

#include "core/chance.h"
#include "core/code.h"
#include "core/token.h"
#include "core/writer.h"
#include "room/record.h"

#include <jansson.h>
#include <stdint.h>

/* The one table of steps: kind, its word in the log, who may do it, whether it belongs to the room or
 * to the game on its table, and the function that carries it out. Its details are listed in step.c. */
#define STEPS(X)                                                                                   \
    X(CREATE, "create", HOUSE, ROOM, people_create) /* the first record: code, game, host */       \
    X(JOIN, "join", HOUSE, ROOM, people_join)       /* somebody new comes in */                    \
    X(RETURN, "return", HOUSE, ROOM, people_return) /* somebody who had left is here again */      \
    X(MOVE, "move", HOUSE, ROOM, people_move)       /* a seat is on another device now */          \
    X(BOT, "bot", HOST, ROOM, people_bot)           /* a computer player takes a chair */          \
    X(RENAME, "rename", ANYBODY, ROOM, people_rename)                                              \
    X(AVATAR, "avatar", ANYBODY, ROOM, people_avatar)                                              \
    X(TEAM, "team", ANYBODY, ROOM, people_team)    /* chooses a team, or to watch, or to sit */    \
    X(LEAVE, "leave", ANYBODY, ROOM, people_leave) /* by own will */                               \
    X(KICK, "kick", HOST, ROOM, people_kick)                                                       \
    X(READMIT, "readmit", HOST, ROOM, people_readmit) /* who was put out may come back */          \
    X(HOST, "host", HOST, ROOM, people_host)          /* hands the role over */                    \
    X(AWAY, "away", HOUSE, ROOM, people_away)         /* connection lost */                        \
    X(BACK, "back", HOUSE, ROOM, people_back)                                                      \
    X(LEFT, "left", HOUSE, ROOM, people_left) /* away for longer than the grace time */            \
    X(SEAT_BOT, "seatbot", ANYBODY, ROOM,                                                          \
      people_seat_bot) /* a computer plays for somebody, or no longer */                           \
    X(WAIT, "wait", ANYBODY, ROOM,                                                                 \
      people_wait)                         /* the table waits for who is away, or no longer */     \
    X(GAME, "game", HOST, ROOM, play_game) /* another game on the table */                         \
    X(SETTINGS, "settings", HOST, ROOM, play_settings)                                             \
    X(MIX, "mix", ANYBODY, ROOM, proof_mix)  /* a phone adds to the chance of the next game, */    \
    X(SEAL, "seal", HOUSE, ROOM, proof_seal) /* nobody more does, */                               \
    X(REVEAL, "reveal", ANYBODY, ROOM, proof_reveal) /* and what that was */                       \
    X(START, "start", HOST, ROOM, play_start)                                                      \
    X(ACT, "act", SEATED, GAME, play_act)        /* a verb of the game */                          \
    X(WAKE, "wake", HOUSE, GAME, play_wake)      /* a deadline of the game passed */               \
    X(DECK, "deck", HOUSE, GAME, play_deck)      /* cards that were made for this room */          \
    X(IMPORT, "import", HOST, ROOM, play_import) /* cards that the host brought, before a game */  \
    X(PACKS, "packs", HOST, ROOM, packs_choose)  /* which packs of a deck are in play */           \
    X(DISCARD, "discard", HOST, ROOM, play_discard) /* these cards are put away */                 \
    X(UNDO, "undo", PLAYERS, GAME, undo_ask)        /* the last move should be taken back */       \
    X(AGREE, "agree", SEATED, GAME, undo_answer)    /* to that, or not */                          \
    X(PAUSE, "pause", PLAYERS, GAME, pause_begin)                                                  \
    X(RESUME, "resume", PLAYERS, GAME, pause_end) /* who paused, and the host */                   \
    X(MORE, "more", HOST, GAME, pause_more)       /* more time */                                  \
    X(STOP, "stop", HOST, ROOM, play_stop)        /* back to the lobby without a winner */         \
    X(AGAIN, "again", HOST, ROOM, play_again)     /* back to the lobby after the game */           \
    X(NEXT, "next", HOST, ROOM, next_begin)       /* after a game at once into the next */         \
    X(SHELF, "shelf", HOST, ROOM, next_shelf) /* the games are shown to everybody, or no longer */ \
    X(VOTE, "vote", ANYBODY, ROOM, next_vote) /* for the game that should come next */             \
    X(TEAMS, "teams", HOST, ROOM, teams_set)  /* shuffled, balanced, or somebody moved */          \
    X(TEAM_NAME, "teamname", HOST, ROOM, teams_name)                                               \
    X(END, "end", HOUSE, ROOM, room_end) /* the room is no more */

enum step_kind {
#define X(kind, word, who, of, function) STEP_##kind,
    STEPS(X)
#undef X
        STEP_KINDS
};

enum step_who {
    STEP_BY_HOUSE,   /* nobody asks for it: the server does it by itself */
    STEP_BY_ANYBODY, /* who is in the room */
    STEP_BY_SEATED,  /* who has a seat in the game */
    STEP_BY_HOST,    /* and the house */
    STEP_BY_PLAYERS, /* who has a seat in the game, the host without one, and the house */
};

#define STEP_DECKS_MAX 16

struct step {
    enum step_kind kind;
    int64_t time; /* Unix milliseconds; never before the record it follows */
    uint16_t by;  /* the person who did it; 0: the house */
    uint16_t who; /* the person it is about, where that is somebody else; in the log of JOIN and BOT
                     the number that the newcomer got */
    bool
        stored; /* read from the log: what depends on this server's settings is not checked again */
    bool foreign;   /* stored elsewhere, and brought by who knows whom: nothing is believed */
    uint32_t check; /* of the game's state afterwards; 0: no game on the table */
    /* GAME, STOP, AGAIN, NEXT, read from the log: the team of everybody who has a chair, by public id;
     * NULL: not written down, or a game without teams. */
    const json_t *teams;
    union {
        struct {
            const char *code, *game, *name, *avatar;
            const json_t *settings; /* object; NULL: as the game has them */
            uint8_t token[TOKEN_HASH_BYTES], host_token[TOKEN_HASH_BYTES];
        } create;
        struct {
            const char *name;   /* of RETURN: NULL if it is as it was */
            const char *avatar; /* NULL: none chosen, of RETURN as it was */
            uint8_t token[TOKEN_HASH_BYTES];
            int team; /* -1: any, of RETURN as it was */
            bool watch;
            int level; /* of a bot */
        } join;        /* also of RETURN; of MOVE only the token */
        struct {
            const char
                *device; /* by which they were last here, see site/devices.h; NULL: unknown */
        } kick;
        struct {
            bool host; /* and has the host's role again */
        } back;
        struct {
            const char *avatar;
        } avatar;
        struct {
            const char *name;
        } rename;
        struct {
            int team; /* -1: as it was */
            bool watch;
        } team;
        struct {
            int level;
        } seat_bot;
        struct {
            bool over; /* it has waited long enough */
        } wait;
        struct {
            const char *name;
            const json_t *settings; /* as in create */
        } game;
        struct {
            const json_t *values; /* object */
        } settings;
        struct {
            uint8_t commit[CHANCE_SEED_BYTES];
            uint8_t seed[CHANCE_SEED_BYTES]; /* the server's, with the first; else 0 */
        } mix;
        struct {
            uint8_t terms[CHANCE_SEED_BYTES];
        } seal;
        struct {
            uint8_t random[CHANCE_SEED_BYTES];
        } reveal;
        struct {
            uint8_t seed[CHANCE_SEED_BYTES];
            uint32_t version;
            bool callers; /* who sits down plays by single requests, without a connection */
            int decks;
            const char *deck[STEP_DECKS_MAX]; /* content hashes */
            const json_t *without;  /* array of ids of cards that are not dealt; NULL: none */
            const char *game;       /* of NEXT: another one than is on the table; NULL: that one */
            const json_t *settings; /* of NEXT, as in create */
        } start;                    /* also of NEXT */
        struct {
            const char *verb;
            const json_t *with; /* object */
        } act;
        struct {
            int64_t of; /* the record that should not have been */
            bool no;
        } agree;
        struct {
            const json_t *json;
            const char *hash; /* of IMPORT: a deck that is kept in the store, instead of its JSON */
            const char *instead; /* of IMPORT: the room's deck whose place it takes; NULL: none */
        } deck;                  /* also of IMPORT */
        struct {
            const char *hash; /* NULL: all of them */
        } discard;
        struct {
            const char *deck;   /* content hash */
            const json_t *list; /* of places and names of packs; NULL: all of them */
        } packs;
        struct {
            int64_t ms;
        } more;
        struct {
            bool open;
        } shelf;
        struct {
            const char *game; /* NULL: for none any more */
        } vote;
        struct {
            const json_t *of; /* object: public id to number of team */
        } teams_of;
        struct {
            int team;
            const char *name; /* NULL: as the game calls it */
        } team_name;
        struct {
            const char *why;
        } end; /* also of STOP */
    };
};

const char *step_word(enum step_kind kind);
enum step_who step_who(enum step_kind kind);
/* Does it mean something only to the game on the table? */
bool step_is_of_game(enum step_kind kind);
/* One line of JSON, without a line break. */
void step_write(const struct step *step, struct buffer *out);
/* Adds what came of it (teams, check) to the line of a step that had none yet. */
void step_write_outcome(const struct step *step, struct buffer *line);
/* The reverse; texts and payloads stay in the record. False if it is no step. */
bool step_read(struct step *step, const struct record *record);
