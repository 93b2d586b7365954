/* JSON as a browser or somebody's program sends it. Half a character, an emoji that was cut in two by
 * a field's limit or by copying, is legal JSON ("\ud83d") and what JSON.stringify writes; jansson takes
 * it for no JSON at all. Such halves are read as U+FFFD, as browsers do it with forms. */
#pragma once

#include <jansson.h>

/* json_loadb, but for the halves. */
json_t *typed_json(const char *text, size_t len, size_t flags, json_error_t *error);
