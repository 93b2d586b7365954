/* What people send, and the table that makes Codenames a game of the house. */
#include "codenames.h"
#include "import.h"
#include "rules.h"
#include "view.h"

#include <stdio.h>
#include <string.h>

enum { VERB_TAKE, VERB_READY, VERB_CLUE, VERB_POINT, VERB_GUESS, VERB_END };

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

static struct refusal submit_clue(void *state, int seat, const json_t *with,
                                  const struct game_context *context)
{
    const json_t *text = json_object_get(with, "text");
    const char *typed = json_string_value(text);
    int count;
    struct refusal r = codenames_may_clue(state, seat);
    if (refused(&r)) return r;
    if (!typed) typed = "";
    if (strlen(typed) != json_string_length(text)) typed = "?"; /* a zero is no letter either */
    if (!read_count(json_object_get(with, "count"), &count))
        return refusal_keyed(refusal_saying(REFUSE_OWN(INVALID_CLUE),
                                            "The number of a clue is 0 to 9, or «unlimited»."),
                             "codenames.clue.count");
    return codenames_submit_clue(state, seat, typed, count, context);
}

static struct refusal which_card(void)
{
    return refuse_saying(REFUSAL_CODE_BAD_REQUEST, "Which card?");
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
    [VERB_CLUE] = {"submit_clue", ANY_SEAT, submit_clue, "text count"},
    [VERB_POINT] = {"point_at", ANY_SEAT, point_at, "position"},
    [VERB_GUESS] = {"make_guess", ANY_SEAT, make_guess, "position"},
    [VERB_END] = {"end_turn", ANY_SEAT, end_turn, ""},
    {.name = NULL},
};

static const char *const starts[] = {"random", "red", "blue", NULL};

static const struct game_setting settings[] = {
    [CODENAMES_SET_LANGUAGE] = {"language", SETTING_CHOICE, 0, 0, 3, codenames_languages},
    [CODENAMES_SET_WORDS] = {"words", SETTING_CHOICE, 0, 0, 2, codenames_sources},
    [SET_START] = {"start", SETTING_CHOICE, 0, 0, 2, starts},
    [SET_CLUE_SECONDS] = {"clueSeconds", SETTING_NUMBER, 0, 0, 600, NULL},
    [SET_GUESS_SECONDS] = {"guessSeconds", SETTING_NUMBER, 0, 0, 600, NULL},
    [SET_CHOOSE] = {"choose", SETTING_SWITCH, 1, 0, 1, NULL},
    [SET_SEED] = {"seed", SETTING_SECRET, 0, 0, INT32_MAX, NULL},
    [SET_LATE] = {SETTING_LATECOMERS, SETTING_SWITCH, 1, 0, 1, NULL},
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

/* Some word that the rules allow. A character that no word on the board has is always one, and
 * among so many Chinese ones there is always another. */
static void invent_clue(const struct codenames *g, const struct game_context *context,
                        char clue[CLUE_BYTES_MAX + 1])
{
    struct refusal r = REFUSE_OWN(INVALID_CLUE);
    for (int tries = 0; refused(&r) && tries < 20; tries++) {
        uint32_t letters = 4 + chance_below(context->chance, 6);
        for (uint32_t i = 0; i < letters; i++)
            clue[i] = (char)('a' + chance_below(context->chance, 26));
        clue[letters] = 0;
        r = codenames_try_clue(g, clue, context->table);
    }
    for (uint32_t point = 0x4e00; refused(&r); point++) {
        clue[0] = (char)(0xe0 | point >> 12);
        clue[1] = (char)(0x80 | (point >> 6 & 0x3f));
        clue[2] = (char)(0x80 | (point & 0x3f));
        clue[3] = 0;
        r = codenames_try_clue(g, clue, context->table);
    }
}

static bool suggest_clue(const struct codenames *g, const struct game_context *context,
                         struct game_move *out)
{
    char clue[CLUE_BYTES_MAX + 1];
    invent_clue(g, context, clue);
    out->verb = VERB_CLUE;
    int count = (int)chance_below(context->chance, CODENAMES_COUNT_MAX + 2) - 1;
    if (count == CLUE_UNLIMITED)
        snprintf(out->with, sizeof out->with, "{\"text\":\"%s\",\"count\":\"unlimited\"}", clue);
    else
        snprintf(out->with, sizeof out->with, "{\"text\":\"%s\",\"count\":%d}", clue, count);
    return true;
}

static bool suggest_card(const struct codenames *g, int verb, const struct game_context *context,
                         struct game_move *out)
{
    int skip = (int)chance_below(context->chance, (uint32_t)(BOARD_CARDS - g->guess_count));
    int position = 0;
    while (codenames_is_revealed(g, position) || skip-- > 0)
        position++;
    out->verb = verb;
    snprintf(out->with, sizeof out->with, "{\"position\":%d}", position);
    return true;
}

static bool plain(int verb, struct game_move *out)
{
    out->verb = verb;
    strcpy(out->with, "{}");
    return true;
}

/* At random, and from what everybody sees. There are no bots: a computer that gives clues would
 * need to know what words mean. */
static bool suggest(const void *state, int seat, int level, const struct game_context *context,
                    struct game_move *out)
{
    (void)level;
    const struct codenames *g = state;
    struct refusal clue = codenames_may_clue(g, seat), guess = codenames_may_guess(g, seat);
    struct refusal end = codenames_may_end_turn(g, seat);
    if (codenames_may_ready(g, seat)) return plain(VERB_READY, out);
    if (codenames_may_take(g, seat))
        return chance_below(context->chance, 8) == 0 && plain(VERB_TAKE, out);
    if (!refused(&clue)) return suggest_clue(g, context, out);
    if (refused(&guess)) return false;
    if (!refused(&end) && chance_below(context->chance, 4) == 0) return plain(VERB_END, out);
    bool point = chance_below(context->chance, 4) == 0;
    return suggest_card(g, point ? VERB_POINT : VERB_GUESS, context, out);
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
    .version = 2, /* 1 were the empty tables that stood here before */
    .seats_min = 4,
    .seats_max = CODENAMES_SEATS,
    .teams = CODENAMES_TEAMS,
    .team_min = 2,
    .team_max = 8,
    .team_names = codenames_team_names,
    .late_join = true,
    .grace_ms = 60000,
    .idle_ms = 3600000,
    .state_size = sizeof(struct codenames),
    .settings = settings,
    .verbs = verbs,
    .init = init,
    .happen = happen,
    .pulse = pulse,
    .view = codenames_view,
    .tell = codenames_tell,
    .suggest = suggest,
    .rehide = rehide,
    .takes_back = takes_back,
    .gestures = 1u << VERB_POINT,
    .deck_fits = codenames_deck_fits,
    .deck_read = codenames_deck_read,
    .deck_pack = codenames_deck_pack,
    .deck_enough = codenames_deck_enough,
    .deck_import = codenames_deck_import,
};
