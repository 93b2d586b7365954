#include "site/site.h"
#include "core/log.h"
#include "site/admin.h"
#include "site/bots.h"
#include "site/doors.h"
#include "site/extra.h"
#include "site/imports.h"
#include "site/listeners.h"
#include "site/operator.h"
#include "site/routes.h"
#include "site/sockets.h"
#include "site/ticks.h"

#include <stdlib.h>
#include <unistd.h>

#define LEAVE_WITHIN_MS 3000
/* Every sync costs processor time and wears the disk, and nobody sees four milliseconds. A server
 * that was quiet stores at once. */
#define STORE_REST_MS 4
/* Messages of a socket: nobody's has little to spend. */
#define STRANGER_AT_ONCE 40
#define KNOWN_AT_ONCE 200
#define DAY_MS INT64_C(86400000)

/* ---- the store calls from its own thread ---- */

static void store_ready(void *arg)
{
    struct site *site = arg;
    uv_async_send(&site->store_ready);
}

static void store_complains(void *arg, const char *sentence)
{
    (void)arg;
    log_line(LOG_ERROR, "store", "%s", sentence);
}

/* Nobody is answered any more: whoever asked finds out when the program is there again. */
static void store_broken(void *arg, const char *sentence)
{
    store_complains(arg, sentence);
    _exit(1);
}

static void turned(void *arg)
{
    struct site *site = arg;
    site->net.wire.budget.fixed = shelf_loose_bytes(games_house(site->games)->shelf);
    store_hand_over(site->store);
}

static void drain(uv_async_t *async)
{
    struct site *site = async->data;
    store_drain(site->store);
}

/* ---- the hall's hooks ---- */

static void told(void *arg, struct live *live, const struct game_says *says)
{
    struct site *site = arg;
    clock_not_before(live->room->time); /* another server's may be ahead */
    listeners_told(site, live, says);
    projector_step(site->projector, live);
    extras_stepped(site, live, site_now());
}

static void loaded(void *arg, struct live *live)
{
    struct site *site = arg;
    if (store_shared(site->store)) clock_not_before(live->room->time);
    devices_recall(site, live);
    projector_step(site->projector, live);
}

static void complain(void *arg, const char *sentence)
{
    log_line(LOG_ERROR, "hall", "%s", sentence);
    operator_complaint(arg, sentence, site_now());
}

static void note(void *arg, const struct connection *c, const char *what)
{
    char address[46];
    (void)arg;
    log_line(LOG_INFO, "net", "%s: %s", address_text(&c->peer, address), what);
}

static void relieved(void *arg, const struct address *first, uint32_t dropped)
{
    const struct site *site = arg;
    char address[46];
    log_line(LOG_WARN, "net",
             "%u clients were dropped, the first from %s: more than %d MB (--memory-mb) were kept",
             dropped, address_text(first, address), (int)site->settings->memory_mb);
}

/* ---- the clock ---- */

/* The loop turns, and that is nearly all it takes. It may be too early: the loop counts its time from
 * another moment. Then before_poll finds the same moment still to come and sleeps again. */
static void alarm_rings(uv_timer_t *timer)
{
    struct site *site = timer->data;
    site->alarm_at = 0;
}

static int64_t sooner(int64_t a, int64_t b)
{
    return !a ? b : !b ? a : a < b ? a : b;
}

static void before_poll(uv_prepare_t *handle)
{
    struct site *site = handle->data;
    if (site->stopping) return;
    if (!hall_count(site->hall)) site->started += clock_catch_up();
    clock_not_before(hall_opened(site->hall));
    int64_t now = site_now();
    int64_t next = sooner(hall_tick(site->hall, now), ticks_run(site, now));
    if (next == site->alarm_at) return;
    site->alarm_at = next;
    if (!next)
        uv_timer_stop(&site->alarm);
    else
        uv_timer_start(&site->alarm, alarm_rings, next > now ? (uint64_t)(next - now) : 0, 0);
}

/* ---- opening and closing ---- */

static bool listens_everywhere(const char *host)
{
    return !*host || strcmp(host, "*") == 0 || strcmp(host, "0.0.0.0") == 0 ||
           strcmp(host, "::") == 0;
}

static bool has_proxy(const struct settings *s)
{
    return s->trust_proxy || s->trusted_proxies[0];
}

/* The names we go by, where the operator said anything about that: of the public address, and of the
 * machine on its network. A proxy that nobody told us the public address of knows it itself. */
static const char *find_hosts(struct site *site)
{
    const struct settings *s = site->settings;
    char machine[65] = "";
    const char *name = strstr(s->public_url, "://");
    name = name ? name + 3 : s->public_url;
    if (!*name && (has_proxy(s) || s->unix_path[0] || listens_everywhere(s->host))) return NULL;
    gethostname(machine, sizeof machine - 1);
    snprintf(site->hosts, sizeof site->hosts, "%.*s,%s,%s.local", (int)strcspn(name, ":/"), name,
             machine, machine);
    return site->hosts;
}

/* Below these rates the doors answer with a refusal, see doors.h; above, nobody listens. */
static struct wire_rate rate_of(int64_t per_second, int64_t part, int64_t times, uint32_t at_once)
{
    if (!per_second) return (struct wire_rate){0};
    int64_t most = per_second * times / part;
    if (most < (int64_t)at_once / 8) most = at_once / 8;
    int64_t burst = per_second * times * 3 / part;
    uint32_t refill = most < 1000 ? (uint32_t)(1000 / most) : 1;
    return (struct wire_rate){burst > at_once ? (uint32_t)burst : at_once, refill};
}

const char *site_proxies(const struct settings *s, struct proxies *out)
{
    if (s->trust_proxy) proxies_add(out, "127.0.0.0/8,::1,unix");
    for (int i = 0; s->trusted_proxies[i]; i++)
        if (!proxies_add(out, s->trusted_proxies[i])) return s->trusted_proxies[i];
    return NULL;
}

static void open_net(struct site *site)
{
    const struct settings *s = site->settings;
    struct net_settings settings = NET_SETTINGS_DEFAULT;
    struct wire_hooks hooks = {.context = site,
                               .request = routes_request,
                               .body_max = imports_body_max,
                               .note = note,
                               .relieved = relieved};
    settings.connections_max = (uint32_t)s->connections_max;
    settings.stranger = rate_of(s->events_per_second, 4, 1, STRANGER_AT_ONCE);
    settings.known = rate_of(s->events_per_second, 1, 3, KNOWN_AT_ONCE);
    settings.per_address_max = (uint32_t)s->per_address_max;
    settings.memory_max = (size_t)s->memory_mb << 20;
    settings.origins = s->origins[0] ? s->origins : NULL;
    settings.hosts = find_hosts(site);
    site_proxies(s, &settings.proxies);
    net_init(&site->net, site->loop, &settings, &hooks);
    net_on_turn(&site->net, turned, site);
    sockets_open(site);
}

/* After net's, so that it runs before net's: what the hall says here still leaves in this turn. */
static void start_clock(struct site *site)
{
    uv_timer_init(site->loop, &site->alarm);
    site->alarm.data = site;
    uv_prepare_init(site->loop, &site->before_poll);
    site->before_poll.data = site;
    uv_prepare_start(&site->before_poll, before_poll);
    uv_unref((uv_handle_t *)&site->alarm);
    uv_unref((uv_handle_t *)&site->before_poll);
}

static bool open_rooms(struct site *site, char problem[STORE_ERROR_BYTES])
{
    const struct house *house = games_house(site->games);
    struct hall_hooks hooks = {site,     told,   listeners_closed, bots_think,
                               complain, loaded, listeners_let_go};
    site->projector = projector_open(site->store, problem);
    if (!site->projector) return false;
    site->hall = hall_open(site->store, house, &hooks, site->started, problem);
    if (!site->hall) return false;
    clock_not_before(hall_opened(site->hall));
    if (projector_catch_up(site->projector, house, problem)) return true;
    hall_close(site->hall);
    return false;
}

bool site_open(struct site *site, const struct settings *settings, struct games *games,
               uv_loop_t *loop, char problem[STORE_ERROR_BYTES])
{
    *site = (struct site){.settings = settings, .games = games, .loop = loop};
    site->started = site_now();
    uv_async_init(loop, &site->store_ready, drain);
    site->store_ready.data = site;
    uv_unref((uv_handle_t *)&site->store_ready);
    struct store_options options = {.place = settings->store[0] ? settings->store : settings->data,
                                    .house = settings->house,
                                    .mode = STORE_SERVE,
                                    .ready = store_ready,
                                    .ready_arg = site,
                                    .complain = store_complains,
                                    .broken = store_broken,
                                    .accept_loss = settings->accept_loss,
                                    .copy_to = settings->copy_to,
                                    .gather = true,
                                    .rest_ms = STORE_REST_MS};
    site->store = store_open(&options, problem);
    if (!site->store) return false;
    if (!open_rooms(site, problem)) {
        projector_close(site->projector);
        store_close(site->store);
        return false;
    }
    if (settings->forget_days)
        hall_forget(site->hall, site->started - settings->forget_days * DAY_MS);
    if (!extras_opened(site, problem)) {
        hall_close(site->hall);
        projector_close(site->projector);
        store_close(site->store);
        return false;
    }
    admin_open(site);
    doors_open(site);
    open_net(site);
    start_clock(site);
    films_open(site);
    return true;
}

/* Answers may make new appends; in the end there are none. */
static void settle(struct site *site)
{
    for (int i = 0; i < 100 && store_figures(site->store).waiting; i++) {
        store_flush(site->store);
        store_drain(site->store);
    }
}

static void stopped(struct net *net, void *data)
{
    (void)net;
    struct site *site = data;
    uv_stop(site->loop);
}

void site_stop(struct site *site)
{
    if (site->stopping) return;
    /* Everything that was accepted is stored and told before anybody is sent away. */
    settle(site);
    site->stopping = true;
    listeners_free_all(site);
    net_stop(&site->net, LEAVE_WITHIN_MS, stopped, site);
}

void site_close(struct site *site)
{
    site->stopping = true;
    listeners_free_all(site);
    socketio_free(&site->io);
    net_free(&site->net);
    uv_prepare_stop(&site->before_poll);
    uv_run(site->loop, UV_RUN_NOWAIT);
    settle(site);
    while (site->inquiries) /* they read the store that is about to be closed */
        uv_run(site->loop, UV_RUN_ONCE);
    listeners_free_all(site);
    extras_closed(site);
    films_close(site);
    hall_close(site->hall);
    projector_close(site->projector);
    store_close(site->store);
    admin_close(site);
    doors_close(site);
    deadlines_free(&site->ticks);
}
