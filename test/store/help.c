#include "help.h"

#include "core/alloc.h"
#include "core/buffer.h"

#include <dirent.h>
#include <libpq-fe.h>
#include <unistd.h>

static char *make_in(const char *parent)
{
    char name[60];
    snprintf(name, sizeof name, "%s/ludoteca-store-XXXXXX", parent);
    assert_non_null(mkdtemp(name));
    return alloc_copy(name, strlen(name) + 1);
}

char *folder_make(void)
{
    return make_in(access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
}

char *folder_make_on_disk(void)
{
    return make_in("/tmp");
}

void folder_drop(char *folder)
{
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        char path[700];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.') unlink(path);
    }
    if (dir) closedir(dir);
    rmdir(folder);
    free(folder);
}

static const char *database(void)
{
    return getenv("LUDOTECA_TEST_POSTGRESQL");
}

bool places_are_folders(void)
{
    return database() == NULL;
}

int database_say(const char *sql)
{
    PGconn *conn = PQconnectdb(database());
    PGresult *result = PQexec(conn, sql);
    if (PQresultStatus(result) > PGRES_TUPLES_OK) fail_msg("%s: %s", sql, PQerrorMessage(conn));
    int number = PQntuples(result) ? atoi(PQgetvalue(result, 0, 0)) : 0;
    PQclear(result);
    PQfinish(conn);
    return number;
}

#define SEARCH_PATH "&options=-csearch_path%%3D"

static const char *schema_of(const char *place)
{
    return strrchr(place, 'D') + 1;
}

void place_sql(const char *place, const char *sql)
{
    char text[1000];
    const char *schema = schema_of(place);
    snprintf(text, sizeof text, "SET search_path = %s; SET client_min_messages = error; %s", schema,
             sql);
    database_say(text);
}

char *place_make(void)
{
    static int made;
    char place[300];
    if (places_are_folders()) return folder_make();
    snprintf(place, sizeof place, "%s" SEARCH_PATH "t%d_%d", database(), (int)getpid(), made++);
    char sql[100];
    snprintf(sql, sizeof sql, "CREATE SCHEMA %s", schema_of(place));
    database_say(sql);
    return alloc_copy(place, strlen(place) + 1);
}

void place_drop(char *place)
{
    char sql[100];
    if (places_are_folders()) {
        folder_drop(place);
        return;
    }
    snprintf(sql, sizeof sql, "SET client_min_messages = error; DROP SCHEMA %s CASCADE",
             schema_of(place));
    database_say(sql);
    free(place);
}

const char *file_in(const char *folder)
{
    static char path[700];
    snprintf(path, sizeof path, "%s/ludoteca.db", folder);
    return path;
}

struct store *open_ok(const char *folder)
{
    char error[STORE_ERROR_BYTES];
    struct store *s = store_open(&(struct store_options){.place = folder}, error);
    if (!s) fail_msg("%s", error);
    assert_string_equal(error, "");
    return s;
}

struct store *open_reader(const char *folder)
{
    char error[STORE_ERROR_BYTES];
    struct store *s =
        store_open(&(struct store_options){.place = folder, .mode = STORE_READ}, error);
    if (!s) fail_msg("%s", error);
    return s;
}

const char *open_refused(const char *folder, enum store_mode mode)
{
    static char error[STORE_ERROR_BYTES];
    struct store *s = store_open(&(struct store_options){.place = folder, .mode = mode}, error);
    assert_null(s);
    assert_true(strlen(error) > 20);
    return error;
}

void keep_answer(void *arg, const struct store_answer *answer)
{
    *(struct store_answer *)arg = *answer; /* reasons are constants in every engine so far */
}

static struct store_answer wait_for(struct store *s, const struct store_answer *answer)
{
    store_flush(s);
    assert_int_equal(store_drain(s), 1);
    assert_int_not_equal(answer->result, -1);
    return *answer;
}

static uint64_t next_record_id = 1;

struct store_answer create_now(struct store *s, const char *code, const char *body)
{
    struct store_answer a = {.result = (enum store_result) - 1};
    uint64_t room =
        store_create(s, code, "test", next_record_id++, body, strlen(body), keep_answer, &a);
    struct store_answer got = wait_for(s, &a);
    assert_int_equal(got.room, room);
    return got;
}

struct store_answer append_now(struct store *s, uint64_t room, uint64_t expected, const char *body)
{
    struct store_answer a = {.result = (enum store_result) - 1};
    store_append(s, room, expected, next_record_id++, body, strlen(body), keep_answer, &a);
    return wait_for(s, &a);
}

struct store_answer end_now(struct store *s, uint64_t room)
{
    struct store_answer a = {.result = (enum store_result) - 1};
    store_end(s, room, 1234567890123, keep_answer, &a);
    return wait_for(s, &a);
}

struct store_answer forget_now(struct store *s, uint64_t room)
{
    struct store_answer a = {.result = (enum store_result) - 1};
    store_forget(s, room, keep_answer, &a);
    return wait_for(s, &a);
}

static struct buffer shown;

static bool show(void *arg, const struct store_record *record)
{
    assert_int_equal(strlen(record->body), record->len);
    if (arg) buffer_print(&shown, "%llu.", (unsigned long long)record->room);
    buffer_print(&shown, "%llu:%s ", (unsigned long long)record->seq, record->body);
    return true;
}

static const char *shown_text(struct store *s, bool ok)
{
    if (!ok) {
        buffer_clear(&shown);
        buffer_print(&shown, "!%s", store_error(s));
    }
    static char *text; /* so that nothing is left when the program ends */
    free(text);
    text = alloc_copy(buffer_text(&shown), shown.len + 1);
    buffer_free(&shown);
    return text;
}

const char *room_text(struct store *s, uint64_t room, uint64_t from_seq)
{
    return shown_text(s, store_read(s, room, from_seq, show, NULL));
}

const char *load_text(struct store *s)
{
    return shown_text(s, store_load(s, show, s));
}

char *file_bytes(const char *path, size_t *len)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    *len = (size_t)ftell(f);
    rewind(f);
    char *bytes = alloc_zero(1, *len + 1);
    assert_int_equal(fread(bytes, 1, *len, f), *len);
    fclose(f);
    return bytes;
}

void file_write(const char *path, const char *bytes, size_t len)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, len, f), len);
    assert_int_equal(fclose(f), 0);
}

int folder_lend(void **state)
{
    *state = folder_make();
    return 0;
}

int folder_take_back(void **state)
{
    folder_drop(*state);
    return 0;
}

int place_lend(void **state)
{
    *state = place_make();
    return 0;
}

int place_take_back(void **state)
{
    place_drop(*state);
    return 0;
}
