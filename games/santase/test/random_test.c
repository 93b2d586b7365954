/* Random deals: both implementations agree in every state, every card is somewhere exactly once,
 * and points add up. usage: random_test DEALS COMPARED */
#include "scene.h"
#include "twin.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static int deals, compared;

static struct bout_options draw_options(struct chance *chance)
{
    uint32_t dice = chance_word(chance);
    return (struct bout_options){.threshold = dice & 1 ? 33 : 31,
                                 .failed_close_classic = dice >> 1 & 1,
                                 .marriage_after_close = dice >> 2 & 1,
                                 .auto_claim = dice >> 3 & 1};
}

static void begin(struct bout *bout, struct chance *chance)
{
    uint8_t deck[CARDS];
    struct bout_options options = draw_options(chance);
    santase_deck(deck);
    santase_shuffle(deck, chance);
    bout_begin(bout, deck, (int)chance_below(chance, 2), &options);
}

/* Any legal action of anybody; claims and closes seldom, or few deals would be played out. */
static uint8_t any_action(const struct bout *bout, int *seat, struct chance *chance)
{
    *seat = bout_turn(bout);
    if (chance_below(chance, 8) == 0 && bout_legal(bout, !*seat)) *seat = !*seat;
    uint64_t legal = bout_legal(bout, *seat);
    uint64_t rare = ACT_BIT(ACT_CLAIM) | ACT_BIT(ACT_CLOSE);
    if (legal & ~rare && chance_below(chance, 16)) legal &= ~rare;
    uint32_t skip = chance_below(chance, (uint32_t)__builtin_popcountll(legal));
    for (; skip; skip--)
        legal &= legal - 1;
    return (uint8_t)__builtin_ctzll(legal);
}

static void conserved(const struct bout *bout)
{
    const struct deal *deal = &bout->deal;
    uint32_t places[] = {deal->hand[0],
                         deal->hand[1],
                         deal->won[0],
                         deal->won[1],
                         deal->trump_card == NO_CARD ? 0 : card_bit(deal->trump_card),
                         0};
    for (int i = STOCK_MAX - deal->stock_left; i < STOCK_MAX; i++) {
        assert_false(places[5] & card_bit(deal->stock[i]));
        places[5] |= card_bit(deal->stock[i]);
    }
    uint32_t seen = 0;
    for (int i = 0; i < 6; i++) {
        assert_int_equal(seen & places[i], 0);
        seen |= places[i];
    }
    assert_int_equal(seen, 0xffffff);
    assert_int_equal(cards_count(deal->hand[0]), cards_count(deal->hand[1]));
    assert_int_equal(bout->shown[0] & ~deal->hand[0], 0);
    assert_int_equal(bout->shown[1] & ~deal->hand[1], 0);
    assert_int_equal(bout->denied[0] & deal->hand[0], 0);
    assert_int_equal(bout->denied[1] & deal->hand[1], 0);
}

static void points_add_up(const struct bout *bout)
{
    const struct deal *deal = &bout->deal;
    int marriages = 0;
    for (unsigned suit = 0; suit < SUITS; suit++)
        if (deal->declared >> suit & 1) marriages += marriage_points(suit, deal->trump_suit);
    bool bonus = bout_ended(bout) && deal->hand[0] == 0 && !deal->closed;
    int expected = cards_points(deal->won[0] | deal->won[1]) + marriages + (bonus ? 10 : 0);
    assert_int_equal(deal->points[0] + deal->points[1], expected);
    assert_true(expected <= 120 + marriages + 10);
}

static void every_card_is_somewhere_in_every_state(void **s)
{
    (void)s;
    struct chance chance = dice(61);
    int reasons[END_FORFEIT + 1] = {0};
    for (int i = 0; i < deals; i++) {
        struct bout bout;
        begin(&bout, &chance);
        while (!bout_ended(&bout)) {
            int seat;
            conserved(&bout);
            points_add_up(&bout);
            uint8_t action = any_action(&bout, &seat, &chance);
            bout_act(&bout, seat, action);
        }
        conserved(&bout);
        points_add_up(&bout);
        assert_true(bout.worth <= 3 && (bout.worth > 0) == (bout.winner != NOBODY));
        reasons[bout.reason]++;
    }
    for (int reason = END_CLAIMED; reason < END_DRAWN; reason++)
        assert_true(reasons[reason] > deals / 100);
    assert_true(deals < 100000 || reasons[END_DRAWN] > 0);
}

static void both_implementations_agree(void **s)
{
    (void)s;
    struct chance chance = dice(62);
    for (int i = 0; i < compared; i++) {
        struct bout bout;
        begin(&bout, &chance);
        struct slow slow = twin_of(&bout);
        while (!bout_ended(&bout)) {
            int seat;
            twin_check(&bout, &slow);
            uint8_t action = any_action(&bout, &seat, &chance);
            char name[8];
            twin_name(name, action);
            bout_act(&bout, seat, action);
            slow_move(&slow, seat, name);
        }
        twin_check(&bout, &slow);
    }
}

int main(int argc, char **argv)
{
    deals = argc > 1 ? atoi(argv[1]) : 20000;
    compared = argc > 2 ? atoi(argv[2]) : 2000;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_card_is_somewhere_in_every_state),
        cmocka_unit_test(both_implementations_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
