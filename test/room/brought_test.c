/* A deck that was only tried leaves nothing behind: not refused, not unstored, not at the end. */
#include "world.h"

static struct refusal read_deck(struct game_deck *deck, const json_t *json)
{
    if (!json_is_integer(json_object_get(json, "cards"))) return REFUSE(BAD_REQUEST);
    deck->count = (uint32_t)json_integer_value(json_object_get(json, "cards"));
    deck->content = calloc(1, 1);
    return ACCEPTED;
}

static struct live *open_room(struct world *w)
{
    test_solo.deck_read = read_deck;
    struct live *live = create(w, "hush").live;
    join(w, live, "Bob");
    return live;
}

static void import_deck(struct world *w, struct live *live, uint16_t by, const char *text,
                        struct kept *answer)
{
    json_t *json = json_loads(text, 0, NULL);
    struct step step = {.kind = STEP_IMPORT, .by = by, .deck.json = json};
    hall_propose(live, &step, w->now, (struct hall_done){keep, answer});
    json_decref(json);
}

/* The same by the way that decks of hosts come. */
static void keep_deck_instead(struct world *w, struct live *live, const char *text,
                              const char *instead, struct kept *answer)
{
    char *canonical;
    struct shelf_item *item;
    json_t *json = json_loads(text, 0, NULL);
    struct refusal r = shelf_read(&test_solo, "", json, &item, &canonical);
    assert_false(refused(&r));
    hall_import(live, 1, item, canonical, instead, w->now, (struct hall_done){keep, answer});
    free(canonical);
    json_decref(json);
}

static void keep_deck(struct world *w, struct live *live, const char *text, struct kept *answer)
{
    keep_deck_instead(w, live, text, NULL, answer);
}

static uint64_t cards(const struct world *w)
{
    return shelf_loose_cards(w->house.shelf);
}

static void what_is_refused_leaves_nothing(void **state)
{
    struct world w;
    struct kept guest = {0}, bad = {0}, late = {0};
    (void)state;
    world_begin(&w);
    struct live *live = open_room(&w);
    import_deck(&w, live, 2, "{\"cards\":5}", &guest);
    import_deck(&w, live, 1, "{\"cards\":\"five\"}", &bad);
    assert_int_equal(guest.code, REFUSAL_CODE_NOT_HOST);
    assert_int_equal(bad.code, REFUSAL_CODE_BAD_REQUEST);
    hall_connected(live, 1, w.now);
    hall_connected(live, 2, w.now);
    begin_game(&w, live);
    keep_deck(&w, live, "{\"cards\":7}", &late);
    settle(&w);
    assert_int_equal(late.calls, 1);
    assert_int_equal(late.code, REFUSAL_CODE_GAME_ALREADY_STARTED);
    assert_int_equal(cards(&w), 0);
    json_t *json = json_pack("{s:i}", "cards", 7);
    struct shelf_item *item;
    struct refusal r = shelf_read(&test_solo, "", json, &item, NULL);
    assert_false(refused(&r));
    assert_null(shelf_find(w.house.shelf, &test_solo, shelf_item_deck(item)->hash));
    shelf_item_free(item);
    json_decref(json);
    world_end(&w);
}

static void what_is_not_stored_leaves_nothing(void **state)
{
    struct world w;
    struct kept lost = {0}, closing = {0};
    (void)state;
    world_begin(&w);
    struct live *live = open_room(&w), *other = open_room(&w);
    store_end(w.store, live->room->id, w.now, NULL, NULL); /* what comes after conflicts */
    import_deck(&w, live, 1, "{\"cards\":5}", &lost);
    assert_int_equal(cards(&w), 0); /* on its way */
    settle(&w);
    assert_int_equal(lost.code, REFUSAL_CODE_UNAVAILABLE);
    assert_int_equal(live->room->own_decks, 0);
    import_deck(&w, other, 1, "{\"cards\":6}", &closing);
    world_shut(&w);
    assert_int_equal(closing.calls, 1);
    assert_int_equal(cards(&w), 0);
    world_open(&w); /* where the second was stored after all */
    assert_int_equal(cards(&w), 6);
    world_end(&w);
}

static void the_same_deck_in_two_rooms(void **state)
{
    struct world w;
    struct kept lost = {0}, stored = {0};
    (void)state;
    world_begin(&w);
    struct live *one = open_room(&w), *two = open_room(&w);
    store_end(w.store, one->room->id, w.now, NULL, NULL);
    import_deck(&w, one, 1, "{\"cards\":5}", &lost);
    import_deck(&w, two, 1, "{\"cards\":5}", &stored);
    settle(&w);
    assert_int_equal(lost.code, REFUSAL_CODE_UNAVAILABLE);
    assert_int_equal(stored.code, OK);
    assert_int_equal(cards(&w), 5);
    assert_int_equal(two->room->own_deck[0]->count, 5);
    struct kept again = {0}, kept = {0};
    import_deck(&w, two, 1, "{\"cards\":5}", &again);
    keep_deck(&w, two, "{\"cards\":5}", &kept);
    settle(&w);
    assert_int_equal(again.code, OK);
    assert_int_equal(kept.code, OK);
    assert_int_equal(cards(&w), 5);
    world_end(&w);
}

static void own_decks_are(const struct room *room, int count, const uint32_t *cards_of)
{
    assert_int_equal(room->own_decks, count);
    for (int i = 0; i < count; i++)
        assert_int_equal(room->own_deck[i]->count, cards_of[i]);
}

static enum refusal_code discard(struct world *w, struct live *live, const char *hash)
{
    return propose(w, live, (struct step){.kind = STEP_DISCARD, .by = 1, .discard.hash = hash});
}

/* What was mended takes the place of what it was made from, one deck is put away without the others;
 * and all that is so after a restart. */
static void a_deck_is_mended_and_put_away(void **state)
{
    struct world w;
    struct kept answer[12] = {0};
    char first[33], code[CODE_LENGTH + 1], text[32];
    (void)state;
    world_begin(&w);
    struct live *live = open_room(&w);
    strcpy(code, live->room->code);
    for (int i = 0; i < ROOM_DECKS_MAX; i++) {
        snprintf(text, sizeof text, "{\"cards\":%d}", i + 1);
        keep_deck(&w, live, text, &answer[i]);
        settle(&w);
    }
    strcpy(first, live->room->own_deck[0]->hash);
    keep_deck(&w, live, "{\"cards\":20}", &answer[8]);
    settle(&w);
    assert_int_equal(answer[8].code, REFUSAL_CODE_ROOM_FULL);
    keep_deck_instead(&w, live, "{\"cards\":20}", first, &answer[9]);
    settle(&w);
    assert_int_equal(answer[9].code, OK);
    own_decks_are(live->room, 8, (const uint32_t[]){2, 3, 4, 5, 6, 7, 8, 20});
    keep_deck_instead(&w, live, "{\"cards\":20}", live->room->own_deck[7]->hash, &answer[10]);
    settle(&w);
    assert_int_equal(answer[10].code, OK); /* the same again is the same */
    assert_int_equal(live->room->own_decks, 8);
    assert_int_equal(discard(&w, live, first), REFUSAL_CODE_BAD_REQUEST);
    for (int i = 0; i < 6; i++)
        assert_int_equal(discard(&w, live, live->room->own_deck[0]->hash), OK);
    own_decks_are(live->room, 2, (const uint32_t[]){8, 20});
    world_shut(&w);
    world_open(&w);
    live = hall_find(w.hall, code);
    own_decks_are(live->room, 2, (const uint32_t[]){8, 20});
    assert_int_equal(discard(&w, live, NULL), OK);
    own_decks_are(live->room, 0, NULL);
    world_end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_refused_leaves_nothing),
        cmocka_unit_test(what_is_not_stored_leaves_nothing),
        cmocka_unit_test(the_same_deck_in_two_rooms),
        cmocka_unit_test(a_deck_is_mended_and_put_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
