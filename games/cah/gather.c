#include "gather.h"
#include "core/alloc.h"
#include "core/complaint.h"
#include "core/text.h"

#include <stdio.h>
#include <stdlib.h>

#define PACK_NAME_LETTERS 80
#define PACK_NAME_BYTES 240

static void put_known(struct writer *w, const char *key, const char *text)
{
    char clean[PACK_NAME_BYTES + 1];
    bool known = text && text_clean(clean, sizeof clean, PACK_NAME_LETTERS, text);
    put_string(w, key, known ? clean : "unknown");
}

void gather_begin(struct gather *g, struct buffer *out, const struct deck_about *about,
                  struct deck_yield *yield)
{
    *g = (struct gather){.w = writer_to(out), .yield = yield};
    g->pack.out = out;
    g->pack.len = out->len;
    write_object(&g->w);
    put_string(&g->w, "game", "cah");
    put_string(&g->w, "language", about->language);
    put_known(&g->w, "name", about->name);
    put_known(&g->w, "author", about->author);
    put_known(&g->w, "licence", about->licence);
    put_array(&g->w, "packs");
}

/* Where the card stands, as somebody would count who looks for it. */
static void complain(struct gather *g, bool white, const char *text, const char *why)
{
    struct deck_yield *y = g->yield;
    char sentence[sizeof y->first_problem];
    int at = snprintf(sentence, sizeof sentence, "Pack %d, %s card %d: ", g->at_pack,
                      white ? "white" : "black", white ? g->at_white : g->at_black);
    char said[sizeof y->first_problem];
    complaint_write(said, sizeof said, 0, text, why);
    snprintf(sentence + at, sizeof sentence - (size_t)at, "%s", said);
    if (y->dropped++ == 0) memcpy(y->first_problem, sentence, sizeof sentence);
    int listed = y->problems.count;
    faults_add(&y->problems, 0, text, why, NULL);
    if (y->problems.count > listed)
        memcpy(y->problems.of[listed].sentence, sentence, sizeof sentence);
}

static uint64_t hash_of(const char *text, bool white)
{
    uint64_t hash = white ? 0x9e3779b97f4a7c15u : 0xcbf29ce484222325u;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
    return hash ? hash : 1;
}

static size_t seen_place(const struct seen *s, uint64_t hash)
{
    size_t i = (size_t)(hash ^ hash >> 32) & (s->cap - 1);
    while (s->table[i] && s->table[i] != hash)
        i = (i + 1) & (s->cap - 1);
    return i;
}

static void seen_grow(struct seen *s)
{
    struct seen larger = {.cap = s->cap ? 2 * s->cap : 256, .count = s->count};
    larger.table = alloc_zero(larger.cap, sizeof *larger.table);
    for (size_t i = 0; i < s->cap; i++)
        if (s->table[i]) larger.table[seen_place(&larger, s->table[i])] = s->table[i];
    free(s->table);
    *s = larger;
}

static bool seen_has(const struct seen *s, uint64_t hash)
{
    return s->cap && s->table[seen_place(s, hash)] == hash;
}

/* 64 bits over at most 40,000 texts: that two of them agree by chance is not to be expected. */
static bool seen_before(struct seen *s, uint64_t hash)
{
    if (seen_has(s, hash)) return true;
    if (2 * (s->count + 1) > s->cap) seen_grow(s);
    s->table[seen_place(s, hash)] = hash;
    s->count++;
    return false;
}

static void seen_clear(struct seen *s)
{
    if (s->count) memset(s->table, 0, s->cap * sizeof *s->table);
    s->count = 0;
}

/* The pack has it already, or it was brought and is there only for that reason. */
static bool is_known(struct gather *g, uint64_t hash)
{
    if (g->adding && seen_has(&g->brought, hash)) return true;
    if (!g->adding) seen_before(&g->brought, hash);
    return seen_before(&g->seen, hash);
}

static void close_pack(struct gather *g)
{
    if (!g->pack.open) return;
    g->pack.open = false;
    if (g->pack.black + g->pack.white == 0) {
        g->w = g->pack.w;
        g->pack.out->len = g->pack.len;
        return;
    }
    if (!g->pack.in_white) {
        write_end(&g->w);
        put_array(&g->w, "white");
    }
    write_end(&g->w);
    write_end(&g->w);
    g->packs++;
}

void gather_pack(struct gather *g, const char *name)
{
    char clean[PACK_NAME_BYTES + 1], numbered[20];
    close_pack(g);
    g->at_pack++;
    g->at_black = g->at_white = 0;
    g->pack.w = g->w;
    g->pack.len = g->pack.out->len;
    g->pack.black = g->pack.white = 0;
    g->pack.open = true;
    g->pack.in_white = false;
    seen_clear(&g->seen);
    snprintf(numbered, sizeof numbered, "%d", g->at_pack);
    bool named = name && text_clean(clean, sizeof clean, PACK_NAME_LETTERS, name);
    write_object(&g->w);
    put_string(&g->w, "name", named ? clean : numbered);
    put_array(&g->w, "black");
}

static void put_rating(struct gather *g, enum card_rating rating)
{
    put_string(&g->w, "rating", rating == CARD_FAMILY ? "family" : "mature");
    write_end(&g->w);
    g->yield->kept++;
}

void gather_black(struct gather *g, const char *text, int pick, enum card_rating rating)
{
    char clean[CARD_BYTES_MAX + 1];
    g->at_black++;
    const char *why = text ? cardtext_black(clean, text, g->kind, &pick) : "It has no text.";
    if (!why && g->packs == GAME_PACKS_MAX) why = "A deck has at most 256 packs.";
    if (!why && g->black == DECK_BLACK_MAX) why = "A deck has at most 8192 black cards.";
    if (!why && is_known(g, hash_of(clean, false))) why = "It stands there twice.";
    if (why) {
        complain(g, false, text ? text : "", why);
        return;
    }
    write_object(&g->w);
    put_string(&g->w, "text", clean);
    put_int(&g->w, "pick", pick);
    put_rating(g, rating);
    g->pack.black++;
    g->black++;
}

void gather_white(struct gather *g, const char *text, enum card_rating rating)
{
    char clean[CARD_BYTES_MAX + 1];
    const char *why = NULL;
    g->at_white++;
    if (!g->pack.in_white) {
        write_end(&g->w);
        put_array(&g->w, "white");
        g->pack.in_white = true;
    }
    if (!text || !cardtext_white(clean, text, g->kind))
        why = "It has no text, or more than 300 bytes.";
    if (!why && g->packs == GAME_PACKS_MAX) why = "A deck has at most 256 packs.";
    if (!why && g->white == DECK_WHITE_MAX) why = "A deck has at most 32768 white cards.";
    if (!why && is_known(g, hash_of(clean, true))) why = "It stands there twice.";
    if (why) {
        complain(g, true, text ? text : "", why);
        return;
    }
    write_object(&g->w);
    put_string(&g->w, "text", clean);
    put_rating(g, rating);
    g->pack.white++;
    g->white++;
}

void gather_rest(struct gather *g, struct deck_yield *unheard)
{
    *unheard = *g->yield;
    g->yield = unheard;
    g->adding = true;
    g->kind = TEXT_PLAIN;
}

struct refusal gather_end(struct gather *g)
{
    close_pack(g);
    write_end(&g->w);
    write_end(&g->w);
    free(g->seen.table);
    free(g->brought.table);
    if (g->packs > 0) return ACCEPTED;
    if (g->yield->dropped)
        return refuse_saying(REFUSAL_CODE_BAD_REQUEST, "No card is usable. %.90s",
                             g->yield->first_problem);
    return refuse_saying(REFUSAL_CODE_BAD_REQUEST, "There is no card in this file.");
}
