/* All rules in the browser: a room's log is folded here as the server folds it. Texts go in through
 * memory that `take` gives, and come out as the bytes between text_address and text_length. */
#include "core/token.h"
#include "room/fold.h"

#include <stdio.h>
#include <stdlib.h>

#define EXPORT(name) __attribute__((export_name(#name)))

extern const struct game taboo_game, santase_game, codenames_game, cah_game;
static const struct game *const games[] = {&taboo_game, &santase_game, &codenames_game, &cah_game,
                                           NULL};
static struct house house = {.games = games};
static struct folding folding = {.house = &house};
static struct room *room;
static struct buffer text;

EXPORT(take) void *take(size_t len);
EXPORT(give_back) void give_back(void *memory);
EXPORT(begin) void begin(void);
EXPORT(deck) int deck(const char *game, const char *json, size_t len);
EXPORT(record) int record(const char *line, size_t len);
EXPORT(digest) void digest(const void *bytes, size_t len);
EXPORT(proof) void proof(void);
EXPORT(view) void view(unsigned person);
EXPORT(text_address) const char *text_address(void);
EXPORT(text_length) size_t text_length(void);

void *take(size_t len)
{
    return malloc(len);
}

void give_back(void *memory)
{
    free(memory);
}

const char *text_address(void)
{
    return text.data;
}

size_t text_length(void)
{
    return text.len;
}

static struct shelf *shelf(void)
{
    if (!house.shelf) house.shelf = shelf_new();
    return house.shelf;
}

void begin(void)
{
    room_free(room);
    room = NULL;
    shelf();
}

/* Its hash becomes the text; false if that game cannot read it. */
int deck(const char *game, const char *json, size_t len)
{
    const struct game_deck *found;
    const struct game *of = house_game(&house, game);
    json_t *read = of ? json_loadb(json, len, JSON_REJECT_DUPLICATES, NULL) : NULL;
    struct refusal refusal = read ? shelf_add(shelf(), of, "", read, &found) : REFUSE(UNKNOWN_GAME);
    json_decref(read);
    buffer_clear(&text);
    if (!refused(&refusal)) buffer_add_text(&text, found->hash);
    return !refused(&refusal);
}

/* 0: it came out as it did when it was played; else the text says what did not. */
int record(const char *line, size_t len)
{
    enum fold result = fold_record(&folding, &room, 1, line, len);
    bool changed = room && room->rules_changed;
    buffer_clear(&text);
    if (result != FOLD_FINE) buffer_add_text(&text, folding.why);
    return result != FOLD_FINE ? 1 : changed ? 2 : 0;
}

/* SHA-256, in hexadecimal. */
void digest(const void *bytes, size_t len)
{
    uint8_t hash[PROOF_BYTES];
    char hex[2 * PROOF_BYTES + 1];
    sha256(hash, bytes, len);
    hex_write(hex, hash, sizeof hash);
    buffer_clear(&text);
    buffer_add_text(&text, hex);
}

static void put_hex(struct writer *w, const char *key, const uint8_t bytes[PROOF_BYTES])
{
    char hex[2 * PROOF_BYTES + 1];
    hex_write(hex, bytes, PROOF_BYTES);
    put_string(w, key, hex);
}

/* What the last record left of it: the step, what phones were shown of the round, and the numbers that
 * were revealed. */
void proof(void)
{
    buffer_clear(&text);
    struct writer w = writer_to(&text);
    write_object(&w);
    if (room) {
        put_int(&w, "seq", room->seq);
        put_string(&w, "do", step_word(room->last.kind));
        put_bool(&w, "playing", room->phase == ROOM_PLAYING);
        put_int(&w, "started", room->started);
        proof_write(room, &w);
    }
    put_object(&w, "numbers");
    for (int i = 0; room && room->proof && i < room->proof->count; i++) {
        const struct proof_part *part = &room->proof->part[i];
        char id[8];
        snprintf(id, sizeof id, "p%u", part->number);
        if (part->revealed) put_hex(&w, id, part->random);
    }
    write_end(&w);
    write_end(&w);
}

/* What a person (0: the crowd) is shown. */
void view(unsigned person)
{
    buffer_clear(&text);
    struct writer w = writer_to(&text);
    if (room) room_write_view(room, room_person(room, (uint16_t)person), room->time, &w);
}
