/* Splits a whole head (request line, fields, empty line; every line is known to end in CR LF) into
 * a request. For http.c alone. */
#pragma once

#include "wire/http.h"

/* How the body is delimited. */
struct http_framing {
    bool chunked;
    uint64_t length;
};

/* 0, or the status to refuse with and a sentence. The request points into `head`. */
int http_head_parse(struct http_request *r, struct http_framing *f, struct span head,
                    const char **reason);
