/* Many rooms at once against a model: requests are answered in their order, so the model knows
 * every answer before it comes. */
#include "help.h"

#include "core/alloc.h"
#include "core/chance.h"

#define ROOMS 1000
#define STEPS 40000
#define CONTENT_MAX 400

struct model {
    uint64_t id;
    uint64_t seq;
    bool live, forgotten;
    uint32_t content[CONTENT_MAX]; /* of record n + 1 */
};

struct expected {
    enum store_result result;
    uint64_t room, seq;
};

static struct model rooms[ROOMS];
static struct expected expected[2 * STEPS];
static size_t asked, answered_count;

static void answered(void *arg, const struct store_answer *answer)
{
    struct expected *e = arg;
    assert_ptr_equal(e, &expected[answered_count++]);
    assert_int_equal(answer->result, e->result);
    assert_int_equal(answer->room, e->room);
    assert_int_equal(answer->seq, e->seq);
}

static struct expected *expect(enum store_result result, uint64_t room, uint64_t seq)
{
    struct expected *e = &expected[asked++];
    *e = (struct expected){result, room, seq};
    return e;
}

static const char *body_of(uint32_t content, size_t *len)
{
    static char body[300];
    *len = (size_t)snprintf(body, sizeof body, "{\"c\":%u,\"pad\":\"%*s\"}", content,
                            (int)(content % 200), "");
    return body;
}

static void step_create(struct store *s, struct model *m, size_t slot, uint32_t content)
{
    char code[10];
    snprintf(code, sizeof code, "R%zu", slot);
    size_t len;
    const char *body = body_of(content, &len);
    struct expected *e = expect(STORE_ACCEPTED, 0, 1);
    *m = (struct model){.seq = 1, .live = true, .content = {content}};
    e->room = m->id = store_create(s, code, "test", content, body, len, answered, e);
}

static void step_append(struct store *s, struct model *m, uint64_t seq, uint32_t content)
{
    size_t len;
    const char *body = body_of(content, &len);
    struct expected *e;
    if (m->live && seq == m->seq) {
        m->content[m->seq++] = content;
        e = expect(STORE_ACCEPTED, m->id, m->seq);
    } else {
        e = expect(STORE_CONFLICT, m->id, m->live ? m->seq : 0);
    }
    store_append(s, m->id, seq, content, body, len, answered, e);
}

static void step(struct store *s, struct chance *chance)
{
    size_t slot = chance_below(chance, ROOMS);
    struct model *m = &rooms[slot];
    uint32_t content = chance_word(chance);
    uint32_t kind = chance_below(chance, 100);
    if (m->id == 0 || m->forgotten || m->seq == CONTENT_MAX) {
        if (m->live) store_end(s, m->id, 1, answered, expect(STORE_ACCEPTED, m->id, m->seq));
        step_create(s, m, slot, content);
    } else if (kind < 85) {
        step_append(s, m, m->seq, content);
    } else if (kind < 95) {
        step_append(s, m, chance_below(chance, (uint32_t)m->seq + 2), content);
    } else if (kind < 98) {
        struct expected *e =
            m->live ? expect(STORE_ACCEPTED, m->id, m->seq) : expect(STORE_CONFLICT, m->id, 0);
        m->live = false;
        store_end(s, m->id, 1, answered, e);
    } else {
        m->live = false;
        m->forgotten = true;
        store_forget(s, m->id, answered, expect(STORE_ACCEPTED, m->id, 0));
    }
}

struct reading {
    const struct model *model;
    uint64_t seq;
};

static bool compare(void *arg, const struct store_record *record)
{
    struct reading *reading = arg;
    assert_int_equal(record->seq, ++reading->seq);
    size_t len;
    uint32_t content = reading->model->content[record->seq - 1];
    const char *body = body_of(content, &len);
    assert_int_equal(record->id, content);
    assert_int_equal(record->len, len);
    assert_memory_equal(record->body, body, len);
    return true;
}

/* While the writer is at work: a beginning of what the model has, or nothing if forgotten. */
static void read_meanwhile(struct store *s, const struct model *m)
{
    struct reading reading = {m, 0};
    if (m->id && !store_read(s, m->id, 1, compare, &reading)) fail_msg("%s", store_error(s));
    assert_true(reading.seq <= m->seq);
}

static void compare_all(struct store *s)
{
    for (size_t i = 0; i < ROOMS; i++) {
        struct reading reading = {&rooms[i], 0};
        if (!store_read(s, rooms[i].id, 1, compare, &reading)) fail_msg("%s", store_error(s));
        assert_int_equal(reading.seq, rooms[i].forgotten ? 0 : rooms[i].seq);
    }
    if (!store_check(s)) fail_msg("%s", store_error(s));
}

static bool count_record(void *arg, const struct store_record *record)
{
    (void)record;
    ++*(size_t *)arg;
    return true;
}

static void many_rooms_at_once(void **state)
{
    (void)state;
    char *folder = place_make();
    struct store *s = open_ok(folder);
    struct chance chance;
    chance_init(&chance, (const uint8_t[CHANCE_SEED_BYTES]){1}, 0);
    for (int i = 0; i < STEPS; i++) {
        step(s, &chance);
        if (chance_below(&chance, 50) == 0) store_drain(s);
        if (chance_below(&chance, 200) == 0)
            read_meanwhile(s, &rooms[chance_below(&chance, ROOMS)]);
        if (i % 10000 == 9999) { /* a restart in the middle */
            store_flush(s);
            store_drain(s);
            assert_int_equal(answered_count, asked);
            compare_all(s);
            store_close(s);
            s = open_ok(folder);
        }
    }
    size_t live = 0, records = 0, loaded = 0;
    for (size_t i = 0; i < ROOMS; i++) {
        live += rooms[i].live;
        records += rooms[i].live ? rooms[i].seq : 0;
    }
    assert_true(store_load(s, count_record, &loaded));
    assert_int_equal(loaded, records);
    assert_int_equal(store_figures(s).live_rooms, live);
    store_close(s);
    place_drop(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(many_rooms_at_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
