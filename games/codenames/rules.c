#include "rules.h"

#include <string.h>

static void set_deadline(struct codenames *g, int64_t now, int32_t ms)
{
    g->deadline = 0;
    if (ms > 0) g->deadline = now + ms ? now + ms : 1; /* 0 would mean never */
}

static struct codenames_turn *running(struct codenames *g)
{
    return &g->turn[g->turn_count - 1];
}

static void lower_fingers(struct codenames *g)
{
    memset(g->finger, 0, sizeof g->finger);
}

/* There is one without guesses among 32, because 25 guesses are all there are. */
static void forget_a_turn(struct codenames *g)
{
    int idle = 0;
    while (g->turn[idle].guesses)
        idle++;
    g->turn_count--;
    memmove(&g->turn[idle], &g->turn[idle + 1], (size_t)(g->turn_count - idle) * sizeof g->turn[0]);
    memset(&g->turn[g->turn_count], 0, sizeof g->turn[0]);
    memmove(&g->meant[idle], &g->meant[idle + 1],
            (size_t)(g->turn_count - idle) * sizeof g->meant[0]);
    g->meant[g->turn_count] = 0;
}

static void begin_turn(struct codenames *g, int team, const struct game_context *context)
{
    if (g->turn_count == CODENAMES_TURNS_MAX) forget_a_turn(g);
    g->turn[g->turn_count++].team = (uint8_t)team;
    g->phase = PHASE_CLUE;
    g->current = (uint8_t)team;
    set_deadline(g, context->now, g->clue_ms);
    g->told |= TOLD_TURN_BEGAN;
}

static void finish_turn(struct codenames *g, enum codenames_why why,
                        const struct game_context *context)
{
    running(g)->why = (uint8_t)why;
    lower_fingers(g);
    g->told_ended = g->current;
    g->told_why = (uint8_t)why;
    g->told |= TOLD_TURN_ENDED;
    begin_turn(g, !g->current, context);
}

static void end_game(struct codenames *g, int winner, enum codenames_why why)
{
    if (g->turn_count) running(g)->why = (uint8_t)why;
    lower_fingers(g);
    g->phase = PHASE_COMPLETE;
    g->winner = (uint8_t)winner;
    g->won_by = (uint8_t)why;
    g->deadline = 0;
    g->told |= TOLD_OVER;
}

static void begin_play(struct codenames *g, const struct game_context *context)
{
    g->told |= TOLD_GAME_READY;
    begin_turn(g, g->starting, context);
}

/* The words of this board are the last to come again at this table. */
static void remember_words(struct codenames *g, const struct game_table *table)
{
    int too_many = g->seen_count + BOARD_CARDS - CODENAMES_SEEN_MAX;
    if (too_many > 0) {
        g->seen_count = (uint16_t)(g->seen_count - too_many);
        memmove(g->seen, g->seen + too_many, g->seen_count * sizeof g->seen[0]);
    }
    for (int i = 0; i < BOARD_CARDS; i++)
        g->seen[g->seen_count++] = board_mark(&g->card[i], table);
}

/* With a seed of the host's choice nothing else counts: not chance, not what was played before. */
static bool draw_board(struct codenames *g, const struct game_context *context)
{
    const struct game_table *table = context->table;
    const struct codenames *before = context->previous;
    int32_t seed = table->settings[SET_SEED], start = table->settings[SET_START];
    struct chance own, *chance = context->chance;
    struct board_seen seen = {0};
    if (before) {
        memcpy(g->seen, before->seen, sizeof g->seen);
        g->seen_count = before->seen_count;
    }
    if (seed) {
        board_chance(&own, seed);
        chance = &own;
    } else {
        seen.mark = g->seen;
        seen.count = g->seen_count;
    }
    uint32_t drawn = chance_below(chance, CODENAMES_TEAMS);
    g->starting = (uint8_t)(start == START_RANDOM ? drawn : (uint32_t)(start - START_RED));
    if (!board_draw(g->card, g->starting, table, seen, chance)) return false;
    remember_words(g, table);
    return true;
}

/* People guess and a computer gives their clues, until one of them takes that on. */
static void leave_clues_to_computer(struct codenames *g, int team)
{
    uint32_t computers = g->members[team] & g->computers;
    if (computers && computers != g->members[team])
        g->spymaster[team] = (int8_t)__builtin_ctz(computers);
}

static void seat_teams(struct codenames *g, const struct game_context *context)
{
    const struct game_table *table = context->table;
    const struct codenames *before = context->previous;
    for (int seat = 0; seat < table->seats && seat < CODENAMES_SEATS; seat++) {
        g->members[table->seat[seat].team] |= (uint16_t)SEAT_BIT(seat);
        if (table->seat[seat].computer) g->computers |= (uint16_t)SEAT_BIT(seat);
        if (table->seat[seat].away) g->away |= (uint16_t)SEAT_BIT(seat);
    }
    for (int team = 0; team < CODENAMES_TEAMS; team++) {
        int last = before ? before->spymaster[team] : CODENAMES_SEATS - 1;
        int first = __builtin_ctz(g->members[team]);
        g->spymaster[team] = (int8_t)(before ? codenames_next(g, team, last) : first);
        leave_clues_to_computer(g, team);
    }
}

struct refusal codenames_init(struct codenames *g, const struct game_context *context)
{
    const int32_t *set = context->table->settings;
    g->clue_ms = set[SET_CLUE_SECONDS] * 1000;
    g->guess_ms = set[SET_GUESS_SECONDS] * 1000;
    seat_teams(g, context);
    if (!draw_board(g, context))
        return refusal_keyed(refuse_saying(REFUSAL_CODE_DECK_EMPTY,
                                           "A board needs %d different words.", BOARD_CARDS),
                             "codenames.no.words");
    g->remaining[g->starting] = BOARD_AGENTS;
    g->remaining[!g->starting] = BOARD_AGENTS - 1;
    if (!set[SET_CHOOSE])
        begin_play(g, context);
    else
        set_deadline(g, context->now, CODENAMES_SETUP_MS);
    return ACCEPTED;
}

static void say(struct codenames *g, enum codenames_told what, int team, int seat)
{
    g->told |= (uint16_t)what;
    g->told_team = (uint8_t)team;
    g->told_seat = (uint8_t)seat;
}

static struct refusal in_setup(const struct codenames *g)
{
    if (g->phase == PHASE_COMPLETE) return REFUSE(GAME_OVER);
    return g->phase == PHASE_SETUP ? ACCEPTED : REFUSE(WRONG_PHASE);
}

struct refusal codenames_take_spymaster(struct codenames *g, int seat)
{
    struct refusal r = in_setup(g);
    if (refused(&r)) return r;
    if (!codenames_may_take(g, seat)) return REFUSE(STALE);
    int team = codenames_team_of(g, seat);
    g->told = 0;
    g->spymaster[team] = (int8_t)seat;
    g->ready[team] = 0;
    say(g, TOLD_CHOSEN, team, seat);
    return ACCEPTED;
}

struct refusal codenames_ready(struct codenames *g, int seat, const struct game_context *context)
{
    struct refusal r = in_setup(g);
    if (refused(&r)) return r;
    int team = codenames_team_of(g, seat);
    if (team >= 0 && g->ready[team]) return REFUSE(STALE);
    if (!codenames_may_ready(g, seat)) return REFUSE_OWN(NOT_SPYMASTER);
    g->told = 0;
    g->ready[team] = 1;
    say(g, TOLD_READY, team, seat);
    if (g->ready[0] && g->ready[1]) begin_play(g, context);
    return ACCEPTED;
}

struct refusal codenames_submit_clue(struct codenames *g, int seat, struct codenames_clue given,
                                     const struct game_context *context)
{
    char clue[CLUE_BYTES_MAX + 1];
    struct refusal r = codenames_may_clue(g, seat);
    if (refused(&r)) return r;
    r = clue_read(clue, given.typed);
    if (refused(&r)) return r;
    r = codenames_try_clue(g, clue, context->table);
    if (refused(&r)) return r;
    struct codenames_turn *turn = running(g);
    turn->at = context->now + context->table->clock_offset;
    turn->count = (int8_t)given.count;
    turn->by = (int8_t)seat;
    strcpy(turn->clue, clue);
    g->meant[g->turn_count - 1] = given.meant;
    g->phase = PHASE_GUESSES;
    set_deadline(g, context->now, g->guess_ms);
    g->told = TOLD_CLUE;
    return ACCEPTED;
}

static struct refusal on_board(const struct codenames *g, int64_t position)
{
    if (position < 0 || position >= BOARD_CARDS) return REFUSE_OWN(OUT_OF_RANGE);
    if (codenames_is_revealed(g, (int)position)) return REFUSE_OWN(ALREADY_REVEALED);
    return ACCEPTED;
}

struct refusal codenames_point_at(struct codenames *g, int seat, int64_t position)
{
    struct refusal r = codenames_may_guess(g, seat);
    if (!refused(&r) && position != -1) r = on_board(g, position);
    if (refused(&r)) return r;
    g->told = 0;
    g->finger[seat] = (uint8_t)(position + 1);
    say(g, TOLD_POINTED, g->current, seat);
    return ACCEPTED;
}

static void reveal(struct codenames *g, int seat, int position)
{
    struct codenames_guess *guess = &g->guess[g->guess_count++];
    guess->position = (uint8_t)position;
    guess->by = (int8_t)seat;
    running(g)->guesses++;
    g->revealed |= 1u << position;
    if (g->card[position].type < CODENAMES_TEAMS) g->remaining[g->card[position].type]--;
    for (int i = 0; i < CODENAMES_SEATS; i++)
        if (g->finger[i] == position + 1) g->finger[i] = 0;
    g->told = TOLD_REVEALED;
}

struct refusal codenames_make_guess(struct codenames *g, int seat, int64_t position,
                                    const struct game_context *context)
{
    struct refusal r = codenames_may_guess(g, seat);
    if (!refused(&r)) r = on_board(g, position);
    if (refused(&r)) return r;
    int type = g->card[position].type;
    reveal(g, seat, (int)position);
    if (type == CARD_ASSASSIN)
        end_game(g, !g->current, WHY_ASSASSIN);
    else if (type == CARD_NEUTRAL)
        finish_turn(g, WHY_NEUTRAL, context);
    else if (g->remaining[type] == 0)
        end_game(g, type, WHY_AGENTS); /* whoever found the last one */
    else if (type != g->current)
        finish_turn(g, WHY_MISTAKE, context);
    else if (codenames_guesses_left(g) == 0)
        finish_turn(g, WHY_LIMIT, context);
    return ACCEPTED;
}

struct refusal codenames_end_turn(struct codenames *g, int seat, const struct game_context *context)
{
    struct refusal r = codenames_may_end_turn(g, seat);
    if (refused(&r)) return r;
    g->told = 0;
    finish_turn(g, WHY_STOPPED, context);
    return ACCEPTED;
}

static void wake(struct codenames *g, const struct game_context *context)
{
    if (g->deadline == 0 || context->now < g->deadline) return;
    if (g->phase == PHASE_SETUP)
        begin_play(g, context);
    else
        finish_turn(g, WHY_TIME, context);
}

/* A clue that was given stays: the others go on guessing. A new spymaster who still has to give one
 * has the whole time for it. */
static void replace_spymaster(struct codenames *g, int team, const struct game_context *context)
{
    int next = codenames_next(g, team, g->spymaster[team]);
    g->spymaster[team] = (int8_t)next;
    g->ready[team] = 0;
    g->finger[next] = 0;
    if (g->phase == PHASE_CLUE && g->current == team) set_deadline(g, context->now, g->clue_ms);
    say(g, TOLD_CHANGED, team, next);
}

/* Whoever has no team watches. */
static void arrive(struct codenames *g, int seat, int team)
{
    if (team >= 0 && team < CODENAMES_TEAMS) g->members[team] |= (uint16_t)SEAT_BIT(seat);
}

static void leave(struct codenames *g, int seat, const struct game_context *context)
{
    int team = codenames_team_of(g, seat);
    g->left |= (uint16_t)SEAT_BIT(seat);
    if (team < 0) return;
    g->finger[seat] = 0;
    if (__builtin_popcount(codenames_staying(g, team)) < 2)
        end_game(g, !team, WHY_FORFEIT);
    else if (g->spymaster[team] == seat)
        replace_spymaster(g, team, context);
}

void codenames_happen(struct codenames *g, enum game_news news, int seat,
                      const struct game_context *context)
{
    /* Known since the start: still the same step, with the same things to tell. */
    if (news == NEWS_SEAT_AWAY && (g->away & SEAT_BIT(seat))) return;
    g->told = 0;
    if (g->phase == PHASE_COMPLETE) return;
    switch (news) {
    case NEWS_WAKE: wake(g, context); break;
    case NEWS_SEAT_AWAY: g->away |= (uint16_t)SEAT_BIT(seat); break;
    case NEWS_SEAT_BACK:
        g->away &= (uint16_t)~SEAT_BIT(seat);
        g->left &= (uint16_t)~SEAT_BIT(seat);
        if (context->table->seat[seat].computer) g->computers |= (uint16_t)SEAT_BIT(seat);
        break;
    case NEWS_SEAT_LEFT: leave(g, seat, context); break;
    case NEWS_SEAT_NEW: arrive(g, seat, context->table->seat[seat].team); break;
    case NEWS_DECK: break; /* the board lies already */
    }
}
