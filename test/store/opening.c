/* What is wrong with a place is said in one sentence, with the path and what to do; and whatever
 * lies there stays as it was, byte by byte. */
#include "help.h"

#include "core/chance.h"
#include "store/sqlite.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void assert_says(const char *sentence, const char *a, const char *b)
{
    if (!strstr(sentence, a) || !strstr(sentence, b))
        fail_msg("«%s» does not speak of «%s» and «%s»", sentence, a, b);
    assert_int_equal(sentence[strlen(sentence) - 1], '.');
}

static char *join(const char *folder, const char *name)
{
    static char path[700];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* Makes a little store with a live, an ended and a forgotten room. */
static void fill(const char *folder)
{
    struct store *s = open_ok(folder);
    uint64_t a = create_now(s, "AAAAAA", "{\"room\":\"a\",\"verb\":\"create\"}").room;
    uint64_t b = create_now(s, "BBBBBB", "{\"room\":\"b\",\"verb\":\"create\"}").room;
    uint64_t c = create_now(s, "CCCCCC", "{\"room\":\"c\",\"verb\":\"create\"}").room;
    for (uint64_t seq = 1; seq < 30; seq++) {
        append_now(s, a, seq, "{\"room\":\"a\",\"verb\":\"join\",\"name\":\"Ana\"}");
        append_now(s, b, seq, "{\"room\":\"b\",\"verb\":\"join\",\"name\":\"Boris\"}");
        append_now(s, c, seq, "{\"room\":\"c\",\"verb\":\"join\",\"name\":\"Carla\"}");
    }
    end_now(s, b);
    forget_now(s, c);
    store_close(s);
}

static void folders_are_made(void **state)
{
    char *deep = join(*state, "one");
    char two[800];
    snprintf(two, sizeof two, "%s/two//", deep);
    struct store *s = open_ok(two);
    assert_int_equal(create_now(s, "AAAAAA", "1").result, STORE_ACCEPTED);
    store_close(s);
    char *inner = strdup(two);
    folder_drop(inner);
    rmdir(join(*state, "one"));
}

static void a_folder_that_cannot_be_made(void **state)
{
    assert_says(open_refused("/proc/nowhere/data", STORE_SERVE), "/proc/nowhere/data",
                "choose another");
    file_write(join(*state, "file"), "x", 1);
    char under[800];
    snprintf(under, sizeof under, "%s/under", join(*state, "file"));
    assert_says(open_refused(under, STORE_SERVE), under, "Not a directory");
    assert_says(open_refused(join(*state, "file"), STORE_SERVE), "file", "Not a directory");
}

static void an_address_without_its_colon(void **state)
{
    (void)state;
    static const char *const places[] = {"postgresql//u:s3cret@h/db", "postgresql:/u:s3cret@h",
                                         "postgres:u:s3cret@h", "postgresql/u@s3cret"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const char *sentence = open_refused(places[i], STORE_SERVE);
        assert_says(sentence, "postgresql://USER@HOST/DATABASE", "folder");
        assert_null(strstr(sentence, "s3cret"));
        assert_int_not_equal(access(places[i], F_OK), 0);
    }
    assert_int_not_equal(access("postgresql", F_OK), 0);
}

static void nothing_to_read(void **state)
{
    assert_says(open_refused(join(*state, "missing"), STORE_READ), "missing", "There is no store");
    assert_int_not_equal(access(join(*state, "missing"), F_OK), 0);
    assert_says(open_refused(*state, STORE_READ), *state, "There is no store");
    file_write(file_in(*state), "", 0);
    assert_says(open_refused(*state, STORE_READ), file_in(*state), "start the server on it once");
}

/* Opens as somebody without rights, in a child; its sentence comes back. */
static const char *refused_as_nobody(const char *folder, enum store_mode mode)
{
    static char error[STORE_ERROR_BYTES];
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        if (getuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) _exit(2);
        struct store *s = store_open(&(struct store_options){.place = folder, .mode = mode}, error);
        ssize_t sent = write(ends[1], error, sizeof error);
        store_close(s);
        _exit(sent == sizeof error ? 0 : 3);
    }
    close(ends[1]);
    assert_int_equal(read(ends[0], error, sizeof error), sizeof error);
    close(ends[0]);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    return error;
}

static void a_folder_without_rights(void **state)
{
    chmod(*state, 0755);
    char *folder = strdup(join(*state, "data"));
    assert_int_equal(mkdir(folder, 0555), 0);
    assert_says(refused_as_nobody(folder, STORE_SERVE), folder, "write access");
    chmod(folder, 0777);
    fill(folder);
    chmod(file_in(folder), 0444);
    char *lock = strdup(join(folder, "ludoteca.db-lock"));
    chmod(lock, 0666);
    assert_says(refused_as_nobody(folder, STORE_SERVE), file_in(folder), "write access");
    chmod(file_in(folder), 0666);
    chmod(lock, 0444);
    assert_says(refused_as_nobody(folder, STORE_SERVE), lock, "write access");
    assert_string_equal(refused_as_nobody(folder, STORE_READ), "");
    free(lock);
    folder_drop(folder);
}

static void a_store_that_is_in_use(void **state)
{
    struct store *s = open_ok(*state);
    char process[40];
    snprintf(process, sizeof process, "process %d", (int)getpid());
    assert_says(open_refused(*state, STORE_SERVE), file_in(*state), process);
    assert_int_equal(create_now(s, "AAAAAA", "1").result, STORE_ACCEPTED);
    store_close(s);
    store_close(open_ok(*state));
}

/* Opening and loading refuses with these words and the file stays as it is. */
static void assert_refused_untouched(const char *folder, const char *words)
{
    size_t before_len, after_len;
    char *before = file_bytes(file_in(folder), &before_len);
    assert_says(open_refused(folder, STORE_SERVE), file_in(folder), words);
    assert_says(open_refused(folder, STORE_READ), file_in(folder), words);
    char *after = file_bytes(file_in(folder), &after_len);
    assert_int_equal(before_len, after_len);
    assert_memory_equal(before, after, before_len);
    free(before);
    free(after);
}

static void run_sql(const char *file, const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    char *message = NULL;
    if (sqlite3_exec(db, sql, NULL, NULL, &message) != SQLITE_OK) fail_msg("%s: %s", sql, message);
    sqlite3_close(db);
}

static void files_that_are_not_ours(void **state)
{
    char letter[5000];
    memset(letter, 'x', sizeof letter);
    file_write(file_in(*state), letter, sizeof letter);
    assert_refused_untouched(*state, "not a Ludoteca store");
    unlink(file_in(*state));
    run_sql(file_in(*state), "CREATE TABLE recipes (title TEXT)");
    assert_refused_untouched(*state, "not a Ludoteca store");
    unlink(file_in(*state));
    run_sql(file_in(*state), "PRAGMA application_id=77; PRAGMA user_version=1");
    assert_refused_untouched(*state, "not a Ludoteca store");
}

static void a_newer_store(void **state)
{
    fill(*state);
    run_sql(file_in(*state), "PRAGMA journal_mode=DELETE; PRAGMA user_version=77");
    assert_refused_untouched(*state, "newer Ludoteca");
}

static void an_empty_file_becomes_a_store(void **state)
{
    file_write(file_in(*state), "", 0);
    struct store *s = open_ok(*state);
    assert_int_equal(create_now(s, "AAAAAA", "1").result, STORE_ACCEPTED);
    store_close(s);
    s = open_reader(*state);
    assert_string_equal(load_text(s), "1.1:1 ");
    store_close(s);
}

static const char *const steps[] = {
    "CREATE TABLE first (a); INSERT INTO first VALUES ('kept')",
    "ALTER TABLE first ADD COLUMN b DEFAULT 'added'",
    "CREATE TABLE third (c); UPDATE first SET b = b || ' later'",
    "CREATE TABLE fourth (d); INSERT INTO nowhere VALUES (1)",
};

static char *one_text(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *st;
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &st, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(st), SQLITE_ROW);
    static char text[100];
    snprintf(text, sizeof text, "%s", (const char *)sqlite3_column_text(st, 0));
    sqlite3_finalize(st);
    return text;
}

static void migrations_run_once_in_order_all_or_none(void **state)
{
    char error[STORE_ERROR_BYTES];
    sqlite3 *db;
    assert_int_equal(sqlite3_open(file_in(*state), &db), SQLITE_OK);
    assert_true(sqlite_migrate(db, "f", steps, 1, error));
    assert_string_equal(one_text(db, "PRAGMA user_version"), "1");
    assert_true(sqlite_migrate(db, "f", steps, 1, error)); /* nothing to do */
    assert_true(sqlite_migrate(db, "f", steps, 3, error));
    assert_string_equal(one_text(db, "PRAGMA user_version"), "3");
    assert_string_equal(one_text(db, "SELECT a || ' ' || b FROM first"), "kept added later");
    assert_false(sqlite_migrate(db, "f", steps, 4, error));
    assert_says(error, "f", "nowhere");
    assert_string_equal(one_text(db, "PRAGMA user_version"), "3");
    assert_string_equal(one_text(db, "SELECT count(*) FROM sqlite_schema WHERE name = 'fourth'"),
                        "0");
    sqlite3_close(db);
}

/* A store exactly as the first version of the tables wrote it: every later program must read it. */
static void a_store_of_version_1_is_read(void **state)
{
    run_sql(file_in(*state),
            "CREATE TABLE rooms (id INTEGER PRIMARY KEY AUTOINCREMENT, code TEXT NOT NULL,"
            " game TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER,"
            " ended_ms INTEGER NOT NULL DEFAULT 0, sum INTEGER NOT NULL);"
            "CREATE UNIQUE INDEX rooms_live ON rooms (code) WHERE last IS NULL;"
            "CREATE INDEX rooms_code ON rooms (code);"
            "CREATE TABLE records (at INTEGER PRIMARY KEY, prev INTEGER NOT NULL,"
            " room INTEGER NOT NULL, seq INTEGER NOT NULL, id INTEGER NOT NULL,"
            " sum INTEGER NOT NULL, body TEXT NOT NULL);"
            "PRAGMA application_id=1282761839; PRAGMA user_version=1;"
            "INSERT INTO rooms VALUES (4, 'AAAAAA', 'taboo', 1, NULL, 0, 2462281186);"
            "INSERT INTO records VALUES (1, 0, 4, 1, 11, 2498344874, '{\"n\":1}');"
            "INSERT INTO records VALUES (2, 1, 4, 2, 12, 3998298735, '{\"n\":2}');");
    struct store *s = open_ok(*state);
    assert_string_equal(load_text(s), "4.1:{\"n\":1} 4.2:{\"n\":2} ");
    assert_int_equal(append_now(s, 4, 2, "{\"n\":3}").seq, 3);
    store_close(s);
    sqlite3 *db; /* the tables that came later are there, and say nothing of it */
    assert_int_equal(sqlite3_open(file_in(*state), &db), SQLITE_OK);
    assert_string_equal(
        one_text(db, "SELECT count(*) FROM game_sessions, history_positions, kept_decks"), "0");
    sqlite3_close(db);
}

static void a_cut_file(void **state)
{
    fill(*state);
    size_t len;
    char *bytes = file_bytes(file_in(*state), &len);
    file_write(file_in(*state), bytes, len / 2);
    assert_refused_untouched(*state, "damaged");
    file_write(file_in(*state), bytes, 50);
    assert_refused_untouched(*state, "damaged");
    free(bytes);
}

/* Changes a row behind the store's back; loading or checking must notice. */
static void assert_notices(const char *folder, const char *sql)
{
    fill(folder);
    run_sql(file_in(folder), sql);
    unlink(join(folder, "ludoteca.db-mark")); /* which would notice some of it already */
    struct store *s = open_ok(folder);
    bool loaded = store_load(s, NULL, NULL);
    if (!loaded) {
        assert_says(store_error(s), file_in(folder), "restore a backup");
        assert_int_equal(append_now(s, 1, 30, "x").result, STORE_UNAVAILABLE);
        assert_int_equal(create_now(s, "NEW", "x").result, STORE_UNAVAILABLE);
    }
    if (store_check(s)) fail_msg("not noticed: %s", sql);
    assert_says(store_error(s), file_in(folder), "restore a backup");
    store_close(s);
    unlink(file_in(folder));
    unlink(join(folder, "ludoteca.db-mark"));
}

static void rows_that_do_not_fit(void **state)
{
    assert_notices(*state, "UPDATE records SET body = '{}' WHERE room = 1 AND seq = 7");
    assert_notices(*state, "UPDATE records SET id = id + 1 WHERE room = 1 AND seq = 7");
    assert_notices(*state, "UPDATE records SET seq = 8 WHERE room = 1 AND seq = 7");
    assert_notices(*state, "DELETE FROM records WHERE room = 1 AND seq = 7");
    assert_notices(*state, "DELETE FROM records WHERE room = 1");
    assert_notices(*state, "DELETE FROM records WHERE room = 2 AND seq = 30");
    assert_notices(*state, "UPDATE records SET room = 2 WHERE room = 1 AND seq = 30");
    assert_notices(*state, "UPDATE rooms SET code = 'XXXXXX' WHERE id = 1");
    assert_notices(*state, "UPDATE rooms SET game = 'chess' WHERE id = 2");
    assert_notices(*state, "UPDATE rooms SET last = NULL WHERE id = 2");
    assert_notices(*state, "UPDATE rooms SET last = 5 WHERE id = 1");
    assert_notices(*state, "DELETE FROM rooms WHERE id = 1");
    assert_notices(*state, "UPDATE records SET prev = prev - 1 WHERE room = 1 AND seq = 9");
}

static void a_damaged_room_is_not_read(void **state)
{
    fill(*state);
    run_sql(file_in(*state), "DELETE FROM records WHERE room = 2 AND seq = 7;"
                             "UPDATE rooms SET game = 'chess' WHERE id = 1");
    struct store *s = open_reader(*state);
    const char *text = room_text(s, 2, 1);
    assert_int_equal(text[0], '!');
    assert_says(text, "damaged", "restore a backup");
    store_close(s);
}

/* Whatever byte is hurt: what comes back is what went in, or it is refused and left alone. */
static void any_hurt_byte(void **state)
{
    fill(*state);
    const char *file = file_in(*state);
    size_t len;
    char *whole = file_bytes(file, &len);
    struct store *s = open_ok(*state);
    char *expected = strdup(load_text(s));
    store_close(s);
    struct chance chance;
    chance_init(&chance, (const uint8_t[CHANCE_SEED_BYTES]){7}, 0);
    int refusals = 0;
    for (int round = 0; round < 1500; round++) {
        /* the first rounds go through the header, the rest anywhere */
        size_t at = round < 100 ? (size_t)round : chance_below(&chance, (uint32_t)len);
        char *hurt = malloc(len);
        memcpy(hurt, whole, len);
        hurt[at] = (char)(hurt[at] ^ (1 << chance_below(&chance, 8)));
        file_write(file, hurt, len);
        char error[STORE_ERROR_BYTES];
        s = store_open(&(struct store_options){.place = *state}, error);
        const char *text = s ? load_text(s) : "";
        bool refused = !s || text[0] == '!';
        if (!refused && strcmp(text, expected) != 0) fail_msg("byte %zu: «%s»", at, text);
        store_close(s);
        if (!s) {
            refusals++;
            assert_says(error, file, ";");
            size_t after_len;
            char *after = file_bytes(file, &after_len);
            assert_int_equal(after_len, len);
            assert_memory_equal(after, hurt, len);
            free(after);
        }
        free(hurt);
        unlink(join(*state, "ludoteca.db-wal"));
        unlink(join(*state, "ludoteca.db-shm"));
    }
    assert_true(refusals > 50);
    free(expected);
    free(whole);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, folder_lend, folder_take_back)
    const struct CMUnitTest tests[] = {
        TEST(folders_are_made),
        TEST(a_folder_that_cannot_be_made),
        TEST(an_address_without_its_colon),
        TEST(nothing_to_read),
        TEST(a_folder_without_rights),
        TEST(a_store_that_is_in_use),
        TEST(files_that_are_not_ours),
        TEST(a_newer_store),
        TEST(an_empty_file_becomes_a_store),
        TEST(migrations_run_once_in_order_all_or_none),
        TEST(a_store_of_version_1_is_read),
        TEST(a_cut_file),
        TEST(rows_that_do_not_fit),
        TEST(a_damaged_room_is_not_read),
        TEST(any_hurt_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
