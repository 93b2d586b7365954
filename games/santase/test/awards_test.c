/* Honours at the end, from the state alone. */
#include "santase/awards.h"

#define AWARDS_STATE struct match
#define AWARDS match_awards
#include "game/awards.h"

static void deal(int winner, int worth, enum end_reason reason)
{
    struct paper *line = &game.paper[game.papers++];
    line->winner = (uint8_t)winner;
    line->worth = (uint8_t)worth;
    line->reason = (uint8_t)reason;
}

static void tells_of_a_comeback_and_of_deals_that_counted_three(void **unused)
{
    (void)unused;
    reset(2);
    expect("[]");
    deal(1, 3, END_CLOSER_FAILED); /* seat 0 had closed */
    deal(1, 2, END_CLAIMED);
    deal(NOBODY, 0, END_DRAWN);
    deal(0, 3, END_CLAIMED);
    deal(0, 3, END_CLAIMED);
    deal(0, 3, END_CLAIMED);
    game.winner = 0;
    expect("[{\"key\":\"comeback\",\"ids\":[\"p1\"],\"count\":5},"
           "{\"key\":\"sweep\",\"ids\":[\"p1\"],\"count\":3},"
           "{\"key\":\"streak\",\"ids\":[\"p1\"],\"count\":3}]");
}

static void what_both_have_done_is_not_told(void **unused)
{
    (void)unused;
    reset(2);
    deal(0, 1, END_CLAIMED);
    deal(1, 1, END_CLOSER_FAILED);
    deal(0, 2, END_CLAIMED);
    expect("[{\"key\":\"dared\",\"ids\":[\"p1\"],\"count\":1}]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_of_a_comeback_and_of_deals_that_counted_three),
        cmocka_unit_test(what_both_have_done_is_not_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
