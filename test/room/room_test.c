/* A room as the fold of its steps: people, teams, host, game, time. */
#include "party.h"

static const struct room_guests nobody; /* is or was connected */

static void names_are_unique(void **state)
{
    struct party p;
    (void)state;
    party_begin(&p, "hush");
    uint16_t second = party_join(&p, " ana ");
    assert_string_equal(party_person(&p, second)->name, "ana 2");
    assert_string_equal(party_person(&p, party_join(&p, "ANA"))->name, "ANA 3");
    uint16_t longest = party_join(&p, "abcdefghijklmnopqrstuvwx");
    uint16_t again = party_join(&p, "abcdefghijklmnopqrstuvwx");
    assert_string_equal(party_person(&p, longest)->name, "abcdefghijklmnopqrstuvwx");
    assert_string_equal(party_person(&p, again)->name, "abcdefghijklmnopqrstuv 2");
    struct step bad = STEP(RENAME, .by = second);
    bad.rename.name = "\xe2\x80\xae";
    assert_int_equal(party_do(&p, bad), REFUSAL_CODE_BAD_NAME);
    struct step good = STEP(RENAME, .by = second);
    good.rename.name = "Zoë";
    assert_int_equal(party_do(&p, good), OK);
    assert_string_equal(party_person(&p, second)->name, "Zoë");
    /* keeping one's own name is no clash */
    assert_int_equal(party_do(&p, good), OK);
    assert_string_equal(party_person(&p, second)->name, "Zoë");
    party_end(&p);
}

static void the_room_fills_up(void **state)
{
    struct party p;
    (void)state;
    party_begin(&p, "hush");
    for (int i = 1; i < ROOM_PEOPLE_MAX; i++)
        party_join(&p, "Guest");
    struct step join = STEP(JOIN);
    join.join.name = "Late";
    join.join.team = -1;
    assert_int_equal(party_do(&p, join), REFUSAL_CODE_ROOM_FULL);
    /* six chairs: the others watch without having asked for it */
    int seated = 0;
    for (int i = 0; i < p.room->people; i++)
        seated += !p.room->person[i].watching;
    assert_int_equal(seated, 6);
    assert_int_equal(party_start(&p, 1), OK);
    assert_int_equal(p.room->phase, ROOM_PLAYING);
    party_end(&p);
}

static void teams_are_chosen_and_limited(void **state)
{
    struct party p;
    (void)state;
    party_begin(&p, "teams");
    assert_int_equal(party_person(&p, 1)->team, 0);
    assert_int_equal(party_person(&p, party_join(&p, "B"))->team, 1);
    struct step join = STEP(JOIN);
    join.join.name = "C";
    join.join.team = 5;
    assert_int_equal(party_do(&p, join), REFUSAL_CODE_INVALID_TEAM);
    join.join.team = 0;
    assert_int_equal(party_do(&p, join), OK);
    assert_int_equal(party_do(&p, join), OK);
    assert_int_equal(party_do(&p, join), REFUSAL_CODE_TEAM_FULL);
    struct step move = STEP(TEAM, .by = 2);
    move.team.team = 0;
    assert_int_equal(party_do(&p, move), REFUSAL_CODE_TEAM_FULL);
    struct step watch = STEP(TEAM, .by = 1);
    watch.team.team = -1;
    watch.team.watch = true;
    assert_int_equal(party_do(&p, watch), OK);
    assert_int_equal(party_do(&p, move), OK);
    int team, count;
    struct refusal missing = room_missing(p.room, &team, &count);
    assert_int_equal(missing.code, REFUSAL_CODE_NEED_MORE_PLAYERS);
    assert_int_equal(team, 1);
    assert_int_equal(count, 1);
    assert_int_equal(party_start(&p, 1), REFUSAL_CODE_NEED_MORE_PLAYERS);
    /* her old team is full now, and she did not name another */
    struct step sit = STEP(TEAM, .by = 1);
    sit.team.team = -1;
    assert_int_equal(party_do(&p, sit), REFUSAL_CODE_TEAM_FULL);
    sit.team.team = 1;
    assert_int_equal(party_do(&p, sit), OK);
    assert_int_equal(party_start(&p, 1), OK);
    assert_int_equal(party_do(&p, sit), REFUSAL_CODE_GAME_ALREADY_STARTED);
    party_end(&p);
}

static void away_is_not_left_until_the_grace_is_over(void **state)
{
    struct party p;
    struct step due;
    (void)state;
    party_begin(&p, "hush");
    uint16_t b = party_join(&p, "B");
    party_join(&p, "C");
    assert_int_equal(party_start(&p, 1), OK);
    assert_int_equal(party_do(&p, STEP(LEFT, .who = b)), REFUSAL_CODE_STALE);
    assert_int_equal(party_do(&p, STEP(AWAY, .who = b)), OK);
    assert_int_equal(party_do(&p, STEP(AWAY, .who = b)), REFUSAL_CODE_STALE);
    p.now += 1000;
    assert_int_equal(party_do(&p, STEP(BACK, .who = b)), OK);
    assert_int_equal(party_do(&p, STEP(AWAY, .who = b)), OK);
    p.now += test_solo.grace_ms;
    assert_int_equal(party_do(&p, STEP(LEFT, .who = b)), OK);
    const struct person *gone = party_person(&p, b);
    assert_true(gone->gone);
    assert_false(room_pulse(p.room).awaited & SEAT_BIT(gone->seat));
    /* the seat is still theirs while the game needs its name */
    assert_int_equal(party_do(&p, STEP(BACK, .who = b)), OK);
    assert_false(party_person(&p, b)->gone);
    assert_int_equal(party_do(&p, STEP(KICK, .by = 1, .who = b)), OK);
    assert_true(party_person(&p, b)->out);
    assert_int_equal(party_do(&p, STEP(BACK, .who = b)), REFUSAL_CODE_UNKNOWN_PERSON);
    room_due(p.room, &nobody, &due);
    assert_int_not_equal(due.kind, STEP_LEFT);
    assert_int_equal(party_do(&p, STEP(STOP, .by = 1)), OK);
    assert_null(party_person(&p, b));
    party_end(&p);
}

static void an_idle_room_ends(void **state)
{
    struct party p;
    struct step step;
    (void)state;
    party_begin(&p, "hush");
    assert_int_equal(room_due(p.room, &nobody, &step), T0 + test_solo.idle_ms);
    assert_int_equal(step.kind, STEP_END);
    assert_string_equal(step.end.why, "idle");
    test_solo.alone_ms = 10000;
    assert_int_equal(party_do(&p, STEP(AWAY, .who = 1)), OK);
    assert_int_equal(room_due(p.room, &nobody, &step), T0 + 10000);
    party_join(&p, "B");
    assert_int_equal(room_due(p.room, &nobody, &step), T0 + test_solo.grace_ms);
    party_end(&p);
}

static void a_room_with_people_in_it_is_never_idle(void **state)
{
    struct party p;
    struct step step;
    (void)state;
    party_begin(&p, "hush");
    struct room_guests guests = {.anybody = true};
    assert_int_equal(room_due(p.room, &guests, &step), 0);
    guests = (struct room_guests){.last_left = T0 + 70000};
    assert_int_equal(room_due(p.room, &guests, &step), T0 + 70000 + test_solo.idle_ms);
    party_end(&p);
}

/* Nobody can come back to a house that is closed. */
static void time_before_the_house_opened_is_nobodys_fault(void **state)
{
    struct party p;
    struct step step;
    (void)state;
    party_begin(&p, "hush");
    struct room_guests guests = {.house_opened = T0 + 7200000};
    assert_int_equal(room_due(p.room, &guests, &step), T0 + 7200000 + test_solo.idle_ms);
    party_join(&p, "B");
    assert_int_equal(party_do(&p, STEP(AWAY, .who = 1)), OK);
    assert_int_equal(room_due(p.room, &guests, &step), T0 + 7200000 + test_solo.grace_ms);
    party_end(&p);
}

static void settings_are_checked(void **state)
{
    static const char *const bad[] = {"{\"rounds\":0}",         "{\"rounds\":7}",
                                      "{\"rounds\":\"3\"}",     "{\"wins\":\"both\"}",
                                      "{\"wins\":1}",           "{\"timed\":\"yes\"}",
                                      "{\"rounds\":2,\"x\":1}", "{\"rounds\":4294967298}"};
    struct party p;
    (void)state;
    party_begin(&p, "hush");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        json_t *values = json_loads(bad[i], 0, NULL);
        struct step step = STEP(SETTINGS, .by = 1);
        step.settings.values = values;
        assert_int_equal(party_do(&p, step), REFUSAL_CODE_BAD_SETTING);
        json_decref(values);
    }
    json_t *values = json_loads("{\"rounds\":2,\"wins\":\"lowest\",\"timed\":false}", 0, NULL);
    struct step step = STEP(SETTINGS, .by = 1);
    step.settings.values = values;
    assert_int_equal(party_do(&p, step), OK);
    json_decref(values);
    assert_non_null(strstr(party_view(&p, 1),
                           "\"settings\":{\"rounds\":2,\"wins\":\"lowest\",\"timed\":false}"));
    party_end(&p);
}

/* A number from which the table can be made again is not told, not even to the host. */
static void a_secret_setting_is_not_told(void **state)
{
    struct party p;
    (void)state;
    party_begin(&p, "hush");
    const struct game_setting *const plain = test_solo.settings;
    struct game_setting with_secret[GAME_SETTINGS_MAX] = {0};
    int count = 0;
    for (; plain[count].key; count++)
        with_secret[count] = plain[count];
    with_secret[count] = (struct game_setting){"seed", SETTING_SECRET, 0, 0, 99999, NULL};
    test_solo.settings = with_secret;
    json_t *values = json_pack("{s:i}", "seed", 77701);
    struct step step = {.kind = STEP_SETTINGS, .by = 1, .settings.values = values};
    assert_int_equal(party_do(&p, step), REFUSAL_CODE_OK);
    assert_int_equal(p.room->settings[count], 77701);
    assert_null(strstr(party_view(&p, 1), "77701"));
    assert_null(strstr(party_view(&p, 0), "seed"));
    json_object_set_new(values, "seed", json_integer(100000));
    assert_int_equal(party_do(&p, step), REFUSAL_CODE_BAD_SETTING);
    json_decref(values);
    party_end(&p);
}

static void a_pause_stops_the_clock_and_hides_the_hands(void **state)
{
    struct party p;
    struct step due;
    (void)state;
    party_begin(&p, "hush");
    party_join(&p, "B");
    assert_int_equal(party_start(&p, 1), OK);
    assert_string_equal(party_events(&p, 0), "game_started card_drawn");
    int64_t deadline = room_due(p.room, &nobody, &due);
    assert_int_equal(due.kind, STEP_WAKE);
    assert_int_equal(party_do(&p, STEP(WAKE)), REFUSAL_CODE_STALE);
    assert_non_null(strstr(party_view(&p, 1), "\"hand\":["));
    p.now += 5000;
    assert_int_equal(party_do(&p, STEP(PAUSE, .by = 1)), OK);
    char *crowd = strdup(strstr(party_view(&p, 0), "\"table\":"));
    assert_string_equal(strstr(party_view(&p, 1), "\"table\":"), crowd);
    free(crowd);
    assert_int_equal(party_act(&p, 1, "take_back", "{}"), REFUSAL_CODE_GAME_PAUSED);
    assert_int_not_equal((room_due(p.room, &nobody, &due), due.kind), STEP_WAKE);
    p.now += 60000;
    assert_int_equal(party_do(&p, STEP(RESUME, .by = 1)), OK);
    assert_int_equal(room_due(p.room, &nobody, &due), deadline + 60000);
    struct step more = STEP(MORE, .by = 1);
    more.more.ms = 30000;
    assert_int_equal(party_do(&p, more), OK);
    assert_int_equal(room_due(p.room, &nobody, &due), deadline + 90000);
    p.now = deadline + 89999;
    assert_int_equal(party_do(&p, STEP(WAKE)), REFUSAL_CODE_STALE);
    p.now++;
    assert_int_equal(party_do(&p, STEP(WAKE)), OK);
    party_end(&p);
}

/* Plays on with the game's own suggestions until it is over. */
static void play_to_the_end(struct party *p)
{
    for (int i = 0; i < 500 && p->room->phase == ROOM_PLAYING; i++) {
        struct step due;
        struct game_pulse pulse = room_pulse(p->room);
        struct game_table table;
        struct chance chance;
        uint8_t seed[CHANCE_SEED_BYTES] = {(uint8_t)i};
        room_table(p->room, &table);
        chance_init(&chance, seed, 1);
        struct game_context context = {
            .now = p->now - p->room->held, .chance = &chance, .table = &table};
        int seat = pulse.awaited ? __builtin_ctz(pulse.awaited) : -1;
        struct game_move move;
        if (seat >= 0 && p->room->game->suggest(p->room->state, seat, 0, &context, &move)) {
            const char *verb = p->room->game->verbs[move.verb].name;
            assert_int_equal(party_act(p, room_seat(p->room, seat)->number, verb, move.with), OK);
            continue;
        }
        p->now = room_due(p->room, &nobody, &due);
        assert_int_equal(due.kind, STEP_WAKE);
        assert_int_equal(party_do(p, due), OK);
    }
    assert_int_equal(p->room->phase, ROOM_OVER);
}

static void an_evening_of_several_games(void **state)
{
    struct party p;
    (void)state;
    party_begin(&p, "hush");
    uint16_t b = party_join(&p, "B");
    assert_int_equal(party_act(&p, 1, "lay", "{}"), REFUSAL_CODE_GAME_NOT_STARTED);
    assert_int_equal(party_start(&p, 1), OK);
    assert_int_equal(party_start(&p, 1), REFUSAL_CODE_GAME_ALREADY_STARTED);
    assert_int_equal(party_act(&p, 1, "fly", "{}"), REFUSAL_CODE_UNKNOWN_VERB);
    struct step game = STEP(GAME, .by = 1);
    game.game.name = "teams";
    assert_int_equal(party_do(&p, game), REFUSAL_CODE_GAME_ALREADY_STARTED);
    play_to_the_end(&p);
    int won = 0;
    for (int i = 0; i < p.room->people; i++)
        won += p.room->person[i].evening;
    assert_true(won >= 1);
    assert_int_equal(p.room->games_played, 1);
    assert_int_equal(party_act(&p, 1, "lay", "{}"), REFUSAL_CODE_GAME_OVER);
    assert_int_equal(party_do(&p, STEP(AGAIN, .by = 1)), OK);
    assert_int_equal(p.room->phase, ROOM_LOBBY);
    assert_int_equal(party_do(&p, game), OK);
    assert_int_equal(party_person(&p, 1)->team, 0);
    assert_int_equal(party_person(&p, b)->team, 1);
    assert_int_equal(party_start(&p, 1), OK);
    play_to_the_end(&p);
    int after = 0;
    for (int i = 0; i < p.room->people; i++)
        after += p.room->person[i].evening;
    assert_true(after > won);
    game.game.name = "chess";
    assert_int_equal(party_do(&p, game), REFUSAL_CODE_UNKNOWN_GAME);
    party_end(&p);
}

static void latecomers_sit_or_watch(void **state)
{
    struct party p;
    (void)state;
    party_begin(&p, "teams");
    party_join(&p, "B");
    assert_int_equal(party_start(&p, 1), OK);
    struct step join = STEP(JOIN);
    join.join.name = "Late";
    join.join.team = -1;
    assert_int_equal(party_do(&p, join), REFUSAL_CODE_GAME_ALREADY_STARTED);
    join.join.watch = true;
    assert_int_equal(party_do(&p, join), OK);
    uint16_t late = p.room->last.who;
    assert_int_equal(party_person(&p, late)->seat, -1);
    assert_int_equal(party_act(&p, late, "lay", "{}"), REFUSAL_CODE_NOT_SEATED);
    assert_int_equal(party_do(&p, STEP(STOP, .by = 1)), OK);
    assert_false(party_person(&p, late)->watching);
    assert_true(party_person(&p, late)->team >= 0);
    party_end(&p);
    party_begin(&p, "hush");
    party_join(&p, "B");
    assert_int_equal(party_start(&p, 1), OK);
    late = party_join(&p, "Late");
    assert_int_equal(party_person(&p, late)->seat, 2);
    join.join.name = "Eyes"; /* watches, though there are seats */
    assert_int_equal(party_do(&p, join), OK);
    assert_int_equal(party_person(&p, p.room->last.who)->seat, -1);
    party_end(&p);
}

static void latecomers_get_a_team(void **state)
{
    struct party p;
    (void)state;
    party_begin(&p, "teams");
    test_teams.late_join = true;
    party_join(&p, "B");
    assert_int_equal(party_start(&p, 1), OK);
    struct step join = STEP(JOIN);
    for (int i = 2; i < 6; i++) { /* the smaller team, or the one that was asked for */
        char name[8] = {'L', (char)('0' + i), 0};
        join.join.name = name;
        join.join.team = i < 4 ? 0 : -1;
        assert_int_equal(party_do(&p, join), OK);
        const struct person *late = party_person(&p, p.room->last.who);
        assert_int_equal(late->seat, i);
        assert_int_equal(late->team, i < 4 ? 0 : 1);
    }
    join.join.name = "Full";
    join.join.team = 1;
    assert_int_equal(party_do(&p, join), REFUSAL_CODE_TEAM_FULL);
    join.join.team = -1;
    assert_int_equal(party_do(&p, join), OK);
    assert_int_equal(party_person(&p, p.room->last.who)->seat, -1);
    party_end(&p);
}

static void computers_hold_seats(void **state)
{
    struct party p;
    (void)state;
    party_begin(&p, "hush");
    struct step bot = STEP(BOT, .by = 1);
    bot.join.name = "Robot";
    bot.join.team = -1;
    bot.join.level = 4;
    assert_int_equal(party_do(&p, bot), REFUSAL_CODE_BAD_REQUEST);
    bot.join.level = LEVEL_CASUAL;
    assert_int_equal(party_do(&p, bot), REFUSAL_CODE_BAD_REQUEST);
    bot.join.level = 2;
    assert_int_equal(party_do(&p, bot), OK);
    uint16_t b = party_join(&p, "B"), c = party_join(&p, "C");
    assert_int_equal(party_start(&p, 1), OK);
    struct step hand = STEP(SEAT_BOT, .by = 1, .who = b);
    hand.seat_bot.level = 1;
    assert_int_equal(party_do(&p, hand), REFUSAL_CODE_WRONG_PHASE);
    assert_int_equal(party_do(&p, STEP(AWAY, .who = b)), OK);
    assert_int_equal(party_do(&p, hand), OK);
    struct step due;
    room_due(p.room, &nobody, &due);
    assert_int_not_equal(due.kind, STEP_LEFT);
    assert_int_equal(party_do(&p, STEP(BACK, .who = b)), OK);
    assert_int_equal(party_person(&p, b)->bot, 0);
    /* a host who is away is played for too, if somebody at the table wants it */
    struct step host = STEP(SEAT_BOT, .by = b, .who = 1);
    host.seat_bot.level = 2;
    assert_int_equal(party_do(&p, host), REFUSAL_CODE_NOT_HOST);
    assert_int_equal(party_do(&p, STEP(AWAY, .who = 1)), OK);
    assert_int_equal(party_do(&p, host), OK);
    assert_int_equal(party_person(&p, 1)->bot, 2);
    assert_int_equal(party_do(&p, STEP(BACK, .who = 1)), OK);
    assert_int_equal(party_person(&p, 1)->bot, 0);
    /* and so may anybody at the table for anybody who is away */
    struct step guest = STEP(SEAT_BOT, .by = c, .who = b);
    guest.seat_bot.level = 3;
    assert_int_equal(party_do(&p, STEP(AWAY, .who = b)), OK);
    assert_int_equal(party_do(&p, guest), OK);
    assert_int_equal(party_person(&p, b)->bot, 3);
    assert_int_equal(party_do(&p, STEP(BACK, .who = b)), OK);
    assert_int_equal(party_person(&p, b)->bot, 0);
    assert_int_equal(party_do(&p, guest), REFUSAL_CODE_NOT_HOST);
    assert_int_equal(party_do(&p, STEP(LEAVE, .by = c)), OK);
    /* when only computers are left there is no party */
    assert_int_equal(party_do(&p, STEP(LEAVE, .by = b)), OK);
    assert_int_equal(party_do(&p, STEP(LEAVE, .by = 1)), OK);
    assert_int_equal(p.room->phase, ROOM_ENDED);
    party_end(&p);
}

/* Is that what the room does next by itself? */
static bool leaves(const struct room *room, uint16_t person)
{
    struct step due;
    room_due(room, &nobody, &due);
    return due.kind == STEP_LEFT && due.who == person;
}

static void a_table_may_wait(void **state)
{
    struct party p;
    (void)state;
    party_begin(&p, "hush");
    uint16_t b = party_join(&p, "B");
    struct step wait = STEP(WAIT, .by = 1, .who = b);
    assert_int_not_equal(party_do(&p, wait), OK); /* nobody plays yet */
    assert_int_equal(party_start(&p, 1), OK);
    assert_int_equal(party_do(&p, wait), REFUSAL_CODE_WRONG_PHASE); /* B is here */
    assert_int_equal(party_do(&p, STEP(PAUSE, .by = 1)), OK);       /* no deadline of the game's */
    assert_int_equal(party_do(&p, STEP(AWAY, .who = b)), OK);
    assert_true(leaves(p.room, b));
    assert_true(room_leaves_at(p.room, party_person(&p, b)) > p.room->time);
    assert_int_equal(party_do(&p, wait), OK);
    assert_false(leaves(p.room, b));
    assert_int_equal(room_leaves_at(p.room, party_person(&p, b)), 0);
    assert_int_equal(party_do(&p, wait), REFUSAL_CODE_STALE);
    struct step enough = wait;
    enough.wait.over = true;
    assert_int_equal(party_do(&p, enough), OK);
    assert_true(leaves(p.room, b));
    assert_int_equal(party_do(&p, wait), OK);
    /* who comes back has been waited for; the next absence is another one */
    assert_int_equal(party_do(&p, STEP(BACK, .who = b)), OK);
    assert_int_equal(party_do(&p, STEP(AWAY, .who = b)), OK);
    assert_true(leaves(p.room, b));
    assert_int_equal(party_do(&p, STEP(LEFT, .who = b)), OK);
    assert_int_equal(party_person(&p, b)->gone_why, GONE_LOST);
    assert_int_equal(party_do(&p, wait), REFUSAL_CODE_UNKNOWN_PERSON);
    party_end(&p);
}

static void it_is_known_why_somebody_is_gone(void **state)
{
    struct party p;
    (void)state;
    party_begin(&p, "hush");
    uint16_t b = party_join(&p, "B"), c = party_join(&p, "C");
    party_join(&p, "D");
    assert_int_equal(party_start(&p, 1), OK);
    assert_int_equal(party_do(&p, STEP(LEAVE, .by = b)), OK);
    assert_int_equal(party_person(&p, b)->gone_why, GONE_LEFT);
    assert_int_equal(party_do(&p, STEP(KICK, .by = 1, .who = c)), OK);
    assert_int_equal(party_person(&p, c)->gone_why, GONE_KICKED);
    assert_int_equal(party_do(&p, STEP(BACK, .who = b)), OK); /* and plays on */
    assert_int_equal(party_person(&p, b)->gone_why, GONE_NOT);
    party_end(&p);
}

static void people_are_found(void **state)
{
    struct party p;
    (void)state;
    party_begin(&p, "teams");
    uint16_t b = party_join(&p, "Bob");
    assert_string_equal(room_person_by_id(p.room, party_person(&p, b)->id)->name, "Bob");
    assert_null(room_person_by_id(p.room, "p77"));
    assert_int_equal(room_team(p.room, test_teams.team_names[1]), 1);
    assert_int_equal(room_team(p.room, "neither"), -1);
    assert_null(room_seat(p.room, 0)); /* nobody sits before a game */
    assert_int_equal(party_start(&p, 1), OK);
    assert_int_equal(room_seat(p.room, 1)->number, b);
    assert_null(room_seat(p.room, 2));
    party_end(&p);
}

static void who_comes_is_announced_as_the_game_calls_it(void **state)
{
    struct party p;
    (void)state;
    party_begin(&p, "hush");
    test_solo.join_event = "player_joined";
    party_join(&p, "Bob");
    assert_string_equal(party_events(&p, GAME_CROWD), "room_updated player_joined");
    for (int i = 2; i < HUSH_SEATS; i++)
        party_join(&p, "Guest");
    assert_string_equal(party_events(&p, GAME_CROWD), "room_updated player_joined");
    party_join(&p, "Eyes"); /* finds no chair: is no player */
    assert_string_equal(party_events(&p, GAME_CROWD), "room_updated");
    party_end(&p);
}

static void chairs_run_out(void **state)
{
    struct party p;
    (void)state;
    party_begin(&p, "hush");
    for (int i = 1; i <= HUSH_SEATS; i++)
        party_join(&p, "Guest");
    uint16_t watcher = p.room->last.who;
    assert_true(party_person(&p, watcher)->watching);
    struct step bot = STEP(BOT, .by = 1);
    bot.join.name = "Robot";
    bot.join.team = -1;
    bot.join.level = 1;
    assert_int_equal(party_do(&p, bot), REFUSAL_CODE_ROOM_FULL);
    assert_int_equal(party_do(&p, STEP(TEAM, .by = watcher, .team = {-1, false})),
                     REFUSAL_CODE_ROOM_FULL);
    assert_int_equal(party_do(&p, STEP(TEAM, .by = 2, .team = {-1, true})), OK);
    assert_int_equal(party_do(&p, STEP(TEAM, .by = watcher, .team = {-1, false})), OK);
    assert_int_equal(party_do(&p, bot), REFUSAL_CODE_ROOM_FULL);
    party_end(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_unique),
        cmocka_unit_test(the_room_fills_up),
        cmocka_unit_test(teams_are_chosen_and_limited),
        cmocka_unit_test(away_is_not_left_until_the_grace_is_over),
        cmocka_unit_test(an_idle_room_ends),
        cmocka_unit_test(a_room_with_people_in_it_is_never_idle),
        cmocka_unit_test(time_before_the_house_opened_is_nobodys_fault),
        cmocka_unit_test(settings_are_checked),
        cmocka_unit_test(a_secret_setting_is_not_told),
        cmocka_unit_test(a_pause_stops_the_clock_and_hides_the_hands),
        cmocka_unit_test(an_evening_of_several_games),
        cmocka_unit_test(latecomers_sit_or_watch),
        cmocka_unit_test(latecomers_get_a_team),
        cmocka_unit_test(computers_hold_seats),
        cmocka_unit_test(a_table_may_wait),
        cmocka_unit_test(it_is_known_why_somebody_is_gone),
        cmocka_unit_test(people_are_found),
        cmocka_unit_test(who_comes_is_announced_as_the_game_calls_it),
        cmocka_unit_test(chairs_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
