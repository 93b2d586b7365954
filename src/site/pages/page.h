/* The pages that people see, as functions from plain structs to HTML. Nothing here knows sockets,
 * rooms or cookies: the site reads those and fills the structs, whose strings all belong to the
 * caller and need to live only during the call. Every page adds to `out` a whole document, every
 * fragment_… the inside of an element that a page has already.
 *
 * What the pages expect from the site that serves them:
 *   - every file below build/web/served/ at its own path (/css/house.css, /js/shell.js, /vendor/htmx.js …)
 *     and, unchanging for ever, behind asset_base: /v/HASH/css/house.css is the same file. HASH is
 *     that of the whole folder (build/web/served/.hash). Relative imports keep modules of one version
 *     together. /sw.js must be served without a lifetime;
 *   - ?lang=xx on any page sets the cookie `lang` for a year; the cookie `look` is read only;
 *   - forms are answered with 303 (to the lobby, the table or home) or, where the request's Accept
 *     names application/json, with {"ok":true,…} or {"error":{"code","message"}};
 *   - /sse/CODE sends `status` (fragment_status), `start-game` (fragment_start; empty data while
 *     nobody could be started with), `lobby` (fragment_lobby), `game-start` (a path), `closed` (why),
 *     each for the person at the other end and in its language;
 *   - GET /offline is page_offline, GET /about is page_about. */
#pragma once

#include "core/buffer.h"
#include "core/refusal.h"
#include "game.h"

#include <stdbool.h>

/* What the Content-Security-Policy must allow besides the server's own files: the hash of the one script
 * that stands in every page (web/first.js). */
extern const char page_script_hash[];

struct page_context {
    const char *language;    /* as catalog_pick says */
    const char *look;        /* the cookie `look` ("dark more large still"), or NULL */
    const char *asset_base;  /* "/v/3fa9c1d2", or "" */
    const char *origin;      /* "https://example.org": what links and QR codes begin with */
    const char *avatar_base; /* NULL: "/avatar/"; the encoded name and avatar_end follow */
    const char *avatar_end;  /* NULL: ".svg" */
    const char *announced;   /* the operator's sentence to everybody; NULL or "": none */
    long restart_minutes;    /* until a restart, rounded up; 0: none is announced */
};

/* A game as the shelf shows it. */
struct page_game {
    const char *name;
    int players_min, players_max;
    struct game_box box;
    bool bots;                 /* somebody alone can play it, against the computer */
    const char *bots_language; /* in that language; NULL: in any */
};

/* A seat that the visitor has somewhere. */
struct page_seat {
    const char *code, *game, *name, *avatar;
};

struct page_home {
    const struct page_game *games; /* in the order of the shelf; one without a name ends */
    const char *code;              /* filled in; NULL or "" for none */
    int seat_count;
    const struct page_seat *seats;
};

struct page_person {
    const char *id; /* "p7" */
    const char *name;
    const char *avatar; /* what the face is drawn from; NULL or "": the name */
    int team;           /* index into the room's teams; -1: none */
    int bot;            /* 0: a human; 1 to 3 */
    int evening;        /* games won tonight */
    bool host, online, watching;
};

enum page_setting_kind { PAGE_NUMBER, PAGE_MILLISECONDS, PAGE_SWITCH, PAGE_CHOICE };

struct page_setting {
    const char
        *key; /* its label is "GAME.setting.KEY", that of a choice "GAME.setting.KEY.CHOICE" */
    enum page_setting_kind kind;
    int value, min, max;        /* a choice is an index */
    const char *const *choices; /* of a choice; ends with NULL */
    bool idle;                  /* means nothing under the other settings */
    bool secret;                /* nobody else is to know it: no preset keeps it */
};

/* "GAME.preset.KEY" */
struct page_preset {
    const char *key;
    bool holds; /* all that it sets is so */
};

/* Cards that were made or brought for the room. */
struct page_deck {
    const char *hash, *title, *language;
    int cards;
    bool fits;   /* the next game is played with them */
    bool banned; /* by the operator: no game is */
};

enum page_state { PAGE_LOBBY, PAGE_PLAYING, PAGE_OVER };

struct page_room {
    const char *code, *game;
    struct game_box box;
    enum page_state state;
    int you;                /* index into people; -1: not (yet) in the room */
    bool is_host;           /* this page is the host's */
    const char *host_token; /* the host's alone, else NULL */
    bool for_program;       /* which has no cookies: the token stands in the stream's address */
    int people_count;
    const struct page_person *people;
    const char *const
        *votes;     /* of each of them: the game that should come next, or NULL; or NULL */
    int team_count; /* 0: everybody for himself */
    const char *const *teams;
    const char *team_called[4]; /* by the host; NULL: as the game calls it */
    int team_max;               /* 0: as many as there are seats */
    int seats_min, seats_max;
    int setting_count;
    const struct page_setting *settings;
    int preset_count;
    const struct page_preset *presets;
    const struct page_game *games; /* that the host may put on the table, as above; may be NULL */
    bool bots;                     /* computer players can be added, */
    const uint8_t *levels;         /* of these strengths; ends with 0 */
    const char
        *bots_language; /* but only to words in this language, which are others now; or NULL */
    bool bots_beginner; /* they know only some of these words */
    bool latecomers;    /* who comes now may still play in the running game */
    const struct page_person *returning; /* who stands at the door was here before; NULL: nobody */
    int out_count;
    const struct page_person *out; /* whom the host put out */
    int games_played;
    bool remembers;      /* what is played of this game can be looked up afterwards */
    bool imports;        /* the host may bring cards */
    bool card_urls;      /* by their address, too */
    char packs_mark[12]; /* "": decks have no packs; else another text for other decks or packs */
    int cards_in_play;   /* of the next game, as it is chosen now; -1: not counted */
    int own_cards;       /* that were made or brought for this room */
    int own_deck_count;
    const struct page_deck *own_decks;
    struct refusal missing; /* ACCEPTED: the host may start */
    int missing_team;       /* index, or -1 */
    int missing_count;      /* 0: not a matter of numbers */
    int team_lacks[GAME_SEATS_MAX];
};

/* A room that somebody is about to open, with settings that came along. */
struct page_new {
    const struct page_room *room;  /* its game, box and settings, as they would be; nothing else */
    const char *called;            /* what the settings are called; NULL or "": nothing */
    const json_t *query;           /* of this page, an object of texts */
    const json_t *asked;           /* settings by name, to be sent on; NULL: the usual ones */
    const struct refusal *problem; /* why they are the usual ones; NULL: none */
};

void page_home(struct buffer *out, const struct page_context *c, const struct page_home *home);
/* GET /new. */
void page_new(struct buffer *out, const struct page_context *c, const struct page_new *opening);
/* `code` as typed, or NULL; `problem` is why it did not work, or NULL. */
void page_join(struct buffer *out, const struct page_context *c, const char *code,
               const struct refusal *problem);
/* GET /rooms/CODE/lobby, GET /rooms/CODE. Both show what `is_host` and `you` allow. */
void page_lobby_host(struct buffer *out, const struct page_context *c,
                     const struct page_room *room);
void page_lobby_guest(struct buffer *out, const struct page_context *c,
                      const struct page_room *room);
void page_table(struct buffer *out, const struct page_context *c, const struct page_room *room);
void page_tv(struct buffer *out, const struct page_context *c, const struct page_room *room);
/* GET /rooms/CODE while a game is running or just over, for somebody who is not in the room. */
void page_latecomer(struct buffer *out, const struct page_context *c, const struct page_room *room);
/* `link` is the whole address that moves the seat. */
void page_resume(struct buffer *out, const struct page_context *c, const char *code,
                 const char *link);
/* The same address opened elsewhere: asks whether `name` goes on here. */
void page_resume_here(struct buffer *out, const struct page_context *c, const char *code,
                      const char *once, const char *name);
/* A friendly answer to somebody who cannot come in or do that now: ROOM_NOT_FOUND (`typed` is what
 * was asked for), ROOM_ENDED, ROOM_FULL, GAME_ALREADY_STARTED, … `room` is NULL where there is
 * none. */
void page_refusal(struct buffer *out, const struct page_context *c, const struct refusal *why,
                  const char *typed, const struct page_room *room);
/* 404, 405, 500 and whatever else has no page of its own. */
void page_error(struct buffer *out, const struct page_context *c, int status);
void page_about(struct buffer *out, const struct page_context *c, const char *version);
/* `games` as on the home page: those that are pages can be played without us. */
void page_offline(struct buffer *out, const struct page_context *c, const struct page_game *games);

/* What the stream sends to the lobby. */
void fragment_status(struct buffer *out, const struct page_context *c,
                     const struct page_room *room);
void fragment_start(struct buffer *out, const struct page_context *c, const struct page_room *room);
void fragment_lobby(struct buffer *out, const struct page_context *c, const struct page_room *room);
