/* What people send, and the table that makes the cards game one of the house. */
#include "talk.h"
#include "brought.h"
#include "cah.h"
#include "core/text.h"
#include "history.h"
#include "refusals.h"
#include "view.h"

#include <string.h>

/* Every payload may say which round it means; one that means another comes too late. */
static bool stale(const struct cah *g, const json_t *with)
{
    char now[17];
    const json_t *said = json_object_get(with, "roundId");
    if (!said || json_is_null(said)) return false;
    cah_id_text(g->round_id, now);
    return !json_is_string(said) || strcmp(json_string_value(said), now) != 0;
}

static uint16_t card_in(const struct cah_hand *hand, const json_t *id,
                        const struct game_table *table)
{
    char own[CAH_ID_BYTES];
    const char *wanted = json_string_value(id);
    for (int i = 0; wanted && i < hand->count; i++) {
        cah_white_id(table, hand->card[i], own);
        if (strcmp(own, wanted) == 0) return hand->card[i];
    }
    return CAH_NO_CARD;
}

static int response_at(const struct cah *g, const json_t *with)
{
    char own[17];
    const char *wanted = json_string_value(json_object_get(with, "responseId"));
    for (int i = 0; wanted && i < g->response_count; i++) {
        cah_id_text(g->response[i].id, own);
        if (strcmp(own, wanted) == 0) return i;
    }
    return -1;
}

/* What is to be written on each blank, in the order in which they are played. */
static bool read_texts(struct cah_offer *offer, const json_t *texts, const struct game_table *table)
{
    size_t used = 0;
    for (int i = 0; i < offer->count; i++) {
        char id[CAH_ID_BYTES];
        if (offer->card[i] < CAH_BLANK) continue;
        cah_white_id(table, offer->card[i], id);
        const json_t *typed = json_object_get(texts, id);
        const char *text = json_string_value(typed);
        if (!text || strlen(text) != json_string_length(typed) || used >= CAH_BLANK_BYTES)
            return false;
        if (!text_clean(offer->text + used, CAH_BLANK_BYTES - used, CAH_BLANK_LETTERS, text))
            return false;
        used += strlen(offer->text + used) + 1;
    }
    memset(offer->text + used, 0, CAH_BLANK_BYTES - used); /* what cleaning left behind */
    return true;
}

static struct refusal submit_response(void *state, int seat, const json_t *with,
                                      const struct game_context *context)
{
    struct cah *g = state;
    const json_t *ids = json_object_get(with, "cardIds");
    struct cah_offer offer = {0};
    if (stale(g, with)) return REFUSE(STALE);
    struct refusal r = cah_may_submit(g, seat);
    if (refused(&r)) return r;
    if (!json_is_array(ids)) return refuse_saying(REFUSAL_CODE_BAD_REQUEST, "Which cards?");
    offer.count =
        json_array_size(ids) > CAH_PICK_MAX ? CAH_PICK_MAX + 1 : (int)json_array_size(ids);
    for (int i = 0; i < offer.count && i < CAH_PICK_MAX; i++)
        offer.card[i] = card_in(&g->hand[seat], json_array_get(ids, (size_t)i), context->table);
    r = cah_check_offer(g, seat, &offer);
    if (refused(&r)) return r;
    if (!read_texts(&offer, json_object_get(with, "texts"), context->table))
        return refusal_keyed(refuse_saying(REFUSAL_CODE_BAD_REQUEST,
                                           "A blank card needs a text of 1 to %d characters.",
                                           CAH_BLANK_LETTERS),
                             "cah.no.blankText");
    return cah_submit(g, seat, &offer, context);
}

static struct refusal take_back(void *state, int seat, const json_t *with,
                                const struct game_context *context)
{
    return stale(state, with) ? REFUSE(STALE) : cah_take_back(state, seat, context);
}

static struct refusal reveal(void *state, int seat, const json_t *with,
                             const struct game_context *context)
{
    (void)context;
    if (stale(state, with)) return REFUSE(STALE);
    return cah_reveal(state, seat, json_is_true(json_object_get(with, "all")));
}

static struct refusal judge_winner(void *state, int seat, const json_t *with,
                                   const struct game_context *context)
{
    if (stale(state, with)) return REFUSE(STALE);
    return cah_judge(state, seat, response_at(state, with), context);
}

static struct refusal vote(void *state, int seat, const json_t *with,
                           const struct game_context *context)
{
    if (stale(state, with)) return REFUSE(STALE);
    return cah_vote(state, seat, response_at(state, with), context);
}

static struct refusal next_round(void *state, int seat, const json_t *with,
                                 const struct game_context *context)
{
    return stale(state, with) ? REFUSE(STALE) : cah_next_round(state, seat, context);
}

static struct refusal reboot_hand(void *state, int seat, const json_t *with,
                                  const struct game_context *context)
{
    return stale(state, with) ? REFUSE(STALE) : cah_reboot_hand(state, seat, context);
}

static struct refusal never_have_i_ever(void *state, int seat, const json_t *with,
                                        const struct game_context *context)
{
    struct cah *g = state;
    if (stale(g, with)) return REFUSE(STALE);
    uint16_t card = card_in(&g->hand[seat], json_object_get(with, "cardId"), context->table);
    return cah_never(g, seat, card, context);
}

static struct refusal confess(void *state, int seat, const json_t *with,
                              const struct game_context *context)
{
    (void)context;
    return stale(state, with) ? REFUSE(STALE) : cah_confess(state, seat);
}

/* Without a card the finger goes down. */
static struct refusal point_at(void *state, int seat, const json_t *with,
                               const struct game_context *context)
{
    struct cah *g = state;
    const json_t *id = json_object_get(with, "cardId");
    int mate = cah_mate(g, seat);
    if (stale(g, with)) return REFUSE(STALE);
    struct refusal r = cah_may_point(g, seat);
    if (refused(&r)) return r;
    if (!id || json_is_null(id)) return cah_point_at(g, seat, CAH_NO_CARD);
    uint16_t card = card_in(&g->hand[seat], id, context->table);
    if (card == CAH_NO_CARD && mate >= 0) card = card_in(&g->hand[mate], id, context->table);
    return card == CAH_NO_CARD ? REFUSE_OWN(NOT_IN_HAND) : cah_point_at(g, seat, card);
}

static struct refusal approve(void *state, int seat, const json_t *with,
                              const struct game_context *context)
{
    if (stale(state, with)) return REFUSE(STALE);
    return cah_approve(state, seat, response_at(state, with), true, context);
}

static struct refusal reject(void *state, int seat, const json_t *with,
                             const struct game_context *context)
{
    if (stale(state, with)) return REFUSE(STALE);
    return cah_approve(state, seat, response_at(state, with), false, context);
}

/* Anybody may try, so that the answer says what is wrong and not only that it is not his turn. */
static const struct game_verb verbs[] = {
    [VERB_SUBMIT] = {"submit_response", ANY_SEAT, submit_response, "roundId cardIds texts"},
    [VERB_TAKE_BACK] = {"take_back", ANY_SEAT, take_back, "roundId"},
    [VERB_REVEAL] = {"reveal", ANY_SEAT, reveal, "roundId all"},
    [VERB_JUDGE] = {"judge_winner", ANY_SEAT, judge_winner, "roundId responseId"},
    [VERB_VOTE] = {"vote", ANY_SEAT, vote, "roundId responseId"},
    [VERB_NEXT] = {"next_round", ANY_SEAT, next_round, "roundId"},
    [VERB_REBOOT] = {"reboot_hand", ANY_SEAT, reboot_hand, "roundId"},
    [VERB_NEVER] = {"never_have_i_ever", ANY_SEAT, never_have_i_ever, "roundId cardId"},
    [VERB_CONFESS] = {"confess", ANY_SEAT, confess, "roundId"},
    [VERB_POINT] = {"point_at", ANY_SEAT, point_at, "roundId cardId"},
    [VERB_APPROVE] = {"approve", ANY_SEAT, approve, "roundId responseId"},
    [VERB_REJECT] = {"reject", ANY_SEAT, reject, "roundId responseId"},
    {.name = NULL},
};

static struct refusal init(void *state, const struct game_context *context)
{
    return cah_init(state, context);
}

static void happen(void *state, enum game_news news, int seat, const struct game_context *context)
{
    cah_happen(state, news, seat, context);
}

static uint32_t winners(const struct cah *g)
{
    uint32_t leaders = cah_leaders(g), seats = 0;
    for (int s = 0; s < CAH_SEATS; s++)
        if (leaders & SEAT_BIT(cah_side(g, s))) seats |= SEAT_BIT(s);
    return seats & g->seats;
}

static struct game_pulse pulse(const void *state)
{
    const struct cah *g = state;
    struct game_pulse p = {
        .awaited = cah_awaited(g), .wake_at = g->deadline, .over = g->phase == PHASE_OVER};
    if (g->approve_by && (!p.wake_at || g->approve_by < p.wake_at)) p.wake_at = g->approve_by;
    if (p.over) p.winners = winners(g);
    return p;
}

static void rehide(void *state, int viewer, const struct game_context *context)
{
    cah_rehide(state, viewer, context);
}

/* Who wrote what lost: it could be read in that one's hand. */
static bool stays_secret(const int32_t *settings)
{
    return settings[SET_LOSERS_STAY_HIDDEN];
}

const struct game cah_game = {
    .name = "cah",
    .box = {.minutes_min = 30, .minutes_max = 60, .languages = cah_languages, .mood = "lilac"},
    .version = 3,
    .version_from = 2, /* 1 was the empty table that stood here before */
    .state_from = offsetof(struct cah, once),
    .seats_min = CAH_PLAYERS_MIN,
    .seats_max = CAH_SEATS,
    .join_event = "player-joined",
    .late_join = true,
    .bots = true,
    .bots_language = "en",
    .bots_pace = 4, /* people read what it turns over */
    .grace_ms = 60000,
    .idle_ms = 3600000,
    .state_size = sizeof(struct cah),
    .settings = cah_settings,
    .presets = cah_presets,
    .verbs = verbs,
    .init = init,
    .happen = happen,
    .pulse = pulse,
    .view = cah_view,
    .tell = cah_tell,
    .suggest = cah_suggest,
    .rehide = rehide,
    .facts = cah_facts,
    .stays_secret = stays_secret,
    .turning_points = "round-winner happy-ending round-void game-ended",
    .deck_fits = cah_deck_fits,
    .deck_read = cah_deck_read,
    .deck_enough = cah_deck_enough,
    .deck_import = cah_deck_import,
    .deck_pack = cah_deck_pack,
    .deck_export = cah_deck_export,
};
