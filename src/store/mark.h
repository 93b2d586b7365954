/* The high-water mark of a store: a small file beside it that says what the store holds at least. It is
 * written after what it claims is on the disk, so a store that holds less has lost something, and a
 * crash or a power cut at any moment leaves a mark that is true.
 *
 * Two places in the file are written in turn, each with a number and a checksum: a mark that was cut
 * short leaves the one before. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct mark {
    uint64_t number; /* of marks so far; 0: there is none */
    int64_t at;      /* the store reaches this record */
    int64_t rows;    /* and has counted so many rooms, reports and decisions */
};

struct mark_file {
    int fd; /* -1: not open */
    struct mark last;
};

/* The last whole mark in that file, with number 0 if there is none. */
struct mark mark_read(const char *path);
/* Makes the file if it is not there; false if that cannot be done, errno says why. */
bool mark_open(struct mark_file *file, const char *path);
void mark_close(struct mark_file *file);
/* On the disk when it returns true. Nothing is written if nothing is new. */
bool mark_write(struct mark_file *file, int64_t at, int64_t rows);
