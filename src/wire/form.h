/* What people put behind `?`, into forms and into cookies. Decoded values are copied into memory of
 * the caller, always with a terminating zero; whatever contains %00, a broken % or is too long is
 * treated as not there. */
#pragma once

#include "wire/span.h"

/* Percent-decodes; with `plus`, + is a space (queries and forms, not paths). Returns the length, or
 * -1 if it is malformed, holds a zero byte or does not fit with its terminating zero. */
int percent_decode(char *out, size_t cap, struct span in, bool plus);
/* The first value of `name` in a query string or an application/x-www-form-urlencoded body.
 * Returns its length, or -1 if it is not there; `out` is then "". */
int form_value(char *out, size_t cap, struct span form, const char *name);
/* Is it there at all, whatever its value is? */
bool form_has(struct span form, const char *name);
/* The value of a cookie in a Cookie field, as it stands. Returns its length or -1. */
int cookie_value(char *out, size_t cap, struct span cookies, const char *name);
