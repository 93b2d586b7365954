#include "view.h"
#include "awards.h"

const char *const codenames_team_names[] = {"red", "blue", NULL};

static const char *const phase_names[] = {"Setup", "AwaitingClue", "AwaitingGuesses", "Complete"};
static const char *const type_names[] = {"red", "blue", "neutral", "assassin"};
static const char *const why_names[] = {NULL,   "mistake", "neutral",  "limit",  "stopped",
                                        "time", "agents",  "assassin", "forfeit"};

static void put_text(struct writer *out, const char *key, const char *text)
{
    write_key(out, key);
    text ? write_string(out, text) : write_null(out);
}

static void put_number(struct writer *out, const char *key, int64_t number, bool there)
{
    write_key(out, key);
    there ? write_int(out, number) : write_null(out);
}

static void put_you(const struct codenames *g, int viewer, struct writer *out)
{
    enum codenames_role role = codenames_role(g, viewer);
    write_key(out, "you");
    if (role == ROLE_NONE) {
        write_null(out);
        return;
    }
    write_object(out);
    put_string(out, "team", codenames_team_names[codenames_team_of(g, viewer)]);
    put_string(out, "role", role == ROLE_SPYMASTER ? "spymaster" : "operative");
    write_end(out);
}

static void put_teams(const struct codenames *g, struct writer *out)
{
    put_object(out, "spymasters");
    for (int team = 0; team < CODENAMES_TEAMS; team++)
        put_int(out, codenames_team_names[team], g->spymaster[team]);
    write_end(out);
    put_object(out, "ready");
    for (int team = 0; team < CODENAMES_TEAMS; team++)
        put_bool(out, codenames_team_names[team], g->phase != PHASE_SETUP || g->ready[team]);
    write_end(out);
}

static void put_board(const struct codenames *g, int viewer, const struct game_table *table,
                      struct writer *out)
{
    bool all = codenames_sees_key(g, viewer);
    put_array(out, "board");
    for (int i = 0; i < BOARD_CARDS; i++) {
        bool revealed = codenames_is_revealed(g, i);
        write_object(out);
        put_int(out, "position", i);
        put_string(out, "word", board_word(&g->card[i], table));
        put_text(out, "type", all || revealed ? type_names[g->card[i].type] : NULL);
        put_bool(out, "isRevealed", revealed);
        write_end(out);
    }
    write_end(out);
}

static void put_remaining(const struct codenames *g, struct writer *out)
{
    put_int(out, "redAgentsRemaining", g->remaining[CARD_RED]);
    put_int(out, "blueAgentsRemaining", g->remaining[CARD_BLUE]);
}

static void write_clue(const struct codenames_turn *turn, struct writer *out)
{
    if (!turn || !turn->clue[0]) {
        write_null(out);
        return;
    }
    write_object(out);
    put_string(out, "team", codenames_team_names[turn->team]);
    put_string(out, "text", turn->clue);
    put_int(out, "count", turn->count);
    put_int(out, "by", turn->by);
    put_int(out, "at", turn->at);
    write_end(out);
}

static void put_can(const struct codenames *g, int viewer, struct writer *out)
{
    struct refusal clue = codenames_may_clue(g, viewer), guess = codenames_may_guess(g, viewer);
    struct refusal end = codenames_may_end_turn(g, viewer);
    put_object(out, "can");
    put_bool(out, "takeSpymaster", codenames_may_take(g, viewer));
    put_bool(out, "ready", codenames_may_ready(g, viewer));
    put_bool(out, "clue", !refused(&clue));
    put_bool(out, "guess", !refused(&guess));
    put_bool(out, "endTurn", !refused(&end));
    write_end(out);
}

static void put_pointing(const struct codenames *g, struct writer *out)
{
    put_array(out, "pointing");
    for (int seat = 0; seat < CODENAMES_SEATS; seat++) {
        if (!g->finger[seat]) continue;
        write_object(out);
        put_int(out, "seat", seat);
        put_int(out, "position", g->finger[seat] - 1);
        write_end(out);
    }
    write_end(out);
}

static void put_clues(const struct codenames *g, struct writer *out)
{
    put_array(out, "clueHistory");
    for (int i = 0; i < g->turn_count; i++)
        if (g->turn[i].clue[0]) write_clue(&g->turn[i], out);
    write_end(out);
}

/* What somebody had in mind is theirs until all is over. */
static void put_meant(uint32_t meant, struct writer *out)
{
    put_array(out, "meant");
    for (int i = 0; i < BOARD_CARDS; i++)
        if (meant >> i & 1) write_int(out, i);
    write_end(out);
}

static void put_turns(const struct codenames *g, struct writer *out)
{
    const struct codenames_guess *guess = g->guess;
    int clues = 0;
    put_array(out, "turnHistory");
    for (int i = 0; i < g->turn_count; i++) {
        const struct codenames_turn *turn = &g->turn[i];
        bool given = turn->clue[0];
        write_object(out);
        put_string(out, "team", codenames_team_names[turn->team]);
        put_number(out, "clue", clues, given);
        clues += given;
        put_array(out, "guesses");
        for (int j = 0; j < turn->guesses; j++, guess++) {
            write_object(out);
            put_int(out, "position", guess->position);
            put_string(out, "type", type_names[g->card[guess->position].type]);
            put_int(out, "by", guess->by);
            write_end(out);
        }
        write_end(out);
        put_text(out, "why", why_names[turn->why]);
        if (g->phase == PHASE_COMPLETE && g->meant[i]) put_meant(g->meant[i], out);
        write_end(out);
    }
    write_end(out);
}

void codenames_view(const void *state, int viewer, const struct game_table *table,
                    struct writer *out)
{
    const struct codenames *g = state;
    const struct codenames_turn *turn = codenames_turn(g);
    bool over = g->phase == PHASE_COMPLETE;
    int left = codenames_guesses_left(g);
    write_object(out);
    put_string(out, "phase", phase_names[g->phase]);
    put_string(out, "startingTeam", codenames_team_names[g->starting]);
    put_string(out, "currentTeam", codenames_team_names[turn ? g->current : g->starting]);
    put_you(g, viewer, out);
    put_teams(g, out);
    put_board(g, viewer, table, out);
    put_remaining(g, out);
    write_key(out, "clue");
    write_clue(turn, out);
    put_int(out, "guesses", turn ? turn->guesses : 0);
    put_number(out, "guessesLeft", left, left >= 0);
    put_can(g, viewer, out);
    put_pointing(g, out);
    put_clues(g, out);
    put_turns(g, out);
    put_text(out, "winner", over ? codenames_team_names[g->winner] : NULL);
    put_text(out, "wonBy", over ? why_names[g->won_by] : NULL);
    put_number(out, "deadline", g->deadline + table->clock_offset, g->deadline != 0);
    if (over) codenames_awards(g, table, out);
    write_end(out);
}

/* Events that name a team and perhaps somebody in it. */
static void tell_seat(const struct codenames *g, const char *event, bool seat,
                      struct game_says *says)
{
    struct writer *out = says_begin(says, event, AUDIENCE_ALL);
    put_string(out, "team", codenames_team_names[g->told_team]);
    if (seat) put_int(out, "seat", g->told_seat);
    says_end(says);
}

static void tell_clue(const struct codenames *g, struct game_says *says)
{
    const struct codenames_turn *turn = codenames_turn(g);
    struct writer *out = says_begin(says, "clue_given", AUDIENCE_ALL);
    put_string(out, "team", codenames_team_names[turn->team]);
    put_string(out, "text", turn->clue);
    put_int(out, "count", turn->count);
    put_int(out, "by", turn->by);
    says_end(says);
}

static void tell_pointed(const struct codenames *g, struct game_says *says)
{
    int finger = g->finger[g->told_seat];
    struct writer *out = says_begin(says, "pointed", AUDIENCE_ALL);
    put_int(out, "seat", g->told_seat);
    put_number(out, "position", finger - 1, finger > 0);
    says_end(says);
}

/* The card that was guessed last; the guesser's team is the one whose turn it was. */
static void tell_revealed(const struct codenames *g, const struct game_table *table,
                          struct game_says *says)
{
    const struct codenames_guess *guess = &g->guess[g->guess_count - 1];
    const struct board_card *card = &g->card[guess->position];
    struct writer *out = says_begin(says, "card_revealed", AUDIENCE_ALL);
    put_int(out, "position", guess->position);
    put_string(out, "word", board_word(card, table));
    put_string(out, "type", type_names[card->type]);
    put_string(out, "team", codenames_team_names[codenames_team_of(g, guess->by)]);
    put_int(out, "by", guess->by);
    put_remaining(g, out);
    says_end(says);
}

static void tell_turn_ended(const struct codenames *g, struct game_says *says)
{
    struct writer *out = says_begin(says, "turn_ended", AUDIENCE_ALL);
    put_string(out, "team", codenames_team_names[g->told_ended]);
    put_string(out, "why", why_names[g->told_why]);
    says_end(says);
}

static void tell_team(const char *event, const char *key, int team, struct game_says *says)
{
    put_string(says_begin(says, event, AUDIENCE_ALL), key, codenames_team_names[team]);
    says_end(says);
}

static void tell_over(const struct codenames *g, struct game_says *says)
{
    struct writer *out = says_begin(says, "codenames_over", AUDIENCE_ALL);
    put_string(out, "winner", codenames_team_names[g->winner]);
    put_string(out, "wonBy", why_names[g->won_by]);
    put_array(out, "board");
    for (int i = 0; i < BOARD_CARDS; i++)
        write_string(out, type_names[g->card[i].type]);
    write_end(out);
    says_end(says);
}

void codenames_tell(const void *state, const struct game_table *table, struct game_says *says)
{
    const struct codenames *g = state;
    if (g->told & TOLD_CHOSEN) tell_seat(g, "spymaster_chosen", true, says);
    if (g->told & TOLD_READY) tell_seat(g, "spymaster_ready", false, says);
    if (g->told & TOLD_CHANGED) tell_seat(g, "spymaster_changed", true, says);
    if (g->told & TOLD_GAME_READY) tell_team("game_ready", "startingTeam", g->starting, says);
    if (g->told & TOLD_CLUE) tell_clue(g, says);
    if (g->told & TOLD_POINTED) tell_pointed(g, says);
    if (g->told & TOLD_REVEALED) tell_revealed(g, table, says);
    if (g->told & TOLD_TURN_ENDED) tell_turn_ended(g, says);
    if (g->told & TOLD_TURN_BEGAN) tell_team("turn_began", "team", g->current, says);
    if (g->told & TOLD_OVER) tell_over(g, says);
}
