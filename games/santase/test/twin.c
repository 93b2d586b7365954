#include "twin.h"
#include "scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void copy_set(struct slow_pile *pile, uint32_t set)
{
    for (; set; set &= set - 1)
        santase_card_text(pile->card[pile->count++], cards_first(set));
}

struct slow twin_of(const struct bout *bout)
{
    struct slow g;
    memset(&g, 0, sizeof g);
    const struct deal *deal = &bout->deal;
    for (int seat = 0; seat < 2; seat++) {
        copy_set(&g.hand[seat], deal->hand[seat]);
        g.points[seat] = deal->points[seat];
        g.tricks[seat] = bout->tricks[seat];
    }
    for (int i = STOCK_MAX - deal->stock_left; i < STOCK_MAX; i++)
        copy_set(&g.stock, card_bit(deal->stock[i]));
    if (deal->trump_card != NO_CARD) santase_card_text(g.turned, deal->trump_card);
    g.trump = "HDCS"[deal->trump_suit];
    if (bout->led != NO_CARD) santase_card_text(g.table, bout->led);
    if (bout->married != NO_SUIT) g.announced = "HDCS"[bout->married];
    for (int suit = 0; suit < SUITS; suit++)
        g.declared[(int)"HDCS"[suit]] = deal->declared >> suit & 1;
    g.leader = bout->leader;
    g.closer = bout->closer == NOBODY ? -1 : bout->closer;
    g.faced = bout->closer_faced;
    g.threshold = bout->options.threshold;
    g.classic = bout->options.failed_close_classic;
    g.late_marriages = bout->options.marriage_after_close;
    g.automatic = bout->options.auto_claim;
    return g;
}

void twin_name(char out[8], uint8_t action)
{
    static const char *const plain[] = {"nine", "close", "66"};
    if (action >= ACT_EXCHANGE) {
        strcpy(out, plain[action - ACT_EXCHANGE]);
    } else if (action >= ACT_DECLARE) {
        snprintf(out, 8, "%c=", "HDCS"[action - ACT_DECLARE]);
    } else {
        santase_card_text(out, (uint8_t)(action % CARDS));
        if (action >= ACT_MARRY) strcat(out, "+");
    }
}

static bool offers(const struct slow_moves *moves, const char *name)
{
    for (int i = 0; i < moves->count; i++)
        if (strcmp(moves->move[i], name) == 0) return true;
    return false;
}

void twin_check(const struct bout *bout, const struct slow *slow)
{
    assert_int_equal(bout_ended(bout), slow->over);
    if (slow->over) {
        assert_int_equal(bout->winner == NOBODY ? -1 : bout->winner, slow->winner);
        assert_int_equal(bout->worth, slow->worth);
        return;
    }
    for (int seat = 0; seat < 2; seat++) {
        struct slow_moves moves;
        uint64_t legal = bout_legal(bout, seat);
        slow_legal(slow, seat, &moves);
        assert_int_equal(__builtin_popcountll(legal), moves.count);
        for (; legal; legal &= legal - 1) {
            char name[8];
            twin_name(name, (uint8_t)__builtin_ctzll(legal));
            if (!offers(&moves, name)) fail_msg("%s is legal in one only", name);
        }
        assert_int_equal(bout->deal.points[seat], slow->points[seat]);
    }
}

long bout_lines(const struct bout *bout)
{
    if (bout_ended(bout)) return 1;
    long lines = 0;
    for (int seat = 0; seat < 2; seat++)
        for (uint64_t legal = bout_legal(bout, seat); legal; legal &= legal - 1) {
            struct bout next = *bout;
            bout_act(&next, seat, (uint8_t)__builtin_ctzll(legal));
            lines += bout_lines(&next);
        }
    return lines;
}

static uint8_t any_of(uint64_t legal, struct chance *chance)
{
    uint32_t skip = chance_below(chance, (uint32_t)__builtin_popcountll(legal));
    for (; skip; skip--)
        legal &= legal - 1;
    return (uint8_t)__builtin_ctzll(legal);
}

struct bout random_endgame(struct chance *chance, int cards)
{
    for (;;) {
        uint8_t deck[CARDS];
        struct bout bout;
        uint32_t dice = chance_word(chance);
        struct bout_options options = {.threshold = dice & 1 ? 33 : 31,
                                       .failed_close_classic = dice >> 1 & 1,
                                       .marriage_after_close = (dice >> 2 & 3) != 0};
        bool closing = dice >> 4 & 1;
        santase_deck(deck);
        santase_shuffle(deck, chance);
        bout_begin(&bout, deck, (int)(dice >> 5 & 1), &options);
        while (!bout_ended(&bout)) {
            bool wanted = (dice >> 6 & 1) || bout.led == NO_CARD;
            if (deal_is_strict(&bout.deal) && bout.married == NO_SUIT && wanted &&
                cards_count(bout.deal.hand[0]) == cards)
                return bout;
            int seat = bout_turn(&bout);
            uint64_t legal = bout_legal(&bout, seat) & (ACT_BIT(ACT_DECLARE) - 1);
            uint64_t may = bout_legal(&bout, seat) & ACT_BIT(ACT_EXCHANGE);
            if (closing) may |= bout_legal(&bout, seat) & ACT_BIT(ACT_CLOSE);
            bout_act(&bout, seat, any_of(legal | may, chance));
        }
    }
}
