#include "site/ask.h"
#include "core/alloc.h"
#include "core/depth.h"
#include "site/actions.h"
#include "site/doors.h"

#include <stdlib.h>

/* A question that the hall has not answered yet. */
struct question {
    struct site *site;
    struct hall_done done;
    uint64_t began; /* nanoseconds */
};

static void answered(void *arg, const struct hall_answer *answer)
{
    struct question q = *(struct question *)arg;
    free(arg);
    if (!refused(&answer->refusal))
        metrics_append(&q.site->metrics, (uv_hrtime() - q.began) / 1000);
    q.done.done(q.done.arg, answer);
}

static struct hall_done measured(const struct asker *who, struct hall_done done)
{
    struct question *q = alloc_zero(1, sizeof *q);
    *q = (struct question){who->site, done, uv_hrtime()};
    return (struct hall_done){answered, q};
}

static void refuse(const struct asker *who, struct refusal refusal, struct hall_done done)
{
    struct hall_answer answer = {.refusal = refusal, .live = who->live};
    done.done(done.arg, &answer);
}

struct refusal ask_allowed(const struct asker *who, const json_t *payload)
{
    if (!doors_may_act(who->site, who->key, who->live, who->person))
        return REFUSE(TOO_MANY_REQUESTS);
    return json_is_object(payload) ? depth_check(payload) : REFUSE(BAD_REQUEST);
}

/* Whoever is not in a room is not its host either; whether there is such a room is not told. */
static struct refusal is_inside(const struct asker *who, const char *event)
{
    if (who->live && who->person) return ACCEPTED;
    return who->named && strcmp(event, "start_game") == 0 ? REFUSE(NOT_HOST) : REFUSE(NOT_IN_ROOM);
}

void ask_room(const struct asker *who, const char *event, json_t *payload, struct hall_done done)
{
    struct step step;
    json_t *given = NULL, *defaults = NULL;
    struct refusal refusal = ask_allowed(who, payload);
    if (!refused(&refusal)) refusal = is_inside(who, event);
    if (!refused(&refusal)) {
        const struct room *room = who->live->room;
        given = who->form ? action_read_form(room->game, event, payload) : json_incref(payload);
        refusal = action_step(room, event, given, who->person, &step);
    }
    if (refused(&refusal)) {
        refuse(who, refusal, done);
    } else {
        if (step.kind == STEP_GAME)
            step.game.settings = defaults =
                games_defaults(who->site->games, step.game.name, who->language, who->page);
        ask_step(who, &step, done);
    }
    json_decref(given);
    json_decref(defaults);
}

void ask_step(const struct asker *who, const struct step *step, struct hall_done done)
{
    hall_propose(who->live, step, who->now, measured(who, done));
}

static struct refusal may_come(const struct asker *who, bool within_limit)
{
    return within_limit ? doors_banned(who->site, who->device, who->now)
                        : REFUSE(TOO_MANY_REQUESTS);
}

void ask_create(const struct asker *who, const char *game, const char *name, const json_t *settings,
                struct hall_done done)
{
    struct refusal refusal = may_come(who, doors_may_create(who->site, who->key));
    if (refused(&refusal)) {
        refuse(who, refusal, done);
        return;
    }
    json_t *values = games_defaults(who->site->games, game, who->language, who->page);
    if (!values) values = json_object();
    if (settings) json_object_update(values, (json_t *)settings);
    hall_create(who->site->hall, game, name, json_object_size(values) ? values : NULL, who->now,
                measured(who, done));
    json_decref(values);
}

void ask_join(const struct asker *who, const char *name, const json_t *team, bool watch,
              struct hall_done done)
{
    const struct room *room = who->live->room;
    const char *text = json_string_value(team);
    bool left_open = who->form && text && !*text; /* a form sends all its fields */
    bool chosen = room->game->teams && team && !json_is_null(team) && !left_open;
    int number = chosen && text ? room_team(room, text) : -1;
    struct refusal refusal = may_come(who, doors_may_join(who->site, who->key));
    if (!refused(&refusal) && chosen && number < 0) refusal = REFUSE(INVALID_TEAM);
    if (refused(&refusal))
        refuse(who, refusal, done);
    else
        hall_join(who->live, name, number, watch, who->now, measured(who, done));
}
