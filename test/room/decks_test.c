/* Decks on the shelf, brought into rooms, added to running games, and banned. */
#include "world.h"

#include <stdio.h>

static const struct game_deck *put(struct shelf *shelf, const struct game *game, const char *name,
                                   const char *text)
{
    const struct game_deck *deck = NULL;
    json_t *json = json_loads(text, 0, NULL);
    struct refusal refusal = shelf_add(shelf, game, name, json, &deck);
    json_decref(json);
    return refused(&refusal) ? NULL : deck;
}

static void begin_with_decks(struct party *p)
{
    party_begin(p, "hush");
    party_give_decks(&test_solo);
    party_join(p, "Bob");
}

/* ---- the shelf ---- */

static void equal_decks_are_one(void **state)
{
    struct party p;
    (void)state;
    begin_with_decks(&p);
    party_give_decks(&test_teams);
    struct shelf *shelf = p.house.shelf;
    const struct game_deck *deck = put(shelf, &test_solo, "", "{\"packs\":[\"a\"],\"name\":\"A\"}");
    assert_ptr_equal(put(shelf, &test_solo, "", "{ \"name\": \"A\", \"packs\": [\"a\"] }"), deck);
    assert_ptr_not_equal(put(shelf, &test_solo, "", "{\"packs\":[\"b\"],\"name\":\"A\"}"), deck);
    assert_ptr_not_equal(put(shelf, &test_teams, "", "{\"packs\":[\"a\"],\"name\":\"A\"}"), deck);
    assert_int_equal(shelf_loose_cards(shelf), 3); /* each once */
    /* one that was read meanwhile, elsewhere, is the one that is there */
    json_t *json = json_pack("{s:s,s:[s]}", "name", "A", "packs", "a");
    struct shelf_item *item;
    struct refusal refusal = shelf_read(&test_solo, "", json, &item, NULL);
    assert_false(refused(&refusal));
    assert_ptr_equal(shelf_put(shelf, item), deck);
    assert_int_equal(shelf_loose_cards(shelf), 3);
    json_decref(json);
    party_end(&p);
}

static void named_decks_stand_in_their_order(void **state)
{
    struct party p;
    (void)state;
    begin_with_decks(&p);
    struct shelf *shelf = p.house.shelf;
    put(shelf, &test_solo, "es", "{\"packs\":[\"a\"],\"language\":\"es\",\"name\":\"Uno\"}");
    put(shelf, &test_solo, "", "{\"packs\":[\"b\"]}");
    put(shelf, &test_solo, "it", "{\"packs\":[\"c\"],\"language\":\"much too long\"}");
    assert_string_equal(shelf_deck(shelf, &test_solo, 0)->language, "es");
    assert_string_equal(shelf_deck(shelf, &test_solo, 0)->title, "Uno");
    assert_string_equal(shelf_deck(shelf, &test_solo, 1)->name, "it");
    assert_string_equal(shelf_deck(shelf, &test_solo, 1)->language, "");
    assert_string_equal(shelf_deck(shelf, &test_solo, 1)->title, "");
    assert_null(shelf_deck(shelf, &test_solo, 2));
    assert_null(shelf_deck(shelf, &test_teams, 0));
    assert_int_equal(shelf_loose_cards(shelf), 1);
    party_end(&p);
}

static void a_deck_of_an_earlier_version_is_found_by_logs_alone(void **state)
{
    struct party p;
    (void)state;
    begin_with_decks(&p);
    struct shelf *shelf = p.house.shelf;
    put(shelf, &test_solo, "es", "{\"packs\":[\"new\"]}");
    json_t *json = json_pack("{s:[s]}", "packs", "old"), *none = json_pack("{s:i}", "packs", 3);
    struct refusal refusal = shelf_add_past(shelf, &test_solo, json);
    assert_false(refused(&refusal));
    refusal = shelf_add_past(shelf, &test_solo, none);
    assert_true(refused(&refusal));
    assert_string_equal(shelf_deck(shelf, &test_solo, 0)->name, "es");
    assert_null(shelf_deck(shelf, &test_solo, 1));
    /* Who brings it has the same one, and it takes nobody's room. */
    const struct game_deck *deck = put(shelf, &test_solo, "", "{\"packs\":[\"old\"]}");
    assert_ptr_equal(shelf_find(shelf, &test_solo, deck->hash), deck);
    assert_string_equal(deck->name, "");
    assert_int_equal(shelf_loose_cards(shelf), 0);
    json_decref(json);
    json_decref(none);
    party_end(&p);
}

static void what_is_no_deck_leaves_nothing(void **state)
{
    struct party p;
    (void)state;
    begin_with_decks(&p);
    struct shelf *shelf = p.house.shelf;
    assert_null(put(shelf, &test_solo, "", "[\"a\"]"));          /* no object */
    assert_null(put(shelf, &test_solo, "", "{\"packs\":3}"));    /* the game refuses it */
    assert_null(put(shelf, &test_teams, "", "{\"packs\":[]}"));  /* a game without decks */
    assert_null(put(shelf, &test_solo, "es", "{\"packs\":{}}")); /* nor under a name */
    assert_null(shelf_deck(shelf, &test_solo, 0));
    assert_int_equal(shelf_loose_cards(shelf), 0);
    party_end(&p);
}

static void what_was_only_tried_goes_from_among_the_others(void **state)
{
    struct party p;
    struct shelf_item *item;
    char hash[33];
    (void)state;
    begin_with_decks(&p);
    struct shelf *shelf = p.house.shelf;
    put(shelf, &test_solo, "a", "{\"packs\":[\"a\"]}");
    json_t *json = json_pack("{s:[s]}", "packs", "b");
    struct refusal refusal = shelf_read(&test_solo, "", json, &item, NULL);
    json_decref(json);
    assert_false(refused(&refusal));
    const struct game_deck *tried = shelf_try(shelf, item);
    strcpy(hash, tried->hash);
    put(shelf, &test_solo, "c", "{\"packs\":[\"c\"]}");
    assert_ptr_equal(shelf_find(shelf, &test_solo, hash), tried);
    shelf_tried(shelf, tried, false);
    assert_null(shelf_find(shelf, &test_solo, hash));
    put(shelf, &test_solo, "d", "{\"packs\":[\"d\"]}");
    assert_string_equal(shelf_deck(shelf, &test_solo, 0)->name, "a");
    assert_string_equal(shelf_deck(shelf, &test_solo, 1)->name, "c");
    assert_string_equal(shelf_deck(shelf, &test_solo, 2)->name, "d");
    party_end(&p);
}

static const char *const *without(struct shelf *shelf, const char *text)
{
    json_t *ids = json_loads(text, 0, NULL);
    const char *const *list = shelf_without(shelf, ids);
    json_decref(ids);
    return list;
}

static void equal_lists_of_cards_are_one(void **state)
{
    struct shelf *shelf = shelf_new();
    (void)state;
    const char *const *list = without(shelf, "[\"ab-1\",\"\",\"cd-22\"]");
    assert_string_equal(list[0], "ab-1");
    assert_string_equal(list[1], "");
    assert_string_equal(list[2], "cd-22");
    assert_null(list[3]);
    assert_ptr_not_equal(without(shelf, "[\"ab-1\",\"cd-22\"]"), list);
    assert_ptr_equal(without(shelf, "[ \"ab-1\", \"\", \"cd-22\" ]"), list);
    assert_null(without(shelf, "[]"));
    assert_null(shelf_without(shelf, NULL));
    shelf_free(shelf);
    shelf_free(NULL);
}

/* ---- in a room ---- */

static enum refusal_code bring(struct party *p, enum step_kind kind, const char *text)
{
    json_t *json = json_loads(text, 0, NULL);
    enum refusal_code code =
        party_do(p, (struct step){.kind = kind, .by = kind == STEP_IMPORT, .deck.json = json});
    json_decref(json);
    return code;
}

static enum refusal_code bring_numbered(struct party *p, enum step_kind kind, int number)
{
    char text[60];
    snprintf(text, sizeof text, "{\"packs\":[\"a\",\"b\"],\"name\":\"%d\"}", number);
    return bring(p, kind, text);
}

static void a_room_has_only_so_many_decks(void **state)
{
    struct party p;
    (void)state;
    begin_with_decks(&p);
    for (int i = 0; i < ROOM_DECKS_MAX; i++)
        assert_int_equal(bring_numbered(&p, STEP_IMPORT, i), OK);
    assert_int_equal(bring_numbered(&p, STEP_IMPORT, 99), REFUSAL_CODE_ROOM_FULL);
    assert_int_equal(room_own_cards(p.room), 2 * ROOM_DECKS_MAX);
    assert_int_equal(party_do(&p, STEP(GAME, .by = 1, .game.name = "teams")), OK);
    assert_int_equal(room_own_cards(p.room), 0); /* they are of another game */
    assert_int_equal(party_do(&p, STEP(GAME, .by = 1, .game.name = "hush")), OK);
    assert_int_equal(room_own_cards(p.room), 2 * ROOM_DECKS_MAX);
    assert_int_equal(party_do(&p, STEP(DISCARD, .by = 1)), OK);
    assert_int_equal(room_own_cards(p.room), 0);
    assert_int_equal(bring_numbered(&p, STEP_IMPORT, 99), OK);
    assert_int_equal(bring_numbered(&p, STEP_IMPORT, 99), OK); /* it is there already */
    assert_int_equal(p.room->own_decks, 1);
    party_end(&p);
}

static int decks_heard;

static void happen(void *game, enum game_news news, int seat, const struct game_context *context)
{
    if (news == NEWS_DECK) {
        assert_int_equal(seat, -1);
        decks_heard = context->table->decks;
    } else
        hush_game.happen(game, news, seat, context);
}

static void a_deck_comes_into_a_running_game(void **state)
{
    struct party p;
    (void)state;
    begin_with_decks(&p);
    test_solo.happen = happen;
    assert_int_equal(bring_numbered(&p, STEP_DECK, 0), REFUSAL_CODE_GAME_NOT_STARTED);
    assert_int_equal(party_start(&p, 1), OK);
    assert_int_equal(bring(&p, STEP_DECK, "{\"packs\":0}"), REFUSAL_CODE_BAD_REQUEST);
    for (int i = 0; i < GAME_DECKS_MAX; i++) {
        assert_int_equal(bring_numbered(&p, STEP_DECK, i), OK);
        assert_int_equal(decks_heard, i + 1);
    }
    assert_int_equal(bring_numbered(&p, STEP_DECK, 99), REFUSAL_CODE_ROOM_FULL);
    assert_int_equal(p.room->decks, GAME_DECKS_MAX);
    /* for the next game as well, as many as a room may have */
    assert_int_equal(p.room->own_decks, ROOM_DECKS_MAX);
    assert_ptr_equal(p.room->own_deck[0], p.room->deck[0]);
    party_end(&p);
}

/* Which packs the host chose says nothing about a deck that comes later: all of it is in play. */
static void a_deck_that_comes_later_is_whole(void **state)
{
    struct party p;
    struct game_table table;
    (void)state;
    begin_with_decks(&p);
    assert_int_equal(bring_numbered(&p, STEP_IMPORT, 0), OK);
    char hash[33];
    strcpy(hash, p.room->own_deck[0]->hash);
    json_t *list = json_pack("[i]", 1);
    assert_int_equal(party_do(&p, STEP(PACKS, .by = 1, .packs = {hash, list})), OK);
    json_decref(list);
    struct step start = STEP(START, .by = 1);
    start.start.version = test_solo.version;
    start.start.decks = 1;
    start.start.deck[0] = hash;
    assert_int_equal(party_do(&p, start), OK);
    assert_int_equal(bring_numbered(&p, STEP_DECK, 1), OK);
    room_table(p.room, &table);
    assert_false(pack_set_has(&table.packs[0], 0));
    assert_true(pack_set_has(&table.packs[0], 1));
    assert_true(pack_set_has(&table.packs[1], 0));
    assert_true(pack_set_has(&table.packs[1], 1));
    party_end(&p);
}

static void a_game_whose_deck_is_gone_is_given_up(void **state)
{
    struct party p;
    (void)state;
    begin_with_decks(&p);
    struct step start = STEP(START, .by = 1);
    start.start.version = test_solo.version;
    start.start.decks = 1;
    start.start.deck[0] = "not there";
    assert_int_equal(party_do(&p, start), OK);
    assert_int_equal(p.room->phase, ROOM_LOBBY);
    assert_true(p.room->rules_changed);
    assert_int_equal(p.room->notice, REFUSAL_CODE_GAME_CHANGED);
    assert_int_equal(party_start(&p, 1), OK);
    assert_int_equal(p.room->phase, ROOM_PLAYING);
    party_end(&p);
}

static struct refusal no_cards(void *game, const struct game_context *context)
{
    (void)game;
    (void)context;
    return REFUSE(BAD_REQUEST);
}

static void rules_may_refuse_to_begin(void **state)
{
    struct party p;
    (void)state;
    begin_with_decks(&p);
    test_solo.init = no_cards;
    assert_int_equal(party_start(&p, 1), REFUSAL_CODE_BAD_REQUEST);
    /* from the log it is carried out on the room itself */
    struct step start = STEP(START, .by = 1, .stored = true, .time = p.now);
    start.start.version = test_solo.version;
    struct refusal refusal = room_apply(&p.house, &p.room, &start);
    assert_int_equal(refusal.code, REFUSAL_CODE_BAD_REQUEST);
    assert_int_equal(p.room->phase, ROOM_LOBBY);
    assert_null(p.room->state);
    assert_non_null(strstr(party_view(&p, 1), "\"table\":null"));
    test_solo.init = hush_game.init;
    assert_int_equal(party_start(&p, 1), OK);
    party_end(&p);
}

/* ---- in the hall ---- */

static void what_is_banned_is_not_dealt(void **state)
{
    struct world w;
    char code[CODE_LENGTH + 1], of_second[48];
    (void)state;
    struct live *live = open_table(&w);
    strcpy(code, live->room->code);
    const struct game_deck *first = put(w.house.shelf, &test_solo, "a", "{\"packs\":[\"a\"]}"),
                           *second = put(w.house.shelf, &test_solo, "b", "{\"packs\":[\"b\"]}");
    snprintf(of_second, sizeof of_second, "%.8s-5", second->hash);
    const char *const cards[] = {"-1", "elsewhere-2", of_second, NULL};
    const char *const decks[] = {"elsewhere", first->hash, NULL};
    const struct house_bans bans = {cards, decks};
    w.house.bans = &bans;
    begin_game(&w, live);
    assert_int_equal(live->room->decks, 1);
    assert_ptr_equal(live->room->deck[0], second);
    assert_string_equal(live->room->without[0], of_second);
    assert_null(live->room->without[1]);
    /* what is banned later is another game's: this one comes back as it began */
    world_shut(&w);
    w.house.bans = NULL;
    world_open(&w);
    live = hall_find(w.hall, code);
    assert_int_equal(w.complaints, 0);
    assert_string_equal(live->room->without[0], of_second);
    assert_int_equal(propose(&w, live, STEP(STOP, .by = 1)), OK);
    begin_game(&w, live);
    assert_int_equal(live->room->decks, 2);
    assert_null(live->room->without);
    world_end(&w);
}

static void hand_in(struct world *w, struct live *live, struct kept *answer)
{
    char *canonical;
    struct shelf_item *item;
    json_t *json = json_pack("{s:[s]}", "packs", "a");
    struct refusal r = shelf_read(&test_solo, "", json, &item, &canonical);
    assert_false(refused(&r));
    hall_import(live, 1, item, canonical, NULL, w->now, (struct hall_done){keep, answer});
    free(canonical);
    json_decref(json);
}

static void a_deck_that_is_not_kept_is_refused(void **state)
{
    struct world w;
    struct kept over = {0}, end = {0}, lost = {0};
    (void)state;
    struct live *live = open_table(&w), *other = create(&w, "hush").live;
    /* the room ends while its deck is on its way */
    struct step step = STEP(END, .end.why = "host");
    hall_propose(live, &step, w.now, (struct hall_done){keep, &end});
    hand_in(&w, live, &over);
    settle(&w);
    assert_int_equal(end.code, OK);
    assert_int_equal(over.calls, 1);
    assert_int_equal(over.code, REFUSAL_CODE_ROOM_ENDED);
    assert_null(over.live);
    /* the store does not take it */
    store_end(w.store, other->room->id, w.now, NULL, NULL);
    hand_in(&w, other, &lost);
    settle(&w);
    assert_int_equal(lost.calls, 1);
    assert_int_equal(lost.code, REFUSAL_CODE_UNAVAILABLE);
    assert_int_equal(w.complaints, 1);
    assert_int_equal(shelf_loose_cards(w.house.shelf), 0);
    assert_int_equal(hall_figures(w.hall)->refusals[REFUSAL_CODE_UNAVAILABLE], 1);
    world_end(&w);
}

static struct refusal read_nothing(struct game_deck *deck, const json_t *json)
{
    (void)deck;
    (void)json;
    return REFUSE(BAD_REQUEST);
}

static void a_deck_that_cannot_be_read_again_is_named(void **state)
{
    struct world w;
    struct kept answer = {0};
    char code[CODE_LENGTH + 1], hash[33];
    (void)state;
    struct live *live = open_table(&w);
    strcpy(code, live->room->code);
    hand_in(&w, live, &answer);
    settle(&w);
    assert_int_equal(answer.code, OK);
    strcpy(hash, live->room->own_deck[0]->hash);
    world_shut(&w);
    shelf_free(w.house.shelf);
    w.house.shelf = shelf_new();
    test_solo.deck_read = read_nothing;
    world_open(&w);
    assert_int_equal(w.complaints, 1);
    assert_non_null(strstr(w.complaint, hash));
    live = hall_find(w.hall, code); /* a deck less, not a room less */
    assert_non_null(live);
    assert_int_equal(live->room->own_decks, 0);
    assert_int_equal(live->room->people, 2);
    world_end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_decks_are_one),
        cmocka_unit_test(named_decks_stand_in_their_order),
        cmocka_unit_test(a_deck_of_an_earlier_version_is_found_by_logs_alone),
        cmocka_unit_test(what_is_no_deck_leaves_nothing),
        cmocka_unit_test(what_was_only_tried_goes_from_among_the_others),
        cmocka_unit_test(equal_lists_of_cards_are_one),
        cmocka_unit_test(a_room_has_only_so_many_decks),
        cmocka_unit_test(a_deck_comes_into_a_running_game),
        cmocka_unit_test(a_deck_that_comes_later_is_whole),
        cmocka_unit_test(a_game_whose_deck_is_gone_is_given_up),
        cmocka_unit_test(rules_may_refuse_to_begin),
        cmocka_unit_test(what_is_banned_is_not_dealt),
        cmocka_unit_test(a_deck_that_is_not_kept_is_refused),
        cmocka_unit_test(a_deck_that_cannot_be_read_again_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
