/* Cards that a host brings: a file in one of the forms the game on the table knows, which becomes a
 * deck of this room by a step like any other. */
#include "core/alloc.h"
#include "site/doors.h"
#include "site/routes.h"
#include "site/says_json.h"

#include <stdio.h>
#include <stdlib.h>

#define TEXT_MAX 400000 /* bytes: more than the largest deck needs */

/* What the answer needs when the step is stored. */
struct import {
    struct visit *visit;
    struct deck_yield yield;
};

static void to_lobby(struct visit *v, const struct room *room)
{
    char path[40];
    snprintf(path, sizeof path, "/rooms/%s/lobby", room->code);
    answer_redirect(v, path);
}

static void put_yield(struct writer *w, const struct deck_yield *yield)
{
    put_int(w, "kept", yield->kept);
    put_int(w, "dropped", yield->dropped);
    put_int(w, "line", yield->line);
    put_string(w, "problem", yield->first_problem);
}

/* Not one card: a program is told where the trouble begins. */
static void answer_useless(struct visit *v, const struct refusal *why,
                           const struct deck_yield *yield, const struct room *room)
{
    if (!v->json) {
        answer_refusal(v, why, room->code, room);
        return;
    }
    struct buffer body = {0};
    struct writer w = writer_to(&body);
    write_object(&w);
    write_key(&w, "error");
    json_refusal(&w, why);
    put_yield(&w, yield);
    write_end(&w);
    answer_json(v, refusal_status(why), &body);
}

static void imported(void *arg, const struct hall_answer *answer)
{
    struct import *import = arg;
    struct visit *v = import->visit;
    const struct room *room = answer->live ? answer->live->room : NULL;
    if (refused(&answer->refusal)) {
        answer_refusal(v, &answer->refusal, room ? room->code : NULL, room);
    } else if (!v->json) {
        to_lobby(v, room);
    } else {
        struct buffer body = {0};
        struct writer w = writer_to(&body);
        write_object(&w);
        put_bool(&w, "ok", true);
        put_int(&w, "seq", room->seq);
        put_yield(&w, &import->yield);
        write_end(&w);
        answer_json(v, 200, &body);
    }
    free(import);
}

static struct refusal may_import(struct visit *v, const struct live *live, uint16_t person)
{
    const struct room *room = live->room;
    const char *text = visit_text(v, "text");
    if (!person || person != room->host) return REFUSE(NOT_HOST);
    if (room->phase != ROOM_LOBBY) return REFUSE(GAME_ALREADY_STARTED);
    if (!room->game->deck_import)
        return refuse_saying(REFUSAL_CODE_BAD_REQUEST, "This game takes no cards from elsewhere.");
    if (!text) return refuse_saying(REFUSAL_CODE_BAD_REQUEST, "There is no text with cards.");
    if (strlen(text) > TEXT_MAX)
        return refuse_saying(REFUSAL_CODE_BAD_REQUEST, "A file of cards has at most %d kB.",
                             TEXT_MAX / 1000);
    const struct house *house = games_house(v->site->games);
    if ((int64_t)shelf_loose_cards(house->shelf) >= v->site->settings->own_cards_max)
        return refuse_saying(REFUSAL_CODE_UNAVAILABLE, "This server takes no more cards.");
    /* As rare as new rooms: each may add a deck to memory and to the log. */
    if (!doors_may_create(v->site, v->key)) return REFUSE(TOO_MANY_REQUESTS);
    return ACCEPTED;
}

void post_cards(struct visit *v)
{
    struct live *live = visit_room(v);
    if (!live) return;
    const struct room *room = live->room;
    uint16_t person = visit_person(v, room);
    struct refusal why = may_import(v, live, person);
    if (refused(&why)) {
        answer_refusal(v, &why, room->code, room);
        return;
    }
    struct import *import = alloc_zero(1, sizeof *import);
    struct buffer deck = {0};
    const char *text = visit_text(v, "text"), *name = visit_text(v, "name");
    why = room->game->deck_import(room->settings, name && *name ? name : room->code, text,
                                  strlen(text), &deck, &import->yield);
    json_t *json = refused(&why) ? NULL : json_loadb(deck.data, deck.len, 0, NULL);
    buffer_free(&deck);
    if (!json) {
        answer_useless(v, &why, &import->yield, room);
        free(import);
        return;
    }
    struct step step = {.kind = STEP_IMPORT, .by = person, .deck.json = json};
    struct asker who = visit_asker(v, live, person);
    import->visit = v;
    visit_hold(v);
    ask_step(&who, &step, (struct hall_done){imported, import});
    json_decref(json);
}
