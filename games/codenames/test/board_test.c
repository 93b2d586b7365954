/* What every board is: 25 different words, 9 8 7 1, the same from the same seed. */
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define BOARDS 400

static void draw(struct fixture *f, int32_t seed)
{
    f->settings[SET_SEED] = seed;
    struct refusal r = fixture_start(f);
    assert_int_equal(r.code, OK);
}

static const char *word_at(const struct fixture *f, int position)
{
    return board_word(&f->state.card[position], &f->table);
}

static void same_board(const struct fixture *a, const struct fixture *b)
{
    for (int i = 0; i < BOARD_CARDS; i++) {
        assert_string_equal(word_at(a, i), word_at(b, i));
        assert_int_equal(a->state.card[i].type, b->state.card[i].type);
    }
}

static int difference(const struct codenames *a, const struct codenames *b)
{
    int different = 0;
    for (int i = 0; i < BOARD_CARDS; i++)
        different += memcmp(&a->card[i], &b->card[i], sizeof a->card[i]) != 0;
    return different;
}

static void every_board_has_9_8_7_and_1(void **state)
{
    struct fixture *f = *state;
    fixture_init(f, 4, 60);
    f->settings[SET_START] = START_RANDOM;
    int starts[2] = {0};
    for (int32_t seed = 0; seed < BOARDS; seed++) {
        int types[4] = {0};
        draw(f, seed);
        for (int i = 0; i < BOARD_CARDS; i++) {
            types[f->state.card[i].type]++;
            for (int j = 0; j < i; j++)
                assert_string_not_equal(word_at(f, i), word_at(f, j));
        }
        assert_int_equal(types[f->state.starting], 9);
        assert_int_equal(types[!f->state.starting], 8);
        assert_int_equal(types[CARD_NEUTRAL], 7);
        assert_int_equal(types[CARD_ASSASSIN], 1);
        starts[f->state.starting]++;
    }
    assert_in_range(starts[0], BOARDS / 3, BOARDS * 2 / 3);
}

/* Nothing but the seed, the words and the start: not the room's chance, not the people, not the
 * other settings, not what was played before, not how the words are spread over lists. */
static void the_same_seed_is_the_same_board(void **unused)
{
    (void)unused;
    struct fixture f, other;
    fixture_init(&f, 4, 60);
    fixture_init(&other, 9, 60);
    other.steps = 1000;
    other.now = 123456789;
    other.settings[SET_CLUE_SECONDS] = 30;
    other.settings[SET_CHOOSE] = 1;
    f.table.deck[f.table.decks++] = &f.deck[1];
    other.table.deck[0] = &other.deck[1];
    other.table.deck[other.table.decks++] = &other.deck[0];
    other.previous = &f.state;
    static const int32_t seeds[] = {1, 2, 42, 65536, INT32_MAX};
    for (int start = START_RANDOM; start <= START_BLUE; start++) {
        f.settings[SET_START] = other.settings[SET_START] = start;
        for (int i = 0; i < 5; i++) {
            draw(&f, seeds[i]);
            draw(&other, seeds[i]);
            assert_int_equal(f.state.starting, other.state.starting);
            same_board(&f, &other);
        }
    }
    fixture_free(&f);
    fixture_free(&other);
}

static void without_a_seed_chance_decides(void **state)
{
    struct fixture *f = *state;
    struct codenames last;
    fixture_init(f, 4, 60);
    draw(f, 0);
    for (int i = 0; i < 20; i++) {
        memcpy(&last, &f->state, sizeof last);
        draw(f, 0); /* the next step, another stream */
        assert_in_range(difference(&last, &f->state), 20, BOARD_CARDS);
    }
}

/* Every word comes, and every position is everything: with 400 boards of 60 words a word is on 167
 * of them and at a position on 6.7, a position the assassin's on 16. */
static void words_and_types_lie_everywhere(void **state)
{
    struct fixture *f = *state;
    static int words[60], places[BOARD_CARDS][4], first[60];
    fixture_init(f, 4, 60);
    for (int32_t seed = 1; seed <= BOARDS; seed++) {
        draw(f, seed);
        for (int i = 0; i < BOARD_CARDS; i++) {
            words[f->state.card[i].index]++;
            places[i][f->state.card[i].type]++;
        }
        first[f->state.card[0].index]++;
    }
    int at_first = 0;
    for (int i = 0; i < 60; i++) {
        assert_in_range(words[i], 100, 240);
        at_first += first[i] > 0;
    }
    assert_in_range(at_first, 45, 60);
    for (int i = 0; i < BOARD_CARDS; i++) {
        assert_in_range(places[i][CARD_ASSASSIN], 3, 40);
        assert_in_range(places[i][CARD_RED], 90, 200);
        assert_in_range(places[i][CARD_BLUE], 80, 180);
        assert_in_range(places[i][CARD_NEUTRAL], 60, 165);
    }
}

/* Two lists that hold the same word, one of them without its accent. */
static void a_word_of_two_lists_lies_there_once(void **state)
{
    struct fixture *f = *state;
    static const char *const one[] = {"LEÓN", "B1", "C1", "D1", "E1", "F1", "G1", "H1", "I1",
                                      "J1",   "K1", "L1", "M1", "N1", "O1", "P1", "Q1", "R1",
                                      "S1",   "T1", "U1", "V1", "W1", "X1", "Y1"};
    static const char *const two[] = {"LEON", "B1", "C1", "D1", "E1", "F1", "G1", "H1", "I1",
                                      "J1",   "K1", "L1", "M1", "N1", "O1", "P1", "Q1", "R1",
                                      "S1",   "T1", "U1", "V1", "W1", "X1", "Z1"};
    struct game_deck deck[2] = {0};
    fixture_init(f, 4, 25);
    make_deck_of(&deck[0], one, BOARD_CARDS);
    make_deck_of(&deck[1], two, BOARD_CARDS);
    f->table.deck[0] = &deck[0];
    f->table.deck[1] = &deck[1];
    f->table.decks = 2;
    for (int32_t seed = 1; seed < 100; seed++) {
        draw(f, seed);
        for (int i = 0; i < BOARD_CARDS; i++)
            for (int j = 0; j < i; j++)
                assert_false(text_same(word_at(f, i), word_at(f, j)));
    }
    free((void *)deck[0].content);
    free((void *)deck[1].content);
}

/* 120 words are four boards of 25 and most of a fifth; then the oldest come again. */
static void words_come_back_last(void **state)
{
    struct fixture *f = *state;
    int times[120] = {0};
    struct codenames last;
    fixture_init(f, 4, 120);
    for (int game = 0; game < 4; game++) {
        draw(f, 0);
        for (int i = 0; i < BOARD_CARDS; i++)
            assert_int_equal(times[f->state.card[i].index]++, 0);
        memcpy(&last, &f->state, sizeof last);
        f->previous = &last;
    }
    draw(f, 0);
    int fresh = 0;
    for (int i = 0; i < BOARD_CARDS; i++)
        fresh += times[f->state.card[i].index] == 0;
    assert_int_equal(fresh, 20);
    for (int game = 0; game < 10; game++) { /* longer than it remembers */
        memcpy(&last, &f->state, sizeof last);
        draw(f, 0);
        assert_in_range(f->state.seen_count, BOARD_CARDS, CODENAMES_SEEN_MAX);
    }
}

/* A board that is written down: whoever changes the generator has to raise the game's version. */
static void board_number_one_is_this(void **state)
{
    struct fixture *f = *state;
    char got[BOARD_CARDS + 1] = "", words[BOARD_CARDS * 2 + 1] = "";
    fixture_init(f, 4, 60);
    f->settings[SET_START] = START_RANDOM;
    draw(f, 1);
    for (int i = 0; i < BOARD_CARDS; i++) {
        got[i] = "RBNA"[f->state.card[i].type];
        strcat(words, word_at(f, i) + 4);
    }
    assert_string_equal(got, "BBNNBRRNBBRRRRRNRNBBBBANN");
    assert_string_equal(words, "AAAXAGALASBEATBOBQAWAEBSBIBDBBAIADCEBVBGBPBKAUBUCH");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        at_table(every_board_has_9_8_7_and_1),
        cmocka_unit_test(the_same_seed_is_the_same_board),
        at_table(without_a_seed_chance_decides),
        at_table(words_and_types_lie_everywhere),
        at_table(a_word_of_two_lists_lies_there_once),
        at_table(words_come_back_last),
        at_table(board_number_one_is_this),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
