/* Who comes back is told what happened meanwhile, and nothing twice. */
#include "world.h"

#include <limits.h>
#include <sqlite3.h>
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

/* Ana and Bob have played for an hour. */
static struct live *play_for_long(struct world *w, uint16_t *bob)
{
    struct live *live = create(w, "hush").live;
    *bob = join(w, live, "Bob").person;
    hall_connected(live, 1, w->now);
    hall_connected(live, *bob, w->now);
    assert_int_equal(propose(w, live, (struct step){.kind = STEP_START, .by = 1}), OK);
    struct chance chance;
    uint8_t seed[CHANCE_SEED_BYTES] = {9};
    chance_init(&chance, seed, 0);
    wander(w, &chance, &live, 1);
    assert_non_null(live->past[0]);
    return live;
}

static void who_comes_back_hears_exactly_the_rest(void **state)
{
    struct world w;
    static struct heard all, first, rest;
    uint16_t bob;
    (void)state;
    world_begin(&w);
    all.text[0] = 0;
    struct live *live = play_for_long(&w, &bob);
    assert_true(hall_missed(live, bob, 0, -1, hear, &all));
    assert_non_null(strstr(all.text, "game_started"));
    assert_null(strstr(all.text, "\"seq\":1,")); /* before Bob came */
    /* cut anywhere, at an event of a step with several too: the two halves are the whole */
    unsigned memory = live->past[0]->seq;
    int cuts = 0;
    for (char *line = all.text; *line; line = strchr(line, '\n') + 1) {
        unsigned seq;
        int part;
        assert_int_equal(sscanf(strchr(line, '{'), "{\"seq\":%u,\"part\":%d", &seq, &part), 2);
        if (++cuts > 40 && seq + 3 < memory) continue; /* far back all are read alike */
        rest.text[0] = 0;
        assert_true(hall_missed(live, bob, seq, part, hear, &rest));
        assert_string_equal(rest.text, strchr(line, '\n') + 1);
    }
    /* who says no part has seen the whole step */
    for (unsigned seq = memory - 3; seq <= live->room->seq; seq++) {
        char next[40] = "";
        first.text[0] = rest.text[0] = 0;
        assert_true(hall_missed(live, bob, seq, INT_MAX, hear, &rest));
        assert_true(hall_missed(live, bob, seq, 99, hear, &first));
        assert_string_equal(rest.text, first.text);
        snprintf(next, sizeof next, "{\"seq\":%u,", seq);
        assert_null(strstr(rest.text, next));
    }
    first.text[0] = 0;
    assert_true(hall_missed(live, 0, live->room->seq, 99, hear, &first));
    assert_string_equal(first.text, "");
    world_end(&w);
}

/* The beginning cannot be read any more, and who missed little does not notice. */
static void little_is_told_from_memory(void **state)
{
    struct world w;
    static struct heard before, after;
    uint16_t bob;
    (void)state;
    world_begin(&w);
    struct live *live = play_for_long(&w, &bob);
    unsigned seq = live->past[0]->seq + 1;
    before.text[0] = after.text[0] = 0;
    assert_true(hall_missed(live, bob, seq, 0, hear, &before));
    char file[80];
    sqlite3 *db;
    snprintf(file, sizeof file, "%s/ludoteca.db", w.folder);
    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "UPDATE records SET body = '' WHERE seq = 1", 0, 0, 0),
                     SQLITE_OK);
    sqlite3_close(db);
    assert_true(hall_missed(live, bob, seq, 0, hear, &after));
    assert_string_equal(after.text, before.text);
    assert_false(hall_missed(live, bob, 2, 0, hear, &after));
    world_end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_comes_back_hears_exactly_the_rest),
        cmocka_unit_test(little_is_told_from_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
