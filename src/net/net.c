#include "net/net.h"
#include "core/alloc.h"
#include "net/connection.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#define FILES_KEPT 100 /* for the store, cards that are fetched, … */

/* wire.date, once a second. */
static void keep_date(struct net *n)
{
    struct timespec now;
    struct tm parts;
    if (n->wire.now < n->date_until) return;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    strftime(n->wire.date, sizeof n->wire.date, "%a, %d %b %Y %H:%M:%S GMT", &parts);
    n->date_until = n->wire.now + 1000 - (uint64_t)now.tv_nsec / 1000000;
}

static void tick(uv_timer_t *timer)
{
    struct net *n = timer->data;
    n->timer_at = UINT64_MAX;
    n->wire.now = uv_now(n->loop);
    wire_tick(&n->wire);
}

/* Sets the one timer to whatever is due next. */
static void arm(struct net *n)
{
    uint64_t next = wire_next_due(&n->wire);
    if (n->stop_by && n->stop_by < next) next = n->stop_by;
    if (next == n->timer_at) return;
    n->timer_at = next;
    if (next == UINT64_MAX)
        uv_timer_stop(&n->timer);
    else
        uv_timer_start(&n->timer, tick, next > n->wire.now ? next - n->wire.now : 0, 0);
}

static void tell_stopped(struct net *n)
{
    if (!n->stop_by || n->stop_told) return;
    if (n->wire.now >= n->stop_by)
        while (n->all)
            net_connection_close(n->all);
    if (n->all) return;
    n->stop_told = true;
    if (n->stopped) n->stopped(n, n->stopped_data);
}

static void turn_ends(struct net *n)
{
    n->wire.now = uv_now(n->loop);
    keep_date(n);
    if (n->turned) n->turned(n->turned_data);
    net_flush(n);
    if (n->turned) n->turned(n->turned_data);
    arm(n);
    tell_stopped(n);
}

uint64_t net_processor(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* How much of the processor the last turn took. */
static void measure(struct net *n)
{
    static const uint64_t ends[] = NET_TURN_BUCKETS;
    uint64_t cpu = net_processor();
    uint64_t nanos = n->cpu ? cpu - n->cpu : 0;
    size_t i = 0;
    while (i < sizeof ends / sizeof *ends && nanos > ends[i] * 1000)
        i++;
    n->cpu = cpu;
    n->counts.turns++;
    n->counts.turn_nanos += nanos;
    n->counts.turn_buckets[i]++;
}

static void before_poll(uv_prepare_t *handle)
{
    struct net *n = handle->data;
    measure(n);
    n->wire.turn++;
    net_let_in(n);
    turn_ends(n);
}

static void after_poll(uv_check_t *handle)
{
    turn_ends(handle->data);
}

/* Every connection is a descriptor. With none left the kernel would refuse in silence; with some
 * kept for other things we do, and say so. */
static void find_most(struct net *n)
{
    struct rlimit limit;
    n->connections_max = n->settings.connections_max;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
    uint64_t most =
        limit.rlim_cur > 2 * FILES_KEPT ? limit.rlim_cur - FILES_KEPT : limit.rlim_cur / 2;
    if (most >= n->connections_max) return;
    n->connections_max = (uint32_t)most;
    n->few_files = true;
}

void net_init(struct net *n, uv_loop_t *loop, const struct net_settings *settings,
              const struct wire_hooks *hooks)
{
    signal(SIGPIPE, SIG_IGN); /* a client that is gone is an error of one write, not our end */
    *n = (struct net){.loop = loop, .settings = *settings, .timer_at = UINT64_MAX};
    wire_init(&n->wire, &settings->times, hooks);
    n->wire.now = uv_now(loop);
    n->wire.processor = net_processor;
    n->wire.limits = settings->limits;
    n->wire.out_max = settings->out_max;
    n->wire.budget.max = settings->memory_max;
    n->wire.stranger = settings->stranger;
    n->wire.known = settings->known;
    n->wire.sessions_per_address_max = settings->per_address_max;
    find_most(n);
    n->wire.origins = settings->origins;
    n->wire.hosts = settings->hosts;
    n->wire.proxies = settings->proxies;
    keep_date(n);
    tally_init(&n->addresses);
    sender_init(&n->sender);
    n->read_buffer = alloc_zero(1, NET_READ_BYTES);
    uv_timer_init(loop, &n->timer);
    uv_prepare_init(loop, &n->before_poll);
    uv_check_init(loop, &n->after_poll);
    n->timer.data = n->before_poll.data = n->after_poll.data = n;
    uv_prepare_start(&n->before_poll, before_poll);
    uv_check_start(&n->after_poll, after_poll);
    /* alone they keep no loop running: listeners and connections do */
    uv_unref((uv_handle_t *)&n->before_poll);
    uv_unref((uv_handle_t *)&n->after_poll);
    uv_unref((uv_handle_t *)&n->timer);
}

void net_on_turn(struct net *n, void (*turned)(void *data), void *data)
{
    n->turned = turned;
    n->turned_data = data;
}

static void close_handle(uv_handle_t *handle)
{
    if (!uv_is_closing(handle)) uv_close(handle, NULL);
}

static void close_listeners(struct net *n)
{
    for (unsigned i = 0; i < n->listener_count; i++)
        close_handle((uv_handle_t *)&n->listeners[i]);
}

void net_stop(struct net *n, uint32_t within, void (*stopped)(struct net *net, void *data),
              void *data)
{
    if (n->stop_by) return;
    n->wire.now = uv_now(n->loop);
    n->stop_by = n->wire.now + within;
    n->stopped = stopped;
    n->stopped_data = data;
    uv_ref((uv_handle_t *)&n->timer);
    close_listeners(n);
    wire_stop(&n->wire);
    arm(n);
}

void net_free(struct net *n)
{
    n->wire.stopping = true;
    close_listeners(n);
    while (n->all)
        net_connection_close(n->all);
    close_handle((uv_handle_t *)&n->timer);
    close_handle((uv_handle_t *)&n->before_poll);
    close_handle((uv_handle_t *)&n->after_poll);
    tally_free(&n->addresses);
    sender_free(&n->sender);
    free(n->read_buffer);
    n->read_buffer = NULL;
}
