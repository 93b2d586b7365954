/* What the room tests share: a house with the test games, and a room that steps are tried on as the
 * hall tries them, on a copy. */
#pragma once

#include "hush.h"
#include "room/room.h"
#include "room/says.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define OK REFUSAL_CODE_OK
#define STEP(k, ...) ((struct step){.kind = STEP_##k, __VA_ARGS__})

#define T0 1700000000000

struct party {
    struct house house;
    struct room *room;
    int64_t now;
};

/* Mutable copies of the test games, so that a test may change a version or a grace time. */
extern struct game test_solo, test_teams;

/* Lets a test game have decks: {"name", "packs": ["a", "b", …]}, each pack one card and its name one
 * letter. */
void party_give_decks(struct game *game);
bool party_pack(const struct game_deck *deck, int place, struct deck_pack *out);

void party_begin(struct party *p, const char *game);
void party_end(struct party *p);
/* Tries the step; the code of the refusal. The record is written, read back and compared too. */
enum refusal_code party_do(struct party *p, struct step step);
uint16_t party_join(struct party *p, const char *name); /* the new person's number; must succeed */
enum refusal_code party_act(struct party *p, uint16_t by, const char *verb, const char *with);
enum refusal_code party_start(struct party *p, uint16_t by);
const struct person *party_person(struct party *p, uint16_t number);
/* The view of a person (0: the crowd) as JSON text in memory that the next call reuses. */
const char *party_view(struct party *p, uint16_t number);
/* The names of the events of the last step that reach a seat, with spaces between. */
const char *party_events(struct party *p, int viewer);
