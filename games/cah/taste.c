#include "taste.h"
#include "core/meaning.h"

#include <string.h>

#define SPREAD 546.0f /* of the likeness of our black and white cards */
#define DULL 2.5f     /* what is nearer to the question than this is the question */

float taste_of(const char *black, const char *white)
{
    struct meaning question, answer;
    meaning_of(&question, black);
    meaning_of(&answer, white);
    float fit = meaning_alike(&question, &answer) / SPREAD;
    return fit > DULL ? 2 * DULL - fit : fit;
}

float taste_mood(float fit, int level, struct chance *chance)
{
    static const int moods[] = {0, 150, 70, 20}; /* hundredths */
    return fit + (float)chance_stray(chance, moods[level]) / 100;
}

float taste_response(const struct cah *g, int entry, const struct game_table *table)
{
    const struct cah_response *r = &g->response[entry];
    const char *black = cah_card_text(table, CAH_BLACK, g->black_card), *written = r->text;
    float sum = 0;
    for (int i = 0; i < r->count; i++) {
        const char *text = written;
        if (r->card[i] < CAH_BLANK)
            text = cah_card_text(table, CAH_WHITE, r->card[i]);
        else
            written += strlen(written) + 1;
        sum += taste_of(black, text);
    }
    return r->count ? sum / (float)r->count : 0;
}
