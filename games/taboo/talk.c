/* What people send, and the table that makes Taboo a game of the house. */
#include "import.h"
#include "pile.h"
#include "rules.h"
#include "settings.h"
#include "taboo.h"
#include "view.h"

#include <stdio.h>
#include <string.h>

const char *const taboo_team_names[] = {"Equipo A", "Equipo B", NULL};

enum { VERB_READY, VERB_CORRECT, VERB_BUZZ, VERB_SKIP, VERB_STRIKE };

static struct refusal ready(void *state, int seat, const json_t *with,
                            const struct game_context *context)
{
    (void)with;
    return taboo_ready(state, seat, context);
}

/* The latest entry of the last turn with that card's id, or -1; one that the seat may have struck
 * goes first, as a small deck can bring a card twice. */
static int played(const struct taboo *t, int seat, const char *id, const struct game_table *table)
{
    int found = -1;
    for (int i = t->review_count - 1; i >= 0; i--) {
        if (strcmp(table_card(table, t->review[i].card)->id, id) != 0) continue;
        if (taboo_may_strike(t, seat, i)) return i;
        if (found < 0) found = i;
    }
    return found;
}

/* Is that the card on the table, as far as the seat knows? Guessers must not find out by trying:
 * for them it may be any that has not been played. */
static bool may_be_current(const struct taboo *t, int seat, const char *id,
                           const struct game_table *table)
{
    if (taboo_sees_card(t, seat)) return strcmp(table_card(table, t->card)->id, id) == 0;
    int card = table_find_card(table, id);
    if (card >= 0) return card == t->card || pile_is_fresh(t, (uint32_t)card);
    return false;
}

/* A payload may name the card it means, by its id or, as guessers do not know the id, by its
 * running number. Two people who click at the same moment mean the same card: the second is late.
 * Whoever names none means the card on the table. */
static struct refusal judge(struct taboo *t, int seat, enum taboo_result result, const json_t *with,
                            const struct game_context *context)
{
    const json_t *id = json_object_get(with, "cardId");
    const json_t *number = json_object_get(with, "cardNumber");
    if (id && !json_is_null(id) && !json_is_string(id)) return REFUSE(BAD_REQUEST);
    if (number && !json_is_null(number) && !json_is_integer(number)) return REFUSE(BAD_REQUEST);
    const char *wanted = json_string_value(id);
    bool late;
    if (t->phase == TABOO_ACTIVE)
        late = (wanted && !may_be_current(t, seat, wanted, context->table)) ||
               (json_is_integer(number) && json_integer_value(number) != t->card_number);
    else
        late = (wanted && played(t, seat, wanted, context->table) >= 0) ||
               (json_is_integer(number) && json_integer_value(number) <= t->card_number);
    struct refusal r = taboo_judge(t, seat, result, context);
    bool wrong_role = refused(&r) && t->phase == TABOO_ACTIVE;
    return late && !wrong_role ? REFUSE(STALE) : r;
}

static struct refusal correct(void *state, int seat, const json_t *with,
                              const struct game_context *context)
{
    return judge(state, seat, RESULT_CORRECT, with, context);
}

static struct refusal buzz(void *state, int seat, const json_t *with,
                           const struct game_context *context)
{
    return judge(state, seat, RESULT_BUZZ, with, context);
}

static struct refusal skip(void *state, int seat, const json_t *with,
                           const struct game_context *context)
{
    return judge(state, seat, RESULT_SKIP, with, context);
}

static struct refusal strike(void *state, int seat, const json_t *with,
                             const struct game_context *context)
{
    struct taboo *t = state;
    const char *id = json_string_value(json_object_get(with, "cardId"));
    if (!id) return refuse_saying(REFUSAL_CODE_BAD_REQUEST, "Which card?");
    if (t->phase == TABOO_ACTIVE)
        return refusal_keyed(
            refuse_saying(REFUSAL_CODE_WRONG_PHASE, "Cards are reviewed after the turn."),
            "taboo.no.review");
    int entry = played(t, seat, id, context->table);
    if (entry < 0)
        return refusal_keyed(
            refuse_saying(REFUSAL_CODE_ILLEGAL_MOVE, "That card was not in the last turn."),
            "taboo.no.lastTurn");
    if (t->review[entry].result != RESULT_CORRECT && t->review[entry].result != RESULT_BUZZ)
        return refusal_keyed(refuse_saying(REFUSAL_CODE_ILLEGAL_MOVE, "That card gave no points."),
                             "taboo.no.points");
    return taboo_strike(t, seat, entry);
}

static const struct game_verb verbs[] = {
    [VERB_READY] = {"describer_ready", ANY_SEAT, ready, ""},
    [VERB_CORRECT] = {"card_correct", ANY_SEAT, correct, "cardId cardNumber"},
    [VERB_BUZZ] = {"card_buzz", ANY_SEAT, buzz, "cardId cardNumber"},
    [VERB_SKIP] = {"card_skip", ANY_SEAT, skip, "cardId cardNumber"},
    [VERB_STRIKE] = {"strike_card", ANY_SEAT, strike, "cardId"},
    {.name = NULL},
};

static struct refusal init(void *state, const struct game_context *context)
{
    return taboo_init(state, context);
}

static void happen(void *state, enum game_news news, int seat, const struct game_context *context)
{
    taboo_happen(state, news, seat, context);
}

static struct game_pulse pulse(const void *state)
{
    const struct taboo *t = state;
    struct game_pulse p = {.wake_at = taboo_wake_at(t), .over = t->phase == TABOO_OVER};
    if (t->phase == TABOO_WAITING || t->phase == TABOO_ACTIVE) p.awaited = SEAT_BIT(t->describer);
    if (t->phase == TABOO_ACTIVE) p.quiet = SEAT_BIT(t->describer); /* only words may describe */
    p.ticking = t->phase == TABOO_ACTIVE && !t->lost_until;         /* ticks count to wake_at */
    if (p.over && t->winner != WINNER_TIE) p.winners = t->team[t->winner].seats;
    return p;
}

static bool move(struct game_move *out, int verb, const struct taboo *t)
{
    out->verb = verb;
    if (verb == VERB_READY)
        strcpy(out->with, "{}");
    else
        snprintf(out->with, sizeof out->with, "{\"cardNumber\":%u}", t->card_number);
    return true;
}

static bool suggest_strike(const struct taboo *t, int seat, const struct game_context *context,
                           struct game_move *out)
{
    for (int i = 0; i < t->review_count; i++) {
        if (!taboo_may_strike(t, seat, i) || chance_below(context->chance, 4)) continue;
        out->verb = VERB_STRIKE;
        snprintf(out->with, sizeof out->with, "{\"cardId\":\"%s\"}",
                 table_card(context->table, t->review[i].card)->id);
        return true;
    }
    return false;
}

/* Nobody can describe or hear for a bot: from level 1 on it gets ready and passes, and leaves the
 * judging to people. Level 0 plays at random, often enough «correct» for games to end. */
static bool suggest(const void *state, int seat, int level, const struct game_context *context,
                    struct game_move *out)
{
    const struct taboo *t = state;
    enum taboo_role role = taboo_role(t, seat);
    if (t->phase == TABOO_WAITING && role == ROLE_DESCRIBER) return move(out, VERB_READY, t);
    if (t->phase != TABOO_ACTIVE) return level == 0 && suggest_strike(t, seat, context, out);
    if (role == ROLE_WATCHER) return false;
    if (level > 0) return role == ROLE_DESCRIBER && move(out, VERB_SKIP, t);
    if (role == ROLE_BUZZER)
        return chance_below(context->chance, 8) == 0 && move(out, VERB_BUZZ, t);
    bool pass = role == ROLE_DESCRIBER && chance_below(context->chance, 4) == 0;
    return move(out, pass ? VERB_SKIP : VERB_CORRECT, t);
}

/* The card on the table is the only secret: the order of the others does not exist yet. */
static void rehide(void *state, int viewer, const struct game_context *context)
{
    struct taboo *t = state;
    if (t->phase == TABOO_ACTIVE && !taboo_sees_card(t, viewer))
        t->card = pile_swap(t, t->card, context->chance);
}

bool taboo_wants_cards(const void *state, const struct game_table *table, uint32_t threshold)
{
    const struct taboo *t = state;
    return t->phase != TABOO_OVER && t->mode == TABOO_SCORE && pile_fresh(t) <= threshold &&
           t->total < CARD_CARDS_MAX && table->decks < GAME_DECKS_MAX;
}

const struct game taboo_game = {
    .name = "taboo",
    .box = {.minutes_min = 20, .minutes_max = 40, .languages = taboo_languages, .mood = "coral"},
    .version = 3,
    .version_from = 2,
    .state_from = offsetof(struct taboo, lost_until),
    .seats_min = 4,
    .seats_max = TABOO_SEATS,
    .teams = TABOO_TEAMS,
    .team_min = 2,
    .team_max = 6,
    .team_names = taboo_team_names,
    .late_join = true,
    .grace_ms = 60000,
    .idle_ms = 3600000,
    .state_size = sizeof(struct taboo),
    .settings = taboo_settings,
    .verbs = verbs,
    .setting_counts = taboo_setting_counts,
    .presets = taboo_presets,
    .init = init,
    .happen = happen,
    .pulse = pulse,
    .view = taboo_view,
    .tell = taboo_tell,
    .suggest = suggest,
    .rehide = rehide,
    .turning_points = "turn_started turn_ended game_over",
    .deck_fits = taboo_deck_fits,
    .deck_read = taboo_deck_read,
    .deck_pack = taboo_deck_pack,
    .deck_enough = taboo_deck_enough,
    .deck_import = taboo_deck_import,
};
