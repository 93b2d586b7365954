#include "data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CUTS 40

struct block {
    char title[160];
    struct buffer in, expected;
};

void data_show(struct buffer *out, const char *bytes, size_t len)
{
    size_t shown = len > 200 ? 200 : len;
    for (size_t i = 0; i < shown; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c >= 0x20 && c < 0x7f && c != '\\')
            buffer_add_byte(out, (char)c);
        else
            buffer_print(out, "\\x%02x", c);
    }
    if (shown < len) buffer_print(out, "...(%zu)", len);
}

static const char *repeat(struct buffer *out, const char *at);

static const char *unescape_one(struct buffer *out, const char *at)
{
    char hex[3] = {0};
    if (*at != '\\') {
        buffer_add_byte(out, *at);
        return at + 1;
    }
    switch (at[1]) {
    case 'r': buffer_add_byte(out, '\r'); return at + 2;
    case 'n': buffer_add_byte(out, '\n'); return at + 2;
    case 't': buffer_add_byte(out, '\t'); return at + 2;
    case '0': buffer_add_byte(out, 0); return at + 2;
    case 'x':
        memcpy(hex, at + 2, 2);
        buffer_add_byte(out, (char)strtoul(hex, NULL, 16));
        return at + 4;
    case '*': return repeat(out, at + 2);
    default: buffer_add_byte(out, at[1]); return at + 2;
    }
}

static const char *repeat(struct buffer *out, const char *at)
{
    char *brace;
    unsigned long times = strtoul(at, &brace, 10);
    struct buffer once = {0};
    const char *p = brace + 1;
    while (*p && *p != '}')
        p = unescape_one(&once, p);
    while (times--)
        buffer_add(out, once.data, once.len);
    buffer_free(&once);
    return *p ? p + 1 : p;
}

static void add_input(struct block *b, const char *line, const struct data_feeder *f)
{
    struct buffer bytes = {0};
    while (*line)
        line = unescape_one(&bytes, line);
    if (f->prepare)
        f->prepare(&b->in, bytes.data, bytes.len);
    else
        buffer_add(&b->in, bytes.data, bytes.len);
    buffer_free(&bytes);
}

/* Feeds in cuts of at most `most` bytes; 0: all at once. Each cut is copied to memory of its own
 * size, so that a sanitizer sees one byte too far. */
static void run_cut(const struct block *b, const struct data_feeder *f, size_t most,
                    struct buffer *out)
{
    void *parser = f->open(out);
    for (size_t at = 0; at < b->in.len;) {
        size_t left = b->in.len - at;
        size_t len = most == 0 ? left : 1 + (size_t)rand() % most;
        if (len > left) len = left;
        char *copy = malloc(len);
        memcpy(copy, b->in.data + at, len);
        f->feed(parser, copy, len);
        free(copy);
        at += len;
    }
    f->close(parser);
}

static bool same(const struct buffer *a, const struct buffer *b)
{
    return a->len == b->len && (a->len == 0 || memcmp(a->data, b->data, a->len) == 0);
}

static bool run_block(struct block *b, const struct data_feeder *f, int number)
{
    for (int i = 0; i < CUTS + 2; i++) {
        struct buffer out = {0};
        size_t most = i == 0 ? 0 : i == 1 ? 1 : 2 + (size_t)rand() % (b->in.len + 1);
        run_cut(b, f, most, &out);
        bool right = same(&out, &b->expected);
        if (!right)
            printf("not ok %d - %s\n# cuts of at most %zu\n# expected:\n%s# got:\n%s", number,
                   b->title, most, buffer_text(&b->expected), buffer_text(&out));
        buffer_free(&out);
        if (!right) return false;
    }
    printf("ok %d - %s\n", number, b->title);
    return true;
}

int data_run(const char *path, const struct data_feeder *f)
{
    static char line[65536];
    struct block b = {0};
    int failed = 0, number = 0;
    FILE *file = fopen(path, "r");
    if (!file) {
        printf("not ok 1 - %s cannot be read\n", path);
        return 1;
    }
    srand(7);
    bool more = true;
    while (more) {
        more = fgets(line, sizeof line, file) != NULL;
        if (more) line[strcspn(line, "\n")] = 0;
        if ((!more || line[0] == '#') && b.in.len) {
            failed += !run_block(&b, f, ++number);
            b.in.len = b.expected.len = 0;
        }
        if (!more) break;
        if (line[0] == '#') snprintf(b.title, sizeof b.title, "%s", line + 2);
        if (line[0] == '>') add_input(&b, line + 2, f);
        if (line[0] == '<') buffer_print(&b.expected, "%s\n", line + 2);
    }
    fclose(file);
    buffer_free(&b.in);
    buffer_free(&b.expected);
    printf("1..%d\n", number);
    return failed;
}
