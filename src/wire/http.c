#include "wire/http.h"
#include "core/hex.h"
#include "wire/http_head.h"

enum { LINES, FIXED, CHUNK_SIZE, CHUNK_DATA, CHUNK_END, TRAILER, WHOLE, REFUSED };

/* The longest line between two chunks: a size of 16 digits, and an extension that nobody sends. */
#define CHUNK_LINE_MAX 256

void http_parser_init(struct http_parser *p, const struct http_limits *limits)
{
    *p = (struct http_parser){.limits = *limits};
}

void http_next(struct http_parser *p)
{
    p->head.len = p->body.len = p->line.len = 0;
    p->remaining = p->line_start = p->trailer_bytes = 0;
    p->phase = LINES;
    p->request.field_count = 0;
}

bool http_idle(const struct http_parser *p)
{
    return p->phase == LINES && p->head.len == 0;
}

void http_parser_free(struct http_parser *p)
{
    buffer_free(&p->head);
    buffer_free(&p->body);
    buffer_free(&p->line);
}

static enum http_step refuse(struct http_parser *p, int status, const char *reason)
{
    p->phase = REFUSED;
    p->status = (uint16_t)status;
    p->reason = reason;
    return HTTP_REFUSED;
}

/* Copies up to and with the next line feed; true if that ended a line. */
static bool take_line(struct buffer *line, const char *bytes, size_t len, size_t *used)
{
    const char *end = memchr(bytes, '\n', len);
    size_t count = end ? (size_t)(end - bytes) + 1 : len;
    buffer_add(line, bytes, count);
    *used += count;
    return end != NULL;
}

/* Ends in CR LF and holds no other CR and no zero byte: what else could be a line end for somebody.
 */
static bool clean_line(const char *line, size_t len)
{
    return len >= 2 && line[len - 2] == '\r' && !memchr(line, '\r', len - 2) &&
           !memchr(line, 0, len - 2);
}

static enum http_step head_whole(struct http_parser *p)
{
    struct http_framing framing = {0};
    int status = http_head_parse(&p->request, &framing, (struct span){p->head.data, p->head.len},
                                 &p->reason);
    if (status) return refuse(p, status, p->reason);
    p->body_max = p->limits.body_max;
    if (p->body_allowed && (framing.chunked || framing.length))
        p->body_max = p->body_allowed(p->body_arg, &p->request);
    if (framing.chunked) {
        p->phase = CHUNK_SIZE;
        return HTTP_HEADED;
    }
    if (framing.length > p->body_max) return refuse(p, 413, "The body is too large.");
    p->remaining = framing.length;
    p->phase = p->remaining ? FIXED : WHOLE;
    return p->remaining ? HTTP_HEADED : HTTP_REQUEST;
}

static enum http_step feed_lines(struct http_parser *p, const char *bytes, size_t len, size_t *used)
{
    bool ended = take_line(&p->head, bytes, len, used);
    const char *line = p->head.data + p->line_start;
    size_t line_len = p->head.len - p->line_start;
    if (line_len > p->limits.line_max) {
        if (p->line_start == 0) return refuse(p, 414, "The request line is too long.");
        return refuse(p, 431, "A header line is too long.");
    }
    if (p->head.len > p->limits.head_max) return refuse(p, 431, "The headers are too large.");
    if (!ended) return HTTP_MORE;
    if (!clean_line(line, line_len)) return refuse(p, 400, "A line does not end with CR LF.");
    if (line_len > 2) {
        p->line_start = p->head.len;
        return HTTP_MORE;
    }
    if (p->line_start == 0) { /* an empty line before a request is forgiven */
        p->head.len = 0;
        return HTTP_MORE;
    }
    return head_whole(p);
}

/* Up to 15 hexadecimal digits, then nothing or an extension. */
static bool read_chunk_size(const char *line, size_t len, uint64_t *size)
{
    size_t i = 0;
    *size = 0;
    for (; i < len && hex_digit(line[i]) >= 0; i++)
        *size = *size << 4 | (unsigned)hex_digit(line[i]);
    return i > 0 && i <= 15 && (i == len || line[i] == ';');
}

static enum http_step chunk_size_whole(struct http_parser *p)
{
    uint64_t size;
    if (!clean_line(p->line.data, p->line.len) ||
        !read_chunk_size(p->line.data, p->line.len - 2, &size))
        return refuse(p, 400, "A chunk has no valid size.");
    if (size > p->body_max - p->body.len) return refuse(p, 413, "The body is too large.");
    p->line.len = 0;
    p->remaining = size;
    p->phase = size ? CHUNK_DATA : TRAILER;
    return HTTP_MORE;
}

/* The lines between and behind the chunks. */
static enum http_step feed_chunk_line(struct http_parser *p, const char *bytes, size_t len,
                                      size_t *used)
{
    size_t before = *used;
    bool ended = take_line(&p->line, bytes, len, used);
    p->trailer_bytes += *used - before;
    /* chunks of one byte cost three lines each: only what is not data counts, generously */
    if (p->trailer_bytes > (size_t)p->limits.head_max + 2 * (size_t)p->body_max ||
        (p->phase != TRAILER && p->line.len > CHUNK_LINE_MAX) || p->line.len > p->limits.line_max)
        return refuse(p, 431, "A chunk's line is too long.");
    if (!ended) return HTTP_MORE;
    if (p->phase == CHUNK_SIZE) return chunk_size_whole(p);
    if (!clean_line(p->line.data, p->line.len)) return refuse(p, 400, "A chunk ends wrongly.");
    if (p->phase == CHUNK_END) {
        if (p->line.len != 2) return refuse(p, 400, "A chunk is longer than its size.");
        p->phase = CHUNK_SIZE;
    } else if (p->line.len == 2) {
        p->phase = WHOLE;
    }
    p->line.len = 0;
    return p->phase == WHOLE ? HTTP_REQUEST : HTTP_MORE;
}

static enum http_step feed_data(struct http_parser *p, const char *bytes, size_t len, size_t *used)
{
    size_t count = len < p->remaining ? len : (size_t)p->remaining;
    buffer_add(&p->body, bytes, count);
    *used += count;
    p->remaining -= count;
    if (p->remaining) return HTTP_MORE;
    if (p->phase == CHUNK_DATA) {
        p->phase = CHUNK_END;
        return HTTP_MORE;
    }
    p->phase = WHOLE;
    return HTTP_REQUEST;
}

enum http_step http_feed(struct http_parser *p, const char *bytes, size_t len, size_t *used)
{
    enum http_step step = p->phase == REFUSED ? HTTP_REFUSED : HTTP_MORE;
    *used = 0;
    while (step == HTTP_MORE && *used < len && p->phase != WHOLE) {
        const char *rest = bytes + *used;
        size_t rest_len = len - *used;
        switch (p->phase) {
        case LINES: step = feed_lines(p, rest, rest_len, used); break;
        case FIXED:
        case CHUNK_DATA: step = feed_data(p, rest, rest_len, used); break;
        default: step = feed_chunk_line(p, rest, rest_len, used);
        }
    }
    if (step == HTTP_REQUEST) p->request.body = (struct span){p->body.data, p->body.len};
    return step;
}
