/* The computer at the cards game: what it likes, that it plays on to the end, and what it leaves to
 * people. That it knows no more than its seat, conformance knows. */
#include "computer.h"
#include "fixture.h"
#include "taste.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HANDS 3000

static struct game_deck english;

static int read_english(void **unused)
{
    (void)unused;
    char path[1000];
    snprintf(path, sizeof path, "%s/en.json", getenv("CAH_CARDS"));
    fixture_deck(&english, json_load_file(path, 0, NULL), "en", "0123456789abcdef0123456789abcdef");
    return 0;
}

static int free_english(void **unused)
{
    (void)unused;
    free((void *)english.content);
    return 0;
}

static void begin(struct fixture *f, int seats)
{
    fixture_lay(f, seats);
    f->table.deck[f->table.decks++] = &english;
    for (int s = 0; s < seats; s++)
        f->table.seat[s].computer = true;
    f->settings[SET_RATING] = RATING_MATURE;
}

static void it_likes_what_belongs_to_the_subject(void **unused)
{
    (void)unused;
    const char *black = "The vet says my cat is allergic to _.";
    assert_true(taste_of(black, "a dog with fleas") > taste_of(black, "a quarterly tax return"));
    assert_true(taste_of(black, "a hamster") > taste_of(black, "the Roman senate"));
    float nothing = taste_of(black, "хамстер");
    assert_true(nothing > -0.01f && nothing < 0.01f);
    nothing = taste_of("", "");
    assert_true(nothing > -0.01f && nothing < 0.01f);
}

static int pack_of(enum cah_colour colour, uint32_t card)
{
    const struct cah_deck *deck = english.content;
    return deck->card[colour][card].pack;
}

/* Our packs have a subject each. Of ten cards from all of them, how often is the one that it likes best
 * from the question's own pack? Level 0 takes the first of them: 342 of 3000 on the average, with a
 * deviation of 17. */
static int from_the_same_pack(int level)
{
    const struct cah_deck *deck = english.content;
    struct chance chance;
    uint8_t seed[CHANCE_SEED_BYTES] = "taste";
    struct game_table table = {.decks = 1, .deck = {&english}};
    int same = 0;
    chance_init(&chance, seed, 0);
    for (int i = 0; i < HANDS; i++) {
        uint32_t black = chance_below(&chance, deck->cards[CAH_BLACK]), best = 0;
        const char *question = cah_card_text(&table, CAH_BLACK, black);
        float most = -1000;
        for (int k = 0; k < 10; k++) {
            uint32_t white = chance_below(&chance, deck->cards[CAH_WHITE]);
            float fit = taste_of(question, cah_card_text(&table, CAH_WHITE, white));
            float liked = level ? taste_mood(fit, level, &chance) : (float)-k;
            if (liked <= most) continue;
            most = liked;
            best = white;
        }
        same += pack_of(CAH_BLACK, black) == pack_of(CAH_WHITE, best);
    }
    fprintf(stderr, "level %d: %d of %d from the question's own pack\n", level, same, HANDS);
    return same;
}

static void it_chooses_better_than_chance_and_by_its_level(void **unused)
{
    (void)unused;
    int same[4];
    for (int level = 0; level < 4; level++)
        same[level] = from_the_same_pack(level);
    for (int level = 1; level < 4; level++)
        assert_true(same[level] > same[level - 1]);
    assert_true(same[3] > same[0] + 80);
}

/* Everybody who is awaited does what the computer would, until it is over. */
static int play_out(struct fixture *f, int steps_max)
{
    int steps = 0;
    while (f->state.phase != PHASE_OVER && steps++ < steps_max) {
        uint32_t awaited = cah_game.pulse(&f->state).awaited;
        if (!awaited) {
            wake(f);
            continue;
        }
        struct game_move move;
        struct chance chance;
        uint8_t seed[CHANCE_SEED_BYTES] = {(uint8_t)steps, (uint8_t)(steps >> 8)};
        chance_init(&chance, seed, 0);
        struct game_context c = {.now = f->now, .chance = &chance, .table = &f->table};
        int seat = __builtin_ctz(awaited);
        assert_true(cah_game.suggest(&f->state, seat, 1 + seat % 3, &c, &move));
        assert_int_equal(act(f, seat, cah_game.verbs[move.verb].name, move.with), OK);
    }
    return steps;
}

static void five_computers_play_to_the_end(void **unused)
{
    (void)unused;
    for (int god = 0; god < 2; god++) {
        struct fixture f;
        begin(&f, 5);
        f.settings[SET_GOD_IS_DEAD] = god;
        f.settings[SET_SCORE_LIMIT] = 4;
        fixture_start(&f);
        play_out(&f, 2000);
        assert_int_equal(f.state.phase, PHASE_OVER);
        fixture_free(&f);
    }
}

static struct cah_choice choice_of(const struct fixture *f, int seat)
{
    struct chance chance;
    uint8_t seed[CHANCE_SEED_BYTES] = {7};
    chance_init(&chance, seed, 0);
    struct game_context c = {.now = f->now, .chance = &chance, .table = &f->table};
    return cah_computer(&f->state, seat, 3, &c);
}

static void it_leaves_blanks_to_people(void **unused)
{
    (void)unused;
    struct fixture f;
    begin(&f, 4);
    f.settings[SET_BLANKS] = 9;
    fixture_start(&f);
    int seat = (f.state.czar + 1) % 4;
    for (int i = 0; i < CAH_HAND - f.state.pick; i++)
        f.state.hand[seat].card[i] = (uint16_t)(CAH_BLANK + i);
    struct cah_choice choice = choice_of(&f, seat);
    assert_int_equal(choice.deed, CAH_PLAYS);
    for (int i = 0; i < choice.count; i++)
        assert_true(choice.card[i] < CAH_BLANK);
    fixture_free(&f);
}

static void as_czar_it_turns_over_one_after_the_other_and_then_chooses(void **unused)
{
    (void)unused;
    struct fixture f;
    begin(&f, 4);
    fixture_start(&f);
    submit_all(&f);
    int czar = f.state.czar;
    for (int i = 0; i < f.state.response_count; i++) {
        assert_int_equal(choice_of(&f, czar).deed, CAH_REVEALS);
        act(&f, czar, "reveal", NULL);
    }
    struct cah_choice choice = choice_of(&f, czar);
    assert_int_equal(choice.deed, CAH_JUDGES);
    float most = taste_response(&f.state, choice.entry, &f.table);
    for (int i = 0; i < f.state.response_count; i++) /* but for its mood */
        assert_true(taste_response(&f.state, i, &f.table) < most + 1);
    fixture_free(&f);
}

static void in_a_pair_the_person_decides(void **unused)
{
    (void)unused;
    struct fixture f;
    begin(&f, 6);
    f.settings[SET_PAIRS] = 1;
    f.table.seat[0].computer = f.table.seat[2].computer = f.table.seat[4].computer = false;
    fixture_start(&f);
    for (int s = 1; s < 6; s += 2) {
        assert_false(cah_game.pulse(&f.state).awaited & SEAT_BIT(s));
        assert_int_equal(choice_of(&f, s).deed, CAH_WAITS);
    }
    int person = (f.state.czar & ~1) == 0 ? 2 : 0; /* not of the czar's side */
    f.table.seat[person].away = true;
    news(&f, NEWS_SEAT_AWAY, person);
    assert_true(cah_game.pulse(&f.state).awaited & SEAT_BIT(person + 1));
    assert_int_equal(choice_of(&f, person + 1).deed, CAH_PLAYS);
    fixture_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_likes_what_belongs_to_the_subject),
        cmocka_unit_test(it_chooses_better_than_chance_and_by_its_level),
        cmocka_unit_test(five_computers_play_to_the_end),
        cmocka_unit_test(it_leaves_blanks_to_people),
        cmocka_unit_test(as_czar_it_turns_over_one_after_the_other_and_then_chooses),
        cmocka_unit_test(in_a_pair_the_person_decides),
    };
    return cmocka_run_group_tests(tests, read_english, free_english);
}
