/* Who left comes back as who they were; who was put out does not, until the host says so. */
#include "party.h"

static struct step come_back(uint16_t who)
{
    return STEP(RETURN, .who = who, .join = {.team = -1});
}

/* Somebody with a token made of that number, as browsers have one. */
static uint16_t guest(struct party *p, const char *name, char token[TOKEN_TEXT_LENGTH + 1])
{
    struct step join = STEP(JOIN, .join = {.name = name, .team = -1});
    token_draw(token);
    token_hash(join.join.token, token);
    assert_int_equal(party_do(p, join), OK);
    return p->room->last.who;
}

static struct person *mutable(struct party *p, uint16_t number)
{
    return room_person(p->room, number);
}

static void who_left_comes_back_with_everything(void **state)
{
    struct party p;
    char token[TOKEN_TEXT_LENGTH + 1];
    (void)state;
    party_begin(&p, "teams");
    party_join(&p, "Bob");
    uint16_t eva = guest(&p, "Eva", token);
    mutable(&p, eva)->evening = 2;
    assert_int_equal(party_do(&p, STEP(AVATAR, .by = eva, .avatar = {"k7x"})), OK);
    assert_int_equal(party_do(&p, STEP(TEAM, .by = eva, .team = {.team = 1})), OK);
    assert_int_equal(party_do(&p, STEP(LEAVE, .by = eva)), OK);
    assert_int_equal(p.room->people, 2);
    assert_null(room_person_by_token(p.room, token));
    const struct person *left = room_left_by_token(p.room, token);
    assert_non_null(left);
    assert_true(left->quit);
    /* somebody came in the meantime, and has her name */
    party_join(&p, "Dino");
    uint16_t other = party_join(&p, "Eva");
    assert_int_not_equal(other, eva);
    assert_int_equal(party_do(&p, STEP(LEAVE, .by = other)), OK);
    assert_int_equal(party_do(&p, come_back(eva)), OK);
    const struct person *back = room_person_by_token(p.room, token);
    assert_non_null(back);
    assert_int_equal(back->number, eva);
    assert_string_equal(back->name, "Eva");
    assert_string_equal(back->avatar, "k7x");
    assert_int_equal(back->evening, 2);
    assert_int_equal(back->team, 1);
    assert_null(room_left_by_token(p.room, token));
    assert_int_equal(p.room->people, 4);
    assert_int_equal(party_do(&p, come_back(eva)), REFUSAL_CODE_UNKNOWN_PERSON);
    party_end(&p);
}

static void a_seat_that_moved_has_another_secret(void **state)
{
    struct party p;
    char old[TOKEN_TEXT_LENGTH + 1], new[TOKEN_TEXT_LENGTH + 1];
    (void)state;
    party_begin(&p, "hush");
    uint16_t eva = guest(&p, "Eva", old);
    struct step move = STEP(MOVE, .who = eva);
    token_draw(new);
    token_hash(move.join.token, new);
    assert_int_equal(party_do(&p, move), OK);
    assert_null(room_person_by_token(p.room, old));
    assert_int_equal(room_person_by_token(p.room, new)->number, eva);
    move.who = 99;
    assert_int_equal(party_do(&p, move), REFUSAL_CODE_UNKNOWN_PERSON);
    /* the creator's hostToken opens nothing either, once that seat has moved */
    token_hash(p.room->host_token, old);
    assert_true(room_is_host_token(p.room, old));
    move.who = 1;
    assert_int_equal(party_do(&p, move), OK);
    assert_false(room_is_host_token(p.room, old));
    party_end(&p);
}

static void a_name_that_was_taken_meanwhile_gets_a_number(void **state)
{
    struct party p;
    char token[TOKEN_TEXT_LENGTH + 1];
    (void)state;
    party_begin(&p, "hush");
    uint16_t eva = guest(&p, "Eva", token);
    assert_int_equal(party_do(&p, STEP(LEAVE, .by = eva)), OK);
    party_join(&p, "Eva");
    assert_int_equal(party_do(&p, come_back(eva)), OK);
    assert_string_equal(party_person(&p, eva)->name, "Eva 2");
    party_end(&p);
}

static void the_role_is_lent_and_comes_back(void **state)
{
    struct party p;
    (void)state;
    party_begin(&p, "hush");
    uint16_t b = party_join(&p, "B"), c = party_join(&p, "C");
    assert_int_equal(party_do(&p, STEP(AWAY, .who = 1)), OK);
    p.now += test_solo.grace_ms;
    assert_int_equal(party_do(&p, STEP(LEFT, .who = 1)), OK);
    assert_int_equal(p.room->host, b);
    assert_int_equal(party_do(&p, come_back(1)), OK);
    assert_int_equal(p.room->host, 1);
    /* in a game the seat is kept, and comes back by another step */
    assert_int_equal(party_start(&p, 1), OK);
    assert_int_equal(party_do(&p, STEP(LEAVE, .by = 1)), OK);
    assert_int_equal(p.room->host, b);
    assert_int_equal(party_do(&p, STEP(BACK, .who = 1)), OK);
    assert_int_equal(p.room->host, 1);
    /* and what was written then is what is read */
    assert_int_equal(party_do(&p, STEP(LEAVE, .by = 1)), OK);
    assert_int_equal(party_do(&p, STEP(BACK, .who = 1, .stored = true, .back = {.host = true})),
                     OK);
    assert_int_equal(p.room->host, 1);
    /* a log of before says nothing of it: the role stays where it is */
    assert_int_equal(party_do(&p, STEP(LEAVE, .by = 1)), OK);
    assert_int_equal(party_do(&p, STEP(BACK, .who = 1, .stored = true)), OK);
    assert_int_equal(p.room->host, b);
    /* b hands it over on purpose: nobody takes it from c */
    assert_int_equal(party_do(&p, STEP(HOST, .by = b, .who = c)), OK);
    assert_int_equal(party_do(&p, STEP(STOP, .by = c)), OK);
    assert_int_equal(party_do(&p, STEP(LEAVE, .by = 1)), OK);
    assert_int_equal(party_do(&p, come_back(1)), OK);
    assert_int_equal(p.room->host, c);
    party_end(&p);
}

static void a_watcher_comes_back_to_a_running_game_as_one(void **state)
{
    struct party p;
    (void)state;
    party_begin(&p, "hush");
    test_solo.late_join = false;
    party_join(&p, "B");
    uint16_t c = party_join(&p, "C");
    assert_int_equal(party_do(&p, STEP(LEAVE, .by = c)), OK);
    assert_int_equal(party_start(&p, 1), OK);
    assert_int_equal(party_do(&p, come_back(c)), OK);
    assert_int_equal(party_person(&p, c)->seat, -1);
    assert_false(party_person(&p, c)->watching);
    assert_int_equal(party_do(&p, STEP(STOP, .by = 1)), OK);
    assert_int_equal(party_start(&p, 1), OK);
    assert_true(party_person(&p, c)->seat >= 0);
    party_end(&p);
    test_solo.late_join = true;
}

static void who_was_put_out_stays_out(void **state)
{
    struct party p;
    char token[TOKEN_TEXT_LENGTH + 1];
    (void)state;
    party_begin(&p, "hush");
    party_join(&p, "B");
    uint16_t eva = guest(&p, "Eva", token);
    assert_int_equal(party_do(&p, STEP(READMIT, .by = 1, .who = eva)), REFUSAL_CODE_UNKNOWN_PERSON);
    assert_int_equal(party_do(&p, STEP(KICK, .by = 1, .who = eva)), OK);
    assert_null(room_person_by_token(p.room, token));
    assert_true(room_left_by_token(p.room, token)->out);
    assert_int_equal(party_do(&p, come_back(eva)), REFUSAL_CODE_PUT_OUT);
    assert_non_null(strstr(party_view(&p, 1), "\"out\":[{\"id\":\"p3\",\"name\":\"Eva\"}]"));
    assert_int_equal(party_do(&p, STEP(READMIT, .by = 2, .who = eva)), REFUSAL_CODE_NOT_HOST);
    assert_int_equal(party_do(&p, STEP(READMIT, .by = 1, .who = eva)), OK);
    assert_null(strstr(party_view(&p, 1), "\"out\""));
    assert_int_equal(party_do(&p, come_back(eva)), OK);
    /* in a game she keeps her place on the list, not her way in; afterwards she is off it */
    assert_int_equal(party_start(&p, 1), OK);
    assert_int_equal(party_do(&p, STEP(KICK, .by = 1, .who = eva)), OK);
    assert_true(party_person(&p, eva)->gone);
    assert_null(room_person_by_token(p.room, token));
    assert_true(room_left_by_token(p.room, token)->out);
    assert_int_equal(party_do(&p, STEP(STOP, .by = 1)), OK);
    assert_null(party_person(&p, eva));
    assert_int_equal(party_do(&p, come_back(eva)), REFUSAL_CODE_PUT_OUT);
    party_end(&p);
}

static void only_so_many_are_remembered(void **state)
{
    struct party p;
    char first[TOKEN_TEXT_LENGTH + 1], token[TOKEN_TEXT_LENGTH + 1];
    (void)state;
    party_begin(&p, "hush");
    uint16_t number = guest(&p, "First", first);
    assert_int_equal(party_do(&p, STEP(LEAVE, .by = number)), OK);
    for (int i = 0; i < ROOM_LEFT_MAX; i++) {
        assert_non_null(room_left_by_token(p.room, first));
        number = guest(&p, "Next", token);
        assert_int_equal(party_do(&p, STEP(LEAVE, .by = number)), OK);
    }
    assert_null(room_left_by_token(p.room, first));
    assert_non_null(room_left_by_token(p.room, token));
    assert_int_equal(p.room->left, ROOM_LEFT_MAX);
    assert_int_equal(party_do(&p, come_back(number)), OK);
    party_end(&p);
}

static void faces_are_letters_and_digits(void **state)
{
    static const char *const wrong[] = {"A", "a b", "../x", "ñ", "abcdefghijklm", "<svg>"};
    struct party p;
    (void)state;
    party_begin(&p, "hush");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct step join = STEP(JOIN, .join = {.name = "B", .avatar = wrong[i], .team = -1});
        assert_int_equal(party_do(&p, STEP(AVATAR, .by = 1, .avatar = {wrong[i]})),
                         REFUSAL_CODE_BAD_REQUEST);
        assert_int_equal(party_do(&p, join), REFUSAL_CODE_BAD_REQUEST);
    }
    assert_null(strstr(party_view(&p, 1), "avatar"));
    assert_int_equal(party_do(&p, STEP(AVATAR, .by = 1, .avatar = {"abcdefgh1234"})), OK);
    assert_non_null(strstr(party_view(&p, 0), "\"avatar\":\"abcdefgh1234\""));
    assert_int_equal(party_do(&p, STEP(AVATAR, .by = 1, .avatar = {""})), OK);
    assert_null(strstr(party_view(&p, 0), "avatar"));
    party_end(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_left_comes_back_with_everything),
        cmocka_unit_test(a_seat_that_moved_has_another_secret),
        cmocka_unit_test(a_name_that_was_taken_meanwhile_gets_a_number),
        cmocka_unit_test(the_role_is_lent_and_comes_back),
        cmocka_unit_test(a_watcher_comes_back_to_a_running_game_as_one),
        cmocka_unit_test(who_was_put_out_stays_out),
        cmocka_unit_test(only_so_many_are_remembered),
        cmocka_unit_test(faces_are_letters_and_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
