/* What can be promised of an empty table: it plays nothing, forgets nothing, holds nobody up. */
#include "coming/coming.h"
#include "room/room.h"
#include "room/says.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define T0 1700000000000
#define OK REFUSAL_CODE_OK

static struct game another; /* of the same kind, under another name */
static const struct game *const games[] = {&coming_game, &another, NULL};

struct evening {
    struct house house;
    struct room *room;
    struct step log[64];
    int steps;
};

static void begin(struct evening *e, const char *game)
{
    another = coming_game;
    another.name = "another";
    *e = (struct evening){.house = {games, shelf_new()}, .steps = 1};
    e->log[0] = (struct step){.kind = STEP_CREATE, .time = T0};
    e->log[0].create.code = "ABC234";
    e->log[0].create.game = game;
    e->log[0].create.name = "Ana";
    struct refusal why;
    e->room = room_create(&e->house, 1, &e->log[0], &why);
    assert_non_null(e->room);
}

static void end(struct evening *e)
{
    room_free(e->room);
    shelf_free(e->house.shelf);
}

/* As the hall does it: on a copy, which becomes the room if nothing speaks against it. */
static enum refusal_code take(struct evening *e, struct step step)
{
    struct room *copy = room_clone(e->room);
    step.time = T0 + e->steps * 1000;
    struct refusal refusal = room_apply(&e->house, &copy, &step);
    room_free(refused(&refusal) ? copy : e->room);
    if (refused(&refusal)) return refusal.code;
    e->room = copy;
    e->log[e->steps++] = step;
    return OK;
}

static void seat(struct evening *e, int guests)
{
    static const char *const names[] = {"Luca", "Bea", "Ciro", "Radka", "Eva", "Ivo", "Zoe"};
    for (int i = 0; i < guests; i++) {
        struct step join = {.kind = STEP_JOIN};
        join.join.name = names[i];
        join.join.team = -1;
        join.join.token[0] = (uint8_t)(i + 1);
        assert_int_equal(take(e, join), OK);
    }
}

static enum refusal_code start(struct evening *e)
{
    struct step step = {.kind = STEP_START, .by = 1};
    step.start.version = e->room->game->version;
    return take(e, step);
}

static const char *view(const struct room *room, uint16_t person)
{
    static struct buffer text;
    buffer_clear(&text);
    struct writer w = writer_to(&text);
    room_write_view(room, person ? room_person((struct room *)room, person) : NULL, T0, &w);
    return buffer_text(&text);
}

static void people_sit_down_in_numbers_that_fit(void **state)
{
    struct evening e;
    (void)state;
    begin(&e, "cah");
    seat(&e, 1);
    assert_int_equal(start(&e), REFUSAL_CODE_NEED_MORE_PLAYERS);
    struct step third = {.kind = STEP_JOIN};
    third.join.name = "Bea";
    third.join.team = -1;
    assert_int_equal(take(&e, third), OK);
    assert_int_equal(start(&e), OK);
    end(&e);
}

static void the_table_is_empty_and_waits_for_nobody(void **state)
{
    for (int i = 0; games[i]; i++) {
        struct evening e;
        (void)state;
        begin(&e, games[i]->name);
        seat(&e, 3);
        assert_int_equal(start(&e), OK);
        struct game_pulse pulse = room_pulse(e.room);
        assert_int_equal(pulse.awaited, 0);
        assert_int_equal(pulse.wake_at, 0);
        assert_false(pulse.over);
        assert_non_null(strstr(view(e.room, 0), "\"table\":{\"phase\":\"EMPTY\"}"));
        assert_non_null(strstr(view(e.room, 2), "\"table\":{\"phase\":\"EMPTY\"}"));
        json_t *with = json_object();
        struct step act = {.kind = STEP_ACT, .by = 1};
        act.act.verb = "clue";
        act.act.with = with;
        assert_int_equal(take(&e, act), REFUSAL_CODE_UNKNOWN_VERB);
        json_decref(with);
        assert_int_equal(take(&e, (struct step){.kind = STEP_MORE, .by = 1}),
                         REFUSAL_CODE_WRONG_PHASE);
        end(&e);
    }
}

/* Anybody goes, the host first: the others are never stuck, and the last one ends the room. */
static void whoever_leaves_the_others_go_on(void **state)
{
    struct evening e;
    (void)state;
    begin(&e, "another");
    seat(&e, 3);
    assert_int_equal(start(&e), OK);
    assert_int_equal(take(&e, (struct step){.kind = STEP_AWAY, .who = 2}), OK);
    assert_int_equal(take(&e, (struct step){.kind = STEP_BACK, .who = 2}), OK);
    for (uint16_t person = 1; person <= 3; person++) {
        assert_int_equal(e.room->host, person);
        assert_int_equal(take(&e, (struct step){.kind = STEP_LEAVE, .by = person}), OK);
        assert_int_equal(e.room->phase, ROOM_PLAYING);
    }
    assert_int_equal(take(&e, (struct step){.kind = STEP_LEAVE, .by = 4}), OK);
    assert_int_equal(e.room->phase, ROOM_ENDED);
    end(&e);
}

static void the_host_puts_another_game_on_it(void **state)
{
    struct evening e;
    (void)state;
    begin(&e, "another");
    seat(&e, 3);
    assert_int_equal(start(&e), OK);
    struct step other = {.kind = STEP_GAME, .by = 1};
    other.game.name = "cah";
    assert_int_equal(take(&e, other), REFUSAL_CODE_GAME_ALREADY_STARTED);
    assert_int_equal(take(&e, (struct step){.kind = STEP_STOP, .by = 2}), REFUSAL_CODE_NOT_HOST);
    assert_int_equal(take(&e, (struct step){.kind = STEP_STOP, .by = 1}), OK);
    assert_int_equal(take(&e, other), OK);
    assert_int_equal(start(&e), OK);
    assert_int_equal(e.room->people, 4);
    assert_int_equal(e.room->games_played, 0); /* nobody won anything */

    /* The log of all that comes out the same again. */
    struct refusal why;
    struct room *again = room_create(&e.house, 1, &e.log[0], &why);
    for (int i = 1; i < e.steps; i++) {
        struct step step = e.log[i];
        step.stored = true;
        struct refusal refusal = room_apply(&e.house, &again, &step);
        assert_int_equal(refusal.code, OK);
    }
    char before[4000];
    snprintf(before, sizeof before, "%s", view(e.room, 2));
    assert_string_equal(view(again, 2), before);
    assert_int_equal(room_check(again), room_check(e.room));
    room_free(again);
    end(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_sit_down_in_numbers_that_fit),
        cmocka_unit_test(the_table_is_empty_and_waits_for_nobody),
        cmocka_unit_test(whoever_leaves_the_others_go_on),
        cmocka_unit_test(the_host_puts_another_game_on_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
