#include "site/alone.h"

#include <stdio.h>

void alone_settings(const struct game *game, json_t *settings)
{
    if (game && game->bots_language)
        json_object_set_new(settings, SETTING_LANGUAGE, json_string(game->bots_language));
}

static void go_to(struct visit *v, const struct room *room, const char *where)
{
    char path[40];
    snprintf(path, sizeof path, "/rooms/%s%s", room->code, where);
    answer_redirect(v, path);
}

static void started(void *arg, const struct hall_answer *answer)
{
    struct visit *v = arg;
    if (!answer->live)
        answer_refusal(v, &answer->refusal, NULL, NULL);
    else
        go_to(v, answer->live->room, refused(&answer->refusal) ? "/lobby" : "/game");
}

static void sat_down(void *arg, const struct hall_answer *answer)
{
    if (refused(&answer->refusal))
        started(arg, answer);
    else
        alone_begin(arg, answer->live);
}

void alone_begin(struct visit *v, struct live *live)
{
    int team, count;
    uint16_t host = live->room->host;
    struct asker who = visit_asker(v, live, host);
    struct refusal missing = room_missing(live->room, &team, &count);
    struct step bot = {.kind = STEP_BOT,
                       .by = host,
                       .join = {.name = "Ludovica", .team = team, .level = LEVEL_MEDIUM}};
    struct step start = {.kind = STEP_START, .by = host};
    if (refused(&missing))
        ask_step(&who, &bot, (struct hall_done){sat_down, v});
    else
        ask_step(&who, &start, (struct hall_done){started, v});
}
