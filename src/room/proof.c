#include "room/proof.h"
#include "core/alloc.h"
#include "core/token.h"
#include "room/inside.h"

#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void sha256(uint8_t out[PROOF_BYTES], const void *bytes, size_t len)
{
    struct sha256_ctx sha;
    sha256_init(&sha);
    sha256_update(&sha, len, bytes);
    sha256_digest(&sha, PROOF_BYTES, out);
}

static const uint8_t nothing[PROOF_BYTES];

/* Every field has a fixed length but for the list at the end, whose length stands before it: two
 * different inputs are never the same bytes. */
void proof_key(const struct room_proof *proof, uint8_t key[CHANCE_SEED_BYTES])
{
    struct buffer all = {0};
    buffer_add_text(&all, "ludoteca fair 1\n");
    buffer_add(&all, proof->terms, PROOF_BYTES);
    buffer_add(&all, proof->seed, PROOF_BYTES);
    buffer_add_byte(&all, (char)proof->count);
    for (int i = 0; i < proof->count; i++) {
        const struct proof_part *part = &proof->part[i];
        buffer_add_byte(&all, (char)(part->number >> 8));
        buffer_add_byte(&all, (char)part->number);
        buffer_add_byte(&all, part->revealed);
        buffer_add(&all, part->revealed ? part->random : nothing, PROOF_BYTES);
    }
    sha256(key, all.data, all.len);
    buffer_free(&all);
}

static bool is_open(const struct room *room)
{
    return room->proof && !room->proof->spent;
}

bool proof_is_sealed(const struct room *room)
{
    return is_open(room) && room->proof->sealed;
}

static bool is_here(const struct room *room, uint16_t number)
{
    for (int i = 0; i < room->people; i++) {
        const struct person *p = &room->person[i];
        if (p->number == number) return !p->away_since && !p->gone;
    }
    return false;
}

bool proof_wants_seal(const struct room *room)
{
    if (!is_open(room) || room->proof->sealed) return false;
    for (int i = 0; i < room->proof->count; i++)
        if (is_here(room, room->proof->part[i].number)) return true;
    return false;
}

/* ---- the steps ---- */

void proof_forget(struct room *room)
{
    free(room->proof);
    room->proof = NULL;
}

static struct refusal begin_round(struct room *room, const uint8_t seed[PROOF_BYTES])
{
    if (memcmp(seed, nothing, PROOF_BYTES) == 0) return REFUSE(BAD_REQUEST);
    proof_forget(room);
    room->proof = alloc_zero(1, sizeof *room->proof);
    memcpy(room->proof->seed, seed, PROOF_BYTES);
    return ACCEPTED;
}

/* This person's, in the order of their numbers; a new one if there was none. */
static struct proof_part *part_of(struct room *room, uint16_t number)
{
    struct room_proof *proof = room->proof;
    int at = 0;
    while (at < proof->count && proof->part[at].number < number)
        at++;
    if (at < proof->count && proof->part[at].number == number) return &proof->part[at];
    if (proof->count == ROOM_PEOPLE_MAX) return NULL; /* of whom some are gone */
    proof = room->proof =
        alloc_grow(proof, sizeof *proof + sizeof proof->part[0] * (size_t)(proof->count + 1));
    memmove(&proof->part[at + 1], &proof->part[at],
            sizeof proof->part[0] * (size_t)(proof->count - at));
    proof->count++;
    proof->part[at] = (struct proof_part){.number = number};
    return &proof->part[at];
}

struct refusal proof_mix(const struct deed *deed)
{
    struct room *room = *deed->room;
    const struct step *step = deed->step;
    bool first = !is_open(room);
    if (room->phase == ROOM_PLAYING) return REFUSE(GAME_ALREADY_STARTED);
    if (proof_is_sealed(room)) return REFUSE(STALE);
    if (!first && memcmp(step->mix.seed, nothing, PROOF_BYTES) != 0) return REFUSE(BAD_REQUEST);
    struct refusal refusal = first ? begin_round(room, step->mix.seed) : ACCEPTED;
    if (refused(&refusal)) return refusal;
    struct proof_part *part = part_of(room, deed->by->number);
    if (!part) return REFUSE(ROOM_FULL);
    memcpy(part->commit, step->mix.commit, PROOF_BYTES);
    return ACCEPTED;
}

/* Who is not here would not reveal anything: left out before anything is known. */
struct refusal proof_seal(const struct deed *deed)
{
    struct room *room = *deed->room;
    if (room->phase == ROOM_PLAYING) return REFUSE(GAME_ALREADY_STARTED);
    if (!proof_wants_seal(room)) return REFUSE(STALE);
    struct room_proof *proof = room->proof;
    int kept = 0;
    for (int i = 0; i < proof->count; i++)
        if (is_here(room, proof->part[i].number)) proof->part[kept++] = proof->part[i];
    proof->count = kept;
    proof->sealed = true;
    memcpy(proof->terms, deed->step->seal.terms, PROOF_BYTES);
    return ACCEPTED;
}

struct refusal proof_reveal(const struct deed *deed)
{
    struct room *room = *deed->room;
    const uint8_t *random = deed->step->reveal.random;
    uint8_t hash[PROOF_BYTES];
    if (!proof_is_sealed(room)) return REFUSE(STALE);
    sha256(hash, random, PROOF_BYTES);
    for (int i = 0; i < room->proof->count; i++) {
        struct proof_part *part = &room->proof->part[i];
        if (part->number != deed->by->number) continue;
        if (memcmp(hash, part->commit, PROOF_BYTES) != 0) return REFUSE(BAD_REQUEST);
        memcpy(part->random, random, PROOF_BYTES);
        part->revealed = true;
        return ACCEPTED;
    }
    return REFUSE(STALE);
}

/* ---- what will be dealt, and to whom ---- */

static void put_decks(const struct room *room, struct writer *w)
{
    put_array(w, "decks");
    for (int i = 0; i < room->decks; i++)
        write_string(w, room->deck[i]->hash);
    write_end(w);
    if (!room->packs) return;
    put_array(w, "packs");
    for (int i = 0; i < room->decks; i++)
        for (size_t k = 0; k < GAME_PACKS_MAX / 64; k++)
            write_int(w, (int64_t)room->packs->in_play[i].bits[k]);
    write_end(w);
}

static void put_people(const struct room *room, struct writer *w)
{
    put_array(w, "seats");
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++) {
        const struct person *p = room_seat(room, seat);
        if (!p) continue;
        write_object(w);
        put_string(w, "id", p->id);
        put_int(w, "team", p->team);
        put_int(w, "bot", p->bot);
        write_end(w);
    }
    write_end(w);
}

static void put_previous(const struct room *room, const void *previous, struct writer *w)
{
    uint8_t hash[PROOF_BYTES];
    char text[2 * PROOF_BYTES + 1];
    if (!previous) return;
    sha256(hash, previous, room->game->state_size);
    hex_write(text, hash, PROOF_BYTES);
    put_string(w, "previous", text);
}

static void make_terms(const struct deed *deed, const void *previous, uint8_t terms[PROOF_BYTES])
{
    const struct room *room = *deed->room;
    struct buffer text = {0};
    struct writer w = writer_to(&text);
    write_object(&w);
    put_string(&w, "game", room->game->name);
    put_int(&w, "version", deed->step->start.version);
    put_bool(&w, "next", deed->step->kind == STEP_NEXT);
    put_array(&w, "settings");
    for (int i = 0; room->game->settings && room->game->settings[i].key; i++)
        write_int(&w, room->settings[i]);
    write_end(&w);
    put_decks(room, &w);
    put_array(&w, "without");
    for (const char *const *id = room->without; id && *id; id++)
        write_string(&w, *id);
    write_end(&w);
    put_people(room, &w);
    put_previous(room, previous, &w);
    write_end(&w);
    sha256(terms, text.data, text.len);
    buffer_free(&text);
}

void proof_begin_game(const struct deed *deed, const void *previous)
{
    struct room *room = *deed->room;
    struct room_proof *proof = room->proof;
    uint8_t *terms = room->last.terms, key[CHANCE_SEED_BYTES];
    if (!is_open(room)) proof_forget(room); /* of the game before, and this one has none */
    if (!room->proof) return;
    make_terms(deed, previous, terms);
    proof_key(proof, key);
    proof->spent = proof->sealed && memcmp(terms, proof->terms, PROOF_BYTES) == 0 &&
                   memcmp(key, deed->step->start.seed, sizeof key) == 0;
}

void proof_follow(struct room *room, enum step_kind kind)
{
    bool begins = kind == STEP_START || kind == STEP_NEXT;
    if (!room->proof || room->proof->spent || kind == STEP_SEAL || kind == STEP_REVEAL) return;
    if (begins || room->proof->sealed) proof_forget(room);
}

/* ---- what is shown ---- */

static void put_hex(struct writer *w, const char *key, const uint8_t bytes[PROOF_BYTES])
{
    char text[2 * PROOF_BYTES + 1];
    hex_write(text, bytes, PROOF_BYTES);
    put_string(w, key, text);
}

static void write_part(const struct proof_part *part, bool sealed, struct writer *w)
{
    char id[8];
    snprintf(id, sizeof id, "p%u", part->number);
    write_object(w);
    put_string(w, "id", id);
    if (sealed) put_hex(w, "commit", part->commit);
    write_end(w);
}

void proof_write(const struct room *room, struct writer *w)
{
    const struct room_proof *proof = room->proof;
    uint8_t commitment[PROOF_BYTES];
    if (!proof) return;
    sha256(commitment, proof->seed, PROOF_BYTES);
    put_object(w, "fair");
    put_hex(w, "commitment", commitment);
    put_bool(w, "sealed", proof->sealed);
    put_bool(w, "dealt", proof->spent);
    if (proof->sealed) put_hex(w, "terms", proof->terms);
    put_array(w, "phones");
    for (int i = 0; i < proof->count; i++)
        write_part(&proof->part[i], proof->sealed, w);
    write_end(w);
    write_end(w);
}
