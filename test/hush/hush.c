#include "hush.h"

#include <stdio.h>
#include <string.h>

static uint32_t members(const struct hush *h, int team)
{
    uint32_t mask = 0;
    for (int s = 0; s < h->seats; s++)
        if (h->team[s] == team) mask |= SEAT_BIT(s);
    return mask;
}

static int points(const struct hush *h, int seat)
{
    if (!h->teams) return h->score[seat];
    int sum = 0;
    for (int s = 0; s < h->seats; s++)
        if (h->team[s] == h->team[seat]) sum += h->score[s];
    return sum;
}

static uint32_t awaited(const struct hush *h)
{
    uint32_t mask = 0;
    if (h->phase != HUSH_LAYING) return 0;
    for (int s = 0; s < h->seats; s++)
        if ((h->present & SEAT_BIT(s)) && h->laid[s] < 0 && h->held[s] > 0) mask |= SEAT_BIT(s);
    return mask;
}

/* Whoever stays until the end wins against those who left, whatever the score. */
static uint32_t winners(const struct hush *h)
{
    uint32_t mask = 0;
    int best = -1;
    for (int s = 0; s < h->seats; s++) {
        uint32_t side = h->teams ? members(h, h->team[s]) : SEAT_BIT(s);
        if (!(h->present & side) || points(h, s) < best) continue;
        if (points(h, s) > best) mask = 0;
        best = points(h, s);
        mask |= SEAT_BIT(s);
    }
    return mask;
}

static bool can_go_on(const struct hush *h)
{
    if (h->teams) return (h->present & members(h, 0)) && (h->present & members(h, 1));
    return (h->present & (h->present - 1)) != 0; /* two at least */
}

static void draw(struct hush *h, int seat)
{
    while (h->held[seat] < HUSH_HAND && h->drawn < HUSH_CARDS) {
        h->hand[seat][h->held[seat]++] = h->deck[h->drawn++];
        h->step_drew |= SEAT_BIT(seat);
    }
}

static void end_game(struct hush *h)
{
    h->phase = HUSH_OVER;
    h->deadline = 0;
    h->step_ended = true;
}

static void begin_round(struct hush *h, int64_t now)
{
    h->phase = HUSH_LAYING;
    h->round++;
    h->deadline = h->timed ? now + HUSH_LAY_MS : 0;
    for (int s = 0; s < h->seats; s++) {
        h->laid[s] = -1;
        draw(h, s);
    }
}

static void turn_over(struct hush *h, int64_t now)
{
    int best = -1;
    for (int s = 0; s < h->seats; s++) {
        if (h->laid[s] < 0) continue;
        if (best < 0 || (h->laid[s] > h->laid[best]) != h->lowest) best = s;
    }
    if (best >= 0) h->score[best]++;
    h->phase = HUSH_LOOKING;
    h->deadline = now + HUSH_LOOK_MS;
    h->step = HUSH_TURNED;
    if (h->round == h->rounds) end_game(h);
}

static void step_begins(struct hush *h, enum hush_step step, int seat)
{
    h->step = (uint8_t)step;
    h->step_seat = (uint8_t)seat;
    h->step_drew = 0;
    h->step_ended = false;
}

static struct refusal init(void *state, const struct game_context *context)
{
    struct hush *h = state;
    const struct game_table *table = context->table;
    h->seats = (uint8_t)table->seats;
    h->present = SEAT_BIT(table->seats) - 1;
    h->rounds = (uint8_t)table->settings[0];
    h->lowest = table->settings[1] == 1;
    h->timed = table->settings[2] != 0;
    for (int s = 0; s < h->seats; s++) {
        h->team[s] = (int8_t)table->seat[s].team;
        if (h->team[s] >= 0) h->teams = true;
    }
    for (int i = 0; i < HUSH_CARDS; i++)
        h->deck[i] = (uint8_t)i;
    chance_shuffle(context->chance, h->deck, HUSH_CARDS, sizeof h->deck[0]);
    step_begins(h, HUSH_DEALT, 0);
    begin_round(h, context->now);
    return ACCEPTED;
}

static struct refusal lay(void *state, int seat, const json_t *with,
                          const struct game_context *context)
{
    struct hush *h = state;
    const json_t *card = json_object_get(with, "card");
    if (!json_is_integer(card)) return REFUSE(BAD_REQUEST);
    int at = -1;
    for (int i = 0; i < h->held[seat]; i++)
        if (h->hand[seat][i] == json_integer_value(card)) at = i;
    if (at < 0) return refuse_saying(REFUSAL_CODE_ILLEGAL_MOVE, "You do not hold that card.");
    step_begins(h, HUSH_LAID, seat);
    h->laid[seat] = (int8_t)h->hand[seat][at];
    h->hand[seat][at] = h->hand[seat][--h->held[seat]];
    if (awaited(h) == 0) turn_over(h, context->now);
    return ACCEPTED;
}

static struct refusal take_back(void *state, int seat, const json_t *with,
                                const struct game_context *context)
{
    (void)with, (void)context;
    struct hush *h = state;
    if (h->phase != HUSH_LAYING) return REFUSE(WRONG_PHASE);
    if (h->laid[seat] < 0) return REFUSE(ILLEGAL_MOVE);
    step_begins(h, HUSH_TAKEN_BACK, seat);
    h->hand[seat][h->held[seat]++] = (uint8_t)h->laid[seat];
    h->laid[seat] = -1;
    return ACCEPTED;
}

static void wake(struct hush *h, int64_t now)
{
    if (h->phase == HUSH_LAYING)
        turn_over(h, now);
    else if (h->phase == HUSH_LOOKING)
        begin_round(h, now);
}

static void seat_left(struct hush *h, int seat, int64_t now)
{
    h->present &= ~SEAT_BIT(seat);
    if (!can_go_on(h))
        end_game(h);
    else if (h->phase == HUSH_LAYING && awaited(h) == 0)
        turn_over(h, now);
}

static void seat_new(struct hush *h, int seat, const struct game_context *context)
{
    h->seats = (uint8_t)(seat + 1);
    h->present |= SEAT_BIT(seat);
    h->team[seat] = (int8_t)context->table->seat[seat].team;
    h->laid[seat] = -1;
    draw(h, seat);
}

static void happen(void *state, enum game_news news, int seat, const struct game_context *context)
{
    struct hush *h = state;
    step_begins(h, HUSH_QUIET, seat < 0 ? 0 : seat);
    if (h->phase == HUSH_OVER) return;
    switch (news) {
    case NEWS_WAKE: wake(h, context->now); break;
    case NEWS_SEAT_LEFT: seat_left(h, seat, context->now); break;
    case NEWS_SEAT_BACK: h->present |= SEAT_BIT(seat); break;
    case NEWS_SEAT_NEW: seat_new(h, seat, context); break;
    case NEWS_SEAT_AWAY:
    case NEWS_DECK: break;
    }
}

static struct game_pulse pulse(const void *state)
{
    const struct hush *h = state;
    return (struct game_pulse){
        .awaited = awaited(h),
        .wake_at = h->deadline,
        .ticking = h->phase == HUSH_LAYING && h->deadline != 0,
        .over = h->phase == HUSH_OVER,
        .winners = h->phase == HUSH_OVER ? winners(h) : 0,
    };
}

static void put_player(const struct hush *h, int seat, const struct game_table *table,
                       struct writer *out)
{
    write_object(out);
    put_string(out, "name", table->seat[seat].name);
    put_int(out, "score", h->score[seat]);
    put_int(out, "cards", h->held[seat]);
    put_bool(out, "present", h->present & SEAT_BIT(seat));
    put_bool(out, "hasLaid", h->laid[seat] >= 0);
    if (h->phase != HUSH_LAYING && h->laid[seat] >= 0) put_int(out, "laid", h->laid[seat]);
    write_end(out);
}

static void view(const void *state, int viewer, const struct game_table *table, struct writer *out)
{
    static const char *const phases[] = {"laying", "looking", "over"};
    const struct hush *h = state;
    write_object(out);
    put_string(out, "phase", phases[h->phase]);
    put_int(out, "round", h->round);
    put_int(out, "rounds", h->rounds);
    if (h->deadline) put_int(out, "deadline", h->deadline + table->clock_offset);
    put_array(out, "players");
    for (int s = 0; s < h->seats; s++)
        put_player(h, s, table, out);
    write_end(out);
    if (viewer != GAME_CROWD) {
        put_array(out, "hand");
        for (int i = 0; i < h->held[viewer]; i++)
            write_int(out, h->hand[viewer][i]);
        write_end(out);
        if (h->laid[viewer] >= 0) put_int(out, "laid", h->laid[viewer]);
    }
    write_end(out);
}

static void tell_turned(const struct hush *h, struct game_says *says)
{
    struct writer *w = says_begin(says, "cards_turned", AUDIENCE_ALL);
    put_int(w, "round", h->round);
    put_array(w, "cards");
    for (int s = 0; s < h->seats; s++) {
        if (h->laid[s] < 0)
            write_null(w);
        else
            write_int(w, h->laid[s]);
    }
    write_end(w);
    says_end(says);
}

static void tell(const void *state, const struct game_table *table, struct game_says *says)
{
    (void)table;
    const struct hush *h = state;
    if (h->step == HUSH_LAID || h->step == HUSH_TAKEN_BACK) {
        const char *name = h->step == HUSH_LAID ? "card_laid" : "card_taken_back";
        put_int(says_begin(says, name, AUDIENCE_ALL), "seat", h->step_seat);
        says_end(says);
    }
    if (h->step == HUSH_TURNED) tell_turned(h, says);
    for (int s = 0; s < h->seats; s++) {
        if (!(h->step_drew & SEAT_BIT(s))) continue;
        put_int(says_begin(says, "card_drawn", SEAT_BIT(s)), "card", h->hand[s][h->held[s] - 1]);
        says_end(says);
    }
    if (!h->step_ended) return;
    put_int(says_begin(says, "game_ended", AUDIENCE_ALL), "winners", winners(h));
    says_end(says);
}

/* Level 0 lays any card, the others the best one. */
static bool suggest(const void *state, int seat, int level, const struct game_context *context,
                    struct game_move *out)
{
    const struct hush *h = state;
    if (!(awaited(h) & SEAT_BIT(seat))) return false;
    int card = h->hand[seat][chance_below(context->chance, h->held[seat])];
    for (int i = 0; level > 0 && i < h->held[seat]; i++)
        if ((h->hand[seat][i] > card) != h->lowest) card = h->hand[seat][i];
    out->verb = 0;
    snprintf(out->with, sizeof out->with, "{\"card\":%d}", card);
    return true;
}

/* Calls `each` cards the viewer cannot know: the deck's rest, other hands, what others have laid.
 */
static int hidden(struct hush *h, int viewer, uint8_t *each[HUSH_CARDS])
{
    int count = 0;
    for (int i = h->drawn; i < HUSH_CARDS; i++)
        each[count++] = &h->deck[i];
    for (int s = 0; s < h->seats; s++) {
        if (s == viewer) continue;
        for (int i = 0; i < h->held[s]; i++)
            each[count++] = &h->hand[s][i];
        if (h->phase == HUSH_LAYING && h->laid[s] >= 0) each[count++] = (uint8_t *)&h->laid[s];
    }
    return count;
}

/* The unknown cards are sorted before they are shuffled: the outcome depends on what the viewer
 * knows and on chance, and on nothing that is hidden. */
static void rehide(void *state, int viewer, const struct game_context *context)
{
    uint8_t *place[HUSH_CARDS], card[HUSH_CARDS];
    bool there[HUSH_CARDS] = {false};
    int count = hidden(state, viewer, place), sorted = 0;
    for (int i = 0; i < count; i++)
        there[*place[i]] = true;
    for (int c = 0; c < HUSH_CARDS; c++)
        if (there[c]) card[sorted++] = (uint8_t)c;
    chance_shuffle(context->chance, card, (size_t)count, sizeof card[0]);
    for (int i = 0; i < count; i++)
        *place[i] = card[i];
}

/* A card that still lies face down. */
static struct refusal takes_back(const void *before, const void *now, int seat, int verb)
{
    (void)before, (void)seat, (void)verb;
    return ((const struct hush *)now)->phase == HUSH_LAYING ? ACCEPTED : REFUSE(UNDO_SEEN);
}

static const char *const wins[] = {"highest", "lowest", NULL};
static const char *const team_names[] = {"sun", "moon", NULL};

static const struct game_setting settings[] = {
    {.key = "rounds", .kind = SETTING_NUMBER, .initial = 3, .min = 1, .max = 6},
    {.key = "wins", .kind = SETTING_CHOICE, .max = 1, .choices = wins},
    {.key = "timed", .kind = SETTING_SWITCH, .initial = 1, .max = 1},
    {.key = NULL},
};

static const struct game_preset presets[] = {
    {"short", {{"rounds", 1}, {"timed", true}}},
    {"long", {{"rounds", 6}, {"timed", false}}},
    {.key = NULL},
};

static const struct game_verb verbs[] = {
    {.name = "lay", .who = AWAITED_ONLY, .apply = lay, .fields = "card"},
    {.name = "take_back", .who = ANY_SEAT, .apply = take_back},
    {.name = NULL},
};

#define HUSH_FUNCTIONS                                                                             \
    .state_size = sizeof(struct hush), .settings = settings, .presets = presets, .verbs = verbs,   \
    .init = init, .happen = happen, .pulse = pulse, .view = view, .tell = tell,                    \
    .suggest = suggest, .rehide = rehide, .takes_back = takes_back

const struct game hush_game = {
    .name = "hush",
    .box = {.minutes_min = 3, .minutes_max = 5, .mood = "rose"},
    .version = 1,
    .seats_min = 2,
    .seats_max = HUSH_SEATS,
    .late_join = true,
    .grace_ms = 60000,
    .idle_ms = 3600000,
    HUSH_FUNCTIONS,
};

const struct game hush_teams_game = {
    .name = "hush_teams",
    .version = 1,
    .seats_min = 2,
    .seats_max = HUSH_SEATS,
    .teams = 2,
    .team_min = 1,
    .team_max = 3,
    .team_names = team_names,
    .grace_ms = 60000,
    .idle_ms = 3600000,
    HUSH_FUNCTIONS,
};
