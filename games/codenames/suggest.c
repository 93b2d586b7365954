/* What somebody could do in a seat: anything that is legal, or what the computer thinks best. */
#include "computer.h"
#include "talk.h"

#include <stdio.h>
#include <string.h>

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

static bool turn_to(int verb, int position, struct game_move *out)
{
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

/* At random, and from what everybody sees. */
static bool suggest_anything(const struct codenames *g, int seat,
                             const struct game_context *context, struct game_move *out)
{
    struct refusal clue = codenames_may_clue(g, seat), guess = codenames_may_guess(g, seat);
    struct refusal end = codenames_may_end_turn(g, seat);
    if (codenames_may_take(g, seat) && chance_below(context->chance, 8) == 0)
        return plain(VERB_TAKE, out);
    if (codenames_may_ready(g, seat)) return plain(VERB_READY, out);
    if (!refused(&clue)) return suggest_clue(g, context, out);
    if (refused(&guess)) return false;
    if (!refused(&end) && chance_below(context->chance, 4) == 0) return plain(VERB_END, out);
    bool point = chance_below(context->chance, 4) == 0;
    return turn_to(point ? VERB_POINT : VERB_GUESS, computer_any_card(g, context->chance), out);
}

static bool say(const struct computer_choice *choice, struct game_move *out)
{
    size_t at =
        (size_t)snprintf(out->with, sizeof out->with, "{\"text\":\"%s\",\"count\":%d,\"meant\":[",
                         choice->clue, choice->count);
    const char *comma = "";
    for (int i = 0; i < BOARD_CARDS; i++) {
        if (!(choice->meant >> i & 1)) continue;
        at += (size_t)snprintf(out->with + at, sizeof out->with - at, "%s%d", comma, i);
        comma = ",";
    }
    snprintf(out->with + at, sizeof out->with - at, "]}");
    out->verb = VERB_CLUE;
    return true;
}

bool codenames_suggest(const void *state, int seat, int level, const struct game_context *context,
                       struct game_move *out)
{
    if (level < 1) return suggest_anything(state, seat, context, out);
    struct computer_choice choice = computer_choose(state, seat, level > 3 ? 3 : level, context);
    switch (choice.deed) {
    case COMPUTER_WAITS: return false;
    case COMPUTER_READY: return plain(VERB_READY, out);
    case COMPUTER_CLUE:
        return choice.clue[0] ? say(&choice, out) : suggest_clue(state, context, out);
    case COMPUTER_POINT: return turn_to(VERB_POINT, choice.position, out);
    case COMPUTER_GUESS: return turn_to(VERB_GUESS, choice.position, out);
    case COMPUTER_STOP: return plain(VERB_END, out);
    }
    return false;
}
