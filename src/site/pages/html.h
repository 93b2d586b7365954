/* Writes HTML into a buffer in which escaping cannot be forgotten: markup comes only from string
 * literals in the source (HTML refuses anything else at compile time), and whatever is not a
 * literal goes through functions that always escape. Bytes that are not UTF-8 become U+FFFD, so a
 * page is valid UTF-8 whatever it was given.
 *
 *     HTML(h, "<a class=\"player\"");
 *     html_attr(h, "title", name);
 *     HTML(h, ">");
 *     html_text(h, name);
 *     HTML(h, "</a>");
 *
 * A struct html owns nothing: the buffer and the context belong to the caller. */
#pragma once

#include "core/buffer.h"

#include <stddef.h>

struct page_context;

struct html {
    struct buffer *out;
    const struct page_context *page; /* language, asset base */
};

#define HTML(h, literal) html_literal((h), "" literal "", sizeof(literal) - 1)
void html_literal(struct html *h, const char *markup, size_t len); /* through HTML only */

void html_text(struct html *h, const char *text);
void html_number(struct html *h, long number);
/* ` name="value"`, with the space in front; `name` must be a literal of the source. */
void html_attr(struct html *h, const char *name, const char *value);
void html_attr_number(struct html *h, const char *name, long value);
/* An address within the site, made of parts that end with NULL: `/parts/like/these`. Each part is
 * percent-encoded and gets its slash, so that no part can change the meaning of the address. */
void html_attr_path(struct html *h, const char *name, ...) __attribute__((sentinel));
/* The address of an asset, with the context's base in front: "css/house.css". */
void html_attr_asset(struct html *h, const char *name, const char *path);

/* Text of the page's language (see catalog.h), escaped. */
void html_say(struct html *h, const char *key);
/* With values for its {placeholders}: "team", team, "count", "2", NULL. */
void html_say_with(struct html *h, const char *key, ...) __attribute__((sentinel));
/* Takes KEY.one or KEY.other by the number, which fills {count}; more values as above. */
void html_say_count(struct html *h, const char *key, long count, ...) __attribute__((sentinel));
void html_attr_say(struct html *h, const char *name, const char *key);
void html_attr_say_with(struct html *h, const char *name, const char *key, ...)
    __attribute__((sentinel));

/* Percent-encodes everything that is not unreserved in RFC 3986. */
void url_add_encoded(struct buffer *out, const char *text);
