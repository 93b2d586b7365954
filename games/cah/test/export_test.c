/* A deck for other programs, and back. */
#include "export.h"
#include "import.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char ours[] =
    "{\"game\":\"cah\",\"language\":\"en\",\"name\":\"House\",\"author\":\"unknown\",\"licence\":"
    "\"unknown\",\"packs\":["
    "{\"name\":\"P\",\"black\":[{\"text\":\"_ and _\",\"pick\":2,\"rating\":\"mature\"}],"
    "\"white\":[{\"text\":\"A\",\"rating\":\"mature\"},{\"text\":\"B\",\"rating\":\"mature\"}]},"
    "{\"name\":\"Q\",\"black\":[{\"text\":\"Why _?\",\"pick\":1,\"rating\":\"mature\"}],"
    "\"white\":[{\"text\":\"B\",\"rating\":\"mature\"}]}]}";

static const char compact[] =
    "{\"white\":[\"A\",\"B\"],\"black\":[{\"text\":\"_ and _\",\"pick\":2},"
    "{\"text\":\"Why _?\",\"pick\":1}],\"packs\":["
    "{\"name\":\"P\",\"official\":false,\"white\":[0,1],\"black\":[0]},"
    "{\"name\":\"Q\",\"official\":false,\"white\":[1],\"black\":[1]}]}";

static void each_text_stands_once(void **unused)
{
    (void)unused;
    struct buffer out = {0};
    json_t *deck = json_loads(ours, 0, NULL);
    cah_export_compact(deck, &out);
    assert_string_equal(buffer_text(&out), compact);
    json_decref(deck);
    buffer_free(&out);
}

static void it_comes_back_as_it_was(void **unused)
{
    (void)unused;
    struct buffer out = {0};
    struct deck_yield yield;
    struct refusal r = cah_import(&(struct import_options){"en", "House", NULL}, compact,
                                  strlen(compact), &out, &yield);
    assert_string_equal(refusal_sentence(&r), "Done.");
    assert_string_equal(buffer_text(&out), ours);
    buffer_free(&out);
}

/* In our own shape a pick may be left out. */
static void a_missing_pick_is_counted(void **unused)
{
    (void)unused;
    struct buffer out = {0};
    json_t *deck = json_loads("{\"packs\":[{\"black\":[{\"text\":\"_, _\"},{\"text\":\"So?\"},{}],"
                              "\"white\":[{\"text\":\"A\"},{}]}]}",
                              0, NULL);
    cah_export_compact(deck, &out);
    assert_string_equal(buffer_text(&out),
                        "{\"white\":[\"A\"],\"black\":[{\"text\":\"_, _\",\"pick\":2},{\"text\":"
                        "\"So?\",\"pick\":1}],\"packs\":[{\"name\":\"\",\"official\":false,"
                        "\"white\":[0],\"black\":[0,1]}]}");
    json_decref(deck);
    buffer_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_text_stands_once),
        cmocka_unit_test(it_comes_back_as_it_was),
        cmocka_unit_test(a_missing_pick_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
