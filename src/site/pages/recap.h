/* The evening in one picture, and a page around it. Both are drawn from the last view of each game that
 * the crowd was sent, so nothing is in them that the people of the room did not see. */
#pragma once

#include "site/pages/page.h"

struct recap {
    const char *code;
    const json_t *views;   /* array of the last views, oldest game first */
    const json_t *minutes; /* array: how long each took */
};

/* A whole SVG document in the reader's language. */
void recap_svg(struct buffer *out, const struct page_context *c, const struct recap *recap);
void page_recap(struct buffer *out, const struct page_context *c, const struct recap *recap);
