/* The clock of the hall and who is connected: both speak through the log. */
#include "world.h"

#include <signal.h>
#include <sys/resource.h>

static void deadlines_fire_through_the_log(void **state)
{
    struct world w;
    (void)state;
    world_begin(&w);
    struct live *live = gather(&w, "hush", 2);
    begin_game(&w, live);
    for (int i = 0; i < 100 && live->room->phase == ROOM_PLAYING; i++) {
        int64_t next = hall_tick(w.hall, w.now);
        assert_true(next > w.now);
        /* killed and started again in the middle: the clock goes on where it should */
        if (i == 2) {
            live = reopen(&w, live);
            hall_connected(live, ANA, w.now);
            hall_connected(live, BOB, w.now);
        }
        struct step due;
        struct room_guests guests = {.anybody = true};
        int64_t expected = room_due(live->room, &guests, &due);
        w.now = expected - 1;
        pass(&w, 0);
        uint32_t seq = live->room->seq;
        w.now = expected;
        pass(&w, 0);
        assert_int_equal(live->room->seq, seq + 1);
    }
    assert_int_equal(live->room->phase, ROOM_OVER);
    world_end(&w);
}

static bool is_here(const struct live *live, uint16_t person)
{
    return room_person(live->room, person)->away_since == 0;
}

static void presence_follows_connections(void **state)
{
    struct world w;
    (void)state;
    world_begin(&w);
    struct live *live = gather(&w, "hush", 2);
    hall_connected(live, BOB, w.now); /* a second tab */
    hall_disconnected(live, BOB, w.now);
    pass(&w, 20000);
    assert_true(is_here(live, BOB));
    hall_disconnected(live, BOB, w.now); /* in the lobby: a page may be changing */
    pass(&w, 0);
    assert_true(is_here(live, BOB));
    pass(&w, 3000);
    assert_false(is_here(live, BOB));
    hall_connected(live, BOB, w.now);
    settle(&w);
    assert_true(is_here(live, BOB));
    begin_game(&w, live);
    /* lost and found again before the store has answered */
    hall_disconnected(live, BOB, w.now);
    hall_connected(live, BOB, w.now);
    settle(&w);
    assert_true(is_here(live, BOB));
    /* the lobby's page goes and the table's comes: nobody was away */
    hall_page_closed(live, BOB, w.now);
    settle(&w);
    w.now += 2000;
    hall_tick(w.hall, w.now);
    hall_connected(live, BOB, w.now);
    pass(&w, 2000);
    assert_true(is_here(live, BOB));
    hall_disconnected(live, BOB, w.now);
    settle(&w);
    assert_false(is_here(live, BOB));
    w.now += test_solo.grace_ms;
    for (int i = 0; i < 5; i++) { /* the game's own deadlines come first */
        pass(&w, 0);
    }
    assert_true(room_person(live->room, BOB)->gone);
    world_end(&w);
}

static void computers_are_asked_to_think(void **state)
{
    struct world w;
    (void)state;
    world_begin(&w);
    struct live *live = create(&w, "hush").live;
    hall_connected(live, 1, w.now);
    struct step bot = {.kind = STEP_BOT, .by = 1};
    bot.join.name = "Robot";
    bot.join.team = -1;
    bot.join.level = 1;
    assert_int_equal(propose(&w, live, bot), OK);
    begin_game(&w, live);
    assert_int_equal(w.bots, 1);
    world_shut(&w);
    world_open(&w);
    assert_int_equal(w.bots, 2);
    world_end(&w);
}

/* Everybody's lobby closes when a game begins; a slow phone needs its time to load the table. */
static void nobody_is_away_on_the_way_to_the_table(void **state)
{
    struct world w;
    (void)state;
    world_begin(&w);
    struct live *live = gather(&w, "hush", 3);
    begin_game(&w, live);
    hall_page_closed(live, ANA, w.now);
    hall_page_closed(live, BOB, w.now);
    pass(&w, 2900);
    hall_page_closed(live, CLEO, w.now); /* is not judged by the time that the others left */
    hall_connected(live, ANA, w.now);
    pass(&w, 8000);
    assert_true(is_here(live, BOB) && is_here(live, CLEO));
    hall_connected(live, CLEO, w.now);
    pass(&w, 5000); /* Bob has not come */
    assert_true(is_here(live, CLEO));
    assert_false(is_here(live, BOB));
    hall_connected(live, BOB, w.now);
    settle(&w);
    assert_true(is_here(live, BOB));
    /* long after the beginning a page that closes is somebody who goes */
    pass(&w, 20000);
    hall_connected(live, CLEO, w.now);
    hall_disconnected(live, CLEO, w.now);
    hall_page_closed(live, CLEO, w.now);
    pass(&w, 3000);
    assert_false(is_here(live, CLEO));
    world_end(&w);
}

/* One page that changes does not hurry those who have not come back from a restart yet. */
static void each_is_waited_for_alone(void **state)
{
    struct world w;
    (void)state;
    world_begin(&w);
    struct live *live = gather(&w, "hush", 3);
    live = reopen(&w, live);
    hall_connected(live, BOB, w.now);
    hall_page_closed(live, BOB, w.now);
    pass(&w, 4000);
    assert_false(is_here(live, BOB));
    assert_true(is_here(live, CLEO));
    pass(&w, 12000);
    assert_false(is_here(live, CLEO));
    world_end(&w);
}

/* Nobody ever connects, or somebody does and goes: the seats are held, and only idleness ends it. */
static void who_plays_by_requests_is_here_without_a_connection(void **state)
{
    struct world w;
    (void)state;
    world_begin(&w);
    struct live *live = create(&w, "hush").live;
    uint16_t b = join(&w, live, "Bob").person;
    struct step start = {.kind = STEP_START, .by = 1, .start.callers = true};
    assert_int_equal(propose(&w, live, start), OK);
    for (int restart = 0; restart < 2; restart++) {
        hall_connected(live, b, w.now);
        hall_disconnected(live, b, w.now);
        int64_t end = w.now + test_solo.grace_ms + 60000;
        assert_true(end < live->room->last_active + test_solo.idle_ms);
        for (; w.now < end; w.now += 5000)
            pass(&w, 0);
        for (uint16_t number = 1; number <= b; number++) {
            assert_true(is_here(live, number));
            assert_false(room_person(live->room, number)->gone);
        }
        if (restart) break;
        live = reopen(&w, live);
        assert_non_null(live);
    }
    uint16_t c = join(&w, live, "Eva").person; /* came in by herself: as everybody */
    pass(&w, 20000);
    assert_false(is_here(live, c));
    w.now += test_solo.idle_ms;
    for (int i = 0; i < 50 && !w.closed; i++) {
        pass(&w, 0);
    }
    assert_int_equal(w.closed, 1);
    assert_string_equal(w.why, "idle");
    world_end(&w);
}

static void a_room_that_nobody_knows_of_is_discarded(void **state)
{
    struct world w;
    (void)state;
    world_begin(&w);
    struct live *live = create(&w, "hush").live;
    join(&w, live, "Bob");
    hall_discard(live);
    pass(&w, 0);
    assert_int_equal(w.closed, 1);
    assert_int_equal(hall_count(w.hall), 0);
    world_shut(&w);
    world_open(&w);
    assert_int_equal(hall_count(w.hall), 0);
    world_end(&w);
}

/* The way back is still on its way to the store when they are gone again. */
static void who_comes_and_goes_at_once_is_away(void **state)
{
    struct world w;
    (void)state;
    world_begin(&w);
    struct live *live = gather(&w, "hush", 2);
    pass(&w, 16000);
    begin_game(&w, live);
    hall_disconnected(live, BOB, w.now);
    settle(&w);
    assert_false(is_here(live, BOB));
    hall_connected(live, BOB, w.now);
    hall_disconnected(live, BOB, w.now);
    settle(&w);
    pass(&w, 2999); /* as long as a page may take to change */
    assert_true(is_here(live, BOB));
    pass(&w, 1);
    assert_false(is_here(live, BOB));
    world_end(&w);
}

static void disk_takes(struct world *w, bool anything)
{
    struct rlimit limit;
    settle(w);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = anything ? limit.rlim_max : 1;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void who_went_while_the_disk_was_full_is_missed_later(void **state)
{
    struct world w;
    (void)state;
    signal(SIGXFSZ, SIG_IGN);
    world_begin(&w);
    struct live *live = gather(&w, "hush", 2);
    begin_game(&w, live);
    disk_takes(&w, false);
    hall_disconnected(live, BOB, w.now);
    settle(&w);
    pass(&w, 2000);
    assert_true(is_here(live, BOB)); /* nothing was stored, so nothing has happened */
    disk_takes(&w, true);
    pass(&w, 2000);
    assert_false(is_here(live, BOB));
    disk_takes(&w, false);
    hall_connected(live, BOB, w.now);
    settle(&w);
    assert_false(is_here(live, BOB));
    disk_takes(&w, true);
    pass(&w, 2000);
    assert_true(is_here(live, BOB));
    assert_int_equal(w.complaints, 4); /* when it begins and when it ends, twice */
    world_end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deadlines_fire_through_the_log),
        cmocka_unit_test(who_went_while_the_disk_was_full_is_missed_later),
        cmocka_unit_test(presence_follows_connections),
        cmocka_unit_test(computers_are_asked_to_think),
        cmocka_unit_test(nobody_is_away_on_the_way_to_the_table),
        cmocka_unit_test(each_is_waited_for_alone),
        cmocka_unit_test(who_plays_by_requests_is_here_without_a_connection),
        cmocka_unit_test(a_room_that_nobody_knows_of_is_discarded),
        cmocka_unit_test(who_comes_and_goes_at_once_is_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
