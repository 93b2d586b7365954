#include "net/connection.h"
#include "core/alloc.h"
#include "core/log.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

#define TELL_REFUSED_MS 10000

/* ---- closing ---- */

static void closed(uv_handle_t *handle)
{
    free(handle->data);
}

void net_connection_close(struct net_connection *c)
{
    struct net *n = c->net;
    if (c->closing) return;
    c->closing = true;
    connection_lost(&c->wire);
    *c->prev = c->next;
    if (c->next) c->next->prev = c->prev;
    if (c->counted) tally_remove(&n->addresses, address_key(&c->wire.peer));
    n->connections--;
    uv_close(&c->handle, closed);
}

/* Everything was written. Our half is closed first and the peer's end awaited for a while: closing
 * at once, with bytes of the peer unread, would make the kernel throw away what we sent. */
static void close_half(struct net_connection *c)
{
    uv_os_fd_t fd;
    if (c->shut) return;
    c->shut = true;
    if (uv_fileno(&c->handle, &fd) != 0 || shutdown(fd, SHUT_WR) != 0) net_connection_close(c);
}

static void close_if_done(struct net_connection *c)
{
    if (c->closing || !connection_done(&c->wire)) return;
    if (c->wire.end == CONNECTION_DROPPED)
        net_connection_close(c);
    else
        close_half(c);
}

/* ---- reading ---- */

static void listen_or_not(struct net_connection *c);

/* Only as much as may be worked on now; none leaves the rest with the kernel until the next turn. */
static void shared_buffer(uv_handle_t *handle, size_t suggested, uv_buf_t *out)
{
    struct net_connection *c = handle->data;
    (void)suggested;
    size_t wants = connection_wants(&c->wire);
    if (wants > NET_READ_BYTES) wants = NET_READ_BYTES;
    *out = uv_buf_init(wants ? c->net->read_buffer : NULL, (unsigned)wants);
}

static void was_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *bytes)
{
    struct net_connection *c = stream->data;
    if (count == UV_ENOBUFS) return; /* not in this turn */
    c->net->wire.now = uv_now(c->net->loop);
    if (count < 0) {
        net_connection_close(c);
        return;
    }
    connection_feed(&c->wire, bytes->base, (size_t)count);
    listen_or_not(c);
}

/* Reads from it, or lets it wait: what it sends stays with the kernel, and then with the sender. */
static void listen_or_not(struct net_connection *c)
{
    bool deaf = connection_blocked(&c->wire);
    if (c->closing || deaf == c->deaf) return;
    c->deaf = deaf;
    if (deaf)
        uv_read_stop(&c->stream);
    else if (uv_read_start(&c->stream, shared_buffer, was_read) != 0)
        net_connection_close(c);
}

/* ---- writing ---- */

/* What the kernel did not take at once; it keeps the buffer until it is written. */
struct rest {
    uv_write_t request;
    struct net_connection *connection;
    struct buffer bytes;
};

static void rest_written(uv_write_t *request, int status)
{
    struct rest *rest = request->data;
    struct net_connection *c = rest->connection;
    size_t count = rest->bytes.len;
    buffer_free(&rest->bytes);
    free(rest);
    if (c->closing) return;
    if (status < 0)
        net_connection_close(c);
    else
        connection_landed(&c->wire, count);
}

static void write_rest(struct net_connection *c)
{
    struct rest *rest = alloc_zero(1, sizeof *rest);
    rest->request.data = rest;
    rest->connection = c;
    rest->bytes = connection_take(&c->wire);
    uv_buf_t bytes = uv_buf_init(rest->bytes.data, (unsigned)rest->bytes.len);
    c->net->counts.writes++;
    if (uv_write(&rest->request, &c->stream, &bytes, 1, rest_written) == 0) return;
    buffer_free(&rest->bytes);
    free(rest);
    net_connection_close(c);
}

/* Those with something to write. What one of them is asked meanwhile (a pipelined request) may give
 * another more to write, even one that is taken already: it is sent with the rest. */
static size_t take_batch(struct net *n, struct net_connection **batch)
{
    struct connection *w;
    size_t count = 0;
    while (count < SENDER_MAX && (w = wire_take_unsent(&n->wire))) {
        struct net_connection *c = (struct net_connection *)w;
        if (c->in_batch) continue;
        c->in_batch = true;
        batch[count++] = c;
    }
    return count;
}

static bool has_to_send(const struct net_connection *c)
{
    return c->wire.end != CONNECTION_DROPPED && connection_out(&c->wire).len && !c->wire.in_flight;
}

static void sent(struct net_connection *c, const struct sending *sending)
{
    c->net->counts.writes++;
    if (c->closing) return;
    if (sending->result < 0 && sending->result != -EAGAIN) {
        net_connection_close(c);
        return;
    }
    size_t written = sending->result > 0 ? (size_t)sending->result : 0;
    connection_wrote(&c->wire, written);
    if (written < sending->len && has_to_send(c)) write_rest(c);
}

/* One write to each for all that was queued in this turn. */
static void send_batch(struct net *n, struct net_connection **batch, size_t count)
{
    struct sending sendings[SENDER_MAX];
    struct net_connection *who[SENDER_MAX];
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        struct net_connection *c = batch[i];
        struct span out = connection_out(&c->wire);
        uv_os_fd_t fd;
        c->in_batch = false;
        if (!has_to_send(c) || uv_fileno(&c->handle, &fd) != 0) continue;
        who[used] = c;
        sendings[used++] = (struct sending){fd, out.at, out.len, 0};
    }
    sender_send(&n->sender, sendings, used);
    for (size_t i = 0; i < used; i++)
        sent(who[i], &sendings[i]);
}

void net_flush(struct net *n)
{
    struct net_connection *batch[SENDER_MAX];
    n->wire.now = uv_now(n->loop);
    for (size_t count; (count = take_batch(n, batch));) {
        send_batch(n, batch, count);
        for (size_t i = 0; i < count; i++) {
            close_if_done(batch[i]);
            listen_or_not(batch[i]);
        }
    }
}

/* ---- accepting ---- */

static struct address peer_of(const struct net_connection *c)
{
    struct sockaddr_storage name;
    struct address a = {{0}};
    int len = sizeof name;
    if (c->handle.type != UV_TCP ||
        uv_tcp_getpeername(&c->tcp, (struct sockaddr *)&name, &len) != 0)
        return a;
    if (name.ss_family == AF_INET6) {
        memcpy(a.bytes, &((struct sockaddr_in6 *)&name)->sin6_addr, 16);
    } else {
        a.bytes[10] = a.bytes[11] = 0xff;
        memcpy(a.bytes + 12, &((struct sockaddr_in *)&name)->sin_addr, 4);
    }
    return a;
}

/* A proxy in front has everybody's connections: it is not one client. */
static bool is_proxy(const struct net_connection *c)
{
    static const struct address none;
    return c->wire.by_proxy || memcmp(&c->wire.peer, &none, sizeof none) == 0;
}

/* Whoever is refused comes again at once, so not each of them is worth a line. */
static void tell_refused(struct net_connection *c, const char *why)
{
    struct net *n = c->net;
    char address[46];
    n->refused_since_told++;
    if (n->refused_told && n->wire.now - n->refused_told < TELL_REFUSED_MS) return;
    log_line(LOG_WARN, "net", "refused %s: %s; %u refused since the last such line",
             address_text(&c->wire.peer, address), why, n->refused_since_told);
    n->refused_told = n->wire.now;
    n->refused_since_told = 0;
}

static bool too_many(struct net_connection *c)
{
    struct net *n = c->net;
    char why[120];
    if (n->connections > n->connections_max) {
        snprintf(why, sizeof why, "%u connections are open%s", n->connections_max,
                 n->few_files ? ", there are descriptors for no more (ulimit -n)" : "");
        tell_refused(c, why);
        return true;
    }
    if (n->settings.per_address_max == 0 || is_proxy(c)) return false;
    c->counted = true;
    if (tally_add(&n->addresses, address_key(&c->wire.peer)) <= n->settings.per_address_max)
        return false;
    snprintf(why, sizeof why, "it has %u connections", n->settings.per_address_max);
    tell_refused(c, why);
    return true;
}

void net_accept(struct net *n, uv_stream_t *listener)
{
    struct net_connection *c = alloc_zero(1, sizeof *c);
    c->net = n;
    n->wire.now = uv_now(n->loop);
    if (listener->type == UV_TCP)
        uv_tcp_init(n->loop, &c->tcp);
    else
        uv_pipe_init(n->loop, &c->pipe, 0);
    c->handle.data = c;
    int status = uv_accept(listener, &c->stream);
    struct address peer = peer_of(c);
    connection_init(&c->wire, &n->wire, &peer);
    c->next = n->all;
    c->prev = &n->all;
    if (c->next) c->next->prev = &c->next;
    n->all = c;
    n->connections++;
    if (status < 0) {
        net_connection_close(c);
        return;
    }
    if (n->stop_by || too_many(c)) {
        n->counts.refused++;
        net_connection_close(c);
        return;
    }
    n->counts.accepted++;
    if (listener->type == UV_TCP) uv_tcp_nodelay(&c->tcp, 1);
    if (uv_read_start(&c->stream, shared_buffer, was_read) != 0) net_connection_close(c);
}
