#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "crypta/command.h"

#include <stdlib.h>
#include <string.h>

#define LINE_000007 "000007 3 OM..SKM/C...OSC/WTCOWTK/CPWMWOM/KTW.CWO/KMC..TC/KOPK.MK\n"

static char *out_text, *err_text;

/* Runs the command with up to six arguments; what it wrote is in out_text and err_text. */
static int run(const char *a, const char *b, const char *c, const char *d, const char *e)
{
    const char *words[] = {"crypta", a, b, c, d, e, NULL};
    int argc = 1;
    while (words[argc])
        argc++;
    free(out_text);
    free(err_text);
    size_t out_len, err_len;
    FILE *out = open_memstream(&out_text, &out_len), *err = open_memstream(&err_text, &err_len);
    int status = crypta_command_to(out, err, argc, (char **)words);
    fclose(out);
    fclose(err);
    return status;
}

static void prints_a_line_a_code(void **unused)
{
    (void)unused;
    assert_int_equal(run("000007", NULL, NULL, NULL, NULL), 0);
    assert_string_equal(out_text, LINE_000007);
    assert_int_equal(run("000007", "000008", "000007", NULL, NULL), 0);
    assert_int_equal(strncmp(out_text, LINE_000007 "000008 4 ", 9 + sizeof LINE_000007 - 1), 0);
    assert_string_equal(strstr(out_text + 1, "000007 3 "), LINE_000007);
}

static void prints_a_range_with_both_ends(void **unused)
{
    (void)unused;
    assert_int_equal(run("--from", "7", "--to", "000007", NULL), 0);
    assert_string_equal(out_text, LINE_000007);
    assert_int_equal(run("--from=999998", "--to=999999", NULL, NULL, NULL), 0);
    assert_int_equal(strncmp(out_text, "999998 4 ", 9), 0);
    assert_non_null(strstr(out_text, "\n999999 2 "));
}

static void prints_json(void **unused)
{
    (void)unused;
    assert_int_equal(run("--json", "000007", NULL, NULL, NULL), 0);
    assert_string_equal(out_text,
                        "{\"code\":\"000007\",\"players\":3,\"size\":7,\"rows\":[\"OM..SKM\","
                        "\"C...OSC\",\"WTCOWTK\",\"CPWMWOM\",\"KTW.CWO\",\"KMC..TC\","
                        "\"KOPK.MK\"]}\n");
}

static void draws_a_map(void **unused)
{
    (void)unused;
    assert_int_equal(run("--map", "000007", NULL, NULL, NULL), 0);
    assert_string_equal(out_text, "000007, 3 players, 7×7\n\n"
                                  "    A B C D E F G\n"
                                  " 1  O M . . S K M  1\n"
                                  " 2  C . . . O S C  2\n"
                                  " 3  W T C O W T K  3\n"
                                  " 4  C P W M W O M  4\n"
                                  " 5  K T W . C W O  5\n"
                                  " 6  K M C . . T C  6\n"
                                  " 7  K O P K . M K  7\n"
                                  "    A B C D E F G\n\n");
}

static void takes_another_number_of_players(void **unused)
{
    (void)unused;
    assert_int_equal(run("--players", "2", "000007", NULL, NULL), 0);
    assert_int_equal(strncmp(out_text, "000007 2 ", 9), 0);
    assert_int_equal(strlen(out_text), 9 + 6 * 7);
}

static void explains_itself(void **unused)
{
    (void)unused;
    assert_int_equal(run("--help", NULL, NULL, NULL, NULL), 0);
    assert_non_null(strstr(out_text, "--from A --to B"));
    assert_string_equal(err_text, "");
}

static void refuses_with_a_reason_and_prints_nothing_else(void **unused)
{
    (void)unused;
    static const struct {
        const char *words[4];
        const char *reason;
    } cases[] = {
        {{NULL}, "which code?"},
        {{"7"}, "«7» has not"},
        {{"0000007"}, "«0000007» has not"},
        {{"00000x"}, "«00000x» has not"},
        {{""}, "«» has not"},
        {{"000007", "abc"}, "«abc» has not"},
        {{"--", "-00007"}, "«-00007» has not"},
        {{"--from", "1"}, "go together"},
        {{"--to", "1"}, "go together"},
        {{"--from=1", "--to=2", "000007"}, "not both"},
        {{"--from=2", "--to=1"}, "behind"},
        {{"--from=-1", "--to=1"}, "no code: «-1»"},
        {{"--from=0", "--to=1000000"}, "no code: «1000000»"},
        {{"--from"}, "--from needs a value"},
        {{"--players", "5", "000007"}, "not «5»"},
        {{"--players", "", "000007"}, "not «»"},
        {{"--colour", "000007"}, "no option «--colour»"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *const *w = cases[i].words;
        assert_int_equal(run(w[0], w[1], w[2], w[3], NULL), 2);
        assert_string_equal(out_text, "");
        if (!strstr(err_text, cases[i].reason))
            fail_msg("«%s» is not in: %s", cases[i].reason, err_text);
    }
}

static void says_when_the_output_is_lost(void **unused)
{
    (void)unused;
    char *words[] = {"crypta", "000007", NULL};
    FILE *full = fopen("/dev/full", "w"), *err = tmpfile();
    assert_non_null(full);
    assert_int_equal(crypta_command_to(full, err, 2, words), 1);
    assert_true(ftell(err) > 0);
    fclose(full);
    fclose(err);
}

static int forget(void **unused)
{
    (void)unused;
    free(out_text);
    free(err_text);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prints_a_line_a_code),
        cmocka_unit_test(prints_a_range_with_both_ends),
        cmocka_unit_test(prints_json),
        cmocka_unit_test(draws_a_map),
        cmocka_unit_test(takes_another_number_of_players),
        cmocka_unit_test(explains_itself),
        cmocka_unit_test(refuses_with_a_reason_and_prints_nothing_else),
        cmocka_unit_test(says_when_the_output_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, forget);
}
