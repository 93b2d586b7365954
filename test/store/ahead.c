/* Loading more than one page: the thread that reads ahead changes nothing that a caller can see. */
#include "help.h"

#include <sqlite3.h>

#define ROOMS 3
#define RECORDS 700 /* of five kilobytes: some fourteen pages */
#define BODY_BYTES 5000

struct seen {
    uint64_t seq[ROOMS + 1]; /* last one, by room */
    size_t count, stop_at;   /* 0: never */
};

static void write_body(char body[BODY_BYTES + 1], uint64_t room, uint64_t seq)
{
    memset(body, (int)('a' + seq % 26), BODY_BYTES);
    body[BODY_BYTES] = 0;
    body[snprintf(body, 40, "%u.%u", (unsigned)room, (unsigned)seq)] = ' ';
}

static bool look(void *arg, const struct store_record *record)
{
    struct seen *seen = arg;
    char body[BODY_BYTES + 1];
    assert_in_range(record->room, 1, ROOMS);
    assert_int_equal(record->seq, seen->seq[record->room] + 1);
    write_body(body, record->room, record->seq);
    assert_int_equal(record->len, BODY_BYTES);
    assert_string_equal(record->body, body);
    seen->seq[record->room] = record->seq;
    return ++seen->count != seen->stop_at;
}

static int setup(void **state)
{
    char body[BODY_BYTES + 1];
    char code[] = "AAAAAA";
    *state = place_make();
    struct store *s = open_ok(*state);
    for (uint64_t seq = 1; seq <= RECORDS; seq++)
        for (uint64_t room = 1; room <= ROOMS; room++) {
            write_body(body, room, seq);
            code[0] = (char)('A' + room);
            if (seq == 1)
                assert_int_equal(store_create(s, code, "x", seq, body, BODY_BYTES, NULL, NULL),
                                 room);
            else
                store_append(s, room, seq - 1, seq, body, BODY_BYTES, NULL, NULL);
        }
    store_close(s);
    return 0;
}

static int teardown(void **state)
{
    place_drop(*state);
    return 0;
}

static void all_pages_come_in_order(void **state)
{
    struct store *s = open_ok(*state);
    struct seen seen = {0};
    assert_true(store_load(s, look, &seen));
    assert_int_equal(seen.count, ROOMS * RECORDS);
    assert_int_equal(append_now(s, 1, RECORDS, "more").result, STORE_ACCEPTED);
    store_close(s);
}

static void a_visitor_may_stop_anywhere(void **state)
{
    for (size_t stop = 1; stop < ROOMS * RECORDS; stop = stop * 2 + 1) {
        struct store *s = open_ok(*state);
        struct seen seen = {.stop_at = stop};
        assert_true(store_load(s, look, &seen));
        assert_int_equal(seen.count, stop);
        /* the store has read to the end all the same */
        assert_int_equal(append_now(s, 2, 1, "stale").seq, RECORDS);
        store_close(s);
    }
}

static void damage_far_behind_is_found(void **state)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(file_in(*state), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "UPDATE records SET body = 'no' WHERE at ="
                                  " (SELECT max(at) - 5 FROM records)",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(db);
    struct store *s = open_ok(*state);
    struct seen seen = {0};
    assert_false(store_load(s, look, &seen));
    assert_int_equal(seen.count, ROOMS * RECORDS - 6);
    assert_non_null(strstr(store_error(s), "damaged"));
    assert_int_equal(append_now(s, 1, RECORDS, "more").result, STORE_UNAVAILABLE);
    store_close(s);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(all_pages_come_in_order),
        TEST(a_visitor_may_stop_anywhere),
    };
    const struct CMUnitTest in_folders[] = {TEST(damage_far_behind_is_found)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    if (places_are_folders()) failed += cmocka_run_group_tests(in_folders, NULL, NULL);
    return failed;
}
