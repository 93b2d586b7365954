/* What whoever runs the server may decide: by flag, by environment variable, else the default. All
 * three, and `--help`, come from tables: the house's in settings.c, and those that games bring
 * (site/extra.h). Texts point into argv, the environment or the program and outlive everything. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define SETTING_LIST_MAX 16 /* times that a flag may be given */

struct settings {
    /* where */
    int64_t port;
    const char *host, *data, *store, *house, *copy_to, *unix_path, *public_url;
    bool accept_loss, trust_proxy;
    const char *trusted_proxies[SETTING_LIST_MAX + 1]; /* ends with NULL */
    const char *origins;
    /* the operator's view */
    const char *log_level;
    bool log_json;
    /* how much */
    int64_t connections_max, per_address_max, memory_mb, watchers_max;
    int64_t creates_per_minute, joins_per_minute, guesses_per_minute, events_per_second;
    int64_t forget_days;
    /* time, for all games; -1: as the game says */
    int64_t grace_ms, expiry_ms;
    int64_t bot_pause_ms;
    int64_t own_cards_max;
    const char *admin_token;
    const char *deck_urls;
    const char *avatar_url;
};

enum setting_row_kind { ROW_NUMBER, ROW_TEXT, ROW_SWITCH, ROW_LIST };

/* One of them; a table of rows ends with flag NULL. */
struct setting_row {
    const char *flag, *env;
    enum setting_row_kind kind;
    size_t offset;       /* of an int64_t, a const char *, a bool or a list of const char * */
    const char *initial; /* "": for a text none, for a number -1, which means «as the game says» */
    int64_t min, max;    /* of a number */
    const char *help;
};

/* A table of rows and the struct that they fill; a list of these ends with rows NULL. */
struct setting_group {
    const struct setting_row *rows;
    void *into;
};

enum settings_result { SETTINGS_FINE, SETTINGS_HELP, SETTINGS_WRONG };

/* Fills `s` and what the games' groups point to. argv[0] is the command's word. Says on `err` what
 * is wrong. */
enum settings_result settings_read(struct settings *s, const struct setting_group *games, int argc,
                                   char **argv, FILE *err);
/* The defaults alone: of the house, and of one group. */
void settings_defaults(struct settings *s);
void setting_group_defaults(const struct setting_group *group);
void settings_help(const struct setting_group *games, FILE *out);
