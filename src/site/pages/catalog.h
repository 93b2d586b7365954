/* The languages of the interface. Texts are flat keys in web/lang/LANGUAGE.json and in each game's
 * lang/LANGUAGE.json, put together when the program is built; everything returned here lives as long
 * as the program. */
#pragma once

#include "core/buffer.h"

#include <stdarg.h>
#include <stdbool.h>

#define CATALOG_LANGUAGES 4
extern const char *const catalog_languages[CATALOG_LANGUAGES]; /* "es", "it", "en", "bg" */

/* The language to answer in, always one of ours. The first of these that names one of them:
 * `query` (?lang=), `cookie` (the cookie `lang`), the Accept-Language header; else Spanish. Any may
 * be NULL. */
const char *catalog_pick(const char *query, const char *cookie, const char *accept);
/* The same, but NULL where none of them names one of ours. */
const char *catalog_asked(const char *query, const char *cookie, const char *accept);

/* The text as it stands in the catalogue; in English if the language lacks it; the key itself if
 * English lacks it too. */
const char *catalog_text(const char *language, const char *key);
bool catalog_has(const char *key);
/* Adds the text with {name} replaced by the value that follows "name"; ends with NULL. A
 * placeholder without a value stays as it is. Nothing is escaped here. */
void catalog_fill(struct buffer *out, const char *language, const char *key, va_list values);
/* The same with the values as an array: "name", value, … NULL. */
void catalog_fill_from(struct buffer *out, const char *language, const char *key,
                       const char *const *values);
