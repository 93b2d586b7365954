#include "hint.h"

#include <string.h>

#define MEANT_MAX 4
#define NEAREST 3 /* of each kind of wrong card: those farther away hardly matter */
#define AUDIBLE (9 * VECTORS_ONE / 4) /* half of all people see what two words so alike share */
#define FAMILIAR 0.0025f              /* cards: a word said twice as often is worth 0.03 */
#define STEM_LETTERS 5
#define ODDS_STEPS 16 /* per standard deviation */
#define ODDS_END 4

/* How the others are believed to hear: `doubt` is a standard deviation between their likeness of
 * two words and ours, the prices are in cards. */
struct manner {
    int count_max;
    float doubt, assassin, wrong;
};

static const struct manner manners[] = {
    [1] = {2, 1.4f, 6, 1.0f},
    [2] = {3, 1.2f, 6, 0.8f},
    [3] = {MEANT_MAX, 1.0f, 6, 0.4f},
};
static const struct manner race = {MEANT_MAX, 0.8f, 3, 0.2f};

/* The normal distribution from 0 to 4 in sixteenths. */
static const float odds_table[ODDS_STEPS * ODDS_END + 1] = {
    .5000f, .5249f, .5497f, .5744f, .5987f, .6227f, .6462f, .6691f, .6915f, .7132f, .7340f,
    .7541f, .7734f, .7917f, .8092f, .8257f, .8413f, .8560f, .8697f, .8825f, .8944f, .9053f,
    .9154f, .9247f, .9332f, .9408f, .9479f, .9543f, .9599f, .9650f, .9696f, .9737f, .9772f,
    .9805f, .9832f, .9857f, .9878f, .9896f, .9912f, .9926f, .9938f, .9948f, .9957f, .9964f,
    .9970f, .9975f, .9980f, .9983f, .9987f, .9989f, .9991f, .9993f, .9994f, .9995f, .9996f,
    .9997f, .9998f, .9998f, .9998f, .9999f, .9999f, .9999f, .9999f, .9999f, 1.000f};

/* That somebody who hears with such doubt finds the one word nearer than the other. */
static float odds(int nearer_by, float doubt)
{
    float at = (float)nearer_by * (ODDS_STEPS / 1.41421356f / VECTORS_ONE) / doubt;
    if (at >= ODDS_STEPS * ODDS_END) return 1;
    if (at <= -ODDS_STEPS * ODDS_END) return 0;
    return at >= 0 ? odds_table[(int)at] : 1 - odds_table[(int)-at];
}

struct near_card {
    int alike, position;
};

/* The likest first, as many as there is room for. */
struct nearest {
    int count, room;
    struct near_card card[BOARD_AGENTS];
};

static void keep(struct nearest *list, struct near_card card)
{
    int at = list->count;
    while (at > 0 && list->card[at - 1].alike < card.alike)
        at--;
    if (at == list->room) return;
    if (list->count < list->room) list->count++;
    for (int i = list->count - 1; i > at; i--)
        list->card[i] = list->card[i - 1];
    list->card[at] = card;
}

struct search {
    const struct codenames *g;
    const struct game_table *table;
    const struct manner *manner;
    const char *language;
    struct senses means[BOARD_CARDS]; /* nothing also of cards that are revealed */
    float best;
    struct hint *out;
};

struct situation {
    struct nearest own, other, neutral, assassin;
};

static void look_around(const struct search *s, const struct senses *word, struct situation *now)
{
    int team = s->g->current;
    *now = (struct situation){.own.room = s->manner->count_max,
                              .other.room = NEAREST,
                              .neutral.room = NEAREST,
                              .assassin.room = 1};
    for (int i = 0; i < BOARD_CARDS; i++) {
        if (!s->means[i].count) continue;
        int type = s->g->card[i].type;
        struct nearest *list = type == team            ? &now->own
                               : type == CARD_NEUTRAL  ? &now->neutral
                               : type == CARD_ASSASSIN ? &now->assassin
                                                       : &now->other;
        keep(list, (struct near_card){senses_alike(word, &s->means[i], EAR_BOTH), i});
    }
}

/* That a card is found before any of those. */
static float before_all(const struct nearest *list, int alike, float doubt)
{
    float all = 1;
    for (int i = 0; i < list->count; i++)
        all *= odds(alike - list->card[i].alike, doubt);
    return all;
}

/* What the clue is worth for 1, 2, 3 … cards: those that will be found, less what may go wrong. */
static float worth(const struct search *s, const struct situation *now, int *count)
{
    const struct manner *m = s->manner;
    float found = 0, still = 1, killed = 0, best = -100;
    for (int k = 0; k < now->own.count; k++) {
        int alike = now->own.card[k].alike;
        float safe = before_all(&now->assassin, alike, m->doubt);
        float right = safe * before_all(&now->other, alike, m->doubt) *
                      before_all(&now->neutral, alike, m->doubt) * odds(alike - AUDIBLE, m->doubt);
        killed += still * (1 - safe);
        still *= right;
        found += still;
        float value = found - m->assassin * killed - m->wrong * (1 - still);
        if (value <= best) continue;
        best = value;
        *count = k + 1;
    }
    return best;
}

static bool is_ending(const char *rest)
{
    static const char *const endings[] = {"",    "e",   "s",  "es",  "ed",  "er",  "ers", "ing",
                                          "y",   "ie",  "or", "ist", "al",  "ly",  "en",  "ies",
                                          "ier", "ion", "th", "ty",  "ful", "ish", "ous", NULL};
    for (int i = 0; endings[i]; i++)
        if (strcmp(rest, endings[i]) == 0) return true;
    return false;
}

bool hint_same_stem(const char *a, const char *b)
{
    int same = 0;
    while (a[same] && a[same] == b[same])
        same++;
    return same >= STEM_LETTERS || (same >= 3 && is_ending(a + same) && is_ending(b + same));
}

static bool was_said(const struct codenames *g, const char *clue)
{
    for (int i = 0; i < g->turn_count; i++)
        if (text_same(g->turn[i].clue, clue)) return true;
    return false;
}

/* In languages with more endings than English even a short beginning says it. */
static bool same_stem(const struct search *s, const char *a, const char *b)
{
    return hint_same_stem(a, b) || (strcmp(s->language, "en") != 0 && senses_is_form(a, b));
}

/* The game's own rule, and what people at the table would grumble about. */
static bool may_be_said(const struct search *s, const struct sense_word *clue)
{
    if (was_said(s->g, clue->said)) return false;
    for (int i = 0; i < BOARD_CARDS; i++) {
        const struct board_card *card = &s->g->card[i];
        const char *word = codenames_word_folded(s->table->deck[card->deck], card->index);
        if (!codenames_is_revealed(s->g, i) && same_stem(s, clue->folded, word)) return false;
    }
    struct refusal r = codenames_try_clue(s->g, clue->said, s->table);
    return !refused(&r);
}

static void consider(struct search *s, const struct sense_word *word)
{
    struct situation now;
    int count = 0;
    look_around(s, &word->means, &now);
    float value = worth(s, &now, &count) + FAMILIAR * (float)word->familiar;
    if (value <= s->best || !may_be_said(s, word)) return;
    s->best = value;
    strcpy(s->out->clue, word->said);
    s->out->count = count;
    s->out->meant = 0;
    for (int i = 0; i < count; i++)
        s->out->meant |= 1u << now.own.card[i].position;
}

const char *hint_language(const struct game_table *table)
{
    return codenames_languages[table->settings[CODENAMES_SET_LANGUAGE]];
}

void hint_meanings(const struct codenames *g, const struct game_table *table,
                   struct senses means[BOARD_CARDS])
{
    for (int i = 0; i < BOARD_CARDS; i++) {
        const struct board_card *card = &g->card[i];
        means[i].count = 0;
        if (!codenames_is_revealed(g, i))
            senses_find(hint_language(table),
                        codenames_word_folded(table->deck[card->deck], card->index), &means[i]);
    }
}

/* With the other team about to win there is less to lose. */
static const struct manner *manner_of(const struct codenames *g, int level)
{
    return level == 3 && g->remaining[!g->current] <= 2 ? &race : &manners[level];
}

static bool knows_own(const struct search *s)
{
    for (int i = 0; i < BOARD_CARDS; i++)
        if (s->means[i].count && s->g->card[i].type == s->g->current) return true;
    return false;
}

bool hint_find(const struct codenames *g, const struct game_table *table, int level,
               struct hint *out)
{
    struct search s = {
        .g = g, .table = table, .manner = manner_of(g, level), .best = -100, .out = out};
    out->count = 0;
    s.language = hint_language(table);
    hint_meanings(g, table, s.means);
    if (!knows_own(&s)) return false;
    for (int i = 0; i < senses_words(s.language); i++) {
        struct sense_word word = senses_word(s.language, i);
        if (word.familiar) consider(&s, &word);
    }
    return out->count > 0;
}
