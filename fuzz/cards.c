/* Files of cards to fill in. The reader of JSON5 has to agree with jansson on all JSON; whatever is
 * imported has to be JSON that comes out the same when it is imported again, and no card of it may
 * get lost on the way to another program. */
#include "core/text.h"
#include "export.h"
#include "import.h"
#include "json5.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void agree(const char *text, size_t size)
{
    struct json5_error error = {0};
    json_t *ours = json5_read(text, size, &error);
    json_t *theirs = json_loadb(text, size, JSON_DECODE_ANY, NULL);
    if (ours ? error.what != NULL : !error.what || error.line < 1) abort();
    /* jansson goes deeper, and takes numbers as long as they come */
    bool deep = error.what && (strstr(error.what, "brackets") || strstr(error.what, "too long"));
    bool zero = size && memchr(text, 0, size); /* where jansson stops reading */
    if (theirs && !deep && !zero && (!ours || !json_equal(ours, theirs))) abort();
    json_decref(ours);
    json_decref(theirs);
}

static void come_back(const struct buffer *deck, const struct deck_yield *yield)
{
    struct import_options options = {.language = "en", .name = "fuzz"};
    struct buffer again = {0}, compact = {0}, back = {0};
    struct deck_yield other;
    struct refusal r = cah_import(&options, deck->data, deck->len, &again, &other);
    if (refused(&r) || other.kept != yield->kept || other.dropped) abort();
    if (again.len != deck->len || memcmp(again.data, deck->data, deck->len) != 0) abort();
    json_t *json = json_loadb(deck->data, deck->len, 0, NULL);
    if (!json) abort();
    cah_export_compact(json, &compact);
    /* there a text may mean something else: «&amp;» is a letter to us and markup to them */
    cah_import(&options, compact.data, compact.len, &back, &other);
    if (other.kept + other.dropped != yield->kept) abort();
    json_decref(json);
    buffer_free(&again);
    buffer_free(&compact);
    buffer_free(&back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct import_options options = {.language = "en", .name = "fuzz"};
    struct buffer deck = {0};
    struct deck_yield yield;
    agree((const char *)data, size);
    struct refusal r = cah_import(&options, (const char *)data, size, &deck, &yield);
    if (refused(&r)) {
        if (deck.len || !r.detail[0] || !text_is_utf8(r.detail, strlen(r.detail))) abort();
    } else {
        if (yield.kept < 1) abort();
        come_back(&deck, &yield);
    }
    for (int i = 0; i < yield.problems.count; i++) {
        const char *sentence = yield.problems.of[i].sentence;
        if (!text_is_utf8(sentence, strlen(sentence))) abort();
    }
    buffer_free(&deck);
    return 0;
}
