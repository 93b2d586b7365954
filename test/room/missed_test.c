/* Who comes back is told what happened meanwhile, and nothing twice. */
#include "world.h"

#include <stdio.h>

struct heard {
    char text[200000];
};

static void hear(void *arg, const char *name, const char *text, size_t len)
{
    struct heard *h = arg;
    size_t used = strlen(h->text);
    snprintf(h->text + used, sizeof h->text - used, "%s %.*s\n", name, (int)len, text);
}

static void who_comes_back_hears_exactly_the_rest(void **state)
{
    struct world w;
    static struct heard all, first, rest;
    (void)state;
    world_begin(&w);
    all.text[0] = 0;
    struct live *live = create(&w, "hush").live;
    struct kept b = join(&w, live, "Bob");
    hall_connected(live, 1, w.now);
    hall_connected(live, b.person, w.now);
    struct step start = {.kind = STEP_START, .by = 1};
    assert_int_equal(propose(&w, live, start), OK);
    struct chance chance;
    uint8_t seed[CHANCE_SEED_BYTES] = {9};
    chance_init(&chance, seed, 0);
    wander(&w, &chance, &live, 1);
    assert_true(hall_missed(live, b.person, 0, -1, hear, &all));
    assert_non_null(strstr(all.text, "game_started"));
    assert_null(strstr(all.text, "\"seq\":1,")); /* before Bob came */
    /* cut anywhere, at an event of a step with several too: the two halves are the whole */
    int cuts = 0;
    for (char *line = all.text; *line; line = strchr(line, '\n') + 1) {
        unsigned seq;
        int part;
        assert_int_equal(sscanf(strchr(line, '{'), "{\"seq\":%u,\"part\":%d", &seq, &part), 2);
        rest.text[0] = 0;
        assert_true(hall_missed(live, b.person, seq, part, hear, &rest));
        assert_string_equal(rest.text, strchr(line, '\n') + 1);
        if (++cuts == 60) break;
    }
    first.text[0] = 0;
    assert_true(hall_missed(live, 0, live->room->seq, 99, hear, &first));
    assert_string_equal(first.text, "");
    world_end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_comes_back_hears_exactly_the_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
