#include "computer.h"
#include "taste.h"
#include "view.h"

/* The best first. What it does not like to play, a blank, comes after everything else. */
static int by_taste(const struct cah *g, int seat, int level, const struct game_context *context,
                    uint16_t card[CAH_HAND_MAX])
{
    const struct cah_hand *hand = &g->hand[seat];
    const char *black = cah_card_text(context->table, CAH_BLACK, g->black_card);
    float liked[CAH_HAND_MAX];
    int count = 0;
    for (int i = 0; i < hand->count; i++) {
        bool blank = hand->card[i] >= CAH_BLANK;
        if (blank && g->rejected & SEAT_BIT(seat)) continue;
        float fit =
            blank ? -100 : taste_of(black, cah_card_text(context->table, CAH_WHITE, hand->card[i]));
        fit = taste_mood(fit, level, context->chance);
        int at = count++;
        for (; at > 0 && liked[at - 1] < fit; at--) {
            liked[at] = liked[at - 1];
            card[at] = card[at - 1];
        }
        liked[at] = fit;
        card[at] = hand->card[i];
    }
    return count;
}

static struct cah_choice play(const struct cah *g, int seat, int level,
                              const struct game_context *context)
{
    struct cah_choice choice = {.deed = CAH_PLAYS, .count = g->pick};
    uint16_t card[CAH_HAND_MAX];
    int count = by_taste(g, seat, level, context, card);
    for (int i = 0; i < choice.count && i < count; i++)
        choice.card[i] = card[i];
    return choice;
}

/* Of those that `may` have, the one it likes best; -1: none. */
static int favourite(const struct cah *g, int level, const struct game_context *context,
                     uint32_t may)
{
    int best = -1;
    float most = 0;
    for (int i = 0; i < g->response_count; i++) {
        if (!(may >> i & 1)) continue;
        float liked = taste_mood(taste_response(g, i, context->table), level, context->chance);
        if (best >= 0 && liked <= most) continue;
        best = i;
        most = liked;
    }
    return best;
}

static struct cah_choice vote(const struct cah *g, int seat, int level,
                              const struct game_context *context)
{
    uint32_t may = 0;
    for (int i = 0; i < g->response_count; i++)
        if (cah_can_win(g, i, seat)) may |= SEAT_BIT(i);
    return (struct cah_choice){.deed = CAH_VOTES, .entry = favourite(g, level, context, may)};
}

static struct cah_choice judge(const struct cah *g, int level, const struct game_context *context)
{
    if (g->revealed < g->response_count) return (struct cah_choice){.deed = CAH_REVEALS};
    return (struct cah_choice){.deed = CAH_JUDGES, .entry = favourite(g, level, context, ~0u)};
}

struct cah_choice cah_computer(const struct cah *g, int seat, int level,
                               const struct game_context *context)
{
    struct refusal czar = cah_may_judge(g, seat), host = cah_may_approve(g, seat, context->table);
    bool follows = cah_follows(g, seat);
    if (!follows && cah_submitters(g) & SEAT_BIT(seat)) return play(g, seat, level, context);
    if (cah_voters(g) & SEAT_BIT(seat)) return vote(g, seat, level, context);
    if (!follows && !refused(&czar)) return judge(g, level, context);
    if (!refused(&host) && cah_asked(g))
        return (struct cah_choice){.deed = CAH_APPROVES, .entry = cah_next_asked(g, -1)};
    return (struct cah_choice){.deed = CAH_WAITS};
}
