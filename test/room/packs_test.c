/* Decks that hosts bring, by their hash, and which of their packs are in play. */
#include "room/kept.h"
#include "room/verify.h"
#include "world.h"

/* Brings a deck; its hash lies in memory that the next call reuses. */
static const char *bring(struct world *w, struct live *live, const char *text)
{
    static char hash[33];
    char *canonical;
    struct shelf_item *item;
    struct kept answer = {0};
    json_t *json = json_loads(text, 0, NULL);
    struct refusal r = shelf_read(&test_solo, "", json, &item, &canonical);
    assert_false(refused(&r));
    strcpy(hash, shelf_item_deck(item)->hash);
    hall_import(live, 1, item, canonical, NULL, w->now, (struct hall_done){keep, &answer});
    settle(w);
    assert_int_equal(answer.calls, 1);
    assert_int_equal(answer.code, OK);
    free(canonical);
    json_decref(json);
    return hash;
}

static enum refusal_code choose(struct world *w, struct live *live, uint16_t by, const char *deck,
                                const char *list)
{
    json_t *json = list ? json_loads(list, 0, NULL) : NULL;
    struct step step = {.kind = STEP_PACKS, .by = by, .packs = {deck, json}};
    enum refusal_code code = propose(w, live, step);
    json_decref(json);
    return code;
}

/* The packs in play of each deck on the table, as letters; "-" for a deck without any. */
static const char *in_play(const struct room *room)
{
    static char text[100];
    struct game_table table;
    struct deck_pack pack;
    char *at = text;
    room_table(room, &table);
    for (int d = 0; d < table.decks; d++) {
        if (d) *at++ = ' ';
        for (int i = 0; party_pack(table.deck[d], i, &pack); i++)
            if (!table.packs || pack_set_has(&table.packs[d], i)) *at++ = pack.name[0];
    }
    *at = 0;
    return text;
}

static enum refusal_code start(struct world *w, struct live *live)
{
    return propose(w, live, (struct step){.kind = STEP_START, .by = 1});
}

static void chosen_packs_are_in_play(void **state)
{
    struct world w;
    (void)state;
    struct live *live = open_table(&w);
    const char *hash = bring(&w, live, "{\"packs\":[\"a\",\"b\",\"c\",\"b\"]}");
    assert_int_equal(live->room->own_decks, 1);
    assert_int_equal(choose(&w, live, 2, hash, "[0]"), REFUSAL_CODE_NOT_HOST);
    assert_int_equal(choose(&w, live, 1, hash, "[4]"), REFUSAL_CODE_BAD_REQUEST);
    assert_int_equal(choose(&w, live, 1, hash, "[\"x\"]"), REFUSAL_CODE_BAD_REQUEST);
    assert_int_equal(choose(&w, live, 1, hash, "[null]"), REFUSAL_CODE_BAD_REQUEST);
    assert_int_equal(choose(&w, live, 1, "no hash", "[0]"), REFUSAL_CODE_BAD_REQUEST);
    assert_null(live->room->packs);
    assert_int_equal(choose(&w, live, 1, hash, "[2,\"b\"]"), OK); /* both of that name */
    assert_int_equal(start(&w, live), OK);
    assert_string_equal(in_play(live->room), "bcb");
    assert_int_equal(choose(&w, live, 1, hash, "[0]"), REFUSAL_CODE_GAME_ALREADY_STARTED);
    world_end(&w);
}

static void all_is_nothing_to_remember(void **state)
{
    struct world w;
    (void)state;
    struct live *live = open_table(&w);
    const char *hash = bring(&w, live, "{\"packs\":[\"a\",\"b\"]}");
    assert_int_equal(choose(&w, live, 1, hash, "[0]"), OK);
    assert_non_null(room_packs_of(live->room, live->room->own_deck[0]));
    assert_int_equal(choose(&w, live, 1, hash, "[1,0]"), OK);
    assert_null(room_packs_of(live->room, live->room->own_deck[0]));
    assert_int_equal(choose(&w, live, 1, hash, "[1]"), OK);
    assert_int_equal(choose(&w, live, 1, hash, NULL), OK);
    assert_int_equal(start(&w, live), OK);
    assert_null(live->room->packs);
    world_end(&w);
}

static void a_deck_of_which_nothing_is_chosen_stays_away(void **state)
{
    struct world w;
    char first[33];
    (void)state;
    struct live *live = open_table(&w);
    strcpy(first, bring(&w, live, "{\"packs\":[\"a\",\"b\"]}"));
    bring(&w, live, "{\"packs\":[\"c\",\"d\"]}");
    assert_int_equal(choose(&w, live, 1, first, "[]"), OK);
    assert_int_equal(start(&w, live), OK);
    assert_string_equal(in_play(live->room), "cd");
    world_end(&w);
}

static void an_extra_deck_stays_away_until_it_is_chosen(void **state)
{
    struct world w;
    char extra[33];
    (void)state;
    struct live *live = open_table(&w);
    bring(&w, live, "{\"packs\":[\"c\",\"d\"]}");
    strcpy(extra, bring(&w, live, "{\"packs\":[\"a\",\"b\"],\"extra\":true}"));
    assert_int_equal(start(&w, live), OK);
    assert_string_equal(in_play(live->room), "cd");
    assert_int_equal(propose(&w, live, (struct step){.kind = STEP_STOP, .by = 1}), OK);
    assert_int_equal(choose(&w, live, 1, extra, NULL), OK);
    assert_int_equal(start(&w, live), OK);
    assert_string_equal(in_play(live->room), "cd ab");
    assert_int_equal(propose(&w, live, (struct step){.kind = STEP_STOP, .by = 1}), OK);
    assert_int_equal(choose(&w, live, 1, extra, "[]"), OK);
    assert_null(room_packs_of(live->room, live->room->own_deck[1])); /* as it was */
    assert_int_equal(start(&w, live), OK);
    assert_string_equal(in_play(live->room), "cd");
    world_end(&w);
}

/* Also what is chosen for the next game does not touch the one that was. */
static void it_is_all_there_after_a_restart(void **state)
{
    struct world w;
    char hash[33], code[CODE_LENGTH + 1];
    (void)state;
    struct live *live = open_table(&w);
    strcpy(code, live->room->code);
    strcpy(hash, bring(&w, live, "{\"name\":\"Ours\",\"packs\":[\"a\",\"b\",\"c\"]}"));
    assert_int_equal(choose(&w, live, 1, hash, "[0,2]"), OK);
    assert_int_equal(start(&w, live), OK);
    world_shut(&w);
    shelf_free(w.house.shelf);
    w.house.shelf = shelf_new(); /* all that is on it comes from the store */
    world_open(&w);
    live = hall_find(w.hall, code);
    assert_string_equal(in_play(live->room), "ac");
    assert_string_equal(live->room->own_deck[0]->title, "Ours");
    struct verify_result result;
    assert_true(verify_store(w.store, &w.house, stderr, &result));
    assert_int_equal(result.differing + result.broken + result.changed, 0);
    assert_int_equal(propose(&w, live, (struct step){.kind = STEP_STOP, .by = 1}), OK);
    assert_int_equal(propose(&w, live, (struct step){.kind = STEP_DISCARD, .by = 1}), OK);
    assert_int_equal(live->room->packs->count, 0);
    assert_int_equal(choose(&w, live, 1, hash, "[0]"), REFUSAL_CODE_BAD_REQUEST);
    world_end(&w);
}

static bool count_deck(void *arg, const struct store_deck *deck)
{
    (void)deck;
    ++*(int *)arg;
    return true;
}

static int decks_kept(struct world *w)
{
    int count = 0;
    assert_true(store_decks(w->store, false, count_deck, &count));
    return count;
}

static void the_log_holds_no_cards(void **state)
{
    struct world w;
    (void)state;
    struct live *live = open_table(&w);
    struct live *other = create(&w, "hush").live;
    bring(&w, live, "{\"packs\":[\"a\"]}");
    bring(&w, other, "{\"packs\":[\"a\"]}");
    assert_ptr_equal(live->room->own_deck[0], other->room->own_deck[0]);
    assert_int_equal(decks_kept(&w), 1);
    uint64_t room = live->room->id;
    assert_int_equal(propose(&w, live, (struct step){.kind = STEP_END, .end.why = "host"}), OK);
    settle(&w);
    store_forget(w.store, room, NULL, NULL);
    settle(&w);
    assert_int_equal(decks_kept(&w), 1);
    world_end(&w);
}

/* A record that was written when decks still lay in the log. */
static void old_records_are_read(void **state)
{
    struct party p;
    (void)state;
    party_begin(&p, "hush");
    party_give_decks(&test_solo);
    json_t *json = json_loads("{\"packs\":[\"a\"]}", 0, NULL);
    struct step step = {.kind = STEP_IMPORT, .by = 1, .deck.json = json};
    assert_int_equal(party_do(&p, step), OK);
    assert_int_equal(p.room->own_decks, 1);
    step.deck.json = NULL;
    step.deck.hash = "not there";
    assert_int_equal(party_do(&p, step), REFUSAL_CODE_BAD_REQUEST);
    step.stored = true; /* a deck less, not a room less */
    assert_int_equal(party_do(&p, step), OK);
    assert_int_equal(p.room->own_decks, 1);
    json_decref(json);
    party_end(&p);
}

/* The program ends while a deck is on its way: who waits for it is told. */
static void nobody_waits_for_ever(void **state)
{
    struct world w;
    char *canonical;
    struct shelf_item *item;
    struct kept answer = {0};
    (void)state;
    struct live *live = open_table(&w);
    json_t *json = json_loads("{\"packs\":[\"a\"]}", 0, NULL);
    struct refusal r = shelf_read(&test_solo, "", json, &item, &canonical);
    assert_false(refused(&r));
    hall_import(live, 1, item, canonical, NULL, w.now, (struct hall_done){keep, &answer});
    world_shut(&w);
    assert_int_equal(answer.calls, 1);
    assert_int_equal(answer.code, REFUSAL_CODE_UNAVAILABLE);
    free(canonical);
    json_decref(json);
    world_open(&w);
    world_end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chosen_packs_are_in_play),
        cmocka_unit_test(all_is_nothing_to_remember),
        cmocka_unit_test(a_deck_of_which_nothing_is_chosen_stays_away),
        cmocka_unit_test(an_extra_deck_stays_away_until_it_is_chosen),
        cmocka_unit_test(it_is_all_there_after_a_restart),
        cmocka_unit_test(the_log_holds_no_cards),
        cmocka_unit_test(old_records_are_read),
        cmocka_unit_test(nobody_waits_for_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
