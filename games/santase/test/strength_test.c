/* Short matches with fixed numbers: they come out the same on every machine, and would notice a player
 * that collapses. How strong everybody is, ./bench santase says. */
#include "duel.h"
#include "rulers.h"
#include "santase/bot.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

static const struct player easy = {"easy", BOT_EASY, NULL}, casual = {"casual", BOT_CASUAL, NULL},
                           medium = {"medium", BOT_MEDIUM, NULL}, hard = {"hard", BOT_HARD, NULL},
                           master = {"master", BOT_MASTER, NULL}, rules = {"rules", 0, ruler_plain},
                           careful = {"careful", 0, ruler_careful};

static void wins(const struct player *first, const struct player *second, int matches, int least)
{
    struct tally tally = duel(first, second, matches, 2);
    if (tally.match_wins < least)
        fail_msg("%s won %d of %d over %s, not %d", first->name, tally.match_wins, tally.matches,
                 second->name, least);
}

static void each_rung_is_higher(void **s)
{
    (void)s;
    wins(&casual, &easy, 60, 40);
    wins(&medium, &casual, 60, 40);
    wins(&hard, &medium, 10, 7);
}

static void rules_are_not_enough(void **s)
{
    (void)s;
    wins(&careful, &rules, 100, 52);
    wins(&medium, &rules, 60, 36);
    wins(&hard, &careful, 10, 6);
    wins(&master, &careful, 6, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_rung_is_higher),
                                       cmocka_unit_test(rules_are_not_enough)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
