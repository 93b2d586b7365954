/* The computer at Codenames: what it says, what it hears, and that it knows no more than its seat. */
#include "computer.h"
#include "fixture.h"
#include "solo.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct game_deck english;
static struct game_table table;
static int32_t settings[GAME_SETTINGS_MAX];

static bool read_list(struct game_deck *deck, const char *language)
{
    char path[1000];
    snprintf(path, sizeof path, "%s/%s.json", getenv("CODENAMES_CARDS"), language);
    json_t *json = json_load_file(path, 0, NULL);
    struct refusal r = codenames_game.deck_read(deck, json);
    json_decref(json);
    return !refused(&r);
}

static int read_english(void **unused)
{
    (void)unused;
    bool read = read_list(&english, "en");
    solo_table(&table, settings, &english);
    return !read;
}

static int free_english(void **unused)
{
    (void)unused;
    free((void *)english.content);
    return 0;
}

static void it_knows_all_our_english_words(void **unused)
{
    (void)unused;
    for (uint32_t i = 0; i < english.count; i++)
        if (vectors_find(codenames_word_folded(&english, i)) < 0)
            fail_msg("«%s» is not in the table", codenames_word(&english, i));
}

/* The words that embed.py folded are those that the game folds, and each has a sense that is known. */
static void senses_are_as_the_game_reads_words(void **unused)
{
    (void)unused;
    for (const struct sense_table *t = senses_tables; t->language; t++) {
        assert_true(t->count > 700);
        for (size_t i = 0; i < t->count; i++) {
            char folded[WORD_BYTES_MAX + 1], english_sense[32];
            struct senses means;
            int letters;
            assert_true(codenames_word_fold(folded, t->entry[i].said));
            assert_string_equal(folded, t->entry[i].folded);
            if (i) assert_true(strcmp(t->entry[i - 1].folded, folded) < 0);
            senses_find(t->language, folded, &means);
            assert_true(means.count > 0);
            for (const char *rest = t->entry[i].english;
                 sscanf(rest, "%31s%n", english_sense, &letters) == 1; rest += letters)
                if (vectors_find(english_sense) < 0)
                    fail_msg("«%s» in %s means «%s», which is not in the table", t->entry[i].said,
                             t->language, english_sense);
        }
    }
}

static void words_with_another_ending_are_understood(void **unused)
{
    (void)unused;
    struct senses one, other;
    senses_find("es", "gato", &one);
    senses_find("es", "gatos", &other);
    assert_true(one.count > 0 && other.count > 0);
    assert_int_equal(one.place[0], other.place[0]);
    senses_find("bg", "котки", &other);
    assert_int_equal(one.place[0], other.place[0]);
    senses_find("it", "qwzzz", &other);
    assert_int_equal(other.count, 0);
    senses_find("fr", "chat", &other);
    assert_int_equal(other.count, 0);
    assert_true(senses_is_form("gata", "gato"));
    assert_false(senses_is_form("gato", "ganso"));
}

/* It knows all of our own words, and wins with other ears than its own what chance never wins. */
static void it_plays_in_the_other_languages_too(void **unused)
{
    (void)unused;
    for (const struct sense_table *t = senses_tables; t->language; t++) {
        struct game_deck list = {0};
        struct game_table there;
        int32_t set[GAME_SETTINGS_MAX] = {0};
        struct solo_tally tally = {0};
        assert_true(read_list(&list, t->language));
        solo_table(&there, set, &list);
        for (uint32_t i = 0; i < list.count; i++) {
            struct senses means;
            senses_find(t->language, codenames_word_folded(&list, i), &means);
            if (!means.count) fail_msg("«%s» has no sense", codenames_word(&list, i));
        }
        struct solo solo = {.table = &there, .level = 2, .ear = {EAR_SENTENCE, 0}};
        for (uint32_t i = 0; i < 10; i++)
            solo_play(&solo, i, &tally);
        assert_int_equal(tally.boards, 10);
        assert_true(tally.won >= 5);
        free((void *)list.content);
    }
}

static void words_of_one_kind_are_alike(void **unused)
{
    (void)unused;
    int whale = vectors_find("whale"), ocean = vectors_find("ocean"), piano = vectors_find("piano");
    assert_true(vectors_alike(whale, ocean, EAR_BOTH) > 2 * VECTORS_ONE);
    assert_true(vectors_alike(whale, piano, EAR_BOTH) < VECTORS_ONE);
    assert_int_equal(vectors_alike(whale, ocean, EAR_BOTH), vectors_alike(ocean, whale, EAR_BOTH));
    assert_int_equal(vectors_find("whales"), whale);
    assert_int_equal(vectors_find("qwxzj"), -1);
    assert_int_equal(vectors_find("averylongwordthatnobodyhaseverheardof"), -1);
    assert_int_equal(vectors_find(""), -1);
    assert_int_equal(vectors_find("кит"), -1);
}

static void no_unseemly_word_is_ever_a_clue(void **unused)
{
    (void)unused;
    static const char *const never[] = {"sex",    "whore",  "heroin", "john",   "paris", "running",
                                        "walked", "houses", "went",   "better", "nazi",  NULL};
    for (int i = 0; never[i]; i++) {
        int place = vectors_find(never[i]);
        if (place >= 0 && strcmp(vectors_word(place), never[i]) == 0)
            assert_int_equal(vectors_familiar(place), 0);
    }
    assert_true(vectors_familiar(vectors_find("ocean")) > 0);
}

static void words_of_one_stem_are_recognised(void **unused)
{
    (void)unused;
    assert_true(hint_same_stem("baker", "baking"));
    assert_true(hint_same_stem("magic", "magician"));
    assert_true(hint_same_stem("dance", "dancer"));
    assert_false(hint_same_stem("star", "stale"));
    assert_false(hint_same_stem("cat", "car"));
}

static struct solo_tally play(int level, struct ear ear, int boards)
{
    struct solo solo = {.table = &table, .level = level, .ear = ear, .rival = RIVAL_WAITS};
    struct solo_tally tally = {0};
    for (int i = 0; i < boards; i++)
        solo_play(&solo, (uint32_t)i, &tally);
    return tally;
}

/* A few boards, always the same: enough to see it collapse, see ./bench codenames for its strength. */
static void it_wins_boards_with_other_ears_than_its_own(void **unused)
{
    (void)unused;
    struct solo_tally t[4] = {0};
    for (int level = 1; level <= 3; level++) {
        t[level] = play(level, (struct ear){EAR_SENTENCE, 0}, 6);
        assert_true(t[level].won >= 5);
        assert_true(t[level].turns <= 9 * t[level].boards);
    }
    assert_true(t[3].turns < t[1].turns);
}

static int clues_heard;

static void no_stem_of_the_board(const struct codenames *g, const struct game_table *t,
                                 const struct hint *hint)
{
    clues_heard++;
    for (int i = 0; i < BOARD_CARDS; i++) {
        const char *word = codenames_word_folded(t->deck[0], g->card[i].index);
        if (!codenames_is_revealed(g, i)) assert_false(hint_same_stem(hint->clue, word));
        if (hint->meant >> i & 1) {
            assert_false(codenames_is_revealed(g, i));
            assert_int_equal(g->card[i].type, g->current);
        }
    }
    for (int i = 0; i < g->turn_count; i++)
        assert_string_not_equal(g->turn[i].clue, hint->clue);
    assert_int_equal(__builtin_popcount(hint->meant), hint->count);
}

static void clues_are_fair_and_never_said_twice(void **unused)
{
    (void)unused;
    struct solo solo = {&table, 3, {EAR_SENTENCE, VECTORS_ONE}, RIVAL_WAITS, no_stem_of_the_board};
    struct solo_tally tally = {0};
    for (uint32_t i = 50; i < 53; i++)
        solo_play(&solo, i, &tally);
    assert_true(clues_heard >= 10);
}

static void speak_english(struct fixture *f)
{
    f->table.deck[0] = &english;
    f->settings[CODENAMES_SET_LANGUAGE] = settings[CODENAMES_SET_LANGUAGE];
}

/* Four computers and the rules, until it ends. */
static int play_out(struct fixture *f, int steps_max)
{
    int steps = 0;
    while (f->state.phase != PHASE_COMPLETE && steps++ < steps_max) {
        uint32_t awaited = codenames_awaited(&f->state);
        struct game_move move;
        struct chance chance;
        uint8_t seed[CHANCE_SEED_BYTES] = {(uint8_t)steps, (uint8_t)(steps >> 8)};
        chance_init(&chance, seed, 0);
        struct game_context c = {.now = f->now, .chance = &chance, .table = &f->table};
        int seat = __builtin_ctz(awaited);
        assert_true(codenames_game.suggest(&f->state, seat, 1 + seat % 3, &c, &move));
        assert_int_equal(act(f, seat, codenames_game.verbs[move.verb].name, move.with), OK);
    }
    return steps;
}

static void all_are_computers(struct fixture *f)
{
    for (int i = 0; i < f->table.seats; i++)
        f->table.seat[i].computer = true;
}

static void four_computers_play_a_game_to_its_end(void **unused)
{
    (void)unused;
    struct fixture f;
    fixture_init(&f, 4, 60);
    speak_english(&f);
    f.settings[SET_CHOOSE] = 1;
    all_are_computers(&f);
    fixture_start(&f);
    play_out(&f, 200);
    assert_int_equal(f.state.phase, PHASE_COMPLETE);
    assert_non_null(strstr(view_of(&f, GAME_CROWD), "\"meant\":["));
    fixture_free(&f);
}

/* Words that nobody knows: it says so, turns over what it must, and the game ends all the same. */
static void words_that_it_does_not_know_are_no_obstacle(void **unused)
{
    (void)unused;
    struct fixture f;
    fixture_init(&f, 4, 60);
    f.settings[CODENAMES_SET_LANGUAGE] = settings[CODENAMES_SET_LANGUAGE]; /* English */
    all_are_computers(&f);
    fixture_start(&f);
    play_out(&f, 400);
    assert_int_equal(f.state.phase, PHASE_COMPLETE);
    assert_string_equal(f.state.turn[0].clue, COMPUTER_PASS);
    fixture_free(&f);
}

static struct computer_choice choice_of(const struct fixture *f, int seat, int level)
{
    struct chance chance;
    uint8_t seed[CHANCE_SEED_BYTES] = {7};
    chance_init(&chance, seed, 0);
    struct game_context c = {.now = f->now, .chance = &chance, .table = &f->table};
    return computer_choose(&f->state, seat, level, &c);
}

static void beside_people_it_only_points(void **unused)
{
    (void)unused;
    struct fixture f;
    fixture_init(&f, 6, 60);
    speak_english(&f);
    f.table.seat[2].computer = true;
    fixture_start(&f);
    assert_int_equal(f.state.spymaster[0], 2); /* the computer gives the clues, unless … */
    f.state.spymaster[0] = 0;
    clue(&f, 0, "animal", 2);
    struct computer_choice choice = choice_of(&f, 2, 3);
    assert_int_equal(choice.deed, COMPUTER_POINT);
    f.state.finger[2] = (uint8_t)(choice.position + 1);
    assert_int_equal(choice_of(&f, 2, 3).deed, COMPUTER_WAITS);
    f.state.away |= SEAT_BIT(4); /* nobody is left to decide */
    assert_int_equal(choice_of(&f, 2, 3).deed, COMPUTER_GUESS);
    fixture_free(&f);
}

static void people_say_when_their_computer_begins(void **unused)
{
    (void)unused;
    struct fixture f;
    fixture_init(&f, 4, 60);
    speak_english(&f);
    f.settings[SET_CHOOSE] = 1;
    f.table.seat[1].computer = f.table.seat[2].computer = f.table.seat[3].computer = true;
    fixture_start(&f);
    assert_int_equal(f.state.spymaster[0], 2);
    assert_int_equal(codenames_awaited(&f.state), SEAT_BIT(0) | SEAT_BIT(1));
    assert_int_equal(choice_of(&f, 2, 2).deed, COMPUTER_WAITS);
    assert_int_equal(choice_of(&f, 1, 2).deed, COMPUTER_READY);
    assert_int_equal(act(&f, 1, "ready", NULL), OK);
    assert_int_equal(act(&f, 0, "ready", NULL), OK);
    assert_int_equal(f.state.phase, PHASE_CLUE);
    fixture_free(&f);
}

static void who_would_rather_give_the_clues_takes_them(void **unused)
{
    (void)unused;
    struct fixture f;
    fixture_init(&f, 4, 60);
    f.settings[SET_CHOOSE] = 1;
    f.table.seat[2].computer = true;
    fixture_start(&f);
    assert_int_equal(act(&f, 0, "take_spymaster", NULL), OK);
    assert_int_equal(f.state.spymaster[0], 0);
    assert_int_equal(codenames_awaited(&f.state), SEAT_BIT(0) | SEAT_BIT(1));
    fixture_free(&f);
}

static void what_it_meant_is_told_at_the_end_and_not_before(void **unused)
{
    (void)unused;
    struct fixture f;
    start(&f, 4);
    assert_int_equal(act(&f, 0, "submit_clue", "{\"text\":\"sol\",\"count\":1,\"meant\":[3,25]}"),
                     REFUSAL_CODE_BAD_REQUEST);
    assert_int_equal(act(&f, 0, "submit_clue", "{\"text\":\"sol\",\"count\":1,\"meant\":7}"),
                     REFUSAL_CODE_BAD_REQUEST);
    assert_int_equal(act(&f, 0, "submit_clue", "{\"text\":\"sol\",\"count\":1,\"meant\":[3,7]}"),
                     OK);
    for (int viewer = GAME_CROWD; viewer < 4; viewer++)
        assert_null(strstr(view_of(&f, viewer), "meant"));
    guess(&f, 2, hidden(&f, CARD_ASSASSIN));
    assert_non_null(strstr(view_of(&f, GAME_CROWD), "\"meant\":[3,7]"));
    fixture_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_knows_all_our_english_words),
        cmocka_unit_test(senses_are_as_the_game_reads_words),
        cmocka_unit_test(words_with_another_ending_are_understood),
        cmocka_unit_test(it_plays_in_the_other_languages_too),
        cmocka_unit_test(words_of_one_kind_are_alike),
        cmocka_unit_test(no_unseemly_word_is_ever_a_clue),
        cmocka_unit_test(words_of_one_stem_are_recognised),
        cmocka_unit_test(it_wins_boards_with_other_ears_than_its_own),
        cmocka_unit_test(clues_are_fair_and_never_said_twice),
        cmocka_unit_test(four_computers_play_a_game_to_its_end),
        cmocka_unit_test(words_that_it_does_not_know_are_no_obstacle),
        cmocka_unit_test(beside_people_it_only_points),
        cmocka_unit_test(people_say_when_their_computer_begins),
        cmocka_unit_test(who_would_rather_give_the_clues_takes_them),
        cmocka_unit_test(what_it_meant_is_told_at_the_end_and_not_before),
    };
    return cmocka_run_group_tests(tests, read_english, free_english);
}
