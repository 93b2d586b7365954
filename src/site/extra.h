/* What a game may ask of the house besides a room: addresses of its own, settings for the operator,
 * something to do after a step or at the start, commands, figures. Most games need none of it.
 *
 * A game that does has one `const struct game_extra NAME_extra` in its folder, in files apart from
 * its rules, which are the only ones that may include this header; it brings all of the house that
 * such files need (visits and their answers, doors, listeners, the hall). Everything left out of the
 * table is not wanted.
 *
 * `own` is memory of the game's, one struct of own_size bytes: zeroed, then filled from `settings`,
 * there until the program ends; games_own finds it from anywhere. All functions run on the loop's
 * thread. */
#pragma once

#include "site/actions.h"
#include "site/doors.h"
#include "site/games.h"
#include "site/listeners.h"
#include "site/routes.h"
#include "site/says_json.h"
#include "site/visit.h"

/* A number of `own` that is what a new room's setting begins with. */
struct extra_default {
    const char *setting; /* NULL ends */
    size_t offset;       /* of an int64_t */
};

/* What a setting begins with in rooms that people open on our pages, where the specification has
 * something else for programs. */
struct page_default {
    const char *setting; /* NULL ends */
    int32_t value;
};

/* `ludoteca WORD …`; argv[0] is the word. */
struct extra_command {
    const char *word; /* NULL ends */
    int (*run)(int argc, char **argv);
    const char *help;
};

struct game_extra {
    size_t own_size;
    const struct setting_row *settings;   /* for the operator, filled into `own` */
    const struct extra_default *defaults; /* those among them that new rooms begin with */
    const struct page_default *page_defaults;
    const struct route *routes; /* looked at after the house's; ends with pattern NULL */
    const struct extra_command *commands;
    /* What was set takes effect on the game's own columns, before the first room opens. */
    void (*settle)(struct game *game, void *own);
    /* The rooms are there, nobody is served yet. False and a sentence: the house cannot open. */
    bool (*opened)(struct site *site, void *own, char problem[STORE_ERROR_BYTES]);
    /* A step in a room with this game on the table is stored, and everybody has been told. */
    void (*stepped)(struct site *site, struct live *live, void *own, int64_t now);
    void (*closed)(struct site *site, void *own);
    /* Lines for Prometheus; metrics_one writes them. */
    void (*metrics)(const void *own, struct buffer *out);
};

/* The site's loops over all of them. */
bool extras_opened(struct site *site, char problem[STORE_ERROR_BYTES]);
void extras_stepped(struct site *site, struct live *live, int64_t now);
void extras_closed(struct site *site);
void extras_metrics(const struct site *site, struct buffer *out);
