/* One line of a list of cards, cut into its columns in place. Nothing is kept. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct columns {
    size_t count; /* 0: an empty line */
    bool table;   /* of the form Word,a,b,c; else Word|a:b:c */
    bool open;    /* a quotation mark without its second */
};

/* At most `max` columns; those that would follow are left out. Empty columns at the end of a row of
 * a table do not count: programs write as many as the longest row has. */
struct columns columns_split(char *line, const char **part, size_t max);
