/* The operator's pages, from the JSON that programs get at the same address. */
#pragma once

#include "site/pages/page.h"

#include <jansson.h>

/* Asks for the key; `tried`: the last one was wrong. */
void page_admin_key(struct buffer *out, const struct page_context *c, bool tried);
void page_admin(struct buffer *out, const struct page_context *c, const json_t *found);
/* Does this id name a card for good, so that it can be banned? */
bool card_id_lasts(const char *id);
