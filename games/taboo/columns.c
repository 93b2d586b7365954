#include "columns.h"

#include <string.h>

static size_t cut(char *line, char mark, const char **part, size_t count, size_t max)
{
    while (line && count < max) {
        part[count++] = line;
        line = strchr(line, mark);
        if (line) *line++ = 0;
    }
    return count;
}

/* The first mark outside quotes decides: a list of words with commas may stand in a table with
 * semicolons, if it is quoted. 0: there is none. */
static char mark_of(const char *line)
{
    bool quoted = false;
    for (; *line; line++) {
        if (*line == '"') quoted = !quoted;
        if (!quoted && strchr(";\t,", *line)) return *line;
    }
    return 0;
}

/* Takes the quotes off a column that begins with one; returns where it ends, NULL if it does not. */
static char *unquote(char *from)
{
    char *to = from;
    for (char *at = from + 1; *at; at++) {
        if (*at == '"' && *++at != '"') {
            *to = 0;
            return at;
        }
        *to++ = *at;
    }
    *to = 0;
    return NULL;
}

static bool is_blank(const char *text)
{
    return text[strspn(text, " \t")] == 0;
}

static struct columns cut_table(char *line, char mark, const char **part, size_t max)
{
    struct columns c = {.table = true};
    while (line && c.count < max) {
        while (*line == ' ')
            line++;
        part[c.count++] = line;
        char *end = *line == '"' ? unquote(line) : line;
        if (!end) {
            c.open = true;
            return c;
        }
        line = mark ? strchr(end, mark) : NULL;
        if (line) *line++ = 0;
    }
    while (c.count > 1 && is_blank(part[c.count - 1]))
        c.count--;
    return c;
}

struct columns columns_split(char *line, const char **part, size_t max)
{
    if (is_blank(line)) return (struct columns){0};
    char *bar = strchr(line, '|');
    if (!bar) return cut_table(line, mark_of(line), part, max);
    *bar++ = 0;
    part[0] = line;
    return (struct columns){.count = cut(bar, ':', part, 1, max)};
}
