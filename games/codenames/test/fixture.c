#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const names[] = {"Ana",  "Beto", "Carla", "David", "Elena", "Félix",
                                    "Gema", "Hugo", "Inés",  "Jorge", "Katia", "Luis",
                                    "Mara", "Nico", "Olga",  "Pablo"};
static const char *const ids[] = {"p1", "p2",  "p3",  "p4",  "p5",  "p6",  "p7",  "p8",
                                  "p9", "p10", "p11", "p12", "p13", "p14", "p15", "p16"};

static void read_deck(struct game_deck *deck, json_t *words, const char *language, const char *name)
{
    json_t *json = json_pack("{s:s,s:s,s:s,s:s,s:s,s:s,s:o}", "game", "codenames", "name", name,
                             "language", language, "rating", "family", "author", "Ludoteca",
                             "licence", "CC0-1.0", "words", words);
    assert_non_null(json);
    struct refusal r = codenames_game.deck_read(deck, json);
    assert_string_equal(refusal_sentence(&r), "Done.");
    snprintf(deck->hash, sizeof deck->hash, "%s%u", name, deck->count);
    deck->name = name;
    json_decref(json);
}

void make_deck(struct game_deck *deck, const char *prefix, int words, const char *language)
{
    json_t *list = json_array();
    for (int i = 0; i < words; i++) {
        char word[32];
        snprintf(word, sizeof word, "%s%c%c", prefix, 'A' + i / 26 % 26, 'A' + i % 26);
        json_array_append_new(list, json_string(word));
    }
    read_deck(deck, list, language, prefix);
}

void make_deck_of(struct game_deck *deck, const char *const *words, int count)
{
    json_t *list = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(list, json_string(words[i]));
    read_deck(deck, list, "es", "these");
}

static struct game_context context(const struct fixture *f, struct chance *chance)
{
    static const uint8_t seed[CHANCE_SEED_BYTES] = {7};
    chance_init(chance, seed, f->steps);
    return (struct game_context){
        .now = f->now, .chance = chance, .table = &f->table, .previous = f->previous};
}

static void listen(struct fixture *f)
{
    says_clear(&f->says, (int64_t)f->steps);
    codenames_game.tell(&f->state, &f->table, &f->says);
}

void fixture_init(struct fixture *f, int seats, int words)
{
    memset(f, 0, sizeof *f);
    says_init(&f->says, 0);
    for (int i = 0; codenames_game.settings[i].key; i++)
        f->settings[i] = codenames_game.settings[i].initial;
    f->settings[SET_START] = START_RED;
    f->settings[SET_CHOOSE] = 0;
    f->table.settings = f->settings;
    f->table.seats = seats;
    f->table.clock_offset = 1000000;
    for (int i = 0; i < CODENAMES_SEATS; i++)
        f->table.seat[i] = (struct game_seat){names[i], ids[i], i % 2, false};
    make_deck(&f->deck[0], "MESA", words, "es");
    make_deck(&f->deck[1], "NUBE", words, "es");
    f->table.deck[f->table.decks++] = &f->deck[0];
    f->now = 5000;
}

struct refusal fixture_start(struct fixture *f)
{
    struct chance chance;
    f->steps++;
    struct game_context c = context(f, &chance);
    memset(&f->state, 0, sizeof f->state);
    struct refusal r = codenames_game.init(&f->state, &c);
    if (!refused(&r)) listen(f);
    return r;
}

void start(struct fixture *f, int seats)
{
    fixture_init(f, seats, 60);
    struct refusal r = fixture_start(f);
    assert_int_equal(r.code, OK);
}

void fixture_free(struct fixture *f)
{
    free((void *)f->deck[0].content);
    free((void *)f->deck[1].content);
    says_free(&f->says);
    buffer_free(&f->text);
}

enum refusal_code act(struct fixture *f, int seat, const char *verb, const char *payload)
{
    struct chance chance;
    struct game_context c = context(f, &chance);
    const struct game_verb *v = codenames_game.verbs;
    while (strcmp(v->name, verb) != 0)
        v++;
    json_t *with = json_loads(payload ? payload : "{}", JSON_ALLOW_NUL, NULL);
    assert_non_null(with);
    struct codenames copy;
    memcpy(&copy, &f->state, sizeof copy);
    f->last = v->apply(&copy, seat, with, &c);
    json_decref(with);
    if (refused(&f->last)) return f->last.code;
    memcpy(&f->state, &copy, sizeof copy);
    f->steps++;
    listen(f);
    return OK;
}

enum refusal_code clue(struct fixture *f, int seat, const char *text, int count)
{
    char payload[200];
    if (count == CLUE_UNLIMITED)
        snprintf(payload, sizeof payload, "{\"text\":\"%s\",\"count\":\"unlimited\"}", text);
    else
        snprintf(payload, sizeof payload, "{\"text\":\"%s\",\"count\":%d}", text, count);
    return act(f, seat, "submit_clue", payload);
}

enum refusal_code guess(struct fixture *f, int seat, int position)
{
    char payload[40];
    snprintf(payload, sizeof payload, "{\"position\":%d}", position);
    return act(f, seat, "make_guess", payload);
}

void news(struct fixture *f, enum game_news what, int seat)
{
    struct chance chance;
    struct game_context c = context(f, &chance);
    if (what == NEWS_DECK) f->table.deck[f->table.decks++] = &f->deck[1];
    if (what == NEWS_SEAT_NEW) f->table.seats = seat + 1;
    codenames_game.happen(&f->state, what, seat, &c);
    f->steps++;
    listen(f);
}

void wake(struct fixture *f)
{
    int64_t at = codenames_game.pulse(&f->state).wake_at;
    assert_int_not_equal(at, 0);
    if (f->now < at) f->now = at;
    news(f, NEWS_WAKE, 0);
}

int hidden(const struct fixture *f, enum card_type type)
{
    for (int i = 0; i < BOARD_CARDS; i++)
        if (f->state.card[i].type == type && !codenames_is_revealed(&f->state, i)) return i;
    fail_msg("no hidden card of type %d", type);
    return -1;
}

const char *heard(const struct fixture *f, int viewer, const char *event)
{
    for (size_t i = 0; i < says_count(&f->says); i++) {
        struct says_event e = says_event(&f->says, i);
        if (strcmp(e.name, event) == 0 && says_reaches(e.audience, viewer)) return e.text;
    }
    return NULL;
}

const char *view_of(struct fixture *f, int viewer)
{
    buffer_clear(&f->text);
    struct writer w = writer_to(&f->text);
    codenames_game.view(&f->state, viewer, &f->table, &w);
    return buffer_text(&f->text);
}
