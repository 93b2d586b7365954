/* What nobody else may know, to the byte: what was played, by whom, in which order. */
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* All that a viewer is sent: his view, and the events of the last step. */
static void sent(struct fixture *f, int viewer, struct buffer *out)
{
    buffer_clear(out);
    buffer_add_text(out, view_of(f, viewer));
    for (size_t i = 0; i < says_count(&f->says); i++) {
        struct says_event e = says_event(&f->says, i);
        if (!says_reaches(e.audience, viewer)) continue;
        buffer_add_text(out, e.name);
        buffer_add_text(out, e.text);
    }
    buffer_text(out);
}

static void same_for(struct fixture *one, struct fixture *two, int viewer)
{
    struct buffer a = {0}, b = {0};
    sent(one, viewer, &a);
    sent(two, viewer, &b);
    assert_string_equal(a.data, b.data);
    buffer_free(&a);
    buffer_free(&b);
}

static int player(const struct fixture *f, int nth)
{
    return (f->state.czar + 1 + nth) % f->table.seats;
}

static void begin_both(struct fixture *one, struct fixture *two, int rules)
{
    struct fixture *f[] = {one, two};
    for (int i = 0; i < 2; i++) {
        fixture_init(f[i], 4, 200, 40, 2);
        f[i]->settings[SET_PACKING_HEAT] = 1;
        f[i]->settings[SET_GOD_IS_DEAD] = rules;
        fixture_start(f[i]);
    }
}

/* Short cards or long ones, two or three of them, in any order: for the others it is the same. */
static void what_was_played_shows_in_nothing(void **unused)
{
    (void)unused;
    static const int choice[][4] = {{0, 1, -1}, {9, 3, -1}, {7, 2, 5, -1}};
    struct fixture one, two;
    for (int c = 1; c < 3; c++) {
        begin_both(&one, &two, 0);
        int seat = player(&one, 0);
        act(&one, seat, "submit_response", offer(&one, seat, choice[0]));
        act(&two, seat, "submit_response", offer(&two, seat, choice[c]));
        for (int viewer = GAME_CROWD; viewer < 4; viewer++)
            if (viewer != seat) same_for(&one, &two, viewer);
        fixture_free(&one);
        fixture_free(&two);
    }
}

/* Until something is revealed, only the czar's messages differ. */
static void the_last_one_shows_only_to_the_czar(void **unused)
{
    (void)unused;
    static const int choice[][3] = {{0, 1, -1}, {9, 3, -1}};
    struct fixture one, two;
    begin_both(&one, &two, 0);
    struct fixture *f[] = {&one, &two};
    int last = player(&one, 2);
    for (int i = 0; i < 2; i++) {
        submit(f[i], player(f[i], 0));
        submit(f[i], player(f[i], 1));
        act(f[i], last, "submit_response", offer(f[i], last, choice[i]));
        assert_int_equal(f[i]->state.phase, PHASE_JUDGING);
    }
    for (int viewer = GAME_CROWD; viewer < 4; viewer++)
        if (viewer != last && viewer != one.state.czar) same_for(&one, &two, viewer);
    fixture_free(&one);
    fixture_free(&two);
}

/* Two authors change places: as long as nobody has won, nobody else can tell. */
static void who_wrote_what_shows_in_nothing(void **unused)
{
    (void)unused;
    struct fixture one, two;
    for (int god = 0; god < 2; god++) {
        begin_both(&one, &two, god);
        submit_all(&one);
        submit_all(&two);
        int a = player(&one, 0), b = player(&one, 1), at = entry_of(&two, a);
        two.state.response[entry_of(&two, b)].author = (int8_t)a;
        two.state.response[at].author = (int8_t)b;
        for (int shown = 0; shown < 3; shown++) {
            for (int viewer = GAME_CROWD; viewer < 4; viewer++)
                if (viewer != a && viewer != b) same_for(&one, &two, viewer);
            if (god) break;
            act(&one, one.state.czar, "reveal", NULL);
            act(&two, two.state.czar, "reveal", NULL);
        }
        fixture_free(&one);
        fixture_free(&two);
    }
}

static void losers_stay_hidden_if_so_set(void **unused)
{
    (void)unused;
    for (int hidden = 0; hidden < 2; hidden++) {
        struct fixture f;
        fixture_init(&f, 4, 200, 40, 1);
        f.settings[SET_LOSERS_STAY_HIDDEN] = hidden;
        fixture_start(&f);
        int winner = player(&f, 0), loser = player(&f, 1);
        submit_all(&f);
        judge(&f, entry_of(&f, winner));
        for (int viewer = GAME_CROWD; viewer < 4; viewer++) {
            json_t *view = view_json(&f, viewer), *list = json_object_get(view, "responses");
            json_t *won = json_array_get(list, (size_t)entry_of(&f, winner));
            json_t *lost = json_array_get(list, (size_t)entry_of(&f, loser));
            assert_string_equal(json_string_value(json_object_get(won, "playerId")), f.id[winner]);
            assert_int_equal(json_object_get(lost, "playerId") != NULL, !hidden || viewer == loser);
            json_decref(view);
        }
        fixture_free(&f);
    }
}

/* Ids say nothing: a response has another one when it is judged, and a card's is its own for good. */
static void ids_say_nothing(void **state)
{
    struct fixture *f = *state;
    start(f, 4, 1);
    int seat = player(f, 0);
    submit(f, seat);
    uint64_t before = f->state.response[0].id;
    submit_all(f);
    for (int i = 0; i < f->state.response_count; i++) {
        assert_true(f->state.response[i].id != before);
        assert_true(f->state.response[i].id != f->state.round_id);
    }
}

static void a_vote_is_secret_while_the_others_vote(void **unused)
{
    (void)unused;
    struct fixture one, two;
    begin_both(&one, &two, 1);
    submit_all(&one);
    submit_all(&two);
    vote(&one, 0, entry_of(&one, 1));
    vote(&two, 0, entry_of(&two, 2));
    for (int viewer = GAME_CROWD; viewer < 4; viewer++)
        if (viewer != 0) same_for(&one, &two, viewer);
    fixture_free(&one);
    fixture_free(&two);
}

/* One game with a blank and one without, until everybody has played: the same for everybody. Then the
 * host is shown what is written, not by whom nor what else was played, and the others nothing. */
static void a_blank_shows_to_the_host_alone(void **unused)
{
    (void)unused;
    struct fixture f[2];
    for (int i = 0; i < 2; i++) {
        fixture_init(&f[i], 4, 200, 40, 2);
        f[i].settings[SET_BLANKS] = 1;
        f[i].settings[SET_APPROVE_BLANKS] = 1;
        fixture_start(&f[i]);
        f[i].table.host = f[i].state.czar;
        for (int s = 0; s < 4; s++) /* the only one is his */
            for (int c = 0; c < 10; c++)
                if (f[i].state.hand[s].card[c] == CAH_BLANK) f[i].state.hand[s].card[c] = 199;
        f[i].state.blank = 0;
    }
    const int blank[] = {5, 2, -1}, printed[] = {1, 2, -1};
    int host = f[0].table.host, seat = player(&f[0], 0);
    for (int i = 0; i < 2; i++) {
        f[i].state.hand[seat].card[5] = CAH_BLANK;
        act(&f[i], seat, "submit_response", offer(&f[i], seat, i ? printed : blank));
    }
    for (int viewer = GAME_CROWD; viewer < 4; viewer++)
        if (viewer != seat) same_for(&f[0], &f[1], viewer);
    submit_all(&f[0]);
    json_t *view = view_json(&f[0], host), *asked = json_object_get(view, "pending");
    json_t *cards = json_object_get(json_array_get(asked, 0), "cards");
    assert_int_equal(json_array_size(asked), 1);
    assert_int_equal(json_array_size(cards), 1);
    assert_null(json_object_get(json_array_get(asked, 0), "playerId"));
    json_decref(view);
    for (int viewer = GAME_CROWD; viewer < 4; viewer++)
        if (viewer != host && viewer != seat) assert_null(strstr(view_of(&f[0], viewer), "mine"));
    fixture_free(&f[0]);
    fixture_free(&f[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_played_shows_in_nothing),
        cmocka_unit_test(the_last_one_shows_only_to_the_czar),
        cmocka_unit_test(who_wrote_what_shows_in_nothing),
        cmocka_unit_test(losers_stay_hidden_if_so_set),
        at_table(ids_say_nothing),
        cmocka_unit_test(a_vote_is_secret_while_the_others_vote),
        cmocka_unit_test(a_blank_shows_to_the_host_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
