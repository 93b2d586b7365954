/* HTTP/1.1 requests: fed bytes in any cuts, gives whole requests. What could be read in two ways is
 * refused (both lengths, bare CR or LF, folded lines, spaces before a colon, …), so that a proxy in
 * front and this parser never disagree about where a request ends.
 *
 *     struct http_parser p;  http_parser_init(&p, &limits);
 *     while (len) {
 *         size_t used;
 *         enum http_step step = http_feed(&p, bytes, len, &used);
 *         bytes += used, len -= used;
 *         if (step == HTTP_REQUEST) { … p.request … ; http_next(&p); }
 *         if (step == HTTP_REFUSED) { … answer p.status and close … }
 *     }
 *
 * The parser owns the bytes that p.request points into; they live until http_next or
 * http_parser_free. */
#pragma once

#include "core/buffer.h"
#include "wire/span.h"

#include <stdint.h>

#define HTTP_FIELDS_MAX 64

struct http_limits {
    uint32_t line_max; /* request line and each field line; over it: 414 or 431 */
    uint32_t head_max; /* all lines together: 431 */
    uint32_t body_max; /* decoded body: 413 */
};
#define HTTP_LIMITS_DEFAULT ((struct http_limits){8192, 32768, 1000000})

enum http_method {
    METHOD_GET,
    METHOD_HEAD,
    METHOD_POST,
    METHOD_PUT,
    METHOD_DELETE,
    METHOD_PATCH,
    METHOD_OPTIONS,
    METHOD_OTHER /* see method_name */
};

struct http_field {
    struct span name;
    struct span value; /* without white space at either end */
};

struct http_request {
    enum http_method method;
    struct span method_name;
    struct span target; /* as sent */
    struct span path;   /* from the first slash to before `?`, still percent-encoded */
    struct span query;  /* behind `?`, empty if there is none, still percent-encoded */
    struct span host; /* the Host field, or of an absolute target; empty in HTTP/1.0 without one */
    struct span body; /* decoded, whole */
    bool keep_alive;  /* what the client wants and the version allows */
    bool http10;
    bool by_proxy;         /* set by the connection: of one of ours, see proxies.h */
    bool expects_continue; /* it waits for «100 Continue» before it sends the body */
    unsigned field_count;
    struct http_field fields[HTTP_FIELDS_MAX];
};

enum http_step {
    HTTP_MORE,    /* everything used, the request is not whole yet */
    HTTP_HEADED,  /* the head is whole and a body follows: request is filled in except for `body` */
    HTTP_REQUEST, /* whole; nothing more is taken until http_next */
    HTTP_REFUSED  /* status says why; the parser takes nothing more, the connection cannot go on */
};

struct http_parser {
    struct http_limits limits;
    /* Asked when a head is whole and a body may follow: how large that may be. NULL: as the limits
     * say. Set it after http_parser_init. */
    uint32_t (*body_allowed)(void *arg, const struct http_request *r);
    void *body_arg;
    uint32_t body_max;  /* of the request that is being read */
    struct buffer head; /* lines up to and with the empty one */
    struct buffer body;
    struct buffer line;   /* of a chunk's size or a trailer, while it is being read */
    uint64_t remaining;   /* of the body, or of the chunk that is being read */
    size_t line_start;    /* where in `head` the line begins that is being read */
    size_t trailer_bytes; /* chunk sizes and trailers so far: they count against head_max */
    uint8_t phase;
    uint16_t status;    /* after HTTP_REFUSED: 400, 413, 414, 417, 431, 501 or 505 */
    const char *reason; /* and a sentence in English */
    struct http_request request;
};

void http_parser_init(struct http_parser *p, const struct http_limits *limits);
enum http_step http_feed(struct http_parser *p, const char *bytes, size_t len, size_t *used);
/* Forgets the request that was given and is ready for the next one. */
void http_next(struct http_parser *p);
/* Nothing of a next request has arrived. */
bool http_idle(const struct http_parser *p);
void http_parser_free(struct http_parser *p);

/* The first field of that name in any case, or an empty span with at == NULL. */
struct span http_field(const struct http_request *r, const char *name);
/* Does a comma-separated field (all lines of that name) hold this token, in any case? */
bool http_field_has(const struct http_request *r, const char *name, const char *token);
/* True if If-None-Match names this entity tag (with its quotes) or `*`: answer 304. Weak tags
 * compare like strong ones, as RFC 9110 wants it for GET. */
bool http_not_modified(const struct http_request *r, const char *etag);
/* Does Accept-Encoding take gzip (q not 0)? */
bool http_accepts_gzip(const struct http_request *r);
