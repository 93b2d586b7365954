/* What people are shown: the room's own part, the game's view, and the events of the last step. */
#include "room/room.h"
#include "room/says.h"

static const char *phase_word(enum room_phase phase)
{
    static const char *const words[] = {"LOBBY", "PLAYING", "GAME_OVER", "ENDED"};
    return words[phase];
}

static void put_or_null(struct writer *w, const char *key, const char *text)
{
    write_key(w, key);
    if (text)
        write_string(w, text);
    else
        write_null(w);
}

static const char *team_name(const struct room *room, const struct person *p)
{
    return p->team >= 0 && p->team < room->game->teams ? room->game->team_names[p->team] : NULL;
}

static bool watches(const struct room *room, const struct person *p)
{
    return room->phase == ROOM_LOBBY ? p->watching : p->seat < 0;
}

static void put_seat(struct writer *w, const struct person *p)
{
    write_key(w, "seat");
    if (p->seat >= 0)
        write_int(w, p->seat);
    else
        write_null(w);
}

/* Of who is away: until when the seat is kept; null: the table waits. */
static void put_absence(const struct room *room, const struct person *p, struct writer *w)
{
    static const char *const why[] = {
        [GONE_LEFT] = "left", [GONE_KICKED] = "kicked", [GONE_LOST] = "lost"};
    if (p->gone_why) put_string(w, "goneWhy", why[p->gone_why]);
    if (!p->away_since || p->gone || p->bot) return;
    int64_t at = room_leaves_at(room, p);
    write_key(w, "leavesAt");
    if (at)
        write_int(w, at);
    else
        write_null(w);
}

static void write_player(const struct room *room, const struct person *p, struct writer *w)
{
    write_object(w);
    put_string(w, "id", p->id);
    put_string(w, "name", p->name);
    put_or_null(w, "team", team_name(room, p));
    put_seat(w, p);
    put_bool(w, "isHost", p->number == room->host);
    put_bool(w, "online", !p->away_since);
    put_bool(w, "gone", p->gone);
    put_bool(w, "watching", watches(room, p));
    put_int(w, "bot", p->bot);
    put_int(w, "evening", p->evening);
    if (p->vote) put_string(w, "vote", p->vote->name);
    put_absence(room, p, w);
    if (p->avatar[0]) put_string(w, "avatar", p->avatar);
    write_end(w);
}

/* Whom a host might let back in; nothing if nobody was put out. */
static void write_out(const struct room *room, struct writer *w)
{
    bool any = false;
    for (int i = 0; i < room->people + room->left; i++) {
        const struct person *p = &room->person[i];
        if (!p->out) continue;
        if (!any) put_array(w, "out");
        any = true;
        write_object(w);
        put_string(w, "id", p->id);
        put_string(w, "name", p->name);
        write_end(w);
    }
    if (any) write_end(w);
}

static void write_settings(const struct room *room, struct writer *w)
{
    put_object(w, "settings");
    for (int i = 0; room->game->settings && room->game->settings[i].key; i++) {
        const struct game_setting *s = &room->game->settings[i];
        if (s->kind == SETTING_SECRET)
            continue;
        else if (s->kind == SETTING_CHOICE)
            put_string(w, s->key, s->choices[room->settings[i]]);
        else if (s->kind == SETTING_SWITCH)
            put_bool(w, s->key, room->settings[i]);
        else
            put_int(w, s->key, room->settings[i]);
    }
    write_end(w);
}

static void write_missing(const struct room *room, struct writer *w)
{
    int team, count;
    struct refusal missing = room_missing(room, &team, &count);
    write_key(w, "missing");
    if (room->phase != ROOM_LOBBY || !refused(&missing)) {
        write_null(w);
        return;
    }
    write_object(w);
    put_string(w, "code", refusal_name(&missing));
    put_string(w, "message", refusal_sentence(&missing));
    put_or_null(w, "team", team >= 0 ? room->game->team_names[team] : NULL);
    put_int(w, "count", count);
    write_end(w);
}

/* Only where the host named one. */
static void write_team_names(const struct room *room, struct writer *w)
{
    bool any = false;
    for (int i = 0; i < room->game->teams && i < ROOM_TEAMS_MAX; i++)
        any = any || room->team_name[i][0];
    if (!any) return;
    put_object(w, "teamNames");
    for (int i = 0; i < room->game->teams && i < ROOM_TEAMS_MAX; i++)
        if (room->team_name[i][0]) put_string(w, room->game->team_names[i], room->team_name[i]);
    write_end(w);
}

/* Who paused, if anybody of those who are here did. */
static void write_pauser(const struct room *room, struct writer *w)
{
    for (int i = 0; i < room->people; i++)
        if (room->person[i].number == room->paused_by && !room->person[i].gone)
            put_string(w, "pausedBy", room->person[i].id);
}

static void put_seats(const struct room *room, const char *key, uint32_t seats, struct writer *w)
{
    put_array(w, key);
    for (int i = 0; i < room->people; i++) {
        const struct person *p = &room->person[i];
        if (p->seat >= 0 && seats & SEAT_BIT(p->seat)) write_string(w, p->id);
    }
    write_end(w);
}

static void put_person(const struct room *room, const char *key, uint16_t number, struct writer *w)
{
    for (int i = 0; i < room->people; i++)
        if (room->person[i].number == number) put_string(w, key, room->person[i].id);
}

/* Somebody asks for a move to be taken back. */
static void write_undo(const struct room *room, struct writer *w)
{
    const struct room_undo *undo = room->undo;
    if (!undo || !undo->asked_by) return;
    put_object(w, "undo");
    put_int(w, "of", undo->seq);
    put_person(room, "asker", undo->asked_by, w);
    put_person(room, "by", undo->by, w);
    put_string(w, "verb", room->game->verbs[undo->verb].name);
    put_seats(room, "asked", room_undo_voters(room), w);
    put_seats(room, "agreed", undo->agreed, w);
    put_seats(room, "refused", undo->against, w);
    put_int(w, "needed", room_undo_needed(room));
    write_end(w);
}

void room_write_state(const struct room *room, struct writer *w)
{
    write_object(w);
    put_string(w, "roomCode", room->code);
    put_string(w, "game", room->game->name);
    put_string(w, "state", phase_word(room->phase));
    put_int(w, "seq", room->seq);
    put_bool(w, "paused", room->paused_since != 0);
    if (room->paused_since) write_pauser(room, w);
    write_undo(room, w);
    proof_write(room, w);
    if (room->shelf_open) put_bool(w, "shelf", true);
    put_int(w, "gamesPlayed", room->games_played);
    if (room->game->facts) put_bool(w, "history", true);
    struct refusal puzzled = room_may_computers(room);
    if (room->game->bots) put_bool(w, "computers", !refused(&puzzled));
    if (room->game->late_join) put_bool(w, "latecomers", room_takes_latecomers(room));
    if (room->game->deck_import) put_int(w, "ownCards", room_own_cards(room));
    put_array(w, "teams");
    for (int i = 0; i < room->game->teams; i++)
        write_string(w, room->game->team_names[i]);
    write_end(w);
    write_team_names(room, w);
    write_settings(room, w);
    write_missing(room, w);
    const char *host = NULL;
    put_array(w, "players");
    for (int i = 0; i < room->people; i++) {
        write_player(room, &room->person[i], w);
        if (room->person[i].number == room->host) host = room->person[i].id;
    }
    write_end(w);
    put_or_null(w, "hostId", host);
    write_out(room, w);
    put_array(w, "winners");
    for (int i = 0; i < room->people; i++)
        if (room->phase == ROOM_OVER && room->person[i].winner) write_string(w, room->person[i].id);
    write_end(w);
    put_or_null(w, "notice", room->notice ? refusal_code_name(room->notice) : NULL);
    write_end(w);
}

void room_write_you(const struct room *room, const struct person *person, struct writer *w)
{
    if (!person) {
        write_null(w);
        return;
    }
    write_object(w);
    put_string(w, "id", person->id);
    put_seat(w, person);
    put_or_null(w, "team", team_name(room, person));
    put_bool(w, "isHost", person->number == room->host);
    put_bool(w, "watching", watches(room, person));
    if (room->paused_since) put_bool(w, "mayResume", room_may_resume(room, person));
    struct refusal undo = room_may_undo(room, person);
    if (!refused(&undo)) put_person(room, "mayUndo", room->undo->by, w);
    if (room_may_react(room, person)) put_bool(w, "mayReact", true);
    write_end(w);
}

void room_write_table(const struct room *room, const struct person *person, struct writer *w)
{
    struct game_table table;
    if (room->phase != ROOM_PLAYING && room->phase != ROOM_OVER) {
        write_null(w);
        return;
    }
    room_table(room, &table);
    /* A pause hides what is secret: nobody gets to think longer about a hand. */
    int viewer = person && !room->paused_since ? person->seat : GAME_CROWD;
    room->game->view(room->state, viewer, &table, w);
}

void room_write_view(const struct room *room, const struct person *person, int64_t now,
                     struct writer *w)
{
    write_object(w);
    put_int(w, "seq", room->seq);
    put_int(w, "now", now);
    write_key(w, "room");
    room_write_state(room, w);
    write_key(w, "you");
    room_write_you(room, person, w);
    write_key(w, "table");
    room_write_table(room, person, w);
    write_end(w);
}

/* Under the name that the game's own contract has for it; who only watches is no player. */
static void tell_joined(const struct room *room, struct game_says *says)
{
    for (int i = 0; i < room->people; i++) {
        const struct person *p = &room->person[i];
        if (p->number != room->last.who || watches(room, p)) continue;
        struct writer *w = says_begin(says, room->game->join_event, AUDIENCE_ALL);
        put_string(w, "playerId", p->id);
        put_string(w, "playerName", p->name);
        says_end(says);
    }
}

static void tell_undo(const struct room *room, const char *event, uint16_t whose,
                      struct game_says *says)
{
    if (!whose) return;
    put_person(room, "playerId", whose, says_begin(says, event, AUDIENCE_ALL));
    says_end(says);
}

void room_tell(const struct room *room, struct game_says *says)
{
    says_clear(says, room->seq);
    if (room->last.news) {
        bool starts = room->last.kind == STEP_START || room->last.kind == STEP_NEXT;
        const char *event = starts && room->phase != ROOM_LOBBY ? "game_started" : "room_updated";
        struct writer *w = says_begin(says, event, AUDIENCE_ALL);
        write_key(w, "roomState");
        room_write_state(room, w);
        says_end(says);
    }
    bool came = room->last.kind == STEP_JOIN || room->last.kind == STEP_RETURN;
    if (came && room->game->join_event) tell_joined(room, says);
    tell_undo(room, "move_undone", room->last.undone, says);
    tell_undo(room, "move_stays", room->last.stays, says);
    if (room->last.touched) {
        struct game_table table;
        room_table(room, &table);
        room->game->tell(room->state, &table, says);
    }
}
