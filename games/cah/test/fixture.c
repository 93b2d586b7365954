#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

json_t *deck_json(const char *language, int white, int black, int pick)
{
    json_t *whites = json_array(), *blacks = json_array(), *packs = json_array();
    for (int i = 0; i < white; i++)
        json_array_append_new(whites, json_pack("{s:o}", "text", json_sprintf("w%d", i)));
    for (int i = 0; i < black; i++)
        json_array_append_new(blacks, json_pack("{s:o, s:i}", "text", json_sprintf("b%d _", i),
                                                "pick", pick ? pick : 1 + i % 3));
    json_array_append_new(
        packs, json_pack("{s:s, s:o, s:o}", "name", "Test", "white", whites, "black", blacks));
    return json_pack("{s:s, s:s, s:o}", "language", language, "name", "Test", "packs", packs);
}

void deck_open(struct game_deck *deck, const char *language, int white, int black, int pick)
{
    json_t *json = deck_json(language, white, black, pick);
    struct refusal r = cah_game.deck_read(deck, json);
    assert_string_equal(refusal_sentence(&r), "Done.");
    strcpy(deck->hash, "0123456789abcdef0123456789abcdef");
    deck->name = "";
    json_decref(json);
}

void deck_close(struct game_deck *deck)
{
    free((void *)deck->content);
}

void fixture_init(struct fixture *f, int seats, int white, int black, int pick)
{
    static const char *const names[] = {"Ana", "Bo",  "Cleo", "Dan", "Eve",
                                        "Fin", "Gil", "Hal",  "Ida", "Jo"};
    memset(f, 0, sizeof *f);
    deck_open(&f->deck[0], "en", white, black, pick);
    f->table.decks = 1;
    f->table.deck[0] = &f->deck[0];
    f->table.seats = seats;
    for (int s = 0; s < GAME_SEATS_MAX; s++) {
        snprintf(f->id[s], sizeof f->id[s], "p%d", s + 1);
        f->table.seat[s] = (struct game_seat){s < CAH_SEATS ? names[s] : "", f->id[s], -1, false};
    }
    for (int i = 0; i < CAH_SETTINGS; i++)
        f->settings[i] = cah_settings[i].initial;
    f->table.settings = f->settings;
    f->table.clock_offset = 1000000;
    f->now = 5000;
}

static struct game_context context(struct fixture *f, struct chance *chance)
{
    static const uint8_t seed[CHANCE_SEED_BYTES] = {7};
    chance_init(chance, seed, f->steps);
    return (struct game_context){.now = f->now, .chance = chance, .table = &f->table};
}

static void listen(struct fixture *f)
{
    says_clear(&f->says, (int64_t)f->steps);
    cah_game.tell(&f->state, &f->table, &f->says);
}

struct refusal fixture_start(struct fixture *f)
{
    struct chance chance;
    struct game_context c = context(f, &chance);
    struct cah previous;
    memcpy(&previous, &f->state, sizeof previous);
    if (f->steps) c.previous = &previous;
    memset(&f->state, 0, sizeof f->state);
    struct refusal r = cah_game.init(&f->state, &c);
    f->steps++;
    if (!refused(&r)) listen(f);
    return r;
}

void fixture_free(struct fixture *f)
{
    deck_close(&f->deck[0]);
    deck_close(&f->deck[1]);
    says_free(&f->says);
    buffer_free(&f->text);
}

void start(struct fixture *f, int seats, int pick)
{
    fixture_init(f, seats, 200, 40, pick);
    struct refusal r = fixture_start(f);
    assert_string_equal(refusal_sentence(&r), "Done.");
}

enum refusal_code act(struct fixture *f, int seat, const char *verb, const char *payload)
{
    struct chance chance;
    struct game_context c = context(f, &chance);
    const struct game_verb *v = cah_game.verbs;
    while (strcmp(v->name, verb) != 0)
        v++;
    json_t *with = json_loads(payload ? payload : "{}", 0, NULL);
    assert_non_null(with);
    struct cah copy;
    memcpy(&copy, &f->state, sizeof copy);
    f->refusal = v->apply(&copy, seat, with, &c);
    json_decref(with);
    if (refused(&f->refusal)) return f->refusal.code;
    memcpy(&f->state, &copy, sizeof copy);
    f->steps++;
    listen(f);
    return f->refusal.code;
}

void news(struct fixture *f, enum game_news what, int seat)
{
    struct chance chance;
    struct game_context c = context(f, &chance);
    if (what == NEWS_DECK) f->table.deck[f->table.decks++] = &f->deck[1];
    cah_game.happen(&f->state, what, seat, &c);
    f->steps++;
    listen(f);
}

void wake(struct fixture *f)
{
    int64_t at = cah_game.pulse(&f->state).wake_at;
    assert_int_not_equal(at, 0);
    if (f->now < at) f->now = at;
    news(f, NEWS_WAKE, -1);
}

void join(struct fixture *f)
{
    int seat = f->table.seats++;
    news(f, NEWS_SEAT_NEW, seat);
}

const char *offer(const struct fixture *f, int seat, const int *places)
{
    static char text[400];
    char id[CAH_ID_BYTES];
    strcpy(text, "{\"cardIds\":[");
    for (int i = 0; places[i] >= 0; i++) {
        cah_white_id(&f->table, f->state.hand[seat].card[places[i]], id);
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s\"%s\"", i ? "," : "", id);
    }
    strcat(text, "],\"texts\":{");
    bool any = false;
    for (int i = 0; places[i] >= 0; i++) {
        uint16_t card = f->state.hand[seat].card[places[i]];
        if (card < CAH_BLANK) continue;
        cah_white_id(&f->table, card, id);
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s\"%s\":\"mine %d\"",
                 any ? "," : "", id, seat);
        any = true;
    }
    strcat(text, "}}");
    return text;
}

enum refusal_code submit(struct fixture *f, int seat)
{
    static const int places[3][4] = {{0, -1}, {0, 1, -1}, {0, 1, 2, -1}};
    return act(f, seat, "submit_response", offer(f, seat, places[f->state.pick - 1]));
}

void submit_all(struct fixture *f)
{
    for (uint32_t who; (who = cah_submitters(&f->state)) != 0;)
        assert_int_equal(submit(f, __builtin_ctz(who)), REFUSAL_CODE_OK);
}

int entry_of(const struct fixture *f, int author)
{
    for (int i = 0; i < f->state.response_count; i++)
        if (f->state.response[i].author == author) return i;
    return -1;
}

static const char *names(const struct fixture *f, int entry)
{
    static char text[60];
    char id[17];
    cah_id_text(entry < 0 ? 1 : f->state.response[entry].id, id);
    snprintf(text, sizeof text, "{\"responseId\":\"%s\"}", id);
    return text;
}

enum refusal_code judge(struct fixture *f, int entry)
{
    return act(f, f->state.czar, "judge_winner", names(f, entry));
}

enum refusal_code vote(struct fixture *f, int seat, int entry)
{
    return act(f, seat, "vote", names(f, entry));
}

void win_round(struct fixture *f, int author)
{
    submit_all(f);
    assert_int_equal(judge(f, entry_of(f, author)), REFUSAL_CODE_OK);
    if (f->state.phase == PHASE_COMPLETED) wake(f);
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
    cah_game.view(&f->state, viewer, &f->table, &w);
    return buffer_text(&f->text);
}

json_t *view_json(struct fixture *f, int viewer)
{
    return json_loads(view_of(f, viewer), 0, NULL);
}
