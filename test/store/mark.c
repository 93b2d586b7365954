/* The mark beside a store: true after every crash, and noticed when the store holds less. */
#include "help.h"

#include "store/mark.h"

#include <unistd.h>

static char path[300];

static const char *mark_in(const char *folder)
{
    snprintf(path, sizeof path, "%s/ludoteca.db-mark", folder);
    return path;
}

static void the_last_whole_mark_counts(void **state)
{
    (void)state;
    char *folder = folder_make();
    struct mark_file file;
    assert_int_equal(mark_read(mark_in(folder)).number, 0);
    assert_true(mark_open(&file, mark_in(folder)));
    for (int i = 1; i <= 5; i++)
        assert_true(mark_write(&file, 10 * i, i));
    assert_true(mark_write(&file, 50, 5)); /* nothing new: nothing is written */
    mark_close(&file);
    struct mark last = mark_read(mark_in(folder));
    assert_int_equal(last.number, 5);
    assert_int_equal(last.at, 50);
    assert_int_equal(last.rows, 5);
    folder_drop(folder);
}

/* Whatever byte is wrong: that mark is none, and the one before is there. */
static void a_torn_mark_leaves_the_one_before(void **state)
{
    (void)state;
    char *folder = folder_make();
    struct mark_file file;
    assert_true(mark_open(&file, mark_in(folder)));
    assert_true(mark_write(&file, 10, 1));
    assert_true(mark_write(&file, 20, 2));
    mark_close(&file);
    size_t len;
    char *bytes = file_bytes(path, &len);
    size_t line = strcspn(bytes, "\n") + 1; /* the second one lies in the first place */
    for (size_t i = 0; i < line; i++) {
        bytes[i] ^= 4;
        file_write(path, bytes, len);
        assert_int_equal(mark_read(path).at, 10);
        bytes[i] ^= 4;
    }
    file_write(path, bytes, len);
    assert_int_equal(mark_read(path).at, 20);
    free(bytes);
    folder_drop(folder);
}

static struct store *open_accepting(const char *folder)
{
    char error[STORE_ERROR_BYTES];
    struct store *s =
        store_open(&(struct store_options){.place = folder, .accept_loss = true}, error);
    if (!s) fail_msg("%s", error);
    return s;
}

static void a_store_that_holds_less_is_refused(void **state)
{
    (void)state;
    char *folder = folder_make();
    struct store *s = open_ok(folder);
    uint64_t room = create_now(s, "AAAAAA", "{}").room;
    for (uint64_t i = 1; i < 20; i++)
        append_now(s, room, i, "{}");
    store_close(s);
    assert_int_equal(mark_read(mark_in(folder)).at, 20);
    size_t len;
    char *bytes = file_bytes(file_in(folder), &len);
    file_write(file_in(folder), bytes, 0);
    for (enum store_mode mode = STORE_SERVE; mode <= STORE_READ; mode++)
        assert_non_null(strstr(open_refused(folder, mode), "had reached 20"));
    unlink(file_in(folder));
    assert_non_null(strstr(open_refused(folder, STORE_SERVE), "had reached 20"));
    assert_int_equal(access(file_in(folder), F_OK), -1);
    file_write(file_in(folder), bytes, len);
    free(bytes);
    store_close(open_ok(folder));
    /* with what is there, and from then on that counts */
    unlink(file_in(folder));
    store_close(open_accepting(folder));
    store_close(open_ok(folder));
    folder_drop(folder);
}

static void forgetting_is_no_loss(void **state)
{
    (void)state;
    char *folder = folder_make();
    struct store *s = open_ok(folder);
    uint64_t first = create_now(s, "AAAAAA", "{}").room;
    uint64_t last = create_now(s, "BBBBBB", "{}").room;
    append_now(s, last, 1, "{}");
    end_now(s, last);
    store_close(s);
    s = open_ok(folder);
    assert_int_equal(forget_now(s, last).result, STORE_ACCEPTED);
    assert_true(mark_read(mark_in(folder)).at <= 1); /* killed now, it would say nothing wrong */
    store_close(s);
    assert_int_equal(mark_read(mark_in(folder)).at, 1);
    s = open_ok(folder);
    assert_string_equal(room_text(s, first, 1), "1:{} ");
    store_close(s);
    folder_drop(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_whole_mark_counts),
        cmocka_unit_test(a_torn_mark_leaves_the_one_before),
        cmocka_unit_test(a_store_that_holds_less_is_refused),
        cmocka_unit_test(forgetting_is_no_loss),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
