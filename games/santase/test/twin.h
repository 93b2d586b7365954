/* The same position and the same moves in both implementations. */
#pragma once

#include "santase/bout.h"
#include "slow.h"

struct slow twin_of(const struct bout *bout);
void twin_name(char out[8], uint8_t action); /* as slow.h writes moves */
/* Both agree on every legal move of both seats and on the result; otherwise the test fails. */
void twin_check(const struct bout *bout, const struct slow *slow);
/* Lines to the end, counted with the fast rules. */
long bout_lines(const struct bout *bout);
/* A position reached by random legal cards, marriages and exchanges: strict, `cards` in each hand,
 * sometimes because somebody closed, sometimes with a card on the table. */
struct bout random_endgame(struct chance *chance, int cards);
