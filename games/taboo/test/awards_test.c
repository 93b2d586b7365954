/* Honours at the end, from the state alone. */
#include "awards.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static struct taboo game;
static struct game_table table;

static void reset(int seats)
{
    static const char *const ids[] = {"p1", "p2", "p3", "p4"};
    memset(&game, 0, sizeof game);
    memset(&table, 0, sizeof table);
    table.seats = seats;
    for (int seat = 0; seat < seats; seat++)
        table.seat[seat].id = ids[seat];
}

static void expect(const char *awards)
{
    struct buffer text = {0};
    struct writer w = writer_to(&text);
    write_object(&w);
    taboo_awards(&game, &table, &w);
    write_end(&w);
    size_t len = strlen("{\"awards\":");
    assert_true(text.len > len);
    char *got = text.data + len;
    text.data[text.len - 1] = 0;
    assert_string_equal(got, awards);
    buffer_free(&text);
}

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
