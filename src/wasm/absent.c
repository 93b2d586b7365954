/* What the games' tables name and nobody calls in a browser: cards from elsewhere, and the words that
 * the computer knows in Codenames, which are larger than all the rest. */
#include "game.h"

struct import_options;
extern const char vectors_bytes[], senses_tables[];
void cah_export_compact(const json_t *deck, struct buffer *out);
struct refusal cah_import(const struct import_options *options, const char *text, size_t len,
                          struct buffer *deck, struct deck_yield *yield);
struct refusal codenames_deck_import(const int32_t *settings, const struct deck_source *from,
                                     struct buffer *deck, struct deck_yield *yield);
struct refusal taboo_deck_import(const int32_t *settings, const struct deck_source *from,
                                 struct buffer *deck, struct deck_yield *yield);

_Alignas(16) const char vectors_bytes[64], senses_tables[64];

void cah_export_compact(const json_t *deck, struct buffer *out)
{
    (void)deck, (void)out;
}

struct refusal cah_import(const struct import_options *options, const char *text, size_t len,
                          struct buffer *deck, struct deck_yield *yield)
{
    (void)options, (void)text, (void)len, (void)deck, (void)yield;
    return REFUSE(UNAVAILABLE);
}

struct refusal codenames_deck_import(const int32_t *settings, const struct deck_source *from,
                                     struct buffer *deck, struct deck_yield *yield)
{
    (void)settings, (void)from, (void)deck, (void)yield;
    return REFUSE(UNAVAILABLE);
}

struct refusal taboo_deck_import(const int32_t *settings, const struct deck_source *from,
                                 struct buffer *deck, struct deck_yield *yield)
{
    (void)settings, (void)from, (void)deck, (void)yield;
    return REFUSE(UNAVAILABLE);
}
