/* The computer player: legal, honest, quick, the same for the same chance, and not stupid. */
#include "santase/bot.h"
#include "santase/hide.h"
#include "scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

static uint8_t choose(const struct bout *bout, enum bot_level level)
{
    struct match match = scene_match(bout);
    struct chance chance = dice(3);
    return bot_choose(&match, bout_turn(bout), level, &chance);
}

/* What the strongest does, whatever it thought of on the way. */
static void master_always(const struct bout *bout, uint8_t wanted, uint8_t avoided)
{
    for (uint8_t seed = 0; seed < 4; seed++) {
        struct match match = scene_match(bout);
        struct chance chance = dice(seed);
        uint8_t chosen = bot_choose(&match, bout_turn(bout), BOT_MASTER, &chance);
        if (wanted != NO_ACTION) assert_int_equal(chosen, wanted);
        assert_int_not_equal(chosen, avoided);
    }
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void everybody_claims_what_he_has(void **s)
{
    (void)s;
    for (enum bot_level level = BOT_EASY; level < BOT_LEVELS; level++) {
        struct bout b = scene("AH KD 9C", "10H 9H JD", "9D JC QC", "10S", SPADES);
        b.deal.points[0] = 66;
        assert_int_equal(choose(&b, level), ACT_CLAIM);
        b.deal.points[0] = 65;
        assert_int_not_equal(choose(&b, level), ACT_CLAIM);
    }
}

static void a_marriage_that_wins_is_declared_and_claimed(void **s)
{
    (void)s;
    struct bout b = scene("KH QH 9C", "10H 9H JD", "9D JC QC", "10S", SPADES);
    b.deal.points[0] = 50;
    for (enum bot_level level = BOT_MEDIUM; level <= BOT_MASTER; level++) {
        assert_int_equal(choose(&b, level), DECLARE(HEARTS));
        struct bout declared = b;
        bout_act(&declared, 0, DECLARE(HEARTS));
        assert_int_equal(choose(&declared, level), ACT_CLAIM);
    }
}

static void the_nine_is_exchanged(void **s)
{
    (void)s;
    struct bout b = scene("9S KD 9C", "10H 9H JD", "9D JC QC", "AS", SPADES);
    for (enum bot_level level = BOT_EASY; level < BOT_LEVELS; level++)
        assert_int_equal(choose(&b, level), ACT_EXCHANGE);
}

static void a_won_hand_is_closed(void **s)
{
    (void)s;
    /* Every card of it wins its trick whatever the other one holds: more than 66 and no trick lost.
     */
    struct bout b =
        scene("AS 10S KS AH 10H AD", "9S JS 9H JH 9D JD", "9C JC QC KC 10C", "QS", SPADES);
    b.deal.points[0] = 4;
    assert_int_equal(choose(&b, BOT_HARD), ACT_CLOSE);
    assert_int_equal(choose(&b, BOT_MASTER), ACT_CLOSE);
}

/* The other has 46 after a declared forty and leads its queen. Three aces and the lead later are worth
 * more than fifteen points now: whoever never expects anybody to close takes it. */
static void a_trump_is_kept_to_close_with(void **s)
{
    (void)s;
    struct bout b = scene("JH AD JC AC KS AS", "QC KC 9H 10H 10D QS",
                          "QH KH AH 9D QD 10C 9S JS 10S", "9C", CLUBS);
    b.deal.won[1] = cards("JD KD");
    b.deal.points[1] = 46;
    b.tricks[0] = 0;
    b.tricks[1] = 1;
    b.deal.declared = 1 << CLUBS;
    b.declarers = 1 << CLUBS;
    b.leader = 1;
    b.led = card("QC");
    b.married = CLUBS;
    b.shown[1] = cards("QC KC");
    master_always(&b, PLAY("JH"), PLAY("AC"));
}

/* Two aces are the missing 22, unless the other is void in spades and has a trump left. */
static void enough_is_closed_at_once(void **s)
{
    (void)s;
    struct bout b =
        scene("AH 9D KD 9C JC AS", "QH KH 10S AD 10D QC", "9H 10H JS QS JD", "JH", HEARTS);
    b.deal.won[0] = cards("AC 10C KC QD");
    b.deal.won[1] = cards("9S KS");
    b.deal.points[0] = 44;
    b.deal.points[1] = 25;
    b.tricks[0] = 2;
    b.tricks[1] = 1;
    master_always(&b, ACT_CLOSE, PLAY("AH"));
}

/* Nothing is lost by leading something else while its ace may be in the other hand. */
static void a_bare_ten_is_not_led(void **s)
{
    (void)s;
    struct bout b = scene("JH 10H QD 10C KS 10S", "9H QH AH 9D KD AC",
                          "JD 10D AD 9C JC QC KC JS QS", "KH", HEARTS);
    b.deal.won[0] = cards("9S AS");
    b.deal.points[0] = 11;
    master_always(&b, NO_ACTION, PLAY("10S"));
}

static void nobody_moves_out_of_turn(void **s)
{
    (void)s;
    struct bout b = scene("9S KD 9C", "10H 9H JD", "9D JC QC", "AS", SPADES);
    struct match match = scene_match(&b);
    struct chance chance = dice(3);
    for (enum bot_level level = BOT_RANDOM; level < BOT_LEVELS; level++)
        assert_int_equal(bot_choose(&match, 1, level, &chance), NO_ACTION);
    match.phase = OVER;
    assert_int_equal(bot_choose(&match, 0, BOT_HARD, &chance), NO_ACTION);
}

/* Plays so many deals of a match with every setting drawn; each choice is made twice, once in a world in which all
 * that the player cannot know is different. */
static int play_match(uint8_t seed, enum bot_level first, enum bot_level second, int deals,
                      double *longest)
{
    struct chance chance = dice(seed);
    struct match_settings settings = usual_match();
    uint32_t draw = chance_word(&chance);
    settings.match_to = 7;
    settings.options.auto_claim = draw & 1;
    settings.options.marriage_after_close = draw >> 1 & 1;
    settings.options.failed_close_classic = draw >> 2 & 1;
    struct match match;
    memset(&match, 0, sizeof match);
    match_begin(&match, &settings, 0, &chance);
    for (uint64_t step = 0; match.phase != OVER && match.deal_number <= deals; step++) {
        if (match.phase == REVIEW) {
            match_confirm(&match, 0, 0, &chance);
            match_confirm(&match, 1, 0, &chance);
            continue;
        }
        int seat = bout_turn(&match.bout);
        enum bot_level level = seat ? second : first;
        struct chance own = dice((uint8_t)step), again = own;
        double began = seconds();
        uint8_t action = bot_choose(&match, seat, level, &own);
        double took = seconds() - began;
        if (took > *longest) *longest = took;
        struct match other;
        memcpy(&other, &match, sizeof other);
        bout_rehide(&other.bout, seat, &chance);
        assert_int_equal(bot_choose(&other, seat, level, &again), action);
        struct refusal no = match_act(&match, seat, action, 0);
        if (refused(&no)) fail_msg("action %d: %s", action, refusal_sentence(&no));
    }
    return match.winner;
}

static void choices_are_legal_honest_and_quick(void **s)
{
    (void)s;
    double longest = 0;
    for (uint8_t seed = 0; seed < 2; seed++)
        play_match(seed, BOT_HARD, seed ? BOT_EASY : BOT_MEDIUM, 99, &longest);
    for (uint8_t seed = 0; seed < 8; seed++)
        play_match(seed, BOT_MEDIUM, BOT_CASUAL, 99, &longest);
    play_match(9, BOT_MASTER, BOT_MASTER, 2, &longest);
    assert_true(longest < 1.0);
}

static void stronger_means_stronger(void **s)
{
    (void)s;
    double longest = 0;
    int won = 0;
    for (uint8_t seed = 0; seed < 10; seed++)
        won += play_match(seed, BOT_MEDIUM, BOT_RANDOM, 99, &longest) == 0;
    assert_true(won >= 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_claims_what_he_has),
        cmocka_unit_test(a_marriage_that_wins_is_declared_and_claimed),
        cmocka_unit_test(the_nine_is_exchanged),
        cmocka_unit_test(a_won_hand_is_closed),
        cmocka_unit_test(a_trump_is_kept_to_close_with),
        cmocka_unit_test(enough_is_closed_at_once),
        cmocka_unit_test(a_bare_ten_is_not_led),
        cmocka_unit_test(nobody_moves_out_of_turn),
        cmocka_unit_test(choices_are_legal_honest_and_quick),
        cmocka_unit_test(stronger_means_stronger),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
