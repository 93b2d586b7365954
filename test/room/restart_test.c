/* The program ends and starts again: every room is there as it was, whatever has changed since. */
#include "room/verify.h"
#include "world.h"

#include <sqlite3.h>
#include <stdio.h>

static void every_room_comes_back_as_it_was(void **state)
{
    struct world w;
    struct live *rooms[6];
    char *before[6][5], codes[6][CODE_LENGTH + 1];
    (void)state;
    for (int round = 0; round < 6; round++) {
        world_begin(&w);
        test_solo.grace_ms = test_teams.grace_ms = test_solo.idle_ms = test_teams.idle_ms = 1e9;
        struct chance chance;
        uint8_t seed[CHANCE_SEED_BYTES] = {(uint8_t)round};
        chance_init(&chance, seed, 0);
        for (int i = 0; i < 6; i++) {
            rooms[i] = create(&w, i % 2 ? "teams" : "hush").live;
            for (int j = 0; j < 3; j++)
                join(&w, rooms[i], "Guest");
            for (uint16_t j = 1; j <= 4; j++)
                hall_connected(rooms[i], j, w.now);
        }
        wander(&w, &chance, rooms, 6);
        for (int i = 0; i < 6; i++) {
            strcpy(codes[i], rooms[i]->room->code);
            for (uint16_t j = 0; j < 5; j++)
                before[i][j] = view(rooms[i]->room, j);
        }
        world_shut(&w);
        world_open(&w);
        assert_int_equal(hall_count(w.hall), 6);
        for (int i = 0; i < 6; i++)
            for (uint16_t j = 0; j < 5; j++) {
                struct live *live = hall_find(w.hall, codes[i]);
                char *after = view(live->room, j);
                assert_string_equal(after, before[i][j]);
                free(after);
                free(before[i][j]);
            }
        struct verify_result result;
        assert_true(verify_store(w.store, &w.house, stderr, &result));
        assert_int_equal(result.rooms, 6);
        assert_int_equal(result.differing + result.broken + result.changed, 0);
        world_end(&w);
    }
}

static void nobody_came_back_after_a_restart(void **state)
{
    struct world w;
    (void)state;
    world_begin(&w);
    struct live *live = create(&w, "hush").live;
    char code[CODE_LENGTH + 1];
    strcpy(code, live->room->code);
    join(&w, live, "Bob");
    world_shut(&w);
    w.now += 1000;
    world_open(&w);
    assert_non_null(hall_find(w.hall, code));
    /* a quarter of a minute to come back, then they are away; the room ends when it has been idle */
    for (int i = 0; i < 20 && hall_count(w.hall); i++) {
        hall_tick(w.hall, w.now);
        settle(&w);
        int64_t next = hall_tick(w.hall, w.now);
        if (next) w.now = next;
    }
    assert_int_equal(hall_count(w.hall), 0);
    assert_string_equal(w.why, "idle");
    assert_int_equal(w.now, T0 + 1000 + test_solo.idle_ms); /* from when the house opened */
    world_shut(&w);
    world_open(&w);
    assert_int_equal(hall_count(w.hall), 0);
    hall_forget(w.hall, w.now + 1);
    settle(&w);
    struct verify_result result;
    assert_true(verify_store(w.store, &w.house, stderr, &result));
    assert_int_equal(result.rooms, 0);
    world_end(&w);
}

static void changed_rules_end_a_game_politely(void **state)
{
    struct world w;
    (void)state;
    world_begin(&w);
    struct live *live = gather(&w, "hush", 2);
    begin_game(&w, live);
    assert_int_equal(propose(&w, live, (struct step){.kind = STEP_PAUSE, .by = 1}), OK);
    test_solo.version++;
    live = reopen(&w, live);
    assert_int_equal(live->room->phase, ROOM_LOBBY);
    assert_int_equal(live->room->notice, REFUSAL_CODE_GAME_CHANGED);
    assert_int_equal(live->room->people, 2);
    begin_game(&w, live);
    assert_int_equal(live->room->phase, ROOM_PLAYING);
    /* and the old program can still read what the new one wrote */
    test_solo.version--;
    live = reopen(&w, live);
    assert_non_null(live);
    assert_int_equal(live->room->phase, ROOM_LOBBY);
    assert_int_equal(w.complaints, 0);
    world_end(&w);
}

/* Another program with other limits: what was decided stays decided. */
static void assert_same_with_limits(struct world *w, struct live *live)
{
    char *before = view(live->room, 0);
    for (int team_max = 1; team_max <= 8; team_max += 7) {
        test_teams.team_max = team_max;
        live = reopen(w, live);
        char *after = view(live->room, 0);
        assert_string_equal(after, before);
        free(after);
    }
    free(before);
}

static void other_limits_change_no_room(void **state)
{
    struct world w;
    (void)state;
    world_begin(&w);
    struct live *live = create(&w, "teams").live;
    for (int i = 0; i < 7; i++) /* two teams of three, and two who only find room to watch */
        join(&w, live, "Guest");
    struct step watch = {.kind = STEP_TEAM, .by = 2};
    watch.team = (typeof(watch.team)){-1, true};
    assert_int_equal(propose(&w, live, watch), OK);
    struct step sit = {.kind = STEP_TEAM, .by = 8};
    sit.team.team = -1;
    assert_int_equal(propose(&w, live, sit), OK);
    assert_same_with_limits(&w, live);
    world_end(&w);
}

static int chairs(const struct room *room)
{
    int taken = 0;
    for (int i = 0; i < room->people; i++)
        taken += !room->person[i].watching;
    return taken;
}

static void other_limits_seat_nobody_otherwise_after_a_game(void **state)
{
    static const struct step ways[] = {
        {.kind = STEP_STOP, .by = 1},
        {.kind = STEP_GAME, .by = 1, .game.name = "teams"}, /* from a game without teams */
    };
    (void)state;
    for (size_t way = 0; way < 2; way++) {
        struct world w;
        world_begin(&w);
        struct live *live = create(&w, way ? "hush" : "teams").live;
        join(&w, live, "Bob");
        if (way == 0) begin_game(&w, live);
        for (int i = 0; i < 6; i++) { /* latecomers have no team yet */
            struct kept k = {0};
            hall_join(live, "Late", -1, way == 0, w.now, (struct hall_done){keep, &k});
            settle(&w);
            assert_int_equal(k.code, OK);
        }
        assert_int_equal(propose(&w, live, ways[way]), OK);
        assert_int_equal(chairs(live->room), 6); /* three a team, and two only watch */
        assert_same_with_limits(&w, live);
        world_end(&w);
    }
}

/* Rules that play as they did until time is up. */
static void other_happen(void *game, enum game_news news, int seat,
                         const struct game_context *context)
{
    hush_teams_game.happen(game, news, seat, context);
    if (news == NEWS_WAKE) ((struct hush *)game)->score[0]++;
}

/* The server gives a game up that comes out otherwise, and seats everybody with its own limits. */
static void other_limits_change_nothing_that_a_restart_decided(void **state)
{
    struct world w;
    (void)state;
    world_begin(&w);
    struct live *live = gather(&w, "teams", 2);
    begin_game(&w, live);
    for (int i = 0; i < 6; i++)
        hall_join(live, "Late", -1, true, w.now, (struct hall_done){0});
    settle(&w);
    w.now = room_pulse(live->room).wake_at;
    assert_int_equal(propose(&w, live, (struct step){.kind = STEP_WAKE}), OK);
    test_teams.happen = other_happen;
    test_teams.team_max = 2;
    live = reopen(&w, live);
    assert_int_equal(live->room->phase, ROOM_LOBBY);
    assert_int_equal(chairs(live->room), 4);
    assert_same_with_limits(&w, live);
    world_end(&w);
}

/* The same rules by name and version, but they play differently: caught by the checks. */
static struct refusal other_init(void *game, const struct game_context *context)
{
    struct refusal refusal = hush_game.init(game, context);
    ((struct hush *)game)->score[0]++;
    return refusal;
}

static struct verify_result verified(struct world *w)
{
    struct verify_result result;
    FILE *sink = fopen("/dev/null", "w");
    assert_true(verify_store(w->store, &w->house, sink, &result));
    fclose(sink);
    return result;
}

static void a_game_that_comes_out_otherwise_is_noticed(void **state)
{
    struct world w;
    (void)state;
    world_begin(&w);
    struct live *live = gather(&w, "hush", 2);
    begin_game(&w, live);
    test_solo.init = other_init;
    live = reopen(&w, live);
    assert_int_equal(w.complaints, 1);
    assert_int_equal(live->room->phase, ROOM_LOBBY);
    assert_int_equal(verified(&w).differing, 1);
    world_end(&w);
}

/* Puts a record into the room's log that no program wrote, and reads it. */
static struct live *damage(struct world *w, struct live *live, uint32_t seq, const char *record)
{
    store_append(w->store, live->room->id, seq, 100 + seq, record, strlen(record), NULL, NULL);
    settle(w);
    return reopen(w, live);
}

static void assert_verify_finds(struct world *w, uint64_t broken, uint64_t records)
{
    struct verify_result result = verified(w);
    assert_int_equal(result.broken, broken);
    assert_int_equal(result.records, records);
}

static bool is_there(void *arg, const struct store_record *record)
{
    *(bool *)arg |= strcmp(record->body, "not a record") == 0;
    return true;
}

static void a_record_that_cannot_be_read_takes_no_room_along(void **state)
{
    static const char *const records[] = {
        "not a record",
        "{\"do\":\"dance\",\"t\":1}",
        "{\"do\":\"join\",\"t\":1700000000000}",
        "{\"do\":\"rename\",\"t\":1,\"by\":1,\"name\":\"Eva\"}",          /* long before */
        "{\"do\":\"again\",\"t\":1800000000000,\"by\":1}",                /* refused */
        "{\"do\":\"kick\",\"t\":1700000000000,\"by\":2,\"who\":1}",       /* not the host */
        "{\"do\":\"act\",\"t\":1700000000000,\"by\":1,\"verb\":\"fly\"}", /* not of this game */
    };
    (void)state;
    for (size_t i = 0; i < sizeof records / sizeof *records; i++) {
        struct world w;
        char code[CODE_LENGTH + 1];
        world_begin(&w);
        struct live *live = create(&w, "hush").live;
        struct kept bob = join(&w, live, "Bob");
        hall_connected(live, 1, w.now);
        hall_connected(live, bob.person, w.now);
        begin_game(&w, live);
        uint64_t id = live->room->id;
        strcpy(code, live->room->code);
        live = damage(&w, live, live->room->seq, records[i]);
        /* the people are there, in the lobby, and know why; the operator knows which room */
        assert_non_null(live);
        assert_int_equal(w.complaints, 1);
        assert_non_null(strstr(w.complaint, code));
        assert_non_null(strstr(w.complaint, "record 4"));
        assert_int_equal(live->room->phase, ROOM_LOBBY);
        assert_int_equal(live->room->people, 2);
        assert_int_equal(live->room->notice, REFUSAL_CODE_GAME_CHANGED);
        assert_non_null(room_person_by_token(live->room, bob.token));
        /* and it goes on: what comes after is kept like anything else */
        struct kept eva = join(&w, live, "Eva");
        assert_int_equal(eva.code, OK);
        hall_connected(live, 1, w.now);
        begin_game(&w, live);
        char *before = view(live->room, eva.person);
        live = reopen(&w, live);
        char *after = view(live->room, eva.person);
        assert_string_equal(after, before);
        assert_int_equal(live->room->phase, ROOM_PLAYING);
        free(before);
        free(after);
        bool kept = false;
        assert_true(store_read(w.store, id, 1, is_there, &kept));
        assert_int_equal(kept, i == 0);
        assert_verify_finds(&w, i < 6, 7); /* the last one is a game that came out otherwise */
        world_end(&w);
    }
}

static void who_came_after_an_unreadable_one_keeps_their_number(void **state)
{
    struct world w;
    (void)state;
    world_begin(&w);
    struct live *live = create(&w, "hush").live;
    /* Bob's record, which nobody can read any more, and Carla's as it was written after it */
    store_append(w.store, live->room->id, 1, 1, "{\"do\":\"jo", 9, NULL, NULL);
    live = damage(&w, live, 2,
                  "{\"do\":\"join\",\"t\":1700000000000,\"who\":3,\"name\":\"Carla\","
                  "\"token\":\"000102030405060708090a0b0c0d0e0f\"}");
    assert_int_equal(live->room->people, 2);
    assert_null(room_person(live->room, 2));
    assert_string_equal(room_person(live->room, 3)->name, "Carla");
    assert_int_equal(join(&w, live, "Dino").person, 4);
    world_end(&w);
}

static void a_room_that_was_never_made_is_named(void **state)
{
    static const char *const firsts[] = {
        "not a record",
        "{\"do\":\"pause\",\"t\":1}", /* a step, but none that makes a room */
        "{\"do\":\"start\",\"t\":1,\"seed\":"
        "\"0101010101010101010101010101010101010101010101010101010101010101\"}",
        "{\"do\":\"create\",\"t\":1,\"code\":\"ABC234\",\"game\":\"chess\",\"name\":\"Ana\","
        "\"token\":\"000102030405060708090a0b0c0d0e0f\","
        "\"hostToken\":\"000102030405060708090a0b0c0d0e0f\"}",
    };
    (void)state;
    for (size_t i = 0; i < sizeof firsts / sizeof *firsts; i++) {
        struct world w;
        char code[CODE_LENGTH + 1];
        world_begin(&w);
        struct live *fine = create(&w, "hush").live;
        strcpy(code, fine->room->code);
        store_create(w.store, "ABC234", "hush", 77, firsts[i], strlen(firsts[i]), NULL, NULL);
        settle(&w);
        world_shut(&w);
        world_open(&w);
        assert_null(hall_find(w.hall, "ABC234"));
        assert_non_null(hall_find(w.hall, code));
        assert_int_equal(w.complaints, 2);
        assert_non_null(strstr(w.complaint, "ABC234"));
        assert_verify_finds(&w, 1, 2);
        world_end(&w);
    }
}

/* However many processes share the rooms, they find the same. */
static void every_core_finds_the_same(void **state)
{
    struct world w;
    struct verify_result one, many;
    char error[STORE_ERROR_BYTES], lines[2][2000] = {{0}};
    (void)state;
    world_begin(&w);
    struct live *live = NULL;
    for (int i = 0; i < 7; i++) {
        live = gather(&w, "hush", 2);
        begin_game(&w, live);
    }
    damage(&w, live, live->room->seq, "{\"do\":\"nothing\"}");
    FILE *sink = fmemopen(lines[0], sizeof lines[0], "w");
    assert_true(verify_store(w.store, &w.house, sink, &one));
    fclose(sink);
    assert_int_equal(one.rooms, 7);
    assert_int_equal(one.broken, 1);
    world_shut(&w);
    struct store_options options = {.place = w.folder, .mode = STORE_READ};
    for (int cores = 1; cores <= 9; cores += 4) {
        sink = fmemopen(lines[1], sizeof lines[1], "w");
        assert_true(verify_on_cores(&options, &w.house, cores, sink, &many, error));
        fclose(sink);
        assert_memory_equal(&many, &one, sizeof one);
        assert_string_equal(lines[1], lines[0]);
    }
    options.place = "/nowhere/at/all";
    assert_false(verify_on_cores(&options, &w.house, 2, stderr, &many, error));
    assert_non_null(strstr(error, "/nowhere/at/all"));
    world_open(&w);
    world_end(&w);
}

/* What is damaged under its checksums is the store's to notice: nothing is opened, nothing guessed. */
static void a_store_that_cannot_be_read_opens_no_hall(void **state)
{
    struct world w;
    struct verify_result result;
    char file[80], error[STORE_ERROR_BYTES] = "";
    sqlite3 *db;
    (void)state;
    world_begin(&w);
    create(&w, "hush");
    world_shut(&w);
    struct store_options options = {.place = w.folder, .mode = STORE_SERVE};
    w.store = store_open(&options, error);
    assert_non_null(w.store);
    snprintf(file, sizeof file, "%s/ludoteca.db", w.folder);
    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "UPDATE records SET body = ''", 0, 0, 0), SQLITE_OK);
    sqlite3_close(db);
    w.hall = hall_open(w.store, &w.house, &(struct hall_hooks){0}, w.now, error);
    assert_null(w.hall);
    assert_non_null(strstr(error, file));
    assert_false(verify_store(w.store, &w.house, stderr, &result));
    world_end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_room_comes_back_as_it_was),
        cmocka_unit_test(nobody_came_back_after_a_restart),
        cmocka_unit_test(changed_rules_end_a_game_politely),
        cmocka_unit_test(other_limits_change_no_room),
        cmocka_unit_test(other_limits_seat_nobody_otherwise_after_a_game),
        cmocka_unit_test(other_limits_change_nothing_that_a_restart_decided),
        cmocka_unit_test(a_game_that_comes_out_otherwise_is_noticed),
        cmocka_unit_test(a_record_that_cannot_be_read_takes_no_room_along),
        cmocka_unit_test(who_came_after_an_unreadable_one_keeps_their_number),
        cmocka_unit_test(a_room_that_was_never_made_is_named),
        cmocka_unit_test(every_core_finds_the_same),
        cmocka_unit_test(a_store_that_cannot_be_read_opens_no_hall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
