/* Rooms by HTTP: what the events of Socket.IO do, by forms and by JSON. */
#include "site/actions.h"
#include "site/alone.h"
#include "site/doors.h"
#include "site/listeners.h"
#include "site/names.h"
#include "site/reports.h"
#include "site/routes.h"
#include "site/says_json.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

void go_on(struct visit *v, const struct room *room, uint16_t person)
{
    char path[40];
    const char *where = room->phase != ROOM_LOBBY ? "/game" : person == room->host ? "/lobby" : "";
    snprintf(path, sizeof path, "/rooms/%s%s", room->code, where);
    answer_redirect(v, path);
}

/* ---- coming in ---- */

static void answer_entry(struct visit *v, const struct room *room, uint16_t person,
                         const struct hall_answer *answer)
{
    const char *token = answer ? answer->token : NULL;
    const char *host_token = answer ? answer->host_token : NULL;
    visit_set_cookies(v, room->code, token, host_token);
    if (!v->json) {
        go_on(v, room, person);
        return;
    }
    struct buffer body = {0};
    char location[32];
    struct writer w = writer_to(&body);
    write_object(&w);
    put_bool(&w, "ok", true);
    json_entry(&w, room, person, token, host_token);
    write_end(&w);
    snprintf(location, sizeof location, "/rooms/%s", room->code);
    reply_header(&v->headers, "Location", location);
    answer_json(v, answer ? 201 : 200, &body);
}

static void entered(void *arg, const struct hall_answer *answer)
{
    struct visit *v = arg;
    if (refused(&answer->refusal)) {
        const struct room *room = answer->live ? answer->live->room : NULL;
        answer_refusal(v, &answer->refusal, room ? room->code : NULL, room);
        return;
    }
    devices_note(listeners_of(v->site, answer->live), answer->person, &v->device);
    answer_entry(v, answer->live->room, answer->person, answer);
}

/* The same for somebody who will play against the computer. */
static void begun(void *arg, const struct hall_answer *answer)
{
    struct visit *v = arg;
    if (refused(&answer->refusal)) {
        entered(v, answer);
        return;
    }
    devices_note(listeners_of(v->site, answer->live), answer->person, &v->device);
    visit_set_cookies(v, answer->live->room->code, answer->token, answer->host_token);
    alone_begin(v, answer->live);
}

/* What the host asked for: in an object, or as fields of a form. */
static json_t *wanted_settings(const struct visit *v, const char *name)
{
    const struct game *game = house_game(games_house(v->site->games), name);
    json_t *given = json_object_get(v->payload, "settings");
    json_t *values = game ? action_settings(game, v->payload) : json_object();
    if (game && v->form) action_coerce(game, values);
    if (json_is_object(given)) json_object_update(values, given);
    return values;
}

void post_room(struct visit *v)
{
    char alone[40];
    const char *game = visit_text(v, "game"), *name = visit_text(v, "playerName");
    /* the button of a game against the computer */
    if (*visit_query(v, "alone", alone, sizeof alone)) game = alone;
    if (!game || !*game) game = "santase";
    struct page_context context = visit_context(v);
    if (!name || !*name) name = default_name(context.language, true);
    json_t *settings = wanted_settings(v, game);
    if (alone[0]) alone_settings(house_game(games_house(v->site->games), game), settings);
    struct asker who = visit_asker(v, NULL, 0);
    struct newcomer host = {.name = name, .avatar = visit_text(v, "avatar")};
    visit_hold(v);
    ask_create(&who, game, &host, settings, (struct hall_done){alone[0] ? begun : entered, v});
    json_decref(settings);
}

void find_room(struct visit *v)
{
    char typed[40], path[32];
    struct refusal why;
    visit_query(v, "code", typed, sizeof typed);
    struct live *live = typed[0] ? visit_find(v, typed, &why) : NULL;
    if (live) {
        snprintf(path, sizeof path, "/rooms/%s", live->room->code);
        answer_redirect(v, path);
        return;
    }
    if (!typed[0]) why = REFUSE(ROOM_NOT_FOUND);
    if (v->json) {
        answer_refusal(v, &why, typed, NULL);
        return;
    }
    struct buffer body = {0};
    struct page_context context = visit_context(v);
    page_join(&body, &context, typed, &why);
    answer_page(v, refusal_status(&why), &body);
}

void post_join(struct visit *v)
{
    struct live *live = visit_room(v);
    if (!live) return;
    uint16_t person = visit_person(v, live->room);
    if (person) { /* the same browser again */
        answer_entry(v, live->room, person, NULL);
        return;
    }
    const struct person *left = visit_left(v, live->room);
    const json_t *team = json_object_get(v->payload, "teamName");
    const json_t *watch = json_object_get(v->payload, "watch");
    struct page_context context = visit_context(v);
    struct newcomer newcomer = {
        .name = visit_text(v, "playerName"),
        .team = json_is_string(team) ? team : NULL,
        .watch = v->form ? action_is_yes(json_string_value(watch)) : json_is_true(watch),
        .avatar = visit_text(v, "avatar"),
    };
    if (newcomer.name && v->form && !*newcomer.name) newcomer.name = NULL;
    if (!newcomer.name && !left) newcomer.name = default_name(context.language, false);
    struct asker who = visit_asker(v, live, 0);
    visit_hold(v);
    if (left)
        ask_return(&who, left->number, &newcomer, (struct hall_done){entered, v});
    else
        ask_join(&who, &newcomer, (struct hall_done){entered, v});
}

/* ---- doing something ---- */

static void answer_done(struct visit *v, const struct room *room, uint16_t person)
{
    if (!v->json) {
        go_on(v, room, person);
        return;
    }
    struct buffer body = {0};
    struct writer w = writer_to(&body);
    write_object(&w);
    put_bool(&w, "ok", true);
    put_int(&w, "seq", room->seq);
    write_end(&w);
    answer_json(v, 200, &body);
}

static void answer_stale(struct visit *v, const struct room *room, uint16_t person)
{
    struct buffer body = {0};
    if (!v->json) {
        go_on(v, room, person);
        return;
    }
    buffer_add_text(&body, "{\"ok\":false,\"stale\":true}");
    answer_json(v, 409, &body);
}

static void acted(void *arg, const struct hall_answer *answer)
{
    struct visit *v = arg;
    const struct room *room = answer->live ? answer->live->room : NULL;
    if (answer->refusal.code == REFUSAL_CODE_STALE && room) {
        answer_stale(v, room, 0);
        return;
    }
    if (refused(&answer->refusal)) {
        answer_refusal(v, &answer->refusal, room ? room->code : NULL, room);
        return;
    }
    const struct person *p = v->token[0] ? room_person_by_token(room, v->token) : NULL;
    answer_done(v, room, p ? p->number : v->host_token[0] ? 1 : 0);
}

static void left(void *arg, const struct hall_answer *answer)
{
    struct visit *v = arg;
    if (refused(&answer->refusal) || v->json) {
        acted(v, answer);
        return;
    }
    answer_redirect(v, "/"); /* the cookie stays: it is the way back */
}

/* ---- reporting ---- */

static void reported(void *arg, const struct store_answer *stored)
{
    struct visit *v = arg;
    struct live *live = hall_find(v->site->hall, v->param[0]);
    struct refusal why = REFUSE(UNAVAILABLE);
    if (stored->result != STORE_ACCEPTED || !live) {
        answer_refusal(v, &why, NULL, NULL);
        return;
    }
    const struct person *p = room_person_by_token(live->room, v->token);
    answer_done(v, live->room, p ? p->number : 1);
}

void post_report(struct visit *v)
{
    struct live *live = visit_room(v);
    if (!live) return;
    uint16_t person = visit_person(v, live->room);
    struct rows rows = {0};
    struct refusal why = REFUSE(NOT_IN_ROOM);
    if (person) why = report_rows(v->site, live, person, v->payload, v->now, &rows);
    if (refused(&why)) {
        answer_refusal(v, &why, live->room->code, live->room);
    } else {
        visit_hold(v);
        store_note(v->site->store, &rows, reported, v);
    }
    rows_free(&rows);
}

/* ---- everything else ---- */

static void act(struct visit *v, const char *event)
{
    struct live *live = visit_room(v);
    if (!live) return;
    bool leaves = strcmp(event, "leave_room") == 0;
    visit_ask(v, live, visit_person(v, live->room), event, leaves ? left : acted);
}

void post_leave(struct visit *v)
{
    act(v, "leave_room");
}

void post_start(struct visit *v)
{
    act(v, "start_game");
}

void post_action(struct visit *v)
{
    act(v, v->param[1]);
}

/* ---- asking ---- */

void tell_state(struct visit *v)
{
    v->json = true;
    struct live *live = visit_room(v);
    if (!live) return;
    struct buffer body = {0};
    struct writer w = writer_to(&body);
    uint16_t person = visit_person(v, live->room);
    room_write_view(live->room, room_person(live->room, person), v->now, &w);
    answer_json(v, 200, &body);
}

static void add_event(void *arg, const char *name, const char *text, size_t len)
{
    struct writer *w = arg;
    write_object(w);
    put_string(w, "name", name);
    write_key(w, "data");
    write_raw(w, text, len);
    write_end(w);
}

void tell_events(struct visit *v)
{
    v->json = true;
    struct live *live = visit_room(v);
    if (!live) return;
    char since[16], part[16];
    struct buffer body = {0};
    struct writer w = writer_to(&body);
    uint16_t person = visit_person(v, live->room);
    unsigned long seq = strtoul(visit_query(v, "since", since, sizeof since), NULL, 10);
    visit_query(v, "part", part, sizeof part);
    if (!doors_may_act(v->site, v->key, live, person)) {
        struct refusal why = REFUSE(TOO_MANY_REQUESTS);
        answer_refusal(v, &why, live->room->code, live->room);
        return;
    }
    write_object(&w);
    put_int(&w, "seq", live->room->seq);
    put_array(&w, "events");
    bool read = seq > live->room->seq ||
                hall_missed(live, person, (uint32_t)seq,
                            part[0] ? (int)strtol(part, NULL, 10) : INT_MAX, add_event, &w);
    write_end(&w);
    write_end(&w);
    if (read) {
        answer_json(v, 200, &body);
        return;
    }
    struct refusal why = REFUSE(UNAVAILABLE);
    buffer_free(&body);
    answer_refusal(v, &why, live->room->code, live->room);
}
