#include "room/image.h"
#include "core/alloc.h"
#include "room/game_settings.h"

#include <stdio.h>
#include <string.h>

#define SEQ_MAX 1000000000

/* ---- writing ---- */

static void write_settings(const struct room *room, struct writer *w)
{
    put_object(w, "settings");
    for (int i = 0; room->game->settings && room->game->settings[i].key; i++) {
        const struct game_setting *s = &room->game->settings[i];
        if (s->kind == SETTING_CHOICE)
            put_string(w, s->key, s->choices[room->settings[i]]);
        else if (s->kind == SETTING_SWITCH)
            put_bool(w, s->key, room->settings[i]);
        else
            put_int(w, s->key, room->settings[i]);
    }
    write_end(w);
}

/* What is usual is not written. */
static void put_flag(struct writer *w, const char *key, bool value)
{
    if (value) put_bool(w, key, true);
}

static void put_number(struct writer *w, const char *key, int64_t value)
{
    if (value) put_int(w, key, value);
}

static void write_person(const struct person *p, struct writer *w)
{
    write_object(w);
    put_int(w, "number", p->number);
    put_string(w, "name", p->name);
    if (p->avatar[0]) put_string(w, "avatar", p->avatar);
    if (p->team >= 0) put_int(w, "team", p->team);
    if (p->vote) put_string(w, "vote", p->vote->name);
    put_number(w, "bot", p->bot);
    put_number(w, "goneWhy", p->gone_why);
    put_number(w, "evening", p->evening);
    put_number(w, "away", p->away_since);
    put_flag(w, "human", p->human);
    put_flag(w, "caller", p->caller);
    put_flag(w, "watching", p->watching);
    put_flag(w, "spare", p->spare);
    put_flag(w, "gone", p->gone);
    put_flag(w, "waited", p->waited);
    put_flag(w, "quit", p->quit);
    put_flag(w, "out", p->out);
    write_end(w);
}

static void write_people(const struct person *p, int count, const char *key, struct writer *w)
{
    put_array(w, key);
    for (int i = 0; i < count; i++)
        write_person(&p[i], w);
    write_end(w);
}

static void write_decks(const struct room *room, const struct game *game, struct writer *w)
{
    put_array(w, "decks");
    for (int i = 0; i < room->own_decks; i++)
        if (room->own_deck[i]->game == game) write_string(w, room->own_deck[i]->hash);
    write_end(w);
}

static void write_set(const struct pack_set *set, struct writer *w)
{
    put_array(w, "packs");
    for (int i = 0; i < GAME_PACKS_MAX; i++)
        if (pack_set_has(set, i)) write_int(w, i);
    write_end(w);
}

static void write_packs(const struct room *room, const struct game *game, struct writer *w)
{
    put_array(w, "chosen");
    for (int i = 0; room->packs && i < room->packs->count; i++) {
        const struct game_deck *deck = room->packs->chosen[i].deck;
        if (deck->game != game) continue;
        write_object(w);
        put_string(w, "deck", deck->hash);
        write_set(&room->packs->chosen[i].set, w);
        write_end(w);
    }
    write_end(w);
}

static void put_hex(struct writer *w, const char *key, const uint8_t bytes[PROOF_BYTES])
{
    char text[2 * PROOF_BYTES + 1];
    hex_write(text, bytes, PROOF_BYTES);
    put_string(w, key, text);
}

/* What phones have added to the chance of the game that is about to begin. */
static void write_proof(const struct room_proof *proof, struct writer *w)
{
    if (!proof || proof->spent) return; /* that of the game before is forgotten */
    put_object(w, "fair");
    put_hex(w, "seed", proof->seed);
    put_hex(w, "terms", proof->terms);
    put_flag(w, "sealed", proof->sealed);
    put_array(w, "phones");
    for (int i = 0; i < proof->count; i++) {
        const struct proof_part *part = &proof->part[i];
        write_object(w);
        put_int(w, "number", part->number);
        put_hex(w, "commit", part->commit);
        if (part->revealed) put_hex(w, "random", part->random);
        write_end(w);
    }
    write_end(w);
    write_end(w);
}

void image_write(const struct room *room, const struct game *game, struct writer *w)
{
    write_object(w);
    put_string(w, "code", room->code);
    put_int(w, "seq", room->seq);
    put_int(w, "time", room->time);
    put_int(w, "active", room->last_active);
    put_string(w, "game", room->game->name);
    put_string(w, "decksOf", game->name);
    put_int(w, "host", room->host);
    put_int(w, "owner", room->owner);
    put_int(w, "next", room->next_number);
    put_number(w, "played", room->games_played);
    put_number(w, "guestCame", room->guest_came);
    put_flag(w, "rulesChanged", room->rules_changed);
    write_settings(room, w);
    put_array(w, "teams");
    for (int i = 0; i < ROOM_TEAMS_MAX; i++)
        write_string(w, room->team_name[i]);
    write_end(w);
    write_decks(room, game, w);
    write_packs(room, game, w);
    write_proof(room->proof, w);
    write_people(room->person, room->people, "people", w);
    write_people(room->person + room->people, room->left, "left", w);
    write_end(w);
}

/* ---- reading ---- */

static bool number(const json_t *json, const char *key, int64_t min, int64_t max, int64_t *out)
{
    const json_t *value = json_object_get(json, key);
    *out = value ? json_integer_value(value) : 0;
    return (!value || json_is_integer(value)) && *out >= min && *out <= max;
}

static bool flag(const json_t *json, const char *key)
{
    return json_is_true(json_object_get(json, key));
}

static const char *text(const json_t *json, const char *key)
{
    return json_string_value(json_object_get(json, key));
}

static bool read_person(const struct house *house, struct room *room, const json_t *json,
                        struct person *p)
{
    int64_t of, team, bot, why, evening, away;
    const char *name = text(json, "name"), *avatar = text(json, "avatar"),
               *vote = text(json, "vote");
    if (!number(json, "number", 1, room->next_number - 1, &of) || !name) return false;
    if (!number(json, "team", 0, room->game->teams ? room->game->teams - 1 : 0, &team))
        return false;
    if (!number(json, "bot", 0, 3, &bot) || !number(json, "goneWhy", 0, GONE_LOST, &why))
        return false;
    if (!number(json, "evening", 0, 10000, &evening)) return false;
    if (!number(json, "away", 0, room->time, &away)) return false;
    if (room_person(room, (uint16_t)of) || room_left(room, (uint16_t)of)) return false;
    if (!text_clean_name(p->name, name)) return false;
    if (avatar && (strlen(avatar) > AVATAR_MAX || !avatar_is_valid(avatar))) return false;
    if (avatar) strcpy(p->avatar, avatar);
    p->number = (uint16_t)of;
    snprintf(p->id, sizeof p->id, "p%u", p->number);
    p->seat = -1;
    p->team = (int8_t)(room->game->teams && json_object_get(json, "team") ? team : -1);
    p->vote = vote ? house_game(house, vote) : NULL;
    p->bot = (uint8_t)bot;
    p->gone_why = (uint8_t)why;
    p->evening = (int16_t)evening;
    p->away_since = away;
    p->human = flag(json, "human");
    p->caller = flag(json, "caller");
    p->watching = flag(json, "watching");
    p->spare = flag(json, "spare");
    p->gone = flag(json, "gone");
    p->waited = flag(json, "waited");
    p->quit = flag(json, "quit");
    p->out = flag(json, "out");
    return true;
}

static bool read_people(const struct house *house, struct room *room, const json_t *list, int max,
                        int *count)
{
    size_t i;
    json_t *json;
    if (!json_is_array(list) || json_array_size(list) > (size_t)max) return false;
    json_array_foreach(list, i, json)
    {
        if (!read_person(house, room, json, &room->person[room->people + room->left])) return false;
        (*count)++;
    }
    return true;
}

static bool read_teams(struct room *room, const json_t *list)
{
    if (!json_is_array(list) || json_array_size(list) != ROOM_TEAMS_MAX) return false;
    for (int i = 0; i < ROOM_TEAMS_MAX; i++) {
        const char *name = json_string_value(json_array_get(list, (size_t)i));
        if (!name || (*name && !text_clean_name(room->team_name[i], name))) return false;
    }
    return true;
}

static bool read_decks(const struct house *house, struct room *room, const struct game *game,
                       const json_t *list)
{
    size_t i;
    json_t *hash;
    if (!json_is_array(list) || json_array_size(list) > ROOM_DECKS_MAX) return false;
    json_array_foreach(list, i, hash)
    {
        const char *named = json_string_value(hash);
        const struct game_deck *deck = named ? shelf_find(house->shelf, game, named) : NULL;
        if (!deck) return false;
        room->own_deck[room->own_decks++] = deck;
    }
    return true;
}

static bool read_set(struct pack_set *set, const json_t *list)
{
    size_t i;
    json_t *place;
    json_array_foreach(list, i, place)
    {
        json_int_t at = json_is_integer(place) ? json_integer_value(place) : -1;
        if (at < 0 || at >= GAME_PACKS_MAX) return false;
        set->bits[at / 64] |= 1ull << (at % 64);
    }
    return json_is_array(list);
}

static bool read_packs(const struct house *house, struct room *room, const struct game *game,
                       const json_t *list)
{
    size_t i;
    json_t *json;
    if (!json_is_array(list) || json_array_size(list) > GAME_DECKS_MAX) return false;
    if (json_array_size(list)) room->packs = alloc_zero(1, sizeof *room->packs);
    json_array_foreach(list, i, json)
    {
        const char *hash = text(json, "deck");
        const struct game_deck *deck = hash ? shelf_find(house->shelf, game, hash) : NULL;
        if (!deck) continue; /* it is not played with, or START will miss it */
        int at = room->packs->count++;
        room->packs->chosen[at].deck = deck;
        if (!read_set(&room->packs->chosen[at].set, json_object_get(json, "packs"))) return false;
    }
    return true;
}

static bool read_hex(const json_t *json, const char *key, uint8_t out[PROOF_BYTES])
{
    const char *hex = text(json, key);
    return hex && strlen(hex) == 2 * PROOF_BYTES && hex_read(out, PROOF_BYTES, hex);
}

/* By the people's numbers, each once. */
static bool read_part(const struct room_proof *proof, const json_t *json, struct proof_part *part)
{
    int64_t of;
    int64_t after = proof->count ? proof->part[proof->count - 1].number : 0;
    if (!number(json, "number", after + 1, IMAGE_NUMBER_MAX, &of)) return false;
    part->number = (uint16_t)of;
    part->revealed = json_object_get(json, "random") != NULL;
    return read_hex(json, "commit", part->commit) &&
           (!part->revealed || read_hex(json, "random", part->random));
}

static bool read_proof(struct room *room, const json_t *json)
{
    const json_t *list = json_object_get(json, "phones");
    size_t i;
    json_t *phone;
    if (!json) return true;
    if (!json_is_array(list) || json_array_size(list) > ROOM_PEOPLE_MAX) return false;
    struct room_proof *proof = room->proof =
        alloc_zero(1, sizeof *proof + sizeof proof->part[0] * json_array_size(list));
    proof->sealed = flag(json, "sealed");
    json_array_foreach(list, i, phone)
    {
        if (!read_part(proof, phone, &proof->part[proof->count])) return false;
        proof->count++;
    }
    return read_hex(json, "seed", proof->seed) && read_hex(json, "terms", proof->terms);
}

static bool read_numbers(struct room *room, const json_t *json)
{
    int64_t seq, time, active, host, owner, next, played, guest;
    if (!number(json, "seq", 1, SEQ_MAX, &seq) || !number(json, "time", 0, IMAGE_TIME_MAX, &time) ||
        !number(json, "active", 0, time, &active) ||
        !number(json, "next", 2, IMAGE_NUMBER_MAX, &next) ||
        !number(json, "host", 1, next - 1, &host) || !number(json, "owner", 1, next - 1, &owner) ||
        !number(json, "played", 0, 10000, &played) || !number(json, "guestCame", 0, seq, &guest))
        return false;
    room->seq = (uint32_t)seq;
    room->time = time;
    room->last_active = active;
    room->next_number = (uint16_t)next;
    room->host = (uint16_t)host;
    room->owner = (uint16_t)owner;
    room->games_played = (uint16_t)played;
    room->guest_came = (uint32_t)guest;
    room->rules_changed = flag(json, "rulesChanged");
    return true;
}

static bool read_room(const struct house *house, struct room *room, const json_t *json)
{
    const json_t *settings = json_object_get(json, "settings");
    const char *code = text(json, "code"), *decks_of = text(json, "decksOf");
    const struct game *game = decks_of ? house_game(house, decks_of) : NULL;
    if (!code || !code_normalise(room->code, code) || !game) return false;
    if (!read_numbers(room, json) || !json_is_object(settings)) return false;
    struct refusal why = game_settings_choose(room->game, settings, room->settings);
    return !refused(&why) && read_teams(room, json_object_get(json, "teams")) &&
           read_decks(house, room, game, json_object_get(json, "decks")) &&
           read_packs(house, room, game, json_object_get(json, "chosen")) &&
           read_proof(room, json_object_get(json, "fair")) &&
           read_people(house, room, json_object_get(json, "people"), ROOM_PEOPLE_MAX,
                       &room->people) &&
           read_people(house, room, json_object_get(json, "left"), ROOM_LEFT_MAX, &room->left) &&
           room_person(room, room->host) != NULL;
}

struct room *image_read(const struct house *house, const json_t *json)
{
    const char *name = text(json, "game");
    const struct game *game = name ? house_game(house, name) : NULL;
    if (!game || !game->init) return NULL;
    struct room *room = alloc_zero(1, sizeof *room + sizeof room->person[0] *
                                                         (size_t)(ROOM_PEOPLE_MAX + ROOM_LEFT_MAX));
    room->game = game;
    room->last.kind = STEP_STOP;
    game_settings_begin(game, room->settings);
    if (read_room(house, room, json)) return room;
    room_free(room);
    return NULL;
}
