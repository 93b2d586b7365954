#include "net/sender.h"

#include <errno.h>
#include <sys/socket.h>

/* With fewer the way through the ring costs more than it saves. */
#define RING_FROM 3
#define FLAGS (MSG_NOSIGNAL | MSG_DONTWAIT)

void sender_init(struct sender *s)
{
    s->has_ring = io_uring_queue_init(SENDER_MAX, &s->ring, 0) == 0;
}

void sender_free(struct sender *s)
{
    if (s->has_ring) io_uring_queue_exit(&s->ring);
    s->has_ring = false;
}

static void send_apart(struct sending *all, size_t count)
{
    for (struct sending *one = all; one < all + count; one++) {
        one->result = send(one->fd, one->at, one->len, FLAGS);
        if (one->result < 0) one->result = -errno;
    }
}

/* Returns how many answers were there. */
static unsigned take_results(struct sender *s)
{
    struct io_uring_cqe *answer;
    unsigned head, count = 0;
    io_uring_for_each_cqe(&s->ring, head, answer)
    {
        struct sending *one = io_uring_cqe_get_data(answer);
        one->result = answer->res;
        count++;
    }
    io_uring_cq_advance(&s->ring, count);
    return count;
}

static void send_together(struct sender *s, struct sending *all, size_t count)
{
    for (struct sending *one = all; one < all + count; one++) {
        struct io_uring_sqe *entry = io_uring_get_sqe(&s->ring);
        io_uring_prep_send(entry, one->fd, one->at, one->len, FLAGS);
        io_uring_sqe_set_data(entry, one);
        one->result = -EIO; /* unless we hear otherwise */
    }
    for (unsigned left = (unsigned)count; left; left -= take_results(s)) {
        int status = io_uring_submit_and_wait(&s->ring, left);
        if (status >= 0 || status == -EINTR) continue;
        sender_free(s); /* nobody knows what became of these: their connections go, and the ring */
        return;
    }
}

void sender_send(struct sender *s, struct sending *all, size_t count)
{
    if (s->has_ring && count >= RING_FROM)
        send_together(s, all, count);
    else
        send_apart(all, count);
}
