/* What people send, and the table that makes Codenames a game of the house. */
#include "talk.h"
#include "codenames.h"
#include "import.h"
#include "rules.h"
#include "view.h"

#include <stdio.h>
#include <string.h>

static struct refusal take_spymaster(void *state, int seat, const json_t *with,
                                     const struct game_context *context)
{
    (void)with, (void)context;
    return codenames_take_spymaster(state, seat);
}

static struct refusal ready(void *state, int seat, const json_t *with,
                            const struct game_context *context)
{
    (void)with;
    return codenames_ready(state, seat, context);
}

/* A whole number from 0 to 9, or the word. */
static bool read_count(const json_t *json, int *count)
{
    const char *word = json_string_value(json);
    *count = CLUE_UNLIMITED;
    if (word) return strcmp(word, "unlimited") == 0;
    if (!json_is_integer(json)) return false;
    json_int_t number = json_integer_value(json);
    *count = number >= 0 && number <= CODENAMES_COUNT_MAX ? (int)number : CLUE_UNLIMITED;
    return *count >= 0;
}

static struct refusal which_card(void)
{
    return refuse_saying(REFUSAL_CODE_BAD_REQUEST, "Which card?");
}

/* Positions; none at all is fine, since nobody has to tell. */
static bool read_meant(const json_t *json, uint32_t *meant)
{
    size_t i;
    json_t *one;
    *meant = 0;
    if (json && !json_is_array(json)) return false;
    json_array_foreach((json_t *)json, i, one)
    {
        json_int_t position = json_is_integer(one) ? json_integer_value(one) : BOARD_CARDS;
        if (position < 0 || position >= BOARD_CARDS) return false;
        *meant |= 1u << position;
    }
    return true;
}

static struct refusal submit_clue(void *state, int seat, const json_t *with,
                                  const struct game_context *context)
{
    const json_t *text = json_object_get(with, "text");
    struct codenames_clue clue = {.typed = json_string_value(text)};
    struct refusal r = codenames_may_clue(state, seat);
    if (refused(&r)) return r;
    if (!clue.typed) clue.typed = "";
    if (strlen(clue.typed) != json_string_length(text)) clue.typed = "?"; /* a zero is no letter */
    if (!read_meant(json_object_get(with, "meant"), &clue.meant)) return which_card();
    if (!read_count(json_object_get(with, "count"), &clue.count))
        return refusal_keyed(refusal_saying(REFUSE_OWN(INVALID_CLUE),
                                            "The number of a clue is 0 to 9, or «unlimited»."),
                             "codenames.clue.count");
    return codenames_submit_clue(state, seat, clue, context);
}

static struct refusal point_at(void *state, int seat, const json_t *with,
                               const struct game_context *context)
{
    (void)context;
    const json_t *position = json_object_get(with, "position");
    struct refusal r = codenames_may_guess(state, seat);
    if (refused(&r)) return r;
    if (json_is_null(position)) return codenames_point_at(state, seat, -1);
    if (!json_is_integer(position)) return which_card();
    json_int_t number = json_integer_value(position);
    return codenames_point_at(state, seat, number < 0 ? BOARD_CARDS : number);
}

static struct refusal make_guess(void *state, int seat, const json_t *with,
                                 const struct game_context *context)
{
    const json_t *position = json_object_get(with, "position");
    struct refusal r = codenames_may_guess(state, seat);
    if (refused(&r)) return r;
    if (!json_is_integer(position)) return which_card();
    return codenames_make_guess(state, seat, json_integer_value(position), context);
}

static struct refusal end_turn(void *state, int seat, const json_t *with,
                               const struct game_context *context)
{
    (void)with;
    return codenames_end_turn(state, seat, context);
}

/* A clue with a slip of the finger, and a turn that was ended by mistake. */
static struct refusal takes_back(const void *before, const void *now, int seat, int verb)
{
    (void)seat;
    const struct codenames *was = before, *is = now;
    bool unseen = (verb == VERB_CLUE || verb == VERB_END) && was->revealed == is->revealed;
    return unseen ? ACCEPTED : REFUSE(UNDO_SEEN);
}

/* Anybody may try, so that the answer says what is wrong and not only that it is not his turn. */
static const struct game_verb verbs[] = {
    [VERB_TAKE] = {"take_spymaster", ANY_SEAT, take_spymaster, ""},
    [VERB_READY] = {"ready", ANY_SEAT, ready, ""},
    [VERB_CLUE] = {"submit_clue", ANY_SEAT, submit_clue, "text count meant"},
    [VERB_POINT] = {"point_at", ANY_SEAT, point_at, "position"},
    [VERB_GUESS] = {"make_guess", ANY_SEAT, make_guess, "position"},
    [VERB_END] = {"end_turn", ANY_SEAT, end_turn, ""},
    {.name = NULL},
};

static const char *const starts[] = {"random", "red", "blue", NULL};

static const struct game_setting settings[] = {
    [CODENAMES_SET_LANGUAGE] = {SETTING_LANGUAGE, SETTING_CHOICE, 0, 0, 3, codenames_languages},
    [CODENAMES_SET_WORDS] = {"words", SETTING_CHOICE, 0, 0, 2, codenames_sources},
    [SET_START] = {"start", SETTING_CHOICE, 0, 0, 2, starts},
    [SET_CLUE_SECONDS] = {"clueSeconds", SETTING_NUMBER, 0, 0, 600, NULL},
    [SET_GUESS_SECONDS] = {"guessSeconds", SETTING_NUMBER, 0, 0, 600, NULL},
    [SET_CHOOSE] = {"choose", SETTING_SWITCH, 1, 0, 1, NULL},
    [SET_SEED] = {"seed", SETTING_SECRET, 0, 0, INT32_MAX, NULL},
    [SET_LATE] = {SETTING_LATECOMERS, SETTING_SWITCH, 1, 0, 1, NULL},
    {.key = NULL},
};

static const struct game_preset presets[] = {
    {"quick", {{"clueSeconds", 60}, {"guessSeconds", 60}, {"choose", false}}},
    {"classic", {{"clueSeconds", 0}, {"guessSeconds", 0}, {"choose", true}}},
    {"clock", {{"clueSeconds", 120}, {"guessSeconds", 120}, {"choose", true}}},
    {"children", {{"clueSeconds", 0}, {"guessSeconds", 0}, {"choose", false}}},
    {.key = NULL},
};

static struct refusal init(void *state, const struct game_context *context)
{
    return codenames_init(state, context);
}

static void happen(void *state, enum game_news news, int seat, const struct game_context *context)
{
    codenames_happen(state, news, seat, context);
}

/* Whoever knows the key keeps a straight face, also who gave clues once and came back as a guesser. */
static uint32_t knowing(const struct codenames *g)
{
    uint32_t seats = 0;
    if (g->phase == PHASE_SETUP || g->phase == PHASE_COMPLETE) return 0;
    for (int team = 0; team < CODENAMES_TEAMS; team++)
        seats |= SEAT_BIT(g->spymaster[team]);
    for (int i = 0; i < g->turn_count; i++)
        if (g->turn[i].clue[0]) seats |= SEAT_BIT(g->turn[i].by);
    return seats;
}

static struct game_pulse pulse(const void *state)
{
    const struct codenames *g = state;
    struct game_pulse p = {.awaited = codenames_awaited(g),
                           .wake_at = g->deadline,
                           .over = g->phase == PHASE_COMPLETE,
                           .quiet = knowing(g)};
    if (p.over) p.winners = g->members[g->winner];
    return p;
}

/* Whose the hidden cards are is the only secret: in order, shuffled, and dealt again. */
static void rehide(void *state, int viewer, const struct game_context *context)
{
    struct codenames *g = state;
    uint8_t types[BOARD_CARDS];
    size_t count = 0;
    if (codenames_sees_key(g, viewer)) return;
    for (int type = CARD_RED; type <= CARD_ASSASSIN; type++)
        for (int i = 0; i < BOARD_CARDS; i++)
            if (!codenames_is_revealed(g, i) && g->card[i].type == type)
                types[count++] = (uint8_t)type;
    chance_shuffle(context->chance, types, count, sizeof types[0]);
    for (int i = 0; i < BOARD_CARDS; i++)
        if (!codenames_is_revealed(g, i)) g->card[i].type = types[--count];
}

const struct game codenames_game = {
    .name = "codenames",
    .box = {.minutes_min = 15, .minutes_max = 25, .languages = codenames_languages, .mood = "sky"},
    .version = 3, /* 1 were the empty tables that stood here before */
    .version_from = 2,
    .state_from = offsetof(struct codenames, meant),
    .seats_min = 4,
    .seats_max = CODENAMES_SEATS,
    .teams = CODENAMES_TEAMS,
    .team_min = 2,
    .team_max = 8,
    .team_names = codenames_team_names,
    .late_join = true,
    .bots = true,
    .bots_language = "en",
    .bots_beginner = (const char *const[]){"es", "it", "bg", NULL},
    .bots_pace = 4,
    .grace_ms = 60000,
    .idle_ms = 3600000,
    .state_size = sizeof(struct codenames),
    .settings = settings,
    .presets = presets,
    .verbs = verbs,
    .init = init,
    .happen = happen,
    .pulse = pulse,
    .view = codenames_view,
    .tell = codenames_tell,
    .suggest = codenames_suggest,
    .rehide = rehide,
    .takes_back = takes_back,
    .gestures = 1u << VERB_POINT,
    .turning_points = "clue_given codenames_over",
    .deck_fits = codenames_deck_fits,
    .deck_read = codenames_deck_read,
    .deck_pack = codenames_deck_pack,
    .deck_enough = codenames_deck_enough,
    .deck_import = codenames_deck_import,
};
