#include "fixture.h"
#include "game/fixture_body.h"

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
    char hash[40];
    snprintf(hash, sizeof hash, "%s%d", prefix, cards);
    fixture_deck(deck, deck_json(prefix, cards, "es"), prefix, hash);
}

void fixture_init(struct fixture *f, int seats, int cards)
{
    fixture_lay(f, seats);
    make_deck(&f->deck[0], "PALABRA", cards);
    make_deck(&f->deck[1], "NUEVA", cards);
    f->table.deck[f->table.decks++] = &f->deck[0];
}

const char *card_id(const struct fixture *f, uint32_t number)
{
    return table_card(&f->table, number)->id;
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
