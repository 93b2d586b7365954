#include "brought.h"
#include "deck.h"
#include "export.h"
#include "import.h"
#include "settings.h"

#include <string.h>

struct refusal cah_deck_import(const int32_t *settings, const struct deck_source *from,
                               struct buffer *deck, struct deck_yield *yield)
{
    struct import_options options = {cah_languages[settings[SET_LANGUAGE]], from->name, from->base};
    return cah_import(&options, from->text, from->len, deck, yield);
}

bool cah_deck_export(const json_t *deck, const char *form, struct buffer *out)
{
    if (strcmp(form, "jah") != 0) return false;
    cah_export_compact(deck, out);
    return true;
}

/* Cards lie pack by pack: those of one begin where those before it end. */
static uint32_t mature_in(const struct cah_deck *deck, int place, enum cah_colour colour)
{
    uint32_t from = 0, mature = 0;
    for (int i = 0; i < place; i++)
        from += deck->pack[i].cards[colour];
    for (uint32_t i = 0; i < deck->pack[place].cards[colour]; i++)
        mature += deck->card[colour][from + i].mature;
    return mature;
}

bool cah_deck_pack(const struct game_deck *deck, int place, struct deck_pack *out)
{
    const struct cah_deck *content = deck->content;
    if (place >= (int)content->packs) return false;
    const struct cah_pack *pack = &content->pack[place];
    *out = (struct deck_pack){.name = content->texts + pack->name,
                              .black = pack->cards[CAH_BLACK],
                              .white = pack->cards[CAH_WHITE],
                              .mature = mature_in(content, place, CAH_WHITE) +
                                        mature_in(content, place, CAH_BLACK)};
    return true;
}

static uint32_t dealt(const struct game_table *table, enum cah_colour colour)
{
    uint64_t bits[CAH_WHITES_MAX / 64] = {0}; /* there are more white ones than black ones */
    uint32_t cards = 0;
    cah_cards_allowed(table, colour, 0, true, bits);
    for (size_t i = 0; i < sizeof bits / sizeof bits[0]; i++)
        cards += (uint32_t)__builtin_popcountll(bits[i]);
    return cards;
}

struct refusal cah_deck_enough(const struct game_table *table, uint32_t *cards)
{
    *cards = dealt(table, CAH_WHITE) + dealt(table, CAH_BLACK);
    if (*cards > 0) return ACCEPTED;
    if (table->decks > 0)
        return refusal_keyed(
            refuse_saying(REFUSAL_CODE_DECK_EMPTY, "All of these cards are for adults."),
            "cah.onlyMature");
    if (table->settings[SET_CARDS] != SOURCE_OWN)
        return ACCEPTED; /* the rules say what they need */
    return refusal_keyed(
        refuse_saying(REFUSAL_CODE_DECK_EMPTY, "There are no cards of your own in this room."),
        "cah.noOwnCards");
}
