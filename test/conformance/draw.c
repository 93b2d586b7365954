/* Which table a number stands for: seats, teams, settings, decks, seed, clock. */
#include "core/alloc.h"
#include "sitting.h"

#include <stdio.h>
#include <string.h>

static int32_t setting_value(const struct game_setting *s, struct chance *chance)
{
    switch (chance_below(chance, 4)) {
    case 0: return s->initial;
    case 1: return chance_below(chance, 2) ? s->min : s->max;
    default:
        return (int32_t)(s->min + (int64_t)chance_below(chance, (uint32_t)(s->max - s->min) + 1));
    }
}

/* Team sizes as an odometer from all team_min to all team_max; those whose sum is allowed count. */
static bool turn(const struct game *g, int size[GAME_SEATS_MAX])
{
    for (int t = 0; t < g->teams; t++) {
        if (size[t]++ < g->team_max) return true;
        size[t] = g->team_min;
    }
    return false;
}

static int total(const struct game *g, const int size[GAME_SEATS_MAX])
{
    int sum = 0;
    for (int t = 0; t < g->teams; t++)
        sum += size[t];
    return sum >= g->seats_min && sum <= g->seats_max ? sum : 0;
}

static void draw_teams(struct sitting *p, struct chance *chance, uint64_t number)
{
    const struct game *g = p->game;
    int size[GAME_SEATS_MAX], splits = 0;
    for (int t = 0; t < g->teams; t++)
        size[t] = g->team_min;
    do
        splits += total(g, size) > 0;
    while (turn(g, size));
    if (splits == 0) {
        complain(p->verdict, g, "shape", "no way to make teams within the numbers of seats");
        return;
    }
    int which = (int)(number % (uint64_t)splits);
    while (total(g, size) == 0 || which-- > 0)
        turn(g, size);
    int team[GAME_SEATS_MAX], seats = 0;
    for (int t = 0; t < g->teams; t++)
        for (int i = 0; i < size[t]; i++)
            team[seats++] = t;
    chance_shuffle(chance, team, (size_t)seats, sizeof team[0]);
    p->table.seats = seats;
    for (int s = 0; s < seats; s++)
        p->table.seat[s].team = team[s];
}

static void draw_seats(struct sitting *p, struct chance *chance, uint64_t number)
{
    int choices = p->game->seats_max - p->game->seats_min + 1;
    p->table.seats = p->game->seats_min + (int)(number % (uint64_t)choices);
    for (int s = 0; s < GAME_SEATS_MAX; s++)
        p->table.seat[s].team = -1;
    if (p->game->teams) draw_teams(p, chance, number);
    for (int s = 0; p->game->bots && s < p->table.seats; s++)
        p->table.seat[s].computer = (number + (uint64_t)s) % 3 == 0;
    for (int s = 0; s < GAME_SEATS_MAX; s++) {
        snprintf(p->name[s], sizeof p->name[s], "%c%s", 'A' + s, s % 2 ? "" : " \"é\"");
        snprintf(p->id[s], sizeof p->id[s], "id%x", chance_word(chance) & 0xffffff);
    }
}

/* All that fit, or for one table in four only the first, so that others can come later. */
static void draw_decks(struct sitting *p, struct chance *chance)
{
    const struct conformance *c = p->c;
    bool one = chance_below(chance, 4) == 0;
    for (int i = 0; i < c->deck_count && p->table.decks < GAME_DECKS_MAX; i++) {
        if (p->game->deck_fits && !p->game->deck_fits(c->decks[i], p->settings)) continue;
        p->table.deck[p->table.decks++] = c->decks[i];
        if (one) return;
    }
}

void sitting_draw(struct sitting *p, const struct conformance *c, struct verdict *v,
                  uint64_t number)
{
    memset(p, 0, sizeof *p);
    p->c = c;
    p->game = c->game;
    p->verdict = v;
    p->dirt = 0x5a;
    for (int i = 0; i < 8; i++)
        p->seed[i] = (uint8_t)(number >> 8 * i);
    struct chance chance;
    chance_init(&chance, p->seed, UINT64_MAX);
    for (int i = 0; c->game->settings && c->game->settings[i].key; i++)
        p->settings[i] = setting_value(&c->game->settings[i], &chance);
    draw_seats(p, &chance, number);
    draw_decks(p, &chance);
    p->now = chance_below(&chance, 2) ? 1 + chance_below(&chance, 100000)
                                      : 1700000000000 + chance_below(&chance, 1000000000);
    p->table.clock_offset = chance_below(&chance, 1000000);
    p->state = alloc_zero(1, c->game->state_size);
    p->spare = alloc_zero(1, c->game->state_size);
    sitting_point_names(p);
}
