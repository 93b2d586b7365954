/* A clue as it was typed, and after the first line break a word on the board. Whatever is accepted
 * is one word, stays as it is when it is read again, and clashes with itself. */
#include "clue.h"
#include "core/text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void check_clue(const char *clue, const char *word)
{
    char again[CLUE_BYTES_MAX + 1];
    struct refusal r = clue_read(again, clue);
    if (refused(&r) || strcmp(again, clue) != 0) abort();
    if (!text_is_utf8(clue, strlen(clue)) || strpbrk(clue, " \t\r\n-'.,0123456789")) abort();
    if (clue_against(clue, clue) != CLUE_IS_WORD) abort();
    r = clue_check(clue, word);
    if (refused(&r) != (clue_against(clue, word) != CLUE_FREE)) abort();
    if (!text_is_utf8(r.detail, strlen(r.detail))) abort();
    if (text_same(clue, word) && !refused(&r)) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char clue[CLUE_BYTES_MAX + 1], word[97] = "";
    char *typed = malloc(size + 1);
    memcpy(typed, data, size);
    typed[size] = 0;
    char *line = strchr(typed, '\n');
    if (line) {
        *line = 0;
        if (!text_clean(word, sizeof word, 24, line + 1)) word[0] = 0; /* as decks do it */
    }
    struct refusal r = clue_read(clue, typed);
    if (!refused(&r)) check_clue(clue, word);
    if (refused(&r) && (clue[0] || !r.key || r.code != REFUSAL_CODE_INVALID_CLUE)) abort();
    free(typed);
    return 0;
}
