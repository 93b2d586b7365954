/* Proves the proof: every planted bug is caught, and with the right complaint. */
#include "hush.h"
#include "hush_bugs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
/* cmocka.h wants these first */
#include <cmocka.h>

static void is_caught(void **state)
{
    const struct planted_bug *bug = *state;
    struct game game = hush_game;
    bug->plant(&game);
    struct conformance c = {
        .game = &game, .seed = 1, .games = 24, .steps_max = 150, .has_secrets = true};
    struct conformance_report report = conformance_run(&c);
    fprintf(stderr, "%s, caught in game %ld:\n%s", bug->what, report.games,
            buffer_text(&report.text));
    assert_false(report.held);
    if (bug->promise) assert_string_equal(report.promise, bug->promise);
    assert_non_null(strstr(buffer_text(&report.text), bug->complaint));
    report_free(&report);
}

int main(void)
{
    struct CMUnitTest tests[64];
    size_t count = 0;
    for (const struct planted_bug *bug = planted_bugs; bug->what; bug++)
        tests[count++] = (struct CMUnitTest){
            .name = bug->what, .test_func = is_caught, .initial_state = (void *)bug};
    return _cmocka_run_group_tests("planted bugs", tests, count, NULL, NULL);
}
