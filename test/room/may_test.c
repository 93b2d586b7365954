/* Who may do what, by the one table of steps; and who is still missing for a game. */
#include "party.h"

static const struct room_guests nobody; /* is or was connected */

/* A step of that kind as whole as it needs to be for its function to look at it. */
static struct step some_step(enum step_kind kind, uint16_t by, const json_t *empty)
{
    struct step step = {.kind = kind, .by = by, .who = 2};
    switch (kind) {
    case STEP_CREATE: step.create.code = step.create.game = step.create.name = "hush"; break;
    case STEP_JOIN:
    case STEP_BOT: step.join.name = "Eva", step.join.team = -1; break;
    case STEP_RETURN: step.join.team = -1; break;
    case STEP_RENAME: step.rename.name = "Eva"; break;
    case STEP_AVATAR: step.avatar.avatar = "eva1"; break;
    case STEP_GAME: step.game.name = "teams"; break;
    case STEP_ACT: step.act.verb = "take_back", step.act.with = empty; break;
    case STEP_SETTINGS: step.settings.values = empty; break;
    case STEP_TEAMS: step.teams_of.of = empty; break;
    case STEP_DECK:
    case STEP_IMPORT: step.deck.json = empty; break;
    default: break;
    }
    return step;
}

static enum refusal_code try_on_copy(struct party *p, struct step step)
{
    struct room *copy = room_clone(p->room);
    step.time = p->now;
    struct refusal refusal = room_apply(&p->house, &copy, &step);
    room_free(copy);
    return refusal.code;
}

/* Every kind of step by the house, the host, a guest at the table and one who watches. */
static void check_who_may(struct party *p, bool playing)
{
    enum { HOUSE, HOST, GUEST, WATCHER };
    json_t *empty = json_object();
    for (enum step_kind kind = 0; kind < STEP_KINDS; kind++) {
        enum refusal_code code[4];
        for (uint16_t by = HOUSE; by <= WATCHER; by++)
            code[by] = try_on_copy(p, some_step(kind, by, empty));
        for (uint16_t by = HOST; by <= WATCHER; by++)
            switch (step_who(kind)) {
            case STEP_BY_HOUSE: assert_int_equal(code[by], REFUSAL_CODE_BAD_REQUEST); break;
            case STEP_BY_HOST:
                assert_true((code[by] == REFUSAL_CODE_NOT_HOST) == (by != HOST));
                break;
            case STEP_BY_SEATED:
                assert_true((code[by] == REFUSAL_CODE_NOT_SEATED) == (playing && by == WATCHER));
                break;
            case STEP_BY_PLAYERS:
                assert_true((code[by] == REFUSAL_CODE_NOT_SEATED) == (playing && by == WATCHER));
                break;
            case STEP_BY_ANYBODY: assert_int_not_equal(code[by], REFUSAL_CODE_NOT_IN_ROOM); break;
            }
        assert_true((code[HOUSE] == REFUSAL_CODE_NOT_IN_ROOM) ==
                    (step_who(kind) == STEP_BY_ANYBODY));
        if (!playing && step_is_of_game(kind) && step_who(kind) != STEP_BY_HOUSE)
            assert_int_equal(code[HOST], REFUSAL_CODE_GAME_NOT_STARTED);
    }
    json_decref(empty);
}

static void everybody_may_what_the_table_says(void **state)
{
    struct party p;
    (void)state;
    party_begin(&p, "hush");
    party_join(&p, "Bob");
    uint16_t watcher = party_join(&p, "Carla");
    assert_int_equal(party_do(&p, STEP(TEAM, .by = watcher, .team = {-1, true})), OK);
    check_who_may(&p, false);
    assert_int_equal(party_start(&p, 1), OK);
    check_who_may(&p, true);
    party_end(&p);
}

static void whether_to_start_has_one_answer(void **state)
{
    struct party p;
    int team, count;
    (void)state;
    party_begin(&p, "hush");
    uint16_t guest = party_join(&p, "Bob");
    assert_null(strstr(party_view(&p, 0), "NEED_MORE_PLAYERS"));
    assert_int_equal(party_do(&p, STEP(AWAY, .who = guest)), OK);
    struct refusal missing = room_missing(p.room, &team, &count);
    assert_int_equal(missing.code, REFUSAL_CODE_NEED_MORE_PLAYERS);
    assert_int_equal(count, 1);
    assert_non_null(strstr(party_view(&p, 0), "NEED_MORE_PLAYERS"));
    assert_int_equal(party_start(&p, 1), REFUSAL_CODE_NEED_MORE_PLAYERS);
    assert_int_equal(party_do(&p, STEP(BACK, .who = guest)), OK);
    assert_int_equal(party_do(&p, STEP(AWAY, .who = 1)), OK); /* who presses is here */
    assert_int_equal(party_start(&p, 1), OK);
    party_end(&p);
}

static void only_the_host_may(void **state)
{
    struct party p;
    (void)state;
    party_begin(&p, "hush");
    uint16_t guest = party_join(&p, "Bob");
    assert_int_equal(party_do(&p, STEP(LEAVE, .by = 77)), REFUSAL_CODE_NOT_IN_ROOM);
    assert_int_equal(party_do(&p, STEP(KICK, .by = 1, .who = 77)), REFUSAL_CODE_UNKNOWN_PERSON);
    assert_int_equal(party_do(&p, STEP(HOST, .by = 1, .who = guest)), OK);
    assert_int_equal(p.room->host, guest);
    assert_int_equal(party_do(&p, STEP(KICK, .by = guest, .who = 1)), OK);
    assert_int_equal(p.room->people, 1);
    party_end(&p);
}

static void the_host_passes_on_and_the_room_ends_empty(void **state)
{
    struct party p;
    (void)state;
    party_begin(&p, "hush");
    uint16_t b = party_join(&p, "B"), c = party_join(&p, "C");
    assert_int_equal(party_do(&p, STEP(AWAY, .who = b)), OK);
    /* C came later but is here */
    assert_int_equal(party_do(&p, STEP(LEAVE, .by = 1)), OK);
    assert_int_equal(p.room->host, c);
    assert_int_equal(party_do(&p, STEP(LEAVE, .by = c)), OK);
    assert_int_equal(p.room->host, b);
    /* the last one may be away for as long as a room may be idle, but not leave */
    struct step step;
    assert_int_equal(room_due(p.room, &nobody, &step), p.room->last_active + test_solo.idle_ms);
    assert_int_equal(step.kind, STEP_END);
    assert_int_equal(party_do(&p, STEP(LEAVE, .by = b)), OK);
    assert_int_equal(p.room->phase, ROOM_ENDED);
    assert_int_equal(party_do(&p, STEP(BACK, .who = b)), REFUSAL_CODE_ROOM_ENDED);
    party_end(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_may_what_the_table_says),
        cmocka_unit_test(whether_to_start_has_one_answer),
        cmocka_unit_test(only_the_host_may),
        cmocka_unit_test(the_host_passes_on_and_the_room_ends_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
