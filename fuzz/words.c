/* Files of words for Codenames: whatever is accepted has to be a deck that the room can read. */
#include "import.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct deck_yield yield;
    struct buffer out = {0};
    struct refusal r = codenames_import(
        "es", &(struct deck_source){"fuzz", (const char *)data, size, NULL}, &out, &yield);
    if (refused(&r)) {
        if (out.len || !r.detail[0] || !text_is_utf8(r.detail, strlen(r.detail))) abort();
        buffer_free(&out);
        return 0;
    }
    json_t *json = json_loadb(out.data, out.len, 0, NULL);
    struct game_deck deck = {0};
    if (!json) abort();
    r = codenames_deck_read(&deck, json);
    if (refused(&r) || deck.count != (uint32_t)yield.kept || deck.count < WORDS_MIN) abort();
    /* in capitals already: what is read once more stays as it is */
    char again[WORD_BYTES_MAX + 1];
    for (uint32_t i = 0; i < deck.count; i++)
        if (!codenames_word_clean(again, codenames_word(&deck, i)) ||
            strcmp(again, codenames_word(&deck, i)) != 0)
            abort();
    free((void *)deck.content);
    json_decref(json);
    buffer_free(&out);
    return 0;
}
