/* Honours at the end, from the state alone. */
#include "awards.h"

#define AWARDS_STATE struct taboo
#define AWARDS taboo_awards
#include "game/awards.h"

static void tells_who_described_guessed_and_passed(void **unused)
{
    (void)unused;
    reset(4);
    game.team[0].seats = 0x5;
    game.team[1].seats = 0xa;
    expect("[]");
    game.player[0].described = 4;
    game.player[3].described = 4;
    game.player[2].guessed = 4;
    game.player[1].guessed = 3;
    game.team[1].skip = 5;
    expect("[{\"key\":\"describer\",\"ids\":[\"p1\",\"p4\"],\"count\":4},"
           "{\"key\":\"guesser\",\"ids\":[\"p3\"],\"count\":4},"
           "{\"key\":\"cautious\",\"ids\":[\"p2\",\"p4\"],\"count\":5}]");
}

static void tells_which_team_never_slipped(void **unused)
{
    (void)unused;
    reset(4);
    game.team[0].seats = 0x5;
    game.team[1].seats = 0xa;
    game.team[0].correct = 5;
    game.team[1].correct = 6;
    expect("[]"); /* both: nothing special */
    game.team[0].buzz = 1;
    expect("[{\"key\":\"clean\",\"ids\":[\"p2\",\"p4\"],\"count\":6}]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_who_described_guessed_and_passed),
        cmocka_unit_test(tells_which_team_never_slipped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
