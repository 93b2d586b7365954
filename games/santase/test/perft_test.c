/* Lines to the end of fixed endgames, counted by both implementations and written down here. */
#include "scene.h"
#include "twin.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

struct endgame {
    const char *name, *hand0, *hand1, *stock, *turned;
    enum suit trump;
    bool close;
    long lines;
};

static const struct endgame endgames[] = {
    {"one card each", "AH", "9H", "", "", SPADES, false, 2},
    {"two, all follow", "AH 9H", "10H JH", "", "", SPADES, false, 9},
    {"two with a marriage", "KH QH", "10H JH", "", "", SPADES, false, 18},
    {"three, mixed", "AH KD 9C", "10H QD JC", "", "", SPADES, false, 16},
    {"three, trumps against aces", "9S JS QS", "AH AD AC", "", "", SPADES, false, 82},
    {"three with two marriages", "KH QH KS", "KD QD 10H", "", "", SPADES, false, 180},
    {"four, one suit each", "AH KH 9H JD", "10H QH JH AC", "", "", DIAMONDS, false, 390},
    {"four, trump marriage", "KC QC AH 9D", "AC 10H 10D 9H", "", "", CLUBS, false, 263},
    {"four, closed", "AS KS QH 9D", "10S JS KH AD", "9C JC QC", "KC", SPADES, true, 95},
    {"two and the last draw", "AH KD", "10H QD", "9C", "JS", SPADES, false, 21},
    {"two, four left in stock", "9S KD", "10H QD", "9C JC QC", "AS", SPADES, false, 200},
    {"five, mixed", "AH QH KD JC 9S", "10H 9H AD QC AS", "", "", SPADES, false, 481},
    {"six, from the thirteenth card", "AH 10H KD QD JC 9S", "KH QH AD JD QC 10S", "", "", SPADES,
     false, 22188},
};

static struct bout lay(const struct endgame *e)
{
    struct bout bout = scene(e->hand0, e->hand1, e->stock, e->turned, e->trump);
    bout.tricks[1] = 1;
    bout.deal.points[0] = 40;
    bout.deal.points[1] = 30;
    if (e->close) bout_act(&bout, 0, ACT_CLOSE);
    return bout;
}

static void lines_are_as_written(void **s)
{
    (void)s;
    for (size_t i = 0; i < sizeof endgames / sizeof *endgames; i++) {
        struct bout bout = lay(&endgames[i]);
        long lines = bout_lines(&bout);
        if (lines != endgames[i].lines)
            fail_msg("%s: %ld lines, expected %ld", endgames[i].name, lines, endgames[i].lines);
    }
}

static void the_slow_implementation_counts_the_same(void **s)
{
    (void)s;
    for (size_t i = 0; i < sizeof endgames / sizeof *endgames; i++) {
        struct bout bout = lay(&endgames[i]);
        struct slow slow = twin_of(&bout);
        long lines = slow_lines(&slow);
        if (lines != endgames[i].lines)
            fail_msg("%s: %ld lines, expected %ld", endgames[i].name, lines, endgames[i].lines);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_as_written),
        cmocka_unit_test(the_slow_implementation_counts_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
