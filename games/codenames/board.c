#include "board.h"
#include "words.h"

#include <string.h>

struct pick {
    uint64_t rank;
    uint16_t index;
    uint8_t deck;
};

void board_chance(struct chance *out, int32_t seed)
{
    uint8_t bytes[CHANCE_SEED_BYTES] = "codenames board";
    for (int i = 0; i < 4; i++)
        bytes[CHANCE_SEED_BYTES - 1 - i] = (uint8_t)((uint32_t)seed >> 8 * i);
    chance_init(out, bytes, 0);
}

static uint32_t mark_of(const char *folded)
{
    uint32_t mark = 2166136261u; /* FNV-1a */
    for (; *folded; folded++)
        mark = (mark ^ (uint8_t)*folded) * 16777619u;
    return mark;
}

static bool is_seen(struct board_seen seen, uint32_t mark)
{
    for (int i = 0; i < seen.count; i++)
        if (seen.mark[i] == mark) return true;
    return false;
}

/* FNV-1a that begins with the key, and its bits mixed well (the end of MurmurHash3): words that
 * look alike get ranks that do not. */
static uint64_t rank_of(const char *folded, uint64_t key, struct board_seen seen)
{
    uint64_t rank = key;
    for (const char *c = folded; *c; c++)
        rank = (rank ^ (uint8_t)*c) * 0x100000001b3u;
    rank = (rank ^ rank >> 33) * 0xff51afd7ed558ccdu;
    rank = (rank ^ rank >> 33) * 0xc4ceb9fe1a85ec53u;
    rank ^= rank >> 33;
    bool old = seen.count && is_seen(seen, mark_of(folded));
    return rank >> 1 | (uint64_t)old << 63; /* behind all others */
}

/* Keeps the lowest ranks, in order. A rank that is there already is the same word again. */
static int keep(struct pick lowest[BOARD_CARDS], int count, struct pick pick)
{
    int at = count;
    while (at > 0 && lowest[at - 1].rank > pick.rank)
        at--;
    if (at == BOARD_CARDS || (at > 0 && lowest[at - 1].rank == pick.rank)) return count;
    if (count < BOARD_CARDS) count++;
    for (int i = count - 1; i > at; i--)
        lowest[i] = lowest[i - 1];
    lowest[at] = pick;
    return count;
}

static void deal_types(struct board_card card[BOARD_CARDS], int start, struct chance *chance)
{
    uint8_t types[BOARD_CARDS];
    int at = 0;
    for (int i = 0; i < BOARD_AGENTS; i++)
        types[at++] = (uint8_t)start;
    for (int i = 0; i < BOARD_AGENTS - 1; i++)
        types[at++] = (uint8_t)!start;
    for (int i = 0; i < BOARD_NEUTRALS; i++)
        types[at++] = CARD_NEUTRAL;
    types[at] = CARD_ASSASSIN;
    chance_shuffle(chance, types, BOARD_CARDS, sizeof types[0]);
    for (int i = 0; i < BOARD_CARDS; i++)
        card[i].type = types[i];
}

bool board_draw(struct board_card card[BOARD_CARDS], int start, const struct game_table *table,
                struct board_seen seen, struct chance *chance)
{
    struct pick lowest[BOARD_CARDS];
    int count = 0;
    uint64_t key = (uint64_t)chance_word(chance) << 32;
    key |= chance_word(chance);
    for (int deck = 0; deck < table->decks; deck++) {
        for (uint32_t index = 0; index < table->deck[deck]->count; index++) {
            const char *folded = codenames_word_folded(table->deck[deck], index);
            struct pick pick = {rank_of(folded, key, seen), (uint16_t)index, (uint8_t)deck};
            count = keep(lowest, count, pick);
        }
    }
    if (count < BOARD_CARDS) return false;
    for (int i = 0; i < BOARD_CARDS; i++) {
        card[i].deck = lowest[i].deck;
        card[i].index = lowest[i].index;
    }
    deal_types(card, start, chance);
    return true;
}

const char *board_word(const struct board_card *card, const struct game_table *table)
{
    return codenames_word(table->deck[card->deck], card->index);
}

uint32_t board_mark(const struct board_card *card, const struct game_table *table)
{
    return mark_of(codenames_word_folded(table->deck[card->deck], card->index));
}
