/* Between two games: again, another one, votes, teams, and a pause. */
#include "world.h"

static const struct room_guests nobody;

static enum refusal_code next(struct party *p, uint16_t by, const char *game)
{
    struct step step = STEP(NEXT, .by = by);
    const struct game *then = game ? house_game(&p->house, game) : p->room->game;
    memset(step.start.seed, 9, sizeof step.start.seed);
    step.start.version = then ? then->version : 0;
    step.start.game = game;
    return party_do(p, step);
}

static enum refusal_code vote(struct party *p, uint16_t by, const char *game)
{
    return party_do(p, STEP(VOTE, .by = by, .vote = {game}));
}

/* Everybody leaves the round to the clock until the game is over. */
static void sleep_to_the_end(struct party *p)
{
    struct step due;
    for (int i = 0; i < 100 && p->room->phase == ROOM_PLAYING; i++) {
        p->now = room_due(p->room, &nobody, &due);
        assert_int_equal(due.kind, STEP_WAKE);
        assert_int_equal(party_do(p, due), OK);
    }
    assert_int_equal(p->room->phase, ROOM_OVER);
}

static void again_needs_no_lobby(void **state)
{
    struct party p;
    (void)state;
    party_begin(&p, "hush");
    uint16_t b = party_join(&p, "Bob");
    assert_int_equal(next(&p, 1, NULL), REFUSAL_CODE_WRONG_PHASE); /* there was no game yet */
    assert_int_equal(party_start(&p, 1), OK);
    assert_int_equal(next(&p, 1, NULL), REFUSAL_CODE_GAME_ALREADY_STARTED);
    sleep_to_the_end(&p);
    assert_int_equal(next(&p, b, NULL), REFUSAL_CODE_NOT_HOST);
    uint32_t before = p.room->seq;
    assert_int_equal(next(&p, 1, NULL), OK);
    assert_int_equal(p.room->phase, ROOM_PLAYING);
    assert_int_equal(p.room->started, before + 1);
    assert_int_equal(party_person(&p, b)->seat, 1);
    assert_string_equal(party_events(&p, 0), "game_started card_drawn");
    assert_int_equal(p.room->games_played, 1);
    party_end(&p);
}

static bool heard_again;
static struct refusal hear_again(void *state, const struct game_context *context)
{
    heard_again = context->again;
    return hush_game.init(state, context);
}

/* Only a game that is played again at once: what older logs hold is dealt as it was. */
static void roles_go_on_only_when_played_again_at_once(void **state)
{
    struct party p;
    (void)state;
    party_begin(&p, "hush");
    party_join(&p, "Bob");
    test_solo.init = hear_again;
    assert_int_equal(party_start(&p, 1), OK);
    assert_false(heard_again);
    sleep_to_the_end(&p);
    assert_int_equal(next(&p, 1, NULL), OK);
    assert_true(heard_again);
    sleep_to_the_end(&p);
    assert_int_equal(party_do(&p, STEP(AGAIN, .by = 1)), OK);
    assert_int_equal(party_start(&p, 1), OK);
    assert_false(heard_again);
    party_end(&p);
}

static void another_game_seats_everybody(void **state)
{
    struct party p;
    (void)state;
    party_begin(&p, "hush");
    for (int i = 0; i < 5; i++)
        party_join(&p, "Guest");
    uint16_t spare = party_join(&p, "Spare"), watcher = party_join(&p, "Watcher");
    assert_true(party_person(&p, spare)->watching);
    assert_int_equal(party_do(&p, STEP(TEAM, .by = watcher, .team = {-1, true})), OK);
    assert_int_equal(party_do(&p, STEP(TEAM, .by = 2, .team = {-1, true})), OK);
    assert_int_equal(party_start(&p, 1), OK);
    sleep_to_the_end(&p);
    assert_int_equal(next(&p, 1, "chess"), REFUSAL_CODE_UNKNOWN_GAME);
    assert_int_equal(next(&p, 1, "teams"), OK);
    assert_int_equal(p.room->phase, ROOM_PLAYING);
    /* who only had no chair sits now; who wanted to watch still does */
    assert_true(party_person(&p, spare)->seat >= 0);
    assert_true(party_person(&p, watcher)->seat < 0 && party_person(&p, 2)->seat < 0);
    int size[2] = {0};
    for (int i = 0; i < p.room->people; i++)
        if (p.room->person[i].seat >= 0) size[p.room->person[i].team]++;
    assert_int_equal(size[0], 3);
    assert_int_equal(size[1], 3);
    party_end(&p);
}

static void a_team_that_lost_everybody_gets_some(void **state)
{
    struct party p;
    (void)state;
    party_begin(&p, "teams");
    uint16_t b = party_join(&p, "Bob"), c = party_join(&p, "Carla");
    assert_int_equal(party_person(&p, c)->team, 0);
    assert_int_equal(party_start(&p, 1), OK);
    sleep_to_the_end(&p);
    assert_int_equal(party_do(&p, STEP(LEAVE, .by = b)), OK);
    assert_int_equal(next(&p, 1, NULL), OK);
    assert_int_equal(party_person(&p, 1)->team, 0);
    assert_int_equal(party_person(&p, c)->team, 1);
    sleep_to_the_end(&p);
    assert_int_equal(party_do(&p, STEP(LEAVE, .by = c)), OK);
    assert_int_equal(next(&p, 1, NULL), REFUSAL_CODE_NEED_MORE_PLAYERS);
    party_end(&p);
}

static void everybody_votes_and_the_host_shows_the_shelf(void **state)
{
    struct party p;
    (void)state;
    party_begin(&p, "teams");
    uint16_t b = party_join(&p, "Bob");
    assert_int_equal(party_start(&p, 1), OK);
    assert_int_equal(vote(&p, b, "hush"), REFUSAL_CODE_GAME_ALREADY_STARTED);
    sleep_to_the_end(&p);
    assert_null(strstr(party_view(&p, b), "\"shelf\""));
    assert_int_equal(party_do(&p, STEP(SHELF, .by = b, .shelf = {true})), REFUSAL_CODE_NOT_HOST);
    assert_int_equal(party_do(&p, STEP(SHELF, .by = 1, .shelf = {true})), OK);
    assert_non_null(strstr(party_view(&p, 0), "\"shelf\":true"));
    assert_int_equal(vote(&p, b, "chess"), REFUSAL_CODE_UNKNOWN_GAME);
    assert_int_equal(vote(&p, b, "hush"), OK);
    assert_non_null(strstr(party_view(&p, 1), "\"vote\":\"hush\""));
    assert_int_equal(vote(&p, b, NULL), OK);
    assert_null(strstr(party_view(&p, 1), "\"vote\""));
    assert_int_equal(vote(&p, b, "hush"), OK);
    assert_int_equal(next(&p, 1, "hush"), OK);
    assert_null(strstr(party_view(&p, 1), "\"vote\""));
    assert_null(strstr(party_view(&p, 1), "\"shelf\""));
    party_end(&p);
}

/* A game for few is played by those who wanted it. */
static void who_voted_has_the_seats(void **state)
{
    struct party p;
    (void)state;
    party_begin(&p, "teams");
    uint16_t b = party_join(&p, "B"), c = party_join(&p, "C"), d = party_join(&p, "D");
    assert_int_equal(party_start(&p, 1), OK);
    sleep_to_the_end(&p);
    assert_int_equal(vote(&p, d, "hush"), OK);
    int seats = test_solo.seats_max;
    test_solo.seats_max = 2;
    assert_int_equal(next(&p, 1, "hush"), OK);
    assert_int_equal(party_person(&p, 1)->seat, 0);
    assert_int_equal(party_person(&p, d)->seat, 1);
    assert_true(party_person(&p, b)->seat < 0 && party_person(&p, c)->seat < 0);
    test_solo.seats_max = seats;
    party_end(&p);
}

static enum refusal_code move(struct party *p, uint16_t by, const char *id, int team)
{
    json_t *of = json_object();
    json_object_set_new(of, id, json_integer(team));
    enum refusal_code code = party_do(p, STEP(TEAMS, .by = by, .teams_of = {of}));
    json_decref(of);
    return code;
}

static void the_host_makes_up_the_teams(void **state)
{
    struct party p;
    (void)state;
    party_begin(&p, "teams");
    uint16_t b = party_join(&p, "B"), c = party_join(&p, "C");
    party_join(&p, "D");
    assert_int_equal(move(&p, b, "p3", 1), REFUSAL_CODE_NOT_HOST);
    assert_int_equal(move(&p, 1, "p3", 2), REFUSAL_CODE_INVALID_TEAM);
    assert_int_equal(move(&p, 1, "p3", 1), OK);
    assert_int_equal(party_person(&p, c)->team, 1);
    assert_int_equal(move(&p, 1, "p1", 1), REFUSAL_CODE_TEAM_FULL);
    assert_int_equal(move(&p, 1, "p77", 1), OK); /* has left meanwhile */
    json_t *of = room_teams_balanced(p.room);
    assert_int_equal(json_integer_value(json_object_get(of, "p4")), 0);
    assert_int_equal(party_do(&p, STEP(TEAMS, .by = 1, .teams_of = {of})), OK);
    json_decref(of);
    int left = 0;
    for (int i = 0; i < p.room->people; i++)
        left += p.room->person[i].team == 0;
    assert_int_equal(left, 2);
    assert_int_equal(party_start(&p, 1), OK);
    assert_int_equal(move(&p, 1, "p3", 0), REFUSAL_CODE_GAME_ALREADY_STARTED);
    party_end(&p);
}

static void shuffled_teams_are_even_and_not_always_the_same(void **state)
{
    struct party p;
    struct chance chance;
    uint8_t seed[CHANCE_SEED_BYTES] = {5};
    int with_ana[7] = {0};
    (void)state;
    party_begin(&p, "teams");
    for (int i = 0; i < 5; i++)
        party_join(&p, "Guest");
    chance_init(&chance, seed, 0);
    for (int round = 0; round < 100; round++) {
        json_t *of = room_teams_shuffled(p.room, &chance);
        assert_int_equal(party_do(&p, STEP(TEAMS, .by = 1, .teams_of = {of})), OK);
        json_decref(of);
        int same = 0;
        for (int i = 0; i < 6; i++)
            if (p.room->person[i].team == p.room->person[0].team) same++, with_ana[i]++;
        assert_int_equal(same, 3);
    }
    for (int i = 1; i < 6; i++) /* 40 of 100 are to be expected */
        assert_in_range(with_ana[i], 20, 60);
    party_end(&p);
}

static enum refusal_code name_team(struct party *p, uint16_t by, int team, const char *name)
{
    return party_do(p, STEP(TEAM_NAME, .by = by, .team_name = {team, name}));
}

static void teams_have_names(void **state)
{
    struct party p;
    (void)state;
    party_begin(&p, "teams");
    uint16_t b = party_join(&p, "B");
    assert_null(strstr(party_view(&p, 0), "teamNames"));
    assert_int_equal(name_team(&p, b, 0, "Lobos"), REFUSAL_CODE_NOT_HOST);
    assert_int_equal(name_team(&p, 1, 2, "Lobos"), REFUSAL_CODE_INVALID_TEAM);
    assert_int_equal(name_team(&p, 1, 0, " \xe2\x80\xae "), REFUSAL_CODE_BAD_NAME);
    assert_int_equal(name_team(&p, 1, 0, "abcdefghijklmnopqrstuvwxyz"), REFUSAL_CODE_BAD_NAME);
    assert_int_equal(name_team(&p, 1, 0, "  Los  Lobos "), OK);
    assert_string_equal(p.room->team_name[0], "Los Lobos");
    assert_int_equal(name_team(&p, 1, 1, "los lobos"), REFUSAL_CODE_BAD_NAME);
    assert_non_null(strstr(party_view(&p, 0), "\"teamNames\":{"));
    /* they stay for the evening, also over a game without teams */
    assert_int_equal(party_do(&p, STEP(GAME, .by = 1, .game = {"hush", NULL})), OK);
    assert_null(strstr(party_view(&p, 0), "teamNames"));
    assert_int_equal(party_do(&p, STEP(GAME, .by = 1, .game = {"teams", NULL})), OK);
    assert_non_null(strstr(party_view(&p, 0), "Los Lobos"));
    assert_int_equal(name_team(&p, 1, 0, NULL), OK);
    assert_null(strstr(party_view(&p, 0), "teamNames"));
    party_end(&p);
}

static void anybody_at_the_table_may_pause(void **state)
{
    struct party p;
    (void)state;
    party_begin(&p, "hush");
    uint16_t b = party_join(&p, "B"), c = party_join(&p, "C"), d = party_join(&p, "D");
    assert_int_equal(party_do(&p, STEP(TEAM, .by = d, .team = {-1, true})), OK);
    assert_int_equal(party_start(&p, 1), OK);
    assert_int_equal(party_do(&p, STEP(PAUSE, .by = d)), REFUSAL_CODE_NOT_SEATED);
    assert_int_equal(party_do(&p, STEP(PAUSE, .by = b)), OK);
    assert_non_null(strstr(party_view(&p, c), "\"pausedBy\":\"p2\""));
    assert_non_null(strstr(party_view(&p, c), "\"mayResume\":false"));
    assert_non_null(strstr(party_view(&p, b), "\"mayResume\":true"));
    assert_int_equal(party_do(&p, STEP(RESUME, .by = c)), REFUSAL_CODE_NOT_HOST);
    assert_int_equal(party_do(&p, STEP(RESUME, .by = b)), OK);
    assert_int_equal(party_do(&p, STEP(PAUSE, .by = b)), OK);
    assert_int_equal(party_do(&p, STEP(RESUME, .by = 1)), OK);
    party_end(&p);
}

/* Nobody is left sitting before a clock that stands still. */
static void a_pause_outlives_nobody(void **state)
{
    struct party p;
    (void)state;
    party_begin(&p, "hush");
    uint16_t b = party_join(&p, "B"), c = party_join(&p, "C");
    assert_int_equal(party_start(&p, 1), OK);
    assert_int_equal(party_do(&p, STEP(PAUSE, .by = b)), OK);
    assert_int_equal(party_do(&p, STEP(AWAY, .who = b)), OK);
    assert_non_null(strstr(party_view(&p, c), "\"mayResume\":true"));
    assert_int_equal(party_do(&p, STEP(RESUME, .by = c)), OK);
    assert_int_equal(party_do(&p, STEP(BACK, .who = b)), OK);
    assert_int_equal(party_do(&p, STEP(PAUSE, .by = b)), OK);
    assert_int_equal(party_do(&p, STEP(LEAVE, .by = b)), OK);
    assert_null(strstr(party_view(&p, c), "pausedBy"));
    assert_int_equal(party_do(&p, STEP(RESUME, .by = c)), OK);
    assert_int_equal(p.room->paused_since, 0);
    party_end(&p);
}

/* ---- what the log keeps ---- */

static void run_to_the_end(struct world *w, struct live *live)
{
    struct step due;
    for (int i = 0; i < 200 && live->room->phase == ROOM_PLAYING; i++) {
        w->now = room_due(live->room, &nobody, &due);
        hall_tick(w->hall, w->now);
        settle(w);
    }
    assert_int_equal(live->room->phase, ROOM_OVER);
}

static void a_restart_keeps_all_of_it(void **state)
{
    struct world w;
    char code[CODE_LENGTH + 1];
    (void)state;
    world_begin(&w);
    struct live *live = gather(&w, "hush", 3);
    strcpy(code, live->room->code);
    begin_game(&w, live);
    run_to_the_end(&w, live);
    assert_int_equal(propose(&w, live, STEP(NEXT, .by = 1)), OK);
    run_to_the_end(&w, live);
    struct step other = STEP(NEXT, .by = 1);
    other.start.game = "teams";
    assert_int_equal(propose(&w, live, other), OK);
    run_to_the_end(&w, live);
    assert_int_equal(propose(&w, live, STEP(TEAM_NAME, .by = 1, .team_name = {1, "Osos"})), OK);
    assert_int_equal(propose(&w, live, STEP(SHELF, .by = 1, .shelf = {true})), OK);
    assert_int_equal(propose(&w, live, STEP(VOTE, .by = BOB, .vote = {"hush"})), OK);
    char *before = view(live->room, BOB);
    world_shut(&w);
    world_open(&w);
    settle(&w);
    live = hall_find(w.hall, code);
    char *after = view(live->room, BOB);
    assert_string_equal(after, before);
    assert_non_null(strstr(after, "Osos"));
    assert_int_equal(w.complaints, 0);
    free(before);
    free(after);
    world_end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(again_needs_no_lobby),
        cmocka_unit_test(roles_go_on_only_when_played_again_at_once),
        cmocka_unit_test(another_game_seats_everybody),
        cmocka_unit_test(a_team_that_lost_everybody_gets_some),
        cmocka_unit_test(everybody_votes_and_the_host_shows_the_shelf),
        cmocka_unit_test(who_voted_has_the_seats),
        cmocka_unit_test(the_host_makes_up_the_teams),
        cmocka_unit_test(shuffled_teams_are_even_and_not_always_the_same),
        cmocka_unit_test(teams_have_names),
        cmocka_unit_test(anybody_at_the_table_may_pause),
        cmocka_unit_test(a_pause_outlives_nobody),
        cmocka_unit_test(a_restart_keeps_all_of_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
