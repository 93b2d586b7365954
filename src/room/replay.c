#include "room/replay.h"
#include "core/alloc.h"
#include "room/fold.h"
#include "room/says.h"

#include <stdlib.h>
#include <string.h>

/* One record, and what is known of it once it was folded. */
struct entry {
    size_t at, len;
    int64_t time;
    bool turning;
};

struct replay {
    uint64_t id;
    struct room *base;              /* before the first record; NULL: that one makes the room */
    uint32_t before;                /* records that are not here: base has come of them */
    bool broken;                    /* a record could not be carried out as it says */
    const struct game_deck **tried; /* brought by the file, on trial as long as it is here */
    int tried_count;
    struct folding folding;
    struct game_says says;
    struct buffer text;
    struct entry *entry; /* of the records after `before` */
    uint32_t count, cap;
    uint32_t folded;
    struct room *room;  /* after those */
    struct room **kept; /* as it was after each REPLAY_KEPT_STEPS of them */
    size_t kept_bytes;
    struct replay_game *game;
    int games, games_cap;
    bool playing; /* the last game is not over yet */
};

struct replay *replay_new(const struct house *house, uint64_t room)
{
    struct replay *r = alloc_zero(1, sizeof *r);
    r->id = room;
    r->folding.house = house;
    says_init(&r->says, 0);
    return r;
}

struct replay *replay_new_foreign(const struct house *house, struct room *base)
{
    struct replay *r = replay_new(house, base->id);
    r->base = base;
    r->before = base->seq;
    r->room = room_clone(base);
    r->folding.foreign = true;
    return r;
}

void replay_free(struct replay *r)
{
    if (!r) return;
    room_free(r->base);
    for (uint32_t i = 0; i < r->folded / REPLAY_KEPT_STEPS; i++)
        room_free(r->kept[i]);
    free(r->kept);
    free(r->entry);
    free(r->game);
    room_free(r->room);
    buffer_free(&r->text);
    says_free(&r->says);
    for (int i = 0; i < r->tried_count; i++)
        shelf_tried(r->folding.house->shelf, r->tried[i], false);
    free(r->tried);
    folding_free(&r->folding);
    free(r);
}

bool replay_add(struct replay *r, const char *body, size_t len)
{
    if (r->text.len + len > REPLAY_BYTES_MAX) return false;
    if (r->count == r->cap) {
        r->cap = r->cap ? 2 * r->cap : 256;
        r->entry = alloc_grow(r->entry, r->cap * sizeof *r->entry);
    }
    r->entry[r->count++] = (struct entry){.at = r->text.len, .len = len};
    buffer_add(&r->text, body, len);
    return true;
}

uint32_t replay_seq(const struct replay *r)
{
    return r->before + r->count;
}

size_t replay_bytes(const struct replay *r)
{
    return r->text.cap + r->cap * sizeof *r->entry + r->kept_bytes;
}

const struct room *replay_room(const struct replay *r)
{
    return r->room;
}

/* ---- folding ---- */

static struct entry *entry_of(const struct replay *r, uint32_t seq)
{
    return &r->entry[seq - 1 - r->before];
}

const char *replay_record(const struct replay *r, uint32_t seq, size_t *len)
{
    *len = entry_of(r, seq)->len;
    return r->text.data + entry_of(r, seq)->at;
}

void replay_try_deck(struct replay *r, const struct game_deck *deck)
{
    r->tried = alloc_grow(r->tried, (size_t)(r->tried_count + 1) * sizeof(struct game_deck *));
    r->tried[r->tried_count++] = deck;
}

static enum fold fold_one(struct replay *r, struct room **room, uint32_t seq)
{
    const struct entry *e = entry_of(r, seq);
    return fold_record(&r->folding, room, r->id, r->text.data + e->at, e->len);
}

/* Once more: what it brought is on trial since the first time. */
static void fold_again(struct replay *r, struct room **room, uint32_t seq)
{
    fold_one(r, room, seq);
    if (r->folding.foreign && (*room)->last.brought)
        shelf_tried(r->folding.house->shelf, (*room)->last.brought, false);
}

/* `previous`: the one whose end was on the table, which may go on in this one. */
static void begin_game(struct replay *r, uint32_t seq, bool previous)
{
    uint32_t base = previous && r->games ? r->game[r->games - 1].base : seq - 1;
    if (r->games == r->games_cap) {
        r->games_cap = r->games_cap ? 2 * r->games_cap : 8;
        r->game = alloc_grow(r->game, (size_t)r->games_cap * sizeof *r->game);
    }
    r->game[r->games++] = (struct replay_game){.base = base, .from = seq};
    r->playing = true;
}

static void end_game(struct replay *r, uint32_t seq, bool finished)
{
    struct replay_game *game = &r->game[r->games - 1];
    game->to = seq;
    game->finished = finished;
    r->playing = false;
}

static void follow_games(struct replay *r, const struct game *before)
{
    const struct room *room = r->room;
    bool table = room->phase == ROOM_PLAYING || room->phase == ROOM_OVER;
    if (r->playing && (!table || room->started == room->seq)) end_game(r, room->seq - 1, false);
    if (table && room->started == room->seq) begin_game(r, room->seq, room->game == before);
    if (r->playing && room->phase == ROOM_OVER) end_game(r, room->seq, true);
}

/* Is the word one of those in the list, which are divided by spaces? */
static bool lists(const char *list, const char *word)
{
    size_t len = strlen(word);
    for (const char *at = list; (at = strstr(at, word)); at += len)
        if ((at == list || at[-1] == ' ') && (at[len] == ' ' || at[len] == 0)) return true;
    return false;
}

/* Only by what everybody heard: where one can jump to tells nobody anything. */
static bool is_turning(struct replay *r)
{
    const struct room *room = r->room;
    if (room->started == room->seq || room->last.undone) return true;
    if (!room->game->turning_points || !room->last.touched) return false;
    room_tell(room, &r->says);
    for (size_t i = 0; i < says_count(&r->says); i++) {
        struct says_event e = says_event(&r->says, i);
        bool heard = says_reaches(e.audience, GAME_CROWD);
        if (heard && lists(room->game->turning_points, e.name)) return true;
    }
    return false;
}

static size_t room_bytes(const struct room *room)
{
    return sizeof *room + sizeof room->person[0] * (size_t)(room->people + room->left) +
           (room->state ? room->game->state_size : 0);
}

static void keep_room(struct replay *r)
{
    size_t place = r->folded / REPLAY_KEPT_STEPS - 1;
    r->kept = alloc_grow(r->kept, (place + 1) * sizeof(struct room *));
    r->kept[place] = r->room ? room_clone(r->room) : NULL;
    if (r->room) r->kept_bytes += room_bytes(r->room);
}

static void fold_next(struct replay *r)
{
    struct entry *e = &r->entry[r->folded++];
    const struct game *before = r->room && r->room->state ? r->room->game : NULL;
    r->broken |= fold_one(r, &r->room, r->before + r->folded) != FOLD_FINE;
    if (r->room) {
        if (r->folding.foreign && r->room->last.brought) replay_try_deck(r, r->room->last.brought);
        follow_games(r, before);
        e->time = r->room->time;
        e->turning = r->playing && is_turning(r);
    }
    if (r->folded % REPLAY_KEPT_STEPS == 0) keep_room(r);
}

bool replay_fold(struct replay *r, int records)
{
    for (; records > 0 && r->folded < r->count; records--)
        fold_next(r);
    return r->folded < r->count;
}

struct room *replay_room_at(struct replay *r, uint32_t seq)
{
    uint32_t from = (seq - r->before) / REPLAY_KEPT_STEPS;
    const struct room *kept = from ? r->kept[from - 1] : r->base;
    struct room *room = kept ? room_clone(kept) : NULL;
    for (uint32_t at = r->before + from * REPLAY_KEPT_STEPS + 1; at <= seq; at++)
        fold_again(r, &room, at);
    return room;
}

bool replay_is_broken(const struct replay *r)
{
    return r->broken;
}

const struct replay_game *replay_keep_only(struct replay *r, uint32_t from)
{
    if (r->playing) end_game(r, r->before + r->folded, false);
    for (int i = 0; i < r->games; i++)
        if (r->game[i].from == from) {
            r->game[0] = r->game[i];
            r->games = 1;
            return &r->game[0];
        }
    return NULL;
}

/* ---- what can be seen ---- */

int replay_games(const struct replay *r)
{
    return r->games - r->playing;
}

const struct replay_game *replay_game(const struct replay *r, int i)
{
    return &r->game[i];
}

int64_t replay_time(const struct replay *r, uint32_t seq)
{
    return entry_of(r, seq)->time;
}

const struct replay_game *replay_find(const struct replay *r, uint32_t seq, struct refusal *why)
{
    for (int i = 0; i < replay_games(r); i++)
        if (seq >= r->game[i].from && seq <= r->game[i].to) return &r->game[i];
    bool running = r->playing && seq >= r->game[r->games - 1].from && seq <= r->before + r->folded;
    *why = running ? REFUSE(GAME_NOT_OVER) : REFUSE(NO_SUCH_STEP);
    return NULL;
}

static bool stays_secret(const struct room *room)
{
    return room->game->stays_secret && room->game->stays_secret(room->settings);
}

struct refusal replay_may_see(struct replay *r, const struct replay_game *game, uint16_t person,
                              uint16_t as)
{
    struct refusal why = ACCEPTED;
    if (!as) return why;
    if (!person) return REFUSE(NOT_IN_ROOM);
    struct room *room = replay_room_at(r, game->to);
    const struct person *seen = room_person(room, as);
    if (!seen)
        why = REFUSE(UNKNOWN_PERSON);
    else if (as != person && stays_secret(room))
        why = REFUSE(STAYS_SECRET);
    room_free(room);
    return why;
}

bool replay_keeps_secret(struct replay *r, const struct replay_game *game)
{
    bool secret = false;
    for (const struct replay_game *g = r->game; g <= game && !secret; g++) {
        struct room *room = replay_room_at(r, g->to);
        secret = stays_secret(room);
        room_free(room);
    }
    return secret;
}

void replay_decks(struct replay *r, const struct replay_game *game,
                  void (*deck)(void *arg, const struct game_deck *deck), void *arg)
{
    for (const struct replay_game *g = r->game; g <= game; g++) {
        struct room *room = replay_room_at(r, g->to);
        for (int i = 0; i < room->decks; i++)
            deck(arg, room->deck[i]);
        room_free(room);
    }
}

static void write_player(const struct person *p, bool may, struct writer *w)
{
    write_object(w);
    put_string(w, "id", p->id);
    put_string(w, "name", p->name);
    if (p->avatar[0]) put_string(w, "avatar", p->avatar);
    put_bool(w, "winner", p->winner);
    put_bool(w, "open", may);
    write_end(w);
}

/* Who sat at the table when it was over, and whose view is open to this person. */
static void write_players(const struct room *room, uint16_t person, struct writer *w)
{
    bool secret = stays_secret(room);
    put_array(w, "players");
    for (int i = 0; i < room->people; i++) {
        const struct person *p = &room->person[i];
        if (p->seat >= 0) write_player(p, person && (p->number == person || !secret), w);
    }
    write_end(w);
    put_bool(w, "secret", secret);
}

/* Times as milliseconds since the beginning: a step each. */
static void write_steps(const struct replay *r, const struct replay_game *game, struct writer *w)
{
    int64_t began = entry_of(r, game->from)->time;
    put_array(w, "times");
    for (uint32_t seq = game->from; seq <= game->to; seq++)
        write_int(w, entry_of(r, seq)->time - began);
    write_end(w);
    put_array(w, "turning");
    for (uint32_t seq = game->from; seq <= game->to; seq++)
        if (entry_of(r, seq)->turning || seq == game->to) write_int(w, seq);
    write_end(w);
}

void replay_write_games(struct replay *r, uint16_t person, struct writer *w)
{
    write_array(w);
    for (int i = 0; i < replay_games(r); i++) {
        const struct replay_game *game = &r->game[i];
        struct room *room = replay_room_at(r, game->to);
        write_object(w);
        put_string(w, "game", room->game->name);
        put_int(w, "from", game->from);
        put_int(w, "to", game->to);
        put_int(w, "began", entry_of(r, game->from)->time);
        put_bool(w, "finished", game->finished);
        write_players(room, person, w);
        write_steps(r, game, w);
        write_end(w);
        room_free(room);
    }
    write_end(w);
}

static void write_events(struct replay *r, const struct room *room, int viewer, struct writer *w)
{
    room_tell(room, &r->says);
    put_array(w, "events");
    for (size_t i = 0; i < says_count(&r->says); i++) {
        struct says_event e = says_event(&r->says, i);
        if (!says_reaches(e.audience, viewer)) continue;
        write_object(w);
        put_string(w, "event", e.name);
        write_key(w, "payload");
        write_raw(w, e.text, e.len);
        write_end(w);
    }
    write_end(w);
}

void replay_write(struct replay *r, const struct replay_game *game, uint32_t from, uint16_t as,
                  struct writer *w)
{
    struct room *room = replay_room_at(r, from);
    uint32_t end = game->to - from < REPLAY_VIEWS_MAX ? game->to : from + REPLAY_VIEWS_MAX - 1;
    write_array(w);
    for (uint32_t seq = from; seq <= end; seq++) {
        if (seq > from) fold_again(r, &room, seq);
        const struct person *person = room_person(room, as);
        write_object(w);
        write_key(w, "view");
        room_write_view(room, person, room->time, w);
        write_events(r, room, person ? person->seat : GAME_CROWD, w);
        write_end(w);
    }
    write_end(w);
    room_free(room);
}
