/* A game that only repeats what it is told, and a shelf with it alone: the real server around it
 * is measured, not its rules. */
#include "shelf.h"

#include <stdlib.h>
#include <string.h>

struct echo {
    int64_t t;
    int32_t events;
    char padding[400];
};

static struct refusal say(void *state, int seat, const json_t *with,
                          const struct game_context *context)
{
    struct echo *e = state;
    const char *padding = json_string_value(json_object_get(with, "p"));
    (void)seat, (void)context;
    if (!padding || strlen(padding) >= sizeof e->padding) return REFUSE(BAD_REQUEST);
    e->t = json_integer_value(json_object_get(with, "t"));
    e->events = (int32_t)json_integer_value(json_object_get(with, "n"));
    memset(e->padding, 0, sizeof e->padding);
    memcpy(e->padding, padding, strlen(padding));
    return ACCEPTED;
}

static const struct game_verb verbs[] = {{"say", ANY_SEAT, say, "t n p"}, {0}};

static struct refusal init(void *state, const struct game_context *context)
{
    (void)state, (void)context;
    return ACCEPTED;
}

static void happen(void *state, enum game_news news, int seat, const struct game_context *context)
{
    struct echo *e = state;
    (void)news, (void)seat, (void)context;
    e->events = 0;
}

static struct game_pulse pulse(const void *state)
{
    (void)state;
    return (struct game_pulse){0};
}

static void view(const void *state, int viewer, const struct game_table *table, struct writer *out)
{
    (void)state, (void)viewer, (void)table;
    write_object(out);
    write_end(out);
}

static void tell(const void *state, const struct game_table *table, struct game_says *says)
{
    const struct echo *e = state;
    (void)table;
    for (int32_t i = 0; i < e->events; i++) {
        struct writer *w = says_begin(says, "said", AUDIENCE_ALL);
        put_int(w, "t", e->t);
        put_string(w, "p", e->padding);
        says_end(says);
    }
}

static bool suggest(const void *state, int seat, int level, const struct game_context *context,
                    struct game_move *out)
{
    (void)state, (void)seat, (void)level, (void)context, (void)out;
    return false;
}

static void rehide(void *state, int viewer, const struct game_context *context)
{
    (void)state, (void)viewer, (void)context;
}

static const struct game echo = {.name = "echo",
                                 .version = 1,
                                 .seats_min = 1,
                                 .seats_max = GAME_SEATS_MAX,
                                 .late_join = true,
                                 .grace_ms = 3600000,
                                 .idle_ms = 3600000,
                                 .state_size = sizeof(struct echo),
                                 .verbs = verbs,
                                 .init = init,
                                 .happen = happen,
                                 .pulse = pulse,
                                 .view = view,
                                 .tell = tell,
                                 .suggest = suggest,
                                 .rehide = rehide};

static const struct game_entry entries[] = {{&echo, NULL}, {0}};
const struct games_shelf house_shelf = {entries, NULL, &asset_files};
