/* What a match says to people: events of the last step and the view of one seat, as JSON. Nothing
 * else of the game writes any. */
#pragma once

#include "game.h"
#include "rules.h"

void match_view(const void *state, int viewer, const struct game_table *table, struct writer *out);
void match_tell(const void *state, const struct game_table *table, struct game_says *says);

const char *match_event_name(const struct event *event); /* "card_played" */
/* The event's fields, into an open object, as far as `viewer` may know them. */
void match_event_write(const struct match *match, const struct event *event, int viewer,
                       struct writer *out);

const char *match_end_name(unsigned reason); /* "closer_failed" */

void say_card(struct writer *out, const char *key, uint8_t card); /* null for NO_CARD */
void say_seat(struct writer *out, const char *key, uint8_t seat); /* null for NOBODY */
/* An array of cards as one sorts a hand: colours alternate, the strongest first. */
void say_cards(struct writer *out, const char *key, uint32_t cards);
int hand_sort(uint8_t out[CARDS], uint32_t cards);
