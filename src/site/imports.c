/* Cards that a host brings: a text, or the address of one, becomes a deck on another thread; the deck
 * goes into the store and then, as a step like any other, into the room. */
#include "site/imports.h"
#include "core/alloc.h"
#include "core/typed_json.h"
#include "net/fetch.h"
#include "room/saved.h"
#include "site/actions.h"
#include "site/doors.h"
#include "site/routes.h"
#include "site/says_json.h"
#include "wire/form.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

#define BODY_MAX (12u << 20)      /* 8 MB of text, with what JSON adds to it */
#define PARSED_HERE_MAX (1 << 18) /* larger payloads are taken apart on the other thread */
#define IMPORTS_MAX 8             /* at a time */
/* Of these so many may wait for an address elsewhere: each keeps a thread waiting, and the others (of
 * four) are for computers, for what the store is asked, and for cards that are here. */
#define FETCHES_MAX 2
#define FETCH_MS 15000

/* A file on its way to being a deck. The game never changes, so another thread may use it. */
struct import {
    uv_work_t work;
    struct visit *visit;
    struct site *site;
    char code[CODE_LENGTH + 1];
    uint64_t room;
    uint16_t person;
    const struct game *game;
    int32_t settings[GAME_SETTINGS_MAX];
    char name[200];   /* of the deck, where the file has none */
    char instead[33]; /* the room's deck whose place it takes; "": none */
    struct buffer text;
    struct buffer base; /* that deck, if its other cards are to be kept */
    bool wrapped;       /* `text` is a JSON object that has it */
    char url[2000];     /* "": the text is here */
    /* what came of it */
    struct refusal refusal;
    struct deck_yield yield;
    struct shelf_item *item;
    char *canonical;
    char hash[33];
};

static void import_free(struct import *import)
{
    buffer_free(&import->text);
    buffer_free(&import->base);
    shelf_item_free(import->item);
    free(import->canonical);
    free(import);
}

/* ---- the answer ---- */

static void to_lobby(struct visit *v, const struct room *room)
{
    char path[40];
    snprintf(path, sizeof path, "/rooms/%s/lobby", room->code);
    answer_redirect(v, path);
}

/* The same in parts, for people who read it in their own language. */
static void write_fault(struct writer *w, const struct fault *c)
{
    write_object(w);
    if (c->line) put_int(w, "line", c->line);
    put_string(w, "about", c->about);
    if (c->why) put_string(w, "key", c->why);
    write_end(w);
}

static void put_yield(struct writer *w, const struct deck_yield *yield)
{
    put_int(w, "kept", yield->kept);
    put_int(w, "dropped", yield->dropped);
    put_int(w, "line", yield->line);
    put_string(w, "problem", yield->first_problem);
    put_array(w, "problems");
    for (int i = 0; i < yield->problems.count; i++)
        write_string(w, yield->problems.of[i].sentence);
    write_end(w);
    put_array(w, "failed");
    for (int i = 0; i < yield->problems.count; i++)
        write_fault(w, &yield->problems.of[i]);
    write_end(w);
}

/* Not one card: a program is told where the trouble begins. */
static void answer_useless(struct visit *v, const struct refusal *why,
                           const struct deck_yield *yield, const struct room *room)
{
    if (!v->json) {
        answer_refusal(v, why, room->code, room);
        return;
    }
    struct buffer body = {0};
    struct writer w = writer_to(&body);
    write_object(&w);
    write_key(&w, "error");
    json_refusal(&w, why);
    put_yield(&w, yield);
    write_end(&w);
    answer_json(v, refusal_status(why), &body);
}

static void answer_good(struct visit *v, const struct import *import, const struct room *room)
{
    struct buffer body = {0};
    struct writer w = writer_to(&body);
    write_object(&w);
    put_bool(&w, "ok", true);
    put_int(&w, "seq", room->seq);
    put_string(&w, "deck", import->hash);
    put_yield(&w, &import->yield);
    write_end(&w);
    answer_json(v, 200, &body);
}

static void imported(void *arg, const struct hall_answer *answer)
{
    struct import *import = arg;
    struct visit *v = import->visit;
    const struct room *room = answer->live ? answer->live->room : NULL;
    if (refused(&answer->refusal))
        answer_refusal(v, &answer->refusal, room ? room->code : NULL, room);
    else if (!v->json)
        to_lobby(v, room);
    else
        answer_good(v, import, room);
    import_free(import);
}

/* ---- on another thread ---- */

/* {"text": …, "name": …}: what a program sends. */
static struct refusal unwrap(struct import *import)
{
    json_error_t error;
    json_t *json = typed_json(import->text.data, import->text.len, JSON_REJECT_DUPLICATES, &error);
    const json_t *text = json_object_get(json, "text"), *name = json_object_get(json, "name");
    struct refusal refusal =
        text ? ACCEPTED : refuse_saying(REFUSAL_CODE_BAD_REQUEST, "There is no text with cards.");
    buffer_clear(&import->text);
    buffer_add(&import->text, json_string_value(text), json_string_length(text));
    if (json_string_length(name))
        snprintf(import->name, sizeof import->name, "%s", json_string_value(name));
    json_decref(json);
    return refusal;
}

static struct refusal fetch(struct import *import)
{
    struct fetch_rules rules = {.hosts = import->site->settings->deck_urls,
                                .bytes_max = BODY_MAX,
                                .timeout_ms = FETCH_MS,
                                .also_loopback = getenv("LUDOTECA_TEST_FETCH_LOOPBACK") != NULL};
    return fetch_text(import->url, &rules, &import->text);
}

static struct refusal make_deck(struct import *import)
{
    struct buffer deck = {0};
    struct refusal refusal = ACCEPTED;
    if (import->url[0]) refusal = fetch(import);
    if (import->wrapped) refusal = unwrap(import);
    if (refused(&refusal)) return refusal;
    json_t *base =
        import->base.len ? json_loadb(import->base.data, import->base.len, 0, NULL) : NULL;
    const struct deck_source from = {import->name, buffer_text(&import->text), import->text.len,
                                     base};
    refusal = import->game->deck_import(import->settings, &from, &deck, &import->yield);
    json_decref(base);
    buffer_free(&import->base);
    buffer_free(&import->text);
    json_t *json = refused(&refusal) ? NULL : json_loadb(deck.data, deck.len, 0, NULL);
    buffer_free(&deck);
    if (json) refusal = shelf_read(import->game, "", json, &import->item, &import->canonical);
    json_decref(json);
    return refusal;
}

static void work(uv_work_t *w)
{
    struct import *import = w->data;
    import->refusal = make_deck(import);
    malloc_trim(0); /* trees of JSON many times the size of the deck are gone: so is their memory */
}

/* ---- and back ---- */

/* The room as it is now: it may have ended, or play something else. */
static struct live *still_there(const struct import *import)
{
    struct live *live = hall_find(import->site->hall, import->code);
    return live && live->room->id == import->room ? live : NULL;
}

static struct refusal house_full(void)
{
    return refusal_keyed(
        refuse_saying(REFUSAL_CODE_UNAVAILABLE, "This server takes no more cards."),
        "cards.serverFull");
}

/* Cards stay until the server is started again: no more than settings say, nor half of the memory. */
static bool has_place(const struct site *site, int64_t cards, size_t bytes)
{
    const struct shelf *shelf = games_house(site->games)->shelf;
    size_t half = site->net.wire.budget.max / 2;
    if ((int64_t)shelf_loose_cards(shelf) + cards > site->settings->own_cards_max) return false;
    return !half || shelf_loose_bytes(shelf) + bytes <= half;
}

static struct refusal may_keep(const struct import *import, const struct room *room)
{
    struct site *site = import->site;
    const struct shelf *shelf = games_house(site->games)->shelf;
    const struct game_deck *deck = shelf_item_deck(import->item);
    if (room->game != import->game) return REFUSE(WRONG_PHASE);
    if (room->phase != ROOM_LOBBY) return REFUSE(GAME_ALREADY_STARTED);
    if (shelf_find(shelf, deck->game, deck->hash)) return ACCEPTED; /* nothing is added */
    if (!has_place(site, deck->count, shelf_item_bytes(import->item))) return house_full();
    if (!doors_may_bring(site, import->visit->key, (uint32_t)deck->count))
        return REFUSE(TOO_MANY_REQUESTS);
    return ACCEPTED;
}

static void finished(uv_work_t *w, int status)
{
    struct import *import = w->data;
    struct live *live = still_there(import);
    const struct room *room = live ? live->room : NULL;
    import->site->thinking--;
    import->site->imports--;
    if (import->url[0]) import->site->fetches--;
    if (status) import->refusal = REFUSE(UNAVAILABLE);
    if (!room) import->refusal = REFUSE(ROOM_ENDED);
    if (refused(&import->refusal)) {
        if (room)
            answer_useless(import->visit, &import->refusal, &import->yield, room);
        else
            answer_refusal(import->visit, &import->refusal, import->code, NULL);
        import_free(import);
        return;
    }
    struct refusal why = may_keep(import, room);
    if (refused(&why)) {
        answer_refusal(import->visit, &why, room->code, room);
        import_free(import);
        return;
    }
    struct shelf_item *item = import->item;
    memcpy(import->hash, shelf_item_deck(item)->hash, sizeof import->hash);
    import->item = NULL;
    hall_import(live, import->person, item, import->canonical,
                import->instead[0] ? import->instead : NULL, site_now(),
                (struct hall_done){imported, import});
}

/* ---- the request ---- */

static bool is_type(const struct http_request *r, const char *type)
{
    return span_begins(http_field(r, "Content-Type"), type);
}

/* A file as it is, its name in the address; else a form or an object with the field `text`. */
static bool is_raw(const struct http_request *r)
{
    return is_type(r, "text/plain") || is_type(r, "application/octet-stream");
}

static bool is_large_json(const struct http_request *r)
{
    return is_type(r, "application/json") && r->body.len > PARSED_HERE_MAX;
}

uint32_t imports_body_max(void *arg, const struct http_request *r)
{
    struct site *site = arg;
    struct visit v = {.site = site, .r = r};
    char code[16];
    struct span path = r->path;
    if (r->method == METHOD_POST && span_is(path, "/replay")) return SAVED_BYTES_MAX;
    if (r->method != METHOD_POST || !span_begins(path, "/rooms/") || path.len != 19 ||
        memcmp(path.at + 13, "/cards", 6) != 0)
        return 0;
    snprintf(code, sizeof code, "%.6s", path.at + 7);
    const struct live *live = hall_find(site->hall, code);
    if (!live || !live->room->game->deck_import) return 0;
    uint16_t person = visit_person(&v, live->room);
    return person && person == live->room->host ? BODY_MAX : 0;
}

static struct refusal may_import(struct visit *v, const struct room *room, uint16_t person)
{
    if (!person || person != room->host) return REFUSE(NOT_HOST);
    if (room->phase != ROOM_LOBBY) return REFUSE(GAME_ALREADY_STARTED);
    if (!room->game->deck_import)
        return refuse_saying(REFUSAL_CODE_BAD_REQUEST, "This game takes no cards from elsewhere.");
    if (!has_place(v->site, 1, 1)) return house_full();
    if (v->site->imports >= IMPORTS_MAX) return REFUSE(ROOM_BUSY);
    return ACCEPTED;
}

/* What may stand in the address of a file as well as in a form or an object. */
static const char *option(struct visit *v, const char *key, char out[200])
{
    const char *given = v->payload ? visit_text(v, key) : NULL;
    if (given && strlen(given) < 200)
        strcpy(out, given);
    else
        visit_query(v, key, out, 200);
    return out;
}

/* Cards are taken to be in the room's language unless it is said which one. */
static struct refusal take_language(struct import *import, const char *language)
{
    const struct game_setting *s = import->game->settings;
    if (!*language) return ACCEPTED;
    for (; s && s->key; s++)
        for (int i = 0; strcmp(s->key, "language") == 0 && s->choices && s->choices[i]; i++)
            if (strcmp(s->choices[i], language) == 0) {
                import->settings[s - import->game->settings] = i;
                return ACCEPTED;
            }
    return refuse_saying(REFUSAL_CODE_BAD_REQUEST, "This game has no cards in that language.");
}

static const struct game_deck *own_deck(const struct room *room, const char *hash)
{
    for (int i = 0; i < room->own_decks; i++)
        if (room->own_deck[i]->game == room->game && strcmp(room->own_deck[i]->hash, hash) == 0)
            return room->own_deck[i];
    return NULL;
}

/* Whose place it takes, and whether what is not in it stays: then that deck is read for its cards. */
static struct refusal take_place(struct import *import, struct visit *v, const struct room *room)
{
    char hash[200], keep[200];
    if (!*option(v, "instead", hash)) {
        if (room->own_decks < ROOM_DECKS_MAX) return ACCEPTED;
        return refuse_saying(REFUSAL_CODE_ROOM_FULL, "A room has at most %d decks of its own.",
                             ROOM_DECKS_MAX);
    }
    const struct game_deck *deck = own_deck(room, hash);
    if (!deck) return refuse_saying(REFUSAL_CODE_BAD_REQUEST, "This room has no such deck.");
    memcpy(import->instead, deck->hash, sizeof import->instead);
    if (!action_is_yes(option(v, "keep", keep))) return ACCEPTED;
    return deck_text(v, deck, &import->base) ? ACCEPTED : REFUSE(UNAVAILABLE);
}

static struct refusal take_options(struct import *import, struct visit *v, const struct room *room)
{
    char language[200];
    struct refusal why = take_language(import, option(v, "language", language));
    return refused(&why) ? why : take_place(import, v, room);
}

/* Where the cards are: in the body as it is, in its field `text`, or at an address. */
static struct refusal take_source(struct import *import, struct visit *v)
{
    const char *text = visit_text(v, "text"), *name = visit_text(v, "name");
    const char *url = visit_text(v, "url");
    snprintf(import->name, sizeof import->name, "%s", import->code);
    if (name && *name) snprintf(import->name, sizeof import->name, "%s", name);
    if (!v->payload) {
        char given[200];
        if (*visit_query(v, "name", given, sizeof given)) memcpy(import->name, given, sizeof given);
        import->wrapped = !is_raw(v->r);
        buffer_add(&import->text, v->r->body.at, v->r->body.len);
    } else if (url && *url && !(text && *text)) {
        if (!v->site->settings->deck_urls[0])
            return refusal_keyed(refuse_saying(REFUSAL_CODE_BAD_REQUEST,
                                               "This server fetches no cards from elsewhere."),
                                 "cards.urlOff");
        if (strlen(url) >= sizeof import->url) return REFUSE(BAD_REQUEST);
        if (v->site->fetches >= FETCHES_MAX) return REFUSE(ROOM_BUSY);
        memcpy(import->url, url, strlen(url) + 1);
    } else if (text) {
        buffer_add_text(&import->text, text);
    } else {
        return refuse_saying(REFUSAL_CODE_BAD_REQUEST, "There is no text with cards.");
    }
    return ACCEPTED;
}

static struct import *import_new(struct visit *v, const struct room *room, uint16_t person)
{
    struct import *import = alloc_zero(1, sizeof *import);
    import->visit = v;
    import->site = v->site;
    import->room = room->id;
    import->person = person;
    import->game = room->game;
    memcpy(import->code, room->code, sizeof import->code);
    memcpy(import->settings, room->settings, sizeof import->settings);
    import->work.data = import;
    return import;
}

void post_cards(struct visit *v)
{
    if (is_raw(v->r))
        v->json = true; /* no page sends that by itself */
    else if (!is_large_json(v->r) && !visit_read_payload(v))
        return;
    struct live *live = visit_room(v);
    if (!live) return;
    const struct room *room = live->room;
    uint16_t person = visit_person(v, room);
    struct refusal why = may_import(v, room, person);
    struct import *import = import_new(v, room, person);
    if (!refused(&why)) why = take_options(import, v, room);
    if (!refused(&why)) why = take_source(import, v);
    /* As rare as new rooms: each may add a deck to memory and to the store. */
    if (!refused(&why) && !doors_may_create(v->site, v->key)) why = REFUSE(TOO_MANY_REQUESTS);
    if (!refused(&why) && uv_queue_work(v->site->loop, &import->work, work, finished))
        why = REFUSE(UNAVAILABLE);
    if (refused(&why)) {
        import_free(import);
        answer_refusal(v, &why, room->code, room);
        return;
    }
    v->site->thinking++;
    v->site->imports++;
    if (import->url[0]) v->site->fetches++;
    visit_hold(v);
}
