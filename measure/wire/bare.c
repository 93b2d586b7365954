/* The limit: the same echo to a room with nothing but epoll, read and write. It looks for the few
 * texts that the load generator sends, checks nothing, and makes each frame once. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#define ROOMS 20000
#define MEMBERS 16
#define CONNECTIONS 20100

static int rooms[ROOMS][MEMBERS]; /* file descriptors, 0: free */
static int room_of[CONNECTIONS];  /* by file descriptor; -1: none */
static char opened[CONNECTIONS];

static const char accepted[] =
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n"
    "\x81\x5f"
    "0{\"sid\":\"AAAAAAAAAAAAAAAAAAAA\",\"upgrades\":[],\"pingInterval\":25000,"
    "\"pingTimeout\":20000,\"maxP\":1}";

static void put(int fd, const char *bytes, size_t len)
{
    if (write(fd, bytes, len) < 0 && errno != EAGAIN) shutdown(fd, SHUT_RDWR);
}

static void put_text(int fd, const char *text)
{
    char frame[130] = {(char)0x81, (char)strlen(text)};
    strcpy(frame + 2, text);
    put(fd, frame, strlen(text) + 2);
}

static void leave(int fd)
{
    if (room_of[fd] < 0) return;
    for (int i = 0; i < MEMBERS; i++)
        if (rooms[room_of[fd]][i] == fd) rooms[room_of[fd]][i] = 0;
    room_of[fd] = -1;
}

static void join(int fd, int room)
{
    leave(fd);
    for (int i = 0; i < MEMBERS; i++)
        if (rooms[room][i] == 0) {
            rooms[room][i] = fd;
            room_of[fd] = room;
            break;
        }
    put_text(fd, "430[]");
}

/* 42["say1",… becomes 42["said",…: as long as before */
static void tell(int fd, const char *text, size_t len)
{
    char frame[5000];
    size_t size = len;
    int n = text[7] - '0';
    if (room_of[fd] < 0 || size > 4900) return;
    size_t head = size < 126 ? 2 : 4;
    frame[0] = (char)0x81;
    frame[1] = (char)(size < 126 ? size : 126);
    if (head == 4) frame[2] = (char)(size >> 8), frame[3] = (char)size;
    memcpy(frame + head, "42[\"said\"", 9);
    memcpy(frame + head + 9, text + 9, len - 9);
    for (int e = 0; e < n; e++)
        for (int i = 0; i < MEMBERS; i++)
            if (rooms[room_of[fd]][i]) put(rooms[room_of[fd]][i], frame, head + size);
}

static void message(int fd, char *text, size_t len)
{
    if (len == 2 && memcmp(text, "40", 2) == 0)
        put_text(fd, "40{\"sid\":\"AAAAAAAAAAAAAAAAAAAA\"}");
    else if (len > 11 && memcmp(text, "420[\"join\",", 11) == 0)
        join(fd, atoi(text + 11) % ROOMS);
    else if (len > 9 && memcmp(text, "42[\"say", 7) == 0)
        tell(fd, text, len);
}

static void frames(int fd, char *bytes, size_t len)
{
    for (size_t at = 0; at + 6 <= len;) {
        unsigned char *h = (unsigned char *)bytes + at;
        size_t size = h[1] & 127, head = 6;
        if (size == 126) size = (size_t)h[2] << 8 | h[3], head = 8;
        if (at + head + size > len) return;
        for (size_t i = 0; i < size; i++)
            h[head + i] ^= h[head - 4 + (i & 3)];
        message(fd, (char *)h + head, size);
        at += head + size;
    }
}

static void readable(int fd)
{
    static char bytes[65536];
    ssize_t len = read(fd, bytes, sizeof bytes);
    if (len < 0 && errno == EAGAIN) return;
    if (len <= 0) {
        leave(fd);
        close(fd);
    } else if (!opened[fd]) {
        opened[fd] = 1;
        put(fd, accepted, sizeof accepted - 1);
    } else {
        frames(fd, bytes, (size_t)len);
    }
}

static void accept_one(int listener, int epoll)
{
    int one = 1, fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK);
    struct epoll_event wanted = {.events = EPOLLIN, .data.fd = fd};
    if (fd < 0 || fd >= CONNECTIONS) return;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    room_of[fd] = -1;
    opened[fd] = 0;
    epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &wanted);
}

int main(void)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof at;
    int listener = socket(AF_INET, SOCK_STREAM, 0), epoll = epoll_create1(0);
    struct epoll_event events[1024], wanted = {.events = EPOLLIN, .data.fd = listener};
    signal(SIGPIPE, SIG_IGN);
    if (bind(listener, (struct sockaddr *)&at, sizeof at) != 0 || listen(listener, 1024) != 0)
        return 1;
    getsockname(listener, (struct sockaddr *)&at, &len);
    epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &wanted);
    printf("listening on port %u\n", ntohs(at.sin_port));
    fflush(stdout);
    for (;;) {
        int count = epoll_wait(epoll, events, 1024, -1);
        for (int i = 0; i < count; i++) {
            if (events[i].data.fd == listener)
                accept_one(listener, epoll);
            else
                readable(events[i].data.fd);
        }
    }
}
