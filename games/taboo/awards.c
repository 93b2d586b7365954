#include "awards.h"
#include "core/award.h"

#define CAUTIOUS_MIN 3 /* passed cards that are worth a word */
#define CLEAN_MIN 3    /* cards that a team without a slip must have guessed */

/* A team of its own as the value of all who are in it. */
static void spread(uint32_t value[AWARD_SEATS], uint32_t seats, uint32_t number)
{
    for (int seat = 0; seat < TABOO_SEATS; seat++)
        if (seats & SEAT_BIT(seat)) value[seat] = number;
}

static bool clean(const struct taboo_team *team)
{
    return team->buzz == 0 && team->correct >= CLEAN_MIN;
}

static void give_clean(const struct taboo *t, struct awards *a)
{
    if (clean(&t->team[0]) == clean(&t->team[1])) return;
    const struct taboo_team *team = &t->team[clean(&t->team[1])];
    award_give(a, "clean", team->seats, team->correct, NULL);
}

void taboo_awards(const struct taboo *t, const struct game_table *table, struct writer *out)
{
    uint32_t described[AWARD_SEATS] = {0}, guessed[AWARD_SEATS] = {0}, passed[AWARD_SEATS] = {0};
    uint32_t all = (uint32_t)(t->team[0].seats | t->team[1].seats);
    struct awards a = awards_begin(out);
    for (int seat = 0; seat < table->seats && seat < TABOO_SEATS; seat++) {
        a.id[seat] = table->seat[seat].id;
        described[seat] = t->player[seat].described;
        guessed[seat] = t->player[seat].guessed;
    }
    for (int team = 0; team < TABOO_TEAMS; team++)
        spread(passed, t->team[team].seats, t->team[team].skip);
    award_give_most(&a, "describer", described, all, 2);
    award_give_most(&a, "guesser", guessed, all, 2);
    award_give_most(&a, "cautious", passed, all, CAUTIOUS_MIN);
    give_clean(t, &a);
    awards_end(&a);
}
