/* The game as a room sees it: verbs with their payloads, views, events, and that nobody is told
 * what he may not know. */
#include "room/says.h"
#include "santase/hide.h"
#include "santase/santase.h"
#include "scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const int32_t initial[] = {0, 1, 0, 0, 0, 0, 0};

static struct game_table table(const int32_t *settings)
{
    struct game_table t = {.seats = 2, .settings = settings, .clock_offset = 1000000};
    t.seat[0] = (struct game_seat){.name = "Ana", .id = "a", .team = -1};
    t.seat[1] = (struct game_seat){.name = "Boris", .id = "b", .team = -1};
    return t;
}

static struct refusal send(struct match *match, int seat, const char *verb, const char *payload)
{
    struct game_table t = table(initial);
    struct chance chance = dice(1);
    struct game_context context = {.now = 7000, .chance = &chance, .table = &t};
    json_t *with = json_loads(payload, 0, NULL);
    assert_non_null(with);
    const struct game_verb *v = santase_game.verbs;
    while (strcmp(v->name, verb) != 0)
        v++;
    struct refusal no = v->apply(match, seat, with, &context);
    json_decref(with);
    return no;
}

static void says(struct refusal no, enum refusal_code code, const char *sentence)
{
    assert_int_equal(no.code, code);
    assert_string_equal(refusal_sentence(&no), sentence);
}

static json_t *view(const struct match *match, int viewer)
{
    struct game_table t = table(initial);
    struct buffer out = {0};
    struct writer w = writer_to(&out);
    santase_game.view(match, viewer, &t, &w);
    json_error_t error;
    json_t *json = json_loadb(out.data, out.len, 0, &error);
    if (!json) fail_msg("%s in %s", error.text, buffer_text(&out));
    buffer_free(&out);
    return json;
}

static void settings_are_read(void **s)
{
    (void)s;
    const int32_t values[] = {2, 0, 1, 1, 1, 1, 45};
    struct game_table t = table(values);
    struct chance chance = dice(1);
    struct game_context context = {.now = 7000, .chance = &chance, .table = &t};
    struct match match;
    memset(&match, 0, sizeof match);
    struct refusal no = santase_game.init(&match, &context);
    assert_false(refused(&no));
    assert_int_equal(match.next_deal, DEAL_ALTERNATES);
    assert_int_equal(match.bout.options.marriage_after_close, 0);
    assert_int_equal(match.bout.options.auto_claim, 1);
    assert_int_equal(match.bout.options.threshold, 31);
    assert_int_equal(match.bout.options.failed_close_classic, 1);
    assert_int_equal(match.match_to, 7);
    assert_int_equal(match.turn_seconds, 45);
    assert_int_equal(match.wake_at, 52000);
    struct game_pulse pulse = santase_game.pulse(&match);
    assert_int_equal(pulse.wake_at, 52000);
    assert_true(pulse.ticking);
    int count = 0;
    for (const struct game_setting *one = santase_game.settings; one->key; one++, count++)
        assert_int_equal(one->initial, initial[count]);
    assert_int_equal(count, 7);
}

static void payloads_are_checked(void **s)
{
    (void)s;
    struct bout b = scene("9S QS AH KH", "9H JD AD 10H", "9C JC QC", "KS", SPADES);
    struct match match = scene_match(&b);
    const char *no_card = "Name a card as \"10H\", \"QS\", \"9D\" or \"AC\".";
    const char *no_suit = "Name a suit: hearts, diamonds, clubs or spades.";
    says(send(&match, 0, "play_card", "{}"), REFUSAL_CODE_BAD_REQUEST, no_card);
    says(send(&match, 0, "play_card", "{\"card\":5}"), REFUSAL_CODE_BAD_REQUEST, no_card);
    says(send(&match, 0, "play_card", "{\"card\":\"1H\"}"), REFUSAL_CODE_BAD_REQUEST, no_card);
    says(send(&match, 0, "play_card", "{\"card\":\"AH\",\"marriage\":1}"), REFUSAL_CODE_BAD_REQUEST,
         "\"marriage\" is true or false.");
    says(send(&match, 0, "declare_marriage", "{\"suit\":\"x\"}"), REFUSAL_CODE_BAD_REQUEST,
         no_suit);
    says(send(&match, 0, "declare_marriage", "{\"suit\":null}"), REFUSAL_CODE_BAD_REQUEST, no_suit);
    says(send(&match, 0, "declare_marriage", "{\"suit\":\"hearts\"}"), REFUSAL_CODE_ILLEGAL_MOVE,
         "You do not hold king and queen of hearts.");
    says(send(&match, 1, "play_card", "{\"card\":\"9H\"}"), REFUSAL_CODE_NOT_YOUR_TURN,
         "It is not your turn.");
}

static void a_whole_turn_by_verbs(void **s)
{
    (void)s;
    struct bout b = scene("9S QS AH KH", "9H JD AD 10H", "9C JC QC", "KS", SPADES);
    struct match match = scene_match(&b);
    says(send(&match, 0, "exchange_nine", "{}"), REFUSAL_CODE_OK, "Done.");
    says(send(&match, 0, "declare_marriage", "{\"suit\":\"spades\"}"), REFUSAL_CODE_OK, "Done.");
    says(send(&match, 0, "close_stock", "{}"), REFUSAL_CODE_OK, "Done.");
    says(send(&match, 0, "play_card", "{\"card\":\"KS\"}"), REFUSAL_CODE_OK, "Done.");
    assert_int_equal(santase_game.pulse(&match).awaited, SEAT_BIT(1));
    says(send(&match, 1, "play_card", "{\"card\":\"9H\",\"marriage\":false}"), REFUSAL_CODE_OK,
         "Done.");
    says(send(&match, 0, "claim", "{}"), REFUSAL_CODE_OK, "Done.");
    assert_int_equal(match.phase, REVIEW);
    assert_int_equal(match.bout.reason, END_FALSE_CLAIM);
    assert_int_equal(santase_game.pulse(&match).awaited, 3);
    says(send(&match, 1, "next_deal", "{}"), REFUSAL_CODE_OK, "Done.");
    assert_int_equal(santase_game.pulse(&match).awaited, SEAT_BIT(0));
    says(send(&match, 0, "next_deal", "{}"), REFUSAL_CODE_OK, "Done.");
    assert_int_equal(match.phase, PLAYING);
}

static const char *text_at(const json_t *json, const char *key)
{
    return json_string_value(json_object_get(json, key));
}

static void a_view_says_what_may_be_played_and_why_not(void **s)
{
    (void)s;
    struct bout b = scene("KS 9D", "10S JS 9H AD", "", "", CLUBS);
    b.tricks[1] = 1;
    struct match match = scene_match(&b);
    says(send(&match, 0, "play_card", "{\"card\":\"KS\"}"), REFUSAL_CODE_OK, "Done.");
    json_t *v = view(&match, 1);
    const json_t *hand = json_object_get(v, "hand");
    assert_int_equal(json_array_size(hand), 4);
    const char *order[] = {"10S", "JS", "9H", "AD"};
    const char *why[] = {NULL, "beat", "follow", "follow"};
    for (size_t i = 0; i < 4; i++) {
        const json_t *one = json_array_get(hand, i);
        assert_string_equal(text_at(one, "card"), order[i]);
        assert_int_equal(json_is_true(json_object_get(one, "legal")), i == 0);
        if (why[i]) assert_string_equal(text_at(one, "why"), why[i]);
    }
    assert_string_equal(text_at(json_array_get(hand, 2), "reason"),
                        "Follow suit: you hold the ten of spades.");
    assert_int_equal(json_integer_value(json_object_get(v, "turn")), 1);
    const json_t *led = json_array_get(json_object_get(v, "table"), 0);
    assert_string_equal(text_at(led, "card"), "KS");
    json_decref(v);
}

static void a_view_offers_only_what_is_allowed(void **s)
{
    (void)s;
    struct bout b = scene("9S KH QH", "9H JD AD", "9C JC QC", "KS", SPADES);
    struct match match = scene_match(&b);
    json_t *v = view(&match, 0), *other = view(&match, 1);
    const json_t *can = json_object_get(v, "can");
    const char *keys[] = {"play", "exchange", "close", "claim"};
    for (int i = 0; i < 4; i++) {
        assert_true(json_is_true(json_object_get(can, keys[i])));
        assert_true(json_is_false(json_object_get(json_object_get(other, "can"), keys[i])));
    }
    assert_true(json_is_false(json_object_get(can, "confirm")));
    assert_string_equal(json_string_value(json_array_get(json_object_get(can, "marriages"), 0)),
                        "hearts");
    const json_t *waiting = json_array_get(json_object_get(other, "hand"), 0);
    assert_true(json_is_false(json_object_get(waiting, "legal")));
    assert_null(json_object_get(waiting, "why"));
    assert_int_equal(json_integer_value(json_object_get(v, "points")), 0);
    assert_true(json_is_null(json_object_get(v, "deadline")));
    json_decref(v);
    json_decref(other);
}

static void the_crowd_sees_no_hand(void **s)
{
    (void)s;
    struct bout b = scene("9S KH QH", "9H JD AD", "9C JC QC", "KS", SPADES);
    struct match match = scene_match(&b);
    json_t *v = view(&match, GAME_CROWD);
    char *text = json_dumps(v, 0);
    const char *hidden[] = {"9S", "KH", "QH", "9H", "JD", "AD", "9C", "JC", "QC"};
    match_quiet(&match);
    for (size_t i = 0; i < 9; i++) {
        char quoted[8];
        snprintf(quoted, sizeof quoted, "\"%s\"", hidden[i]);
        assert_null(strstr(text, quoted));
    }
    assert_non_null(strstr(text, "\"KS\""));
    assert_true(json_is_null(json_object_get(v, "points")));
    free(text);
    json_decref(v);
}

static void a_review_lays_everything_open(void **s)
{
    (void)s;
    struct bout b = scene("AH KD", "10H 9H", "9C JC QC", "10S", SPADES);
    b.tricks[0] = 0, b.leader = 0;
    struct match match = scene_match(&b);
    says(send(&match, 0, "play_card", "{\"card\":\"AH\"}"), REFUSAL_CODE_OK, "Done.");
    says(send(&match, 1, "play_card", "{\"card\":\"10H\"}"), REFUSAL_CODE_OK, "Done.");
    says(send(&match, 0, "claim", "{}"), REFUSAL_CODE_OK, "Done.");
    json_t *v = view(&match, GAME_CROWD);
    const json_t *review = json_object_get(v, "review");
    assert_int_equal(json_integer_value(json_object_get(review, "winner")), 1);
    assert_int_equal(json_integer_value(json_object_get(review, "points")), 2);
    assert_string_equal(text_at(review, "reason"), "false_claim");
    assert_int_equal(json_array_size(json_object_get(review, "tricks")), 1);
    assert_int_equal(json_array_size(json_array_get(json_object_get(review, "hands"), 1)), 2);
    assert_int_equal(json_array_size(json_object_get(review, "stock")), 1);
    assert_int_equal(json_integer_value(json_object_get(v, "deadline")),
                     1000000 + 7000 + REVIEW_MS);
    const json_t *line = json_array_get(json_object_get(v, "paper"), 0);
    assert_int_equal(json_integer_value(json_object_get(line, "points")), 2);
    json_decref(v);
}

static void drawn_cards_are_told_to_their_owner_alone(void **s)
{
    (void)s;
    struct bout b = scene("AH KD", "10H 9H", "9C JC QC", "10S", SPADES);
    b.tricks[0] = 0;
    struct match match = scene_match(&b);
    says(send(&match, 0, "play_card", "{\"card\":\"AH\"}"), REFUSAL_CODE_OK, "Done.");
    says(send(&match, 1, "play_card", "{\"card\":\"10H\"}"), REFUSAL_CODE_OK, "Done.");
    struct game_says told;
    says_init(&told, 7);
    struct game_table t = table(initial);
    santase_game.tell(&match, &t, &told);
    const char *names[] = {"card_played", "trick_won", "cards_drawn", "cards_drawn", "cards_drawn"};
    assert_int_equal(says_count(&told), 5);
    for (size_t i = 0; i < 5; i++)
        assert_string_equal(says_event(&told, i).name, names[i]);
    assert_int_equal(says_event(&told, 2).audience, SEAT_BIT(0));
    assert_non_null(strstr(says_event(&told, 2).text, "\"9C\""));
    assert_int_equal(says_event(&told, 3).audience, SEAT_BIT(1));
    assert_non_null(strstr(says_event(&told, 3).text, "\"JC\""));
    assert_true(says_reaches(says_event(&told, 4).audience, GAME_CROWD));
    assert_false(says_reaches(says_event(&told, 4).audience, 0));
    assert_null(strstr(says_event(&told, 4).text, "card\":"));
    says_free(&told);
}

/* All that one viewer gets to read, as text. */
static void gather(const struct match *match, int viewer, struct buffer *out)
{
    struct game_table t = table(initial);
    struct writer w = writer_to(out);
    struct game_says told;
    santase_game.view(match, viewer, &t, &w);
    says_init(&told, 1);
    santase_game.tell(match, &t, &told);
    for (size_t i = 0; i < says_count(&told); i++) {
        struct says_event event = says_event(&told, i);
        if (says_reaches(event.audience, viewer)) buffer_add(out, event.text, event.len);
    }
    says_free(&told);
    if (viewer < 0) return;
    struct chance chance = dice(77);
    struct game_context context = {.now = 1, .chance = &chance, .table = &t};
    struct game_move move = {0};
    if (santase_game.suggest(match, viewer, 0, &context, &move))
        buffer_print(out, "%d %s", move.verb, move.with);
}

static uint32_t all_cards(const struct match *match)
{
    const struct deal *deal = &match->bout.deal;
    uint32_t set = deal->hand[0] ^ deal->hand[1] ^ deal->won[0] ^ deal->won[1];
    for (int i = STOCK_MAX - deal->stock_left; i < STOCK_MAX; i++)
        set ^= card_bit(deal->stock[i]);
    return deal->trump_card == NO_CARD ? set : set ^ card_bit(deal->trump_card);
}

/* Redraws the hidden cards and compares everything that reaches the viewer, byte by byte. */
static bool check_secrecy(const struct match *match, int viewer, struct chance *chance)
{
    struct match other;
    memcpy(&other, match, sizeof other);
    struct game_table t = table(initial);
    struct game_context context = {.now = 1, .chance = chance, .table = &t};
    santase_game.rehide(&other, viewer, &context);
    assert_int_equal(all_cards(&other), 0xffffff);
    for (int seat = 0; seat < 2; seat++) {
        const struct bout *now = &other.bout, *was = &match->bout;
        assert_int_equal(cards_count(now->deal.hand[seat]), cards_count(was->deal.hand[seat]));
        assert_int_equal(now->shown[seat] & ~now->deal.hand[seat], 0);
        assert_int_equal(now->denied[seat] & now->deal.hand[seat], 0);
        if (seat == viewer) assert_int_equal(now->deal.hand[seat], was->deal.hand[seat]);
    }
    struct buffer a = {0}, b = {0};
    gather(match, viewer, &a);
    gather(&other, viewer, &b);
    assert_string_equal(buffer_text(&a), buffer_text(&b));
    buffer_free(&a);
    buffer_free(&b);
    return memcmp(&other, match, sizeof other) != 0;
}

static void nobody_learns_what_he_may_not_know(void **s)
{
    (void)s;
    struct chance chance = dice(42);
    int steps = 0, changed = 0;
    for (int round = 0; round < 60; round++) {
        int32_t settings[7] = {0, 1, round & 1, 0, 0, 1, 0};
        struct game_table t = table(settings);
        struct game_context context = {.now = 1000, .chance = &chance, .table = &t};
        struct match match;
        memset(&match, 0, sizeof match);
        santase_game.init(&match, &context);
        while (!santase_game.pulse(&match).over && match.deal_number < 4) {
            for (int viewer = GAME_CROWD; viewer < 2; viewer++)
                changed += check_secrecy(&match, viewer, &chance);
            int seat = __builtin_ctz(santase_game.pulse(&match).awaited);
            struct game_move move;
            assert_true(santase_game.suggest(&match, seat, 0, &context, &move));
            json_t *with = json_loads(move.with, 0, NULL);
            struct refusal no = santase_game.verbs[move.verb].apply(&match, seat, with, &context);
            if (refused(&no)) fail_msg("%s: %s", move.with, refusal_sentence(&no));
            json_decref(with);
            steps++;
        }
    }
    assert_true(steps > 2000);
    assert_true(changed > 2 * steps); /* most positions have something to hide */
}

static void rehiding_is_even_over_what_is_possible(void **s)
{
    (void)s;
    struct bout b = scene("KH QD 9S", "JH AS 9D", "9C JC QC", "10S", SPADES);
    b.shown[1] = cards("9D");
    struct chance chance = dice(4);
    int held[CARDS] = {0};
    for (int i = 0; i < 5000; i++) {
        struct bout copy = b;
        bout_rehide(&copy, 0, &chance);
        for (uint8_t c = 0; c < CARDS; c++)
            held[c] += copy.deal.hand[1] >> c & 1;
    }
    assert_int_equal(held[card("9D")], 5000);
    const char *unseen[] = {"JH", "AS", "9C", "JC", "QC"};
    for (int i = 0; i < 5; i++) /* two of five: 2000 expected */
        assert_in_range(held[card(unseen[i])], 1850, 2150);
}

static void played_again_the_other_one_deals(void **s)
{
    struct game_table t = table(initial);
    struct match match = {0};
    (void)s;
    for (uint8_t seed = 0; seed < 20; seed++) {
        struct match next = {0};
        struct chance chance = dice(seed);
        struct game_context context = {
            .chance = &chance, .table = &t, .previous = &match, .again = seed > 0};
        struct refusal no = santase_game.init(&next, &context);
        assert_false(refused(&no));
        if (seed) assert_int_equal(next.dealer, !match.dealer);
        match = next;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_are_read),
        cmocka_unit_test(played_again_the_other_one_deals),
        cmocka_unit_test(payloads_are_checked),
        cmocka_unit_test(a_whole_turn_by_verbs),
        cmocka_unit_test(a_view_says_what_may_be_played_and_why_not),
        cmocka_unit_test(a_view_offers_only_what_is_allowed),
        cmocka_unit_test(the_crowd_sees_no_hand),
        cmocka_unit_test(a_review_lays_everything_open),
        cmocka_unit_test(drawn_cards_are_told_to_their_owner_alone),
        cmocka_unit_test(nobody_learns_what_he_may_not_know),
        cmocka_unit_test(rehiding_is_even_over_what_is_possible),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
