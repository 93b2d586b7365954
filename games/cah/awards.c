#include "awards.h"
#include "core/award.h"

#define STREAK_MIN 2
#define LOVED_MIN 2 /* votes */
#define LAST_MIN 3  /* rounds after which the last word is worth one */

/* Of the rounds that can be looked back at. */
struct sums {
    uint32_t streak[AWARD_SEATS], own[AWARD_SEATS];
};

static void add(uint32_t value[AWARD_SEATS], uint32_t seats, uint32_t number)
{
    for (int seat = 0; seat < CAH_SEATS; seat++)
        if (seats & SEAT_BIT(seat) && value[seat] < number) value[seat] = number;
}

static bool written(const struct cah_past *p)
{
    for (int i = 0; i < p->count; i++)
        if (p->card[i] >= CAH_BLANK) return true;
    return false;
}

static void count(const struct cah *g, struct sums *s)
{
    uint32_t row = 0, own[AWARD_SEATS] = {0};
    int before = -1;
    for (int i = 0; i < g->past_count; i++) {
        const struct cah_past *p = &g->past[i];
        int side = p->winner < 0 ? -1 : cah_side(g, p->winner);
        row = side >= 0 && side == before ? row + 1 : 1;
        before = side;
        if (side < 0 || side >= CAH_SEATS) continue;
        add(s->streak, cah_members(g, side), row);
        if (written(p)) add(s->own, cah_members(g, side), ++own[side]);
    }
}

static uint32_t votes_for_winner(const struct cah *g)
{
    uint32_t votes = 0;
    for (int seat = 0; seat < CAH_SEATS; seat++)
        votes += g->winner >= 0 && g->vote[seat] == g->winner;
    return votes;
}

/* The last round as it was won, if it was. */
static void give_last(const struct cah *g, struct awards *a)
{
    if (g->winner < 0) return;
    uint32_t seats = cah_members(g, g->response[g->winner].author), votes = votes_for_winner(g);
    if (votes >= LOVED_MIN)
        award_give(a, "loved", seats, votes, NULL);
    else if (g->round >= LAST_MIN)
        award_give(a, "last", seats, g->round, NULL);
}

void cah_awards(const struct cah *g, const struct game_table *table, struct writer *out)
{
    struct sums s = {0};
    struct awards a = awards_begin(out);
    count(g, &s);
    for (int seat = 0; seat < table->seats && seat < CAH_SEATS; seat++)
        a.id[seat] = table->seat[seat].id;
    award_give_most(&a, "streak", s.streak, g->seats, STREAK_MIN);
    award_give_most(&a, "author", s.own, g->seats, 1);
    give_last(g, &a);
    awards_end(&a);
}
