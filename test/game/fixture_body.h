/* The functions of game/fixture.h, for the one file of a game that includes this. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

void fixture_deck(struct game_deck *deck, json_t *json, const char *name, const char *hash)
{
    assert_non_null(json);
    struct refusal r = FIXTURE_GAME.deck_read(deck, json);
    assert_string_equal(refusal_sentence(&r), "Done.");
    snprintf(deck->hash, sizeof deck->hash, "%s", hash);
    deck->name = name;
    json_decref(json);
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
    FIXTURE_GAME.tell(&f->state, &f->table, &f->says);
}

void fixture_lay(struct fixture *f, int seats)
{
    static const char *const names[GAME_SEATS_MAX] = {
        "Ana",  "Beto",  "Carla", "David", "Elena", "Félix", "Gema", "Hugo",
        "Inés", "Jorge", "Katia", "Luis",  "Mara",  "Nico",  "Olga", "Pablo"};
    memset(f, 0, sizeof *f);
    says_init(&f->says, 0);
    for (int i = 0; FIXTURE_GAME.settings[i].key; i++)
        f->settings[i] = FIXTURE_GAME.settings[i].initial;
    f->table.settings = f->settings;
    f->table.seats = seats;
    f->table.clock_offset = 1000000;
    f->now = 5000;
    for (int i = 0; i < GAME_SEATS_MAX; i++) {
        snprintf(f->id[i], sizeof f->id[i], "p%d", i + 1);
        f->table.seat[i] =
            (struct game_seat){names[i], f->id[i], FIXTURE_GAME.teams ? i % 2 : -1, false, false};
    }
}

struct refusal fixture_start(struct fixture *f)
{
    struct chance chance;
    struct game_context c = context(f, &chance);
    FIXTURE_STATE before;
    memcpy(&before, &f->state, sizeof before);
    if (f->steps && !c.previous) c.previous = &before;
    f->steps++;
    memset(&f->state, 0, sizeof f->state);
    struct refusal r = FIXTURE_GAME.init(&f->state, &c);
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

int fixture_lend(void **state)
{
    *state = calloc(1, sizeof(struct fixture));
    return *state ? 0 : -1;
}

int fixture_take_back(void **state)
{
    fixture_free(*state);
    free(*state);
    return 0;
}

enum refusal_code act(struct fixture *f, int seat, const char *verb, const char *payload)
{
    struct chance chance;
    struct game_context c = context(f, &chance);
    const struct game_verb *v = FIXTURE_GAME.verbs;
    while (strcmp(v->name, verb) != 0)
        v++;
    json_t *with = json_loads(payload ? payload : "{}", JSON_ALLOW_NUL, NULL);
    assert_non_null(with);
    FIXTURE_STATE copy;
    memcpy(&copy, &f->state, sizeof copy);
    f->last = v->apply(&copy, seat, with, &c);
    json_decref(with);
    if (refused(&f->last)) return f->last.code;
    memcpy(&f->state, &copy, sizeof copy);
    f->steps++;
    listen(f);
    return f->last.code;
}

void news(struct fixture *f, enum game_news what, int seat)
{
    struct chance chance;
    struct game_context c = context(f, &chance);
    if (what == NEWS_DECK) f->table.deck[f->table.decks++] = &f->deck[1];
    if (what == NEWS_SEAT_NEW) f->table.seats = seat + 1;
    FIXTURE_GAME.happen(&f->state, what, seat, &c);
    f->steps++;
    listen(f);
}

void wake(struct fixture *f)
{
    int64_t at = FIXTURE_GAME.pulse(&f->state).wake_at;
    assert_int_not_equal(at, 0);
    if (f->now < at) f->now = at;
    news(f, NEWS_WAKE, 0);
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
    FIXTURE_GAME.view(&f->state, viewer, &f->table, &w);
    return buffer_text(&f->text);
}
