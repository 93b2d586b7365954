#include "scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

uint8_t card(const char *name)
{
    uint8_t found = santase_card_read(name);
    if (found == NO_CARD) fail_msg("no card is called '%s'", name);
    return found;
}

static int split(const char *names, uint8_t out[CARDS])
{
    char copy[100];
    int count = 0;
    strncpy(copy, names, sizeof copy - 1);
    copy[sizeof copy - 1] = 0;
    for (char *save, *word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save))
        out[count++] = card(word);
    return count;
}

uint32_t cards(const char *names)
{
    uint8_t list[CARDS];
    uint32_t set = 0;
    for (int i = split(names, list); i-- > 0;)
        set |= card_bit(list[i]);
    return set;
}

struct bout_options usual(void)
{
    return (struct bout_options){.threshold = 33, .marriage_after_close = 1};
}

struct match_settings usual_match(void)
{
    return (struct match_settings){.options = usual(), .match_to = 11};
}

struct bout scene(const char *hand0, const char *hand1, const char *stock, const char *turned,
                  enum suit trump)
{
    struct bout bout;
    memset(&bout, 0, sizeof bout);
    bout.deal.hand[0] = cards(hand0);
    bout.deal.hand[1] = cards(hand1);
    uint8_t list[CARDS];
    int count = split(stock, list);
    memset(bout.deal.stock, NO_CARD, STOCK_MAX);
    memcpy(bout.deal.stock + STOCK_MAX - count, list, (size_t)count);
    bout.deal.stock_left = (uint8_t)count;
    bout.deal.trump_card = turned[0] ? card(turned) : NO_CARD;
    bout.deal.trump_suit = (uint8_t)trump;
    bout.led = NO_CARD;
    bout.married = NO_SUIT;
    bout.drawn[0] = bout.drawn[1] = NO_CARD;
    bout.closer = bout.winner = NOBODY;
    bout.tricks[0] = 1;
    bout.options = usual();
    return bout;
}

struct match scene_match(const struct bout *bout)
{
    struct match match;
    memset(&match, 0, sizeof match);
    struct match_settings settings = usual_match();
    struct chance chance = dice(1);
    settings.options = bout->options;
    match_begin(&match, &settings, 1000, &chance);
    match.bout = *bout;
    match.dealer = 1;
    for (int i = 0; i < match_tricks(&match); i++) { /* whatever was in the tricks before */
        match.trick[i][0] = card("AC");
        match.trick[i][1] = card("10C");
    }
    return match;
}

struct chance dice(uint8_t seed)
{
    uint8_t bytes[CHANCE_SEED_BYTES] = {seed};
    struct chance chance;
    chance_init(&chance, bytes, 0);
    return chance;
}
