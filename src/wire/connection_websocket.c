/* A connection that became a WebSocket. */
#include "wire/connection_inside.h"

bool connection_upgrade(struct connection *c, const struct http_request *r,
                        const struct websocket_handler *h, void *data, uint32_t message_max)
{
    int status = websocket_handshake_status(r);
    if (status != 101) {
        struct reply reply = {.status = status,
                              .type = "text/plain; charset=utf-8",
                              .headers = span_of("Sec-WebSocket-Version: 13\r\n"),
                              .body = span_of("This is no WebSocket handshake.")};
        connection_reply(c, &reply);
        return false;
    }
    buffer_free(&c->http.early);
    websocket_accept(connection_own_out(c), r);
    c->phase = CONNECTION_WEBSOCKET;
    c->data = data;
    c->ws.handler = h;
    websocket_init(&c->ws.frames, message_max);
    due_stop(&c->due);
    connection_list(c);
    return true;
}

void connection_send_text(struct connection *c, const char *text, size_t len)
{
    if (!connection_has_room(c, len)) return;
    websocket_write(connection_own_out(c), WEBSOCKET_TEXT, text, len);
    connection_list(c);
}

void connection_send(struct connection *c, struct parcel *p)
{
    c->wire->counts.parcels_out++;
    if (c->out.len || c->in_flight) {
        connection_write(c, p->frames.data, p->frames.len);
    } else if (connection_has_room(c, p->frames.len)) {
        struct parcel *first = c->direct;
        c->direct = parcel_hold(first ? parcel_joined(first, p) : p);
        parcel_release(first);
        connection_list(c);
    }
}

void connection_close_websocket(struct connection *c, uint16_t code, const char *reason)
{
    if (c->end == CONNECTION_OPEN) websocket_write_close(connection_own_out(c), code, reason);
    connection_detach(c);
    connection_finish(c);
}

/* The peer ended it, or broke the protocol. */
static void end_by_peer(struct connection *c, uint16_t code)
{
    websocket_write_close(connection_own_out(c), code, "");
    connection_finish(c);
    connection_tell_gone(c);
}

void connection_feed_frames(struct connection *c, char *bytes, size_t len)
{
    size_t used;
    struct websocket_message m;
    do {
        enum websocket_step step = websocket_feed(&c->ws.frames, bytes, len, &used, &m);
        bytes += used;
        len -= used;
        if (step == WEBSOCKET_MORE) return;
        if (step == WEBSOCKET_BROKEN) {
            end_by_peer(c, m.code);
        } else if (m.opcode == WEBSOCKET_CLOSE) {
            end_by_peer(c, m.code == 1005 ? 1000 : m.code);
        } else if (m.opcode == WEBSOCKET_PING) {
            connection_charge(c, WORK_MESSAGE, 0);
            if (!connection_has_room(c, m.len)) return;
            websocket_write(connection_own_out(c), WEBSOCKET_PONG, m.bytes, m.len);
            connection_list(c);
        } else if (m.opcode != WEBSOCKET_PONG && c->ws.handler) {
            c->wire->counts.messages_in++;
            connection_charge(c, WORK_MESSAGE, m.len);
            c->ws.handler->message(c, c->data, m.opcode == WEBSOCKET_TEXT, m.bytes, m.len);
        }
        /* once more with nothing releases a message that was kept for this step */
    } while (c->end == CONNECTION_OPEN);
}
