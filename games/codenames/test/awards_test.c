/* Honours at the end, from the state alone. */
#include "awards.h"

#define AWARDS_STATE struct codenames
#define AWARDS codenames_awards
#include "game/awards.h"

/* A turn in which so many own agents were found, and then perhaps a bystander. */
static void turn(int team, const char *clue, int count, int found, bool slip)
{
    struct codenames_turn *t = &game.turn[game.turn_count++];
    t->team = (uint8_t)team;
    t->count = (int8_t)count;
    t->by = (int8_t)team; /* seats 0 and 1 are the spymasters */
    strcpy(t->clue, clue);
    for (int i = 0; i < found + slip; i++) {
        int position = game.guess_count;
        game.card[position].type = (uint8_t)(i < found ? team : CARD_NEUTRAL);
        game.guess[position].position = (uint8_t)position;
        game.guess[position].by = (int8_t)(team + 2);
        game.guess_count++;
        t->guesses++;
    }
}

static void reset_teams(void)
{
    reset(4);
    game.members[0] = 0x5;
    game.members[1] = 0xa;
    game.spymaster[1] = 1;
}

static void tells_of_the_bravest_and_the_sharpest_clue(void **unused)
{
    (void)unused;
    reset_teams();
    turn(0, "sea", 4, 1, true);
    turn(1, "sky", 3, 3, true);
    turn(0, "sun", 4, 2, false);
    expect("[{\"key\":\"brave\",\"ids\":[\"p1\"],\"count\":4},"
           "{\"key\":\"clue\",\"ids\":[\"p2\"],\"count\":3,\"text\":\"sky\"}]");
}

static void a_clue_that_stands_alone_is_quoted(void **unused)
{
    (void)unused;
    reset_teams();
    turn(0, "sea", 5, 3, false);
    turn(1, "sky", 1, 1, true);
    expect("[{\"key\":\"brave\",\"ids\":[\"p1\"],\"count\":5,\"text\":\"sea\"},"
           "{\"key\":\"clue\",\"ids\":[\"p1\"],\"count\":3,\"text\":\"sea\"},"
           "{\"key\":\"eye\",\"ids\":[\"p3\"],\"count\":3}]");
}

static void has_nothing_to_say_of_a_short_game(void **unused)
{
    (void)unused;
    reset_teams();
    expect("[]");
    turn(0, "sea", 1, 1, false);
    turn(1, "", 0, 0, false);
    expect("[]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_of_the_bravest_and_the_sharpest_clue),
        cmocka_unit_test(a_clue_that_stands_alone_is_quoted),
        cmocka_unit_test(has_nothing_to_say_of_a_short_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
