/* Shown means kept, for every payload; every proposal is answered once, whatever happens. */
#include "core/depth.h"
#include "room/draft.h"
#include "room/verify.h"
#include "world.h"

#include <stdio.h>

/* ---- a game that remembers exactly what it was told ---- */

static struct refusal note(void *state, int seat, const json_t *with,
                           const struct game_context *context)
{
    struct hush *h = state;
    uint32_t hash = 5381;
    char *text = json_dumps(with, JSON_SORT_KEYS | JSON_ENCODE_ANY);
    (void)context;
    for (const char *c = text; *c; c++)
        hash = hash * 33 + (unsigned char)*c;
    free(text);
    h->score[seat] = (uint8_t)(h->score[seat] * 31 + (hash ^ hash >> 8 ^ hash >> 16));
    return ACCEPTED;
}

static const struct game_verb noting[] = {{"note", ANY_SEAT, note, "a list  of"}, {0}};

/* ---- anything that a client may send ---- */

static const char *const texts[] = {"",  "a",  "Zo\xc3\xab",   "\"\\/\b\f\n\r\t\x7f", "\x01\x1f",
                                    "}", "]}", "\xe2\x80\xa8", "\xf0\x9f\x8e\xb2",    "<script>"};
#define SOME(chance, list) list[chance_below(chance, sizeof list / sizeof *list)]

static json_t *value(struct chance *chance, int depth)
{
    static const double reals[] = {0.0, -0.0, 0.1, 1e300, -5e-324, 3.0, 1e22, 123456789.123456789};
    static const json_int_t whole[] = {0, -1, 17, INT64_MAX, INT64_MIN, 1000000000000000000};
    uint32_t count = chance_below(chance, 4);
    json_t *json;
    switch (chance_below(chance, depth > 0 ? 9 : 7)) {
    case 0: return json_integer(SOME(chance, whole));
    case 1: return json_real(SOME(chance, reals));
    case 2: return json_string(SOME(chance, texts));
    case 3: return json_stringn("a\0b", 3);
    case 4: return json_true();
    case 5: return json_false();
    case 6: return json_null();
    case 7:
        json = json_array();
        while (count--)
            json_array_append_new(json, value(chance, depth - 1));
        return json;
    default:
        json = json_object();
        while (count--)
            json_object_set_new(json, SOME(chance, texts), value(chance, depth - 1));
        return json;
    }
}

static json_t *nested(json_t *json, uint32_t depth)
{
    while (depth--) {
        json_t *outer = json_array();
        json_array_append_new(outer, json);
        json = outer;
    }
    return json;
}

static json_t *payload(struct chance *chance)
{
    static const char *const keys[] = {"a", "list", "of", "extra", "", "lis", "a list"};
    json_t *with = json_object();
    for (uint32_t count = chance_below(chance, 5); count > 0; count--)
        json_object_set_new(
            with, SOME(chance, keys),
            nested(value(chance, 4), chance_below(chance, 8) ? 0 : chance_below(chance, 40)));
    return with;
}

static void every_accepted_step_reads_back_equal(void **state)
{
    struct chance chance;
    struct draft draft = {0};
    struct game game = {.verbs = noting};
    int accepted = 0;
    (void)state;
    chance_init(&chance, (uint8_t[CHANCE_SEED_BYTES]){9}, 0);
    for (int i = 0; i < 30000; i++) {
        json_t *with = payload(&chance), *kept = json_copy(with);
        struct step step = {.kind = STEP_ACT, .by = 1, .time = 5};
        step.act.verb = "note";
        step.act.with = with;
        struct refusal refusal = draft_make(&draft, &step, &game);
        json_object_del(kept, "extra");
        json_object_del(kept, "");
        json_object_del(kept, "lis");
        json_object_del(kept, "a list");
        if (!refused(&refusal)) {
            accepted++;
            assert_true(json_equal(draft.step.act.with, kept));
            assert_int_equal(draft.step.time, 5);
        }
        json_decref(with);
        json_decref(kept);
    }
    assert_in_range(accepted, 20000, 29999);
    draft_free(&draft);
}

static void what_is_too_long_or_not_whole_is_refused(void **state)
{
    struct draft draft = {0};
    struct game game = {.verbs = noting};
    static char text[DRAFT_BYTES_MAX + 1];
    (void)state;
    memset(text, 'x', DRAFT_BYTES_MAX);
    json_t *with = json_pack("{s:s}", "a", text);
    struct step step = {.kind = STEP_ACT, .by = 1, .act = {"note", with}};
    struct refusal refusal = draft_make(&draft, &step, &game);
    assert_int_equal(refusal.code, REFUSAL_CODE_BAD_REQUEST);
    assert_non_null(strstr(refusal_sentence(&refusal), "too long"));
    /* where there are cards in it, it may be long */
    step = (struct step){.kind = STEP_DECK, .deck.json = with};
    refusal = draft_make(&draft, &step, &game);
    assert_false(refused(&refusal));
    assert_true(json_equal(draft.step.deck.json, with));
    step = (struct step){.kind = STEP_RENAME, .by = 1}; /* to what? */
    refusal = draft_make(&draft, &step, &game);
    assert_int_equal(refusal.code, REFUSAL_CODE_BAD_REQUEST);
    assert_non_null(strstr(refusal_sentence(&refusal), "stored"));
    step.rename.name = "Eva";
    refusal = draft_make(&draft, &step, &game);
    assert_false(refused(&refusal));
    assert_string_equal(draft.step.rename.name, "Eva");
    json_decref(with);
    draft_free(&draft);
}

/* A table of the game above with Ana and Bob at it. */
static struct live *noting_table(struct world *w)
{
    test_solo.verbs = noting;
    struct live *live = create(w, "hush").live;
    uint16_t b = join(w, live, "Bob").person;
    hall_connected(live, 1, w->now);
    hall_connected(live, b, w->now);
    assert_int_equal(propose(w, live, (struct step){.kind = STEP_START, .by = 1}), OK);
    return live;
}

static void whatever_was_accepted_is_there_after_a_restart(void **state)
{
    struct world w;
    struct chance chance;
    char code[CODE_LENGTH + 1];
    (void)state;
    world_begin(&w);
    chance_init(&chance, (uint8_t[CHANCE_SEED_BYTES]){10}, 0);
    struct live *live = noting_table(&w);
    strcpy(code, live->room->code);
    static struct kept answers[40];
    for (int round = 0; round < 12; round++) {
        memset(answers, 0, sizeof answers);
        for (int i = 0; i < 40; i++) { /* most of them wait in line */
            json_t *with = payload(&chance);
            struct step step = {.kind = STEP_ACT, .by = (uint16_t)(1 + i % 2)};
            step.act.verb = "note";
            step.act.with = with;
            hall_propose(live, &step, w.now, (struct hall_done){keep, &answers[i]});
            json_decref(with); /* what it points to may be freed after the call */
        }
        settle(&w);
        for (int i = 0; i < 40; i++)
            assert_int_equal(answers[i].calls, 1);
        char *before = view(live->room, 1);
        world_shut(&w);
        world_open(&w);
        live = hall_find(w.hall, code);
        char *after = view(live->room, 1);
        assert_string_equal(after, before);
        assert_int_equal(live->room->phase, ROOM_PLAYING);
        assert_int_equal(w.complaints, 0);
        free(before);
        free(after);
    }
    world_end(&w);
}

static void what_is_too_deep_is_refused_in_line_too(void **state)
{
    struct world w;
    (void)state;
    world_begin(&w);
    struct live *live = noting_table(&w);
    struct kept answers[12] = {0};
    for (int i = 0; i < 12; i++) {
        json_t *with = json_object();
        /* the second half has just as many levels as there may be, with the object itself */
        json_object_set_new(with, "a", nested(json_null(), i < 6 ? 2047 : JSON_DEPTH_MAX - 1));
        struct step step = {.kind = STEP_ACT, .by = 1};
        step.act.verb = "note";
        step.act.with = with;
        hall_propose(live, &step, w.now, (struct hall_done){keep, &answers[(i * 5) % 12]});
        json_decref(with);
    }
    settle(&w);
    int refusals = 0;
    for (int i = 0; i < 12; i++) {
        assert_int_equal(answers[i].calls, 1);
        refusals += answers[i].code == REFUSAL_CODE_BAD_REQUEST;
    }
    assert_int_equal(refusals, 6);
    world_end(&w);
}

/* ---- bad luck ---- */

#define ASKED 400

struct trouble {
    struct kept answer[ASKED];
    int asked;
};

static struct hall_done next(struct trouble *t)
{
    return (struct hall_done){keep, &t->answer[t->asked++]};
}

static void ask_anything(struct world *w, struct chance *chance, struct trouble *t,
                         const char *code)
{
    struct live *live = hall_find(w->hall, code);
    json_t *with = payload(chance);
    struct step step = {.kind = STEP_ACT, .by = (uint16_t)chance_below(chance, 4)};
    step.act.verb = "note";
    step.act.with = with;
    switch (live ? chance_below(chance, 8) : 0) {
    case 0: hall_create(w->hall, "hush", SOME(chance, texts), NULL, w->now, next(t)); break;
    case 1: hall_join(live, SOME(chance, texts), -1, false, w->now, next(t)); break;
    case 2:
        step = (struct step){.kind = STEP_RENAME, .by = 1};
        step.rename.name = SOME(chance, texts);
        hall_propose(live, &step, w->now, next(t));
        break;
    default: hall_propose(live, &step, w->now, next(t)); break;
    }
    json_decref(with);
}

static void go_wrong(struct world *w, struct chance *chance, const char *code)
{
    struct live *live = hall_find(w->hall, code);
    switch (chance_below(chance, 30)) {
    case 0: /* somebody else writes into the room's log: whatever is in flight conflicts */
        if (live)
            store_append(w->store, live->room->id, live->room->seq, chance_word(chance),
                         "{\"do\":\"dance\"}", 14, NULL, NULL);
        break;
    case 1: /* the room's log is closed under it */
        if (live) store_end(w->store, live->room->id, w->now, NULL, NULL);
        break;
    case 2:
        if (live) hall_discard(live);
        break;
    default:
        if (chance_below(chance, 6) == 0) settle(w);
        w->now += chance_below(chance, 500);
        hall_tick(w->hall, w->now);
    }
}

static void every_proposal_is_answered_once(void **state)
{
    static struct trouble t;
    (void)state;
    for (int round = 0; round < 40; round++) {
        struct world w;
        struct chance chance;
        char code[CODE_LENGTH + 1];
        memset(&t, 0, sizeof t);
        world_begin(&w);
        chance_init(&chance, (uint8_t[CHANCE_SEED_BYTES]){(uint8_t)round, 1}, 0);
        struct live *live = noting_table(&w);
        strcpy(code, live->room->code);
        /* in some rounds the store takes next to nothing at a time */
        if (round % 3 == 0) {
            w.waiting_bytes_max = 3000;
            world_shut(&w);
            world_open(&w);
        }
        while (t.asked < ASKED) {
            ask_anything(&w, &chance, &t, code);
            go_wrong(&w, &chance, code);
        }
        if (round % 2) settle(&w);
        world_shut(&w); /* with whatever is still in flight and in line */
        for (int i = 0; i < t.asked; i++)
            if (t.answer[i].calls != 1)
                fail_msg("round %d: proposal %d has %d answers", round, i, t.answer[i].calls);
        w.waiting_bytes_max = 0;
        world_open(&w);
        world_end(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_accepted_step_reads_back_equal),
        cmocka_unit_test(what_is_too_long_or_not_whole_is_refused),
        cmocka_unit_test(whatever_was_accepted_is_there_after_a_restart),
        cmocka_unit_test(what_is_too_deep_is_refused_in_line_too),
        cmocka_unit_test(every_proposal_is_answered_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
