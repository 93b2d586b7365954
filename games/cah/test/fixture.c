#include "fixture.h"
#include "game/fixture_body.h"

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
    fixture_deck(deck, deck_json(language, white, black, pick), "",
                 "0123456789abcdef0123456789abcdef");
}

void deck_close(struct game_deck *deck)
{
    free((void *)deck->content);
}

void fixture_init(struct fixture *f, int seats, int white, int black, int pick)
{
    fixture_lay(f, seats);
    deck_open(&f->deck[0], "en", white, black, pick);
    f->table.deck[f->table.decks++] = &f->deck[0];
}

void start(struct fixture *f, int seats, int pick)
{
    fixture_init(f, seats, 200, 40, pick);
    struct refusal r = fixture_start(f);
    assert_string_equal(refusal_sentence(&r), "Done.");
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

json_t *view_json(struct fixture *f, int viewer)
{
    return json_loads(view_of(f, viewer), 0, NULL);
}
