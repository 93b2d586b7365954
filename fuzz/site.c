/* The whole site without sockets: routes, events and streams over a real hall and a real store.
 * A text of lines, each one message on one of four connections:
 *     H0 GET /rooms/%C/state          a request: method, path and, behind a second space, the body;
 *                                     J instead of H sends the body as JSON
 *     S1 42["join_room",{"roomCode":"%C","playerName":"Ben"}]     a message by WebSocket
 *     X2                              that connection is lost
 * %C, %T and %H are the code and the tokens that the last room (or game by HTTP) was created with. */
#include "site/site.h"
#include "core/log.h"
#include "shelf.h"
#include "site/ticks.h"
#include "wire/connection.h"

#include <stdio.h>
#include <stdlib.h>

#define CONNECTIONS 4

static struct site site;
static struct settings settings;
static struct fake {
    struct connection c;
    bool open, websocket;
} fakes[CONNECTIONS];
static char code[8], token[40], host_token[40];

/* Remembers what stands behind a key in what was sent. */
static void learn(struct span out, const char *key, char *to, size_t len)
{
    const char *at = out.len ? memmem(out.at, out.len, key, strlen(key)) : NULL;
    if (!at || (size_t)(out.at + out.len - at) < strlen(key) + len) return;
    memcpy(to, at + strlen(key), len);
    to[len] = 0;
}

static void lose(struct fake *f)
{
    if (!f->open) return;
    f->open = f->websocket = false;
    connection_lost(&f->c);
}

/* What a turn of the loop does, without the loop. */
static void turn(void)
{
    for (int i = 0; i < 3 && store_figures(site.store).waiting; i++) {
        store_flush(site.store);
        store_drain(site.store);
    }
    for (struct connection *c; (c = wire_take_unsent(&site.net.wire));) {
        struct fake *f = (struct fake *)c;
        struct span out = connection_out(c);
        learn(out, "\"roomCode\":\"", code, 6);
        learn(out, "\"playerId\":\"", token, 36);
        learn(out, "\"hostToken\":\"", host_token, 36);
        learn(out, "Location: /api/codenames/games/", code, 6);
        learn(out, "\"spymaster\":\"", token, 36);
        if (out.len) connection_wrote(c, out.len);
        if (connection_done(c)) lose(f);
    }
}

static void feed(struct fake *f, struct buffer *bytes)
{
    static const struct address nobody;
    if (!f->open) {
        f->open = true;
        connection_init(&f->c, &site.net.wire, &nobody);
    }
    char *copy = malloc(bytes->len ? bytes->len : 1);
    memcpy(copy, bytes->data, bytes->len);
    connection_feed(&f->c, copy, bytes->len);
    free(copy);
    turn();
}

static void request(struct fake *f, const char *text, size_t len, bool json)
{
    const char *end = text + len;
    const char *path = memchr(text, ' ', len);
    const char *body = path ? memchr(path + 1, ' ', (size_t)(end - path - 1)) : NULL;
    struct buffer bytes = {0};
    if (!path) return;
    if (f->websocket) lose(f);
    size_t head = (size_t)((body ? body : end) - text),
           body_len = body ? (size_t)(end - body - 1) : 0;
    buffer_add(&bytes, text, head);
    buffer_print(&bytes, " HTTP/1.1\r\nHost: a\r\nContent-Length: %zu\r\n", body_len);
    if (json) buffer_add_text(&bytes, "Content-Type: application/json\r\n");
    buffer_print(&bytes, "Cookie: seat_%s=%s; host_%s=%s; lang=it\r\n\r\n", code, token, code,
                 host_token);
    if (body) buffer_add(&bytes, body + 1, body_len);
    feed(f, &bytes);
    buffer_free(&bytes);
}

static void message(struct fake *f, const char *text, size_t len)
{
    struct buffer bytes = {0};
    if (!f->websocket) {
        lose(f);
        buffer_add_text(&bytes, "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: a\r\n"
                                "Connection: Upgrade\r\nUpgrade: websocket\r\n"
                                "Sec-WebSocket-Version: 13\r\n"
                                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
        buffer_add(&bytes, "\x81\x82\0\0\0\0\x34\x30", 8);
        feed(f, &bytes);
        buffer_clear(&bytes);
        f->websocket = f->open;
    }
    if (len > 60000) return;
    unsigned char head[8] = {0x81, 0xfe, (unsigned char)(len >> 8), (unsigned char)len};
    if (len < 126) head[1] = (unsigned char)(0x80 | len), head[2] = head[3] = 0;
    buffer_add(&bytes, head, len < 126 ? 6 : 8);
    buffer_add(&bytes, text, len);
    feed(f, &bytes);
    buffer_free(&bytes);
}

static void line(const char *text, size_t len)
{
    struct buffer filled = {0};
    if (len < 4) return;
    for (size_t i = 3; i < len; i++) {
        const char *word = text[i] != '%' || i + 1 == len ? NULL
                           : text[i + 1] == 'C'           ? code
                           : text[i + 1] == 'T'           ? token
                           : text[i + 1] == 'H'           ? host_token
                                                          : NULL;
        if (word) buffer_add_text(&filled, word);
        if (!word) buffer_add_byte(&filled, text[i]);
        i += word != NULL;
    }
    struct fake *f = &fakes[(unsigned char)text[1] % CONNECTIONS];
    if (text[0] == 'H' || text[0] == 'J') request(f, filled.data, filled.len, text[0] == 'J');
    if (text[0] == 'S') message(f, filled.data, filled.len);
    if (text[0] == 'X') lose(f);
    buffer_free(&filled);
}

static void open_once(void)
{
    static char folder[200];
    const char *where = getenv("TMPDIR");
    char problem[STORE_ERROR_BYTES];
    if (site.hall) return;
    log_setup(LOG_ERROR, false);
    settings_defaults(&settings);
    snprintf(folder, sizeof folder, "%s/ludoteca-fuzz-XXXXXX", where ? where : "/dev/shm");
    settings.data = mkdtemp(folder);
    if (!settings.data) abort();
    settings.creates_per_minute = settings.joins_per_minute = settings.guesses_per_minute = 0;
    settings.events_per_second = 0;
    settings.grace_ms = 1; /* rooms without anybody end soon, so that they do not pile up */
    settings.expiry_ms = 1000;
    struct games *games = games_new(&house_shelf);
    games_settle(games, &settings);
    if (!site_open(&site, &settings, games, uv_default_loop(), problem)) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    open_once();
    /* computers think on the loop's threads, and there is no loop here */
    if (size > 4000 || (size && memmem(data, size, "bot", 3))) return 0;
    const char *at = (const char *)data, *end = at + size;
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop) stop = end;
        line(at, (size_t)(stop - at));
        at = stop + 1;
    }
    for (int i = 0; i < CONNECTIONS; i++)
        lose(&fakes[i]);
    turn();
    int64_t now = site_now() + 20000; /* everybody who is not here is away, then gone */
    hall_tick(site.hall, now);
    turn();
    hall_tick(site.hall, now + 20000);
    ticks_run(&site, now);
    turn();
    return 0;
}
