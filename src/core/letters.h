/* Capital and small letters beyond ASCII. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* False if it does not fit or is not UTF-8; `out` is then empty. */
bool letters_upper(char *out, size_t cap, const char *text);
bool letters_lower(char *out, size_t cap, const char *text);
