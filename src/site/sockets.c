#include "site/sockets.h"
#include "core/alloc.h"
#include "site/ask.h"
#include "site/doors.h"
#include "site/listeners.h"
#include "site/reports.h"
#include "site/says_json.h"
#include "wire/form.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#define MESSAGE_BYTES_MAX 100000

/* One connection of somebody. */
struct visitor {
    struct listener listener;
    struct site *site;
    struct socketio_client *client;
    struct device device;
    struct pending *pending; /* not answered yet */
};

/* A question that was not answered yet; outlives its visitor. */
struct pending {
    struct visitor *visitor; /* NULL: hung up */
    struct pending *next, **link;
    int64_t ack;
    bool views;
    char token[TOKEN_TEXT_LENGTH + 1]; /* with which somebody comes back; "": none */
};

static struct pending *pending_new(struct visitor *visitor, int64_t ack)
{
    struct pending *p = alloc_zero(1, sizeof *p);
    *p = (struct pending){.visitor = visitor, .ack = ack};
    p->next = visitor->pending;
    p->link = &visitor->pending;
    if (p->next) p->next->link = &p->next;
    visitor->pending = p;
    return p;
}

static void forget(struct pending *p)
{
    if (!p->visitor) return;
    *p->link = p->next;
    if (p->next) p->next->link = p->link;
    p->visitor = NULL;
}

/* Takes the question off the list; its copy says who asked. */
static struct pending pending_end(struct pending *p)
{
    struct pending copy = *p;
    forget(p);
    free(p);
    return copy;
}

/* ---- answers ---- */

static void refuse(struct visitor *visitor, int64_t ack, const struct refusal *refusal)
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
        socketio_ack_n(visitor->client, ack, text.data, text.len);
    } else if (!stale) { /* somebody else was quicker: nothing to complain about */
        json_refusal(&w, refusal);
        socketio_emit_n(visitor->client, "error", text.data, text.len);
    }
    buffer_free(&text);
}

/* `room_created` or `room_joined`, and the same as acknowledgement. */
static void welcome(struct visitor *visitor, int64_t ack, const char *event,
                    const struct room *room, const struct hall_answer *answer)
{
    struct buffer text = {0};
    const char *token = answer ? answer->token : NULL;
    const char *host_token = answer ? answer->host_token : NULL;
    struct writer w = writer_to(&text);
    write_object(&w);
    put_bool(&w, "ok", true);
    json_entry(&w, room, visitor->listener.person, token, host_token);
    write_end(&w);
    socketio_ack_n(visitor->client, ack, text.data, text.len);
    socketio_emit_n(visitor->client, event, text.data, text.len);
    buffer_free(&text);
    announcement_greet(visitor->site, &visitor->listener, site_now());
}

/* ---- the listener's side ---- */

static struct visitor *visitor_of(struct listener *l)
{
    return (struct visitor *)l;
}

static void send_event(struct listener *l, const struct says_event *event, struct parcel **parcel)
{
    struct visitor *visitor = visitor_of(l);
    if (!*parcel) *parcel = socketio_event("/", event->name, event->text, event->len);
    visitor->site->metrics.events_sent++;
    socketio_send(visitor->client, *parcel);
}

static void send_view(struct listener *l, uint32_t seq, struct span json, struct parcel **parcel)
{
    struct visitor *visitor = visitor_of(l);
    (void)seq;
    if (!*parcel) *parcel = socketio_event("/", "view", json.at, json.len);
    visitor->site->metrics.views_sent++;
    socketio_send(visitor->client, *parcel);
}

static void send_out(struct listener *l, const char *why)
{
    struct buffer text = {0};
    struct writer w = writer_to(&text);
    write_object(&w);
    put_string(&w, "reason", why);
    write_end(&w);
    socketio_emit_n(visitor_of(l)->client, "room_closed", text.data, text.len);
    buffer_free(&text);
}

static const struct listener_ways ways = {ENCODING_SOCKETIO, send_event, send_view, NULL, send_out};

/* ---- create, join, watch ---- */

static const char *text_of(const json_t *payload, const char *key)
{
    return json_string_value(json_object_get(payload, key));
}

static uint64_t key_of(const struct visitor *visitor)
{
    return address_key(socketio_address(visitor->client));
}

static struct asker asker_of(const struct visitor *visitor, struct live *live, uint16_t person)
{
    return (struct asker){
        .site = visitor->site,
        .key = key_of(visitor),
        .device = &visitor->device,
        .live = live,
        .person = person,
        .now = site_now(),
    };
}

static void entered(struct pending *p, const struct hall_answer *answer, const char *event)
{
    struct pending asked = pending_end(p);
    struct visitor *visitor = asked.visitor;
    if (!visitor) return;
    if (refused(&answer->refusal)) {
        refuse(visitor, asked.ack, &answer->refusal);
        return;
    }
    listener_join(&visitor->listener, visitor->site, answer->live, answer->person, site_now());
    session_know(visitor->client->session, answer->person != 0);
    devices_note(visitor->listener.on, answer->person, &visitor->device);
    visitor->listener.views = asked.views;
    struct hall_answer told = *answer;
    if (!told.token && asked.token[0]) told.token = asked.token;
    welcome(visitor, asked.ack, event, answer->live->room, &told);
}

static void created(void *arg, const struct hall_answer *answer)
{
    entered(arg, answer, "room_created");
}

static void joined(void *arg, const struct hall_answer *answer)
{
    entered(arg, answer, "room_joined");
}

/* `done` will hear of it, with what it needs then. */
static struct hall_done enters(struct visitor *visitor, const json_t *payload, int64_t ack,
                               void (*done)(void *arg, const struct hall_answer *answer))
{
    struct pending *p = pending_new(visitor, ack);
    p->views = json_is_true(json_object_get(payload, "views"));
    return (struct hall_done){done, p};
}

static struct refusal create_room(struct visitor *visitor, json_t *payload, int64_t ack)
{
    const json_t *wanted = json_object_get(payload, "game");
    const char *game = wanted ? json_string_value(wanted) : "taboo";
    const char *name = text_of(payload, "playerName");
    const json_t *settings = json_object_get(payload, "settings");
    struct asker who = asker_of(visitor, NULL, 0);
    if (!game) return REFUSE(UNKNOWN_GAME);
    if (!name) return REFUSE(BAD_NAME);
    if (settings && !json_is_object(settings)) return REFUSE(BAD_SETTING);
    struct newcomer host = {.name = name, .avatar = text_of(payload, "avatar")};
    ask_create(&who, game, &host, settings, enters(visitor, payload, ack, created));
    return ACCEPTED;
}

static void send_missed(void *arg, const char *name, const char *text, size_t len)
{
    struct visitor *visitor = arg;
    visitor->site->metrics.events_sent++;
    socketio_emit_n(visitor->client, name, text, len);
}

/* Comes back to a seat, or (person 0) follows as the crowd. Whose the seat is may always. */
static struct refusal come_back(struct visitor *visitor, struct live *live, uint16_t person,
                                const json_t *payload, int64_t ack)
{
    int64_t now = site_now();
    if (!person && !doors_may_join(visitor->site, key_of(visitor)))
        return REFUSE(TOO_MANY_REQUESTS);
    const json_t *last = json_object_get(payload, "lastSeq");
    const json_t *part = json_object_get(payload, "lastPart");
    listener_join(&visitor->listener, visitor->site, live, person, now);
    session_know(visitor->client->session, person != 0);
    if (person) devices_note(visitor->listener.on, person, &visitor->device);
    visitor->listener.views = json_is_true(json_object_get(payload, "views"));
    welcome(visitor, ack, "room_joined", live->room, NULL);
    json_int_t seq = json_integer_value(last);
    if (json_is_integer(last) && seq >= 0 && seq <= live->room->seq) {
        json_int_t n = json_integer_value(part);
        int seen = json_is_integer(part) && n >= -1 && n < INT_MAX ? (int)n : INT_MAX;
        hall_missed(live, person, (uint32_t)seq, seen, send_missed, visitor);
    }
    if (visitor->listener.views) listener_send_view(&visitor->listener, now);
    return ACCEPTED;
}

/* The secret of a seat in this room that a browser's cookie holds; "" if there is none. */
static void cookie_token(const struct visitor *visitor, const struct room *room,
                         char token[TOKEN_TEXT_LENGTH + 1])
{
    char name[16];
    snprintf(name, sizeof name, "seat_%s", room->code);
    cookie_value(token, TOKEN_TEXT_LENGTH + 1, socketio_cookies(visitor->client), name);
}

/* Somebody who left. A page that was still open does not bring back who went by own will. */
static struct refusal return_to(struct visitor *visitor, struct live *live, const struct person *p,
                                const char *token, json_t *payload, int64_t ack)
{
    bool named = text_of(payload, "playerId") || text_of(payload, "playerName");
    if (p->out) return REFUSE(PUT_OUT);
    if (p->quit && !named) return REFUSE(NOT_IN_ROOM);
    struct asker who = asker_of(visitor, live, 0);
    struct newcomer as = {.name = text_of(payload, "playerName"),
                          .team = json_object_get(payload, "teamName"),
                          .watch = json_is_true(json_object_get(payload, "watch")),
                          .avatar = text_of(payload, "avatar")};
    struct hall_done done = enters(visitor, payload, ack, joined);
    struct pending *pending = done.arg;
    snprintf(pending->token, sizeof pending->token, "%s", token);
    ask_return(&who, p->number, as.name ? &as : NULL, done);
    return ACCEPTED;
}

/* What says who comes back: a token, or a cookie if there is neither token nor name; "": nothing. */
static const char *token_of(const struct visitor *visitor, const json_t *payload,
                            const struct room *room, char cookie[TOKEN_TEXT_LENGTH + 1])
{
    const char *token = text_of(payload, "playerId");
    cookie[0] = 0;
    if (token) return token;
    if (!text_of(payload, "playerName")) cookie_token(visitor, room, cookie);
    return cookie;
}

/* Who comes back with this; 0: nobody who is there. */
static uint16_t person_of(const struct visitor *visitor, const json_t *payload,
                          const struct room *room)
{
    char cookie[TOKEN_TEXT_LENGTH + 1];
    const struct person *p = room_person_by_token(room, token_of(visitor, payload, room, cookie));
    return p ? p->number : 0;
}

/* What came with a wish to enter. */
struct wish {
    const struct visitor *visitor;
    const json_t *payload;
};

static bool is_inside(void *arg, const struct room *room)
{
    const struct wish *wish = arg;
    char cookie[TOKEN_TEXT_LENGTH + 1];
    const char *token = token_of(wish->visitor, wish->payload, room, cookie);
    return room_person_by_token(room, token) || room_left_by_token(room, token);
}

static struct live *find_room(const struct visitor *visitor, const json_t *payload,
                              struct refusal *why)
{
    struct wish wish = {visitor, payload};
    struct proof proof = {is_inside, &wish};
    return doors_find(visitor->site, key_of(visitor), text_of(payload, "roomCode"), &proof, why);
}

static struct refusal join_room(struct visitor *visitor, json_t *payload, int64_t ack)
{
    struct refusal why;
    struct live *live = find_room(visitor, payload, &why);
    if (!live) return why;
    char cookie[TOKEN_TEXT_LENGTH + 1];
    const char *name = text_of(payload, "playerName");
    const char *token = token_of(visitor, payload, live->room, cookie);
    const struct person *p = room_person_by_token(live->room, token);
    if (p) return come_back(visitor, live, p->number, payload, ack);
    p = room_left_by_token(live->room, token);
    if (p) return return_to(visitor, live, p, token, payload, ack);
    if (!name) return text_of(payload, "playerId") ? REFUSE(NOT_IN_ROOM) : REFUSE(BAD_NAME);
    struct asker who = asker_of(visitor, live, 0);
    struct newcomer newcomer = {.name = name,
                                .team = json_object_get(payload, "teamName"),
                                .watch = json_is_true(json_object_get(payload, "watch")),
                                .avatar = text_of(payload, "avatar")};
    ask_join(&who, &newcomer, enters(visitor, payload, ack, joined));
    return ACCEPTED;
}

static struct refusal watch_room(struct visitor *visitor, json_t *payload, int64_t ack)
{
    struct refusal why;
    struct live *live = find_room(visitor, payload, &why);
    if (live && !listeners_have_place(visitor->site, live)) return REFUSE(ROOM_FULL);
    return live ? come_back(visitor, live, 0, payload, ack) : why;
}

/* ---- everything else ---- */

static void proposed(void *arg, const struct hall_answer *answer)
{
    struct pending asked = pending_end(arg);
    if (!asked.visitor) return;
    if (refused(&answer->refusal))
        refuse(asked.visitor, asked.ack, &answer->refusal);
    else
        socketio_ack(asked.visitor->client, asked.ack, "{\"ok\":true}");
}

static void reported(void *arg, const struct store_answer *stored)
{
    struct pending asked = pending_end(arg);
    struct refusal refusal = REFUSE(UNAVAILABLE);
    if (!asked.visitor) return;
    if (stored->result == STORE_ACCEPTED)
        socketio_ack(asked.visitor->client, asked.ack, "{\"ok\":true}");
    else
        refuse(asked.visitor, asked.ack, &refusal);
}

static struct refusal report(struct visitor *visitor, json_t *payload, int64_t ack)
{
    struct live *live = listener_live(&visitor->listener);
    struct rows rows = {0};
    if (!live || !visitor->listener.person) return REFUSE(NOT_IN_ROOM);
    struct refusal refusal =
        report_rows(visitor->site, live, visitor->listener.person, payload, site_now(), &rows);
    if (!refused(&refusal))
        store_note(visitor->site->store, &rows, reported, pending_new(visitor, ack));
    rows_free(&rows);
    return refusal;
}

static const struct entrance {
    const char *event;
    struct refusal (*enter)(struct visitor *visitor, json_t *payload, int64_t ack);
} entrances[] = {
    {"create_room", create_room},
    {"join_room", join_room},
    {"watch_room", watch_room},
    {"report", report},
};

/* Who asks, as far as the payload does not name another room than the one that is listened to. */
static struct asker asker_inside(const struct visitor *visitor, const json_t *payload)
{
    const char *code = text_of(payload, "roomCode");
    char normal[CODE_LENGTH + 1];
    const struct listener *l = &visitor->listener;
    struct asker who = asker_of(visitor, listener_live(l), l->person);
    who.named = code != NULL;
    if (code && who.live &&
        (!code_normalise(normal, code) || strcmp(normal, who.live->room->code) != 0))
        who.live = NULL;
    return who;
}

/* Who asks to come in: somebody with a place there is limited as that person, all others by the
 * address that they share with their neighbours. */
static struct asker asker_at_door(const struct visitor *visitor, const struct entrance *entrance,
                                  const json_t *payload)
{
    struct asker who = asker_inside(visitor, payload);
    const char *code = text_of(payload, "roomCode");
    struct live *live = code ? hall_find(visitor->site->hall, code) : NULL;
    uint16_t person =
        live && entrance->enter == join_room ? person_of(visitor, payload, live->room) : 0;
    if (!person) return who;
    who.live = live;
    who.person = person;
    return who;
}

static const struct entrance *find_entrance(const char *event)
{
    for (size_t i = 0; i < sizeof entrances / sizeof entrances[0]; i++)
        if (strcmp(entrances[i].event, event) == 0) return &entrances[i];
    return NULL;
}

static void on_event(struct socketio_client *client, const struct socketio_event *e)
{
    struct visitor *visitor = client->user;
    const struct entrance *entrance = find_entrance(e->name);
    json_t *given = json_array_get(e->args, 0);
    bool nothing = !given || json_is_null(given);
    json_t *payload = e->binary_count ? NULL : nothing ? json_object() : json_incref(given);
    struct asker who =
        entrance ? asker_at_door(visitor, entrance, payload) : asker_inside(visitor, payload);
    if (!entrance) {
        ask_room(&who, e->name, payload,
                 (struct hall_done){proposed, pending_new(visitor, e->ack)});
    } else {
        struct refusal refusal = ask_allowed(&who, payload);
        if (!refused(&refusal)) refusal = entrance->enter(visitor, payload, e->ack);
        if (refused(&refusal)) refuse(visitor, e->ack, &refusal);
    }
    json_decref(payload);
}

static void on_connected(struct socketio_client *client, const json_t *auth)
{
    struct visitor *visitor = alloc_zero(1, sizeof *visitor);
    (void)auth;
    visitor->listener.ways = &ways;
    visitor->site = client->io->context;
    visitor->client = client;
    visitor->device = device_of(socketio_cookies(client), key_of(visitor));
    client->user = visitor;
}

static void on_disconnect(struct socketio_client *client, const char *why)
{
    struct visitor *visitor = client->user;
    (void)why;
    while (visitor->pending)
        forget(visitor->pending);
    listener_leave(&visitor->listener, site_now());
    free(visitor);
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
