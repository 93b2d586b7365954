#include "core/log.h"
#include "net/connection.h"
#include "net/net.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define BACKLOG 1024
#define FIRST_ACTIVATED_FD 3 /* by systemd's convention */

/* Libuv goes on accepting for as long as somebody comes, unless one is left waiting. */
static void leave_waiting(struct net *n, const uv_stream_t *listener)
{
    for (unsigned i = 0; i < n->listener_count; i++)
        if (&n->listeners[i].stream == listener) n->knocked[i] = true;
}

static void incoming(uv_stream_t *listener, int status)
{
    struct net *n = listener->data;
    if (status < 0)
        log_line(LOG_WARN, "net", "a connection could not be accepted: %s", uv_strerror(status));
    else if (++n->accepts > NET_ACCEPTS_PER_TURN)
        leave_waiting(n, listener);
    else
        net_accept(n, listener);
}

void net_let_in(struct net *n)
{
    n->accepts = 0;
    for (unsigned i = 0; i < n->listener_count; i++) {
        uv_stream_t *listener = &n->listeners[i].stream;
        if (n->knocked[i] && !uv_is_closing((uv_handle_t *)listener)) net_accept(n, listener);
        n->knocked[i] = false;
    }
}

static bool fails(int status, const char *what, char problem[NET_PROBLEM_MAX])
{
    if (status >= 0) return false;
    snprintf(problem, NET_PROBLEM_MAX, "%s: %s", what, uv_strerror(status));
    return true;
}

static uv_stream_t *next_listener(struct net *n, char problem[NET_PROBLEM_MAX])
{
    if (n->listener_count == NET_LISTENERS_MAX) {
        snprintf(problem, NET_PROBLEM_MAX, "more than %d addresses to listen at",
                 NET_LISTENERS_MAX);
        return NULL;
    }
    return &n->listeners[n->listener_count].stream;
}

/* From now on it belongs to the net and is closed with it. */
static bool start(struct net *n, uv_stream_t *s, const char *what, char problem[NET_PROBLEM_MAX])
{
    n->listener_count++;
    s->data = n;
    return !fails(uv_listen(s, BACKLOG, incoming), what, problem);
}

bool net_listen_tcp(struct net *n, const char *host, uint16_t port, char problem[NET_PROBLEM_MAX])
{
    struct sockaddr_storage address;
    char what[120];
    bool all = *host == 0 || strcmp(host, "*") == 0;
    uv_stream_t *s = next_listener(n, problem);
    if (!s) return false;
    snprintf(what, sizeof what, "listening at %s port %u", all ? "all addresses" : host, port);
    /* "::" takes IPv4 too, unless the machine has no IPv6 at all */
    int fd = all ? socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0) : -1;
    if (all) host = fd >= 0 ? "::" : "0.0.0.0";
    if (fd >= 0) close(fd);
    if (uv_ip4_addr(host, port, (struct sockaddr_in *)&address) != 0 &&
        fails(uv_ip6_addr(host, port, (struct sockaddr_in6 *)&address), what, problem))
        return false;
    if (fails(uv_tcp_init(n->loop, (uv_tcp_t *)s), what, problem)) return false;
    if (fails(uv_tcp_bind((uv_tcp_t *)s, (struct sockaddr *)&address, 0), what, problem)) {
        n->listener_count++; /* so that its handle is closed */
        return false;
    }
    return start(n, s, what, problem);
}

/* A socket file that nobody answers at was left behind by somebody who was killed. */
static void remove_stale(const char *path)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    struct stat info;
    if (strlen(path) >= sizeof name.sun_path) return;
    if (lstat(path, &info) != 0 || !S_ISSOCK(info.st_mode)) return;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return;
    strcpy(name.sun_path, path);
    if (connect(fd, (struct sockaddr *)&name, sizeof name) != 0) unlink(path);
    close(fd);
}

bool net_listen_unix(struct net *n, const char *path, char problem[NET_PROBLEM_MAX])
{
    char what[160];
    uv_stream_t *s = next_listener(n, problem);
    if (!s) return false;
    snprintf(what, sizeof what, "listening at %.120s", path);
    remove_stale(path);
    if (fails(uv_pipe_init(n->loop, (uv_pipe_t *)s, 0), what, problem)) return false;
    if (fails(uv_pipe_bind((uv_pipe_t *)s, path), what, problem)) {
        n->listener_count++;
        return false;
    }
    return start(n, s, what, problem);
}

static bool listen_fd(struct net *n, int fd, char problem[NET_PROBLEM_MAX])
{
    struct sockaddr_storage name = {0};
    socklen_t len = sizeof name;
    char what[60];
    uv_stream_t *s = next_listener(n, problem);
    if (!s) return false;
    snprintf(what, sizeof what, "taking over the socket with number %d", fd);
    if (fails(getsockname(fd, (struct sockaddr *)&name, &len) ? UV_ENOTSOCK : 0, what, problem))
        return false;
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    int status;
    if (name.ss_family == AF_UNIX) {
        uv_pipe_init(n->loop, (uv_pipe_t *)s, 0);
        status = uv_pipe_open((uv_pipe_t *)s, fd);
    } else {
        uv_tcp_init(n->loop, (uv_tcp_t *)s);
        status = uv_tcp_open((uv_tcp_t *)s, fd);
    }
    if (fails(status, what, problem)) {
        n->listener_count++;
        return false;
    }
    return start(n, s, what, problem);
}

int net_listen_activated(struct net *n, char problem[NET_PROBLEM_MAX])
{
    const char *pid = getenv("LISTEN_PID"), *count = getenv("LISTEN_FDS");
    if (!pid || !count || strtol(pid, NULL, 10) != (long)getpid()) return 0;
    int fds = (int)strtol(count, NULL, 10);
    unsetenv("LISTEN_PID"); /* not for children of ours */
    unsetenv("LISTEN_FDS");
    int taken = 0;
    while (taken < fds && listen_fd(n, FIRST_ACTIVATED_FD + taken, problem))
        taken++;
    return taken;
}

uint16_t net_port(const struct net *n)
{
    for (unsigned i = 0; i < n->listener_count; i++) {
        struct sockaddr_storage name;
        int len = sizeof name;
        if (n->listeners[i].stream.type != UV_TCP ||
            uv_tcp_getsockname(&n->listeners[i].tcp, (struct sockaddr *)&name, &len) != 0)
            continue;
        return ntohs(name.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&name)->sin6_port
                                                : ((struct sockaddr_in *)&name)->sin_port);
    }
    return 0;
}
