/* Piles: a card is in one place only, and what was discarded comes again when the rest is used up. */
#include "fixture.h"
#include "pile.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void note(uint8_t *seen, uint16_t card)
{
    assert_int_equal(seen[card], 0);
    seen[card] = 1;
}

/* Every card that is somewhere is there once. */
static void check_places(const struct fixture *f)
{
    static uint8_t seen[65536];
    const struct cah *g = &f->state;
    memset(seen, 0, sizeof seen);
    for (uint32_t c = 0; c < g->whites; c++)
        if (g->white[c / 64] >> (c % 64) & 1) note(seen, (uint16_t)c);
    for (int b = 0; b < g->blanks; b++)
        if (g->blank >> b & 1) note(seen, (uint16_t)(CAH_BLANK + b));
    for (int s = 0; s < CAH_SEATS; s++)
        for (int i = 0; i < g->hand[s].count; i++)
            note(seen, g->hand[s].card[i]);
    for (int r = 0; r < g->response_count; r++)
        for (int i = 0; i < g->response[r].count; i++)
            note(seen, g->response[r].card[i]);
    for (int i = 0; i < g->top_count; i++)
        note(seen, g->top[i]);
    if (g->never_card != CAH_NO_CARD) note(seen, g->never_card);
}

static void white_cards_come_again(void **state)
{
    struct fixture *f = *state;
    fixture_init(f, 3, 45, 12, 0);
    f->settings[SET_SCORE_LIMIT] = 50;
    f->settings[SET_RANDO] = 0;
    struct refusal r = fixture_start(f);
    assert_string_equal(refusal_sentence(&r), "Done.");
    int shuffled = 0;
    for (int round = 0; round < 60; round++) {
        for (uint32_t who; (who = cah_submitters(&f->state)) != 0;) {
            int seat = __builtin_ctz(who);
            submit(f, seat);
            shuffled += heard(f, GAME_CROWD, "deck-shuffled") != NULL;
            assert_int_equal(f->state.hand[seat].count, 10);
            check_places(f);
        }
        judge(f, round % 2);
        wake(f);
        check_places(f);
    }
    assert_in_range(shuffled, 5, 60);
}

static void black_cards_come_again(void **state)
{
    struct fixture *f = *state;
    fixture_init(f, 3, 100, 5, 1);
    f->settings[SET_SCORE_LIMIT] = 50;
    fixture_start(f);
    for (int turn = 0; turn < 4; turn++) {
        uint32_t seen = 0;
        for (int i = 0; i < 5; i++) {
            assert_false(seen >> f->state.black_card & 1);
            seen |= 1u << f->state.black_card;
            win_round(f, (f->state.czar + 1) % 3);
        }
        assert_int_equal(seen, 31);
    }
}

/* A leaver's hand waits for him, but not when the others have nothing to draw. */
static void hands_of_leavers_are_the_last_reserve(void **state)
{
    struct fixture *f = *state;
    fixture_init(f, 4, 52, 12, 3);
    f->settings[SET_SCORE_LIMIT] = 50;
    struct refusal r = fixture_start(f);
    assert_string_equal(refusal_sentence(&r), "Done.");
    int gone = f->state.czar == 0 ? 1 : 0;
    news(f, NEWS_SEAT_LEFT, gone);
    for (int late = 0; late < 2; late++)
        join(f);
    check_places(f);
    assert_int_equal(f->state.hand[gone].count, 0);
    for (int round = 0; round < 12 && f->state.phase != PHASE_OVER; round++) {
        submit_all(f);
        check_places(f);
        judge(f, 0);
        wake(f);
    }
}

/* Far too few cards for those who came late: whoever has none is not waited for. */
static void without_cards_nobody_is_awaited(void **state)
{
    struct fixture *f = *state;
    fixture_init(f, 3, 39, 6, 3);
    f->settings[SET_SCORE_LIMIT] = 50;
    fixture_start(f);
    while (f->table.seats < 10)
        join(f);
    for (int round = 0; round < 40 && f->state.phase != PHASE_OVER; round++) {
        assert_true(cah_submitters(&f->state) != 0);
        submit_all(f);
        check_places(f);
        judge(f, 0);
        if (f->state.phase != PHASE_OVER) wake(f);
    }
}

static void a_deck_added_while_playing_is_dealt_from(void **state)
{
    struct fixture *f = *state;
    fixture_init(f, 3, 45, 3, 1);
    deck_open(&f->deck[1], "en", 300, 20, 1);
    f->deck[1].hash[0] = 'x';
    fixture_start(f);
    uint32_t left = cah_pile_left(&f->state);
    struct cah_hand hand = f->state.hand[0];
    news(f, NEWS_DECK, -1);
    assert_int_equal(cah_pile_left(&f->state), left + 300);
    assert_memory_equal(&f->state.hand[0], &hand, sizeof hand);
    check_places(f);
}

/* Each card is as likely as any other, whatever was drawn before. */
static void drawing_is_fair(void **state)
{
    struct fixture *f = *state;
    int times[60] = {0};
    fixture_init(f, 3, 60, 5, 1);
    for (int i = 0; i < 2000; i++) {
        f->steps = (uint64_t)i;
        memset(&f->state, 0, sizeof f->state);
        fixture_start(f);
        times[f->state.hand[1].card[4]]++;
    }
    for (int i = 0; i < 60; i++)
        assert_in_range(times[i], 10, 62); /* 33 each, give or take five times the root */
}

static void a_room_stays_small(void **unused)
{
    (void)unused;
    assert_in_range(sizeof(struct cah), 1, 16000);
}

static bool has_played(const struct fixture *f, int author)
{
    for (int i = 0; i < f->state.response_count; i++)
        if (f->state.response[i].author == author) return true;
    return false;
}

/* Nobody takes cards from the others' hands for him. With five at the table two cards are left, which
 * are not enough. */
static void a_rando_without_cards_passes(void **unused)
{
    (void)unused;
    for (int seats = 5; seats <= 10; seats += 5) {
        struct fixture f;
        int passed = 0;
        fixture_init(&f, 3, 52, 6, 3);
        f.settings[SET_SCORE_LIMIT] = 50;
        f.settings[SET_RANDO] = 1;
        struct refusal r = fixture_start(&f);
        assert_string_equal(refusal_sentence(&r), "Done.");
        assert_true(has_played(&f, CAH_SEATS));
        while (f.table.seats < seats)
            join(&f);
        for (int round = 0; round < 10 && f.state.phase == PHASE_WAITING; round++) {
            passed += !has_played(&f, CAH_SEATS);
            check_places(&f);
            submit_all(&f);
            judge(&f, 0);
            if (f.state.phase != PHASE_OVER) wake(&f);
        }
        assert_in_range(passed, 1, 10);
        fixture_free(&f);
    }
}

/* A blank lies on top and only a printed card is wanted: it stays there while the rest is shuffled. */
static void what_lies_on_top_is_not_shuffled(void **state)
{
    struct fixture *f = *state;
    uint8_t seed[CHANCE_SEED_BYTES] = {4};
    struct chance chance;
    fixture_init(f, 3, 60, 5, 1);
    f->settings[SET_BLANKS] = 4;
    f->settings[SET_SCORE_LIMIT] = 50;
    fixture_start(f);
    chance_init(&chance, seed, 0);
    struct game_context context = {.now = f->now, .chance = &chance, .table = &f->table};
    int blank = __builtin_ctzll(f->state.blank);
    f->state.blank &= ~(1ull << blank);
    cah_pile_put_on_top(&f->state, (uint16_t)(CAH_BLANK + blank));
    memset(f->state.white, 0, sizeof f->state.white); /* all discarded */
    uint16_t card = cah_pile_draw_printed(&f->state, &context);
    assert_in_range(card, 0, 59);
    assert_int_equal(f->state.top_count, 1);
    assert_int_equal(f->state.top[0], CAH_BLANK + blank);
    check_places(f);
}

static void what_does_not_lie_on_top_lies_among_the_rest(void **state)
{
    struct fixture *f = *state;
    uint8_t seed[CHANCE_SEED_BYTES] = {4};
    struct chance chance;
    fixture_init(f, 3, 100, 5, 1);
    fixture_start(f);
    chance_init(&chance, seed, 0);
    uint32_t left = cah_pile_left(&f->state);
    uint16_t card[CAH_TOP_MAX + 2];
    for (int i = 0; i < CAH_TOP_MAX + 2; i++)
        card[i] = cah_pile_any_printed(&f->state, &chance);
    for (int i = 0; i < CAH_TOP_MAX + 2; i++)
        cah_pile_put_on_top(&f->state, card[i]);
    assert_int_equal(f->state.top_count, CAH_TOP_MAX);
    assert_int_equal(cah_pile_left(&f->state), left);
    check_places(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        at_table(white_cards_come_again),
        at_table(black_cards_come_again),
        at_table(hands_of_leavers_are_the_last_reserve),
        at_table(without_cards_nobody_is_awaited),
        at_table(a_deck_added_while_playing_is_dealt_from),
        at_table(drawing_is_fair),
        cmocka_unit_test(a_room_stays_small),
        cmocka_unit_test(a_rando_without_cards_passes),
        at_table(what_lies_on_top_is_not_shuffled),
        at_table(what_does_not_lie_on_top_lies_among_the_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
