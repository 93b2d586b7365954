/* The steps that are about the game on the table: choosing it, starting, acting, time. */
#include "core/alloc.h"
#include "room/inside.h"
#include "room/verb.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void room_table(const struct room *room, struct game_table *table)
{
    memset(table, 0, sizeof *table);
    table->host = -1;
    for (int i = 0; i < room->people; i++) {
        const struct person *p = &room->person[i];
        if (p->seat < 0) continue;
        if (p->number == room->host) table->host = p->seat;
        table->seat[p->seat] =
            (struct game_seat){p->name, p->id, p->team, p->away_since && !p->bot, p->bot};
        if (p->seat >= table->seats) table->seats = p->seat + 1;
    }
    for (int i = 0; i < GAME_SEATS_MAX; i++) /* nobody is behind it: games need not ask */
        if (!table->seat[i].name) table->seat[i] = (struct game_seat){"", "", -1, true, false};
    table->settings = room->settings;
    table->decks = room->decks;
    memcpy(table->deck, room->deck, sizeof table->deck);
    table->without = room->without;
    table->packs = room->packs ? room->packs->in_play : NULL;
    table->clock_offset = room->held;
}

/* Everything one call of the rules gets to see. */
struct scene {
    struct game_table table;
    struct chance chance;
    struct game_context context;
};

/* The record that is being carried out has the next sequence number: its stream of chance. Where the
 * chance was sealed, the server could still choose by when it writes something down that draws
 * nothing: there only steps that drew are counted. */
static uint64_t stream_of(const struct room *room)
{
    return room->proof && room->proof->spent ? room->proof->draws + 1 : room->seq + 1;
}

static void set_scene(const struct room *room, struct scene *scene, int64_t time)
{
    room_table(room, &scene->table);
    chance_init(&scene->chance, room->seed, stream_of(room));
    int64_t clock = room->paused_since ? room->paused_since : time;
    scene->context = (struct game_context){
        .now = clock - room->held, .chance = &scene->chance, .table = &scene->table};
}

static void count_draw(struct room *room, bool drew)
{
    if (room->proof) room->proof->draws += drew;
}

/* After any change of the game's state: is it over, and who won? */
static void settle(struct room *room)
{
    struct game_pulse pulse = room->game->pulse(room->state);
    room->last.touched = true;
    if (!pulse.over || room->phase != ROOM_PLAYING) return;
    undo_forget(room);
    room->phase = ROOM_OVER;
    room->paused_since = 0;
    room->games_played++;
    for (int i = 0; i < room->people; i++) {
        struct person *p = &room->person[i];
        p->winner = p->seat >= 0 && pulse.winners & SEAT_BIT(p->seat);
        p->evening = (int16_t)(p->evening + p->winner);
    }
}

void play_news(struct room *room, enum game_news news, int seat, int64_t time)
{
    if (room->phase != ROOM_PLAYING || (seat < 0 && news != NEWS_DECK)) return;
    struct scene scene;
    set_scene(room, &scene, time);
    room->game->happen(room->state, news, seat, &scene.context);
    bool drew = chance_was_used(&scene.chance);
    if (room->undo) { /* it happened whether or not the last move did */
        set_scene(room, &scene, time);
        room->game->happen(room->undo->state, news, seat, &scene.context);
        drew |= chance_was_used(&scene.chance);
        if (room->game->pulse(room->undo->state).over) undo_forget(room);
    }
    count_draw(room, drew);
    settle(room);
}

void play_to_lobby(struct room *room, const json_t *teams)
{
    undo_forget(room);
    room->phase = ROOM_LOBBY;
    room->shelf_open = false;
    room->rules_changed = false;
    room->paused_since = 0;
    room->held = 0;
    room->notice = REFUSAL_CODE_OK;
    people_settle(room, teams);
}

struct refusal play_put(const struct deed *deed, const char *name, const json_t *settings)
{
    struct room *room = *deed->room;
    const struct game *game = house_game(deed->house, name);
    if (!game) return REFUSE(UNKNOWN_GAME);
    if (room->phase == ROOM_PLAYING) return REFUSE(GAME_ALREADY_STARTED);
    if (game == room->game) return ACCEPTED;
    undo_forget(room);
    free(room->state);
    room->state = NULL;
    room->game = game;
    room->decks = 0;
    game_settings_begin(room->game, room->settings);
    struct refusal refusal = game_settings_choose(room->game, settings, room->settings);
    return deed->step->stored ? ACCEPTED : refusal;
}

static void forget_votes(struct room *room)
{
    for (int i = 0; i < room->people; i++)
        room->person[i].vote = NULL;
}

struct refusal play_game(const struct deed *deed)
{
    const struct step *step = deed->step;
    struct refusal refusal = play_put(deed, step->game.name, step->game.settings);
    if (refused(&refusal)) return refusal;
    play_to_lobby(*deed->room, step->teams);
    forget_votes(*deed->room);
    return ACCEPTED;
}

struct refusal play_settings(const struct deed *deed)
{
    struct room *room = *deed->room;
    const json_t *values = deed->step->settings.values;
    bool of_rules = json_object_size(values) != 1 || !json_object_get(values, SETTING_LATECOMERS);
    if (room->phase == ROOM_PLAYING && of_rules) return REFUSE(GAME_ALREADY_STARTED);
    return game_settings_choose(room->game, values, room->settings);
}

struct refusal team_refusal(const struct game *game, int team, struct refusal no, const char *key)
{
    char label[64];
    snprintf(label, sizeof label, "%s.team.%d", game->name, team);
    return refusal_with(refusal_keyed(no, key),
                        (struct refusal_value){"team", game->team_names[team], label});
}

/* A chair is kept for somebody who went away, but nobody starts without them by accident. The host
 * is here or will be before pressing anything. */
static bool may_begin_with(const struct room *room, const struct person *p)
{
    return !p->away_since || p->bot || p->number == room->host;
}

/* team -1: all of them */
static int ready_to_play(const struct room *room, int team)
{
    int count = 0;
    for (int i = 0; i < room->people; i++) {
        const struct person *p = &room->person[i];
        if (p->watching || p->gone || (!room->game->teams && !may_begin_with(room, p))) continue;
        count += team < 0 || p->team == team;
    }
    return count;
}

int room_team_lacks(const struct room *room, int team)
{
    int lacks = room->game->team_min - ready_to_play(room, team);
    return lacks > 0 ? lacks : 0;
}

/* As chosen for the words; NULL: this game has none, or they are nothing to its computers. */
static const char *language_for_computers(const struct room *room)
{
    const struct game *game = room->game;
    for (int i = 0; game->bots_language && game->settings[i].key; i++)
        if (strcmp(game->settings[i].key, SETTING_LANGUAGE) == 0)
            return game->settings[i].choices[room->settings[i]];
    return NULL;
}

bool room_computers_begin(const struct room *room)
{
    const char *language = language_for_computers(room);
    for (int i = 0; language && room->game->bots_beginner && room->game->bots_beginner[i]; i++)
        if (strcmp(room->game->bots_beginner[i], language) == 0) return true;
    return false;
}

struct refusal room_may_computers(const struct room *room)
{
    const char *language = language_for_computers(room);
    if (!language || strcmp(language, room->game->bots_language) == 0 || room_computers_begin(room))
        return ACCEPTED;
    return refusal_keyed(refuse_saying(REFUSAL_CODE_BAD_SETTING,
                                       "The computer does not know words of that language."),
                         "lobby.botPuzzled");
}

static bool has_computer(const struct room *room)
{
    for (int i = 0; i < room->people; i++)
        if (room->person[i].bot && !room->person[i].watching) return true;
    return false;
}

struct refusal room_missing(const struct room *room, int *team, int *count)
{
    const struct game *game = room->game;
    int seated = ready_to_play(room, -1);
    *team = -1;
    *count = 0;
    for (int t = 0; t < game->teams; t++) {
        if (!room_team_lacks(room, t)) continue;
        *team = t;
        *count = room_team_lacks(room, t);
        struct refusal no =
            refuse_saying(REFUSAL_CODE_NEED_MORE_PLAYERS, "%s needs %d more %s.",
                          game->team_names[t], *count, *count == 1 ? "player" : "players");
        return refusal_with_number(team_refusal(game, t, no, "lobby.missingInTeam"), "count",
                                   *count);
    }
    if (seated < game->seats_min) {
        *count = game->seats_min - seated;
        struct refusal no = refuse_saying(REFUSAL_CODE_NEED_MORE_PLAYERS, "%d more %s needed.",
                                          *count, *count == 1 ? "player is" : "players are");
        return refusal_with_number(refusal_keyed(no, "lobby.missing"), "count", *count);
    }
    return has_computer(room) ? room_may_computers(room) : ACCEPTED;
}

/* In the order of arrival. Where there are too few, those have one who voted for the game. */
static void give_seats(struct room *room)
{
    int next = 0, voters = 0;
    for (int i = 0; i < room->people; i++)
        voters += !room->person[i].watching && room->person[i].vote == room->game;
    int others = room->game->seats_max - voters;
    for (int i = 0; i < room->people; i++) {
        struct person *p = &room->person[i];
        p->winner = false;
        p->seat = -1;
        if (p->watching || next == room->game->seats_max) continue;
        if (p->vote == room->game || others-- > 0) p->seat = (int8_t)next++;
    }
}

/* As every room of ours has them: games need not ask. */
static bool seats_fit(const struct room *room)
{
    int size[ROOM_TEAMS_MAX] = {0}, seated = 0;
    const struct game *game = room->game;
    for (int i = 0; i < room->people; i++) {
        const struct person *p = &room->person[i];
        if (p->seat < 0) continue;
        seated++;
        if (game->teams && (p->team < 0 || p->team >= game->teams)) return false;
        if (game->teams && ++size[p->team] > game->team_max) return false;
    }
    return seated >= game->seats_min;
}

void room_give_up(struct room *room)
{
    play_to_lobby(room, NULL);
    room->rules_changed = true;
    room->notice = REFUSAL_CODE_GAME_CHANGED;
}

static bool plays(const struct game *game, uint32_t version)
{
    uint32_t from = game->version_from ? game->version_from : game->version;
    return version >= from && version <= game->version;
}

struct refusal play_start(const struct deed *deed)
{
    if ((*deed->room)->phase != ROOM_LOBBY) return REFUSE(GAME_ALREADY_STARTED);
    return play_begin(deed, false);
}

struct refusal play_begin(const struct deed *deed, bool again)
{
    struct room *room = *deed->room;
    const struct step *step = deed->step;
    const struct house *house = deed->house;
    int team, count;
    struct refusal refusal = room_missing(room, &team, &count);
    if (refused(&refusal) && (!step->stored || step->foreign)) return refusal;
    room->rules_changed = false;
    room->notice = REFUSAL_CODE_OK;
    if (!plays(room->game, step->start.version)) {
        room_give_up(room);
        return ACCEPTED;
    }
    room->decks = 0;
    for (int i = 0; i < step->start.decks; i++) {
        const struct game_deck *deck = shelf_find(house->shelf, room->game, step->start.deck[i]);
        if (!deck) {
            room_give_up(room);
            return ACCEPTED;
        }
        room->deck[room->decks++] = deck;
    }
    room->without = shelf_without(house->shelf, step->start.without);
    packs_begin(room);
    memcpy(room->seed, step->start.seed, sizeof room->seed);
    room->held = room->paused_since = 0;
    room->shelf_open = false;
    give_seats(room);
    if (step->foreign && !seats_fit(room)) return REFUSE(TOO_MANY_PLAYERS);
    forget_votes(room);
    for (int i = 0; step->start.callers && i < room->people; i++)
        room->person[i].caller = true;
    void *previous = room->state;
    proof_begin_game(deed, previous);
    room->state = alloc_zero(1, room->game->state_size);
    struct scene scene;
    set_scene(room, &scene, step->time);
    scene.context.version = step->start.version;
    scene.context.previous = previous;
    scene.context.again = again && previous;
    refusal = room->game->init(room->state, &scene.context);
    count_draw(room, chance_was_used(&scene.chance));
    free(previous);
    if (refused(&refusal)) {
        free(room->state);
        room->state = NULL;
        return refusal;
    }
    room->phase = ROOM_PLAYING;
    room->started = room->seq + 1;
    settle(room);
    for (int i = 0; i < room->people; i++)
        if (room->person[i].away_since && !room->person[i].bot)
            play_news(room, NEWS_SEAT_AWAY, room->person[i].seat, step->time);
    return ACCEPTED;
}

struct refusal play_act(const struct deed *deed)
{
    struct room *room = *deed->room;
    const struct step *step = deed->step;
    struct person *by = deed->by;
    const struct game_verb *verb = verb_find(room->game, step->act.verb);
    if (!verb) return REFUSE(UNKNOWN_VERB);
    if (room->paused_since) return REFUSE(GAME_PAUSED);
    if (verb->who == AWAITED_ONLY && !(room->game->pulse(room->state).awaited & SEAT_BIT(by->seat)))
        return REFUSE(NOT_YOUR_TURN);
    struct scene scene;
    set_scene(room, &scene, step->time);
    struct room_undo *before = undo_before(room, by);
    struct refusal refusal = verb->apply(room->state, by->seat, step->act.with, &scene.context);
    if (refused(&refusal)) {
        free(before);
        return refusal;
    }
    count_draw(room, chance_was_used(&scene.chance));
    undo_after(room, before, deed, (int)(verb - room->game->verbs));
    settle(room);
    return ACCEPTED;
}

struct refusal play_wake(const struct deed *deed)
{
    struct room *room = *deed->room;
    const struct step *step = deed->step;
    int64_t wake_at = room->game->pulse(room->state).wake_at;
    if (room->paused_since || !wake_at || wake_at + room->held > step->time) return REFUSE(STALE);
    struct scene scene;
    set_scene(room, &scene, step->time);
    undo_forget(room);
    room->game->happen(room->state, NEWS_WAKE, -1, &scene.context);
    count_draw(room, chance_was_used(&scene.chance));
    settle(room);
    return ACCEPTED;
}

static int own_deck_at(const struct room *room, const struct game_deck *deck)
{
    for (int i = 0; i < room->own_decks; i++)
        if (room->own_deck[i] == deck) return i;
    return -1;
}

static bool keep_deck(struct room *room, const struct game_deck *deck)
{
    if (own_deck_at(room, deck) >= 0) return true;
    if (room->own_decks == ROOM_DECKS_MAX) return false;
    room->own_deck[room->own_decks++] = deck;
    return true;
}

uint32_t room_own_cards(const struct room *room)
{
    uint32_t cards = 0;
    for (int i = 0; i < room->own_decks; i++)
        if (room->own_deck[i]->game == room->game) cards += room->own_deck[i]->count;
    return cards;
}

/* The deck in the record. Until that is stored the shelf has it on trial, see room.last. */
static struct refusal bring(const struct deed *deed, const struct game_deck **deck)
{
    struct room *room = *deed->room;
    struct shelf *shelf = deed->house->shelf;
    const json_t *json = deed->step->deck.json;
    if (deed->step->stored && !deed->step->foreign)
        return shelf_add(shelf, room->game, "", json, deck);
    struct refusal refusal = shelf_add_on_trial(shelf, room->game, json, deck);
    if (!refused(&refusal)) room->last.brought = *deck;
    return refusal;
}

/* By its hash; -1: this room has none such of its own. */
static int own_deck_find(const struct room *room, const char *hash)
{
    for (int i = 0; hash && i < room->own_decks; i++)
        if (strcmp(room->own_deck[i]->hash, hash) == 0) return i;
    return -1;
}

static void put_away(struct room *room, int at)
{
    packs_forget(room, room->own_deck[at]);
    room->own_decks--;
    for (int i = at; i < room->own_decks; i++)
        room->own_deck[i] = room->own_deck[i + 1];
    room->own_deck[room->own_decks] = NULL;
}

/* What was mended takes the place of what it was made from; if that is equal, nothing happens. */
static void take_place(struct room *room, const struct game_deck *deck, const char *instead)
{
    int at = own_deck_find(room, instead);
    if (at >= 0 && room->own_deck[at] == deck) return;
    if (at >= 0) put_away(room, at);
    keep_deck(room, deck);
}

/* One that is gone from the store is a deck less, not a room less. */
static struct refusal import_kept(const struct deed *deed)
{
    struct room *room = *deed->room;
    const struct game_deck *deck =
        shelf_find(deed->house->shelf, room->game, deed->step->deck.hash);
    if (deck) take_place(room, deck, deed->step->deck.instead);
    if (deck && !deed->step->stored) room->last.brought = shelf_try_again(deck);
    return deck || deed->step->stored ? ACCEPTED : REFUSE(BAD_REQUEST);
}

struct refusal play_import(const struct deed *deed)
{
    struct room *room = *deed->room;
    const struct step *step = deed->step;
    const struct game_deck *deck;
    if (room->phase != ROOM_LOBBY) return REFUSE(GAME_ALREADY_STARTED);
    if (room->own_decks == ROOM_DECKS_MAX && own_deck_find(room, step->deck.instead) < 0)
        return refuse_saying(REFUSAL_CODE_ROOM_FULL, "A room has at most %d decks of its own.",
                             ROOM_DECKS_MAX);
    if (step->deck.hash) return import_kept(deed);
    struct refusal refusal = bring(deed, &deck);
    if (!refused(&refusal)) take_place(room, deck, step->deck.instead);
    return refusal;
}

struct refusal play_discard(const struct deed *deed)
{
    struct room *room = *deed->room;
    const struct step *step = deed->step;
    if (room->phase != ROOM_LOBBY) return REFUSE(GAME_ALREADY_STARTED);
    int at = own_deck_find(room, step->discard.hash);
    if (step->discard.hash) {
        /* A stored one may be about a deck that is gone. */
        if (at < 0)
            return step->stored
                       ? ACCEPTED
                       : refuse_saying(REFUSAL_CODE_BAD_REQUEST, "This room has no such deck.");
        put_away(room, at);
        return ACCEPTED;
    }
    room->own_decks = 0;
    packs_discard(room);
    return ACCEPTED;
}

struct refusal play_deck(const struct deed *deed)
{
    struct room *room = *deed->room;
    const struct step *step = deed->step;
    const struct game_deck *deck;
    if (room->decks == GAME_DECKS_MAX) return REFUSE(ROOM_FULL);
    struct refusal refusal = bring(deed, &deck);
    if (refused(&refusal)) return refusal;
    room->deck[room->decks++] = deck;
    packs_deck_added(room);
    keep_deck(room, deck); /* for the next game as well */
    play_news(room, NEWS_DECK, -1, step->time);
    return ACCEPTED;
}

struct refusal play_stop(const struct deed *deed)
{
    struct room *room = *deed->room;
    const struct step *step = deed->step;
    if (room->phase != ROOM_PLAYING && !room->rules_changed) return REFUSE(GAME_NOT_STARTED);
    enum refusal_code notice = room->notice;
    play_to_lobby(room, step->teams);
    if (!step->by) room->notice = notice ? notice : REFUSAL_CODE_GAME_CHANGED;
    return ACCEPTED;
}

struct refusal play_again(const struct deed *deed)
{
    struct room *room = *deed->room;
    const struct step *step = deed->step;
    if (room->phase != ROOM_OVER) {
        /* A stored one may follow a game that was passed over. */
        if (!room->rules_changed) return REFUSE(WRONG_PHASE);
    }
    play_to_lobby(room, step->teams);
    return ACCEPTED;
}
