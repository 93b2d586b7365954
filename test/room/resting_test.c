/* Rooms that nobody is connected to: they cost an entry, and are there as they were when somebody
 * asks for them or their moment comes. */
#include "room/resting.h"
#include "room/verify.h"
#include "world.h"

#include <sqlite3.h>
#include <stdio.h>

static void begin_lazy(struct world *w)
{
    world_begin(w);
    w->lazy = true;
    world_shut(w);
    world_open(w);
}

static size_t resting(const struct world *w)
{
    size_t rooms;
    hall_resting(w->hall, &rooms);
    return rooms;
}

/* Everybody closes the page, and time goes by until nothing is to be done soon. */
static void leave_alone(struct world *w, struct live *live, int people)
{
    for (uint16_t i = ANA; i <= people; i++)
        hall_disconnected(live, i, w->now);
    settle(w);
    for (int i = 0; i < 40 && !resting(w); i++)
        pass(w, 10000);
}

static void who_knocks_finds_the_room_as_it_was(void **state)
{
    struct world w;
    (void)state;
    begin_lazy(&w);
    test_solo.idle_ms = 86400000;
    test_solo.grace_ms = 86400000;
    struct live *live = gather(&w, "hush", 3);
    char code[CODE_LENGTH + 1];
    strcpy(code, live->room->code);
    begin_game(&w, live);
    assert_int_equal(propose(&w, live, STEP(PAUSE, .by = ANA)), OK);
    for (uint16_t i = ANA; i <= 3; i++)
        hall_disconnected(live, i, w.now);
    settle(&w);
    uint32_t seq = live->room->seq;
    char *before = view(live->room, BOB);
    for (int i = 0; i < 40 && !resting(&w); i++)
        pass(&w, 10000);
    assert_int_equal(resting(&w), 1);
    assert_int_equal(w.let_go, 1);
    assert_int_equal(hall_count(w.hall), 1);
    const struct rest_totals *t = hall_resting(w.hall, &(size_t){0});
    assert_int_equal(t->people, 3);
    assert_int_equal(t->online, 0);
    assert_int_equal(t->playing, 1);
    assert_int_equal(t->rooms[0], 1);
    live = hall_find(w.hall, code);
    assert_non_null(live);
    assert_int_equal(live->room->seq, seq);
    assert_int_equal(resting(&w), 0);
    assert_int_equal(t->people, 0);
    char *after = view(live->room, BOB);
    assert_string_equal(after, before);
    free(before);
    free(after);
    /* and it goes on */
    hall_connected(live, ANA, w.now);
    settle(&w);
    assert_int_equal(propose(&w, live, STEP(RESUME, .by = ANA)), OK);
    assert_int_equal(w.complaints, 0);
    world_end(&w);
}

static void nobody_rests_while_somebody_is_there(void **state)
{
    struct world w;
    (void)state;
    begin_lazy(&w);
    struct live *live = gather(&w, "hush", 2);
    hall_disconnected(live, BOB, w.now);
    for (int i = 0; i < 30; i++)
        pass(&w, 10000);
    assert_int_equal(resting(&w), 0);
    hall_disconnected(live, ANA, w.now);
    w.holds = true; /* a stream of the crowd, say */
    for (int i = 0; i < 30; i++)
        pass(&w, 10000);
    assert_int_equal(resting(&w), 0);
    w.holds = false;
    for (int i = 0; i < 30 && !resting(&w); i++)
        pass(&w, 10000);
    assert_int_equal(resting(&w), 1);
    world_end(&w);
}

static void a_room_that_rests_ends_in_its_time(void **state)
{
    struct world w;
    (void)state;
    begin_lazy(&w);
    struct live *live = gather(&w, "hush", 2);
    int64_t left = w.now;
    leave_alone(&w, live, 2);
    assert_int_equal(resting(&w), 1);
    for (int i = 0; i < 100 && hall_count(w.hall); i++) {
        settle(&w);
        int64_t next = hall_tick(w.hall, w.now);
        if (next > w.now) w.now = next;
    }
    settle(&w);
    assert_int_equal(hall_count(w.hall), 0);
    assert_string_equal(w.why, "idle");
    assert_in_range(w.now, left + test_solo.idle_ms, left + test_solo.idle_ms + 5000);
    world_end(&w);
}

/* Its deadline comes while nobody is there, as it would in memory. */
static void a_game_that_rests_is_woken(void **state)
{
    struct world w;
    (void)state;
    begin_lazy(&w);
    test_solo.idle_ms = test_solo.grace_ms = 86400000;
    struct live *live = gather(&w, "hush", 2);
    char code[CODE_LENGTH + 1];
    strcpy(code, live->room->code);
    begin_game(&w, live);
    struct step more = {.kind = STEP_MORE, .by = ANA};
    more.more.ms = 3600000;
    assert_int_equal(propose(&w, live, more), OK);
    int64_t wake = room_wakes_at(live->room);
    assert_true(wake > w.now + 3000000);
    leave_alone(&w, live, 2);
    assert_int_equal(resting(&w), 1);
    world_shut(&w); /* and the next start knows it too, without reading the log */
    world_open(&w);
    assert_int_equal(resting(&w), 1);
    w.now = wake - 1;
    hall_tick(w.hall, w.now);
    assert_int_equal(resting(&w), 1);
    pass(&w, 1);
    pass(&w, 1);
    live = hall_find(w.hall, code);
    assert_true(room_wakes_at(live->room) != wake);
    world_end(&w);
}

static void a_start_reads_only_what_is_asked_for(void **state)
{
    struct world w;
    char codes[40][CODE_LENGTH + 1], *before[40];
    (void)state;
    begin_lazy(&w);
    test_solo.idle_ms = test_solo.grace_ms = 86400000;
    for (int i = 0; i < 40; i++) {
        struct live *live = gather(&w, "hush", 2);
        strcpy(codes[i], live->room->code);
        begin_game(&w, live);
        before[i] = view(live->room, BOB);
    }
    world_shut(&w);
    world_open(&w);
    assert_int_equal(hall_count(w.hall), 40);
    assert_int_equal(resting(&w), 40);
    for (int i = 0; i < 40; i += 7) {
        struct live *live = hall_find(w.hall, codes[i]);
        assert_non_null(live);
        char *after = view(live->room, BOB);
        assert_string_equal(after, before[i]);
        free(after);
    }
    assert_int_equal(resting(&w), 34);
    struct verify_result result;
    assert_true(verify_store(w.store, &w.house, stderr, &result));
    assert_int_equal(result.rooms, 40);
    assert_int_equal(result.differing + result.broken, 0);
    for (int i = 0; i < 40; i++)
        free(before[i]);
    world_end(&w);
}

/* Whoever was killed noted nothing: those rooms are read behind the start, and are all there. */
static void without_a_note_a_room_is_read_behind_the_start(void **state)
{
    struct world w;
    char code[CODE_LENGTH + 1], file[80];
    sqlite3 *db;
    (void)state;
    for (int damage = 0; damage < 3; damage++) {
        begin_lazy(&w);
        struct live *live = gather(&w, "hush", 2);
        strcpy(code, live->room->code);
        world_shut(&w);
        snprintf(file, sizeof file, "%s/ludoteca.db", w.folder);
        assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
        const char *sql[] = {"DELETE FROM resting", "UPDATE resting SET note = 'hush time x'",
                             "UPDATE resting SET at = at - 1 WHERE room > 0"};
        assert_int_equal(sqlite3_exec(db, sql[damage], 0, 0, 0), SQLITE_OK);
        sqlite3_close(db);
        world_open(&w);
        assert_int_equal(hall_count(w.hall), 1);
        assert_int_equal(resting(&w), 0);
        assert_non_null(hall_find(w.hall, code));
        assert_int_equal(w.complaints, 0);
        world_end(&w);
    }
}

/* What cannot be read takes no other room along, and stays where it is. */
static void a_room_that_cannot_be_read_is_named(void **state)
{
    struct world w;
    char codes[2][CODE_LENGTH + 1], file[80], sql[120];
    sqlite3 *db;
    (void)state;
    begin_lazy(&w);
    test_solo.idle_ms = test_solo.grace_ms = 86400000;
    uint64_t damaged = 0;
    for (int i = 0; i < 2; i++) {
        struct live *live = gather(&w, "hush", 2);
        strcpy(codes[i], live->room->code);
        damaged = live->room->id;
    }
    world_shut(&w);
    snprintf(file, sizeof file, "%s/ludoteca.db", w.folder);
    snprintf(sql, sizeof sql, "UPDATE records SET body = '' WHERE room = %d AND seq = 2",
             (int)damaged);
    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, 0, 0, 0), SQLITE_OK);
    sqlite3_close(db);
    world_open(&w);
    assert_null(hall_find(w.hall, codes[1]));
    assert_int_equal(w.complaints, 1);
    assert_non_null(strstr(w.complaint, codes[1]));
    assert_non_null(strstr(w.complaint, "damaged"));
    assert_non_null(hall_find(w.hall, codes[0]));
    assert_int_equal(hall_count(w.hall), 2);
    world_end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_knocks_finds_the_room_as_it_was),
        cmocka_unit_test(nobody_rests_while_somebody_is_there),
        cmocka_unit_test(a_room_that_rests_ends_in_its_time),
        cmocka_unit_test(a_game_that_rests_is_woken),
        cmocka_unit_test(a_start_reads_only_what_is_asked_for),
        cmocka_unit_test(without_a_note_a_room_is_read_behind_the_start),
        cmocka_unit_test(a_room_that_cannot_be_read_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
