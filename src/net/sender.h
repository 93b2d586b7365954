/* Many small writes to many sockets in one system call.
 *
 * What a room of twelve costs is almost only the kernel's work for its twelve writes. One at a time
 * each of them returns to us, wakes a reader, and may have to wait for that reader's turn; handed
 * over together through io_uring they cost a quarter less. Where io_uring is not to be had (an old
 * kernel, a container that forbids it) they are sent one at a time.
 *
 * struct sender sits in the caller's memory from sender_init until sender_free. */
#pragma once

#include <liburing.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define SENDER_MAX 128

struct sending {
    int fd;
    const void *at;
    size_t len;
    ssize_t result; /* bytes that the kernel took, or a negative errno */
};

struct sender {
    struct io_uring ring;
    bool has_ring;
};

void sender_init(struct sender *s);
void sender_free(struct sender *s);
/* Sends each without waiting, at most SENDER_MAX of them; all have their result when it returns.
 * No socket may be in it twice. */
void sender_send(struct sender *s, struct sending *all, size_t count);
