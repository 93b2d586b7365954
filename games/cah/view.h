/* What people are shown of the cards game, and what they are told. */
#pragma once

#include "rules.h"

void cah_view(const void *state, int viewer, const struct game_table *table, struct writer *out);
void cah_tell(const void *state, const struct game_table *table, struct game_says *says);

/* Pieces of both (pieces.c). Ids of people are public ones; a Rando is "rando1". */
void cah_id_text(uint64_t id, char out[17]);
const char *cah_author_id(const struct game_table *table, int author);
void cah_white_id(const struct game_table *table, uint16_t card, char out[CAH_ID_BYTES]);
void cah_put_id(struct writer *out, const char *key, uint64_t id);
void cah_put_author(struct writer *out, const char *key, const struct game_table *table,
                    int author);
void cah_put_seats(struct writer *out, const char *key, const struct game_table *table,
                   uint32_t seats);
void cah_put_scores(struct writer *out, const char *key, const struct cah *g,
                    const struct game_table *table);
void cah_put_black(struct writer *out, const char *key, uint16_t card,
                   const struct game_table *table);
void cah_put_hand(struct writer *out, const char *key, const struct cah_hand *hand,
                  const struct game_table *table);
/* `text` is what is written on the blanks among them; with `only_blanks` no others. */
void cah_put_cards(struct writer *out, const uint16_t *card, int count, const char *text,
                   const struct game_table *table, bool only_blanks);
/* The fields of one response within an object that is open: id and cards. */
void cah_put_response(struct writer *out, const struct cah_response *r,
                      const struct game_table *table);
/* Of the responses about which the host is asked the next one after `entry` (-1: the first), by their
 * ids: the order of playing would say whose they are. -1: no more. */
int cah_next_asked(const struct cah *g, int entry);
/* Those who have won, or lead: seats and, with their own ids, Randos. */
void cah_put_leaders(struct writer *out, const struct cah *g, const struct game_table *table);
