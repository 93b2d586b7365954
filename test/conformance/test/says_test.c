#include "room/says.h"

#include <setjmp.h>
#include <signal.h>
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

/* A game that misuses it is a bug, which ends the program with a word about it. */
static sigjmp_buf aborted;

static void back(int signal)
{
    (void)signal;
    siglongjmp(aborted, 1);
}

static void begin_within(struct game_says *says)
{
    says_begin(says, "one", AUDIENCE_ALL);
    says_begin(says, "another", AUDIENCE_ALL);
}

static void end_twice(struct game_says *says)
{
    tell_one(says, "one", AUDIENCE_ALL, 1);
    says_end(says);
}

static void leave_open(struct game_says *says)
{
    put_array(says_begin(says, "one", AUDIENCE_ALL), "cards");
    says_end(says);
}

static void ask_for_more(struct game_says *says)
{
    tell_one(says, "one", AUDIENCE_ALL, 1);
    says_event(says, 1);
}

static void misuse_aborts(void **unused)
{
    static void (*const ways[])(struct game_says *) = {begin_within, end_twice, leave_open,
                                                       ask_for_more};
    (void)unused;
    static struct game_says says;
    static volatile int caught;
    void (*before)(int) = signal(SIGABRT, back);
    for (volatile size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        says_init(&says, 1);
        if (sigsetjmp(aborted, 1) == 0)
            ways[i](&says);
        else
            caught++;
        says_free(&says);
    }
    signal(SIGABRT, before);
    assert_int_equal(caught, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_carry_sequence_and_part),
        cmocka_unit_test(audiences_are_seats_and_the_crowd),
        cmocka_unit_test(a_warm_one_keeps_its_memory),
        cmocka_unit_test(misuse_aborts),
    };
    return cmocka_run_group_tests_name("says", tests, NULL, NULL);
}
