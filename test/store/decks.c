/* Decks that rooms name instead of holding them. */
#include "help.h"

#include "core/alloc.h"

#include <sqlite3.h>
#include <unistd.h>

static void note(void *arg, const struct store_answer *answer)
{
    *(struct store_answer *)arg = *answer;
}

static struct store_answer keep_bytes(struct store *s, uint64_t room, const char *name,
                                      const char *body, size_t len)
{
    struct store_answer answer = {0};
    store_keep_deck(s, room, name, body, len, note, &answer);
    store_flush(s);
    store_drain(s);
    return answer;
}

static int keep(struct store *s, uint64_t room, const char *name, const char *body)
{
    return keep_bytes(s, room, name, body, strlen(body)).result;
}

static char text[1000];

static bool add_deck(void *arg, const struct store_deck *deck)
{
    (void)arg;
    assert_int_equal(strlen(deck->body), deck->len);
    size_t at = strlen(text);
    snprintf(text + at, sizeof text - at, "%s=%s ", deck->name, deck->body);
    return true;
}

static const char *decks(struct store *s, bool live_only)
{
    text[0] = 0;
    if (!store_decks(s, live_only, add_deck, NULL)) return store_error(s);
    return text;
}

static const char *find(struct store *s, const char *name)
{
    text[0] = 0;
    assert_true(store_find_deck(s, name, add_deck, NULL));
    return text;
}

static void each_is_kept_once(void **state)
{
    struct store *s = open_ok(*state);
    uint64_t a = create_now(s, "AAAAAA", "a1").room, b = create_now(s, "BBBBBB", "b1").room;
    assert_int_equal(keep(s, a, "cah/11", "{eins}"), STORE_ACCEPTED);
    assert_int_equal(keep(s, b, "cah/11", "{eins}"), STORE_ACCEPTED);
    assert_int_equal(keep(s, b, "cah/22", "{zwei}"), STORE_ACCEPTED);
    assert_int_equal(keep(s, b, "cah/22", "{zwei}"), STORE_ACCEPTED);
    assert_string_equal(decks(s, true), "cah/11={eins} cah/22={zwei} ");
    assert_int_equal(append_now(s, a, 1, "a2").seq, 2); /* decks are no records */
    store_close(s);

    s = open_ok(*state);
    assert_string_equal(decks(s, true), "cah/11={eins} cah/22={zwei} ");
    assert_string_equal(find(s, "cah/22"), "cah/22={zwei} ");
    assert_string_equal(find(s, "cah/33"), "");
    assert_true(store_check(s));
    store_close(s);
}

static void they_go_with_the_last_room(void **state)
{
    struct store *s = open_ok(*state);
    uint64_t a = create_now(s, "AAAAAA", "a1").room, b = create_now(s, "BBBBBB", "b1").room;
    keep(s, a, "cah/11", "{eins}");
    keep(s, b, "cah/11", "{eins}");
    keep(s, b, "cah/22", "{zwei}");
    end_now(s, b);
    assert_string_equal(decks(s, true), "cah/11={eins} ");
    assert_string_equal(decks(s, false),
                        "cah/11={eins} cah/22={zwei} "); /* its log is still read */
    assert_int_equal(forget_now(s, b).result, STORE_ACCEPTED);
    assert_string_equal(decks(s, false), "cah/11={eins} ");
    end_now(s, a);
    assert_string_equal(decks(s, true), "");
    forget_now(s, a);
    assert_string_equal(decks(s, false), "");
    store_close(s);
}

static void only_for_live_rooms(void **state)
{
    struct store *s = open_ok(*state);
    uint64_t a = create_now(s, "AAAAAA", "a1").room;
    end_now(s, a);
    assert_int_equal(keep(s, a, "cah/11", "x"), STORE_CONFLICT);
    assert_int_equal(keep(s, 77, "cah/11", "x"), STORE_CONFLICT);
    assert_string_equal(decks(s, false), "");
    store_close(s);
}

static void large_ones_fit(void **state)
{
    struct store *s = open_ok(*state);
    uint64_t a = create_now(s, "AAAAAA", "a1").room;
    size_t len = STORE_DECK_BYTES_MAX;
    char *body = alloc_zero(1, len + 1), name[101];
    memset(body, 'x', len);
    struct store_answer answer = keep_bytes(s, a, "big", body, len);
    assert_int_equal(answer.result, STORE_UNAVAILABLE);
    assert_string_equal(answer.reason, "The record is larger than the store takes.");
    assert_int_equal(keep_bytes(s, a, "big", body, len - 4).result, STORE_ACCEPTED);
    memset(name, 'n', 100);
    name[100] = 0;
    assert_int_equal(keep(s, a, name, "x"), STORE_UNAVAILABLE);
    free(body);
    store_close(s);
}

static void damage_is_noticed(void **state)
{
    struct store *s = open_ok(*state);
    uint64_t a = create_now(s, "AAAAAA", "a1").room;
    keep(s, a, "cah/11", "{eins}");
    store_close(s);
    sqlite3 *db;
    assert_int_equal(sqlite3_open(file_in(*state), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "UPDATE kept_decks SET body = '{zwei}'", NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(db);
    s = open_ok(*state);
    assert_non_null(strstr(decks(s, true), "is damaged (deck cah/11)"));
    assert_false(store_check(s));
    store_close(s);
}

static void a_reader_keeps_nothing(void **state)
{
    struct store *s = open_ok(*state);
    uint64_t a = create_now(s, "AAAAAA", "a1").room;
    keep(s, a, "cah/11", "{eins}");
    struct store *beside = open_reader(*state);
    assert_string_equal(decks(beside, false), "cah/11={eins} ");
    assert_int_equal(keep(beside, a, "cah/22", "x"), STORE_UNAVAILABLE);
    store_close(beside);
    store_close(s);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, place_lend, place_take_back)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(each_is_kept_once), TEST(they_go_with_the_last_room), TEST(only_for_live_rooms),
        TEST(large_ones_fit),    TEST(a_reader_keeps_nothing),
    };
    const struct CMUnitTest in_folders[] = {TEST(damage_is_noticed)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    if (places_are_folders()) failed += cmocka_run_group_tests(in_folders, NULL, NULL);
    return failed;
}
