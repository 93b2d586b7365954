/* The hall on a real store: nothing is shown before it is durable, nothing shown is ever lost. */
#include "party.h"
#include "room/hall.h"
#include "room/verify.h"

#include <ftw.h>
#include <stdio.h>
#include <unistd.h>

#define OK REFUSAL_CODE_OK

struct world {
    char folder[40];
    struct house house;
    struct store *store;
    struct hall *hall;
    int64_t now;
    char told[4000]; /* names of events to everybody since the last look */
    int bots, closed, complaints;
    char why[40];
};

static const struct game *const games[] = {&test_solo, &test_teams, NULL};

static void on_told(void *arg, struct live *live, const struct game_says *says)
{
    struct world *w = arg;
    (void)live;
    for (size_t i = 0; i < says_count(says) && strlen(w->told) < sizeof w->told - 60; i++) {
        strcat(w->told, w->told[0] ? " " : "");
        strcat(w->told, says_event(says, i).name);
    }
}

static void on_closed(void *arg, struct live *live, const char *why)
{
    struct world *w = arg;
    (void)live;
    w->closed++;
    snprintf(w->why, sizeof w->why, "%s", why);
}

static void on_bot(void *arg, struct live *live, const struct person *person)
{
    (void)live;
    (void)person;
    ((struct world *)arg)->bots++;
}

static void on_complaint(void *arg, const char *sentence)
{
    (void)sentence;
    ((struct world *)arg)->complaints++;
}

static void world_open(struct world *w)
{
    char error[STORE_ERROR_BYTES];
    struct store_options options = {.place = w->folder, .mode = STORE_SERVE};
    struct hall_hooks hooks = {w, on_told, on_closed, on_bot, on_complaint};
    w->store = store_open(&options, error);
    assert_non_null(w->store);
    w->hall = hall_open(w->store, &w->house, &hooks, w->now, error);
    assert_non_null(w->hall);
}

static void world_shut(struct world *w)
{
    store_flush(w->store);
    hall_close(w->hall);
    store_close(w->store);
}

static void world_begin(struct world *w)
{
    memset(w, 0, sizeof *w);
    test_solo = hush_game;
    test_solo.bots = true;
    test_teams = hush_teams_game;
    test_teams.name = "teams";
    w->house = (struct house){games, shelf_new()};
    w->now = T0;
    strcpy(w->folder, "/tmp/hall-XXXXXX");
    assert_non_null(mkdtemp(w->folder));
    world_open(w);
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *where)
{
    (void)info, (void)kind, (void)where;
    return remove(path);
}

static void world_end(struct world *w)
{
    world_shut(w);
    shelf_free(w->house.shelf);
    nftw(w->folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static void settle(struct world *w)
{
    for (int i = 0; i < 200; i++) {
        store_flush(w->store);
        if (store_drain(w->store) == 0) return;
    }
    fail_msg("the store never comes to rest");
}

/* The answer of a proposal, kept. */
struct kept {
    int calls;
    enum refusal_code code;
    uint16_t person;
    struct live *live;
    char token[TOKEN_TEXT_LENGTH + 1], host_token[TOKEN_TEXT_LENGTH + 1];
};

static void keep(void *arg, const struct hall_answer *answer)
{
    struct kept *k = arg;
    k->calls++;
    k->code = answer->refusal.code;
    k->person = answer->person;
    k->live = answer->live;
    if (answer->token) strcpy(k->token, answer->token);
    if (answer->host_token) strcpy(k->host_token, answer->host_token);
}

static struct kept create(struct world *w, const char *game)
{
    struct kept k = {0};
    hall_create(w->hall, game, "Ana", NULL, w->now, (struct hall_done){keep, &k});
    settle(w);
    assert_int_equal(k.calls, 1);
    return k;
}

static struct kept join(struct world *w, struct live *live, const char *name)
{
    struct kept k = {0};
    hall_join(live, name, -1, false, w->now, (struct hall_done){keep, &k});
    settle(w);
    assert_int_equal(k.calls, 1);
    return k;
}

static enum refusal_code propose(struct world *w, struct live *live, struct step step)
{
    struct kept k = {0};
    hall_propose(live, &step, w->now, (struct hall_done){keep, &k});
    settle(w);
    assert_int_equal(k.calls, 1);
    return k.code;
}

static char *view(const struct room *room, uint16_t person)
{
    struct buffer text = {0};
    struct writer w = writer_to(&text);
    room_write_view(room, person ? room_person((struct room *)room, person) : NULL, 0, &w);
    buffer_text(&text);
    return text.data;
}

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

/* Random people doing random things in several rooms; then the hall opens again. */
static void wander(struct world *w, struct chance *chance, struct live **rooms, int count)
{
    static const enum step_kind kinds[] = {STEP_RENAME, STEP_TEAM, STEP_START, STEP_AWAY,
                                           STEP_BACK,   STEP_PAUSE, STEP_RESUME, STEP_MORE,
                                           STEP_AGAIN,  STEP_HOST,  STEP_ACT, STEP_ACT, STEP_ACT,
                                           STEP_ACT, STEP_STOP, STEP_SEAT_BOT};
    for (int i = 0; i < 600; i++) {
        struct live *live = rooms[chance_below(chance, (uint32_t)count)];
        struct room *room = live->room;
        w->now += chance_below(chance, 2000);
        uint16_t by = room->person[chance_below(chance, (uint32_t)room->people)].number;
        struct step step = {.kind = kinds[chance_below(chance, sizeof kinds / sizeof *kinds)]};
        if (step.kind == STEP_STOP && chance_below(chance, 5)) continue;
        step.by = step.kind == STEP_AWAY || step.kind == STEP_BACK ? 0 : by;
        step.who = room->person[chance_below(chance, (uint32_t)room->people)].number;
        json_t *with = NULL;
        if (step.kind == STEP_RENAME) step.rename.name = chance_below(chance, 2) ? "Ana" : "Zoë 🎲";
        if (step.kind == STEP_TEAM) step.team.team = -1;
        if (step.kind == STEP_MORE) step.more.ms = 1000;
        if (step.kind == STEP_START || step.kind == STEP_AGAIN) step.by = room->host;
        if (step.kind == STEP_ACT) {
            struct game_table table;
            struct game_move move;
            if (room->phase != ROOM_PLAYING || !room_pulse(room).awaited) continue;
            int seat = __builtin_ctz(room_pulse(room).awaited);
            room_table(room, &table);
            struct game_context context = {w->now, chance, &table, NULL};
            assert_true(room->game->suggest(room->state, seat, 0, &context, &move));
            step.by = room_seat(room, seat)->number;
            step.act.verb = room->game->verbs[move.verb].name;
            step.act.with = with = json_loads(move.with, 0, NULL);
        }
        hall_propose(live, &step, w->now, (struct hall_done){0});
        json_decref(with);
        if (chance_below(chance, 3) == 0) settle(w);
        hall_tick(w->hall, w->now);
    }
    settle(w);
}

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

struct heard {
    char text[200000];
};

static void hear(void *arg, const char *name, const char *text, size_t len)
{
    struct heard *h = arg;
    size_t used = strlen(h->text);
    snprintf(h->text + used, sizeof h->text - used, "%s %.*s\n", name, (int)len, text);
}

static void who_comes_back_hears_exactly_the_rest(void **state)
{
    struct world w;
    static struct heard all, first, rest;
    (void)state;
    world_begin(&w);
    all.text[0] = 0;
    struct live *live = create(&w, "hush").live;
    struct kept b = join(&w, live, "Bob");
    hall_connected(live, 1, w.now);
    hall_connected(live, b.person, w.now);
    struct step start = {.kind = STEP_START, .by = 1};
    assert_int_equal(propose(&w, live, start), OK);
    struct chance chance;
    uint8_t seed[CHANCE_SEED_BYTES] = {9};
    chance_init(&chance, seed, 0);
    wander(&w, &chance, &live, 1);
    assert_true(hall_missed(live, b.person, 0, -1, hear, &all));
    assert_non_null(strstr(all.text, "game_started"));
    assert_null(strstr(all.text, "\"seq\":1,")); /* before Bob came */
    /* cut anywhere, at an event of a step with several too: the two halves are the whole */
    int cuts = 0;
    for (char *line = all.text; *line; line = strchr(line, '\n') + 1) {
        unsigned seq;
        int part;
        assert_int_equal(sscanf(strchr(line, '{'), "{\"seq\":%u,\"part\":%d", &seq, &part), 2);
        rest.text[0] = 0;
        assert_true(hall_missed(live, b.person, seq, part, hear, &rest));
        assert_string_equal(rest.text, strchr(line, '\n') + 1);
        if (++cuts == 60) break;
    }
    first.text[0] = 0;
    assert_true(hall_missed(live, 0, live->room->seq, 99, hear, &first));
    assert_string_equal(first.text, "");
    world_end(&w);
}

static void deadlines_fire_through_the_log(void **state)
{
    struct world w;
    (void)state;
    world_begin(&w);
    struct live *live = create(&w, "hush").live;
    uint16_t b = join(&w, live, "Bob").person;
    hall_connected(live, 1, w.now);
    hall_connected(live, b, w.now);
    assert_int_equal(propose(&w, live, (struct step){.kind = STEP_START, .by = 1}), OK);
    for (int i = 0; i < 100 && live->room->phase == ROOM_PLAYING; i++) {
        int64_t next = hall_tick(w.hall, w.now);
        assert_true(next > w.now);
        /* killed and started again in the middle: the clock goes on where it should */
        if (i == 2) {
            char code[CODE_LENGTH + 1];
            strcpy(code, live->room->code);
            world_shut(&w);
            world_open(&w);
            live = hall_find(w.hall, code);
            hall_connected(live, 1, w.now);
            hall_connected(live, b, w.now);
        }
        struct step due;
        int64_t expected = room_due(live->room, &due);
        w.now = expected - 1;
        hall_tick(w.hall, w.now);
        settle(&w);
        uint32_t seq = live->room->seq;
        w.now = expected;
        hall_tick(w.hall, w.now);
        settle(&w);
        assert_int_equal(live->room->seq, seq + 1);
    }
    assert_int_equal(live->room->phase, ROOM_OVER);
    world_end(&w);
}

static void presence_follows_connections(void **state)
{
    struct world w;
    (void)state;
    world_begin(&w);
    struct live *live = create(&w, "hush").live;
    uint16_t b = join(&w, live, "Bob").person;
    hall_connected(live, 1, w.now);
    hall_connected(live, b, w.now);
    hall_connected(live, b, w.now); /* a second tab */
    hall_disconnected(live, b, w.now);
    w.now += 20000;
    hall_tick(w.hall, w.now);
    settle(&w);
    assert_int_equal(room_person(live->room, b)->away_since, 0);
    hall_disconnected(live, b, w.now); /* in the lobby: a page may be changing */
    hall_tick(w.hall, w.now);
    settle(&w);
    assert_int_equal(room_person(live->room, b)->away_since, 0);
    w.now += 3000;
    hall_tick(w.hall, w.now);
    settle(&w);
    assert_true(room_person(live->room, b)->away_since > 0);
    hall_connected(live, b, w.now);
    settle(&w);
    assert_int_equal(room_person(live->room, b)->away_since, 0);
    assert_int_equal(propose(&w, live, (struct step){.kind = STEP_START, .by = 1}), OK);
    /* lost and found again before the store has answered */
    hall_disconnected(live, b, w.now);
    hall_connected(live, b, w.now);
    settle(&w);
    assert_int_equal(room_person(live->room, b)->away_since, 0);
    /* the lobby's page goes and the table's comes: nobody was away */
    hall_page_closed(live, b, w.now);
    settle(&w);
    w.now += 2000;
    hall_tick(w.hall, w.now);
    hall_connected(live, b, w.now);
    w.now += 2000;
    hall_tick(w.hall, w.now);
    settle(&w);
    assert_int_equal(room_person(live->room, b)->away_since, 0);
    hall_disconnected(live, b, w.now);
    settle(&w);
    assert_true(room_person(live->room, b)->away_since > 0);
    w.now += test_solo.grace_ms;
    for (int i = 0; i < 5; i++) { /* the game's own deadlines come first */
        hall_tick(w.hall, w.now);
        settle(&w);
    }
    assert_true(room_person(live->room, b)->gone);
    world_end(&w);
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
    /* a quarter of a minute to come back, the grace time, and the room ends */
    for (int i = 0; i < 20 && hall_count(w.hall); i++) {
        int64_t next = hall_tick(w.hall, w.now);
        settle(&w);
        next = hall_tick(w.hall, w.now);
        if (next) w.now = next;
    }
    assert_int_equal(hall_count(w.hall), 0);
    assert_string_equal(w.why, "empty");
    assert_int_equal(w.now, T0 + 1000 + 15000 + test_solo.grace_ms);
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
    struct live *live = create(&w, "hush").live;
    uint16_t b = join(&w, live, "Bob").person;
    hall_connected(live, 1, w.now);
    hall_connected(live, b, w.now);
    char code[CODE_LENGTH + 1];
    strcpy(code, live->room->code);
    assert_int_equal(propose(&w, live, (struct step){.kind = STEP_START, .by = 1}), OK);
    struct chance chance = {0};
    uint8_t seed[CHANCE_SEED_BYTES] = {3};
    chance_init(&chance, seed, 0);
    assert_int_equal(propose(&w, live, (struct step){.kind = STEP_PAUSE, .by = 1}), OK);
    world_shut(&w);
    test_solo.version++;
    world_open(&w);
    settle(&w);
    live = hall_find(w.hall, code);
    assert_int_equal(live->room->phase, ROOM_LOBBY);
    assert_int_equal(live->room->notice, REFUSAL_CODE_GAME_CHANGED);
    assert_int_equal(live->room->people, 2);
    assert_int_equal(propose(&w, live, (struct step){.kind = STEP_START, .by = 1}), OK);
    assert_int_equal(live->room->phase, ROOM_PLAYING);
    /* and the old program can still read what the new one wrote */
    world_shut(&w);
    test_solo.version--;
    world_open(&w);
    settle(&w);
    live = hall_find(w.hall, code);
    assert_non_null(live);
    assert_int_equal(live->room->phase, ROOM_LOBBY);
    assert_int_equal(w.complaints, 0);
    world_end(&w);
}

static void other_limits_change_no_room(void **state)
{
    struct world w;
    (void)state;
    world_begin(&w);
    struct live *live = create(&w, "teams").live;
    char code[CODE_LENGTH + 1];
    strcpy(code, live->room->code);
    for (int i = 0; i < 7; i++) /* two teams of three, and two who only find room to watch */
        join(&w, live, "Guest");
    struct step watch = {.kind = STEP_TEAM, .by = 2};
    watch.team = (typeof(watch.team)){-1, true};
    assert_int_equal(propose(&w, live, watch), OK);
    struct step sit = {.kind = STEP_TEAM, .by = 8};
    sit.team.team = -1;
    assert_int_equal(propose(&w, live, sit), OK);
    char *before = view(live->room, 0);
    world_shut(&w);
    test_teams.team_max = 1;
    world_open(&w);
    char *after = view(hall_find(w.hall, code)->room, 0);
    assert_string_equal(after, before);
    free(after);
    world_shut(&w);
    test_teams.team_max = 8;
    world_open(&w);
    after = view(hall_find(w.hall, code)->room, 0);
    assert_string_equal(after, before);
    free(after);
    free(before);
    world_end(&w);
}

/* The same rules by name and version, but they play differently: caught by the checks. */
static struct refusal other_init(void *game, const struct game_context *context)
{
    struct refusal refusal = hush_game.init(game, context);
    ((struct hush *)game)->score[0]++;
    return refusal;
}

static void a_game_that_comes_out_otherwise_is_noticed(void **state)
{
    struct world w;
    struct verify_result result;
    (void)state;
    world_begin(&w);
    struct live *live = create(&w, "hush").live;
    uint16_t b = join(&w, live, "Bob").person;
    hall_connected(live, 1, w.now);
    hall_connected(live, b, w.now);
    assert_int_equal(propose(&w, live, (struct step){.kind = STEP_START, .by = 1}), OK);
    char code[CODE_LENGTH + 1];
    strcpy(code, live->room->code);
    world_shut(&w);
    test_solo.init = other_init;
    world_open(&w);
    settle(&w);
    assert_int_equal(w.complaints, 1);
    assert_int_equal(hall_find(w.hall, code)->room->phase, ROOM_LOBBY);
    FILE *sink = fopen("/dev/null", "w");
    assert_true(verify_store(w.store, &w.house, sink, &result));
    fclose(sink);
    assert_int_equal(result.differing, 1);
    world_end(&w);
}

static void damaged_records_are_left_alone(void **state)
{
    struct world w;
    struct verify_result result;
    (void)state;
    world_begin(&w);
    struct live *live = create(&w, "hush").live;
    char code[CODE_LENGTH + 1];
    strcpy(code, live->room->code);
    uint64_t id = live->room->id;
    store_append(w.store, id, 1, 1, "{\"do\":\"dance\",\"t\":1}", 20, NULL, NULL);
    settle(&w);
    world_shut(&w);
    world_open(&w);
    assert_null(hall_find(w.hall, code));
    assert_int_equal(w.complaints, 1);
    FILE *sink = fopen("/dev/null", "w");
    assert_true(verify_store(w.store, &w.house, sink, &result));
    fclose(sink);
    assert_int_equal(result.broken, 1);
    assert_int_equal(result.records, 2);
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
    assert_int_equal(propose(&w, live, (struct step){.kind = STEP_START, .by = 1}), OK);
    assert_int_equal(w.bots, 1);
    world_shut(&w);
    world_open(&w);
    assert_int_equal(w.bots, 2);
    world_end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_shown_before_it_is_durable),
        cmocka_unit_test(bad_calls_are_refused),
        cmocka_unit_test(a_flood_is_refused_not_buffered),
        cmocka_unit_test(every_room_comes_back_as_it_was),
        cmocka_unit_test(who_comes_back_hears_exactly_the_rest),
        cmocka_unit_test(deadlines_fire_through_the_log),
        cmocka_unit_test(presence_follows_connections),
        cmocka_unit_test(nobody_came_back_after_a_restart),
        cmocka_unit_test(changed_rules_end_a_game_politely),
        cmocka_unit_test(other_limits_change_no_room),
        cmocka_unit_test(a_game_that_comes_out_otherwise_is_noticed),
        cmocka_unit_test(damaged_records_are_left_alone),
        cmocka_unit_test(computers_are_asked_to_think),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
