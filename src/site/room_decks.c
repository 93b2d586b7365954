/* The decks of a room: which there are, of what packs, and each as a file. */
#include "core/alloc.h"
#include "room/kept.h"
#include "site/imports.h"
#include "site/routes.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- which there are ---- */

static void write_packs(struct writer *w, const struct room *room, const struct game_deck *deck)
{
    const struct pack_set *chosen = room_packs_of(room, deck);
    struct deck_pack pack = {0};
    put_array(w, "packs");
    for (int i = 0;
         i < GAME_PACKS_MAX && deck->game->deck_pack && deck->game->deck_pack(deck, i, &pack);
         i++) {
        write_object(w);
        put_string(w, "name", pack.name);
        put_int(w, "black", pack.black);
        put_int(w, "white", pack.white);
        put_int(w, "mature", pack.mature);
        if (pack.level) put_string(w, "level", pack.level);
        put_bool(w, "chosen", chosen ? pack_set_has(chosen, i) : !deck->extra);
        write_end(w);
    }
    write_end(w);
}

static void write_deck(struct writer *w, const struct house *house, const struct room *room,
                       const struct game_deck *deck)
{
    bool banned = house_bans_deck(house, deck);
    write_object(w);
    put_string(w, "hash", deck->hash);
    put_string(w, "name", deck->title);
    put_string(w, "language", deck->language);
    put_int(w, "cards", deck->count);
    put_bool(w, "extra", deck->extra);
    put_bool(w, "own", !deck->name[0]);
    put_bool(w, "banned", banned);
    put_bool(w, "fits",
             !banned && room->game->deck_fits && room->game->deck_fits(deck, room->settings));
    write_packs(w, room, deck);
    write_end(w);
}

/* The host's own first; then those of the house that would be played with now. */
static void write_decks(struct writer *w, const struct house *house, const struct room *room)
{
    const struct game_deck *deck;
    for (int i = 0; i < room->own_decks; i++)
        if (room->own_deck[i]->game == room->game && !room->own_deck[i]->name[0])
            write_deck(w, house, room, room->own_deck[i]);
    for (int i = 0; (deck = shelf_deck(house->shelf, room->game, i)); i++)
        if (!house_bans_deck(house, deck) && room->game->deck_fits &&
            room->game->deck_fits(deck, room->settings))
            write_deck(w, house, room, deck);
}

/* Who looks in from outside is not told what a host brought. */
static struct live *room_of_mine(struct visit *v)
{
    v->json = true;
    struct live *live = visit_room(v);
    if (!live || visit_person(v, live->room)) return live;
    struct refusal why = REFUSE(NOT_IN_ROOM);
    answer_refusal(v, &why, live->room->code, live->room);
    return NULL;
}

void tell_decks(struct visit *v)
{
    struct live *live = room_of_mine(v);
    if (!live) return;
    struct buffer body = {0};
    struct writer w = writer_to(&body);
    write_object(&w);
    put_int(&w, "seq", live->room->seq);
    put_string(&w, "game", live->room->game->name);
    put_array(&w, "decks");
    write_decks(&w, games_house(v->site->games), live->room);
    write_end(&w);
    write_end(&w);
    answer_json(v, 200, &body);
}

/* ---- one as a file ---- */

static bool copy_deck(void *arg, const struct store_deck *deck)
{
    buffer_add(arg, deck->body, deck->len);
    return false;
}

static void read_house_deck(const struct games *games, const struct game_deck *deck,
                            struct buffer *out)
{
    const struct deck_file *file = games_deck_file(games, deck);
    if (file) buffer_add(out, file->bytes, file->len);
}

bool deck_text(struct visit *v, const struct game_deck *deck, struct buffer *out)
{
    char name[STORE_DECK_NAME_BYTES_MAX + 1];
    if (deck->name[0]) {
        read_house_deck(v->site->games, deck, out);
    } else {
        kept_name(name, deck);
        if (!store_find_deck(v->site->store, name, copy_deck, out)) return false;
    }
    return out->len > 0;
}

static void answer_file(struct visit *v, const struct game_deck *deck, struct buffer *body)
{
    char disposition[120];
    snprintf(disposition, sizeof disposition, "attachment; filename=\"%s-%.8s.json\"",
             deck->game->name, deck->hash);
    reply_header(&v->headers, "Content-Disposition", disposition);
    answer_json(v, 200, body);
}

/* A deck that is put into another form, on another thread: a large one takes a while. */
struct export
{
    uv_work_t work;
    struct visit *visit;
    const struct game_deck *deck;
    char form[16];
    struct buffer text;
    bool known;
};

static void change_form(uv_work_t *work)
{
    struct export *e = work->data;
    struct buffer out = {0};
    const struct game *game = e->deck->game;
    json_t *json = json_loadb(e->text.data, e->text.len, 0, NULL);
    e->known = json && game->deck_export && game->deck_export(json, e->form, &out);
    json_decref(json);
    buffer_free(&e->text);
    e->text = out;
}

static void form_changed(uv_work_t *work, int status)
{
    struct export *e = work->data;
    e->visit->site->thinking--;
    if (!status && e->known)
        answer_file(e->visit, e->deck, &e->text);
    else
        answer_error(e->visit, 400, "BAD_REQUEST", "There is no such form of a deck.");
    buffer_free(&e->text);
    free(e);
}

static void answer_later(struct visit *v, const struct game_deck *deck, const char *form,
                         struct buffer *text)
{
    struct export *e = alloc_zero(1, sizeof *e);
    e->visit = v;
    e->deck = deck;
    e->text = *text;
    e->work.data = e;
    memcpy(e->form, form, sizeof e->form);
    if (uv_queue_work(v->site->loop, &e->work, change_form, form_changed)) {
        buffer_free(&e->text);
        free(e);
        answer_error(v, 503, "UNAVAILABLE", "Please try again.");
        return;
    }
    v->site->thinking++;
    visit_hold(v);
}

void give_deck(struct visit *v)
{
    struct live *live = room_of_mine(v);
    if (!live) return;
    char hash[80], form[16];
    struct buffer body = {0};
    snprintf(hash, sizeof hash, "%.*s", (int)strcspn(v->param[1], "."), v->param[1]);
    const struct game_deck *deck = room_find_deck(games_house(v->site->games), live->room, hash);
    visit_query(v, "format", form, sizeof form);
    bool ours = !form[0] || strcmp(form, "ludoteca") == 0;
    if (!deck || !deck_text(v, deck, &body)) {
        answer_error(v, 404, "NOT_FOUND", "This room has no such deck.");
        buffer_free(&body);
    } else if (ours) {
        answer_file(v, deck, &body);
    } else {
        answer_later(v, deck, form, &body);
    }
}
