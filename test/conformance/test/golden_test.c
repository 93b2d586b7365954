#include "golden.h"
#include "hush.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
/* cmocka.h wants these first */
#include <cmocka.h>

static void write_short_game(const char *name, char path[64])
{
    snprintf(path, 64, "/tmp/%s.XXXXXX", name);
    int file = mkstemp(path);
    static const char text[] = "{\"seats\":4,\"viewers\":[3]}\n{\"seat\":3,\"suggest\":1}\n";
    assert_int_equal(write(file, text, sizeof text - 1), sizeof text - 1);
    close(file);
}

static size_t lines_of(const char *path)
{
    size_t lines = 0;
    FILE *f = fopen(path, "r");
    for (int c; (c = fgetc(f)) != EOF;)
        lines += c == '\n';
    fclose(f);
    return lines;
}

/* A difference is found; on demand it is written down; then there is none. */
static void is_written_down_on_demand(void **unused)
{
    (void)unused;
    char path[64];
    unsetenv("GOLDEN_UPDATE");
    write_short_game("golden", path);
    assert_false(golden_check(&hush_teams_game, path));
    assert_int_equal(lines_of(path), 2);
    setenv("GOLDEN_UPDATE", "1", 1);
    assert_true(golden_check(&hush_teams_game, path));
    unsetenv("GOLDEN_UPDATE");
    assert_true(lines_of(path) > 8);
    assert_true(golden_check(&hush_teams_game, path));
    unlink(path);
}

static void mistakes_are_found(void **unused)
{
    (void)unused;
    static const char *const texts[] = {
        "",
        "# only words\n",
        "{\"seats\":9}\n",
        "{\"seats\":2,\"settings\":{\"rounds\":7}}\n",
        "{\"seats\":2,\"settings\":{\"colour\":1}}\n",
        "{\"seats\":2}\n{\"seat\":2,\"verb\":\"lay\"}\n",
        "{\"seats\":2}\n{\"seat\":1,\"verb\":\"fly\"}\n",
        "{\"seats\":2}\n{\"news\":\"left\"}\n",
        "{\"seats\":2}\n{\"news\":\"deck\"}\n",
        "{\"seats\":2}\nnonsense\n",
    };
    setenv("GOLDEN_UPDATE", "1", 1);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        char path[] = "/tmp/golden.XXXXXX";
        int file = mkstemp(path);
        assert_int_equal(write(file, texts[i], strlen(texts[i])), strlen(texts[i]));
        close(file);
        assert_false(golden_check(&hush_game, path));
        unlink(path);
    }
    unsetenv("GOLDEN_UPDATE");
    assert_false(golden_check(&hush_game, "/nowhere/there.golden"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_written_down_on_demand),
        cmocka_unit_test(mistakes_are_found),
    };
    return cmocka_run_group_tests_name("golden", tests, NULL, NULL);
}
