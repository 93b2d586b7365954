#include "evening.h"
#include "cah.h"
#include "core/token.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define WHITES 220
#define BLACKS 60

static json_t *card(const char *what, int i, int pick)
{
    char text[60];
    snprintf(text, sizeof text, "%s %d", what, i);
    json_t *card = json_object();
    json_object_set_new(card, "text", json_string(text));
    if (pick) json_object_set_new(card, "pick", json_integer(pick));
    return card;
}

static json_t *deck(void)
{
    json_t *whites = json_array(), *blacks = json_array();
    for (int i = 0; i < WHITES; i++)
        json_array_append_new(whites, card("Answer", i, 0));
    for (int i = 0; i < BLACKS; i++)
        json_array_append_new(blacks, card("Question", i, 1 + (i % 5 == 0) + (i % 10 == 0)));
    return json_pack("{s:s, s:s, s:[{s:s, s:o, s:o}]}", "language", "en", "name", "Test", "packs",
                     "name", "One", "black", blacks, "white", whites);
}

static void told(void *arg, struct live *live, const struct game_says *says)
{
    struct evening *e = arg;
    (void)says;
    const struct room *room = live->room;
    if (room->phase == ROOM_OVER && room->last.touched) e->games++;
    projector_step(e->projector, live);
}

static void loaded(void *arg, struct live *live)
{
    struct evening *e = arg;
    projector_step(e->projector, live);
}

static void complain(void *arg, const char *sentence)
{
    (void)arg;
    fail_msg("%s", sentence);
}

/* Everybody who comes in stays connected. */
static void entered(void *arg, const struct hall_answer *answer)
{
    struct evening *e = arg;
    if (!refused(&answer->refusal)) hall_connected(answer->live, answer->person, e->now);
}

static void connect_all(void *arg, struct live *live)
{
    struct evening *e = arg;
    for (int i = 0; i < live->room->people; i++)
        hall_connected(live, live->room->person[i].number, e->now);
}

void evening_open(struct evening *e, const char *folder, uint64_t seed)
{
    static const struct game *games[] = {&cah_game, NULL};
    static uint8_t bytes[CHANCE_SEED_BYTES];
    const struct game_deck *put;
    char error[STORE_ERROR_BYTES];
    memcpy(bytes, &seed, sizeof seed);
    *e = (struct evening){.folder = folder, .now = 1700000000000};
    chance_init(&e->chance, bytes, 0);
    e->house = (struct house){.games = games, .shelf = shelf_new()};
    json_t *json = deck();
    struct refusal refusal = shelf_add(e->house.shelf, &cah_game, "test", json, &put);
    json_decref(json);
    if (refused(&refusal)) fail_msg("%s", refusal_sentence(&refusal));
    e->store = store_open(&(struct store_options){.place = folder}, error);
    if (!e->store) fail_msg("%s", error);
    e->projector = projector_open(e->store, error);
    assert_non_null(e->projector);
    struct hall_hooks hooks = {.arg = e, .told = told, .complain = complain, .loaded = loaded};
    e->hall = hall_open(e->store, &e->house, &hooks, e->now, error);
    if (!e->hall) fail_msg("%s", error);
    if (!projector_catch_up(e->projector, &e->house, error)) fail_msg("%s", error);
    hall_each(e->hall, connect_all, e);
}

void evening_settle(struct evening *e)
{
    do
        store_flush(e->store);
    while (store_drain(e->store));
}

void evening_close(struct evening *e)
{
    hall_close(e->hall);
    projector_close(e->projector);
    store_close(e->store);
    shelf_free(e->house.shelf);
}

static uint32_t below(struct evening *e, uint32_t n)
{
    return chance_below(&e->chance, n);
}

static void propose(struct evening *e, struct live *live, struct step step)
{
    hall_propose(live, &step, e->now, (struct hall_done){0});
}

static void configure(struct evening *e, struct live *live)
{
    static const char *const switches[] = {"godIsDead",        "reboot",         "packingHeat",
                                           "happyEnding",      "rebootForPoint", "neverHaveIEver",
                                           "losersStayHidden", "tournament"};
    json_t *values = json_pack("{s:i, s:i, s:i, s:s}", "scoreLimit", 3 + (int)below(e, 2), "rando",
                               (int)below(e, 3), "blanks", (int)below(e, 2) * 8, "language", "en");
    for (size_t i = 0; i < sizeof switches / sizeof switches[0]; i++)
        json_object_set_new(values, switches[i], json_boolean(below(e, 4) == 0));
    struct step step = {.kind = STEP_SETTINGS, .by = live->room->host, .settings.values = values};
    propose(e, live, step);
    json_decref(values);
}

/* A legal move of somebody who is awaited; false if nobody is. */
static bool move(struct evening *e, struct live *live)
{
    const struct room *room = live->room;
    uint32_t awaited = room_pulse(room).awaited;
    struct game_table table;
    struct game_move chosen;
    room_table(room, &table);
    struct game_context context = {
        .now = e->now - room->held, .chance = &e->chance, .table = &table};
    int first = (int)below(e, GAME_SEATS_MAX);
    for (int i = 0; i < GAME_SEATS_MAX; i++) {
        int seat = (first + i) % GAME_SEATS_MAX;
        const struct person *p = awaited & SEAT_BIT(seat) ? room_seat(room, seat) : NULL;
        if (!p || !room->game->suggest(room->state, seat, 0, &context, &chosen)) continue;
        json_t *with = json_loads(chosen.with, 0, NULL);
        propose(e, live,
                (struct step){.kind = STEP_ACT,
                              .by = p->number,
                              .act = {room->game->verbs[chosen.verb].name, with}});
        json_decref(with);
        return true;
    }
    return false;
}

static const struct person *anybody(struct evening *e, const struct room *room)
{
    return &room->person[below(e, (uint32_t)room->people)];
}

/* What people do besides playing. */
static bool fidget(struct evening *e, struct live *live)
{
    const struct room *room = live->room;
    char name[24];
    snprintf(name, sizeof name, "Name %u", below(e, 1000));
    switch (below(e, 400)) {
    case 0: hall_join(live, name, -1, false, e->now, (struct hall_done){entered, e}); return true;
    case 1:
        propose(e, live, (struct step){.kind = STEP_LEAVE, .by = anybody(e, room)->number});
        return true;
    case 2:
        propose(e, live,
                (struct step){
                    .kind = STEP_RENAME, .by = anybody(e, room)->number, .rename.name = name});
        return true;
    case 3:
        if (below(e, 4) == 0) propose(e, live, (struct step){.kind = STEP_STOP, .by = room->host});
        return true;
    default: return false;
    }
}

static void act(void *arg, struct live *live)
{
    struct evening *e = arg;
    const struct room *room = live->room;
    int missing = 3 + (int)below(e, 4) - room->people;
    if (room->phase == ROOM_PLAYING && !fidget(e, live)) {
        if (!move(e, live)) e->now += 15000;
    } else if (room->phase == ROOM_OVER) {
        propose(e, live, (struct step){.kind = STEP_AGAIN, .by = room->host});
    } else if (room->phase == ROOM_LOBBY && below(e, 60) == 0) {
        propose(e, live, (struct step){.kind = STEP_END, .end.why = "idle"});
    } else if (room->phase == ROOM_LOBBY && missing > 0) {
        char name[24];
        snprintf(name, sizeof name, "Guest %d", missing);
        hall_join(live, name, -1, false, e->now, (struct hall_done){entered, e});
    } else if (room->phase == ROOM_LOBBY) {
        configure(e, live);
        propose(e, live, (struct step){.kind = STEP_START, .by = room->host});
    }
}

struct rooms {
    struct live *live[4 * EVENING_ROOMS];
    int count;
};

static void note(void *arg, struct live *live)
{
    struct rooms *rooms = arg;
    if (rooms->count < 4 * EVENING_ROOMS) rooms->live[rooms->count++] = live;
}

void evening_turn(struct evening *e)
{
    struct rooms rooms = {0};
    hall_each(e->hall, note, &rooms);
    if (rooms.count < EVENING_ROOMS)
        hall_create(e->hall, "cah", "Ana", NULL, e->now, (struct hall_done){entered, e});
    for (int i = 0; i < rooms.count; i++)
        act(e, rooms.live[i]);
    e->now += 10;
    hall_tick(e->hall, e->now);
    store_flush(e->store);
    store_drain(e->store);
}
