/* Text that people typed: UTF-8 in, and whatever is not UTF-8 is refused. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define NAME_LETTERS_MAX 24 /* visible characters: grapheme clusters, as a reader counts them */
#define NAME_BYTES_MAX 96   /* without the terminating zero */

bool text_is_utf8(const char *text, size_t len);

/* A name as it may be shown to others: NFC, control, bidi and other invisible characters dropped,
 * at most three marks on a letter, white space trimmed and folded to single spaces. False if that leaves nothing, or more than 24
 * visible characters or 96 bytes, or if it was not UTF-8. */
bool text_clean_name(char out[NAME_BYTES_MAX + 1], const char *typed);

/* The same for other short texts, with limits of one's own; `cap` counts the terminating zero. */
bool text_clean(char *out, size_t cap, int letters_max, const char *typed);

/* For comparing: case folded, accents and other marks stripped, compatibility forms unified, white
 * space as in names. Returns the length, or -1 if it does not fit or was not UTF-8. */
int text_fold(char *out, size_t cap, const char *text);
bool text_same(const char *a, const char *b); /* equal after folding */
/* Cuts the next line off, in place, without its end of any of the three kinds; NULL after the last.
 * `*rest` is the text at first. */
char *text_line(char **rest);
