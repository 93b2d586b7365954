/* Positions for tests, written as one would lay them on the table. */
#pragma once

#include "santase/rules.h"

uint32_t cards(const char *names); /* "KH QH 10S" as a set */
uint8_t card(const char *name);

/* Seat 0 is to lead and has won a trick with nothing in it; default options. Stock from the top;
 * "" means none. A turned card of "" means that only `trump` is known. */
struct bout scene(const char *hand0, const char *hand1, const char *stock, const char *turned,
                  enum suit trump);
struct bout_options usual(void);
struct match_settings usual_match(void);
/* A match in which that bout is being played. */
struct match scene_match(const struct bout *bout);
struct chance dice(uint8_t seed);

#define PLAY(name) (uint8_t)(ACT_PLAY + card(name))
#define MARRY(name) (uint8_t)(ACT_MARRY + card(name))
#define DECLARE(suit) (uint8_t)(ACT_DECLARE + (suit))
