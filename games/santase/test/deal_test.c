/* Each function of the specification: cards and the deal. */
#include "scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void deck_is_24_different_cards_in_order(void **s)
{
    (void)s;
    uint8_t deck[CARDS];
    santase_deck(deck);
    uint32_t seen = 0;
    for (int i = 0; i < CARDS; i++) {
        assert_int_equal(card_suit(deck[i]), i / 6);
        assert_int_equal(card_rank(deck[i]), i % 6);
        seen |= card_bit(deck[i]);
    }
    assert_int_equal(seen, 0xffffff);
    assert_int_equal(cards_points(seen), 120);
}

static void shuffling_keeps_all_cards_and_moves_them_evenly(void **s)
{
    (void)s;
    struct chance chance = dice(7);
    int first[CARDS] = {0};
    for (int i = 0; i < 24000; i++) {
        uint8_t deck[CARDS];
        santase_deck(deck);
        santase_shuffle(deck, &chance);
        uint32_t seen = 0;
        for (int k = 0; k < CARDS; k++)
            seen |= card_bit(deck[k]);
        assert_int_equal(seen, 0xffffff);
        first[deck[0]]++;
    }
    for (int i = 0; i < CARDS; i++)
        assert_in_range(first[i], 850, 1150); /* expected 1000, standard deviation 31 */
}

static void shuffling_follows_chance_alone(void **s)
{
    (void)s;
    uint8_t a[CARDS], b[CARDS], c[CARDS];
    struct chance one = dice(3), same = dice(3), other = dice(4);
    santase_deck(a), santase_shuffle(a, &one);
    santase_deck(b), santase_shuffle(b, &same);
    santase_deck(c), santase_shuffle(c, &other);
    assert_memory_equal(a, b, CARDS);
    assert_memory_not_equal(a, c, CARDS);
}

static void cards_have_their_points_and_names(void **s)
{
    (void)s;
    const char *names[] = {"9D", "JS", "QH", "KC", "10S", "AD"};
    const int points[] = {0, 2, 3, 4, 10, 11};
    for (int i = 0; i < 6; i++) {
        char text[CARD_TEXT_MAX];
        assert_int_equal(card_points[card(names[i])], points[i]);
        santase_card_text(text, card(names[i]));
        assert_string_equal(text, names[i]);
    }
    const char *bad[] = {"", "1H", "10", "10h", "KX", "10HH", "hearts", " KH"};
    for (int i = 0; i < 8; i++)
        assert_int_equal(santase_card_read(bad[i]), NO_CARD);
    assert_int_equal(santase_card_read(NULL), NO_CARD);
    assert_int_equal(suit_read("clubs"), CLUBS);
    assert_int_equal(suit_read("S"), SPADES);
    assert_int_equal(suit_read("spade"), NO_SUIT);
    assert_int_equal(suit_read(NULL), NO_SUIT);
}

static void marriages_are_worth_20_or_40(void **s)
{
    (void)s;
    assert_int_equal(marriage_points(HEARTS, HEARTS), 40);
    assert_int_equal(marriage_points(HEARTS, SPADES), 20);
}

static void comparing_looks_at_ranks_only(void **s)
{
    (void)s;
    const char *order[] = {"9", "J", "Q", "K", "10", "A"};
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 6; k++) {
            char a[8], b[8];
            snprintf(a, sizeof a, "%sH", order[i]);
            snprintf(b, sizeof b, "%sS", order[k]);
            assert_int_equal(card_compare(card(a), card(b)), i > k ? -1 : i < k ? 1 : 0);
        }
}

static void a_trick_goes_to_trump_then_led_suit_then_rank(void **s)
{
    (void)s;
    const struct {
        const char *first, *second;
        enum suit led;
        int winner;
    } rows[] = {
        {"9S", "AH", HEARTS, 0},  {"AH", "9S", HEARTS, 1},  {"9S", "JS", SPADES, 1},
        {"10H", "KH", HEARTS, 0}, {"KH", "10H", HEARTS, 1}, {"9H", "AD", HEARTS, 0},
        {"AD", "9H", HEARTS, 1},  {"AD", "9C", HEARTS, 0},  {"AH", "10H", HEARTS, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(
            trick_compare(card(rows[i].first), card(rows[i].second), rows[i].led, SPADES),
            rows[i].winner);
}

static void dealing_gives_three_the_trump_three(void **s)
{
    (void)s;
    uint8_t deck[CARDS];
    struct deal deal;
    santase_deck(deck);
    deal_initial(&deal, deck);
    assert_int_equal(deal.hand[0], cards("9H JH QH JD QD KD"));
    assert_int_equal(deal.hand[1], cards("KH 10H AH 10D AD 9C"));
    assert_int_equal(deal.trump_card, card("9D"));
    assert_int_equal(deal.trump_suit, DIAMONDS);
    assert_int_equal(deal.stock_left, 11);
    assert_int_equal(deal.stock[0], card("JC"));
    assert_int_equal(deal.stock[10], card("AS"));
    assert_false(deal.closed);
    assert_int_equal(deal.won[0] | deal.won[1] | deal.points[0] | deal.points[1], 0);
    assert_int_equal(deal.declared, 0);
}

static void marriages_are_found_and_declared_once(void **s)
{
    (void)s;
    struct deal deal = scene("KH QH KS QS KD JD", "QD AD", "9C", "JC", SPADES).deal;
    assert_true(hand_has_marriage(deal.hand[0], HEARTS));
    assert_false(hand_has_marriage(deal.hand[0], DIAMONDS));
    assert_true(deal_can_declare(&deal, 0, SPADES));
    assert_false(deal_can_declare(&deal, 1, DIAMONDS));
    assert_int_equal(deal_declareable(&deal, 0), 1 << HEARTS | 1 << SPADES);
    assert_true(deal_declare(&deal, 0, HEARTS));
    assert_int_equal(deal.points[0], 20);
    assert_false(deal_can_declare(&deal, 0, HEARTS));
    assert_false(deal_declare(&deal, 0, HEARTS));
    assert_int_equal(deal.points[0], 20);
    assert_true(deal_declare(&deal, 0, SPADES));
    assert_int_equal(deal.points[0], 60);
    assert_int_equal(deal_declareable(&deal, 0), 0);
    assert_int_equal(deal.points[1], 0);
}

static void strict_when_closed_or_exhausted(void **s)
{
    (void)s;
    struct deal deal = scene("KH", "QH", "9C", "JC", CLUBS).deal;
    assert_false(deal_is_strict(&deal));
    deal.closed = 1;
    assert_true(deal_is_strict(&deal));
    deal = scene("KH", "QH", "", "", CLUBS).deal;
    assert_true(deal_is_strict(&deal));
}

static void followers_head_follow_trump_or_throw(void **s)
{
    (void)s;
    const struct {
        const char *hand, *led, *valid;
    } rows[] = {
        {"AH 9H KS", "KH", "AH"},         /* head it */
        {"AH 10H 9H KS", "KH", "AH 10H"}, /* with either */
        {"QH 9H KS", "KH", "QH 9H"},      /* cannot: any of the suit */
        {"9D AC KS 9S", "KH", "KS 9S"},   /* void: trump */
        {"9D AC", "KH", "9D AC"},         /* nothing: anything */
        {"9S AS AH", "KS", "AS"},         /* trumps led are headed too */
        {"9S JS AH", "KS", "9S JS"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t hand = cards(rows[i].hand);
        assert_int_equal(follower_cards(hand, card(rows[i].led), SPADES, true),
                         cards(rows[i].valid));
        assert_int_equal(follower_cards(hand, card(rows[i].led), SPADES, false), hand);
    }
}

static void a_trick_moves_cards_and_points(void **s)
{
    (void)s;
    struct deal deal = scene("10H 9D", "AH 9S", "9C", "JS", SPADES).deal;
    assert_int_equal(deal_play_trick(&deal, 0, card("10H"), card("AH")), 1);
    assert_int_equal(deal.hand[0], cards("9D"));
    assert_int_equal(deal.hand[1], cards("9S"));
    assert_int_equal(deal.won[1], cards("10H AH"));
    assert_int_equal(deal.points[1], 21);
    assert_int_equal(deal.won[0], 0);
}

static void an_impossible_trick_changes_nothing(void **s)
{
    (void)s;
    struct deal deal = scene("10H 9D", "AH 9S", "", "", SPADES).deal, before = deal;
    assert_int_equal(deal_play_trick(&deal, 0, card("10H"), card("9S")), -1); /* must head */
    assert_int_equal(deal_play_trick(&deal, 0, card("AH"), card("9S")), -1);  /* not his */
    assert_int_equal(deal_play_trick(&deal, 0, card("10H"), card("9D")), -1); /* not hers */
    assert_memory_equal(&deal, &before, sizeof deal);
    deal.stock_left = 1;
    assert_int_equal(deal_play_trick(&deal, 0, card("10H"), card("9S")), 1); /* open: free */
}

static void the_winner_draws_first_and_the_turned_card_goes_last(void **s)
{
    (void)s;
    struct deal deal = scene("KH", "QH", "9C AC 10D", "JS", SPADES).deal;
    deal_draw_stock(&deal, 1);
    assert_int_equal(deal.hand[1], cards("QH 9C"));
    assert_int_equal(deal.hand[0], cards("KH AC"));
    assert_int_equal(deal.stock_left, 1);
    assert_int_equal(deal.trump_card, card("JS"));
    deal_draw_stock(&deal, 0);
    assert_int_equal(deal.hand[0], cards("KH AC 10D"));
    assert_int_equal(deal.hand[1], cards("QH 9C JS"));
    assert_int_equal(deal.trump_card, NO_CARD);
    assert_true(deal_is_strict(&deal));
    struct deal before = deal;
    deal_draw_stock(&deal, 0);
    assert_memory_equal(&deal, &before, sizeof deal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deck_is_24_different_cards_in_order),
        cmocka_unit_test(shuffling_keeps_all_cards_and_moves_them_evenly),
        cmocka_unit_test(shuffling_follows_chance_alone),
        cmocka_unit_test(cards_have_their_points_and_names),
        cmocka_unit_test(marriages_are_worth_20_or_40),
        cmocka_unit_test(comparing_looks_at_ranks_only),
        cmocka_unit_test(a_trick_goes_to_trump_then_led_suit_then_rank),
        cmocka_unit_test(dealing_gives_three_the_trump_three),
        cmocka_unit_test(marriages_are_found_and_declared_once),
        cmocka_unit_test(strict_when_closed_or_exhausted),
        cmocka_unit_test(followers_head_follow_trump_or_throw),
        cmocka_unit_test(a_trick_moves_cards_and_points),
        cmocka_unit_test(an_impossible_trick_changes_nothing),
        cmocka_unit_test(the_winner_draws_first_and_the_turned_card_goes_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
