/* Cards on their way from somebody's file into a deck of our own shape, pack by pack. Each card is
 * cleaned and checked here; what is of no use is dropped, counted and told with its place. Nothing
 * is kept but the deck's JSON itself, and which texts the open pack has already.
 *
 *     gather_begin ─▶ gather_pack ─▶ gather_black … gather_white … ─▶ gather_pack … ─▶ gather_end */
#pragma once

#include "cardtext.h"
#include "core/writer.h"
#include "game.h"

#define DECK_WHITE_MAX 32768
#define DECK_BLACK_MAX 8192

/* What is said of a whole deck; texts belong to the caller, NULL: not known. */
struct deck_about {
    const char *language, *name, *author, *licence;
};

enum card_rating { CARD_MATURE, CARD_FAMILY };

/* Hashes of texts: a table of `cap` places, 0 is empty. */
struct seen {
    uint64_t *table;
    size_t cap, count;
};

struct gather {
    struct writer w;
    struct deck_yield *yield;
    enum card_text kind;             /* of the source's texts; marked unless it is set */
    int packs, black, white;         /* that the deck has */
    int at_pack, at_black, at_white; /* of the source, from 1: the place that is read */
    struct {
        struct buffer *out; /* as it was before the pack began, for one that stays empty */
        struct writer w;
        size_t len;
        int black, white;
        bool open, in_white;
    } pack;
    struct seen seen;    /* of the open pack */
    struct seen brought; /* of all packs before `adding` */
    bool adding;         /* cards that were brought are passed over, without a word */
};

void gather_begin(struct gather *g, struct buffer *out, const struct deck_about *about,
                  struct deck_yield *yield);
/* The next pack of the source; one without cards leaves no trace. */
void gather_pack(struct gather *g, const char *name);
/* Cards of the open pack: all black ones first. `pick` 0: not said. NULL for a text that is none. */
void gather_black(struct gather *g, const char *text, int pick, enum card_rating rating);
void gather_white(struct gather *g, const char *text, enum card_rating rating);
/* From here on come packs of a deck that is there already: of these stays what was not brought anew, and
 * nothing is told or counted. `unheard` lives until gather_end. */
void gather_rest(struct gather *g, struct deck_yield *unheard);
/* Closes the deck; refused, and `out` as it was, if there is no card in it. */
struct refusal gather_end(struct gather *g);
