#include "wire/socketio.h"
#include "core/alloc.h"
#include "core/writer.h"

#include <stdlib.h>

/* What one session has of Socket.IO: its clients, one a namespace, and perhaps a packet whose
 * binary messages are still coming. */
struct partial {
    struct packet packet;
    uint32_t count; /* attachments that are here */
    size_t bytes;   /* of all of them */
    struct span attachments[];
};

struct link {
    struct socketio_client *clients;
    struct partial *partial;
    char *cookies; /* of the request that opened the session; NULL: none */
};

static void free_partial(struct link *l)
{
    struct partial *p = l->partial;
    if (!p) return;
    l->partial = NULL;
    for (uint32_t i = 0; i < p->count; i++)
        free((char *)p->attachments[i].at);
    packet_free(&p->packet);
    free(p);
}

static struct socketio_client *client_in(const struct link *l, const char *namespace)
{
    struct socketio_client *c = l->clients;
    while (c && strcmp(c->space->name, namespace) != 0)
        c = c->next;
    return c;
}

/* ---- encoding ---- */

/* A packet before its body, in a buffer with room for `more` bytes of it. */
static struct buffer begin(enum packet_type type, const char *namespace, int64_t id, size_t more,
                           uint32_t attachments)
{
    struct buffer text = {0};
    buffer_reserve(&text, 64 + strlen(namespace) + more);
    packet_write_head(&text, type, attachments, namespace, id);
    return text;
}

static struct parcel *end(struct buffer *text, const struct span *binary, uint32_t count)
{
    struct parcel *p = parcel_new();
    parcel_add_text(p, text->data, text->len);
    for (uint32_t i = 0; i < count; i++)
        parcel_add_binary(p, binary[i].at, binary[i].len);
    buffer_free(text);
    return p;
}

static struct parcel *encode(enum packet_type type, const char *namespace, struct span body)
{
    struct buffer text = begin(type, namespace, -1, body.len, 0);
    buffer_add(&text, body.at, body.len);
    return end(&text, NULL, 0);
}

/* `["name",args]`, or `[args]` without a name. */
static void write_args(struct buffer *out, const char *name, const char *args, size_t len)
{
    struct writer w = writer_to(out);
    buffer_add_byte(out, '[');
    if (name) write_string(&w, name);
    if (name && len) buffer_add_byte(out, ',');
    buffer_add(out, args, len);
    buffer_add_byte(out, ']');
}

struct parcel *socketio_event_binary(const char *namespace, const char *event, const char *args,
                                     size_t len, const struct span *binary, uint32_t count)
{
    enum packet_type type = count ? PACKET_BINARY_EVENT : PACKET_EVENT;
    struct buffer text = begin(type, namespace, -1, strlen(event) + len, count);
    write_args(&text, event, args, len);
    return end(&text, binary, count);
}

struct parcel *socketio_event(const char *namespace, const char *event, const char *args,
                              size_t len)
{
    return socketio_event_binary(namespace, event, args, len, NULL, 0);
}

struct parcel *socketio_ack_parcel(const char *namespace, int64_t id, const char *args, size_t len,
                                   const struct span *binary, uint32_t count)
{
    struct buffer text = begin(count ? PACKET_BINARY_ACK : PACKET_ACK, namespace, id, len, count);
    write_args(&text, NULL, args, len);
    return end(&text, binary, count);
}

/* ---- sending ---- */

void socketio_send(struct socketio_client *c, struct parcel *p)
{
    if (c->in) session_send(c->session, p);
}

static void send_once(struct socketio_client *c, struct parcel *p)
{
    socketio_send(c, p);
    parcel_release(p);
}

void socketio_emit_n(struct socketio_client *c, const char *event, const char *args, size_t len)
{
    send_once(c, socketio_event(c->space->name, event, args, len));
}

void socketio_emit(struct socketio_client *c, const char *event, const char *args)
{
    socketio_emit_n(c, event, args, args ? strlen(args) : 0);
}

void socketio_ack_n(struct socketio_client *c, int64_t id, const char *args, size_t len)
{
    if (id >= 0) send_once(c, socketio_ack_parcel(c->space->name, id, args, len, NULL, 0));
}

void socketio_ack(struct socketio_client *c, int64_t id, const char *args)
{
    socketio_ack_n(c, id, args, args ? strlen(args) : 0);
}

const struct address *socketio_address(const struct socketio_client *c)
{
    return &c->session->client;
}

struct span socketio_cookies(const struct socketio_client *c)
{
    const struct link *l = c->session->user;
    return span_of(l->cookies ? l->cookies : "");
}

/* ---- coming and going ---- */

static void leave(struct link *l, struct socketio_client *c, const char *why)
{
    struct socketio_client **at = &l->clients;
    while (*at != c)
        at = &(*at)->next;
    *at = c->next;
    c->in = false;
    c->io->clients--;
    socketio_leave_all(c);
    if (c->space->disconnect) c->space->disconnect(c, why);
    free(c);
}

static void send_connect_error(struct session *s, const char *namespace,
                               struct socketio_refusal *why)
{
    struct buffer body = {0};
    struct writer w = writer_to(&body);
    write_object(&w);
    put_string(&w, "message", why->message);
    if (why->data) {
        char *data = json_dumps(why->data, JSON_COMPACT | JSON_ENCODE_ANY);
        write_key(&w, "data");
        write_raw(&w, data, strlen(data));
        free(data);
        json_decref(why->data);
    }
    write_end(&w);
    struct parcel *p = encode(PACKET_CONNECT_ERROR, namespace, (struct span){body.data, body.len});
    session_send(s, p);
    parcel_release(p);
    buffer_free(&body);
}

static void admit(struct session *s, struct socketio_client *c, const json_t *auth)
{
    struct link *l = s->user;
    char body[ENGINE_SID_LENGTH + 16];
    int len = snprintf(body, sizeof body, "{\"sid\":\"%s\"}", c->sid);
    c->next = l->clients;
    l->clients = c;
    c->in = true;
    c->io->clients++;
    send_once(c, encode(PACKET_CONNECT, c->space->name, (struct span){body, (size_t)len}));
    if (c->space->connected) c->space->connected(c, auth);
}

static void connect_client(struct socketio *io, struct session *s, const struct packet *p)
{
    struct socketio_refusal why = {.message = "Invalid namespace"};
    const struct socketio_namespace *space = io->spaces;
    while (space->name && strcmp(space->name, p->namespace) != 0)
        space++;
    if (!space->name) {
        send_connect_error(s, p->namespace, &why);
        return;
    }
    json_t *auth = p->data ? json_incref(p->data) : json_object();
    struct socketio_client *c = alloc_zero(1, sizeof *c);
    engine_draw_sid(c->sid);
    c->io = io;
    c->space = space;
    c->session = s;
    snprintf(why.message, sizeof why.message, "Refused");
    if (!space->connect || space->connect(c, auth, &why)) {
        admit(s, c, auth);
    } else {
        send_connect_error(s, p->namespace, &why);
        free(c);
    }
    json_decref(auth);
}

/* ---- packets in ---- */

static void event(struct socketio_client *c, const struct packet *p, const struct span *binary)
{
    if (!c->space->event) return;
    json_t *name = json_incref(json_array_get(p->data, 0));
    json_array_remove(p->data, 0);
    struct socketio_event e = {.name = json_string_value(name),
                               .args = p->data,
                               .binary = binary,
                               .binary_count = p->attachments,
                               .ack = p->id};
    if (!p->attachments) e.text = packet_behind_name(p->text);
    c->space->event(c, &e);
    json_decref(name);
}

/* A whole packet; false if it may not come now. */
static bool dispatch(struct socketio *io, struct session *s, const struct packet *p,
                     const struct span *binary)
{
    struct link *l = s->user;
    struct socketio_client *c = client_in(l, p->namespace);
    if (p->type == PACKET_CONNECT) {
        if (!c) connect_client(io, s, p); /* who is in already, and impatient, needs no answer */
        return true;
    }
    if (!c) return false; /* CONNECT comes first */
    if (p->type == PACKET_DISCONNECT)
        leave(l, c, "client namespace disconnect");
    else if (p->type == PACKET_EVENT || p->type == PACKET_BINARY_EVENT)
        event(c, p, binary);
    return true; /* acknowledgements of ours are not asked for */
}

/* An event for somebody who only passes it on; false if it has to be read after all. */
static bool light_event(struct socketio_client *c, const struct packet *p)
{
    char name[PACKET_NAME_MAX + 1];
    struct socketio_event e = {.name = name, .ack = p->id};
    if (!c || !c->space->text_only || !c->space->event) return false;
    if (!packet_check_event(p, name, &e.text)) return false;
    c->space->event(c, &e);
    return true;
}

static bool text_message(struct socketio *io, struct session *s, const char *bytes, size_t len)
{
    struct link *l = s->user;
    struct packet p;
    if (l->partial || !packet_read_head(&p, bytes, len)) return false;
    if (p.type == PACKET_EVENT && light_event(client_in(l, p.namespace), &p)) return true;
    if (!packet_read_data(&p)) return false;
    if (p.attachments) {
        if (!client_in(l, p.namespace)) {
            packet_free(&p);
            return false;
        }
        l->partial = alloc_zero(1, sizeof *l->partial + p.attachments * sizeof(struct span));
        l->partial->packet = p;
        return true;
    }
    bool right = dispatch(io, s, &p, NULL);
    packet_free(&p);
    return right;
}

static bool binary_message(struct socketio *io, struct session *s, const char *bytes, size_t len)
{
    struct link *l = s->user;
    struct partial *p = l->partial;
    if (!p) return false;
    p->bytes += len;
    if (p->bytes > io->engine.settings.max_payload) return false;
    p->attachments[p->count++] = (struct span){alloc_copy(bytes, len), len};
    if (p->count < p->packet.attachments) return true;
    l->partial = NULL;
    bool right = dispatch(io, s, &p->packet, p->attachments);
    free_partial(&(struct link){.partial = p}); /* the session's own may be gone by now */
    return right;
}

/* ---- the engine's handler ---- */

static void on_open(void *context, struct session *s, const struct http_request *r)
{
    struct link *l = s->user = alloc_zero(1, sizeof *l);
    struct span cookies = http_field(r, "Cookie");
    (void)context;
    if (!cookies.len) return;
    l->cookies = alloc_zero(1, cookies.len + 1);
    memcpy(l->cookies, cookies.at, cookies.len);
}

static void on_message(void *context, struct session *s, bool text, char *bytes, size_t len)
{
    struct socketio *io = context;
    bool right = text ? text_message(io, s, bytes, len) : binary_message(io, s, bytes, len);
    if (!right) session_close(s, "parse error");
}

static void on_close(void *context, struct session *s, const char *why)
{
    struct link *l = s->user;
    (void)context;
    if (!l) return;
    while (l->clients)
        leave(l, l->clients, why);
    free_partial(l);
    free(l->cookies);
    free(l);
    s->user = NULL;
}

void socketio_init(struct socketio *io, struct wire *w, const struct engine_settings *settings,
                   const struct socketio_namespace *spaces, void *context)
{
    static const struct engine_handler handler = {on_open, on_message, on_close};
    *io = (struct socketio){.spaces = spaces, .context = context};
    engine_init(&io->engine, w, settings, &handler, io);
}

void socketio_free(struct socketio *io)
{
    engine_free(&io->engine);
}
