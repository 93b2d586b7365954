/* Many writes at once: each socket gets its own bytes and its own answer, with the ring and
 * without. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "net/sender.h"

#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

struct pair {
    int ours, theirs;
};

static void open_pairs(struct pair *pairs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int ends[2];
        assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
        pairs[i] = (struct pair){ends[0], ends[1]};
    }
}

static void close_pairs(struct pair *pairs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        close(pairs[i].ours);
        if (pairs[i].theirs >= 0) close(pairs[i].theirs);
    }
}

/* Fills the kernel's buffer of that socket. */
static void stuff(int fd)
{
    static const char rubbish[65536];
    while (send(fd, rubbish, sizeof rubbish, MSG_DONTWAIT) > 0)
        ;
}

static void each_gets_its_own(struct sender *s, size_t count)
{
    struct pair pairs[SENDER_MAX];
    struct sending all[SENDER_MAX];
    char text[SENDER_MAX][16], got[16];
    open_pairs(pairs, count);
    for (size_t i = 0; i < count; i++) {
        int len = snprintf(text[i], sizeof text[i], "to %zu", i);
        all[i] = (struct sending){pairs[i].ours, text[i], (size_t)len, 0};
    }
    sender_send(s, all, count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(all[i].result, all[i].len);
        assert_int_equal(recv(pairs[i].theirs, got, sizeof got, MSG_DONTWAIT), all[i].len);
        assert_memory_equal(got, text[i], all[i].len);
    }
    close_pairs(pairs, count);
}

static void bad_ones_spoil_nothing(struct sender *s)
{
    struct pair pairs[4];
    struct sending all[5];
    static const char large[4 << 20];
    open_pairs(pairs, 4);
    stuff(pairs[0].ours);
    close(pairs[1].theirs);
    pairs[1].theirs = -1;
    all[0] = (struct sending){pairs[0].ours, "x", 1, 0};
    all[1] = (struct sending){pairs[1].ours, "x", 1, 0};
    all[2] = (struct sending){pairs[2].ours, "x", 1, 0};
    all[3] = (struct sending){pairs[3].ours, large, sizeof large, 0};
    all[4] = (struct sending){-1, "x", 1, 0};
    sender_send(s, all, 5);
    assert_int_equal(all[0].result, -EAGAIN);
    assert_int_equal(all[1].result, -EPIPE); /* and no signal */
    assert_int_equal(all[2].result, 1);
    assert_in_range(all[3].result, 1, sizeof large - 1);
    assert_int_equal(all[4].result, -EBADF);
    close_pairs(pairs, 4);
}

static void everything(struct sender *s)
{
    for (int round = 0; round < 3; round++) {
        for (size_t count = 0; count <= 5; count++)
            each_gets_its_own(s, count);
        each_gets_its_own(s, SENDER_MAX);
        bad_ones_spoil_nothing(s);
    }
}

static void with_the_ring(void **state)
{
    (void)state;
    struct sender s;
    sender_init(&s);
    if (!s.has_ring) {
        print_message("no io_uring on this machine\n");
        skip();
    }
    everything(&s);
    assert_true(s.has_ring);
    sender_free(&s);
}

static void without_it(void **state)
{
    (void)state;
    struct sender s = {.has_ring = false};
    everything(&s);
    sender_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(with_the_ring),
                                       cmocka_unit_test(without_it)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
