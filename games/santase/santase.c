#include "santase.h"

#include "bot.h"
#include "hide.h"
#include "rules.h"
#include "talk.h"

#include <stdio.h>

enum setting {
    SET_NEXT_DEAL,
    SET_MARRIAGE_AFTER_CLOSE,
    SET_AUTO_CLAIM,
    SET_THRESHOLD,
    SET_FAILED_CLOSE,
    SET_MATCH_TO,
    SET_TURN_SECONDS,
};

static const char *const next_deals[] = {"winner", "loser", "alternate", NULL};
static const char *const thresholds[] = {"33", "31", NULL};
static const char *const failed_closes[] = {"3", "classic", NULL};
static const char *const match_tos[] = {"11", "7", NULL};

static const struct game_setting settings[] = {
    [SET_NEXT_DEAL] = {"nextDeal", SETTING_CHOICE, 0, 0, 2, next_deals},
    [SET_MARRIAGE_AFTER_CLOSE] = {"marriageAfterClose", SETTING_SWITCH, 1, 0, 1, NULL},
    [SET_AUTO_CLAIM] = {"autoClaim", SETTING_SWITCH, 0, 0, 1, NULL},
    [SET_THRESHOLD] = {"threshold", SETTING_CHOICE, 0, 0, 1, thresholds},
    [SET_FAILED_CLOSE] = {"failedClose", SETTING_CHOICE, 0, 0, 1, failed_closes},
    [SET_MATCH_TO] = {"matchTo", SETTING_CHOICE, 0, 0, 1, match_tos},
    [SET_TURN_SECONDS] = {"turnSeconds", SETTING_NUMBER, 0, 0, 600, NULL},
    {0},
};

enum { NEXT_WINNER, NEXT_LOSER, NEXT_ALTERNATE };
enum { THRESHOLD_33, THRESHOLD_31 };
enum { FAILED_3, FAILED_CLASSIC };
enum { TO_11, TO_7 };

static const struct game_preset presets[] = {
    {"quick", {{"matchTo", TO_7}, {"autoClaim", true}, {"turnSeconds", 30}}},
    {"classic",
     {{"matchTo", TO_11},
      {"autoClaim", false},
      {"turnSeconds", 0},
      {"nextDeal", NEXT_WINNER},
      {"marriageAfterClose", true},
      {"threshold", THRESHOLD_33},
      {"failedClose", FAILED_3}}},
    {"learning", {{"matchTo", TO_7}, {"autoClaim", true}, {"turnSeconds", 0}}},
    {"strict",
     {{"matchTo", TO_11},
      {"autoClaim", false},
      {"turnSeconds", 60},
      {"nextDeal", NEXT_ALTERNATE},
      {"marriageAfterClose", false},
      {"threshold", THRESHOLD_33},
      {"failedClose", FAILED_CLASSIC}}},
    {0},
};

static struct refusal bad(const char *sentence)
{
    return refuse_saying(REFUSAL_CODE_BAD_REQUEST, "%s", sentence);
}

static struct refusal apply_card(void *state, int seat, const json_t *with,
                                 const struct game_context *context)
{
    uint8_t card = santase_card_read(json_string_value(json_object_get(with, "card")));
    if (card == NO_CARD) return bad("Name a card as \"10H\", \"QS\", \"9D\" or \"AC\".");
    const json_t *marriage = json_object_get(with, "marriage");
    if (marriage && !json_is_boolean(marriage)) return bad("\"marriage\" is true or false.");
    int action = (json_is_true(marriage) ? ACT_MARRY : ACT_PLAY) + card;
    return match_act(state, seat, (uint8_t)action, context->now);
}

static struct refusal apply_marriage(void *state, int seat, const json_t *with,
                                     const struct game_context *context)
{
    uint8_t suit = suit_read(json_string_value(json_object_get(with, "suit")));
    if (suit == NO_SUIT) return bad("Name a suit: hearts, diamonds, clubs or spades.");
    return match_act(state, seat, (uint8_t)(ACT_DECLARE + suit), context->now);
}

static struct refusal apply_exchange(void *state, int seat, const json_t *with,
                                     const struct game_context *context)
{
    (void)with;
    return match_act(state, seat, ACT_EXCHANGE, context->now);
}

static struct refusal apply_close(void *state, int seat, const json_t *with,
                                  const struct game_context *context)
{
    (void)with;
    return match_act(state, seat, ACT_CLOSE, context->now);
}

static struct refusal apply_claim(void *state, int seat, const json_t *with,
                                  const struct game_context *context)
{
    (void)with;
    return match_act(state, seat, ACT_CLAIM, context->now);
}

static struct refusal apply_next(void *state, int seat, const json_t *with,
                                 const struct game_context *context)
{
    (void)with;
    return match_confirm(state, seat, context->now, context->chance);
}

enum verb { VERB_PLAY, VERB_MARRIAGE, VERB_EXCHANGE, VERB_CLOSE, VERB_CLAIM, VERB_NEXT };

static const struct game_verb verbs[] = {
    [VERB_PLAY] = {"play_card", AWAITED_ONLY, apply_card, "card marriage"},
    [VERB_MARRIAGE] = {"declare_marriage", AWAITED_ONLY, apply_marriage, "suit"},
    [VERB_EXCHANGE] = {"exchange_nine", AWAITED_ONLY, apply_exchange, ""},
    [VERB_CLOSE] = {"close_stock", AWAITED_ONLY, apply_close, ""},
    [VERB_CLAIM] = {"claim", ANY_SEAT, apply_claim, ""},
    [VERB_NEXT] = {"next_deal", ANY_SEAT, apply_next, ""},
    {0},
};

static struct refusal init(void *state, const struct game_context *context)
{
    const int32_t *values = context->table->settings;
    struct match_settings chosen = {
        .options = {.threshold = values[SET_THRESHOLD] ? 31 : 33,
                    .failed_close_classic = (uint8_t)values[SET_FAILED_CLOSE],
                    .marriage_after_close = (uint8_t)values[SET_MARRIAGE_AFTER_CLOSE],
                    .auto_claim = (uint8_t)values[SET_AUTO_CLAIM]},
        .match_to = values[SET_MATCH_TO] ? 7 : 11,
        .next_deal = (uint8_t)values[SET_NEXT_DEAL],
        .turn_seconds = (uint16_t)values[SET_TURN_SECONDS],
    };
    const struct match *before = context->again ? context->previous : NULL;
    if (before) chosen.dealer = before->dealer ? 1 : 2;
    match_begin(state, &chosen, context->now, context->chance);
    return ACCEPTED;
}

static void happen(void *state, enum game_news news, int seat, const struct game_context *context)
{
    if (news == NEWS_WAKE)
        match_wake(state, context->now, context->chance);
    else if (news == NEWS_SEAT_LEFT)
        match_leave(state, seat);
    else
        match_quiet(state);
}

static struct game_pulse pulse(const void *state)
{
    const struct match *match = state;
    struct game_pulse pulse = {.wake_at = match->wake_at};
    switch ((enum match_phase)match->phase) {
    case PLAYING:
        pulse.awaited = SEAT_BIT(bout_turn(&match->bout));
        pulse.ticking = match->turn_seconds > 0;
        break;
    case REVIEW: pulse.awaited = 3u & ~match->confirmed; break;
    case OVER:
        pulse.over = true;
        pulse.winners = SEAT_BIT(match->winner);
        break;
    }
    return pulse;
}

static void spell(uint8_t action, struct game_move *out)
{
    static const int plain[] = {VERB_EXCHANGE, VERB_CLOSE, VERB_CLAIM};
    char card[CARD_TEXT_MAX];
    if (action < ACT_DECLARE) {
        bool marriage = action >= ACT_MARRY;
        santase_card_text(card, (uint8_t)(marriage ? action - ACT_MARRY : action));
        out->verb = VERB_PLAY;
        snprintf(out->with, sizeof out->with, "{\"card\":\"%s\"%s}", card,
                 marriage ? ",\"marriage\":true" : "");
    } else if (action < ACT_EXCHANGE) {
        out->verb = VERB_MARRIAGE;
        snprintf(out->with, sizeof out->with, "{\"suit\":\"%s\"}",
                 suit_name((unsigned)action - ACT_DECLARE));
    } else {
        out->verb = plain[action - ACT_EXCHANGE];
        snprintf(out->with, sizeof out->with, "{}");
    }
}

/* Until somebody has drawn a card by it, or the deal is over and its cards are shown. */
static struct refusal takes_back(const void *before, const void *now, int seat, int verb)
{
    (void)seat;
    const struct match *was = before, *is = now;
    bool same_deal = is->phase == PLAYING && was->deal_number == is->deal_number;
    bool drew = was->bout.deal.stock_left != is->bout.deal.stock_left;
    bool card = was->phase == PLAYING && verb != VERB_CLAIM && verb != VERB_NEXT;
    return card && same_deal && !drew ? ACCEPTED : REFUSE(UNDO_SEEN);
}

static bool suggest(const void *state, int seat, int level, const struct game_context *context,
                    struct game_move *out)
{
    const struct match *match = state;
    if (match->phase == REVIEW && !(match->confirmed >> seat & 1)) {
        out->verb = VERB_NEXT;
        snprintf(out->with, sizeof out->with, "{}");
        return true;
    }
    uint8_t action = bot_choose(match, seat, (enum bot_level)level, context->chance);
    if (action == NO_ACTION) return false;
    spell(action, out);
    return true;
}

static void rehide(void *state, int viewer, const struct game_context *context)
{
    struct match *match = state;
    bout_rehide(&match->bout, viewer, context->chance);
}

static const uint8_t levels[] = {LEVEL_EASY, LEVEL_CASUAL, LEVEL_MEDIUM,
                                 LEVEL_HARD, LEVEL_MASTER, 0};
_Static_assert((int)BOT_MASTER == (int)LEVEL_MASTER && (int)BOT_LEVELS == (int)LEVELS,
               "levels are numbered alike");

const struct game santase_game = {
    .name = "santase",
    .box = {.minutes_min = 15, .minutes_max = 30, .mood = "mint"},
    .version = 1,
    .seats_min = 2,
    .seats_max = 2,
    .bots = true,
    .levels = levels,
    .grace_ms = 60 * 1000,
    .alone_ms = 10 * 1000,
    .idle_ms = 10 * 60 * 1000,
    .state_size = sizeof(struct match),
    .settings = settings,
    .presets = presets,
    .verbs = verbs,
    .init = init,
    .happen = happen,
    .pulse = pulse,
    .view = match_view,
    .tell = match_tell,
    .suggest = suggest,
    .rehide = rehide,
    .takes_back = takes_back,
    .turning_points = "stock_closed deal_ended match_ended",
};
