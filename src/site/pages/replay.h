/* `path` is where the views come from: with «.json» the games, with «/17.json» the steps.
 * The page on which games that are over are watched again; the table's own script draws them. */
#pragma once

#include "site/pages/page.h"

void page_replay(struct buffer *out, const struct page_context *c, const struct page_room *room,
                 const char *path, bool tv);
/* Where the file of a saved game is opened. */
void page_open_file(struct buffer *out, const struct page_context *c);
