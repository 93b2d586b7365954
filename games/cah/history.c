/* What history keeps of the cards game (facts.h). */
#include "history.h"
#include "deck.h"

#include <string.h>

static const struct game_deck *deck_of(const struct game_table *table, const char *id)
{
    for (int i = 0; i < table->decks; i++)
        if (strncmp(table->deck[i]->hash, id, 8) == 0) return table->deck[i];
    return NULL;
}

static void put_printed(struct fact_card *out, const struct game_table *table,
                        enum cah_colour colour, uint16_t card)
{
    cah_card_id(table, colour, card, out->id);
    out->text = cah_card_text(table, colour, card);
    out->deck = deck_of(table, out->id);
    out->pick = colour == CAH_BLACK ? cah_card_pick(table, card) : 1;
}

static int author_fact(int author)
{
    return author < CAH_SEATS ? author : FACT_GUEST + author - CAH_SEATS;
}

static void put_response_facts(struct fact_response *out, const struct cah_response *r,
                               const struct game_table *table)
{
    const char *written = r->text;
    out->author = author_fact(r->author);
    out->cards = r->count;
    for (int i = 0; i < r->count; i++) {
        if (r->card[i] < CAH_BLANK) {
            put_printed(&out->card[i], table, CAH_WHITE, r->card[i]);
            continue;
        }
        out->card[i] = (struct fact_card){.text = written, .pick = 1};
        written += strlen(written) + 1;
    }
}

static void put_people(struct facts *out, const struct cah *g)
{
    uint32_t leaders = cah_leaders(g);
    for (int a = 0; a < CAH_SEATS + g->randos; a++) {
        bool rando = a >= CAH_SEATS;
        uint32_t bit = 1u << author_fact(a);
        if (!rando && !(g->seats & SEAT_BIT(a))) continue;
        out->took_part |= bit;
        if (rando || cah_present(g) & SEAT_BIT(a)) out->active |= bit;
        if (g->phase == PHASE_OVER && leaders & 1u << cah_side(g, a)) out->winners |= bit;
        out->score[author_fact(a)] = g->score[cah_side(g, a)];
    }
    out->winners &= out->active;
    out->guests = g->randos;
}

static enum fact_phase phase_fact(const struct cah *g)
{
    if (g->phase == PHASE_JUDGING) return FACT_JUDGING;
    bool judged = g->phase == PHASE_COMPLETED || (g->phase == PHASE_OVER && g->winner >= 0);
    return judged ? FACT_COMPLETED : FACT_WAITING;
}

void cah_facts(const void *state, const struct game_table *table, struct facts *out)
{
    const struct cah *g = state;
    put_people(out, g);
    out->score_limit = g->score_limit;
    out->tournament = cah_has(g, RULE_TOURNAMENT);
    out->round = g->black_card == CAH_NO_CARD ? 0 : g->round;
    if (!out->round) return;
    out->phase = phase_fact(g);
    out->czar = g->czar;
    put_printed(&out->black, table, CAH_BLACK, g->black_card);
    out->responses = g->response_count;
    for (int i = 0; i < g->response_count; i++)
        put_response_facts(&out->response[i], &g->response[i], table);
    out->winner = g->winner;
}
