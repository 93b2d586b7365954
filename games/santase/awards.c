#include "awards.h"
#include "core/award.h"

#define BOTH 3u
#define SWEEP 3 /* game points of a deal in which the other had no trick */
#define STREAK_MIN 2
#define BEHIND_MIN 3

struct sums {
    uint32_t sweeps[AWARD_SEATS], streak[AWARD_SEATS], behind[AWARD_SEATS], dared[AWARD_SEATS];
};

/* Drawn deals belong to nobody: they neither make a row nor break it. */
static void count(const struct match *match, struct sums *s)
{
    uint32_t score[2] = {0}, row[2] = {0};
    for (int i = 0; i < match->papers; i++) {
        const struct paper *line = &match->paper[i];
        if (line->winner == NOBODY) continue;
        int winner = line->winner;
        score[winner] += line->worth;
        row[winner]++;
        row[!winner] = 0;
        s->sweeps[winner] += line->worth >= SWEEP;
        s->dared[!winner] += line->reason == END_CLOSER_FAILED;
        if (row[winner] > s->streak[winner]) s->streak[winner] = row[winner];
        uint32_t lead = score[winner] > score[!winner] ? score[winner] - score[!winner] : 0;
        if (lead > s->behind[!winner]) s->behind[!winner] = lead;
    }
}

void match_awards(const struct match *match, const struct game_table *table, struct writer *out)
{
    struct sums s = {0};
    struct awards a = awards_begin(out);
    count(match, &s);
    for (int seat = 0; seat < 2; seat++)
        a.id[seat] = table->seat[seat].id;
    if (s.behind[match->winner] >= BEHIND_MIN)
        award_give(&a, "comeback", SEAT_BIT(match->winner), s.behind[match->winner], NULL);
    award_give_most(&a, "sweep", s.sweeps, BOTH, 1);
    award_give_most(&a, "streak", s.streak, BOTH, STREAK_MIN);
    award_give_most(&a, "dared", s.dared, BOTH, 1);
    awards_end(&a);
}
