/* HTTP responses. A reply borrows everything in it; writing copies it into the send buffer. */
#pragma once

#include "core/buffer.h"
#include "wire/span.h"

struct reply {
    int status;
    const char *type;    /* Content-Type; NULL if there is no body */
    struct span headers; /* more lines, each made by reply_header */
    struct span body;
};

/* Appends "Name: value\r\n" to a buffer that later becomes reply.headers. CR, LF and other control
 * characters in the value become spaces: nobody can write a second header through a value. */
void reply_header(struct buffer *headers, const char *name, const char *value);
/* Set-Cookie with HttpOnly, SameSite=Lax, Path=path; `max_age` in seconds, 0 until the browser
 * ends, negative deletes it. */
void reply_cookie(struct buffer *headers, const char *name, const char *value, const char *path,
                  long max_age, bool secure);

enum reply_flags {
    REPLY_CLOSE = 1,   /* say `Connection: close` */
    REPLY_NO_BODY = 2, /* answer to HEAD: the length is told, the body left out */
    REPLY_STREAM = 4,  /* the body follows and ends with the connection: no length */
};

/* Writes a whole response. `date` is the value of Date, or "" to leave it out. */
void reply_write(struct buffer *out, const struct reply *r, unsigned flags, const char *date);
const char *reply_reason(int status); /* "Not Found" */
