#include "fixture.h"
#include "game/fixture_body.h"

static void read_deck(struct game_deck *deck, json_t *words, const char *language, const char *name)
{
    char hash[40];
    snprintf(hash, sizeof hash, "%s%zu", name, json_array_size(words));
    fixture_deck(deck,
                 json_pack("{s:s,s:s,s:s,s:s,s:s,s:s,s:o}", "game", "codenames", "name", name,
                           "language", language, "rating", "family", "author", "Ludoteca",
                           "licence", "CC0-1.0", "words", words),
                 name, hash);
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

void fixture_init(struct fixture *f, int seats, int words)
{
    fixture_lay(f, seats);
    f->settings[SET_START] = START_RED;
    f->settings[SET_CHOOSE] = 0;
    make_deck(&f->deck[0], "MESA", words, "es");
    make_deck(&f->deck[1], "NUBE", words, "es");
    f->table.deck[f->table.decks++] = &f->deck[0];
}

void start(struct fixture *f, int seats)
{
    fixture_init(f, seats, 60);
    struct refusal r = fixture_start(f);
    assert_int_equal(r.code, OK);
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

int hidden(const struct fixture *f, enum card_type type)
{
    for (int i = 0; i < BOARD_CARDS; i++)
        if (f->state.card[i].type == type && !codenames_is_revealed(&f->state, i)) return i;
    fail_msg("no hidden card of type %d", type);
    return -1;
}
