/* Proposals: nothing is shown before it is durable, nothing bad gets in. */
#include "world.h"

static void nothing_is_shown_before_it_is_durable(void **state)
{
    struct world w;
    struct kept k = {0};
    (void)state;
    world_begin(&w);
    hall_create(w.hall, "hush", "Ana", NULL, w.now, (struct hall_done){keep, &k});
    assert_int_equal(k.calls, 0);
    assert_int_equal(hall_count(w.hall), 0);
    settle(&w);
    assert_int_equal(k.calls, 1);
    assert_int_equal(k.code, OK);
    assert_string_equal(w.told, "room_updated");
    struct live *live = hall_find(w.hall, k.live->room->code);
    assert_ptr_equal(live, k.live);
    w.told[0] = 0;
    uint32_t seq = live->room->seq;
    struct kept j = {0};
    hall_join(live, "Bob", -1, false, w.now, (struct hall_done){keep, &j});
    assert_int_equal(live->room->seq, seq);
    assert_int_equal(live->room->people, 1);
    assert_string_equal(w.told, "");
    settle(&w);
    assert_int_equal(live->room->people, 2);
    assert_string_equal(w.told, "room_updated");
    assert_ptr_equal(room_person_by_token(live->room, j.token), room_person(live->room, j.person));
    assert_null(room_person_by_token(live->room, k.host_token));
    assert_true(room_is_host_token(live->room, k.host_token));
    assert_false(room_is_host_token(live->room, j.token));
    world_end(&w);
}

static void bad_calls_are_refused(void **state)
{
    struct world w;
    struct kept k = {0};
    (void)state;
    world_begin(&w);
    hall_create(w.hall, "chess", "Ana", NULL, w.now, (struct hall_done){keep, &k});
    assert_int_equal(k.code, REFUSAL_CODE_UNKNOWN_GAME);
    hall_create(w.hall, "hush", "   ", NULL, w.now, (struct hall_done){keep, &k});
    assert_int_equal(k.code, REFUSAL_CODE_BAD_NAME);
    json_t *settings = json_pack("{s:i}", "rounds", 99);
    hall_create(w.hall, "hush", "Ana", settings, w.now, (struct hall_done){keep, &k});
    assert_int_equal(k.code, REFUSAL_CODE_BAD_SETTING);
    json_decref(settings);
    settings = json_pack("{s:i}", "rounds", 2);
    hall_create(w.hall, "hush", "Ana", settings, w.now, (struct hall_done){keep, &k});
    json_decref(settings);
    settle(&w);
    assert_int_equal(k.code, OK);
    assert_int_equal(k.live->room->settings[0], 2);
    assert_null(hall_find(w.hall, "AAAA"));
    assert_null(hall_find(w.hall, "zzzzzz"));
    world_end(&w);
}

static void a_flood_is_refused_not_buffered(void **state)
{
    struct world w;
    (void)state;
    world_begin(&w);
    struct live *live = create(&w, "hush").live;
    static struct kept answers[1000];
    memset(answers, 0, sizeof answers);
    for (int i = 0; i < 1000; i++) {
        struct step step = {.kind = STEP_RENAME, .by = 1};
        step.rename.name = "Eva";
        hall_propose(live, &step, w.now, (struct hall_done){keep, &answers[i]});
    }
    settle(&w);
    int done = 0, busy = 0;
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(answers[i].calls, 1);
        done += answers[i].code == OK;
        busy += answers[i].code == REFUSAL_CODE_ROOM_BUSY;
    }
    assert_int_equal(done, 1 + HALL_WAITING_MAX);
    assert_int_equal(busy, 1000 - done);
    assert_int_equal(live->room->seq, 1 + done);
    world_end(&w);
}

static void what_became_of_proposals_is_counted(void **state)
{
    struct world w;
    (void)state;
    world_begin(&w);
    struct live *live = create(&w, "hush").live;
    uint16_t b = join(&w, live, "Bob").person;
    const struct hall_figures *figures = hall_figures(w.hall);
    assert_int_equal(figures->created, 1);
    assert_int_equal(figures->accepted, 2);
    assert_int_equal(propose(&w, live, (struct step){.kind = STEP_START, .by = b}),
                     REFUSAL_CODE_NOT_HOST);
    assert_int_equal(figures->refusals[REFUSAL_CODE_NOT_HOST], 1);
    assert_int_equal(figures->accepted, 2);
    assert_int_equal(figures->ended, 0);
    assert_int_equal(propose(&w, live, (struct step){.kind = STEP_END, .end.why = "host"}), OK);
    assert_int_equal(figures->ended, 1);
    assert_ptr_equal(hall_house(w.hall), &w.house);
    world_end(&w);
}

static void a_room_begins_with_no_face_that_nobody_can_wear(void **state)
{
    struct world w;
    struct kept answer = {0};
    (void)state;
    world_begin(&w);
    hall_create_as(w.hall, "hush", "Ana", "no such face", NULL, w.now,
                   (struct hall_done){keep, &answer});
    settle(&w);
    assert_int_equal(answer.calls, 1);
    assert_int_equal(answer.code, REFUSAL_CODE_BAD_REQUEST);
    assert_int_equal(hall_count(w.hall), 0);
    world_end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_shown_before_it_is_durable),
        cmocka_unit_test(bad_calls_are_refused),
        cmocka_unit_test(a_flood_is_refused_not_buffered),
        cmocka_unit_test(what_became_of_proposals_is_counted),
        cmocka_unit_test(a_room_begins_with_no_face_that_nobody_can_wear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
