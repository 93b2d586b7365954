#include "coming.h"

/* Nothing happens here, so there is nothing to remember; but a state has to have a size. */
struct empty_table {
    uint32_t seats;
};

static struct refusal init(void *state, const struct game_context *context)
{
    struct empty_table *t = state;
    t->seats = (uint32_t)context->table->seats;
    return ACCEPTED;
}

static void happen(void *state, enum game_news news, int seat, const struct game_context *context)
{
    (void)state, (void)news, (void)seat, (void)context;
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
    put_string(out, "phase", "EMPTY");
    write_end(out);
}

static void tell(const void *state, const struct game_table *table, struct game_says *says)
{
    (void)state, (void)table, (void)says;
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

static const struct game_verb no_verbs[] = {{0}};
static const struct game_setting no_settings[] = {{0}};

#define EMPTY_TABLE                                                                                \
    .version = 1, .grace_ms = 60000, .idle_ms = 3600000, .state_size = sizeof(struct empty_table), \
    .settings = no_settings, .verbs = no_verbs, .init = init, .happen = happen, .pulse = pulse,    \
    .view = view, .tell = tell, .suggest = suggest, .rehide = rehide

const struct game coming_game = {
    .name = "cah",
    .box = {.minutes_min = 30, .minutes_max = 60, .mood = "lilac", .coming = true},
    .seats_min = 3,
    .seats_max = 10,
    EMPTY_TABLE,
};
