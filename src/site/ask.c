#include "site/ask.h"
#include "core/alloc.h"
#include "core/depth.h"
#include "site/actions.h"
#include "site/doors.h"
#include "site/reactions.h"

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

/* Without the hall: refused, or what is no step. */
static void answer_now(const struct asker *who, struct refusal refusal, struct hall_done done)
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

/* The language of the cards on the table; NULL: they have none. */
static const char *cards_language(const struct room *room)
{
    for (const struct game_setting *s = room->game->settings; s && s->key; s++)
        if (strcmp(s->key, "language") == 0 && s->kind == SETTING_CHOICE)
            return s->choices[room->settings[s - room->game->settings]];
    return NULL;
}

/* What the house sets in a new room, and over it what the host asks for. People who go on with
 * another game go on in their language, and by hand: no specification knows this event. */
static json_t *with_defaults(const struct asker *who, const struct step *next)
{
    const char *spoken = cards_language(who->live->room);
    json_t *values =
        games_defaults(who->site->games, next->start.game, spoken ? spoken : who->language, true);
    if (!values) values = json_object();
    if (next->start.settings) json_object_update(values, (json_t *)next->start.settings);
    const struct game *game = house_game(games_house(who->site->games), next->start.game);
    if (game) action_coerce(game, values); /* as a form of that game had them */
    return values;
}

void ask_room(const struct asker *who, const char *event, json_t *payload, struct hall_done done)
{
    struct step step;
    json_t *given = NULL, *defaults = NULL;
    struct refusal refusal = ask_allowed(who, payload);
    if (!refused(&refusal)) refusal = is_inside(who, event);
    if (!refused(&refusal) && strcmp(event, "react") == 0) {
        answer_now(who, reaction_show(who->site, who->live, who->person, payload), done);
        return;
    }
    if (!refused(&refusal)) {
        const struct room *room = who->live->room;
        given = who->form ? action_read_form(room->game, event, payload) : json_incref(payload);
        refusal = action_step(room, event, given, who->person, &step);
    }
    if (refused(&refusal)) {
        answer_now(who, refusal, done);
    } else {
        if (step.kind == STEP_GAME)
            step.game.settings = defaults =
                games_defaults(who->site->games, step.game.name, who->language, who->page);
        if (step.kind == STEP_NEXT && step.start.game)
            step.start.settings = defaults = with_defaults(who, &step);
        devices_name(who->live, &step);
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

static const char *valid_avatar(const char *avatar)
{
    return avatar && avatar_is_valid(avatar) ? avatar : NULL;
}

void ask_create(const struct asker *who, const char *game, const struct newcomer *host,
                const json_t *settings, struct hall_done done)
{
    struct refusal refusal = may_come(who, doors_may_create(who->site, who->key));
    if (refused(&refusal)) {
        answer_now(who, refusal, done);
        return;
    }
    json_t *values = games_defaults(who->site->games, game, who->language, who->page);
    if (!values) values = json_object();
    if (settings) json_object_update(values, (json_t *)settings);
    hall_create_as(who->site->hall, game, host->name, valid_avatar(host->avatar),
                   json_object_size(values) ? values : NULL, who->now, measured(who, done));
    json_decref(values);
}

/* -1: any. */
static struct refusal wanted_team(const struct asker *who, const json_t *team, int *number)
{
    const struct room *room = who->live->room;
    const char *text = json_string_value(team);
    bool left_open = who->form && text && !*text; /* a form sends all its fields */
    bool chosen = room->game->teams && team && !json_is_null(team) && !left_open;
    *number = chosen && text ? room_team(room, text) : -1;
    return chosen && *number < 0 ? REFUSE(INVALID_TEAM) : ACCEPTED;
}

void ask_join(const struct asker *who, const struct newcomer *newcomer, struct hall_done done)
{
    struct step step = {.kind = STEP_JOIN,
                        .join = {.name = newcomer->name,
                                 .avatar = valid_avatar(newcomer->avatar),
                                 .watch = newcomer->watch}};
    struct refusal refusal = may_come(who, doors_may_join(who->site, who->key));
    if (!refused(&refusal)) refusal = doors_put_out(who->live, who->device);
    if (!refused(&refusal)) refusal = wanted_team(who, newcomer->team, &step.join.team);
    if (refused(&refusal))
        answer_now(who, refusal, done);
    else
        hall_join_as(who->live, &step, who->now, measured(who, done));
}

void ask_return(const struct asker *who, uint16_t left, const struct newcomer *as,
                struct hall_done done)
{
    const struct person *p = room_left(who->live->room, left);
    struct step step = {.kind = STEP_RETURN, .who = left, .join = {.team = -1}};
    struct refusal refusal = may_come(who, doors_may_join(who->site, who->key));
    if (as) {
        step.join.name = as->name;
        step.join.avatar = valid_avatar(as->avatar);
        step.join.watch = as->watch;
        if (!refused(&refusal)) refusal = wanted_team(who, as->team, &step.join.team);
    } else {
        step.join.watch = p && p->watching;
    }
    if (refused(&refusal))
        answer_now(who, refusal, done);
    else
        ask_step(who, &step, done);
}
