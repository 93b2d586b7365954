#include "ear.h"
#include "hint.h"

#include <limits.h>

/* After the first card: what is less like the clue than this was hardly meant. */
#define FAINT 0
#define CLEAR (2 * VECTORS_ONE) /* without a number, as long as it is this clear */

struct ear ear_of(int level)
{
    static const int noise[] = {[1] = 3 * VECTORS_ONE / 2, [2] = 3 * VECTORS_ONE / 4, [3] = 0};
    return (struct ear){EAR_BOTH, noise[level]};
}

/* Nothing if it does not know the word. */
static struct senses meaning_of_clue(const struct codenames_turn *turn,
                                     const struct game_table *table)
{
    char folded[WORD_BYTES_MAX + 1];
    struct senses means = {0};
    if (codenames_word_fold(folded, turn->clue)) senses_find(hint_language(table), folded, &means);
    return means;
}

static bool enough(const struct codenames_turn *turn, int alike)
{
    if (turn->guesses == 0) return false;
    if (turn->count > 0) return turn->guesses >= turn->count || alike < FAINT;
    return turn->count == 0 || alike < CLEAR;
}

int ear_choose(const struct codenames *g, const struct game_table *table, struct ear ear,
               struct chance *chance)
{
    const struct codenames_turn *turn = codenames_turn(g);
    struct senses means[BOARD_CARDS], clue = meaning_of_clue(turn, table);
    int best = EAR_NO_CARD, most = INT_MIN;
    if (!clue.count) return EAR_NO_CARD;
    hint_meanings(g, table, means);
    for (int i = 0; i < BOARD_CARDS; i++) {
        int off = chance_stray(chance, ear.noise);
        if (!means[i].count) continue;
        int alike = senses_alike(&clue, &means[i], ear.ears) + off;
        if (turn->count == 0) alike = -alike; /* a clue for none of them warns */
        if (alike <= most) continue;
        most = alike;
        best = i;
    }
    return best == EAR_NO_CARD || enough(turn, most) ? EAR_NO_CARD : best;
}
