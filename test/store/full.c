/* A full disk: appends are refused with a reason, nothing acknowledged is lost, and it goes on by
 * itself when there is space again. On a small file system in memory where the kernel lets us make
 * one, and always with a limit on the size of files. */
#include "help.h"

#include "core/alloc.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

struct tally {
    uint64_t accepted; /* the last acknowledged sequence */
    int refused;
    char reason[100];
};

static void count(void *arg, const struct store_answer *answer)
{
    struct tally *tally = arg;
    assert_int_not_equal(answer->result, STORE_CONFLICT);
    if (answer->result == STORE_ACCEPTED) {
        assert_int_equal(answer->seq, tally->accepted + 1);
        tally->accepted = answer->seq;
        return;
    }
    tally->refused++;
    snprintf(tally->reason, sizeof tally->reason, "%s", answer->reason);
}

static char body[1500];

static void try_one(struct store *s, uint64_t room, struct tally *tally)
{
    snprintf(body, sizeof body, "{\"seq\":%d}%1000s", (int)tally->accepted + 1, "");
    store_append(s, room, tally->accepted, tally->accepted, body, strlen(body), count, tally);
    store_flush(s);
    store_drain(s);
}

static bool in_order(void *arg, const struct store_record *record)
{
    uint64_t *last = arg;
    assert_int_equal(record->seq, ++*last);
    char start[40];
    int len = snprintf(start, sizeof start, "{\"seq\":%d}", (int)record->seq);
    assert_memory_equal(record->body, start, (size_t)len);
    return true;
}

static void assert_all_there(struct store *s, uint64_t room, const struct tally *tally)
{
    uint64_t last = 0;
    assert_true(store_read(s, room, 1, in_order, &last));
    assert_int_equal(last, tally->accepted);
}

static uint64_t create(struct store *s, struct tally *tally)
{
    snprintf(body, sizeof body, "{\"seq\":1}");
    uint64_t room = store_create(s, "AAAAAA", "test", 1, body, strlen(body), count, tally);
    store_flush(s);
    store_drain(s);
    assert_int_equal(tally->accepted, 1);
    return room;
}

static void fill_up(struct store *s, uint64_t room, struct tally *tally)
{
    tally->refused = 0;
    for (int i = 0; i < 20000 && !tally->refused; i++)
        try_one(s, room, tally);
    assert_int_equal(tally->refused, 1);
    for (int i = 0; i < 20; i++)
        try_one(s, room, tally);
    assert_true(tally->refused > 10); /* a little may still fit into the page that was begun */
    assert_all_there(s, room, tally);
}

static void go_on(struct store *s, uint64_t room, struct tally *tally)
{
    tally->refused = 0;
    for (int i = 0; i < 50; i++)
        try_one(s, room, tally);
    assert_int_equal(tally->refused, 0);
    assert_all_there(s, room, tally);
}

static void limit_files(rlim_t bytes)
{
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void files_that_may_not_grow(void **state)
{
    (void)state;
    signal(SIGXFSZ, SIG_IGN);
    char *folder = folder_make();
    struct store *s = open_ok(folder);
    struct tally tally = {0};
    uint64_t room = create(s, &tally);
    for (int round = 1; round <= 3; round++) {
        limit_files((rlim_t)round * 400000);
        fill_up(s, room, &tally);
        assert_string_equal(tally.reason, "The disk could not be written (input/output error).");
        limit_files(RLIM_INFINITY);
        go_on(s, room, &tally);
    }
    store_close(s);
    s = open_ok(folder);
    assert_all_there(s, room, &tally);
    assert_true(store_check(s));
    store_close(s);
    folder_drop(folder);
}

static bool write_text(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY);
    bool ok = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    if (fd >= 0) close(fd);
    return ok;
}

/* A file system of 4 MB, seen by this process alone; false if the kernel does not let us. */
static bool mount_small(const char *folder)
{
    unsigned uid = getuid(), gid = getgid();
    if (unshare(uid == 0 ? CLONE_NEWNS : CLONE_NEWUSER | CLONE_NEWNS) != 0) return false;
    if (uid != 0) {
        char map[40];
        snprintf(map, sizeof map, "0 %u 1", uid);
        write_text("/proc/self/setgroups", "deny");
        if (!write_text("/proc/self/uid_map", map)) return false;
        snprintf(map, sizeof map, "0 %u 1", gid);
        if (!write_text("/proc/self/gid_map", map)) return false;
    }
    return mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
           mount("tmpfs", folder, "tmpfs", 0, "size=4m") == 0;
}

static void put_ballast(const char *file, size_t bytes)
{
    char *zeros = alloc_zero(1, bytes);
    FILE *f = fopen(file, "wb");
    assert_non_null(f);
    fwrite(zeros, 1, bytes, f); /* as much as fits */
    fclose(f);
    free(zeros);
}

static void a_disk_that_is_full(void **state)
{
    (void)state;
    char *folder = folder_make();
    if (!mount_small(folder)) {
        print_message("no file system may be mounted here; the limit on files has to do\n");
        rmdir(folder);
        free(folder);
        return;
    }
    char ballast[200];
    snprintf(ballast, sizeof ballast, "%s/ballast", folder);
    struct store *s = open_ok(folder);
    struct tally tally = {0};
    uint64_t room = create(s, &tally);
    for (int round = 0; round < 2; round++) {
        put_ballast(ballast, 2500000);
        fill_up(s, room, &tally);
        assert_string_equal(tally.reason, "The disk is full.");
        unlink(ballast);
        go_on(s, room, &tally);
    }

    /* Ended and begun again while it is full: reading works, writing does later. */
    put_ballast(ballast, 4 << 20);
    fill_up(s, room, &tally);
    store_close(s);
    unlink(ballast);
    s = open_ok(folder);
    assert_all_there(s, room, &tally);
    go_on(s, room, &tally);
    assert_true(store_check(s));
    store_close(s);

    /* A new store has no space at all. */
    char fresh[200];
    snprintf(fresh, sizeof fresh, "%s/fresh", folder);
    mkdir(fresh, 0777);
    put_ballast(ballast, 4 << 20);
    const char *sentence = open_refused(fresh, STORE_SERVE);
    assert_non_null(strstr(sentence, fresh));
    assert_true(strstr(sentence, "is full") != NULL);
    umount2(folder, MNT_DETACH);
    rmdir(folder);
    free(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_that_may_not_grow),
        cmocka_unit_test(a_disk_that_is_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
