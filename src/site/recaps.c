/* The evening of a room, for its people: which games, who won, what stood out. */
#include "core/alloc.h"
#include "site/pages/recap.h"
#include "site/replays.h"

#define GAMES_MAX 12 /* the last ones; more would be no picture */

static json_t *last_view(struct replay *replay, const struct replay_game *game)
{
    struct buffer text = {0};
    struct writer w = writer_to(&text);
    replay_write(replay, game, game->to, 0, &w);
    json_t *steps = json_loadb(text.data, text.len, 0, NULL);
    json_t *view = json_incref(json_object_get(json_array_get(steps, 0), "view"));
    json_decref(steps);
    buffer_free(&text);
    return view;
}

static struct recap gather(struct replay *replay)
{
    json_t *views = json_array(), *minutes = json_array();
    int count = replay_games(replay);
    for (int i = count > GAMES_MAX ? count - GAMES_MAX : 0; i < count; i++) {
        const struct replay_game *game = replay_game(replay, i);
        if (!game->finished) continue;
        int64_t took = replay_time(replay, game->to) - replay_time(replay, game->from);
        json_array_append_new(views, last_view(replay, game));
        json_array_append_new(minutes, json_integer((took + 59999) / 60000));
    }
    return (struct recap){replay_room(replay)->code, views, minutes};
}

static void answer_recap(struct visit *v, struct replay *replay, bool picture)
{
    uint16_t person;
    if (!replays_admit(v, replay, &person)) return;
    struct recap recap = gather(replay);
    struct refusal why = !person                             ? REFUSE(NOT_IN_ROOM)
                         : json_array_size(recap.views) == 0 ? REFUSE(GAME_NOT_OVER)
                                                             : ACCEPTED;
    struct page_context context = visit_context(v);
    struct buffer body = {0};
    if (refused(&why)) {
        answer_refusal(v, &why, NULL, NULL);
    } else if (picture) {
        recap_svg(&body, &context, &recap);
        reply_header(&v->headers, "Cache-Control", "private, no-cache");
        answer_bytes(v, 200, "image/svg+xml", (struct span){body.data, body.len});
        buffer_free(&body);
    } else {
        page_recap(&body, &context, &recap);
        answer_page(v, 200, &body);
    }
    json_decref((json_t *)recap.views);
    json_decref((json_t *)recap.minutes);
}

static void answer_page_of_it(struct visit *v, struct replay *replay)
{
    answer_recap(v, replay, false);
}

static void answer_picture(struct visit *v, struct replay *replay)
{
    answer_recap(v, replay, true);
}

void show_recap(struct visit *v)
{
    replays_watch(v, answer_page_of_it);
}

void draw_recap(struct visit *v)
{
    replays_watch(v, answer_picture);
}
