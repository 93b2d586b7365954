#include "site/sockets.h"
#include "core/alloc.h"
#include "core/depth.h"
#include "site/actions.h"
#include "site/doors.h"
#include "site/listeners.h"
#include "site/reports.h"
#include "site/says_json.h"
#include "wire/form.h"

#include <limits.h>
#include <stdlib.h>

#define MESSAGE_BYTES_MAX 100000

/* One connection of somebody. */
struct caller {
    struct listener listener;
    struct site *site;
    struct socketio_client *client;
    struct device device;
    struct ask *asks; /* not answered yet */
};

/* A question that the hall has not answered yet; outlives its caller. */
struct ask {
    struct site *site;
    struct caller *caller; /* NULL: hung up */
    struct ask *next, **link;
    int64_t ack;
    bool views;
    uint64_t began; /* nanoseconds */
};

static struct ask *ask_new(struct caller *caller, int64_t ack)
{
    struct ask *ask = alloc_zero(1, sizeof *ask);
    *ask = (struct ask){.site = caller->site, .caller = caller, .ack = ack, .began = uv_hrtime()};
    ask->next = caller->asks;
    ask->link = &caller->asks;
    if (ask->next) ask->next->link = &ask->next;
    caller->asks = ask;
    return ask;
}

static void forget(struct ask *ask)
{
    if (!ask->caller) return;
    *ask->link = ask->next;
    if (ask->next) ask->next->link = ask->link;
    ask->caller = NULL;
}

/* Takes the question off the list; its copy says who asked. */
static struct ask ask_end(struct ask *ask, const struct hall_answer *answer)
{
    struct ask copy = *ask;
    if (!refused(&answer->refusal))
        metrics_append(&ask->site->metrics, (uv_hrtime() - ask->began) / 1000);
    forget(ask);
    free(ask);
    return copy;
}

/* ---- answers ---- */

static void refuse(struct caller *caller, int64_t ack, const struct refusal *refusal)
{
    struct buffer text = {0};
    struct writer w = writer_to(&text);
    bool stale = refusal->code == REFUSAL_CODE_STALE;
    if (ack >= 0) {
        write_object(&w);
        if (stale) {
            put_bool(&w, "ok", false);
            put_bool(&w, "stale", true);
        } else {
            write_key(&w, "error");
            json_refusal(&w, refusal);
        }
        write_end(&w);
        socketio_ack_n(caller->client, ack, text.data, text.len);
    } else if (!stale) { /* somebody else was quicker: nothing to complain about */
        json_refusal(&w, refusal);
        socketio_emit_n(caller->client, "error", text.data, text.len);
    }
    buffer_free(&text);
}

/* `room_created` or `room_joined`, and the same as acknowledgement. */
static void welcome(struct caller *caller, int64_t ack, const char *event, const struct room *room,
                    const struct hall_answer *answer)
{
    struct buffer text = {0};
    const char *token = answer ? answer->token : NULL;
    const char *host_token = answer ? answer->host_token : NULL;
    struct writer w = writer_to(&text);
    write_object(&w);
    put_bool(&w, "ok", true);
    json_entry(&w, room, caller->listener.person, token, host_token);
    write_end(&w);
    socketio_ack_n(caller->client, ack, text.data, text.len);
    socketio_emit_n(caller->client, event, text.data, text.len);
    buffer_free(&text);
}

/* ---- the listener's side ---- */

static struct caller *caller_of(struct listener *l)
{
    return (struct caller *)l;
}

static void send_event(struct listener *l, const struct says_event *event, struct parcel **parcel)
{
    struct caller *caller = caller_of(l);
    if (!*parcel) *parcel = socketio_event("/", event->name, event->text, event->len);
    caller->site->metrics.events_sent++;
    socketio_send(caller->client, *parcel);
}

static void send_view(struct listener *l, uint32_t seq, struct span json, struct parcel **parcel)
{
    struct caller *caller = caller_of(l);
    (void)seq;
    if (!*parcel) *parcel = socketio_event("/", "view", json.at, json.len);
    caller->site->metrics.views_sent++;
    socketio_send(caller->client, *parcel);
}

static void send_out(struct listener *l, const char *why)
{
    struct buffer text = {0};
    struct writer w = writer_to(&text);
    write_object(&w);
    put_string(&w, "reason", why);
    write_end(&w);
    socketio_emit_n(caller_of(l)->client, "room_closed", text.data, text.len);
    buffer_free(&text);
}

static const struct listener_ways ways = {send_event, send_view, NULL, send_out};

/* ---- create, join, watch ---- */

static const char *text_of(const json_t *payload, const char *key)
{
    return json_string_value(json_object_get(payload, key));
}

static uint64_t key_of(const struct caller *caller)
{
    return address_key(socketio_address(caller->client));
}

static void entered(struct ask *ask, const struct hall_answer *answer, const char *event)
{
    struct ask asked = ask_end(ask, answer);
    struct caller *caller = asked.caller;
    if (!caller) return;
    if (refused(&answer->refusal)) {
        refuse(caller, asked.ack, &answer->refusal);
        return;
    }
    listener_join(&caller->listener, caller->site, answer->live, answer->person, site_now());
    devices_note(caller->listener.on, answer->person, &caller->device);
    caller->listener.views = asked.views;
    welcome(caller, asked.ack, event, answer->live->room, answer);
}

static void created(void *arg, const struct hall_answer *answer)
{
    entered(arg, answer, "room_created");
}

static void joined(void *arg, const struct hall_answer *answer)
{
    entered(arg, answer, "room_joined");
}

static struct refusal create_room(struct caller *caller, json_t *payload, int64_t ack)
{
    struct site *site = caller->site;
    const json_t *wanted = json_object_get(payload, "game");
    const char *game = wanted ? json_string_value(wanted) : "taboo";
    const char *name = text_of(payload, "playerName");
    json_t *settings = json_object_get(payload, "settings");
    if (!game) return REFUSE(UNKNOWN_GAME);
    if (!name) return REFUSE(BAD_NAME);
    if (settings && !json_is_object(settings)) return REFUSE(BAD_SETTING);
    if (!doors_may_create(site, key_of(caller))) return REFUSE(TOO_MANY_REQUESTS);
    struct refusal banned = doors_banned(site, &caller->device, site_now());
    if (refused(&banned)) return banned;
    json_t *values = games_defaults(site->games, game);
    if (!values) values = json_object();
    if (settings) json_object_update(values, settings);
    struct ask *ask = ask_new(caller, ack);
    ask->views = json_is_true(json_object_get(payload, "views"));
    hall_create(site->hall, game, name, json_object_size(values) ? values : NULL, site_now(),
                (struct hall_done){created, ask});
    json_decref(values);
    return ACCEPTED;
}

static void send_missed(void *arg, const char *name, const char *text, size_t len)
{
    struct caller *caller = arg;
    caller->site->metrics.events_sent++;
    socketio_emit_n(caller->client, name, text, len);
}

/* Comes back to a seat, or (person 0) follows as the crowd. */
static void come_back(struct caller *caller, struct live *live, uint16_t person,
                      const json_t *payload, int64_t ack)
{
    int64_t now = site_now();
    const json_t *last = json_object_get(payload, "lastSeq");
    const json_t *part = json_object_get(payload, "lastPart");
    listener_join(&caller->listener, caller->site, live, person, now);
    if (person) devices_note(caller->listener.on, person, &caller->device);
    caller->listener.views = json_is_true(json_object_get(payload, "views"));
    welcome(caller, ack, "room_joined", live->room, NULL);
    json_int_t seq = json_integer_value(last);
    if (json_is_integer(last) && seq >= 0 && seq <= live->room->seq) {
        json_int_t n = json_integer_value(part);
        int seen = json_is_integer(part) && n >= -1 && n < INT_MAX ? (int)n : INT_MAX;
        hall_missed(live, person, (uint32_t)seq, seen, send_missed, caller);
    }
    if (caller->listener.views) listener_send_view(&caller->listener, now);
}

/* Whose seat a browser's cookie for this room says it is; 0: nobody's. */
static uint16_t cookie_person(const struct caller *caller, const struct room *room)
{
    char name[16], token[TOKEN_TEXT_LENGTH + 1];
    snprintf(name, sizeof name, "seat_%s", room->code);
    cookie_value(token, sizeof token, socketio_cookies(caller->client), name);
    const struct person *p = room_person_by_token(room, token);
    return p ? p->number : 0;
}

static struct refusal join_room(struct caller *caller, json_t *payload, int64_t ack)
{
    struct site *site = caller->site;
    struct refusal why;
    struct live *live = doors_find(site, key_of(caller), text_of(payload, "roomCode"), &why);
    if (!live) return why;
    if (!doors_may_join(site, key_of(caller))) return REFUSE(TOO_MANY_REQUESTS);
    const char *token = text_of(payload, "playerId");
    const char *name = text_of(payload, "playerName");
    const struct person *p = token ? room_person_by_token(live->room, token) : NULL;
    uint16_t person = p ? p->number : token || name ? 0 : cookie_person(caller, live->room);
    if (person) {
        come_back(caller, live, person, payload, ack);
        return ACCEPTED;
    }
    if (!name) return token ? REFUSE(NOT_IN_ROOM) : REFUSE(BAD_NAME);
    why = doors_banned(site, &caller->device, site_now());
    if (refused(&why)) return why;
    int team = -1;
    const json_t *team_name = json_object_get(payload, "teamName");
    if (live->room->game->teams && team_name && !json_is_null(team_name)) {
        team = json_is_string(team_name) ? room_team(live->room, json_string_value(team_name)) : -1;
        if (team < 0) return REFUSE(INVALID_TEAM);
    }
    struct ask *ask = ask_new(caller, ack);
    ask->views = json_is_true(json_object_get(payload, "views"));
    hall_join(live, name, team, json_is_true(json_object_get(payload, "watch")), site_now(),
              (struct hall_done){joined, ask});
    return ACCEPTED;
}

static struct refusal watch_room(struct caller *caller, json_t *payload, int64_t ack)
{
    struct refusal why;
    struct live *live =
        doors_find(caller->site, key_of(caller), text_of(payload, "roomCode"), &why);
    if (!live) return why;
    if (!doors_may_join(caller->site, key_of(caller))) return REFUSE(TOO_MANY_REQUESTS);
    come_back(caller, live, 0, payload, ack);
    return ACCEPTED;
}

/* ---- everything else ---- */

static void proposed(void *arg, const struct hall_answer *answer)
{
    struct ask asked = ask_end(arg, answer);
    if (!asked.caller) return;
    if (refused(&answer->refusal))
        refuse(asked.caller, asked.ack, &answer->refusal);
    else
        socketio_ack(asked.caller->client, asked.ack, "{\"ok\":true}");
}

/* Whoever is not in a room is not its host either; whether there is such a room is not told. */
static struct refusal elsewhere(const char *event, const char *code)
{
    return code && strcmp(event, "start_game") == 0 ? REFUSE(NOT_HOST) : REFUSE(NOT_IN_ROOM);
}

static struct refusal propose(struct caller *caller, const char *event, json_t *payload,
                              int64_t ack)
{
    struct live *live = listener_live(&caller->listener);
    uint16_t person = caller->listener.person;
    const char *code = text_of(payload, "roomCode");
    char normal[CODE_LENGTH + 1];
    struct step step;
    if (!live || !person) return elsewhere(event, code);
    if (code && (!code_normalise(normal, code) || strcmp(normal, live->room->code) != 0))
        return elsewhere(event, code);
    struct refusal refusal = action_step(live->room, event, payload, person, &step);
    if (refused(&refusal)) return refusal;
    hall_propose(live, &step, site_now(), (struct hall_done){proposed, ask_new(caller, ack)});
    return ACCEPTED;
}

static void reported(void *arg, const struct store_answer *stored)
{
    struct ask *ask = arg, asked = *ask;
    struct refusal refusal = REFUSE(UNAVAILABLE);
    forget(ask);
    free(ask);
    if (!asked.caller) return;
    if (stored->result == STORE_ACCEPTED)
        socketio_ack(asked.caller->client, asked.ack, "{\"ok\":true}");
    else
        refuse(asked.caller, asked.ack, &refusal);
}

static struct refusal report(struct caller *caller, json_t *payload, int64_t ack)
{
    struct live *live = listener_live(&caller->listener);
    struct rows rows = {0};
    if (!live || !caller->listener.person) return REFUSE(NOT_IN_ROOM);
    struct refusal refusal =
        report_rows(caller->site, live, caller->listener.person, payload, site_now(), &rows);
    if (!refused(&refusal)) store_note(caller->site->store, &rows, reported, ask_new(caller, ack));
    rows_free(&rows);
    return refusal;
}

static const struct entrance {
    const char *event;
    struct refusal (*enter)(struct caller *caller, json_t *payload, int64_t ack);
} entrances[] = {
    {"create_room", create_room},
    {"join_room", join_room},
    {"watch_room", watch_room},
    {"report", report},
};

static struct refusal handle(struct caller *caller, const struct socketio_event *e, json_t *payload)
{
    for (size_t i = 0; i < sizeof entrances / sizeof entrances[0]; i++)
        if (strcmp(entrances[i].event, e->name) == 0)
            return entrances[i].enter(caller, payload, e->ack);
    return propose(caller, e->name, payload, e->ack);
}

static void on_event(struct socketio_client *client, const struct socketio_event *e)
{
    struct caller *caller = client->user;
    const struct listener *l = &caller->listener;
    struct refusal refusal;
    json_t *given = json_array_get(e->args, 0);
    if (!doors_may_act(caller->site, key_of(caller), listener_live(l), l->person)) {
        refusal = REFUSE(TOO_MANY_REQUESTS);
    } else if ((given && !json_is_object(given) && !json_is_null(given)) || e->binary_count) {
        refusal = REFUSE(BAD_REQUEST);
    } else if (refusal = depth_check(given), !refused(&refusal)) {
        json_t *payload = json_is_object(given) ? json_incref(given) : json_object();
        refusal = handle(caller, e, payload);
        json_decref(payload);
    }
    if (refused(&refusal)) refuse(caller, e->ack, &refusal);
}

static void on_connected(struct socketio_client *client, const json_t *auth)
{
    struct caller *caller = alloc_zero(1, sizeof *caller);
    (void)auth;
    caller->listener.ways = &ways;
    caller->site = client->io->context;
    caller->client = client;
    caller->device = device_of(socketio_cookies(client), key_of(caller));
    client->user = caller;
}

static void on_disconnect(struct socketio_client *client, const char *why)
{
    struct caller *caller = client->user;
    (void)why;
    while (caller->asks)
        forget(caller->asks);
    listener_leave(&caller->listener, site_now());
    free(caller);
}

static const struct socketio_namespace spaces[] = {
    {.name = "/", .connected = on_connected, .event = on_event, .disconnect = on_disconnect},
    {0},
};

void sockets_open(struct site *site)
{
    struct engine_settings settings = ENGINE_SETTINGS_DEFAULT;
    settings.max_payload = MESSAGE_BYTES_MAX;
    socketio_init(&site->io, &site->net.wire, &settings, spaces, site);
}
