#include "store/mark.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PLACES 2
#define PLACE_BYTES 4096 /* apart, so that no disk writes both at once */
#define TEXT_BYTES 128

static uint32_t checksum(const char *text, size_t len)
{
    uint32_t h = 2166136261u; /* FNV-1a */
    for (size_t i = 0; i < len; i++)
        h = (h ^ (unsigned char)text[i]) * 16777619u;
    return h;
}

/* A line for people too: «mark 7 at 59 rows 3 sum 0123abcd». */
static int print(char text[TEXT_BYTES], const struct mark *m)
{
    int len = snprintf(text, TEXT_BYTES, "mark %llu at %lld rows %lld",
                       (unsigned long long)m->number, (long long)m->at, (long long)m->rows);
    uint32_t sum = checksum(text, (size_t)len);
    return len + snprintf(text + len, TEXT_BYTES - (size_t)len, " sum %08x\n", sum);
}

/* The number behind that word, and what follows it; NULL if the word is not there. */
static const char *number_after(const char *text, const char *word, long long *number)
{
    char *end;
    if (!text || strncmp(text, word, strlen(word)) != 0) return NULL;
    *number = strtoll(text + strlen(word), &end, 10);
    return end;
}

/* What is printed again and comes out the same was a mark, its sum included. */
static struct mark parse(const char *text)
{
    long long number, at, rows;
    char again[TEXT_BYTES];
    struct mark none = {0};
    const char *rest = number_after(text, "mark ", &number);
    rest = number_after(rest, " at ", &at);
    if (!number_after(rest, " rows ", &rows) || number < 0) return none;
    struct mark m = {(uint64_t)number, at, rows};
    int len = print(again, &m);
    return strncmp(text, again, (size_t)len) == 0 ? m : none;
}

static struct mark read_last(int fd)
{
    struct mark last = {0};
    for (int i = 0; i < PLACES; i++) {
        char text[TEXT_BYTES + 1] = "";
        if (pread(fd, text, TEXT_BYTES, i * PLACE_BYTES) <= 0) continue;
        struct mark m = parse(text);
        if (m.number > last.number) last = m;
    }
    return last;
}

struct mark mark_read(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return (struct mark){0};
    struct mark last = read_last(fd);
    close(fd);
    return last;
}

bool mark_open(struct mark_file *file, const char *path)
{
    file->fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file->fd < 0) return false;
    file->last = read_last(file->fd);
    return true;
}

void mark_close(struct mark_file *file)
{
    if (file->fd >= 0) close(file->fd);
    file->fd = -1;
}

bool mark_write(struct mark_file *file, int64_t at, int64_t rows)
{
    struct mark m = {file->last.number + 1, at, rows};
    char text[TEXT_BYTES];
    if (file->last.number && file->last.at == at && file->last.rows == rows) return true;
    int len = print(text, &m);
    off_t place = (off_t)(m.number % PLACES) * PLACE_BYTES;
    if (pwrite(file->fd, text, (size_t)len, place) != len || fdatasync(file->fd) != 0) return false;
    file->last = m;
    return true;
}
