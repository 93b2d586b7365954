/* The pages, for whoever asks for them. */
#include "core/alloc.h"
#include "site/doors.h"
#include "site/keys.h"
#include "site/pages/avatar.h"
#include "site/pages/qr.h"
#include "site/room_page.h"
#include "site/routes.h"
#include "site/says_json.h"

#include <stdio.h>
#include <stdlib.h>

#define TYPED_MAX 40

void show_home(struct visit *v)
{
    struct page_game games[ROOM_PAGE_GAMES_MAX + 1];
    char code[TYPED_MAX];
    struct buffer body = {0};
    struct page_context context = visit_context(v);
    room_page_shelf(games, v->site->games);
    struct page_seat seats[KEYS_MAX];
    struct page_home home = {
        .games = games,
        .code = visit_query(v, "room", code, sizeof code),
        .seat_count = keys_find(v, seats),
        .seats = seats,
    };
    page_home(&body, &context, &home);
    answer_page(v, 200, &body);
}

void show_join(struct visit *v)
{
    char code[TYPED_MAX];
    struct buffer body = {0};
    struct page_context context = visit_context(v);
    if (!visit_query(v, "room", code, sizeof code)[0]) visit_query(v, "code", code, sizeof code);
    page_join(&body, &context, code, NULL);
    answer_page(v, 200, &body);
}

void show_about(struct visit *v)
{
    struct buffer body = {0};
    struct page_context context = visit_context(v);
    page_about(&body, &context, LUDOTECA_VERSION);
    answer_page(v, 200, &body);
}

void show_offline(struct visit *v)
{
    struct buffer body = {0};
    struct page_context context = visit_context(v);
    struct page_game games[ROOM_PAGE_GAMES_MAX + 1];
    room_page_shelf(games, v->site->games);
    page_offline(&body, &context, games);
    answer_page(v, 200, &body);
}

typedef void page_function(struct buffer *out, const struct page_context *c,
                           const struct page_room *room);

static void answer_room_with(struct visit *v, int status, const struct room *room, uint16_t person,
                             page_function *page)
{
    struct buffer body = {0};
    struct room_page filled;
    struct page_context context = visit_context(v);
    room_page_fill(&filled, room, person, v->host_token, v->site->games);
    const struct person *left = person ? NULL : visit_left(v, room);
    if (left) room_page_returning(&filled, left);
    filled.page.card_urls = v->site->settings->deck_urls[0];
    filled.page.for_program = !visit_by_browser(v);
    page(&body, &context, &filled.page);
    answer_page(v, status, &body);
}

static void answer_room(struct visit *v, const struct room *room, uint16_t person,
                        page_function *page)
{
    answer_room_with(v, 200, room, person, page);
}

static void redirect_to(struct visit *v, const struct room *room, const char *where)
{
    char path[40];
    snprintf(path, sizeof path, "/rooms/%s%s", room->code, where);
    answer_redirect(v, path);
}

static void returned(void *arg, const struct hall_answer *answer)
{
    struct visit *v = arg;
    const struct room *room = answer->live ? answer->live->room : NULL;
    if (refused(&answer->refusal))
        answer_refusal(v, &answer->refusal, room ? room->code : NULL, room);
    else
        redirect_to(v, room, "");
}

/* Nobody of this room comes to its door. */
static void show_door(struct visit *v, struct live *live)
{
    const struct room *room = live->room;
    const struct person *left = visit_left(v, room);
    struct refusal why = left && left->out ? REFUSE(PUT_OUT) : doors_put_out(live, &v->device);
    if (!refused(&why) && room->people >= ROOM_PEOPLE_MAX) why = REFUSE(ROOM_FULL);
    bool closed = room->phase == ROOM_PLAYING && !room_takes_latecomers(room);
    if (!refused(&why) && closed && v->json) why = REFUSE(GAME_ALREADY_STARTED);
    if (refused(&why)) {
        answer_refusal(v, &why, room->code, room);
    } else if (left && !left->quit) { /* was away for too long: never mind */
        struct asker who = visit_asker(v, live, 0);
        visit_hold(v);
        ask_return(&who, left->number, NULL, (struct hall_done){returned, v});
    } else if (room->phase == ROOM_LOBBY) {
        /* a stranger from now on */
        if (!left && visit_had_seat(v, room->code)) visit_forget_seat(v, room->code);
        answer_room(v, room, 0, page_lobby_guest);
    } else { /* a game that takes nobody is a conflict for programs, and a choice for people */
        answer_room_with(v, closed ? 409 : 200, room, 0, page_latecomer);
    }
}

void show_room(struct visit *v)
{
    struct live *live = visit_room(v);
    if (!live) return;
    uint16_t person = visit_person(v, live->room);
    if (!person)
        show_door(v, live);
    else if (live->room->phase != ROOM_LOBBY)
        redirect_to(v, live->room, "/game");
    else
        answer_room(v, live->room, person, page_lobby_guest);
}

void show_lobby(struct visit *v)
{
    struct live *live = visit_room(v);
    if (!live) return;
    uint16_t person = visit_person(v, live->room);
    if (live->room->phase == ROOM_PLAYING && person)
        redirect_to(v, live->room, "/game");
    else if (!person || person != live->room->host)
        redirect_to(v, live->room, "");
    else
        answer_room(v, live->room, person, page_lobby_host);
}

void show_table(struct visit *v)
{
    struct live *live = visit_room(v);
    if (!live) return;
    uint16_t person = visit_person(v, live->room);
    if (!person && visit_left(v, live->room))
        redirect_to(v, live->room, ""); /* to the door, where one comes back */
    else
        answer_room(v, live->room, person, page_table);
}

void show_tv(struct visit *v)
{
    struct live *live = visit_room(v);
    if (live) answer_room(v, live->room, 0, page_tv);
}

void show_qr(struct visit *v)
{
    struct live *live = visit_room(v);
    if (!live) return;
    struct buffer link = {0}, body = {0};
    buffer_print(&link, "%s/rooms/%s", v->origin, live->room->code);
    qr_svg(&body, buffer_text(&link));
    buffer_free(&link);
    reply_header(&v->headers, "Cache-Control", "private, max-age=600");
    answer_bytes(v, 200, "image/svg+xml", (struct span){body.data, body.len});
    buffer_free(&body);
}

void show_avatar(struct visit *v)
{
    char *name = v->param[0];
    size_t len = strlen(name);
    if (len <= 4 || strcmp(name + len - 4, ".svg") != 0) {
        answer_error(v, 404, "NOT_FOUND", "There is no such picture.");
        return;
    }
    struct buffer body = {0};
    char mood[8];
    name[len - 4] = 0;
    avatar_svg(&body, name, avatar_mood(visit_query(v, "mood", mood, sizeof mood)));
    reply_header(&v->headers, "Cache-Control", "public, max-age=86400");
    answer_bytes(v, 200, "image/svg+xml", (struct span){body.data, body.len});
    buffer_free(&body);
}

void answer_refusal(struct visit *v, const struct refusal *why, const char *typed,
                    const struct room *room)
{
    int status = refusal_status(why);
    if (why->code == REFUSAL_CODE_TOO_MANY_REQUESTS) reply_header(&v->headers, "Retry-After", "10");
    if (v->json) {
        struct buffer json = {0};
        struct writer w = writer_to(&json);
        write_object(&w);
        write_key(&w, "error");
        json_refusal(&w, why);
        write_end(&w);
        answer_json(v, status, &json);
        return;
    }
    struct buffer body = {0};
    struct room_page *filled = NULL;
    struct page_context context = visit_context(v);
    if (room) {
        filled = alloc_zero(1, sizeof *filled);
        room_page_fill(filled, room, 0, NULL, NULL);
    }
    page_refusal(&body, &context, why, typed, filled ? &filled->page : NULL);
    free(filled);
    answer_page(v, status, &body);
}
