#include "awards.h"
#include "core/award.h"

#define BRAVE_MIN 3 /* words that a clue has to be for */
#define FOUND_MIN 2 /* agents: by one clue, by one person */

/* The numbers of a game, by seat and by turn. */
struct sums {
    uint32_t found[AWARD_SEATS]; /* own agents */
    uint8_t of_turn[CODENAMES_TURNS_MAX];
    uint32_t slips[CODENAMES_TEAMS], hits[CODENAMES_TEAMS];
};

static void count(const struct codenames *g, struct sums *s)
{
    const struct codenames_guess *guess = g->guess;
    for (int i = 0; i < g->turn_count; i++)
        for (int j = 0; j < g->turn[i].guesses; j++, guess++) {
            int team = g->turn[i].team;
            bool own = g->card[guess->position].type == team;
            s->found[guess->by] += own;
            s->of_turn[i] += own;
            s->hits[team] += own;
            s->slips[team] += !own;
        }
}

/* Of several such clues it is everybody who gave one, and none is quoted. */
static void give_clue(struct awards *a, const char *key, const struct codenames *g,
                      const int number[CODENAMES_TURNS_MAX], int least)
{
    const char *text = NULL;
    uint32_t seats = 0;
    int best = least;
    for (int i = 0; i < g->turn_count; i++) {
        if (!g->turn[i].clue[0] || number[i] < best) continue;
        bool more = number[i] > best || !seats;
        seats = (more ? 0 : seats) | SEAT_BIT(g->turn[i].by);
        text = more ? g->turn[i].clue : NULL;
        best = number[i];
    }
    award_give(a, key, seats, (uint32_t)best, text);
}

/* Spymasters have no say in it. */
static uint32_t guessers(const struct codenames *g)
{
    uint32_t seats = (uint32_t)(g->members[0] | g->members[1]);
    return seats & ~(SEAT_BIT(g->spymaster[0]) | SEAT_BIT(g->spymaster[1]));
}

static void give_clean(const struct sums *s, const struct codenames *g, struct awards *a)
{
    for (int team = 0; team < CODENAMES_TEAMS; team++)
        if (!s->slips[team] && s->slips[!team] && s->hits[team] >= BRAVE_MIN)
            award_give(a, "clean", g->members[team], s->hits[team], NULL);
}

void codenames_awards(const struct codenames *g, const struct game_table *table, struct writer *out)
{
    struct sums s = {0};
    int brave[CODENAMES_TURNS_MAX], found[CODENAMES_TURNS_MAX];
    struct awards a = awards_begin(out);
    count(g, &s);
    for (int seat = 0; seat < table->seats && seat < CODENAMES_SEATS; seat++)
        a.id[seat] = table->seat[seat].id;
    for (int i = 0; i < g->turn_count; i++) {
        brave[i] = g->turn[i].count;
        found[i] = s.of_turn[i];
    }
    give_clue(&a, "brave", g, brave, BRAVE_MIN);
    give_clue(&a, "clue", g, found, FOUND_MIN);
    award_give_most(&a, "eye", s.found, guessers(g), FOUND_MIN);
    give_clean(&s, g, &a);
    awards_end(&a);
}
