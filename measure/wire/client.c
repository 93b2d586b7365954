#include "client.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static void keep(char **to, size_t *to_len, const char *bytes, size_t len)
{
    *to = realloc(*to, *to_len + len);
    memcpy(*to + *to_len, bytes, len);
    *to_len += len;
}

static void put(struct client *c, const char *bytes, size_t len)
{
    ssize_t count = c->unsent_len ? 0 : send(c->fd, bytes, len, MSG_NOSIGNAL);
    if (count < 0) count = 0; /* what is lost is noticed when reading */
    if ((size_t)count < len) keep(&c->unsent, &c->unsent_len, bytes + count, len - (size_t)count);
}

bool client_connect(struct client *c, int epoll, int port, const char *path)
{
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct epoll_event wanted = {.events = EPOLLIN, .data.ptr = c};
    char request[600];
    int one = 1;
    c->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (c->fd < 0 || connect(c->fd, (struct sockaddr *)&to, sizeof to) != 0) return false;
    fcntl(c->fd, F_SETFL, O_NONBLOCK);
    setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    int len = snprintf(request, sizeof request,
                       "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: Upgrade\r\n"
                       "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                       "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                       path, port);
    put(c, request, (size_t)len);
    return epoll_ctl(epoll, EPOLL_CTL_ADD, c->fd, &wanted) == 0;
}

/* A mask of zeros is a mask. */
void client_send(struct client *c, const char *text, size_t len)
{
    char frame[5000];
    size_t head = len < 126 ? 6 : 8;
    frame[0] = (char)0x81;
    frame[1] = (char)(0x80 | (len < 126 ? len : 126));
    if (len >= 126) frame[2] = (char)(len >> 8), frame[3] = (char)len;
    memset(frame + head - 4, 0, 4);
    memcpy(frame + head, text, len);
    put(c, frame, head + len);
}

/* Gives the messages in `bytes`; returns how many bytes they took, or -1 when the server closes. */
static ssize_t messages(struct client *c, char *bytes, size_t len,
                        void (*message)(struct client *c, char *text, size_t len, void *context),
                        void *context)
{
    size_t at = 0;
    if (!c->open) {
        char *end = memmem(bytes, len, "\r\n\r\n", 4);
        if (!end) return 0;
        if (memcmp(bytes, "HTTP/1.1 101", 12) != 0) return -1;
        c->open = true;
        at = (size_t)(end - bytes) + 4;
    }
    while (len - at >= 2) {
        unsigned char *h = (unsigned char *)bytes + at;
        size_t head = h[1] == 126 ? 4 : h[1] == 127 ? 10 : 2, size = h[1];
        if (len - at < head) break;
        if (head == 4) size = (size_t)h[2] << 8 | h[3];
        if (head == 10) size = (size_t)h[6] << 24 | (size_t)h[7] << 16 | (size_t)h[8] << 8 | h[9];
        if (len - at < head + size) break;
        if ((h[0] & 15) == 8) return -1;
        message(c, bytes + at + head, size, context);
        at += head + size;
    }
    return (ssize_t)at;
}

static void flush(struct client *c)
{
    if (!c->unsent_len) return;
    ssize_t count = send(c->fd, c->unsent, c->unsent_len, MSG_NOSIGNAL);
    if (count <= 0) return;
    memmove(c->unsent, c->unsent + count, c->unsent_len - (size_t)count);
    c->unsent_len -= (size_t)count;
}

bool client_ready(struct client *c, int epoll, uint32_t events,
                  void (*message)(struct client *c, char *text, size_t len, void *context),
                  void *context)
{
    static char shared[1 << 17];
    (void)epoll;
    (void)events;
    flush(c);
    if (c->kept_len >= sizeof shared) return false;
    memcpy(shared, c->kept, c->kept_len);
    ssize_t count = recv(c->fd, shared + c->kept_len, sizeof shared - c->kept_len - 1, 0);
    if (count < 0) return errno == EAGAIN || errno == EINTR;
    if (count == 0) return false;
    size_t len = c->kept_len + (size_t)count;
    shared[len] = 0;
    ssize_t used = messages(c, shared, len, message, context);
    if (used < 0) return false;
    c->kept_len = 0;
    if ((size_t)used < len) keep(&c->kept, &c->kept_len, shared + used, len - (size_t)used);
    return true;
}

void client_reset(struct client *c)
{
    struct linger at_once = {.l_onoff = 1};
    setsockopt(c->fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    close(c->fd);
    free(c->kept);
    free(c->unsent);
}
