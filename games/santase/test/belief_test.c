/* What one thinks of somebody who could have exchanged or declared. */
#include "santase/belief.h"
#include "scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* Seat 1 has just led the second trick of the deal and lost it. */
static struct match after_a_lead(void)
{
    struct bout b =
        scene("AS 10S KD AH 10H AD", "9S QS KS JH 9D JD", "9C JC QC KC 10C 9H QH", "JS", SPADES);
    b.tricks[0] = b.tricks[1] = 1;
    struct match match = scene_match(&b);
    match.trick_led_by[0] = 0;
    match.trick_led_by[1] = 1;
    return match;
}

static int holds(const struct match *match, const struct belief *belief, uint32_t wanted)
{
    struct chance chance = dice(1);
    int count = 0;
    for (int i = 0; i < 2000; i++) {
        struct bout world;
        memcpy(&world, &match->bout, sizeof world);
        belief_rehide(&world, 0, belief, &chance);
        assert_int_equal(world.deal.hand[0], match->bout.deal.hand[0]);
        assert_int_equal(cards_count(world.deal.hand[1]), 6);
        count += (world.deal.hand[1] & wanted) == wanted;
    }
    return count;
}

static void what_was_not_done_is_hardly_there(void **s)
{
    (void)s;
    struct match match = after_a_lead();
    struct belief belief;
    struct belief blank = {256, {256, 256, 256, 256}};
    belief_form(&belief, &match, 0);
    uint32_t nine = card_bit(card("9S")), couple = cards("KS QS");
    assert_in_range(holds(&match, &blank, nine), 800, 1050); /* six of thirteen */
    assert_in_range(holds(&match, &belief, nine), 100, 450);
    assert_in_range(holds(&match, &blank, couple), 300, 460);
    assert_in_range(holds(&match, &belief, couple), 20, 230);
}

static void who_never_led_could_not(void **s)
{
    (void)s;
    struct match match = after_a_lead();
    struct belief belief;
    match.trick_led_by[1] = 0;
    belief_form(&belief, &match, 0);
    assert_int_equal(belief.nine, 256);
    for (int suit = 0; suit < SUITS; suit++)
        assert_int_equal(belief.couple[suit], 256);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_not_done_is_hardly_there),
        cmocka_unit_test(who_never_led_could_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
