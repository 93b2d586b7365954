/* Server-Sent Events: what the lobby's page lives on. The stream, not the page, seats a guest:
 * messengers fetch links to preview them, and nobody wants those at the table. */
#include "core/alloc.h"
#include "site/doors.h"
#include "site/listeners.h"
#include "site/lobby_copy.h"
#include "site/names.h"
#include "site/routes.h"
#include "wire/sse.h"

#include <stdio.h>
#include <stdlib.h>

#define RETRY_MS 1000

struct stream {
    struct listener listener;
    struct visit *visit; /* its language, look and tokens */
    bool opened;
    bool guest_known;              /* has been told that somebody came */
    bool start_known;              /* and that the game began */
    uint64_t status, start, lobby; /* hashes of what it was sent last */
};

static struct stream *stream_of(struct listener *l)
{
    return (struct stream *)l;
}

static void stream_free(struct stream *s)
{
    if (s->opened) s->visit->site->metrics.streams--;
    visit_free(s->visit);
    free(s);
}

static void say(struct stream *s, int64_t id, const char *name, struct span data)
{
    struct buffer text = {0};
    sse_event(&text, id, name, data);
    connection_write(s->visit->c, text.data, text.len);
    buffer_free(&text);
}

/* What many are told is encoded once. */
static void say_shared(struct stream *s, int64_t id, const char *name, struct span data,
                       struct parcel **parcel)
{
    if (!*parcel) {
        *parcel = parcel_new();
        sse_event(&(*parcel)->frames, id, name, data);
    }
    connection_send(s->visit->c, *parcel);
}

/* Sends a part unless it is what the page has already. */
static void send_part(struct stream *s, const struct lobby_part *part, uint64_t *last)
{
    if (part->event && part->hash != *last) connection_send(s->visit->c, part->event);
    if (part->event) *last = part->hash;
}

static void send_copy(struct stream *s, const struct lobby_copy *copy)
{
    send_part(s, &copy->status, &s->status);
    send_part(s, &copy->start, &s->start);
    send_part(s, &copy->lobby, &s->lobby);
}

static void send_lobby(struct stream *s, const struct room *room)
{
    struct lobby_copies *shared = s->listener.person ? NULL : s->listener.on->copies;
    const struct lobby_copy *copy = shared ? lobby_copies_find(shared, s->visit, room) : NULL;
    if (copy) {
        send_copy(s, copy);
        return;
    }
    struct lobby_copy own = lobby_copy_make(s->visit, room, s->listener.person);
    send_copy(s, &own);
    lobby_copy_free(&own);
}

static void stepped(struct listener *l, const struct room *room)
{
    struct stream *s = stream_of(l);
    if (room->guest_came && !s->guest_known) {
        s->guest_known = true;
        say(s, room->seq, "connected", span_of("guest"));
    }
    if (room->last.news || !s->status) send_lobby(s, room);
    if (room->phase == ROOM_PLAYING && !s->start_known) {
        char path[40];
        snprintf(path, sizeof path, "/rooms/%s/game", room->code);
        say(s, room->seq, "game-start", span_of(path));
    }
    s->start_known = room->phase == ROOM_PLAYING;
}

static void event(struct listener *l, const struct says_event *e, struct parcel **parcel)
{
    /* the page lives on fragments and views, but for the house's own word */
    if (strcmp(e->name, "announcement") == 0)
        say_shared(stream_of(l), -1, e->name, (struct span){e->text, e->len}, parcel);
}

static void view(struct listener *l, uint32_t seq, struct span json, struct parcel **parcel)
{
    struct stream *s = stream_of(l);
    s->visit->site->metrics.views_sent++;
    say_shared(s, seq, "view", json, parcel);
}

static void out(struct listener *l, const char *why)
{
    struct stream *s = stream_of(l);
    say(s, -1, "closed", span_of(why));
    connection_end(s->visit->c);
    stream_free(s);
}

static const struct listener_ways ways = {ENCODING_SSE, event, view, stepped, out};

static void gone(struct connection *c, void *data)
{
    struct stream *s = data;
    (void)c;
    listener_leave(&s->listener, site_now());
    stream_free(s);
}

/* Begins the stream for a person or (0) for the crowd. `last_id` is what the client has seen, -1 if
 * it is new; `fresh` says that the step by which it came in is about to be told. */
static void begin(struct stream *s, struct live *live, uint16_t person, int64_t last_id, bool fresh)
{
    struct visit *v = s->visit;
    struct buffer hello = {0};
    int64_t now = site_now();
    reply_header(&v->headers, "X-Content-Type-Options", "nosniff");
    connection_stream(v->c, (struct span){v->headers.data, v->headers.len}, gone, s);
    buffer_free(&v->headers);
    sse_retry(&hello, RETRY_MS);
    connection_write(v->c, hello.data, hello.len);
    buffer_free(&hello);
    s->opened = true;
    v->site->metrics.streams++;
    const struct room *room = live->room;
    s->guest_known = room->guest_came && last_id >= room->guest_came;
    s->start_known = room->phase == ROOM_PLAYING && last_id >= room->started;
    listener_join(&s->listener, v->site, live, person, now);
    if (person) devices_note(s->listener.on, person, &v->device);
    announcement_greet(v->site, &s->listener, now);
    if (fresh || last_id == live->room->seq) return;
    stepped(&s->listener, live->room);
    if (s->listener.views) listener_send_view(&s->listener, now);
}

static void seated(void *arg, const struct hall_answer *answer)
{
    struct stream *s = arg;
    struct visit *v = s->visit;
    if (!v->c) { /* hung up while it was being seated; the seat is kept for a while */
        stream_free(s);
        return;
    }
    if (!refused(&answer->refusal)) {
        visit_set_cookies(v, answer->live->room->code, answer->token, NULL);
        begin(s, answer->live, answer->person, -1, true);
        return;
    }
    enum refusal_code code = answer->refusal.code;
    bool later = code == REFUSAL_CODE_UNAVAILABLE || code == REFUSAL_CODE_TOO_MANY_REQUESTS;
    if (answer->live && !later && listeners_have_place(v->site, answer->live)) {
        begin(s, answer->live, 0, -1, false); /* no chair free: looks on */
        return;
    }
    struct refusal why = answer->refusal;
    s->visit = NULL;
    free(s);
    answer_refusal(v, &why, NULL, NULL);
}

/* A stream may seat somebody: no page of another site opens one, nor a picture on such a page, which
 * comes without an Origin. */
static bool may_read_here(const struct visit *v)
{
    const struct wire *wire = &v->site->net.wire;
    bool from_elsewhere = span_is_nocase(http_field(v->r, "Sec-Fetch-Site"), "cross-site") &&
                          !http_field(v->r, "Origin").at;
    return !from_elsewhere && wire_origin_allowed(wire, v->r);
}

void open_stream(struct visit *v)
{
    v->json = true;
    if (!may_read_here(v)) {
        answer_error(v, 403, "BAD_ORIGIN", "A page of another site may not do that.");
        return;
    }
    struct live *live = visit_room(v);
    if (!live) return;
    struct span empty = {"", 0};
    char watch[8], views[8];
    uint16_t person = visit_person(v, live->room);
    bool looks_on = visit_query(v, "watch", watch, sizeof watch)[0] == '1';
    const struct person *left = person ? NULL : visit_left(v, live->room);
    bool parted = left ? left->out || left->quit : !person && visit_had_seat(v, live->room->code);
    bool stays_away = parted && !looks_on;
    if (v->head || stays_away) {
        /* 204 tells a browser not to try again: who was put out, or left, or whose seat is at another
         * device now, is not brought in by it */
        answer_bytes(v, v->head ? 200 : 204, v->head ? "text/event-stream" : NULL, empty);
        return;
    }
    bool running = live->room->phase == ROOM_PLAYING; /* who comes late is asked first */
    bool has_place = person || looks_on || (running && !left);
    bool may = person      ? doors_may_act(v->site, v->key, live, person)
               : has_place ? doors_may_join(v->site, v->key)
                           : true; /* ask_join will look */
    struct refusal why = may ? ACCEPTED : REFUSE(TOO_MANY_REQUESTS);
    if (has_place && !person && !listeners_have_place(v->site, live)) why = REFUSE(ROOM_FULL);
    if (!has_place) why = doors_banned(v->site, &v->device, v->now);
    if (refused(&why)) {
        answer_refusal(v, &why, NULL, NULL);
        return;
    }
    struct stream *s = alloc_zero(1, sizeof *s);
    s->visit = v;
    s->listener.ways = &ways;
    s->listener.page = true;
    s->listener.views = visit_query(v, "views", views, sizeof views)[0] == '1';
    int64_t last_id = sse_last_id(http_field(v->r, "Last-Event-ID"));
    struct page_context context = visit_context(v);
    struct asker who = visit_asker(v, live, 0);
    struct newcomer guest = {.name = default_name(context.language, false)};
    uint16_t number = left ? left->number : 0;
    visit_hold(v);
    if (has_place)
        begin(s, live, person, last_id, false);
    else if (number)
        ask_return(&who, number, NULL, (struct hall_done){seated, s});
    else
        ask_join(&who, &guest, (struct hall_done){seated, s});
}
