#include "room/kept.h"
#include "core/alloc.h"
#include "room/hall_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void kept_name(char out[STORE_DECK_NAME_BYTES_MAX + 1], const struct game_deck *deck)
{
    snprintf(out, STORE_DECK_NAME_BYTES_MAX + 1, "%s/%s", deck->game->name, deck->hash);
}

/* ---- at a start ---- */

struct loading {
    const struct house *house;
    const struct hall_hooks *hooks;
};

static const struct game *game_of(const struct house *house, const char *name)
{
    char game[STORE_DECK_NAME_BYTES_MAX + 1];
    snprintf(game, sizeof game, "%.*s", (int)strcspn(name, "/"), name);
    return house_game(house, game);
}

static bool load_deck(void *arg, const struct store_deck *kept)
{
    const struct loading *l = arg;
    const struct game *game = game_of(l->house, kept->name);
    const struct game_deck *deck;
    json_t *json = json_loadb(kept->body, kept->len, 0, NULL);
    struct refusal refusal = REFUSE(UNKNOWN_GAME);
    if (game) refusal = shelf_add(l->house->shelf, game, "", json, &deck);
    json_decref(json);
    if (refused(&refusal) && l->hooks && l->hooks->complain) {
        char sentence[260];
        snprintf(sentence, sizeof sentence, "The deck %s cannot be used: %s", kept->name,
                 refusal_sentence(&refusal));
        l->hooks->complain(l->hooks->arg, sentence);
    }
    return true;
}

bool kept_load(struct store *store, const struct house *house, bool live_only,
               const struct hall_hooks *complain)
{
    return store_decks(store, live_only, load_deck, &(struct loading){house, complain});
}

void kept_bring(struct hall *hall, const struct room *room, const char *body, size_t len)
{
    struct record record = {0};
    struct step step;
    char name[STORE_DECK_NAME_BYTES_MAX + 1];
    struct loading l = {hall->house, &hall->hooks};
    if (record_read(&record, body, len) && step_read(&step, &record) && step.kind == STEP_IMPORT &&
        step.deck.hash && !room_find_deck(hall->house, room, step.deck.hash)) {
        snprintf(name, sizeof name, "%s/%s", room->game->name, step.deck.hash);
        store_find_deck(hall->store, name, load_deck, &l);
    }
    record_free(&record);
}

/* ---- a new one ---- */

/* A deck on its way into the store; afterwards it is proposed to its room. */
struct keeping {
    struct keeping *next, **link;
    struct hall *hall;
    uint64_t room;
    uint16_t by;
    int64_t now;
    struct shelf_item *item;
    char instead[33]; /* "": it takes no other deck's place */
    struct hall_done done;
};

static void keeping_free(struct keeping *k)
{
    *k->link = k->next;
    if (k->next) k->next->link = k->link;
    shelf_item_free(k->item);
    free(k);
}

static void refuse(struct keeping *k, struct live *live, struct refusal refusal)
{
    struct hall_answer answer = {.refusal = refusal, .live = live};
    struct hall_done done = k->done;
    k->hall->figures.refusals[refusal.code]++;
    keeping_free(k);
    if (done.done) done.done(done.arg, &answer);
}

/* The step that names it is on its way; if it does not arrive, the shelf need not have the deck. */
struct trial {
    struct shelf *shelf;
    const struct game_deck *deck;
    struct hall_done done;
};

static void imported(void *arg, const struct hall_answer *answer)
{
    struct trial t = *(struct trial *)arg;
    free(arg);
    shelf_tried(t.shelf, t.deck, false);
    if (t.done.done) t.done.done(t.done.arg, answer);
}

static void kept(void *arg, const struct store_answer *a)
{
    struct keeping *k = arg;
    struct hall *hall = k->hall;
    struct live *live = livemap_get(&hall->by_id, k->room);
    if (a->result != STORE_ACCEPTED || !live) {
        if (live && hall->hooks.complain) hall->hooks.complain(hall->hooks.arg, a->reason);
        refuse(k, live, live ? REFUSE(UNAVAILABLE) : REFUSE(ROOM_ENDED));
        return;
    }
    struct trial *t = alloc_zero(1, sizeof *t);
    struct shelf *shelf = hall->house->shelf;
    *t = (struct trial){shelf, shelf_try(shelf, k->item), k->done};
    struct keeping was = *k;
    struct step step = {.kind = STEP_IMPORT,
                        .by = was.by,
                        .deck.hash = t->deck->hash,
                        .deck.instead = was.instead[0] ? was.instead : NULL};
    k->item = NULL;
    keeping_free(k);
    hall_propose(live, &step, was.now, (struct hall_done){imported, t});
}

void hall_import(struct live *live, uint16_t by, struct shelf_item *item, const char *text,
                 const char *instead, int64_t now, struct hall_done done)
{
    struct hall *hall = live->hall;
    struct keeping *k = alloc_zero(1, sizeof *k);
    char name[STORE_DECK_NAME_BYTES_MAX + 1];
    *k = (struct keeping){.next = hall->keeping,
                          .link = &hall->keeping,
                          .hall = hall,
                          .room = live->room->id,
                          .by = by,
                          .now = now,
                          .item = item,
                          .done = done};
    if (instead) snprintf(k->instead, sizeof k->instead, "%s", instead);
    if (k->next) k->next->link = &k->next;
    hall->keeping = k;
    kept_name(name, shelf_item_deck(item));
    store_keep_deck(hall->store, k->room, name, text, strlen(text), kept, k);
}

bool kept_waits(const struct hall *hall, uint64_t room)
{
    for (const struct keeping *k = hall->keeping; k; k = k->next)
        if (k->room == room) return true;
    return false;
}

void kept_close(struct hall *hall)
{
    for (struct keeping *k = hall->keeping, *next; k; k = next) {
        next = k->next;
        refuse(k, NULL, REFUSE(UNAVAILABLE));
    }
}
