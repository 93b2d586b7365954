/* A seat goes on on another device: its owner asks for a link, and the link is opened there. */
#include "site/listeners.h"
#include "site/moves.h"
#include "site/routes.h"

#include <stdio.h>

static void refuse_stranger(struct visit *v, const struct room *room)
{
    struct refusal why = REFUSE(NOT_IN_ROOM);
    answer_refusal(v, &why, room->code, room);
}

/* ---- the link ---- */

static void answer_link(struct visit *v, const struct room *room, const char *link)
{
    struct buffer body = {0};
    if (v->json) {
        struct writer w = writer_to(&body);
        write_object(&w);
        put_string(&w, "link", link);
        put_int(&w, "expiresInMs", MOVE_MS);
        write_end(&w);
        answer_json(v, 200, &body);
        return;
    }
    struct page_context context = visit_context(v);
    page_resume(&body, &context, room->code, link);
    answer_page(v, 200, &body);
}

/* Only its owner gets it. */
void show_resume(struct visit *v)
{
    struct live *live = visit_room(v);
    if (!live) return;
    const struct room *room = live->room;
    uint16_t person = visit_person(v, room);
    if (!person || !v->token[0]) {
        refuse_stranger(v, room);
        return;
    }
    struct buffer link = {0};
    const char *code =
        moves_begin(&v->site->moves, room->id, person, v->token, v->site->net.wire.now);
    buffer_print(&link, "%s/rooms/%s/resume/%s", v->origin, room->code, code);
    answer_link(v, room, buffer_text(&link));
    buffer_free(&link);
}

/* ---- at the other end ---- */

/* The seat that the address stands for; NULL, and answered, if that is over. */
static struct move *find_move(struct visit *v, const struct room *room, const struct person **p)
{
    struct move *move = moves_find(&v->site->moves, room->id, v->param[1], v->site->net.wire.now);
    *p = move ? room_person_by_token(room, move->token) : NULL;
    if (*p) return move;
    struct refusal why = refusal_keyed(
        refuse_saying(REFUSAL_CODE_NOT_IN_ROOM, "This link was used already, or is too old."),
        "resume.over");
    answer_refusal(v, &why, room->code, room);
    return NULL;
}

/* Messengers fetch links to preview them: looking does not use it up. */
void ask_seat_along(struct visit *v)
{
    struct live *live = visit_room(v);
    const struct person *p;
    if (!live || !find_move(v, live->room, &p)) return;
    struct buffer body = {0};
    struct page_context context = visit_context(v);
    page_resume_here(&body, &context, live->room->code, v->param[1], p->name);
    answer_page(v, 200, &body);
}

static void sit(struct visit *v, const struct room *room, uint16_t person, const char *token)
{
    visit_set_cookies(v, room->code, token, NULL);
    go_on(v, room, person);
}

static void moved(void *arg, const struct hall_answer *answer)
{
    struct visit *v = arg;
    const struct room *room = answer->live ? answer->live->room : NULL;
    if (refused(&answer->refusal)) {
        answer_refusal(v, &answer->refusal, room ? room->code : NULL, room);
        return;
    }
    devices_note(listeners_of(v->site, answer->live), answer->person, &v->device);
    sit(v, room, answer->person, answer->token);
}

/* The seat gets another secret: the device it was on can no longer act for it. */
void take_seat_along(struct visit *v)
{
    struct live *live = visit_room(v);
    const struct person *p;
    struct move *move = live ? find_move(v, live->room, &p) : NULL;
    if (!move) return;
    move_end(move);
    visit_hold(v);
    hall_move(live, p->number, v->now, (struct hall_done){moved, v});
}

/* Who has the token itself, from a program, shows it in the body. */
void take_seat_by_token(struct visit *v)
{
    struct live *live = visit_room(v);
    if (!live) return;
    const char *token = visit_text(v, "playerId");
    const struct person *p = token ? room_person_by_token(live->room, token) : NULL;
    if (p)
        sit(v, live->room, p->number, token);
    else
        refuse_stranger(v, live->room);
}
