#include "hush_bugs.h"
#include "hush.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Verbs of a bugged game: a copy of Hush's, with another first one. */
static void replace_lay(struct game *game, struct game_verb verbs[3],
                        struct refusal (*apply)(void *, int, const json_t *,
                                                const struct game_context *))
{
    memcpy(verbs, hush_game.verbs, 3 * sizeof *verbs);
    verbs[0].apply = apply;
    game->verbs = verbs;
}

static struct refusal lay_well(void *state, int seat, const json_t *with,
                               const struct game_context *context)
{
    return hush_game.verbs[0].apply(state, seat, with, context);
}

/* Everybody sees the first card of seat 0. */
static void view_leaks(const void *state, int viewer, const struct game_table *table,
                       struct writer *out)
{
    struct buffer inner = {0};
    struct writer w = writer_to(&inner);
    hush_game.view(state, viewer, table, &w);
    write_object(out);
    write_key(out, "view");
    write_raw(out, inner.data, inner.len);
    put_int(out, "peek", ((const struct hush *)state)->hand[0][0]);
    write_end(out);
    buffer_free(&inner);
}

static void plant_view_leak(struct game *game)
{
    game->view = view_leaks;
}

/* The card that was laid face down is named to all. */
static void tell_leaks(const void *state, const struct game_table *table, struct game_says *says)
{
    const struct hush *h = state;
    hush_game.tell(state, table, says);
    if (h->step != HUSH_LAID) return;
    put_int(says_begin(says, "card_shown", AUDIENCE_ALL), "card", h->laid[h->step_seat]);
    says_end(says);
}

static void plant_event_leak(struct game *game)
{
    game->tell = tell_leaks;
}

/* A counter of the rules' own finds its way into the score. */
static struct refusal lay_counting(void *state, int seat, const json_t *with,
                                   const struct game_context *context)
{
    static unsigned laid;
    struct refusal r = lay_well(state, seat, with, context);
    if (!refused(&r)) ((struct hush *)state)->score[seat] = (uint8_t)(++laid % 200);
    return r;
}

static void plant_global(struct game *game)
{
    static struct game_verb verbs[3];
    replace_lay(game, verbs, lay_counting);
}

/* How many rounds the last game had that began, whichever it was. */
static int32_t last_rounds;

static struct refusal init_remembering(void *state, const struct game_context *context)
{
    last_rounds = context->table->settings[0];
    return hush_game.init(state, context);
}

static void view_remembering(const void *state, int viewer, const struct game_table *table,
                             struct writer *out)
{
    struct hush copy;
    memcpy(&copy, state, sizeof copy);
    copy.rounds = (uint8_t)last_rounds;
    hush_game.view(&copy, viewer, table, out);
}

static void plant_remembered_setting(struct game *game)
{
    game->init = init_remembering;
    game->view = view_remembering;
}

static bool suggest_any_card(const void *state, int seat, int level,
                             const struct game_context *context, struct game_move *out)
{
    if (!hush_game.suggest(state, seat, level, context, out)) return false;
    snprintf(out->with, sizeof out->with, "{\"card\":%u}", chance_below(context->chance, 60));
    return true;
}

static void plant_illegal_suggestion(struct game *game)
{
    game->suggest = suggest_any_card;
}

/* Lays the first or the last card, by a look into the next hand. */
static bool suggest_peeking(const void *state, int seat, int level,
                            const struct game_context *context, struct game_move *out)
{
    const struct hush *h = state;
    if (!hush_game.suggest(state, seat, level, context, out)) return false;
    int other = (seat + 1) % h->seats, last = h->held[seat] - 1;
    int card = h->hand[other][0] > 30 ? h->hand[seat][0] : h->hand[seat][last];
    snprintf(out->with, sizeof out->with, "{\"card\":%d}", card);
    return true;
}

static void plant_peeking_suggestion(struct game *game)
{
    game->suggest = suggest_peeking;
}

static void happen_awaiting_leavers(void *state, enum game_news news, int seat,
                                    const struct game_context *context)
{
    hush_game.happen(state, news == NEWS_SEAT_LEFT ? NEWS_SEAT_AWAY : news, seat, context);
}

static void plant_awaited_leaver(struct game *game)
{
    game->happen = happen_awaiting_leavers;
}

/* Forgets to turn the cards over when the last one awaited is the one who leaves. */
static void happen_blocking(void *state, enum game_news news, int seat,
                            const struct game_context *context)
{
    struct hush *h = state;
    if (news == NEWS_SEAT_LEFT && h->phase == HUSH_LAYING)
        h->present &= ~SEAT_BIT(seat);
    else
        hush_game.happen(state, news, seat, context);
}

static void plant_blocking_leaver(struct game *game)
{
    game->happen = happen_blocking;
}

/* The right deadline, but from the wrong clock. */
static struct refusal lay_by_the_clock(void *state, int seat, const json_t *with,
                                       const struct game_context *context)
{
    struct hush *h = state;
    struct refusal r = lay_well(state, seat, with, context);
    if (h->phase == HUSH_LOOKING) h->deadline = (int64_t)time(NULL) * 1000 + HUSH_LOOK_MS;
    return r;
}

static void plant_clock(struct game *game)
{
    static struct game_verb verbs[3];
    replace_lay(game, verbs, lay_by_the_clock);
}

static struct refusal init_at_random(void *state, const struct game_context *context)
{
    struct refusal r = hush_game.init(state, context);
    if (rand() % 2) ((struct hush *)state)->rounds = 2;
    return r;
}

static void plant_randomness(struct game *game)
{
    game->init = init_at_random;
}

/* Decides by a byte that nobody has written. */
__attribute__((noinline)) static bool in_a_mood(void)
{
    unsigned char mood[64];
    __asm__ volatile("" : : "r"(mood) : "memory");
    return mood[32] & 4;
}

static struct refusal lay_moody(void *state, int seat, const json_t *with,
                                const struct game_context *context)
{
    if (json_object_size(with) != 1 && in_a_mood()) return REFUSE(WRONG_PHASE);
    return lay_well(state, seat, with, context);
}

static void plant_moody_refusal(struct game *game)
{
    static struct game_verb verbs[3];
    replace_lay(game, verbs, lay_moody);
}

/* Tidies up in the room's table before it finds out that it must refuse. */
static struct refusal lay_half(void *state, int seat, const json_t *with,
                               const struct game_context *context)
{
    struct game_table *table = (struct game_table *)context->table;
    if (!json_object_get(with, "card")) table->seat[seat].team = 7;
    return lay_well(state, seat, with, context);
}

static void plant_half_change(struct game *game)
{
    static struct game_verb verbs[3];
    replace_lay(game, verbs, lay_half);
}

/* The answer to a guess tells whether another hand has the card. */
static struct refusal lay_talkative(void *state, int seat, const json_t *with,
                                    const struct game_context *context)
{
    const struct hush *h = state;
    json_int_t card = json_integer_value(json_object_get(with, "card"));
    int other = (seat + 1) % h->seats;
    for (int i = 0; i < h->held[other]; i++)
        if (h->hand[other][i] == card)
            return refuse_saying(REFUSAL_CODE_ILLEGAL_MOVE, "Your neighbour has that card.");
    return lay_well(state, seat, with, context);
}

static void plant_talkative_refusal(struct game *game)
{
    static struct game_verb verbs[3];
    replace_lay(game, verbs, lay_talkative);
}

/* The sentence is always the same; what fills its translation, or which one it is, tells. */
static struct refusal lay_hinting(void *state, int seat, const json_t *with,
                                  const struct game_context *context)
{
    const struct hush *h = state;
    struct refusal r = lay_well(state, seat, with, context);
    int other = (seat + 1) % h->seats;
    if (r.code != REFUSAL_CODE_ILLEGAL_MOVE || !h->held[other]) return r;
    return refusal_with_number(refusal_keyed(r, "hush.no"), "card", h->hand[other][0]);
}

static struct refusal lay_choosing_words(void *state, int seat, const json_t *with,
                                         const struct game_context *context)
{
    const struct hush *h = state;
    struct refusal r = lay_well(state, seat, with, context);
    int other = (seat + 1) % h->seats;
    if (r.code != REFUSAL_CODE_ILLEGAL_MOVE || !h->held[other]) return r;
    return refusal_keyed(r, h->hand[other][0] % 2 ? "hush.no.odd" : "hush.no.even");
}

static void plant_hinting_values(struct game *game)
{
    static struct game_verb verbs[3];
    replace_lay(game, verbs, lay_hinting);
}

static void plant_hinting_key(struct game *game)
{
    static struct game_verb verbs[3];
    replace_lay(game, verbs, lay_choosing_words);
}

static struct game_pulse pulse_asleep(const void *state)
{
    struct game_pulse pulse = hush_game.pulse(state);
    pulse.wake_at = 0;
    pulse.ticking = false;
    return pulse;
}

static void plant_no_wake(struct game *game)
{
    game->pulse = pulse_asleep;
}

static void happen_sleepily(void *state, enum game_news news, int seat,
                            const struct game_context *context)
{
    if (news != NEWS_WAKE) hush_game.happen(state, news, seat, context);
}

static void plant_deaf_wake(struct game *game)
{
    game->happen = happen_sleepily;
}

static void rehide_nothing(void *state, int viewer, const struct game_context *context)
{
    (void)state, (void)viewer, (void)context;
}

static void plant_idle_rehide(struct game *game)
{
    game->rehide = rehide_nothing;
}

/* Forgets to put the deck back: nobody sees that, and later there is nothing to draw. */
static void rehide_carelessly(void *state, int viewer, const struct game_context *context)
{
    hush_game.rehide(state, viewer, context);
    ((struct hush *)state)->drawn = HUSH_CARDS;
}

static void plant_careless_rehide(struct game *game)
{
    game->rehide = rehide_carelessly;
}

/* A struct with a hole, filled on the stack and copied whole. */
struct holed {
    struct {
        int8_t laid;
        uint32_t drew;
    } of[HUSH_SEATS];
};

__attribute__((noinline)) static void fill(struct holed *out, const struct hush *h)
{
    for (int s = 0; s < HUSH_SEATS; s++) {
        out->of[s].laid = h->laid[s];
        out->of[s].drew = h->step_drew;
    }
    __asm__ volatile("" : : "r"(out) : "memory");
}

struct hush_holed {
    struct hush hush;
    struct holed last;
};

static struct refusal lay_padded(void *state, int seat, const json_t *with,
                                 const struct game_context *context)
{
    struct hush_holed *h = state;
    struct holed last;
    struct refusal r = lay_well(state, seat, with, context);
    fill(&last, &h->hush);
    memcpy(&h->last, &last, sizeof last);
    return r;
}

static void plant_padding(struct game *game)
{
    static struct game_verb verbs[3];
    replace_lay(game, verbs, lay_padded);
    game->state_size = sizeof(struct hush_holed);
}

/* A pointer in the state: the same game at another address is another state. */
struct hush_pointing {
    struct hush hush;
    const char *name;
};

static struct refusal init_pointing(void *state, const struct game_context *context)
{
    ((struct hush_pointing *)state)->name = context->table->seat[0].name;
    return hush_game.init(state, context);
}

static void plant_pointer(struct game *game)
{
    game->init = init_pointing;
    game->state_size = sizeof(struct hush_pointing);
}

static void view_changing(const void *state, int viewer, const struct game_table *table,
                          struct writer *out)
{
    ((struct hush *)state)->step_drew++;
    hush_game.view(state, viewer, table, out);
}

static void plant_changing_view(struct game *game)
{
    game->view = view_changing;
}

static void view_as_array(const void *state, int viewer, const struct game_table *table,
                          struct writer *out)
{
    write_array(out);
    hush_game.view(state, viewer, table, out);
    write_end(out);
}

static void plant_odd_view(struct game *game)
{
    game->view = view_as_array;
}

/* One round more, and one more, and one more. */
static void happen_endlessly(void *state, enum game_news news, int seat,
                             const struct game_context *context)
{
    struct hush *h = state;
    hush_game.happen(state, news, seat, context);
    if (h->phase == HUSH_LAYING) h->round = 1, h->drawn = 24;
}

static void plant_endless_game(struct game *game)
{
    game->happen = happen_endlessly;
}

static struct refusal takes_all_back(const void *before, const void *now, int seat, int verb)
{
    (void)before, (void)now, (void)seat, (void)verb;
    return ACCEPTED;
}

static void plant_blind_undo(struct game *game)
{
    game->takes_back = takes_all_back;
}

/* Whether another would mind is for them to say. */
static struct refusal takes_back_knowing(const void *before, const void *now, int seat, int verb)
{
    (void)now, (void)verb;
    const struct hush *h = before;
    int other = seat ? 0 : 1;
    bool strong = h->held[other] && h->hand[other][0] > HUSH_CARDS / 2;
    return strong ? REFUSE(UNDO_SEEN) : ACCEPTED;
}

static void plant_knowing_undo(struct game *game)
{
    game->takes_back = takes_back_knowing;
}

static void plant_presets(struct game *game, const struct game_preset *presets)
{
    game->presets = presets;
}

static void plant_unknown_preset(struct game *game)
{
    static const struct game_preset presets[] = {{"odd", {{"laps", 2}}}, {.key = NULL}};
    plant_presets(game, presets);
}

static void plant_wide_preset(struct game *game)
{
    static const struct game_preset presets[] = {{"odd", {{"rounds", 7}}}, {.key = NULL}};
    plant_presets(game, presets);
}

static void plant_twin_presets(struct game *game)
{
    static const struct game_preset presets[] = {
        {"one", {{"rounds", 2}}}, {"other", {{"timed", 1}}}, {.key = NULL}};
    plant_presets(game, presets);
}

const struct planted_bug planted_bugs[] = {
    {"a card that was seen is taken back", plant_blind_undo, "undo", "what was hidden"},
    {"a question about undoing is answered with a secret", plant_knowing_undo, "undo", ""},
    {"a card leaks in the view", plant_view_leak, "secrecy", ".peek"},
    {"a card leaks in an event", plant_event_leak, "secrecy", "events told to"},
    {"a hidden global counter", plant_global, "purity", ""},
    {"a setting kept in a global", plant_remembered_setting, "purity", ""},
    {"a suggestion is illegal", plant_illegal_suggestion, "waking", "is refused: ILLEGAL_MOVE"},
    {"a suggestion peeks", plant_peeking_suggestion, "secrecy", "peeks"},
    {"a leaver is still awaited", plant_awaited_leaver, "leaving", "which have left"},
    {"a leaver blocks the others", plant_blocking_leaver, "leaving", "blocked"},
    {"the rules read the clock", plant_clock, "purity", "uses time"},
    {"the rules throw dice of their own", plant_randomness, "purity", "uses rand"},
    {"the same proposal, two answers", plant_moody_refusal, "refusal", "for the same"},
    {"a refused action changes the table", plant_half_change, "refusal", "changes the table"},
    {"a refusal tells a secret", plant_talkative_refusal, "secrecy", "tells what is hidden"},
    {"what fills a refusal tells one", plant_hinting_values, "secrecy", "tells what is hidden"},
    {"which words refuse tells one", plant_hinting_key, "secrecy", "tells what is hidden"},
    {"the wake-up is never asked for", plant_no_wake, NULL, "no wake-up will come"},
    {"the wake-up changes nothing", plant_deaf_wake, "waking", "changes nothing"},
    {"rehide does nothing", plant_idle_rehide, "secrecy", "changed nothing in"},
    {"rehide leaves an impossible state", plant_careless_rehide, "secrecy", "blocked"},
    {"padding from the stack", plant_padding, "purity", "never written"},
    {"a pointer in the state", plant_pointer, "purity", "another state"},
    {"the view changes the state", plant_changing_view, "refusal", "view changes the state"},
    {"the view is no object", plant_odd_view, "shape", "no JSON object"},
    {"the game never ends", plant_endless_game, "ending", "not over after"},
    {"a preset of what is no setting", plant_unknown_preset, "shape", "no setting laps"},
    {"a preset out of range", plant_wide_preset, "shape", "rounds to 7"},
    {"two presets at the same time", plant_twin_presets, "shape", "one and other"},
    {.what = NULL},
};
