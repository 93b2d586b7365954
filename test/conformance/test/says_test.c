#include "room/says.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
/* cmocka.h wants these first */
#include <cmocka.h>

static void tell_one(struct game_says *says, const char *name, uint32_t audience, int card)
{
    struct writer *w = says_begin(says, name, audience);
    put_int(w, "card", card);
    says_end(says);
}

static void events_carry_sequence_and_part(void **unused)
{
    (void)unused;
    struct game_says says;
    says_init(&says, 7);
    assert_int_equal(says_count(&says), 0);
    tell_one(&says, "played", AUDIENCE_ALL, 3);
    tell_one(&says, "drawn", SEAT_BIT(2), 9);
    assert_int_equal(says_count(&says), 2);
    struct says_event played = says_event(&says, 0), drawn = says_event(&says, 1);
    assert_string_equal(played.name, "played");
    assert_string_equal(played.text, "{\"seq\":7,\"part\":0,\"card\":3}");
    assert_int_equal(played.len, strlen(played.text));
    assert_string_equal(drawn.text, "{\"seq\":7,\"part\":1,\"card\":9}");
    assert_int_equal(drawn.audience, SEAT_BIT(2));
    says_free(&says);
}

static void audiences_are_seats_and_the_crowd(void **unused)
{
    (void)unused;
    assert_true(says_reaches(SEAT_BIT(2), 2));
    assert_false(says_reaches(SEAT_BIT(2), 1));
    assert_false(says_reaches(SEAT_BIT(2), GAME_CROWD));
    assert_true(says_reaches(AUDIENCE_CROWD, GAME_CROWD));
    assert_false(says_reaches(AUDIENCE_CROWD, 0));
    for (int viewer = GAME_CROWD; viewer < GAME_SEATS_MAX; viewer++)
        assert_true(says_reaches(AUDIENCE_ALL, viewer));
}

static void a_warm_one_keeps_its_memory(void **unused)
{
    (void)unused;
    struct game_says says;
    says_init(&says, 1);
    for (int i = 0; i < 40; i++)
        tell_one(&says, "played", AUDIENCE_ALL, i);
    const void *text = says.text.data, *list = says.list;
    for (int seq = 2; seq < 20; seq++) {
        says_clear(&says, seq);
        for (int i = 0; i < 40; i++)
            tell_one(&says, "played", AUDIENCE_ALL, i);
        assert_ptr_equal(says.text.data, text);
        assert_ptr_equal(says.list, list);
    }
    assert_string_equal(says_event(&says, 39).text, "{\"seq\":19,\"part\":39,\"card\":39}");
    says_free(&says);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_carry_sequence_and_part),
        cmocka_unit_test(audiences_are_seats_and_the_crowd),
        cmocka_unit_test(a_warm_one_keeps_its_memory),
    };
    return cmocka_run_group_tests_name("says", tests, NULL, NULL);
}
