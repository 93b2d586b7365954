/* A game that is over is shown again exactly as it was seen, to those who may see it. */
#include "night.h"
#include "room/replay.h"

#include <stdio.h>

static bool add(void *arg, const struct store_record *record)
{
    assert_true(replay_add(arg, record->body, record->len));
    return true;
}

static struct replay *replay_of(struct night *n, int slice)
{
    struct replay *r = replay_new(&n->house, n->live->room->id);
    assert_true(store_read(n->store, n->live->room->id, 1, add, r));
    while (replay_fold(r, slice))
        ;
    return r;
}

static json_t *games_of(struct replay *r, uint16_t person)
{
    struct buffer text = {0};
    struct writer w = writer_to(&text);
    replay_write_games(r, person, &w);
    json_t *games = json_loadb(text.data, text.len, 0, NULL);
    buffer_free(&text);
    assert_true(json_is_array(games));
    return games;
}

static json_t *steps_of(struct replay *r, const struct replay_game *game, uint32_t from,
                        uint16_t as)
{
    struct buffer text = {0};
    struct writer w = writer_to(&text);
    replay_write(r, game, from, as, &w);
    json_t *steps = json_loadb(text.data, text.len, 0, NULL);
    buffer_free(&text);
    assert_true(json_is_array(steps));
    return steps;
}

static void compare(struct night *n, uint32_t seq, uint16_t as, const json_t *step)
{
    const char *sent = n->sent[seq][as] ? n->sent[seq][as] : n->sent[seq][0];
    json_t *then = json_loads(sent, 0, NULL), *now = json_object_get(step, "view");
    if (!json_equal(then, now))
        fail_msg("step %u as %u\nthen %s\nnow  %s", seq, as, sent, json_dumps(now, JSON_COMPACT));
    json_decref(then);
}

static long compare_game(struct night *n, struct replay *r, const struct replay_game *game)
{
    long compared = 0;
    for (uint16_t as = 0; as <= n->live->room->people; as++)
        for (uint32_t from = game->from; from <= game->to;) {
            json_t *steps = steps_of(r, game, from, as);
            size_t i;
            json_t *step;
            json_array_foreach(steps, i, step) compare(n, from + (uint32_t)i, as, step);
            assert_true(json_array_size(steps) > 0);
            compared += (long)json_array_size(steps);
            from += (uint32_t)json_array_size(steps);
            json_decref(steps);
        }
    return compared;
}

/* Every game that stands on the shelf, one after the other in one room. */
static void every_step_is_shown_as_it_was(void **state)
{
    static struct night n;
    (void)state;
    memset(&n, 0, sizeof n);
    night_begin(&n, 1);
    int played = 0;
    for (; n.games[played]; played++) {
        night_play(&n, n.games[played], NULL, 1500);
        night_stop(&n);
    }
    struct replay *r = replay_of(&n, 64);
    assert_int_equal(replay_games(r), played);
    long compared = 0;
    for (uint32_t seq = 1; seq <= n.live->room->seq; seq++) {
        struct refusal why;
        const struct replay_game *game = replay_find(r, seq, &why);
        if (!game) {
            assert_int_equal(why.code, REFUSAL_CODE_NO_SUCH_STEP);
            continue;
        }
        compared += compare_game(&n, r, game);
        seq = game->to;
    }
    assert_true(compared > 1000);
    replay_free(r);
    night_end(&n);
}

/* What somebody may not see now, may not be seen by this way either. */
static void a_running_game_is_not_shown(void **state)
{
    static struct night n;
    struct refusal why = ACCEPTED;
    (void)state;
    memset(&n, 0, sizeof n);
    night_begin(&n, 2);
    night_play(&n, &hush_game, NULL, 3);
    assert_int_equal(n.live->room->phase, ROOM_PLAYING);
    struct replay *r = replay_of(&n, 1);
    uint32_t running = n.live->room->seq;
    assert_int_equal(replay_games(r), 0);
    assert_null(replay_find(r, running, &why));
    assert_int_equal(why.code, REFUSAL_CODE_GAME_NOT_OVER);
    assert_null(replay_find(r, running + 1, &why));
    assert_int_equal(why.code, REFUSAL_CODE_NO_SUCH_STEP);
    assert_null(replay_find(r, 0, &why));
    json_t *games = games_of(r, 1);
    assert_int_equal(json_array_size(games), 0);
    json_decref(games);
    replay_free(r);
    night_end(&n);
}

/* It goes on where it was when there are more records, with the games in between. */
static void it_grows_with_its_log(void **state)
{
    static struct night n;
    struct refusal why;
    (void)state;
    memset(&n, 0, sizeof n);
    night_begin(&n, 3);
    night_play(&n, &hush_game, NULL, 4);
    struct replay *r = replay_of(&n, 64);
    assert_int_equal(replay_games(r), 0);
    uint32_t last = n.live->room->seq;
    night_stop(&n);
    night_play(&n, &hush_game, NULL, 2000);
    assert_int_equal(n.live->room->phase, ROOM_OVER);
    assert_true(store_read(n.store, n.live->room->id, replay_seq(r) + 1, add, r));
    while (replay_fold(r, 64))
        ;
    assert_int_equal(replay_games(r), 2);
    const struct replay_game *stopped = replay_find(r, last, &why);
    assert_int_equal(stopped->to, last);
    assert_false(stopped->finished);
    assert_true(replay_find(r, n.live->room->seq, &why)->finished);
    replay_free(r);
    night_end(&n);
}

static const struct game *named(const struct night *n, const char *name)
{
    return house_game(&n->house, name);
}

/* Nobody ever learns who wrote what lost: not by looking through that one's eyes afterwards. */
static void what_stays_secret_stays_with_its_seat(void **state)
{
    static struct night n;
    struct refusal why;
    (void)state;
    memset(&n, 0, sizeof n);
    night_begin(&n, 4);
    json_t *settings = json_pack("{s:b}", "losersStayHidden", 1);
    night_play(&n, named(&n, "cah"), settings, 60);
    uint32_t hidden = n.live->room->seq;
    night_stop(&n);
    json_object_set_new(settings, "losersStayHidden", json_false());
    night_play(&n, named(&n, "cah"), settings, 60);
    json_decref(settings);
    uint32_t open = n.live->room->seq;
    night_stop(&n);
    struct replay *r = replay_of(&n, 64);
    const struct replay_game *secret = replay_find(r, hidden, &why);
    const struct replay_game *plain = replay_find(r, open, &why);
    assert_int_equal(replay_may_see(r, secret, 2, 1).code, REFUSAL_CODE_STAYS_SECRET);
    assert_int_equal(replay_may_see(r, secret, 2, 2).code, REFUSAL_CODE_OK);
    assert_int_equal(replay_may_see(r, secret, 2, 0).code, REFUSAL_CODE_OK);
    assert_int_equal(replay_may_see(r, plain, 2, 1).code, REFUSAL_CODE_OK);
    assert_int_equal(replay_may_see(r, plain, 2, 99).code, REFUSAL_CODE_UNKNOWN_PERSON);
    assert_int_equal(replay_may_see(r, plain, 0, 1).code, REFUSAL_CODE_NOT_IN_ROOM);
    assert_int_equal(replay_may_see(r, plain, 0, 0).code, REFUSAL_CODE_OK);
    replay_free(r);
    night_end(&n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_step_is_shown_as_it_was),
        cmocka_unit_test(a_running_game_is_not_shown),
        cmocka_unit_test(it_grows_with_its_log),
        cmocka_unit_test(what_stays_secret_stays_with_its_seat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
