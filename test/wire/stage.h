/* A server without sockets: src/wire with an echo behind every path, and a few connections whose
 * bytes are fed and collected by hand. Session ids are AAAAAAAAAAAAAAAAAAAB, …C, …D in order. */
#pragma once

#include "wire/socketio.h"

#define STAGE_CONNECTIONS 4

struct stage {
    struct wire wire;
    struct engine engine; /* /engine.io/ */
    struct socketio io;   /* /socket.io/ */
    struct connection connections[STAGE_CONNECTIONS];
    bool open[STAGE_CONNECTIONS];
    struct buffer sent[STAGE_CONNECTIONS]; /* all that was written */
    struct connection *held;               /* waits for an answer at /later */
    unsigned turns;                        /* how often something was written */
};

void stage_init(struct stage *s);
void stage_free(struct stage *s);
/* Opens the connection if it is not, and feeds it. The turn does not end. */
void stage_feed(struct stage *s, unsigned connection, char *bytes, size_t len);
/* Ends the turn: takes everything that is to be written, closes what is done. */
void stage_turn(struct stage *s);
void stage_hang_up(struct stage *s, unsigned connection);
void stage_wait(struct stage *s, uint64_t milliseconds);
