/* Who stands out: the most, shared, enough, and not everybody. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/award.h"

static void the_most_is_shared_and_has_to_be_enough(void **unused)
{
    (void)unused;
    const uint32_t value[AWARD_SEATS] = {3, 5, 5, 9, 0};
    assert_int_equal(award_most(value, 0x07, 1), 0x06);
    assert_int_equal(award_most(value, 0x0f, 1), 0x08);
    assert_int_equal(award_most(value, 0x07, 6), 0);
    assert_int_equal(award_most(value, 0, 0), 0);
}

static void what_everybody_has_is_no_honour(void **unused)
{
    (void)unused;
    const uint32_t value[AWARD_SEATS] = {4, 4, 4, 1};
    assert_int_equal(award_most(value, 0x07, 1), 0);
    assert_int_equal(award_most(value, 0x0f, 1), 0x07);
    assert_int_equal(award_most(value, 0x01, 1), 0x01); /* alone is not everybody */
}

static void three_are_given_and_no_more(void **unused)
{
    (void)unused;
    struct buffer text = {0};
    struct writer w = writer_to(&text);
    write_object(&w);
    struct awards a = awards_begin(&w);
    a.id[0] = "p1";
    a.id[1] = "p2";
    award_give(&a, "nobody", 0, 4, NULL);
    award_give(&a, "first", 0x3, 2, NULL);
    award_give(&a, "second", 0x1, 3, "a \"clue\"");
    award_give(&a, "third", 0x2, 1, NULL);
    award_give(&a, "fourth", 0x2, 1, NULL);
    awards_end(&a);
    write_end(&w);
    assert_string_equal(
        buffer_text(&text),
        "{\"awards\":[{\"key\":\"first\",\"ids\":[\"p1\",\"p2\"],\"count\":2},"
        "{\"key\":\"second\",\"ids\":[\"p1\"],\"count\":3,\"text\":\"a \\\"clue\\\"\"},"
        "{\"key\":\"third\",\"ids\":[\"p2\"],\"count\":1}]}");
    buffer_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_most_is_shared_and_has_to_be_enough),
        cmocka_unit_test(what_everybody_has_is_no_honour),
        cmocka_unit_test(three_are_given_and_no_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
