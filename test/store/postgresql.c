/* What only a database can do to us: it refuses us, belongs to somebody else, is newer, goes away in
 * the middle of a transaction, and has other servers at its door. */
#include "help.h"

#include "core/alloc.h"
#include "store/postgresql.h"

#include <pthread.h>
#include <unistd.h>

/* The test's database with another user in front of the @, or another end. */
static const char *address(const char *user, const char *end)
{
    static char text[400];
    const char *rest = strchr(getenv("LUDOTECA_TEST_POSTGRESQL"), '@');
    snprintf(text, sizeof text, "postgresql://%s%s%s", user, rest, end);
    return text;
}

static void assert_refused(const char *place, const char *because)
{
    const char *sentence = open_refused(place, STORE_SERVE);
    if (!strstr(sentence, because)) fail_msg("«%s» does not say «%s»", sentence, because);
    assert_null(strstr(sentence, "wrong")); /* the password that was tried */
    assert_null(strchr(sentence, '\n'));
}

static void a_wrong_address_is_refused(void **state)
{
    (void)state;
    assert_refused("postgresql://nobody@/x?host=/nowhere", "cannot be reached");
    assert_refused("postgresql://[::1/x", "is none that PostgreSQL understands");
    assert_refused("postgresql://x@/x?speed=9", "is none that PostgreSQL understands");
    assert_refused("postgres://owner@/x", "begin with «postgres://»");
    assert_refused("mysql://owner@/x", "begin with «mysql://»");
    assert_refused(address("owner", "&dbname=none"), "cannot be reached");
}

static void a_wrong_password_is_refused(void **state)
{
    (void)state;
    assert_refused(address("keyholder:wrong", ""), "check user and password");
    assert_refused(address("keyholder", ""), "check user and password");
}

static void missing_rights_are_named(void **state)
{
    char place[400];
    snprintf(place, sizeof place, "%s", address("poor", strstr(*state, "&options")));
    assert_refused(place, "has not the rights");
    assert_refused(address("keyholder:right", strstr(*state, "&options")), "has not the rights");
    store_close(open_ok(*state)); /* nothing was begun */
}

static void an_old_server_is_refused(void **state)
{
    (void)state;
    char error[STORE_ERROR_BYTES] = "";
    assert_true(postgresql_new_enough("«x» on y", 150000, error));
    assert_true(postgresql_new_enough("«x» on y", 170002, error));
    assert_string_equal(error, "");
    assert_false(postgresql_new_enough("«x» on y", 140011, error));
    assert_string_equal(error,
                        "The database «x» on y runs on PostgreSQL 14; Ludoteca needs version 15 "
                        "or newer.");
}

static void a_newer_schema_is_left_alone(void **state)
{
    store_close(open_ok(*state));
    place_sql(*state, "UPDATE ludoteca SET version = version + 97");
    assert_refused(*state, "written by a newer Ludoteca (version 99");
    assert_non_null(strstr(open_refused(*state, STORE_READ), "newer"));
    place_sql(*state, "UPDATE ludoteca SET version = version - 97");
    store_close(open_ok(*state));
}

static void another_house_is_refused(void **state)
{
    char error[STORE_ERROR_BYTES];
    struct store_options villa = {.place = *state, .house = "villa"};
    struct store *s = store_open(&villa, error);
    assert_non_null(s);
    uint64_t room = create_now(s, "AAAAAA", "1").room;
    store_close(s);
    assert_refused(*state, "is the house «villa», and this server is told to be «ludoteca»");
    s = store_open(&villa, error);
    assert_string_equal(room_text(s, room, 1), "1:1 ");
    store_close(s);
}

static void an_empty_place_is_not_read(void **state)
{
    assert_non_null(strstr(open_refused(*state, STORE_READ), "still empty"));
}

/* Whoever makes history again must be alone; servers are many. */
static void who_must_be_alone_is(void **state)
{
    struct store *s = open_ok(*state);
    uint64_t room = create_now(s, "AAAAAA", "1").room;
    assert_non_null(strstr(open_refused(*state, STORE_ALONE), "is served by another server"));
    assert_int_equal(append_now(s, room, 1, "2").result, STORE_ACCEPTED);
    store_close(s);
    char error[STORE_ERROR_BYTES];
    struct store *alone =
        store_open(&(struct store_options){.place = *state, .mode = STORE_ALONE}, error);
    assert_non_null(alone);
    assert_refused(*state, "is served by another server");
    store_close(alone);
}

/* What a follower of one of two writers has heard. */
struct ear {
    struct store *s;
    char text[200];
    int before;
    size_t people;
};

static void hear_record(void *arg, const struct store_record *record)
{
    struct ear *ear = arg;
    size_t len = strlen(ear->text);
    snprintf(ear->text + len, sizeof ear->text - len, "%d:%s ", (int)record->seq, record->body);
}

static void hear_others(void *arg, const struct store_others *others)
{
    struct ear *ear = arg;
    ear->before = others->before;
    ear->people = others->people_count;
}

static void wait_for_text(struct ear *ear, const char *text)
{
    for (int i = 0; i < 10000 && strcmp(ear->text, text) != 0; i++) {
        usleep(2000);
        store_drain(ear->s);
    }
    assert_string_equal(ear->text, text);
}

static void wait_for_others(struct ear *ear, int before, size_t people)
{
    for (int i = 0; i < 10000 && (ear->before != before || ear->people != people); i++) {
        usleep(2000);
        store_drain(ear->s);
    }
    assert_int_equal(ear->before, before);
    assert_int_equal(ear->people, people);
}

/* The first one wins, the other is told so, and hears what it did not write. */
static void two_writers_share_a_house(void **state)
{
    struct store *one = open_ok(*state), *two = open_ok(*state);
    struct ear ear = {.s = two};
    uint64_t room = create_now(one, "AAAAAA", "1").room, found;
    assert_int_equal(create_now(two, "AAAAAA", "x").result, STORE_CONFLICT);
    assert_true(store_find_live(two, "AAAAAA", &found));
    assert_int_equal(found, room);
    struct store_follower follower = {
        .room = room, .seq = 1, .record = hear_record, .others = hear_others, .arg = &ear};
    store_follow(two, &follower);
    assert_int_equal(append_now(one, room, 1, "2").result, STORE_ACCEPTED);
    assert_int_equal(append_now(two, room, 1, "x").result, STORE_CONFLICT);
    wait_for_text(&ear, "2:2 ");
    assert_int_equal(append_now(two, room, 2, "3").result, STORE_ACCEPTED);
    assert_int_equal(append_now(one, room, 2, "x").result, STORE_CONFLICT);
    assert_int_equal(append_now(one, room, 3, "4").result, STORE_ACCEPTED);
    wait_for_text(&ear, "2:2 3:3 4:4 ");
    store_unfollow(two, &follower);
    assert_true(store_check(one));
    store_close(two);
    store_close(one);
}

/* A server knows who is connected to the others, and who comes before it. */
static void servers_know_of_each_other(void **state)
{
    struct store *one = open_ok(*state), *two = open_ok(*state);
    uint64_t room = create_now(one, "AAAAAA", "1").room;
    struct ear first = {.s = one, .before = -1}, second = {.s = two, .before = -1};
    struct store_follower followers[] = {
        {.room = room, .seq = 1, .record = hear_record, .others = hear_others, .arg = &first},
        {.room = room, .seq = 1, .record = hear_record, .others = hear_others, .arg = &second}};
    store_here(one, room, 0, true);
    store_here(two, room, 0, true);
    store_follow(one, &followers[0]);
    store_follow(two, &followers[1]);
    wait_for_others(&second, 1, 0);
    wait_for_others(&first, 0, 0);
    store_here(two, room, 7, true);
    wait_for_others(&first, 0, 1);
    store_here(two, room, 7, false);
    wait_for_others(&first, 0, 0);
    store_here(one, room, 9, true);
    wait_for_others(&second, 1, 1);
    store_unfollow(one, &followers[0]);
    store_close(one); /* it says goodbye */
    wait_for_others(&second, 0, 0);
    store_unfollow(two, &followers[1]);
    store_close(two);
}

static bool count_room(void *arg, const struct store_room *room)
{
    *(uint64_t *)arg = room->id;
    return true;
}

static void a_room_that_nobody_holds_is_found_when_it_is_due(void **state)
{
    struct store *s = open_ok(*state);
    uint64_t room = create_now(s, "AAAAAA", "1").room, found = 0;
    assert_true(store_unheld(s, 0, count_room, &found));
    assert_int_equal(found, room);
    store_here(s, room, 0, true);
    store_flush(s);
    found = 0;
    assert_true(store_unheld(s, 5000, count_room, &found));
    assert_int_equal(found, 0);
    store_let_go(s, room, 5000);
    store_flush(s);
    assert_true(store_unheld(s, 4999, count_room, &found));
    assert_int_equal(found, 0);
    assert_true(store_unheld(s, 5000, count_room, &found));
    assert_int_equal(found, room);
    store_close(s);
}

static void copies_and_backups_are_the_databases_own(void **state)
{
    char error[STORE_ERROR_BYTES];
    struct store_options copying = {.place = *state, .copy_to = "/tmp/nowhere"};
    assert_null(store_open(&copying, error));
    assert_non_null(strstr(error, "--copy-to"));
    struct store *s = open_ok(*state);
    assert_false(store_backup(s, "/tmp/file"));
    assert_non_null(strstr(store_error(s), "pg_dump"));
    store_close(s);
}

static void a_gap_is_noticed(void **state)
{
    struct store *s = open_ok(*state);
    uint64_t room = create_now(s, "AAAAAA", "1").room;
    append_now(s, room, 1, "2");
    append_now(s, room, 2, "3");
    assert_true(store_check(s));
    place_sql(*state, "DELETE FROM records WHERE seq = 2");
    assert_false(store_check(s));
    assert_non_null(strstr(room_text(s, room, 1), "is damaged"));
    assert_non_null(strstr(load_text(s), "is damaged"));
    store_close(s);
}

/* The database refuses one value; its neighbours in the batch do not suffer for it. */
static void a_value_that_does_not_fit_harms_nobody(void **state)
{
    char error[STORE_ERROR_BYTES];
    struct store *s = store_open(&(struct store_options){.place = *state, .gather = true}, error);
    struct store_answer good[2] = {0}, bad = {0};
    uint64_t room = create_now(s, "AAAAAA", "1").room;
    static const char body[] = "any bytes \xff\xfe";
    store_append(s, room, 1, 7, body, strlen(body), keep_answer, &good[0]);
    store_create(s, "\xff\xfe", "test", 8, "1", 1, keep_answer, &bad);
    store_append(s, room, 2, 9, "3", 1, keep_answer, &good[1]);
    store_flush(s);
    assert_int_equal(store_drain(s), 3);
    assert_int_equal(good[0].result, STORE_ACCEPTED);
    assert_int_equal(good[1].result, STORE_ACCEPTED);
    assert_int_equal(good[1].seq, 3);
    assert_int_equal(bad.result, STORE_UNAVAILABLE);
    assert_string_equal(bad.reason, "The database cannot hold this value.");
    store_close(s);
}

/* ---- connections that break ---- */

/* Ends the connections of the store, at any moment after something was stored: once for each time. */
struct breaker {
    const char *place;
    pthread_t thread;
    pthread_mutex_t lock; /* over the rest */
    pthread_cond_t moved;
    int stored; /* -1: no more will be */
    int broken;
};

/* Waits for more than `seen`; what there is then. */
static int wait_for_more(struct breaker *b, int seen)
{
    pthread_mutex_lock(&b->lock);
    while (b->stored == seen)
        pthread_cond_wait(&b->moved, &b->lock);
    seen = b->stored;
    pthread_mutex_unlock(&b->lock);
    return seen;
}

static int count_breaks(struct breaker *b, int more)
{
    pthread_mutex_lock(&b->lock);
    int broken = b->broken += more;
    pthread_mutex_unlock(&b->lock);
    return broken;
}

static void *break_connections(void *arg)
{
    struct breaker *b = arg;
    for (int seen = 0; (seen = wait_for_more(b, seen)) != -1; count_breaks(b, 1)) {
        usleep(500 * (unsigned)(seen % 20));
        place_sql(b->place, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                            " WHERE application_name = 'ludoteca'");
    }
    return NULL;
}

static void tell(struct breaker *b, int stored)
{
    pthread_mutex_lock(&b->lock);
    b->stored = stored;
    pthread_cond_signal(&b->moved);
    pthread_mutex_unlock(&b->lock);
}

static void start_breaking(struct breaker *b, const char *place)
{
    *b = (struct breaker){
        .place = place, .lock = PTHREAD_MUTEX_INITIALIZER, .moved = PTHREAD_COND_INITIALIZER};
    pthread_create(&b->thread, NULL, break_connections, b);
}

static void stop_breaking(struct breaker *b)
{
    tell(b, -1);
    pthread_join(b->thread, NULL);
    assert_true(b->broken > 0);
}

#define MOVES 3000
#define AT_ONCE 20

/* Each record is stored once, and each answer is true, though the connection breaks at any moment:
 * while sending, while the transaction runs, between the commit and its answer. */
static void what_was_answered_is_there_once(void **state)
{
    struct store *s = open_ok(*state);
    struct breaker b;
    struct store_answer *answers = alloc_zero(2 * (MOVES + 1), sizeof *answers);
    struct store_answer *late = answers + MOVES + 1;
    uint64_t room = create_now(s, "AAAAAA", "1").room;
    start_breaking(&b, *state);
    for (uint64_t seq = 1; seq <= MOVES; seq++) {
        store_append(s, room, seq, 1000 + seq, "x", 1, keep_answer, &answers[seq]);
        store_append(s, room, seq, 9000 + seq, "too late", 8, keep_answer, &late[seq]);
        if (seq % AT_ONCE) continue;
        store_flush(s);
        store_drain(s);
        tell(&b, (int)seq);
    }
    stop_breaking(&b);
    for (uint64_t seq = 1; seq <= MOVES; seq++) {
        if (answers[seq].result != STORE_ACCEPTED)
            fail_msg("%d: %s", (int)seq, answers[seq].reason);
        assert_int_equal(answers[seq].seq, seq + 1);
        assert_int_equal(late[seq].result, STORE_CONFLICT);
    }
    uint64_t found;
    assert_true(store_find_record(s, room, 1000 + MOVES, &found));
    assert_int_equal(found, MOVES + 1);
    assert_true(store_check(s));
    free(answers);
    store_close(s);
}

#define BREAKS 10

/* What somebody decided has no sequence that would betray a second copy. */
static void a_note_is_kept_once(void **state)
{
    struct store *s = open_ok(*state);
    struct breaker b;
    struct rows rows = {0};
    int notes = 0;
    start_breaking(&b, *state);
    rows_add(&rows, ROW_AUDIT, INT64_C(10), "ban", "w1", "");
    while (count_breaks(&b, 0) < BREAKS) {
        store_note(s, &rows, NULL, NULL);
        store_flush(s);
        tell(&b, ++notes);
    }
    stop_breaking(&b);
    store_drain(s);
    assert_int_equal(store_figures(s).accepted, notes);
    rows_free(&rows);
    store_close(s);
    char sql[100];
    snprintf(sql, sizeof sql, "SELECT 1 / (CASE count(*) WHEN %d THEN 1 ELSE 0 END) FROM audit",
             notes);
    place_sql(*state, sql);
}

static void set_standbys(const char *sql)
{
    database_say(sql);
    database_say("SELECT pg_reload_conf()");
}

/* By asking: the database tells nobody of its own accord. */
static void wait_until(const char *sql)
{
    while (database_say(sql) == 0)
        usleep(2000);
}

/* A transaction that is stored but waits for its standby, when the connection breaks: the answer can
 * only come from asking. Meanwhile the move waits, and nobody is told that it is kept. */
static void was_mine_stored(void **state)
{
    struct store *s = open_ok(*state);
    struct store_answer answer = {.result = STORE_UNAVAILABLE}, late = answer, end = answer;
    uint64_t room = create_now(s, "AAAAAA", "1").room, other = create_now(s, "BBBBBB", "1").room;
    set_standbys("ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (nobody)'");
    wait_until("SELECT count(*) FROM pg_settings WHERE name = 'synchronous_standby_names'"
               " AND setting <> ''");
    store_append(s, room, 1, 77, "2", 1, keep_answer, &answer);
    wait_until("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
    store_append(s, room, 1, 78, "x", 1, keep_answer, &late);
    store_end(s, other, 5, keep_answer, &end);
    assert_int_equal(store_drain(s), 0);
    database_say("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                 " WHERE wait_event = 'SyncRep'");
    set_standbys("ALTER SYSTEM RESET synchronous_standby_names");
    store_flush(s);
    assert_int_equal(store_drain(s), 3);
    assert_int_equal(answer.result, STORE_ACCEPTED);
    assert_int_equal(answer.seq, 2);
    assert_int_equal(late.result, STORE_CONFLICT);
    assert_int_equal(end.result, STORE_ACCEPTED);
    assert_string_equal(room_text(s, room, 1), "1:1 2:2 ");
    store_close(s);
}

/* A server that was silent for a month is forgotten; it does no harm when it comes back. */
static void who_was_forgotten_writes_nothing(void **state)
{
    struct store *s = open_ok(*state);
    uint64_t room = create_now(s, "AAAAAA", "1").room;
    place_sql(*state, "DELETE FROM writers");
    struct store_answer a = append_now(s, room, 1, "2");
    assert_int_equal(a.result, STORE_UNAVAILABLE);
    assert_string_equal(room_text(s, room, 1), "1:1 ");
    assert_int_equal(append_now(s, room, 1, "2").result, STORE_UNAVAILABLE);
    store_close(s);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, place_lend, place_take_back)
    const struct CMUnitTest tests[] = {
        TEST(a_wrong_address_is_refused),
        TEST(a_wrong_password_is_refused),
        TEST(missing_rights_are_named),
        TEST(an_old_server_is_refused),
        TEST(a_newer_schema_is_left_alone),
        TEST(another_house_is_refused),
        TEST(an_empty_place_is_not_read),
        TEST(who_must_be_alone_is),
        TEST(two_writers_share_a_house),
        TEST(servers_know_of_each_other),
        TEST(a_room_that_nobody_holds_is_found_when_it_is_due),
        TEST(copies_and_backups_are_the_databases_own),
        TEST(a_gap_is_noticed),
        TEST(a_value_that_does_not_fit_harms_nobody),
        TEST(what_was_answered_is_there_once),
        TEST(a_note_is_kept_once),
        TEST(was_mine_stored),
        TEST(who_was_forgotten_writes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
