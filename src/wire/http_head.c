#include "wire/http_head.h"

/* What may stand in methods and field names (RFC 9110, token). */
static bool is_token(struct span s)
{
    for (size_t i = 0; i < s.len; i++) {
        char c = s.at[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!letter && (c == 0 || !strchr("!#$%&'*+-.^_`|~", c))) return false;
    }
    return s.len > 0;
}

static bool is_visible(struct span s)
{
    for (size_t i = 0; i < s.len; i++)
        if (s.at[i] <= 0x20 || s.at[i] >= 0x7f) return false;
    return s.len > 0;
}

/* No control characters except tabs; bytes over 0x7f are opaque and pass. */
static bool is_field_value(struct span s)
{
    for (size_t i = 0; i < s.len; i++)
        if (((unsigned char)s.at[i] < 0x20 && s.at[i] != '\t') || s.at[i] == 0x7f) return false;
    return true;
}

static struct span trim(struct span s)
{
    while (s.len && (*s.at == ' ' || *s.at == '\t'))
        s.at++, s.len--;
    while (s.len && (s.at[s.len - 1] == ' ' || s.at[s.len - 1] == '\t'))
        s.len--;
    return s;
}

/* Cuts off the part before `separator`; without one, everything, and at becomes NULL. */
static struct span cut(struct span *rest, char separator)
{
    const char *end = rest->len ? memchr(rest->at, separator, rest->len) : NULL;
    struct span part = {rest->at, end ? (size_t)(end - rest->at) : rest->len};
    *rest = end ? (struct span){end + 1, rest->len - part.len - 1} : (struct span){NULL, 0};
    return part;
}

static struct span next_line(struct span *rest)
{
    struct span line = cut(rest, '\n');
    line.len--; /* the CR */
    return line;
}

static enum http_method method_of(struct span name)
{
    static const char *const names[] = {
        [METHOD_GET] = "GET",        [METHOD_HEAD] = "HEAD",     [METHOD_POST] = "POST",
        [METHOD_PUT] = "PUT",        [METHOD_DELETE] = "DELETE", [METHOD_PATCH] = "PATCH",
        [METHOD_OPTIONS] = "OPTIONS"};
    for (int m = 0; m < METHOD_OTHER; m++)
        if (span_is(name, names[m])) return (enum http_method)m;
    return METHOD_OTHER;
}

/* Path and query out of the target: "/path?query", "http://host/path?query" or "*". */
static bool split_target(struct http_request *r)
{
    struct span rest = r->target;
    if (span_is(rest, "*")) {
        r->path = rest;
        return r->method == METHOD_OPTIONS;
    }
    if (rest.len >= 7 && strncasecmp(rest.at, "http://", 7) == 0) {
        rest.at += 7, rest.len -= 7;
        const char *slash = memchr(rest.at, '/', rest.len);
        if (!slash || slash == rest.at) return false;
        r->host = (struct span){rest.at, (size_t)(slash - rest.at)};
        rest.at = slash, rest.len -= r->host.len;
    }
    if (rest.len == 0 || *rest.at != '/') return false;
    const char *fragment = memchr(rest.at, '#', rest.len);
    if (fragment) return false; /* is never sent by anybody honest */
    r->path = cut(&rest, '?');
    r->query = rest.at ? rest : (struct span){"", 0};
    return true;
}

static int parse_request_line(struct http_request *r, struct span line, const char **reason)
{
    struct span version = line;
    r->method_name = cut(&version, ' ');
    r->target = cut(&version, ' ');
    *reason = "The request line is malformed.";
    if (!is_token(r->method_name) || !is_visible(r->target) || !version.at) return 400;
    if (version.len != 8 || !span_begins(version, "HTTP/") || version.at[6] != '.') return 400;
    r->method = method_of(r->method_name);
    r->http10 = span_is(version, "HTTP/1.0");
    if (!r->http10 && !span_is(version, "HTTP/1.1")) {
        *reason = "Only HTTP/1.1 and HTTP/1.0 are spoken here.";
        return 505;
    }
    return split_target(r) ? 0 : 400;
}

static int parse_fields(struct http_request *r, struct span rest, const char **reason)
{
    *reason = "A header line is malformed.";
    for (struct span line = next_line(&rest); line.len; line = next_line(&rest)) {
        struct span value = line;
        struct span name = cut(&value, ':');
        /* a folded line begins with a space, and so fails here as a name does with one at its end
         */
        if (!value.at || !is_token(name) || !is_field_value(value)) return 400;
        if (r->field_count == HTTP_FIELDS_MAX) {
            *reason = "There are too many header lines.";
            return 431;
        }
        r->fields[r->field_count++] = (struct http_field){name, trim(value)};
    }
    return 0;
}

static unsigned count_fields(const struct http_request *r, const char *name)
{
    unsigned count = 0;
    for (unsigned i = 0; i < r->field_count; i++)
        count += span_is_nocase(r->fields[i].name, name);
    return count;
}

static int check_host(struct http_request *r, const char **reason)
{
    unsigned hosts = count_fields(r, "Host");
    struct span host = http_field(r, "Host");
    *reason = "There must be one Host.";
    if (hosts > 1 || (hosts == 0 && !r->http10)) return 400;
    for (size_t i = 0; i < host.len; i++)
        if (host.at[i] <= 0x20 || (unsigned char)host.at[i] >= 0x7f ||
            strchr("/\\@?#\"<>", host.at[i]))
            return 400;
    if (!r->host.at) r->host = host;
    return 0;
}

static int check_length(const struct http_request *r, struct http_framing *f, const char **reason)
{
    struct span length = http_field(r, "Content-Length");
    struct span coding = http_field(r, "Transfer-Encoding");
    *reason = "The length of the body is ambiguous.";
    if (count_fields(r, "Content-Length") > 1 || count_fields(r, "Transfer-Encoding") > 1)
        return 400;
    if (coding.at) {
        if (length.at || r->http10) return 400;
        *reason = "Only chunked transfer coding is understood.";
        if (!span_is_nocase(coding, "chunked")) return 501;
        f->chunked = true;
    } else if (length.at) {
        if (length.len == 0 || length.len > 18) return 400;
        for (size_t i = 0; i < length.len; i++) {
            if (length.at[i] < '0' || length.at[i] > '9') return 400;
            f->length = f->length * 10 + (uint64_t)(length.at[i] - '0');
        }
    }
    return 0;
}

static int check_expect(struct http_request *r, const char **reason)
{
    struct span expect = http_field(r, "Expect");
    *reason = "That expectation cannot be met.";
    if (!expect.at || r->http10) return 0;
    if (!span_is_nocase(expect, "100-continue")) return 417;
    r->expects_continue = true;
    return 0;
}

int http_head_parse(struct http_request *r, struct http_framing *f, struct span head,
                    const char **reason)
{
    r->field_count = 0;
    r->host = r->query = r->body = (struct span){0};
    r->expects_continue = false;
    int status = parse_request_line(r, next_line(&head), reason);
    if (!status) status = parse_fields(r, head, reason);
    if (!status) status = check_host(r, reason);
    if (!status) status = check_length(r, f, reason);
    if (!status) status = check_expect(r, reason);
    if (status) return status;
    r->keep_alive = r->http10 ? http_field_has(r, "Connection", "keep-alive")
                              : !http_field_has(r, "Connection", "close");
    return 0;
}

struct span http_field(const struct http_request *r, const char *name)
{
    for (unsigned i = 0; i < r->field_count; i++)
        if (span_is_nocase(r->fields[i].name, name)) return r->fields[i].value;
    return (struct span){NULL, 0};
}

bool http_field_has(const struct http_request *r, const char *name, const char *token)
{
    for (unsigned i = 0; i < r->field_count; i++) {
        if (!span_is_nocase(r->fields[i].name, name)) continue;
        struct span rest = r->fields[i].value;
        while (rest.at)
            if (span_is_nocase(trim(cut(&rest, ',')), token)) return true;
    }
    return false;
}

static struct span strong(struct span tag)
{
    if (span_begins(tag, "W/")) tag.at += 2, tag.len -= 2;
    return tag;
}

bool http_not_modified(const struct http_request *r, const char *etag)
{
    struct span wanted = strong(span_of(etag));
    for (unsigned i = 0; i < r->field_count; i++) {
        if (!span_is_nocase(r->fields[i].name, "If-None-Match")) continue;
        struct span rest = r->fields[i].value;
        while (rest.at) {
            struct span tag = trim(cut(&rest, ','));
            if (span_is(tag, "*")) return true;
            tag = strong(tag);
            if (tag.len == wanted.len && memcmp(tag.at, wanted.at, tag.len) == 0) return true;
        }
    }
    return false;
}

bool http_accepts_gzip(const struct http_request *r)
{
    for (unsigned i = 0; i < r->field_count; i++) {
        if (!span_is_nocase(r->fields[i].name, "Accept-Encoding")) continue;
        struct span rest = r->fields[i].value;
        while (rest.at) {
            struct span quality = cut(&rest, ',');
            struct span coding = trim(cut(&quality, ';'));
            if (!span_is_nocase(coding, "gzip")) continue;
            quality = trim(quality);
            /* "q=0", "q=0.0" … refuse it; anything else takes it */
            if (span_begins(quality, "q=0") && strspn(quality.at + 3, ".0") >= quality.len - 3)
                return false;
            return true;
        }
    }
    return false;
}
