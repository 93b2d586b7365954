/* What comes from outside as cards: Gemini's answers, and files to import. The first byte says how
 * the rest arrives: as the whole answer, as the model's text within a sound answer, or as a file. */
#include "gemini.h"
#include "import.h"

#include <stdlib.h>
#include <string.h>

/* Whatever is accepted has to be a deck that the room can read. */
static void check_deck(struct buffer *out, int kept)
{
    json_t *json = json_loadb(out->data, out->len, 0, NULL);
    struct game_deck deck = {0};
    if (!json) abort();
    struct refusal r = taboo_deck_read(&deck, json);
    if (refused(&r) || deck.count != (uint32_t)kept) abort();
    free((void *)deck.content);
    json_decref(json);
}

static void try_answer(const char *text, size_t len)
{
    struct chance chance;
    static const uint8_t seed[CHANCE_SEED_BYTES] = {1};
    chance_init(&chance, seed, 0);
    struct gemini_ask ask = {.language = "es", .count = 20};
    struct gemini_yield yield;
    struct buffer out = {0};
    struct refusal r = gemini_answer(&ask, text, len, &chance, &out, &yield);
    if (!refused(&r)) check_deck(&out, yield.kept);
    buffer_free(&out);
}

static void try_text(const char *text, size_t len)
{
    struct buffer answer = {0};
    struct writer w = writer_to(&answer);
    write_object(&w);
    put_array(&w, "candidates");
    write_object(&w);
    put_object(&w, "content");
    put_array(&w, "parts");
    write_object(&w);
    write_key(&w, "text");
    write_string_n(&w, text, len);
    for (int i = 0; i < 6; i++)
        write_end(&w);
    try_answer(answer.data, answer.len);
    buffer_free(&answer);
}

static void try_import(const char *text, size_t len)
{
    struct import_options options = {.language = "es", .name = "fuzz"};
    struct deck_yield yield;
    struct buffer out = {0};
    struct refusal r = taboo_import(&options, text, len, &out, &yield);
    if (!refused(&r)) check_deck(&out, yield.kept);
    buffer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) return 0;
    const char *text = (const char *)data + 1;
    switch (data[0] % 3) {
    case 0: try_answer(text, size - 1); break;
    case 1: try_text(text, size - 1); break;
    case 2: try_import(text, size - 1); break;
    }
    return 0;
}
