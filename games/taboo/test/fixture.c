#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const names[] = {"Ana",  "Beto", "Carla", "David", "Elena", "Félix",
                                    "Gema", "Hugo", "Inés",  "Jorge", "Katia", "Luis"};
static const char *const ids[] = {"p1", "p2", "p3", "p4",  "p5",  "p6",
                                  "p7", "p8", "p9", "p10", "p11", "p12"};

json_t *deck_json(const char *prefix, int cards, const char *language)
{
    json_t *list = json_array();
    for (int i = 0; i < cards; i++) {
        char id[64], word[32];
        snprintf(id, sizeof id, "00000000-0000-4000-8000-%02x00%08x", (unsigned char)prefix[0], i);
        snprintf(word, sizeof word, "%s%d", prefix, i);
        json_array_append_new(list, json_pack("{s:s,s:s,s:[s,s,s,s,s],s:s,s:s}", "id", id, "word",
                                              word, "tabooWords", "uno", "dos", "tres", "cuatro",
                                              "cinco", "category", "prueba", "difficulty", "easy"));
    }
    return json_pack("{s:s,s:s,s:s,s:o}", "game", "taboo", "language", language, "name", prefix,
                     "cards", list);
}

static void make_deck(struct game_deck *deck, const char *prefix, int cards)
{
    json_t *json = deck_json(prefix, cards, "es");
    struct refusal r = taboo_game.deck_read(deck, json);
    assert_string_equal(refusal_sentence(&r), "Done.");
    snprintf(deck->hash, sizeof deck->hash, "%s%d", prefix, cards);
    deck->name = prefix;
    json_decref(json);
}

static struct game_context context(const struct fixture *f, struct chance *chance)
{
    static const uint8_t seed[CHANCE_SEED_BYTES] = {7};
    chance_init(chance, seed, f->steps);
    return (struct game_context){.now = f->now, .chance = chance, .table = &f->table};
}

static void listen(struct fixture *f)
{
    says_clear(&f->says, (int64_t)f->steps);
    taboo_game.tell(&f->state, &f->table, &f->says);
}

void fixture_init(struct fixture *f, int seats, int cards)
{
    memset(f, 0, sizeof *f);
    says_init(&f->says, 0);
    for (int i = 0; taboo_settings[i].key; i++)
        f->settings[i] = taboo_settings[i].initial;
    f->table.settings = f->settings;
    f->table.seats = seats;
    f->table.clock_offset = 1000000;
    for (int i = 0; i < seats; i++)
        f->table.seat[i] = (struct game_seat){names[i], ids[i], i % 2, false};
    make_deck(&f->deck[0], "PALABRA", cards);
    make_deck(&f->deck[1], "NUEVA", cards);
    f->table.deck[f->table.decks++] = &f->deck[0];
    f->now = 5000;
}

struct refusal fixture_start(struct fixture *f)
{
    struct chance chance;
    f->steps++;
    struct game_context c = context(f, &chance);
    memset(&f->state, 0, sizeof f->state);
    struct refusal r = taboo_game.init(&f->state, &c);
    if (!refused(&r)) listen(f);
    return r;
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
    const struct game_verb *v = taboo_game.verbs;
    while (strcmp(v->name, verb) != 0)
        v++;
    json_t *with = json_loads(payload ? payload : "{}", 0, NULL);
    struct taboo copy = f->state;
    struct refusal r = v->apply(&copy, seat, with, &c);
    json_decref(with);
    if (refused(&r)) return r.code;
    memcpy(&f->state, &copy, sizeof copy);
    f->steps++;
    listen(f);
    return r.code;
}

void news(struct fixture *f, enum game_news what, int seat)
{
    struct chance chance;
    struct game_context c = context(f, &chance);
    if (what == NEWS_DECK) f->table.deck[f->table.decks++] = &f->deck[1];
    taboo_game.happen(&f->state, what, seat, &c);
    f->steps++;
    listen(f);
}

void wake(struct fixture *f)
{
    int64_t at = taboo_game.pulse(&f->state).wake_at;
    assert_int_not_equal(at, 0);
    if (f->now < at) f->now = at;
    news(f, NEWS_WAKE, 0);
}

const char *card_id(const struct fixture *f, uint32_t number)
{
    return table_card(&f->table, number)->id;
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
    taboo_game.view(&f->state, viewer, &f->table, &w);
    return buffer_text(&f->text);
}

void start(struct fixture *f, int seats, int cards)
{
    fixture_init(f, seats, cards);
    struct refusal r = fixture_start(f);
    assert_int_equal(r.code, REFUSAL_CODE_OK);
}

void names_card(char out[80], const struct fixture *f, uint32_t card)
{
    snprintf(out, 80, "{\"roomCode\":\"XTBK92\",\"cardId\":\"%s\"}", card_id(f, card));
}

void play_deck(struct fixture *f, int cards, int a, int b)
{
    fixture_init(f, 4, 30);
    f->settings[SET_MODE] = TABOO_DECK;
    f->settings[SET_DECK_SIZE] = cards;
    fixture_start(f);
    act(f, 0, "describer_ready", NULL);
    for (int i = 0; i < cards / 2; i++)
        assert_int_equal(act(f, 0, i < a ? "card_correct" : "card_skip", NULL), REFUSAL_CODE_OK);
    wake(f);
    if (f->state.phase != TABOO_ENDED) return;
    wake(f);
    act(f, 1, "describer_ready", NULL);
    for (int i = 0; f->state.phase == TABOO_ACTIVE; i++)
        assert_int_equal(act(f, 1, i < b ? "card_correct" : "card_skip", NULL), REFUSAL_CODE_OK);
}
