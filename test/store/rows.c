/* The tables beside the log: rows are written once, onto the position they were made for, or not at
 * all; what somebody decided is kept like a record. */
#include "help.h"

#include "store/ask.h"
#include "store/rows.h"

static char answer[20000];

/* The rows of a question about a room (or a moment), as JSON. */
static const char *asked(struct store *s, enum question question, int64_t about)
{
    char error[STORE_ERROR_BYTES];
    struct buffer text = {0};
    struct writer w = writer_to(&text);
    struct ask *ask = store_ask(s, error);
    assert_non_null(ask);
    assert_true(ask_write(ask, &w, question, (struct ask_about){.number = {about}}));
    ask_close(ask);
    snprintf(answer, sizeof answer, "%s", buffer_text(&text));
    buffer_free(&text);
    return answer;
}

/* A room with a game and a player of that name. */
static void project(struct store *s, uint64_t room, uint64_t from, uint64_t seq, const char *name)
{
    struct rows rows = {0};
    char player[40], game[40], session[40];
    snprintf(player, sizeof player, "%d.p1", (int)room);
    snprintf(game, sizeof game, "%d.1", (int)room);
    snprintf(session, sizeof session, "%d.1.p1", (int)room);
    rows_add(&rows, ROW_PLAYER, player, (int64_t)room, name);
    rows_add(&rows, ROW_GAME, game, (int64_t)room, "AAAAAA", player, INT64_C(5), INT64_C(0),
             INT64_C(0), INT64_C(1000));
    rows_add(&rows, ROW_SESSION, session, game, player, (int64_t)seq, INT64_C(1), INT64_C(0),
             INT64_C(1000));
    store_project(s, room, from, seq, false, &rows);
    rows_free(&rows);
    store_flush(s);
}

static void rows_go_onto_their_position_alone(void **state)
{
    struct store *s = open_ok(*state);
    uint64_t room = create_now(s, "AAAAAA", "cah").room;
    project(s, room, 0, 4, "Ana");
    assert_non_null(strstr(asked(s, ASK_GAME_SCORES, (int64_t)room), "\"score\":4"));
    project(s, room, 0, 4, "Twice");
    project(s, room, 7, 9, "Gap");
    assert_non_null(strstr(asked(s, ASK_GAME_SCORES, (int64_t)room), "\"name\":\"Ana\""));
    store_close(s);
    s = open_ok(*state);
    assert_non_null(strstr(asked(s, ASK_POSITIONS, 0), "\"seq\":4"));
    project(s, room, 4, 6, "Ana");
    assert_non_null(strstr(asked(s, ASK_GAME_SCORES, (int64_t)room), "\"score\":6"));
    store_close(s);
}

static void closing_writes_what_is_behind(void **state)
{
    struct store *s = open_ok(*state);
    struct rows rows = {0};
    for (int i = 0; i < 2000; i++) {
        char id[20];
        snprintf(id, sizeof id, "w%d", i);
        rows_free(&rows);
        rows = (struct rows){0};
        rows_add(&rows, ROW_CARD, id, "A card", "white", INT64_C(1), NULL, INT64_C(0), INT64_C(0));
        rows_add(&rows, ROW_CARD_PLAYED, id, INT64_C(1), INT64_C(1));
        store_project(s, 7, (uint64_t)i, (uint64_t)i + 1, i == 1999, &rows);
    }
    rows_free(&rows);
    store_close(s);
    s = open_ok(*state);
    assert_string_equal(asked(s, ASK_POSITIONS, 0), "[]"); /* it has ended */
    struct buffer text = {0};
    struct writer w = writer_to(&text);
    char error[STORE_ERROR_BYTES];
    struct ask *ask = store_ask(s, error);
    assert_true(ask_write(ask, &w, ASK_CARDS_BY_PLAYS, (struct ask_about){"white", {1, 5000}}));
    ask_close(ask);
    int cards = 0;
    for (const char *at = buffer_text(&text); (at = strstr(at, "\"wins\":1,")); at++)
        cards++;
    assert_int_equal(cards, 2000);
    buffer_free(&text);
    store_close(s);
}

static void note(struct store *s, enum row_kind kind, const char *what)
{
    struct rows rows = {0};
    if (kind == ROW_BAN)
        rows_add(&rows, ROW_BAN, "card", what, "Text", INT64_C(10), INT64_C(0), "");
    else
        rows_add(&rows, ROW_AUDIT, INT64_C(10), "ban", what, "");
    store_note(s, &rows, NULL, NULL);
    rows_free(&rows);
    store_flush(s);
    assert_int_equal(store_drain(s), 1);
}

static void decisions_are_kept(void **state)
{
    struct store *s = open_ok(*state);
    note(s, ROW_BAN, "w1");
    note(s, ROW_AUDIT, "w1");
    assert_int_equal(store_figures(s).accepted, 2);
    store_close(s);
    s = open_ok(*state);
    assert_non_null(strstr(asked(s, ASK_BANS, 20), "\"what\":\"w1\""));
    assert_non_null(strstr(asked(s, ASK_AUDIT, 0), "\"action\":\"ban\""));
    store_close(s);
}

static void every_question_is_understood(void **state)
{
    struct store *s = open_ok(*state);
    char error[STORE_ERROR_BYTES];
    struct ask *ask = store_ask(s, error);
    struct buffer text = {0};
    for (int q = 0; q < QUESTION_COUNT; q++) {
        struct writer w = writer_to(&text);
        buffer_clear(&text);
        if (!ask_write(ask, &w, (enum question)q, (struct ask_about){"white", {1, 1}}))
            fail_msg("question %d", q);
        assert_string_equal(buffer_text(&text), "[]");
    }
    buffer_free(&text);
    ask_close(ask);
    store_close(s);
}

static void a_forgotten_room_keeps_no_names(void **state)
{
    struct store *s = open_ok(*state);
    uint64_t room = create_now(s, "AAAAAA", "cah").room;
    project(s, room, 0, 1, "Ana");
    store_end(s, room, 5, NULL, NULL);
    store_forget(s, room, NULL, NULL);
    store_flush(s);
    const char *scores = asked(s, ASK_GAME_SCORES, (int64_t)room);
    assert_non_null(strstr(scores, "\"score\":1"));
    assert_null(strstr(scores, "Ana"));
    assert_string_equal(asked(s, ASK_POSITIONS, 0), "[]");
    store_close(s);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, place_lend, place_take_back)
    const struct CMUnitTest tests[] = {
        TEST(rows_go_onto_their_position_alone),
        TEST(closing_writes_what_is_behind),
        TEST(decisions_are_kept),
        TEST(every_question_is_understood),
        TEST(a_forgotten_room_keeps_no_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
