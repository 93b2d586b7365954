/* One sentence about a line of somebody's file, so that they can mend it. */
#pragma once

#include <stddef.h>

/* «Line 3: «WORD»: why», without the line if it is 0; a long word is cut, at a whole letter. */
void complaint_write(char *out, size_t cap, int line, const char *word, const char *why);
