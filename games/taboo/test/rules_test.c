/* Every rule of rules.md that is about turns, points and ends; presence and strikes have files of their own. */
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define STALE REFUSAL_CODE_STALE
#define NOT_YOUR_TURN REFUSAL_CODE_NOT_YOUR_TURN

/* One turn of `correct` points, then the pause, up to the next describer. */
static void play_turn(struct fixture *f, int correct)
{
    int describer = f->state.describer;
    assert_int_equal(act(f, describer, "describer_ready", NULL), OK);
    for (int i = 0; i < correct; i++)
        assert_int_equal(act(f, describer, "card_correct", NULL), OK);
    wake(f);
    if (f->state.phase == TABOO_ENDED) wake(f);
}

static void begins_with_team_a(void **state)
{
    struct fixture *f = *state;
    start(f, 4, 20);
    assert_int_equal(f->state.phase, TABOO_WAITING);
    assert_string_equal(heard(f, GAME_CROWD, "turn_started"),
                        "{\"seq\":1,\"part\":0,\"activeTeam\":\"Equipo A\","
                        "\"describerName\":\"Ana\",\"turnNumber\":1}");
    struct game_pulse p = taboo_game.pulse(&f->state);
    assert_int_equal(p.awaited, 1);
    assert_int_equal(p.wake_at, 5000 + TABOO_READY_MS);
    assert_false(p.ticking);
}

static void who_describes_shows_no_reactions(void **state)
{
    struct fixture *f = *state;
    start(f, 4, 20);
    assert_int_equal(taboo_game.pulse(&f->state).quiet, 0); /* knows nothing yet */
    act(f, 0, "describer_ready", NULL);
    assert_int_equal(taboo_game.pulse(&f->state).quiet, SEAT_BIT(0));
    wake(f);
    assert_int_equal(f->state.phase, TABOO_ENDED);
    assert_int_equal(taboo_game.pulse(&f->state).quiet, 0);
}

static void needs_cards_to_start(void **state)
{
    struct fixture *f = *state;
    fixture_init(f, 4, 20);
    f->table.decks = 0;
    struct refusal r = fixture_start(f);
    assert_int_equal(r.code, REFUSAL_CODE_DECK_EMPTY);
}

static void ready_starts_clock_and_shows_card(void **state)
{
    struct fixture *f = *state;
    start(f, 6, 20);
    for (int seat = 1; seat < 6; seat++)
        assert_int_equal(act(f, seat, "describer_ready", NULL), NOT_YOUR_TURN);
    assert_int_equal(act(f, 0, "describer_ready", "{\"roomCode\":\"XTBK92\"}"), OK);
    assert_int_equal(f->state.phase, TABOO_ACTIVE);
    struct game_pulse p = taboo_game.pulse(&f->state);
    assert_int_equal(p.wake_at, 5000 + 60000);
    assert_true(p.ticking);
    assert_int_equal(act(f, 0, "describer_ready", NULL), STALE);
    const char *card = heard(f, 0, "card_revealed");
    assert_non_null(card);
    assert_non_null(strstr(card, "\"card\":{\"id\":\""));
    assert_non_null(strstr(card, "\"tabooWords\":[\"uno\",\"dos\",\"tres\",\"cuatro\",\"cinco\"],"
                                 "\"category\":\"prueba\",\"difficulty\":\"easy\"}"));
    for (int seat = 1; seat < 6; seat++)
        assert_int_equal(heard(f, seat, "card_revealed") != NULL, seat % 2);
    assert_null(heard(f, GAME_CROWD, "card_revealed"));
}

static void guessers_never_see_the_card(void **state)
{
    struct fixture *f = *state;
    start(f, 6, 20);
    act(f, 0, "describer_ready", NULL);
    const char *id = card_id(f, f->state.card), *word = table_card(&f->table, f->state.card)->word;
    char quoted[40];
    snprintf(quoted, sizeof quoted, "\"%s\"", word);
    for (int viewer = GAME_CROWD; viewer < 6; viewer++) {
        bool may = viewer == 0 || viewer == 1 || viewer == 3 || viewer == 5;
        const char *view = view_of(f, viewer);
        assert_int_equal(strstr(view, id) != NULL, may);
        assert_int_equal(strstr(view, quoted) != NULL, may);
    }
}

/* Does anything that this viewer is sent now hold the card's word? */
static bool is_told(struct fixture *f, int viewer, uint32_t card)
{
    char quoted[64];
    const char *event = heard(f, viewer, "card_scored");
    snprintf(quoted, sizeof quoted, "\"%s\"", table_card(&f->table, card)->word);
    return strstr(view_of(f, viewer), quoted) || (event && strstr(event, quoted));
}

static void a_guessed_word_was_said_aloud_and_no_other(void **state)
{
    static const char *const unsaid[] = {"card_skip", "card_buzz"};
    static const int blind[] = {GAME_CROWD, 2, 4};
    struct fixture *f = *state;
    start(f, 6, 20);
    act(f, 0, "describer_ready", NULL);
    uint32_t guessed = f->state.card;
    for (int i = 0; i < 3; i++)
        assert_false(is_told(f, blind[i], guessed));
    act(f, 2, "card_correct", NULL);
    assert_non_null(strstr(heard(f, GAME_CROWD, "card_scored"), ",\"word\":"));
    for (int viewer = GAME_CROWD; viewer < 6; viewer++)
        assert_true(is_told(f, viewer, guessed));
    for (int i = 0; i < 2; i++) {
        uint32_t card = f->state.card;
        act(f, i, unsaid[i], NULL);
        for (int j = 0; j < 3; j++) {
            assert_null(strstr(heard(f, blind[j], "card_scored"), "\"word\""));
            assert_false(is_told(f, blind[j], card));
            assert_false(is_told(f, blind[j], f->state.card));
            assert_true(is_told(f, blind[j], guessed));
        }
    }
}

static void only_the_roles_named_may_judge(void **state)
{
    struct fixture *f = *state;
    start(f, 4, 20);
    act(f, 0, "describer_ready", NULL);
    /* seat 0 describes, 2 guesses, 1 and 3 listen */
    assert_int_equal(act(f, 1, "card_correct", NULL), NOT_YOUR_TURN);
    assert_int_equal(act(f, 0, "card_buzz", NULL), NOT_YOUR_TURN);
    assert_int_equal(act(f, 2, "card_buzz", NULL), NOT_YOUR_TURN);
    assert_int_equal(act(f, 2, "card_skip", NULL), NOT_YOUR_TURN);
    assert_int_equal(act(f, 3, "card_skip", NULL), NOT_YOUR_TURN);
    assert_int_equal(act(f, 2, "card_correct", NULL), OK);
    assert_int_equal(act(f, 0, "card_correct", NULL), OK);
    assert_int_equal(act(f, 3, "card_buzz", NULL), OK);
    assert_int_equal(act(f, 0, "card_skip", NULL), OK);
    assert_int_equal(f->state.team[0].score, 1);
    assert_int_equal(f->state.team[1].score, 0);
    assert_string_equal(heard(f, 2, "card_scored") + strlen("{\"seq\":6,\"part\":0,\"cardId\":\"") +
                            36,
                        "\",\"result\":\"skip\",\"scores\":{\"Equipo A\":1,\"Equipo B\":0},"
                        "\"teamStats\":{\"Equipo A\":{\"correct\":2,\"buzz\":1,\"skip\":1,"
                        "\"turns\":1},\"Equipo B\":{\"correct\":0,\"buzz\":0,\"skip\":0,"
                        "\"turns\":0}}}");
}

static void nothing_can_be_judged_outside_a_turn(void **state)
{
    struct fixture *f = *state;
    start(f, 4, 20);
    assert_int_equal(act(f, 0, "card_correct", NULL), NOT_YOUR_TURN);
    assert_int_equal(act(f, 1, "card_buzz", NULL), NOT_YOUR_TURN);
    assert_int_equal(act(f, 0, "card_skip", NULL), NOT_YOUR_TURN);
    act(f, 0, "describer_ready", NULL);
    wake(f);
    assert_int_equal(f->state.phase, TABOO_ENDED);
    assert_int_equal(act(f, 0, "card_correct", NULL), NOT_YOUR_TURN);
    assert_int_equal(act(f, 0, "describer_ready", NULL), NOT_YOUR_TURN);
}

static void two_clicks_score_once(void **state)
{
    struct fixture *f = *state;
    char payload[80];
    start(f, 6, 20);
    act(f, 0, "describer_ready", NULL);
    names_card(payload, f, f->state.card);
    assert_int_equal(act(f, 0, "card_correct", payload), OK);
    assert_int_equal(act(f, 2, "card_correct", payload), STALE);
    assert_int_equal(act(f, 1, "card_buzz", payload), STALE);
    assert_int_equal(act(f, 1, "card_correct", payload), NOT_YOUR_TURN);
    assert_int_equal(act(f, 4, "card_correct", "{\"cardNumber\":1}"), STALE);
    assert_int_equal(act(f, 4, "card_correct", "{\"cardNumber\":2}"), OK);
    assert_int_equal(act(f, 2, "card_correct", "{\"cardNumber\":2}"), STALE);
    assert_int_equal(act(f, 2, "card_correct", "{\"cardId\":\"no such\"}"), STALE);
    assert_int_equal(act(f, 2, "card_correct", "{\"cardId\":17}"), REFUSAL_CODE_BAD_REQUEST);
    assert_int_equal(act(f, 2, "card_correct", "{\"cardNumber\":{}}"), REFUSAL_CODE_BAD_REQUEST);
    assert_int_equal(f->state.team[0].score, 2);
    /* A click that arrives when the turn has ended is late, not wrong. */
    names_card(payload, f, f->state.card);
    wake(f);
    assert_int_equal(act(f, 2, "card_correct", payload), STALE);
    assert_int_equal(act(f, 2, "card_correct", "{\"cardNumber\":3}"), STALE);
}

static void statistics_follow_the_cards(void **state)
{
    struct fixture *f = *state;
    start(f, 6, 20);
    news(f, NEWS_SEAT_AWAY, 4);
    act(f, 0, "describer_ready", NULL);
    act(f, 2, "card_correct", NULL);
    act(f, 1, "card_buzz", NULL);
    news(f, NEWS_SEAT_BACK, 4);
    act(f, 0, "card_correct", NULL);
    assert_int_equal(f->state.player[0].described, 2);
    assert_int_equal(f->state.player[0].guessed, 0);
    assert_int_equal(f->state.player[2].guessed, 2);
    assert_int_equal(f->state.player[4].guessed, 1); /* was not there for the first */
    assert_int_equal(f->state.player[1].guessed, 0);
}

static void turn_ends_with_time_and_passes_on(void **state)
{
    struct fixture *f = *state;
    start(f, 4, 20);
    act(f, 0, "describer_ready", NULL);
    f->now += 59999;
    news(f, NEWS_WAKE, 0); /* too early: nothing happens */
    assert_int_equal(f->state.phase, TABOO_ACTIVE);
    wake(f);
    assert_int_equal(f->state.phase, TABOO_ENDED);
    assert_string_equal(heard(f, GAME_CROWD, "turn_ended"),
                        "{\"seq\":4,\"part\":0,\"scores\":{\"Equipo A\":0,\"Equipo B\":0},"
                        "\"teamStats\":{\"Equipo A\":{\"correct\":0,\"buzz\":0,\"skip\":0,"
                        "\"turns\":1},\"Equipo B\":{\"correct\":0,\"buzz\":0,\"skip\":0,"
                        "\"turns\":0}},\"nextTeam\":\"Equipo B\",\"nextDescriberName\":\"Beto\"}");
    assert_int_equal(taboo_game.pulse(&f->state).wake_at, f->now + 3000);
    wake(f);
    assert_int_equal(f->state.phase, TABOO_WAITING);
    assert_int_equal(f->state.describer, 1);
    assert_non_null(strstr(heard(f, 0, "turn_started"), "\"turnNumber\":2"));
}

static void describers_take_turns(void **state)
{
    struct fixture *f = *state;
    static const int expected[] = {0, 1, 2, 3, 4, 1, 0, 3, 2};
    start(f, 5, 20); /* three against two */
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        assert_int_equal(f->state.describer, expected[i]);
        play_turn(f, 0);
    }
}

static void score_limit_ends_at_once(void **state)
{
    struct fixture *f = *state;
    fixture_init(f, 4, 40);
    f->settings[SET_SCORE_LIMIT] = 3;
    fixture_start(f);
    play_turn(f, 2);
    play_turn(f, 1);
    act(f, 2, "describer_ready", NULL);
    act(f, 0, "card_correct", NULL);
    assert_int_equal(f->state.phase, TABOO_OVER);
    assert_null(heard(f, 0, "card_revealed"));
    assert_null(heard(f, 0, "turn_ended"));
    assert_non_null(heard(f, 0, "card_scored"));
    const char *over = heard(f, GAME_CROWD, "game_over");
    assert_non_null(strstr(over, "\"finalScores\":{\"Equipo A\":3,\"Equipo B\":1}"));
    assert_non_null(strstr(over, "{\"id\":\"p1\",\"name\":\"Ana\",\"team\":\"Equipo A\","
                                 "\"cardsDescribed\":2,\"cardsGuessed\":1}"));
    assert_non_null(strstr(over, "\"winner\":\"Equipo A\"}"));
    struct game_pulse p = taboo_game.pulse(&f->state);
    assert_true(p.over);
    assert_int_equal(p.winners, 0x5);
    assert_int_equal(p.awaited, 0);
    assert_int_equal(p.wake_at, 0);
}

static void points_may_go_below_zero(void **state)
{
    struct fixture *f = *state;
    start(f, 4, 20);
    act(f, 0, "describer_ready", NULL);
    act(f, 1, "card_buzz", NULL);
    act(f, 3, "card_buzz", NULL);
    assert_int_equal(f->state.team[0].score, -2);
    assert_int_equal(f->state.team[1].score, 0);
}

static void deck_mode_ends_with_the_last_card(void **state)
{
    struct fixture *f = *state;
    play_deck(f, 8, 1, 3); /* one card of the first turn was left lying when the time was up */
    assert_int_equal(f->state.phase, TABOO_OVER);
    assert_int_equal(f->state.card_number, 8);
    assert_int_equal(f->state.winner, WINNER_B);
    assert_non_null(strstr(heard(f, 0, "game_over"), "\"winner\":\"Equipo B\""));
}

static void deck_mode_ends_when_time_takes_the_last_card(void **state)
{
    struct fixture *f = *state;
    fixture_init(f, 4, 2);
    f->settings[SET_MODE] = TABOO_DECK;
    fixture_start(f);
    act(f, 0, "describer_ready", NULL);
    act(f, 0, "card_correct", NULL);
    assert_int_equal(f->state.phase, TABOO_ACTIVE);
    wake(f);
    assert_int_equal(f->state.phase, TABOO_OVER);
    assert_int_equal(f->state.winner, WINNER_A);
}

static void draw_leads_to_sudden_death(void **state)
{
    struct fixture *f = *state;
    play_deck(f, 8, 2, 2);
    assert_int_equal(f->state.phase, TABOO_ENDED);
    assert_true(f->state.sudden);
    assert_non_null(heard(f, 0, "turn_ended"));
    wake(f);
    assert_int_equal(f->state.describer, 2); /* A again, its next describer */
    act(f, 2, "describer_ready", NULL);
    assert_non_null(heard(f, 2, "card_revealed"));
    act(f, 2, "card_skip", NULL); /* one card, and the turn is over */
    assert_int_equal(f->state.phase, TABOO_ENDED);
    wake(f);
    act(f, 3, "describer_ready", NULL);
    act(f, 1, "card_correct", NULL);
    assert_int_equal(f->state.phase, TABOO_OVER);
    assert_int_equal(f->state.winner, WINNER_B);
}

static void sudden_death_is_lost_by_a_buzz(void **state)
{
    struct fixture *f = *state;
    play_deck(f, 8, 2, 2);
    wake(f);
    act(f, 2, "describer_ready", NULL);
    act(f, 1, "card_buzz", NULL);
    assert_int_equal(f->state.phase, TABOO_OVER);
    assert_int_equal(f->state.winner, WINNER_B);
}

static void sudden_death_is_bounded(void **state)
{
    struct fixture *f = *state;
    play_deck(f, 8, 2, 2);
    wake(f);
    int turns = 0;
    while (f->state.phase == TABOO_WAITING) {
        assert_int_equal(act(f, f->state.describer, "describer_ready", NULL), OK);
        wake(f);
        wake(f);
        turns++;
    }
    assert_int_equal(turns, TABOO_SUDDEN_TURNS_MAX);
    assert_int_equal(f->state.phase, TABOO_OVER);
    assert_non_null(strstr(heard(f, 0, "game_over"), "\"winner\":\"tie\""));
    assert_int_equal(taboo_game.pulse(&f->state).winners, 0);
}

static void sudden_death_takes_used_cards_when_there_are_no_others(void **state)
{
    struct fixture *f = *state;
    fixture_init(f, 4, 2);
    f->settings[SET_MODE] = TABOO_DECK;
    fixture_start(f);
    act(f, 0, "describer_ready", NULL);
    act(f, 0, "card_skip", NULL);
    act(f, 0, "card_skip", NULL);
    assert_int_equal(f->state.phase, TABOO_ENDED);
    wake(f);
    assert_int_equal(act(f, 1, "describer_ready", NULL), OK);
    assert_non_null(heard(f, 1, "card_revealed"));
}

static void cards_come_once_until_all_were_used(void **state)
{
    struct fixture *f = *state;
    fixture_init(f, 4, 30);
    f->settings[SET_SCORE_LIMIT] = 100;
    fixture_start(f);
    act(f, 0, "describer_ready", NULL);
    for (int round = 0; round < 4; round++) {
        /* The last card of a round stays out of the next one, so that none comes twice running. */
        uint32_t seen = 0;
        for (int i = 0; i < (round == 0 ? 30 : 29); i++) {
            assert_int_equal(seen >> f->state.card & 1, 0);
            seen |= 1u << f->state.card;
            uint32_t before = f->state.card;
            assert_int_equal(act(f, 0, "card_skip", NULL), OK);
            assert_int_not_equal(f->state.card, before);
        }
    }
}

static void new_cards_join_in(void **state)
{
    struct fixture *f = *state;
    start(f, 4, 5);
    assert_false(taboo_wants_cards(&f->state, &f->table, 4));
    act(f, 0, "describer_ready", NULL);
    assert_true(taboo_wants_cards(&f->state, &f->table, 4));
    news(f, NEWS_DECK, 0);
    assert_string_equal(heard(f, GAME_CROWD, "cards_ready"),
                        "{\"seq\":3,\"part\":0,\"totalCards\":10}");
    assert_false(taboo_wants_cards(&f->state, &f->table, 4));
    uint32_t seen = 1u << f->state.card;
    for (int i = 0; i < 9; i++) {
        act(f, 0, "card_skip", NULL);
        seen |= 1u << f->state.card;
    }
    assert_int_equal(seen, 0x3ff);
}

static void deck_mode_keeps_its_deck(void **state)
{
    struct fixture *f = *state;
    fixture_init(f, 4, 5);
    f->settings[SET_MODE] = TABOO_DECK;
    fixture_start(f);
    news(f, NEWS_DECK, 0);
    assert_int_equal(taboo_cards_left(&f->state), 5);
    assert_false(taboo_wants_cards(&f->state, &f->table, 100));
}

static void next_game_leaves_seen_cards_out(void **unused)
{
    (void)unused;
    struct fixture f, again;
    start(&f, 4, 30);
    act(&f, 0, "describer_ready", NULL);
    for (int i = 0; i < 9; i++)
        act(&f, 0, "card_skip", NULL);
    fixture_init(&again, 4, 30);
    struct chance chance;
    static const uint8_t seed[CHANCE_SEED_BYTES] = {9};
    chance_init(&chance, seed, 1);
    struct game_context c = {
        .now = 1, .chance = &chance, .table = &again.table, .previous = &f.state};
    struct refusal r = taboo_game.init(&again.state, &c);
    assert_int_equal(r.code, OK);
    assert_int_equal(taboo_cards_left(&again.state), 20);
    assert_memory_equal(again.state.used, f.state.used, sizeof f.state.used);
    /* A deck game that needs more cards than are left finds all of them fresh. */
    memset(&again.state, 0, sizeof again.state);
    again.settings[SET_MODE] = TABOO_DECK;
    taboo_game.init(&again.state, &c);
    assert_int_equal(again.state.used[0], 0);
    /* So does one with another deck; a second deck behind the same one changes nothing. */
    again.settings[SET_MODE] = TABOO_SCORE;
    again.table.deck[again.table.decks++] = &again.deck[1];
    memset(&again.state, 0, sizeof again.state);
    taboo_game.init(&again.state, &c);
    assert_int_equal(taboo_cards_left(&again.state), 50);
    news(&f, NEWS_DECK, 0); /* nor that the earlier game had got one */
    again.table.decks = 1;
    memset(&again.state, 0, sizeof again.state);
    taboo_game.init(&again.state, &c);
    assert_int_equal(taboo_cards_left(&again.state), 20);
    strcpy(again.deck[0].hash, "another");
    memset(&again.state, 0, sizeof again.state);
    taboo_game.init(&again.state, &c);
    assert_int_equal(again.state.used[0], 0);
    fixture_free(&f);
    fixture_free(&again);
}

static void view_says_what_each_may_do(void **state)
{
    struct fixture *f = *state;
    start(f, 4, 20);
    assert_non_null(strstr(view_of(f, 0), "\"role\":\"describer\""));
    assert_non_null(strstr(view_of(f, 0), "\"may\":[\"describer_ready\"]"));
    assert_non_null(strstr(view_of(f, 1), "\"may\":[]"));
    act(f, 0, "describer_ready", NULL);
    assert_non_null(strstr(view_of(f, 0), "\"may\":[\"card_correct\",\"card_skip\"]"));
    assert_non_null(strstr(view_of(f, 2), "\"role\":\"guesser\""));
    assert_non_null(strstr(view_of(f, 2), "\"may\":[\"card_correct\"]"));
    assert_non_null(strstr(view_of(f, 3), "\"role\":\"buzzer\""));
    assert_non_null(strstr(view_of(f, 3), "\"may\":[\"card_buzz\"]"));
    const char *crowd = view_of(f, GAME_CROWD);
    assert_non_null(strstr(crowd, "\"role\":\"watcher\",\"team\":null"));
    assert_non_null(strstr(crowd, "\"may\":[]"));
    assert_non_null(strstr(crowd, "\"deadline\":1065000"));
    act(f, 0, "card_correct", NULL);
    assert_non_null(strstr(view_of(f, 0), "\"review\":[]"));
    wake(f);
    const char *after = view_of(f, 2);
    assert_non_null(strstr(after, "\"may\":[\"strike_card\"]"));
    assert_non_null(strstr(after, "\"result\":\"correct\",\"struck\":false,\"askedBy\":[],"
                                  "\"mayStrike\":true}"));
    assert_non_null(strstr(after, "\"result\":\"timeout\""));
    assert_non_null(strstr(after, "\"nextDescriber\":{\"id\":\"p2\",\"name\":\"Beto\"}"));
}

/* «Again»: who would have described next is first, of the other team. */
static void played_again_the_turns_go_on(void **state)
{
    struct fixture *f = *state;
    struct chance chance;
    struct taboo next = {0};
    uint8_t seed[CHANCE_SEED_BYTES] = {1};
    start(f, 6, 30);
    assert_int_equal(f->state.describer, 0);
    act(f, 0, "describer_ready", "{}");
    wake(f); /* the turn is over */
    chance_init(&chance, seed, 0);
    struct game_context c = {.chance = &chance, .table = &f->table, .previous = &f->state};
    struct refusal r = taboo_game.init(&next, &c);
    assert_false(refused(&r));
    assert_int_equal(next.describer, 0); /* by way of the lobby, as ever */
    memset(&next, 0, sizeof next);
    c.again = true;
    r = taboo_game.init(&next, &c);
    assert_false(refused(&r));
    assert_int_equal(next.active, 1);
    assert_int_equal(next.describer, 1);
    assert_int_equal(taboo_next_describer(&next, 0), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        at_table(begins_with_team_a),
        at_table(who_describes_shows_no_reactions),
        at_table(needs_cards_to_start),
        at_table(ready_starts_clock_and_shows_card),
        at_table(guessers_never_see_the_card),
        at_table(a_guessed_word_was_said_aloud_and_no_other),
        at_table(only_the_roles_named_may_judge),
        at_table(nothing_can_be_judged_outside_a_turn),
        at_table(two_clicks_score_once),
        at_table(statistics_follow_the_cards),
        at_table(turn_ends_with_time_and_passes_on),
        at_table(describers_take_turns),
        at_table(score_limit_ends_at_once),
        at_table(points_may_go_below_zero),
        at_table(deck_mode_ends_with_the_last_card),
        at_table(deck_mode_ends_when_time_takes_the_last_card),
        at_table(draw_leads_to_sudden_death),
        at_table(sudden_death_is_lost_by_a_buzz),
        at_table(sudden_death_is_bounded),
        at_table(sudden_death_takes_used_cards_when_there_are_no_others),
        at_table(cards_come_once_until_all_were_used),
        at_table(new_cards_join_in),
        at_table(deck_mode_keeps_its_deck),
        cmocka_unit_test(next_game_leaves_seen_cards_out),
        at_table(played_again_the_turns_go_on),
        at_table(view_says_what_each_may_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
