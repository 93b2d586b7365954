/* What whoever runs the server may decide: by flag, by environment variable, else the default. All
 * three, and `--help`, come from the one table in settings.c. Texts point into argv, the
 * environment or the program and outlive everything. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct settings {
    /* where */
    int64_t port;
    const char *host, *data, *unix_path, *public_url;
    bool trust_proxy;
    const char *origins;
    /* the operator's view */
    const char *log_level;
    bool log_json;
    /* how much */
    int64_t connections_max, per_address_max;
    int64_t creates_per_minute, joins_per_minute, guesses_per_minute, events_per_second;
    int64_t forget_days;
    /* time, for all games; -1: as the game says */
    int64_t grace_ms, expiry_ms;
    int64_t bot_pause_ms;
    /* Taboo */
    int64_t turn_seconds, score_limit, turn_pause_ms, team_min, team_max;
    int64_t low_deck, cards_per_generation, own_cards_max;
    const char *gemini_key, *gemini_model, *gemini_url;
    int64_t gemini_timeout_ms;
    const char *avatar_url;
};

enum settings_result { SETTINGS_FINE, SETTINGS_HELP, SETTINGS_WRONG };

/* argv[0] is the command's word. Says on `err` what is wrong. */
enum settings_result settings_read(struct settings *s, int argc, char **argv, FILE *err);
/* The defaults alone. */
void settings_defaults(struct settings *s);
void settings_help(FILE *out);
