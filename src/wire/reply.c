#include "wire/reply.h"

#include <stdio.h>

const char *reply_reason(int status)
{
    static const struct {
        int status;
        const char *reason;
    } table[] = {
        {100, "Continue"},
        {101, "Switching Protocols"},
        {200, "OK"},
        {201, "Created"},
        {202, "Accepted"},
        {204, "No Content"},
        {301, "Moved Permanently"},
        {302, "Found"},
        {303, "See Other"},
        {304, "Not Modified"},
        {307, "Temporary Redirect"},
        {308, "Permanent Redirect"},
        {400, "Bad Request"},
        {401, "Unauthorized"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {406, "Not Acceptable"},
        {408, "Request Timeout"},
        {409, "Conflict"},
        {410, "Gone"},
        {411, "Length Required"},
        {412, "Precondition Failed"},
        {413, "Content Too Large"},
        {414, "URI Too Long"},
        {415, "Unsupported Media Type"},
        {417, "Expectation Failed"},
        {421, "Misdirected Request"},
        {422, "Unprocessable Content"},
        {426, "Upgrade Required"},
        {429, "Too Many Requests"},
        {431, "Request Header Fields Too Large"},
        {500, "Internal Server Error"},
        {501, "Not Implemented"},
        {502, "Bad Gateway"},
        {503, "Service Unavailable"},
        {504, "Gateway Timeout"},
        {505, "HTTP Version Not Supported"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].status == status) return table[i].reason;
    return "Unknown";
}

void reply_header(struct buffer *headers, const char *name, const char *value)
{
    buffer_add_text(headers, name);
    buffer_add(headers, ": ", 2);
    for (const char *p = value; *p; p++)
        buffer_add_byte(headers, (unsigned char)*p < 0x20 || *p == 0x7f ? ' ' : *p);
    buffer_add(headers, "\r\n", 2);
}

void reply_cookie(struct buffer *headers, const char *name, const char *value, const char *path,
                  long max_age, bool secure)
{
    struct buffer line = {0};
    buffer_print(&line, "%s=%s; Path=%s; HttpOnly; SameSite=Lax", name, value, path);
    if (max_age) buffer_print(&line, "; Max-Age=%ld", max_age > 0 ? max_age : 0);
    if (secure) buffer_add_text(&line, "; Secure");
    reply_header(headers, "Set-Cookie", buffer_text(&line));
    buffer_free(&line);
}

/* 1xx, 204 and 304 have no body and tell no length. */
static bool bodiless(int status)
{
    return status < 200 || status == 204 || status == 304;
}

void reply_write(struct buffer *out, const struct reply *r, unsigned flags, const char *date)
{
    buffer_print(out, "HTTP/1.1 %d %s\r\n", r->status, reply_reason(r->status));
    if (*date) reply_header(out, "Date", date);
    if (r->type) reply_header(out, "Content-Type", r->type);
    if (!bodiless(r->status) && !(flags & REPLY_STREAM))
        buffer_print(out, "Content-Length: %zu\r\n", r->body.len);
    buffer_add(out, r->headers.at, r->headers.len);
    if (flags & (REPLY_CLOSE | REPLY_STREAM)) buffer_add_text(out, "Connection: close\r\n");
    buffer_add(out, "\r\n", 2);
    if (!bodiless(r->status) && !(flags & REPLY_NO_BODY)) buffer_add(out, r->body.at, r->body.len);
}
