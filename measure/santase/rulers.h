/* Players that follow rules and do not look ahead, to measure the computer against something that
 * was not made of the same parts. They read only their own hand and what lies open. */
#pragma once

#include "santase/rules.h"

/* By the rules of the best-known public rule player: exchanges and declares whenever it can, closes
 * with five trumps, saves trumps for aces and tens, leads its smallest card. */
uint8_t ruler_plain(const struct match *match, int seat);
/* Besides: keeps king and queen together while their marriage can still come, hoards trumps and aces
 * until following is strict, counts sure tricks before closing, and plays the end exactly. */
uint8_t ruler_careful(const struct match *match, int seat);
