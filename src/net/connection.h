/* One accepted socket: the wire's connection and libuv's handle in one piece of memory. */
#pragma once

#include "net/net.h"
#include "wire/connection.h"

struct net_connection {
    struct connection wire; /* first, so that a pointer to it is one to this */
    struct net *net;
    struct net_connection **prev, *next; /* of net.all */
    bool counted;                        /* in net.addresses */
    bool shut;                           /* our half is closed; waits for the peer's */
    bool closing;                        /* uv_close was called */
    bool deaf;                           /* is not read from, see connection_blocked */
    bool in_batch;                       /* taken by net_flush, not yet sent */
    union {
        uv_handle_t handle;
        uv_stream_t stream;
        uv_tcp_t tcp;
        uv_pipe_t pipe;
    };
};

/* Takes the next connection that waits at a listener. */
void net_accept(struct net *n, uv_stream_t *listener);
/* A turn begins: takes those for whom the last one had no time. */
void net_let_in(struct net *n);
/* Writes what the turn queued, for everybody. */
void net_flush(struct net *n);
/* Closes and forgets it. */
void net_connection_close(struct net_connection *c);
