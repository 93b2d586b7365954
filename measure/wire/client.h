/* One WebSocket client of the load generator: as little as a client can do. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct client {
    int fd, index;
    bool open;  /* the 101 has come */
    int got;    /* events of the action that is under way */
    char *kept; /* bytes of a message that is not whole */
    size_t kept_len;
    char *unsent; /* bytes that the kernel did not take yet */
    size_t unsent_len;
};

/* Connects to this machine and sends the handshake. */
bool client_connect(struct client *c, int epoll, int port, const char *path);
/* Reads what there is and gives every text message; false if the connection is lost. */
bool client_ready(struct client *c, int epoll, uint32_t events,
                  void (*message)(struct client *c, char *text, size_t len, void *context),
                  void *context);
void client_send(struct client *c, const char *text, size_t len);
/* Closes without leaving a port behind that has to be waited for. */
void client_reset(struct client *c);
