/* Pages about what was played, from the JSON that programs get at the same addresses. */
#pragma once

#include "site/pages/page.h"

#include <jansson.h>

void page_past(struct buffer *out, const struct page_context *c, const json_t *past);
void page_cards(struct buffer *out, const struct page_context *c, const json_t *cards);
