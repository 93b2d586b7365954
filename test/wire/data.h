/* Tests as data: blocks of a title, what goes in, and what must come out.
 *
 *     # a GET
 *     > GET / HTTP/1.1\r\nHost: a\r\n\r\n
 *     < GET / host=a keep
 *
 * Several > lines are joined, several < lines are lines of the outcome. Escapes in >: \r \n \t \0
 * \xHH \\ and \*N{text} for N times the text. Every block runs whole, byte by byte, and in random
 * cuts, and all must give the same outcome. One TAP line a block. */
#pragma once

#include "core/buffer.h"

#include <stdbool.h>

struct data_feeder {
    /* A fresh parser; each feed appends lines to `out`. */
    void *(*open)(struct buffer *out);
    void (*feed)(void *parser, char *bytes, size_t len);
    void (*close)(void *parser);
    /* Turns one > line, escapes undone, into bytes; NULL: as they are. */
    void (*prepare)(struct buffer *in, const char *line, size_t len);
};

/* Runs all blocks of a file; returns the number of those that failed. */
int data_run(const char *path, const struct data_feeder *f);
/* Appends bytes so that they can be read: printable ASCII as it is, the rest as \xHH. */
void data_show(struct buffer *out, const char *bytes, size_t len);
