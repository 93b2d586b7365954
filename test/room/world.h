/* What the tests of the hall share: a world with a store on disk that can be shut and opened again,
 * and proposals that wait for their answer. */
#pragma once

#include "party.h"
#include "room/hall.h"

struct world {
    char folder[40];
    struct house house;
    struct store *store;
    struct hall *hall;
    int64_t now;
    size_t waiting_bytes_max; /* of the store, when it is next opened; 0: plenty */
    char told[4000];          /* names of events to everybody since the last look */
    int bots, closed, complaints, let_go;
    bool lazy;           /* when next opened: rooms may rest, and the store trusts its index */
    bool holds;          /* somebody has hold of every room: none may rest now */
    char complaint[300]; /* the last one */
    char why[40];
};

/* A fresh folder with the test games of party.h; world_end removes it. */
void world_begin(struct world *w);
void world_end(struct world *w);
/* The end of the program and its next start; every `struct live` is another one afterwards. */
void world_shut(struct world *w);
void world_open(struct world *w);
/* Until nothing waits in the store. */
void settle(struct world *w);

/* The answer of a proposal, kept. */
struct kept {
    int calls;
    enum refusal_code code;
    uint16_t person;
    struct live *live;
    char token[TOKEN_TEXT_LENGTH + 1], host_token[TOKEN_TEXT_LENGTH + 1];
};

void keep(void *arg, const struct hall_answer *answer);
/* Each waits for its answer. */
struct kept create(struct world *w, const char *game); /* Ana's room */
struct kept join(struct world *w, struct live *live, const char *name);
enum refusal_code propose(struct world *w, struct live *live, struct step step);

/* A world in which hush has decks, and Ana's room there with Bob in it. */
struct live *open_table(struct world *w);

/* The people of a room that was gathered, by number. */
enum { ANA = 1, BOB, CLEO, DINO };
/* Ana's room with that many people, all of them connected. */
struct live *gather(struct world *w, const char *game, int people);
/* Ana starts the game, which must be possible. */
void begin_game(struct world *w, struct live *live);
/* The end of the program and its next start; the same room then. */
struct live *reopen(struct world *w, const struct live *live);
/* Time goes by, and what is due comes. */
void pass(struct world *w, int64_t ms);

/* What a person (0: the crowd) sees, as JSON text for the caller to free. */
char *view(const struct room *room, uint16_t person);
/* Random people doing random things in several rooms. */
void wander(struct world *w, struct chance *chance, struct live **rooms, int count);
