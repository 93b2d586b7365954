/* Taking the last move back: who may ask, who has to agree, and what the game is then. */
#include "party.h"

/* The first card in that person's hand. */
static enum refusal_code lay(struct party *p, uint16_t by)
{
    const struct hush *h = p->room->state;
    char with[32];
    snprintf(with, sizeof with, "{\"card\":%d}", h->hand[party_person(p, by)->seat][0]);
    return party_act(p, by, "lay", with);
}

static struct hush game_of(const struct party *p)
{
    struct hush h;
    memcpy(&h, p->room->state, sizeof h);
    return h;
}

static void assert_game(const struct party *p, const struct hush *h)
{
    assert_memory_equal(p->room->state, h, sizeof *h);
}

static enum refusal_code say(struct party *p, uint16_t by, bool yes)
{
    int64_t of = p->room->undo ? p->room->undo->seq : 0;
    return party_do(p, STEP(AGREE, .by = by, .agree = {.of = of, .no = !yes}));
}

/* The host is 1. */
static void begin(struct party *p, int people)
{
    static const char *const names[] = {"B", "C", "D", "E"};
    party_begin(p, "hush");
    for (int i = 1; i < people; i++)
        party_join(p, names[i - 1]);
    assert_int_equal(party_start(p, 1), OK);
}

static void two_agree(void **state)
{
    struct party p;
    (void)state;
    begin(&p, 2);
    struct hush before = game_of(&p);
    assert_int_equal(lay(&p, 2), OK);
    assert_non_null(strstr(party_view(&p, 2), "\"mayUndo\":\"p2\""));
    assert_int_equal(party_do(&p, STEP(UNDO, .by = 2)), OK);
    assert_non_null(strstr(party_view(&p, 1), "\"undo\":{\"of\":4,\"asker\":\"p2\",\"by\":\"p2\","
                                              "\"verb\":\"lay\",\"asked\":[\"p1\"],"
                                              "\"agreed\":[],\"refused\":[],\"needed\":1}"));
    assert_string_equal(party_events(&p, GAME_CROWD), "room_updated");
    assert_int_equal(say(&p, 2, true), REFUSAL_CODE_BAD_REQUEST); /* who asks is not asked */
    assert_int_equal(say(&p, 1, true), OK);
    assert_game(&p, &before);
    assert_string_equal(party_events(&p, GAME_CROWD), "room_updated move_undone");
    assert_null(strstr(party_view(&p, 1), "\"undo\""));
    assert_int_equal(lay(&p, 2), OK); /* and goes on */
    party_end(&p);
}

static void one_of_two_refuses(void **state)
{
    struct party p;
    (void)state;
    begin(&p, 2);
    assert_int_equal(lay(&p, 2), OK);
    struct hush after = game_of(&p);
    assert_int_equal(party_do(&p, STEP(UNDO, .by = 2)), OK);
    assert_int_equal(say(&p, 1, false), OK);
    assert_game(&p, &after);
    assert_string_equal(party_events(&p, GAME_CROWD), "room_updated move_stays");
    /* nobody is asked about it twice */
    assert_int_equal(party_do(&p, STEP(UNDO, .by = 2)), REFUSAL_CODE_NOTHING_TO_UNDO);
    party_end(&p);
}

static void of_three_others_two_are_enough(void **state)
{
    struct party p;
    (void)state;
    begin(&p, 4);
    struct hush before = game_of(&p);
    assert_int_equal(lay(&p, 2), OK);
    assert_int_equal(party_do(&p, STEP(UNDO, .by = 1)), OK); /* the host asks for B */
    assert_int_equal(say(&p, 3, false), OK);
    assert_int_equal(say(&p, 4, true), OK);
    assert_int_equal(say(&p, 2, true), OK);
    assert_game(&p, &before);
    /* and two refusals are too many */
    assert_int_equal(lay(&p, 2), OK);
    struct hush after = game_of(&p);
    assert_int_equal(party_do(&p, STEP(UNDO, .by = 2)), OK);
    assert_int_equal(say(&p, 3, false), OK);
    assert_int_equal(say(&p, 3, true), OK); /* may change one's mind */
    assert_int_equal(say(&p, 3, false), OK);
    assert_int_equal(say(&p, 4, false), OK);
    assert_null(p.room->undo);
    assert_game(&p, &after);
    party_end(&p);
}

static void who_goes_is_not_waited_for(void **state)
{
    struct party p;
    (void)state;
    begin(&p, 4);
    assert_int_equal(lay(&p, 2), OK);
    assert_int_equal(party_do(&p, STEP(UNDO, .by = 2)), OK);
    assert_int_equal(say(&p, 3, true), OK); /* needs one more of three */
    assert_non_null(p.room->undo);
    assert_int_equal(party_do(&p, STEP(AWAY, .who = 4)), OK); /* of two, both are needed */
    assert_non_null(p.room->undo);
    assert_int_equal(party_do(&p, STEP(LEAVE, .by = 1)), OK); /* of one, one has agreed */
    assert_null(p.room->undo);
    assert_int_equal(game_of(&p).laid[1], -1);
    assert_string_equal(party_events(&p, GAME_CROWD), "room_updated move_undone");
    party_end(&p);
}

static void at_once_against_a_computer(void **state)
{
    struct party p;
    (void)state;
    party_begin(&p, "hush");
    test_solo.bots = true;
    struct step bot = STEP(BOT, .by = 1, .join = {.name = "Ludo", .level = 1, .team = -1});
    assert_int_equal(party_do(&p, bot), OK);
    assert_int_equal(party_start(&p, 1), OK);
    struct hush before = game_of(&p);
    assert_int_equal(lay(&p, 1), OK);
    assert_int_equal(party_do(&p, STEP(UNDO, .by = 1)), OK);
    assert_game(&p, &before);
    /* what the computer did since is gone too; what it did before is not */
    assert_int_equal(lay(&p, 2), OK);
    struct hush answered = game_of(&p);
    assert_int_equal(lay(&p, 1), OK); /* turned over: seen */
    assert_int_equal(party_do(&p, STEP(UNDO, .by = 1)), REFUSAL_CODE_UNDO_SEEN);
    assert_int_not_equal(game_of(&p).phase, answered.phase);
    party_end(&p);
}

static void who_plays_on_has_answered(void **state)
{
    struct party p;
    (void)state;
    begin(&p, 3);
    assert_int_equal(lay(&p, 2), OK);
    int64_t of = p.room->seq;
    assert_int_equal(party_do(&p, STEP(UNDO, .by = 2)), OK);
    assert_int_equal(lay(&p, 3), OK);
    assert_int_equal(party_do(&p, STEP(AGREE, .by = 1, .agree = {.of = of})), REFUSAL_CODE_STALE);
    assert_int_equal(party_do(&p, STEP(UNDO, .by = 2)), REFUSAL_CODE_UNDO_NOT_YOURS);
    assert_null(strstr(party_view(&p, 2), "mayUndo"));
    assert_int_equal(party_do(&p, STEP(UNDO, .by = 3)), OK);
    assert_int_equal(party_do(&p, STEP(UNDO, .by = 3)), REFUSAL_CODE_STALE);
    party_end(&p);
}

static void time_does_not_go_back(void **state)
{
    struct party p;
    (void)state;
    begin(&p, 2);
    assert_int_equal(party_do(&p, STEP(UNDO, .by = 1)), REFUSAL_CODE_NOTHING_TO_UNDO);
    assert_int_equal(lay(&p, 2), OK);
    assert_int_equal(party_do(&p, STEP(PAUSE, .by = 1)), OK);
    assert_int_equal(party_do(&p, STEP(UNDO, .by = 2)), REFUSAL_CODE_GAME_PAUSED);
    assert_int_equal(party_do(&p, STEP(RESUME, .by = 1)), OK);
    p.now += HUSH_LAY_MS;
    assert_int_equal(party_do(&p, STEP(WAKE, 0)), OK);
    assert_int_equal(party_do(&p, STEP(UNDO, .by = 2)), REFUSAL_CODE_NOTHING_TO_UNDO);
    assert_int_equal(party_do(&p, STEP(STOP, .by = 1)), OK);
    assert_int_equal(party_do(&p, STEP(UNDO, .by = 1)), REFUSAL_CODE_GAME_NOT_STARTED);
    party_end(&p);
}

/* The same people and news in two rooms; in the second the move was never made. Records keep their
 * numbers, from which chance comes. */
static void as_if_it_had_not_been(void **state)
{
    (void)state;
    for (int round = 0; round < 64; round++) {
        struct party with, without;
        begin(&with, 4);
        struct game solo = test_solo;
        begin(&without, 4);
        test_solo = solo;
        uint16_t by = (uint16_t)(1 + round % 4), other = (uint16_t)(1 + (round + 1) % 4);
        assert_int_equal(lay(&with, by), OK);
        without.room->seq++;
        for (int bit = 0; bit < 3; bit++) { /* gone and perhaps back again, in all ways */
            if (!(round >> (2 + bit) & 1)) continue;
            struct step step = bit == 1 ? STEP(BACK, .who = other) : STEP(AWAY, .who = other);
            assert_int_equal(party_do(&with, step), party_do(&without, step));
        }
        assert_int_equal(party_do(&with, STEP(UNDO, .by = by)), OK);
        for (uint16_t n = 1; n <= 4 && with.room->undo; n++)
            if (n != by && !party_person(&with, n)->away_since) say(&with, n, true);
        assert_memory_equal(with.room->state, without.room->state, sizeof(struct hush));
        party_end(&with);
        party_end(&without);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_agree),
        cmocka_unit_test(one_of_two_refuses),
        cmocka_unit_test(of_three_others_two_are_enough),
        cmocka_unit_test(who_goes_is_not_waited_for),
        cmocka_unit_test(at_once_against_a_computer),
        cmocka_unit_test(who_plays_on_has_answered),
        cmocka_unit_test(time_does_not_go_back),
        cmocka_unit_test(as_if_it_had_not_been),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
