/* Which request is answered by which function. The house's table is in routes.c; games may
 * have addresses of their own (site/extra.h). */
#pragma once

#include "site/visit.h"

struct route {
    enum http_method method;
    const char
        *pattern; /* "/rooms/:code": what stands in a :place goes to visit.param; NULL ends */
    void (*answer)(struct visit *v);
};

/* The wire's hook: every request that is not Socket.IO's. */
void routes_request(void *site, struct connection *c, const struct http_request *r);

/* Sends somebody who did something by a form to where they belong (rooms.c). */
void go_on(struct visit *v, const struct room *room, uint16_t person);

/* ---- the functions in the table; each answers its visit ---- */
/* pages.c */
void show_home(struct visit *v);
void show_new(struct visit *v);
void show_join(struct visit *v);
void show_offline(struct visit *v);
void show_about(struct visit *v);
void show_room(struct visit *v);
void show_lobby(struct visit *v);
void show_table(struct visit *v);
void show_tv(struct visit *v);
void show_qr(struct visit *v);
void show_avatar(struct visit *v);
/* resume.c */
void show_resume(struct visit *v);
void ask_seat_along(struct visit *v);
void take_seat_along(struct visit *v);
void take_seat_by_token(struct visit *v);
/* rooms.c */
void find_room(struct visit *v);
void post_room(struct visit *v);
void post_join(struct visit *v);
void post_leave(struct visit *v);
void post_start(struct visit *v);
void post_action(struct visit *v);
void tell_state(struct visit *v);
void tell_events(struct visit *v);
void post_report(struct visit *v);
/* past.c */
void show_past(struct visit *v);
void tell_card(struct visit *v);
void tell_cards(struct visit *v);
/* recaps.c */
void show_recap(struct visit *v);
void draw_recap(struct visit *v);
/* replays.c */
void show_replay(struct visit *v);
void tell_replay(struct visit *v);
void tell_replay_part(struct visit *v);
void show_open_file(struct visit *v);
void post_file(struct visit *v);
void show_file(struct visit *v);
void tell_file_steps(struct visit *v);
/* proofs.c */
void tell_proof(struct visit *v);
/* admin.c */
void show_admin(struct visit *v);
void post_admin(struct visit *v);
/* imports.c */
void post_cards(struct visit *v);
/* room_decks.c */
void tell_decks(struct visit *v);
void give_deck(struct visit *v);
/* streams.c */
void open_stream(struct visit *v);
/* house.c */
void tell_health(struct visit *v);
void tell_metrics(struct visit *v);
