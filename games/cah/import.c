#include "import.h"
#include "core/alloc.h"
#include "json5.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BAD(...) refuse_saying(REFUSAL_CODE_BAD_REQUEST, __VA_ARGS__)

static const json_t *get(const json_t *json, const char *key)
{
    return json_object_get(json, key);
}

static const char *text_at(const json_t *json, const char *key)
{
    return json_string_value(get(json, key));
}

/* A card is its text, or an object that has it. */
static const char *text_of(const json_t *card)
{
    return json_is_string(card) ? json_string_value(card) : text_at(card, "text");
}

static int pick_of(const json_t *card)
{
    double pick = json_number_value(get(card, "pick")); /* of any size: 1e99 is a number too */
    return pick > CARD_PICK_MAX + 1 ? CARD_PICK_MAX + 1 : pick > 0 ? (int)pick : 0;
}

/* What is rated says so itself, or what it is part of does; nobody has looked at the rest. */
static enum card_rating rating_of(const json_t *json, enum card_rating otherwise)
{
    const char *word = text_at(json, "rating");
    if (!word) return otherwise;
    return strcmp(word, "family") == 0 ? CARD_FAMILY : CARD_MATURE;
}

static struct deck_about about(const struct import_options *options, const json_t *json)
{
    const char *name = text_at(json, "name"), *licence = text_at(json, "licence");
    return (struct deck_about){options->language, name && *name ? name : options->name,
                               text_at(json, "author"),
                               licence ? licence : text_at(json, "license")};
}

static void take_black(struct gather *g, const json_t *card, enum card_rating rating)
{
    gather_black(g, text_of(card), pick_of(card), rating_of(card, rating));
}

static void take_white(struct gather *g, const json_t *card, enum card_rating rating)
{
    gather_white(g, text_of(card), rating_of(card, rating));
}

/* ---- packs that hold their cards: our own, and JSON Against Humanity's full form ---- */

static void take_pack(struct gather *g, const json_t *pack, enum card_rating rating)
{
    size_t i;
    json_t *card;
    rating = rating_of(pack, rating);
    gather_pack(g, text_at(pack, "name"));
    json_array_foreach(get(pack, "black"), i, card) take_black(g, card, rating);
    json_array_foreach(get(pack, "white"), i, card) take_white(g, card, rating);
}

static void take_packs(struct gather *g, const json_t *packs, enum card_rating rating)
{
    size_t i;
    json_t *pack;
    json_array_foreach(packs, i, pack) take_pack(g, pack, rating);
}

/* ---- packs that name their cards by place: JSON Against Humanity's compact form ---- */

/* One of the two lists, and which of its cards were in some pack, or in the one being read. */
struct pile {
    const json_t *cards;
    size_t count;
    void (*take)(struct gather *g, const json_t *card, enum card_rating rating);
    int *used; /* number of the last pack that had it; 0: none */
};

static struct pile pile_of(const json_t *cards,
                           void (*take)(struct gather *g, const json_t *card, enum card_rating))
{
    size_t count = json_array_size(cards);
    return (struct pile){cards, count, take, alloc_zero(count + 1, sizeof(int))};
}

/* A place may be named twice, and may not exist. */
static void take_places(struct gather *g, struct pile *pile, const json_t *places,
                        enum card_rating rating)
{
    size_t i;
    json_t *place;
    json_array_foreach(places, i, place)
    {
        json_int_t at = json_is_integer(place) ? json_integer_value(place) : -1;
        bool there = at >= 0 && (size_t)at < pile->count;
        if (there && pile->used[at] == g->at_pack) continue;
        if (there) pile->used[at] = g->at_pack;
        pile->take(g, there ? json_array_get(pile->cards, (size_t)at) : NULL, rating);
    }
}

static void take_unused(struct gather *g, struct pile *pile, enum card_rating rating)
{
    for (size_t i = 0; i < pile->count; i++)
        if (!pile->used[i]) pile->take(g, json_array_get(pile->cards, i), rating);
}

static void take_compact_pack(struct gather *g, const char *key, const json_t *pack,
                              struct pile *black, struct pile *white, enum card_rating rating)
{
    const char *name = text_at(pack, "name");
    rating = rating_of(pack, rating);
    gather_pack(g, name && *name ? name : key);
    take_places(g, black, get(pack, "black"), rating);
    take_places(g, white, get(pack, "white"), rating);
}

/* Cards that are in no pack make one more, under the deck's name. */
static void take_compact(struct gather *g, const json_t *json, const char *name,
                         enum card_rating rating)
{
    struct pile black = pile_of(get(json, "black"), take_black);
    struct pile white = pile_of(get(json, "white"), take_white);
    const json_t *packs = get(json, "packs");
    const char *key;
    json_t *pack;
    size_t i;
    json_array_foreach(packs, i, pack) take_compact_pack(g, NULL, pack, &black, &white, rating);
    json_object_foreach((json_t *)packs, key, pack)
        take_compact_pack(g, key, pack, &black, &white, rating);
    gather_pack(g, name);
    take_unused(g, &black, rating);
    take_unused(g, &white, rating);
    free(black.used);
    free(white.used);
}

/* ---- calls and responses: Cardcast, Massive Decks ---- */

/* Cardcast: the blanks lie between the pieces. */
static bool join_pieces(struct buffer *out, const json_t *pieces)
{
    size_t i;
    json_t *piece;
    json_array_foreach(pieces, i, piece)
    {
        if (!json_is_string(piece)) return false;
        if (i) buffer_add_byte(out, '_');
        buffer_add(out, json_string_value(piece), json_string_length(piece));
    }
    return true;
}

/* The slots of a call, each counted once. */
struct slots {
    json_int_t index[CARD_PICK_MAX + 1];
    int count, unnumbered;
};

static void count_slot(struct slots *slots, const json_t *slot)
{
    const json_t *index = get(slot, "index");
    json_int_t at = json_is_integer(index) ? json_integer_value(index) : slots->unnumbered++;
    for (int i = 0; i < slots->count; i++)
        if (slots->index[i] == at) return;
    if (slots->count <= CARD_PICK_MAX) slots->index[slots->count++] = at;
}

static void join_part(struct buffer *out, const json_t *part, struct slots *slots)
{
    const char *text = text_of(part);
    if (text) {
        buffer_add_text(out, text);
    } else if (json_is_object(part)) {
        buffer_add_byte(out, '_');
        count_slot(slots, part);
    }
}

/* Massive Decks: lines of parts. */
static void join_lines(struct buffer *out, const json_t *lines, struct slots *slots)
{
    size_t i, j;
    json_t *line, *part;
    json_array_foreach(lines, i, line)
    {
        if (i) buffer_add_byte(out, ' ');
        if (!json_is_array(line)) join_part(out, line, slots);
        json_array_foreach(line, j, part) join_part(out, part, slots);
    }
}

static void take_call(struct gather *g, const json_t *call, struct buffer *text,
                      enum card_rating rating)
{
    const json_t *pieces = get(call, "text");
    struct slots slots = {0};
    int pick = 0;
    buffer_clear(text);
    if (json_is_array(call)) {
        join_lines(text, call, &slots);
        pick = slots.count;
    } else if (json_is_array(pieces)) {
        if (!join_pieces(text, pieces)) buffer_clear(text);
        size_t blanks = json_array_size(pieces) > 0 ? json_array_size(pieces) - 1 : 0;
        pick = blanks > CARD_PICK_MAX ? CARD_PICK_MAX + 1 : (int)blanks;
    } else if (text_of(call)) {
        buffer_add_text(text, text_of(call));
        pick = pick_of(call);
    }
    gather_black(g, text->len ? buffer_text(text) : NULL, pick, rating_of(call, rating));
}

static void take_response(struct gather *g, const json_t *response, struct buffer *text,
                          enum card_rating rating)
{
    const json_t *pieces = get(response, "text");
    buffer_clear(text);
    if (json_is_array(pieces)) {
        if (!join_pieces(text, pieces)) buffer_clear(text);
    } else if (text_of(response)) {
        buffer_add_text(text, text_of(response));
    }
    gather_white(g, text->len ? buffer_text(text) : NULL, rating_of(response, rating));
}

static void take_calls(struct gather *g, const json_t *json, const char *name,
                       enum card_rating rating)
{
    struct buffer text = {0};
    size_t i;
    json_t *card;
    gather_pack(g, name);
    json_array_foreach(get(json, "calls"), i, card) take_call(g, card, &text, rating);
    json_array_foreach(get(json, "responses"), i, card) take_response(g, card, &text, rating);
    buffer_free(&text);
}

/* ---- which form it is ---- */

/* Cardcast is sometimes kept as {"info": {"name"}, "cards": {"calls", "responses"}}. */
static const json_t *unwrap(const json_t *json, const char *const keys[2], const char *has)
{
    for (int i = 0; i < 2; i++)
        if (get(get(json, keys[i]), has)) return get(json, keys[i]);
    return json;
}

static bool holds_cards(const json_t *json)
{
    const json_t *packs = get(json, "packs");
    return json_is_array(json) || get(json, "calls") || get(json, "responses") ||
           get(json, "white") || get(json, "black") || json_is_array(packs);
}

static size_t packs_in(const json_t *json)
{
    const json_t *packs = json_is_array(json) ? json : get(json, "packs");
    return json_is_object(packs) ? json_object_size(packs) : json_array_size(packs);
}

static void take_all(struct gather *g, const json_t *json, const char *name)
{
    enum card_rating rating = rating_of(json, CARD_MATURE);
    if (json_is_array(json))
        take_packs(g, json, rating);
    else if (get(json, "calls") || get(json, "responses"))
        take_calls(g, json, name, rating);
    else if (get(json, "white") || get(json, "black"))
        take_compact(g, json, name, rating);
    else {
        g->kind = TEXT_PLAIN;
        take_packs(g, get(json, "packs"), rating);
    }
}

static struct refusal read_deck(const struct import_options *options, const json_t *whole,
                                struct buffer *deck, struct deck_yield *yield)
{
    static const char *const where_cards[2] = {"cards", "deck"}, *const where_info[2] = {"info",
                                                                                         "deck"};
    const json_t *cards = unwrap(unwrap(whole, where_cards, "calls"), where_cards, "responses");
    const json_t *info = unwrap(whole, where_info, "name");
    if (!holds_cards(cards)) return BAD("No known form of cards is in this file.");
    if (packs_in(cards) > GAME_PACKS_MAX)
        return BAD("A file has at most %d packs; this one has %zu.", GAME_PACKS_MAX,
                   packs_in(cards));
    struct deck_about said = about(options, info);
    struct gather g;
    gather_begin(&g, deck, &said, yield);
    take_all(&g, cards, said.name);
    struct deck_yield unheard;
    if (options->base && yield->kept > 0) {
        gather_rest(&g, &unheard);
        take_packs(&g, get(options->base, "packs"), CARD_MATURE);
    }
    return gather_end(&g);
}

struct refusal cah_import(const struct import_options *options, const char *text, size_t len,
                          struct buffer *deck, struct deck_yield *yield)
{
    size_t before = deck->len;
    memset(yield, 0, sizeof *yield);
    if (len > IMPORT_BYTES_MAX) return BAD("A file of cards has at most 8 MB.");
    struct json5_error error;
    json_t *json = json5_read(text, len, &error);
    if (!json) {
        yield->line = error.line;
        snprintf(yield->first_problem, sizeof yield->first_problem, "Line %d: %s.", error.line,
                 error.what);
        return BAD("The file cannot be read: line %d, %s.", error.line, error.what);
    }
    struct refusal r = read_deck(options, json, deck, yield);
    if (refused(&r)) deck->len = before;
    json_decref(json);
    return r;
}
