/* What the store promises, one function after the other. */
#include "help.h"

#include "core/alloc.h"

#include <pthread.h>
#include <unistd.h>

static void records_come_back_in_order(void **state)
{
    struct store *s = open_ok(*state);
    struct store_answer a = create_now(s, "ABCDEF", "{\"n\":1}");
    assert_int_equal(a.result, STORE_ACCEPTED);
    assert_int_equal(a.seq, 1);
    assert_string_equal(a.reason, "");
    uint64_t room = a.room;
    a = append_now(s, room, 1, "{\"n\":2}");
    assert_int_equal(a.result, STORE_ACCEPTED);
    assert_int_equal(a.seq, 2);
    append_now(s, room, 2, "{\"n\":\"tres ✓\"}");
    assert_string_equal(room_text(s, room, 0), "1:{\"n\":1} 2:{\"n\":2} 3:{\"n\":\"tres ✓\"} ");
    assert_string_equal(room_text(s, room, 2), "2:{\"n\":2} 3:{\"n\":\"tres ✓\"} ");
    assert_string_equal(room_text(s, room, 3), "3:{\"n\":\"tres ✓\"} ");
    assert_string_equal(room_text(s, room, 4), "");
    assert_string_equal(room_text(s, room, 1000), "");
    assert_string_equal(room_text(s, room + 1, 1), "");
    assert_string_equal(room_text(s, 0, 1), "");
    store_close(s);

    s = open_ok(*state);
    assert_string_equal(room_text(s, room, 2), "2:{\"n\":2} 3:{\"n\":\"tres ✓\"} ");
    assert_int_equal(append_now(s, room, 3, "4").seq, 4);
    store_close(s);
}

static void load_gives_live_rooms_in_append_order(void **state)
{
    struct store *s = open_ok(*state);
    uint64_t a = create_now(s, "AAAAAA", "a1").room;
    uint64_t b = create_now(s, "BBBBBB", "b1").room;
    append_now(s, a, 1, "a2");
    append_now(s, b, 1, "b2");
    uint64_t c = create_now(s, "CCCCCC", "c1").room;
    append_now(s, b, 2, "b3");
    assert_int_equal(end_now(s, a).result, STORE_ACCEPTED);
    char expected[100];
    snprintf(expected, sizeof expected, "%d.1:b1 %d.2:b2 %d.1:c1 %d.3:b3 ", (int)b, (int)b, (int)c,
             (int)b);
    assert_string_equal(load_text(s), expected);
    assert_int_equal(store_figures(s).live_rooms, 2);
    store_close(s);
    s = open_ok(*state);
    assert_string_equal(load_text(s), expected);
    assert_string_equal(load_text(s), expected); /* again, while serving */
    assert_int_equal(append_now(s, b, 3, "b4").result, STORE_ACCEPTED);
    assert_true(store_check(s));
    store_close(s);
}

static bool stop_at_once(void *arg, const struct store_record *record)
{
    (void)record;
    ++*(int *)arg;
    return false;
}

static void a_reader_may_stop(void **state)
{
    struct store *s = open_ok(*state);
    uint64_t room = create_now(s, "AAAAAA", "1").room;
    append_now(s, room, 1, "2");
    store_close(s);
    s = open_ok(*state);
    int count = 0;
    assert_true(store_load(s, stop_at_once, &count));
    assert_int_equal(count, 1);
    assert_int_equal(append_now(s, room, 2, "3").result, STORE_ACCEPTED);
    assert_true(store_read(s, room, 1, stop_at_once, &count));
    assert_int_equal(count, 2);
    store_close(s);
}

static void a_wrong_sequence_is_a_conflict(void **state)
{
    struct store *s = open_ok(*state);
    uint64_t room = create_now(s, "AAAAAA", "1").room;
    append_now(s, room, 1, "2");
    uint64_t wrong[] = {0, 1, 3, 100, UINT64_MAX};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct store_answer a = append_now(s, room, wrong[i], "x");
        assert_int_equal(a.result, STORE_CONFLICT);
        assert_int_equal(a.seq, 2);
        assert_string_equal(a.reason, "The room is at another sequence.");
    }
    struct store_answer a = append_now(s, room + 5, 0, "x");
    assert_int_equal(a.result, STORE_CONFLICT);
    assert_int_equal(a.seq, 0);
    assert_string_equal(room_text(s, room, 1), "1:1 2:2 ");
    assert_int_equal(store_figures(s).conflicts, 6);
    assert_int_equal(store_figures(s).accepted, 2);
    store_close(s);
}

static void a_taken_code_is_a_conflict(void **state)
{
    struct store *s = open_ok(*state);
    uint64_t first = create_now(s, "AAAAAA", "1").room;
    struct store_answer a = create_now(s, "AAAAAA", "x");
    assert_int_equal(a.result, STORE_CONFLICT);
    assert_int_equal(append_now(s, a.room, 1, "x").result, STORE_CONFLICT);
    assert_string_equal(room_text(s, a.room, 1), "");
    end_now(s, first);
    a = create_now(s, "AAAAAA", "again");
    assert_int_equal(a.result, STORE_ACCEPTED);
    assert_true(a.room > first);
    uint64_t found;
    assert_true(store_find_code(s, "AAAAAA", &found));
    assert_int_equal(found, a.room);
    assert_true(store_find_code(s, "ZZZZZZ", &found));
    assert_int_equal(found, 0);
    end_now(s, a.room);
    assert_true(store_find_code(s, "AAAAAA", &found));
    assert_int_equal(found, a.room); /* the latest of the ended ones */
    store_close(s);
}

static void an_ended_room_stays_readable_and_closed(void **state)
{
    struct store *s = open_ok(*state);
    uint64_t room = create_now(s, "AAAAAA", "1").room;
    append_now(s, room, 1, "2");
    assert_int_equal(end_now(s, room).seq, 2);
    for (int again = 0; again < 2; again++) {
        assert_int_equal(append_now(s, room, 2, "3").result, STORE_CONFLICT);
        assert_int_equal(append_now(s, room, 0, "3").result, STORE_CONFLICT);
        assert_int_equal(end_now(s, room).result, STORE_CONFLICT);
        assert_string_equal(room_text(s, room, 1), "1:1 2:2 ");
        assert_string_equal(room_text(s, room, 2), "2:2 ");
        assert_string_equal(load_text(s), "");
        assert_true(store_check(s));
        store_close(s);
        s = open_ok(*state);
    }
    store_close(s);
}

static void a_forgotten_room_never_comes_back(void **state)
{
    struct store *s = open_ok(*state);
    uint64_t live = create_now(s, "AAAAAA", "1").room;
    uint64_t ended = create_now(s, "BBBBBB", "1").room;
    append_now(s, live, 1, "2");
    append_now(s, ended, 1, "2");
    end_now(s, ended);
    assert_int_equal(forget_now(s, live).result, STORE_ACCEPTED);
    assert_int_equal(forget_now(s, ended).result, STORE_ACCEPTED);
    assert_int_equal(forget_now(s, ended).result, STORE_CONFLICT);
    assert_int_equal(append_now(s, live, 2, "3").result, STORE_CONFLICT);
    assert_int_equal(append_now(s, live, 0, "1").result, STORE_CONFLICT);
    assert_string_equal(room_text(s, live, 1), "");
    assert_string_equal(room_text(s, ended, 1), "");
    assert_true(store_check(s));
    store_close(s);
    s = open_ok(*state);
    assert_string_equal(load_text(s), "");
    uint64_t next = create_now(s, "AAAAAA", "new").room;
    assert_true(next > ended); /* ids are not given twice, not even after a restart */
    store_close(s);
}

static void a_forgotten_room_leaves_the_others_whole(void **state)
{
    struct store *s = open_ok(*state);
    uint64_t rooms[3];
    for (int i = 0; i < 3; i++)
        rooms[i] = create_now(s, (char[]){(char)('A' + i), 0}, "1").room;
    for (uint64_t seq = 1; seq < 10; seq++)
        for (int i = 0; i < 3; i++)
            append_now(s, rooms[i], seq, "x");
    forget_now(s, rooms[1]);
    for (int again = 0; again < 2; again++) {
        assert_string_equal(room_text(s, rooms[0], 8), "8:x 9:x 10:x ");
        assert_string_equal(room_text(s, rooms[2], 9), "9:x 10:x ");
        assert_true(store_check(s));
        store_close(s);
        s = open_ok(*state);
    }
    assert_int_equal(append_now(s, rooms[2], 10, "y").seq, 11);
    store_close(s);
}

struct seen_answers {
    int count;
    struct store_answer answer[16];
};

static void collect(void *arg, const struct store_answer *answer)
{
    struct seen_answers *seen = arg;
    seen->answer[seen->count++] = *answer;
}

/* The writer waits behind a big batch, so the rest becomes one batch: plans build on plans. */
static void requests_of_one_batch_see_each_other(void **state)
{
    struct store *s = open_ok(*state);
    uint64_t other = create_now(s, "OTHER", "1").room;
    for (uint64_t i = 1; i <= 3000; i++)
        store_append(s, other, i, i, "{}", 2, NULL, NULL);
    struct seen_answers seen = {0};
    uint64_t room = store_create(s, "AAAAAA", "test", 1, "1", 1, collect, &seen);
    uint64_t twin = store_create(s, "AAAAAA", "test", 2, "1", 1, collect, &seen);
    store_append(s, room, 1, 3, "2", 1, collect, &seen);
    store_append(s, room, 1, 4, "x", 1, collect, &seen);
    store_append(s, twin, 1, 5, "x", 1, collect, &seen);
    store_append(s, room, 2, 6, "3", 1, collect, &seen);
    store_end(s, room, 5, collect, &seen);
    store_append(s, room, 3, 7, "x", 1, collect, &seen);
    uint64_t brief = store_create(s, "AAAAAA", "test", 8, "1", 1, collect, &seen);
    store_forget(s, brief, collect, &seen);
    store_append(s, brief, 1, 9, "x", 1, collect, &seen);
    store_forget(s, brief, collect, &seen);
    store_flush(s);
    store_drain(s);
    const enum store_result expected[] = {
        STORE_ACCEPTED, STORE_CONFLICT, STORE_ACCEPTED, STORE_CONFLICT,
        STORE_CONFLICT, STORE_ACCEPTED, STORE_ACCEPTED, STORE_CONFLICT,
        STORE_ACCEPTED, STORE_ACCEPTED, STORE_CONFLICT, STORE_CONFLICT,
    };
    assert_int_equal(seen.count, 12);
    for (int i = 0; i < seen.count; i++)
        assert_int_equal(seen.answer[i].result, expected[i]);
    assert_int_equal(store_figures(s).live_rooms, 1);
    assert_string_equal(room_text(s, room, 1), "1:1 2:2 3:3 ");
    assert_string_equal(room_text(s, brief, 1), "");
    assert_true(store_figures(s).commits < 100);
    assert_true(store_check(s));
    store_close(s);
}

static void a_turn_shares_a_commit(void **state)
{
    char error[STORE_ERROR_BYTES];
    struct store_options gathering = {.place = *state, .mode = STORE_SERVE, .gather = true};
    struct store *s = store_open(&gathering, error);
    uint64_t room[100];
    char code[8];
    assert_non_null(s);
    for (int i = 0; i < 100; i++) {
        snprintf(code, sizeof code, "AAAA%02d", i);
        room[i] = store_create(s, code, "test", 1, "1", 1, NULL, NULL);
        store_append(s, room[i], 1, 2, "2", 1, NULL, NULL);
    }
    assert_int_equal(store_figures(s).commits, 0); /* it has not heard of them yet */
    store_hand_over(s);
    store_hand_over(s); /* nothing left: nothing happens */
    store_flush(s);
    assert_int_equal(store_figures(s).commits, 1);
    assert_int_equal(store_drain(s), 200);
    store_append(s, room[0], 2, 3, "3", 1, NULL, NULL);
    store_flush(s); /* hands over by itself, as closing does */
    assert_int_equal(store_drain(s), 1);
    store_append(s, room[0], 3, 4, "4", 1, NULL, NULL);
    store_close(s);
    s = open_ok(*state);
    assert_string_equal(room_text(s, room[0], 1), "1:1 2:2 3:3 4:4 ");
    assert_string_equal(room_text(s, room[99], 1), "1:1 2:2 ");
    store_close(s);
}

static void a_writer_that_rests_is_not_late(void **state)
{
    char error[STORE_ERROR_BYTES];
    struct store_options resting = {.place = *state, .mode = STORE_SERVE, .rest_ms = 3600000};
    struct store *s = store_open(&resting, error);
    assert_non_null(s);
    uint64_t room = store_create(s, "AAAAAA", "test", 1, "1", 1, NULL, NULL);
    for (int i = 0; i < 10000 && store_figures(s).commits < 1; i++)
        usleep(1000); /* it was quiet: at once */
    assert_int_equal(store_figures(s).commits, 1);
    assert_int_equal(store_drain(s), 1);
    store_append(s, room, 1, 2, "2", 1, NULL, NULL);
    store_append(s, room, 2, 3, "3", 1, NULL, NULL);
    assert_int_equal(store_drain(s), 0);
    store_flush(s);                                /* somebody waits */
    assert_int_equal(store_figures(s).commits, 2); /* for both */
    assert_int_equal(store_drain(s), 2);
    store_append(s, room, 3, 4, "4", 1, NULL, NULL);
    store_close(s); /* does not wait for the hour either */
    s = open_ok(*state);
    assert_string_equal(room_text(s, room, 1), "1:1 2:2 3:3 4:4 ");
    store_close(s);
}

static void was_mine_stored(void **state)
{
    struct store *s = open_ok(*state);
    uint64_t room = store_create(s, "AAAAAA", "test", 0xfedcba9876543210, "1", 1, NULL, NULL);
    store_append(s, room, 1, 77, "2", 1, NULL, NULL);
    store_append(s, room, 1, 78, "x", 1, NULL, NULL); /* a conflict: not stored */
    store_flush(s);
    uint64_t seq;
    assert_true(store_find_record(s, room, 77, &seq));
    assert_int_equal(seq, 2);
    assert_true(store_find_record(s, room, 0xfedcba9876543210, &seq));
    assert_int_equal(seq, 1);
    assert_true(store_find_record(s, room, 78, &seq));
    assert_int_equal(seq, 0);
    assert_true(store_find_record(s, room + 1, 77, &seq));
    assert_int_equal(seq, 0);
    store_close(s);
}

struct listed {
    char text[500];
};

static bool list(void *arg, const struct store_room *room)
{
    struct listed *l = arg;
    size_t len = strlen(l->text);
    snprintf(l->text + len, sizeof l->text - len, "%s/%s/%s/%lld ", room->code, room->game,
             room->live ? "live" : "ended", (long long)room->ended_ms);
    return true;
}

static void rooms_are_listed(void **state)
{
    struct store *s = open_ok(*state);
    store_create(s, "AAAAAA", "taboo", 1, "1", 1, NULL, NULL);
    uint64_t b = store_create(s, "BBBBBB", "santase", 2, "1", 1, NULL, NULL);
    store_create(s, "CCCCCC", "crypta", 3, "1", 1, NULL, NULL);
    store_end(s, b, 42, NULL, NULL);
    store_flush(s);
    struct listed all = {""}, live = {""};
    assert_true(store_rooms(s, false, list, &all));
    assert_true(store_rooms(s, true, list, &live));
    assert_string_equal(all.text, "AAAAAA/taboo/live/0 BBBBBB/santase/ended/42 "
                                  "CCCCCC/crypta/live/0 ");
    assert_string_equal(live.text, "AAAAAA/taboo/live/0 CCCCCC/crypta/live/0 ");
    store_close(s);
}

struct listener {
    struct store *s;
    struct store_follower follower, *drop;
    char heard[200];
    int answers_before;
};

static int answers;

static void count_answer(void *arg, const struct store_answer *answer)
{
    (void)arg;
    (void)answer;
    answers++;
}

static void hear(void *arg, const struct store_record *record)
{
    struct listener *l = arg;
    size_t len = strlen(l->heard);
    snprintf(l->heard + len, sizeof l->heard - len, "%d:%s ", (int)record->seq, record->body);
    l->answers_before = answers;
    if (l->drop) {
        store_unfollow(l->s, l->drop);
        l->drop = NULL;
    }
}

static void followers_hear_what_is_durable(void **state)
{
    struct store *s = open_ok(*state);
    uint64_t a = create_now(s, "AAAAAA", "1").room, b = create_now(s, "BBBBBB", "1").room;
    struct listener one = {.s = s}, two = {.s = s};
    one.follower = (struct store_follower){.room = a, .seq = 1, .record = hear, .arg = &one};
    two.follower = (struct store_follower){.room = a, .seq = 1, .record = hear, .arg = &two};
    store_follow(s, &one.follower);
    store_follow(s, &two.follower);
    answers = 0;
    store_append(s, a, 1, 1, "2", 1, count_answer, NULL);
    store_append(s, a, 1, 2, "conflict", 8, count_answer, NULL);
    store_append(s, b, 1, 3, "other room", 10, count_answer, NULL);
    store_flush(s);
    assert_string_equal(one.heard, ""); /* only in drain */
    assert_int_equal(store_drain(s), 3);
    assert_string_equal(one.heard, "2:2 ");
    assert_string_equal(two.heard, "2:2 ");
    assert_int_equal(one.answers_before, 1); /* the appender was told first */
    two.drop = &one.follower;                /* the one after it in the chain */
    append_now(s, a, 2, "3");
    assert_string_equal(two.heard, "2:2 3:3 ");
    assert_string_equal(one.heard, "2:2 ");
    two.drop = &two.follower; /* itself */
    append_now(s, a, 3, "4");
    append_now(s, a, 4, "5");
    assert_string_equal(two.heard, "2:2 3:3 4:4 ");
    store_unfollow(s, &two.follower); /* twice does no harm */
    store_close(s);
}

struct bell {
    pthread_mutex_t lock;
    pthread_cond_t rung;
    int rings;
};

static void ring(void *arg)
{
    struct bell *bell = arg;
    pthread_mutex_lock(&bell->lock);
    bell->rings++;
    pthread_cond_signal(&bell->rung);
    pthread_mutex_unlock(&bell->lock);
}

static void the_caller_is_told_that_answers_wait(void **state)
{
    struct bell bell = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
    char error[STORE_ERROR_BYTES];
    struct store *s = store_open(
        &(struct store_options){.place = *state, .ready = ring, .ready_arg = &bell}, error);
    assert_non_null(s);
    for (int round = 1; round <= 3; round++) {
        answers = 0;
        store_create(s, (char[]){(char)('A' + round), 0}, "test", 1, "1", 1, count_answer, NULL);
        pthread_mutex_lock(&bell.lock);
        while (bell.rings < round)
            pthread_cond_wait(&bell.rung, &bell.lock);
        pthread_mutex_unlock(&bell.lock);
        assert_int_equal(answers, 0);
        assert_int_equal(store_drain(s), 1);
        assert_int_equal(answers, 1);
        assert_int_equal(bell.rings, round);
    }
    store_close(s);
}

static void too_much_waiting_is_refused(void **state)
{
    char error[STORE_ERROR_BYTES];
    struct store *s =
        store_open(&(struct store_options){.place = *state, .waiting_bytes_max = 20000}, error);
    assert_non_null(s);
    uint64_t room = create_now(s, "AAAAAA", "1").room;
    char body[1000];
    memset(body, ' ', sizeof body);
    for (uint64_t i = 0; i < 1000; i++) /* nobody drains, so the space stays taken */
        store_append(s, room, 1 + i, i, body, sizeof body, NULL, NULL);
    struct store_figures before = store_figures(s);
    store_flush(s);
    assert_int_equal(store_drain(s), 1000);
    struct store_figures after = store_figures(s);
    assert_true(after.accepted >= 10 && after.accepted < 20);
    assert_int_equal(after.unavailable, 1001 - after.accepted);
    assert_true(before.waiting_bytes < 20000 + 1000 * 200);
    assert_int_equal(after.waiting, 0);
    assert_int_equal(after.waiting_bytes, 0);
    struct store_answer a = append_now(s, room, after.accepted, "works again");
    assert_int_equal(a.result, STORE_ACCEPTED);

    struct seen_answers seen = {0};
    char *huge = alloc_zero(1, STORE_RECORD_BYTES_MAX + 1);
    store_append(s, room, a.seq, 1, huge, STORE_RECORD_BYTES_MAX + 1, collect, &seen);
    store_create(s, "HUGE", "test", 1, huge, STORE_RECORD_BYTES_MAX + 1, collect, &seen);
    store_create(s, "LONG", "a game's name that is far too long", 1, "1", 1, collect, &seen);
    store_drain(s);
    free(huge);
    assert_int_equal(seen.count, 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(seen.answer[i].result, STORE_UNAVAILABLE);
    assert_string_equal(seen.answer[0].reason, "The record is larger than the store takes.");
    assert_string_equal(seen.answer[2].reason, "The game's name is longer than the store takes.");
    store_close(s);
}

static void long_records_survive(void **state)
{
    struct store *s = open_ok(*state);
    uint64_t room = create_now(s, "AAAAAA", "1").room;
    char *body = alloc_zero(1, STORE_RECORD_BYTES_MAX + 1);
    for (size_t i = 0; i < STORE_RECORD_BYTES_MAX; i++)
        body[i] = (char)('a' + i * i % 23);
    assert_int_equal(append_now(s, room, 1, body).result, STORE_ACCEPTED);
    assert_int_equal(append_now(s, room, 2, "").result, STORE_ACCEPTED);
    store_close(s);
    s = open_ok(*state);
    const char *text = room_text(s, room, 2);
    assert_memory_equal(text, "2:", 2);
    assert_memory_equal(text + 2, body, STORE_RECORD_BYTES_MAX);
    assert_string_equal(text + 2 + STORE_RECORD_BYTES_MAX, " 3: ");
    free(body);
    store_close(s);
}

static void answers_in_flight_are_committed_at_the_end(void **state)
{
    struct store *s = open_ok(*state);
    uint64_t room = store_create(s, "AAAAAA", "test", 1, "1", 1, count_answer, NULL);
    for (uint64_t seq = 1; seq < 500; seq++)
        store_append(s, room, seq, seq, "x", 1, count_answer, NULL);
    answers = 0;
    store_close(s); /* without flush or drain */
    assert_int_equal(answers, 0);
    s = open_ok(*state);
    assert_string_equal(room_text(s, room, 500), "500:x ");
    store_close(s);
    store_close(NULL);
}

static void a_reader_sees_a_serving_store(void **state)
{
    struct store *s = open_ok(*state);
    uint64_t room = create_now(s, "AAAAAA", "1").room;
    append_now(s, room, 1, "2");
    struct store *reader = open_reader(*state);
    assert_string_equal(room_text(reader, room, 1), "1:1 2:2 ");
    assert_true(store_check(reader));
    struct store_answer a = append_now(reader, room, 2, "x");
    assert_int_equal(a.result, STORE_UNAVAILABLE);
    assert_string_equal(a.reason, "The store is open for reading only.");
    assert_int_equal(append_now(s, room, 2, "3").result, STORE_ACCEPTED);
    forget_now(s, room);
    assert_string_equal(room_text(reader, room, 1), "");
    store_close(reader);
    store_close(s);
    reader = open_reader(*state); /* nobody serves */
    assert_string_equal(load_text(reader), "");
    store_close(reader);
}

static void a_backup_is_a_store(void **state)
{
    struct store *s = open_ok(*state);
    uint64_t room = create_now(s, "AAAAAA", "1").room;
    append_now(s, room, 1, "2");
    char *other = folder_make();
    assert_true(store_backup(s, file_in(other)));
    append_now(s, room, 2, "3");
    assert_false(store_backup(s, file_in(other)));
    assert_non_null(strstr(store_error(s), "already exists"));
    assert_false(store_backup(s, "/proc/nowhere/backup.db"));
    assert_non_null(strstr(store_error(s), "could not be written"));
    struct store *copy = open_ok(other);
    assert_string_equal(room_text(copy, room, 1), "1:1 2:2 ");
    assert_int_equal(append_now(copy, room, 2, "another way").result, STORE_ACCEPTED);
    store_close(copy);
    folder_drop(other);
    assert_string_equal(room_text(s, room, 3), "3:3 ");
    struct store *reader = open_reader(*state);
    char file[700];
    snprintf(file, sizeof file, "%s/copy", (char *)*state);
    assert_true(store_backup(reader, file)); /* beside a serving process */
    store_close(reader);
    store_close(s);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, place_lend, place_take_back)
    const struct CMUnitTest tests[] = {
        TEST(records_come_back_in_order),
        TEST(load_gives_live_rooms_in_append_order),
        TEST(a_reader_may_stop),
        TEST(a_wrong_sequence_is_a_conflict),
        TEST(a_taken_code_is_a_conflict),
        TEST(an_ended_room_stays_readable_and_closed),
        TEST(a_forgotten_room_never_comes_back),
        TEST(a_forgotten_room_leaves_the_others_whole),
        TEST(requests_of_one_batch_see_each_other),
        TEST(a_turn_shares_a_commit),
        TEST(a_writer_that_rests_is_not_late),
        TEST(was_mine_stored),
        TEST(rooms_are_listed),
        TEST(followers_hear_what_is_durable),
        TEST(the_caller_is_told_that_answers_wait),
        TEST(too_much_waiting_is_refused),
        TEST(long_records_survive),
        TEST(answers_in_flight_are_committed_at_the_end),
        TEST(a_reader_sees_a_serving_store),
    };
    const struct CMUnitTest in_folders[] = {TEST(a_backup_is_a_store)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    if (places_are_folders()) failed += cmocka_run_group_tests(in_folders, NULL, NULL);
    return failed;
}
