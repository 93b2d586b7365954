#include "history/projector.h"
#include "core/alloc.h"
#include "facts.h"
#include "history/inside.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ids of rows: the room, the record by which the game began, then who, or which round.
 *     12.57   12.57.p3   12.57.r4   12.57.r4.p3   12.57.r4.p3.0 */
#define ID_BYTES 80

/* What the last step left, for one room. */
struct seen {
    uint64_t seq;     /* the position that was last handed to the store */
    uint32_t started; /* the record by which the game began; 0: none is open */
    bool over;
    uint32_t round;
    enum fact_phase phase;
    bool shown;     /* the responses of this round are in the tables */
    uint32_t decks; /* of the table, those that are in the tables */
    uint32_t took_part, active, winners;
    int score[FACT_AUTHORS];
    uint64_t name[FACT_AUTHORS];     /* hashes */
    int64_t submitted[FACT_AUTHORS]; /* in this round; 0: not */
};

/* One step of one room on its way into rows. */
struct glance {
    const struct room *room;
    struct seen *seen;
    struct game_table table;
    struct facts facts;
    struct rows rows;
    char game[ID_BYTES / 2];
};

static const char *author_word(const struct glance *g, int author, char out[16])
{
    if (author >= FACT_GUEST)
        snprintf(out, 16, "rando%d", author - FACT_GUEST + 1);
    else
        snprintf(out, 16, "%s", g->table.seat[author].id);
    return out;
}

static const char *session_id(const struct glance *g, int author, char out[ID_BYTES])
{
    char word[16];
    snprintf(out, ID_BYTES, "%s.%s", g->game, author_word(g, author, word));
    return out;
}

static const char *player_id(const struct glance *g, int author, char out[ID_BYTES])
{
    char word[16];
    snprintf(out, ID_BYTES, "%" PRIu64 ".%s", g->room->id, author_word(g, author, word));
    return out;
}

static const char *round_id(const struct glance *g, uint32_t round, char out[ID_BYTES])
{
    snprintf(out, ID_BYTES, "%s.r%u", g->game, round);
    return out;
}

static const char *response_id(const struct glance *g, int author, char out[ID_BYTES])
{
    char word[16];
    snprintf(out, ID_BYTES, "%s.r%u.%s", g->game, g->facts.round, author_word(g, author, word));
    return out;
}

static const char *author_name(const struct glance *g, int author)
{
    return author >= FACT_GUEST ? "Rando" : g->table.seat[author].name;
}

static uint64_t text_hash(const char *text)
{
    uint64_t h = 14695981039346656037u;
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 1099511628211u;
    return h;
}

/* ---- people ---- */

static void add_player(struct glance *g, int author)
{
    char id[ID_BYTES];
    uint64_t hash = text_hash(author_name(g, author));
    if (g->seen->name[author] == hash) return;
    g->seen->name[author] = hash;
    rows_add(&g->rows, ROW_PLAYER, player_id(g, author, id), (int64_t)g->room->id,
             author_name(g, author));
}

static void look_at_author(struct glance *g, int author)
{
    struct seen *seen = g->seen;
    uint32_t bit = 1u << author;
    if (!(g->facts.took_part & bit)) return;
    if (author < FACT_GUEST && !g->table.seat[author].id[0]) return;
    add_player(g, author);
    uint32_t changed = (seen->took_part ^ g->facts.took_part) | (seen->active ^ g->facts.active) |
                       (seen->winners ^ g->facts.winners);
    if (!(changed & bit) && seen->score[author] == g->facts.score[author]) return;
    char id[ID_BYTES], player[ID_BYTES];
    seen->score[author] = g->facts.score[author];
    rows_add(&g->rows, ROW_SESSION, session_id(g, author, id), g->game,
             player_id(g, author, player), (int64_t)g->facts.score[author],
             (int64_t)((g->facts.active & bit) != 0), (int64_t)((g->facts.winners & bit) != 0),
             g->room->time);
}

static void look_at_people(struct glance *g)
{
    for (int i = 0; i < FACT_AUTHORS; i++)
        look_at_author(g, i);
    g->seen->took_part = g->facts.took_part;
    g->seen->active = g->facts.active;
    g->seen->winners = g->facts.winners;
}

/* ---- cards ---- */

/* Once a game. */
static void add_deck(struct glance *g, const struct game_deck *deck)
{
    int i = 0;
    while (i < g->table.decks && g->table.deck[i] != deck)
        i++;
    if (g->seen->decks & 1u << i) return;
    g->seen->decks |= 1u << i;
    rows_add(&g->rows, ROW_DECK, deck->hash, g->room->game->name, deck->name, deck->language);
}

/* Where a card is named: its own id, or that of the place where somebody wrote it. */
static const char *add_card(struct glance *g, const struct fact_card *card, bool black,
                            const char *place)
{
    const char *id = card->id[0] ? card->id : place;
    bool own = !card->deck;
    if (card->deck) add_deck(g, card->deck);
    rows_add(&g->rows, ROW_CARD, id, card->text, black ? "black" : "white",
             (int64_t)(black ? card->pick : 1), card->deck ? card->deck->hash : NULL, (int64_t)own,
             own ? (int64_t)g->room->id : INT64_C(0));
    return id;
}

/* ---- rounds ---- */

static void add_round(struct glance *g)
{
    char id[ID_BYTES], czar[ID_BYTES];
    const struct facts *f = &g->facts;
    const char *black = add_card(g, &f->black, true, round_id(g, f->round, id));
    rows_add(&g->rows, ROW_ROUND, id, g->game, (int64_t)f->round, black,
             f->czar < 0 ? NULL : session_id(g, f->czar, czar), g->room->time);
    rows_add(&g->rows, ROW_CARD_PLAYED, black, INT64_C(1), INT64_C(0));
}

static void add_response(struct glance *g, const struct fact_response *r)
{
    char id[ID_BYTES], round[ID_BYTES], session[ID_BYTES], place[ID_BYTES + 4];
    int64_t at = g->seen->submitted[r->author];
    response_id(g, r->author, id);
    session_id(g, r->author, session);
    rows_add(&g->rows, ROW_RESPONSE, id, round_id(g, g->facts.round, round), session, at);
    for (int i = 0; i < r->cards; i++) {
        snprintf(place, sizeof place, "%s.%d", id, i);
        const char *card = add_card(g, &r->card[i], false, place);
        rows_add(&g->rows, ROW_RESPONSE_CARD, place, session, card, id, (int64_t)i, at);
        rows_add(&g->rows, ROW_CARD_PLAYED, card, INT64_C(1), INT64_C(0));
    }
}

static void add_win(struct glance *g, const struct fact_response *winner, const char *response)
{
    char place[ID_BYTES + 4], id[ID_BYTES];
    for (int i = 0; i < winner->cards; i++) {
        snprintf(place, sizeof place, "%s.%d", response, i);
        const char *card = winner->card[i].id[0] ? winner->card[i].id : place;
        rows_add(&g->rows, ROW_CARD_PLAYED, card, INT64_C(0), INT64_C(1));
    }
    const char *black = g->facts.black.id[0] ? g->facts.black.id : round_id(g, g->facts.round, id);
    rows_add(&g->rows, ROW_CARD_PLAYED, black, INT64_C(0), INT64_C(1));
}

static void end_round(struct glance *g)
{
    char id[ID_BYTES], response[ID_BYTES];
    const struct facts *f = &g->facts;
    const struct fact_response *winner = f->winner < 0 ? NULL : &f->response[f->winner];
    if (winner) response_id(g, winner->author, response);
    rows_add(&g->rows, ROW_ROUND_PHASE, round_id(g, f->round, id), "completed",
             winner ? response : NULL, g->room->time);
    if (winner) add_win(g, winner, response);
}

/* A round that nobody judged: the next one began, or the game ended. */
static void void_round(struct glance *g)
{
    char id[ID_BYTES];
    struct seen *seen = g->seen;
    if (!seen->round || seen->phase == FACT_COMPLETED) return;
    rows_add(&g->rows, ROW_ROUND_PHASE, round_id(g, seen->round, id), "completed", NULL,
             g->room->time);
    seen->phase = FACT_COMPLETED;
}

static void note_submissions(struct glance *g)
{
    int64_t before[FACT_AUTHORS];
    memcpy(before, g->seen->submitted, sizeof before);
    memset(g->seen->submitted, 0, sizeof before);
    for (int i = 0; i < g->facts.responses; i++) {
        int author = g->facts.response[i].author;
        g->seen->submitted[author] = before[author] ? before[author] : g->room->time;
    }
}

static void new_round(struct glance *g)
{
    struct seen *seen = g->seen;
    void_round(g);
    add_round(g);
    seen->round = g->facts.round;
    seen->phase = FACT_WAITING;
    seen->shown = false;
    memset(seen->submitted, 0, sizeof seen->submitted);
}

static void look_at_round(struct glance *g)
{
    struct seen *seen = g->seen;
    const struct facts *f = &g->facts;
    char id[ID_BYTES];
    if (!f->round) return;
    /* one that began and was over in the same step was none */
    if (f->round != seen->round && g->room->phase == ROOM_OVER && f->phase == FACT_WAITING) return;
    if (f->round != seen->round) new_round(g);
    if (seen->phase == FACT_WAITING) note_submissions(g);
    if (f->phase == seen->phase || seen->phase == FACT_COMPLETED) return;
    for (int i = 0; !seen->shown && i < f->responses; i++)
        add_response(g, &f->response[i]);
    seen->shown = true;
    if (f->phase == FACT_JUDGING)
        rows_add(&g->rows, ROW_ROUND_PHASE, round_id(g, f->round, id), "judging", NULL,
                 g->room->time);
    else
        end_round(g);
    seen->phase = f->phase;
}

/* ---- games ---- */

static void name_game(struct glance *g, uint32_t started)
{
    snprintf(g->game, sizeof g->game, "%" PRIu64 ".%u", g->room->id, started);
}

static void new_game(struct glance *g)
{
    const struct room *room = g->room;
    struct seen *seen = g->seen;
    char host[ID_BYTES] = "";
    uint64_t seq = seen->seq;
    *seen = (struct seen){.seq = seq, .started = room->started};
    for (int i = 0; i < room->people; i++)
        if (room->person[i].number == room->host) {
            snprintf(host, sizeof host, "%" PRIu64 ".%s", room->id, room->person[i].id);
            rows_add(&g->rows, ROW_PLAYER, host, (int64_t)room->id, room->person[i].name);
        }
    rows_add(&g->rows, ROW_GAME, g->game, (int64_t)room->id, room->code, host[0] ? host : NULL,
             (int64_t)g->facts.score_limit, (int64_t)(g->facts.guests > 0),
             (int64_t)g->facts.tournament, room->time);
}

static void end_game(struct glance *g, bool finished)
{
    void_round(g);
    rows_add(&g->rows, ROW_GAME_END, g->game, g->room->time, (int64_t)finished);
    g->seen->over = true;
}

/* Is a game on the table that history is to know? */
static bool tells(const struct room *room)
{
    bool on = room->phase == ROOM_PLAYING || room->phase == ROOM_OVER;
    return on && room->game->facts && room->state && !room->rules_changed;
}

static void look(struct glance *g)
{
    const struct room *room = g->room;
    struct seen *seen = g->seen;
    bool on = tells(room);
    if (seen->started && !seen->over && (!on || room->started != seen->started)) {
        name_game(g, seen->started);
        end_game(g, false);
    }
    if (!on || (seen->started == room->started && seen->over)) return;
    name_game(g, room->started);
    room_table(room, &g->table);
    room->game->facts(room->state, &g->table, &g->facts);
    if (room->started != seen->started) new_game(g);
    look_at_people(g);
    look_at_round(g);
    if (room->phase == ROOM_OVER) end_game(g, true);
}

uint64_t history_look(struct store *store, const struct room *room, struct seen **seen,
                      uint64_t position)
{
    bool ended = room->phase == ROOM_ENDED;
    if (!*seen && !tells(room) && !ended) return position;
    if (!*seen) {
        *seen = alloc_zero(1, sizeof **seen);
        (*seen)->seq = position;
    }
    struct glance g = {.room = room, .seen = *seen};
    look(&g);
    if ((g.rows.bytes.len || ended) && room->seq > (*seen)->seq) {
        store_project(store, room->id, (*seen)->seq, room->seq, ended, &g.rows);
        (*seen)->seq = room->seq;
    }
    rows_free(&g.rows);
    return (*seen)->seq;
}
