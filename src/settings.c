#include "settings.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum kind { NUMBER, TEXT, SWITCH };

struct row {
    const char *flag, *env;
    enum kind kind;
    size_t offset;
    const char *initial; /* "" for a text: none */
    int64_t min, max;
    const char *help;
};

#define AT(field) offsetof(struct settings, field)

/* A number whose default is "" is -1: each game has its own. */
static const struct row rows[] = {
    {"--port", "PORT", NUMBER, AT(port), "8080", 0, 65535, "TCP port; 0 takes a free one"},
    {"--host", "HOST", TEXT, AT(host), "", 0, 0, "address to listen on; all of them if empty"},
    {"--data", "LUDOTECA_DATA", TEXT, AT(data), "./data", 0, 0, "folder of the store"},
    {"--unix", "LUDOTECA_UNIX", TEXT, AT(unix_path), "", 0, 0,
     "listen on this unix socket instead of a port"},
    {"--public-url", "PUBLIC_URL", TEXT, AT(public_url), "", 0, 0,
     "what links and QR codes begin with; else what the browser asked for"},
    {"--trust-proxy", "TRUST_PROXY", SWITCH, AT(trust_proxy), "0", 0, 1,
     "believe X-Forwarded-For, -Host and -Proto; only behind a proxy of your own"},
    {"--origins", "ALLOWED_ORIGINS", TEXT, AT(origins), "", 0, 0,
     "pages of other sites that may talk to us: * or a list with commas"},
    {"--log-level", "LOG_LEVEL", TEXT, AT(log_level), "info", 0, 0, "error, warn, info or debug"},
    {"--log-json", "LOG_JSON", SWITCH, AT(log_json), "0", 0, 1, "log lines as JSON objects"},
    {"--max-connections", "MAX_CONNECTIONS", NUMBER, AT(connections_max), "20000", 1, 1000000,
     "open connections in all"},
    {"--max-per-address", "MAX_PER_ADDRESS", NUMBER, AT(per_address_max), "200", 0, 1000000,
     "open connections of one address; 0: no limit"},
    {"--creates-per-minute", "CREATES_PER_MINUTE", NUMBER, AT(creates_per_minute), "20", 0, 600000,
     "new rooms of one address; 0: no limit"},
    {"--joins-per-minute", "JOINS_PER_MINUTE", NUMBER, AT(joins_per_minute), "120", 0, 600000,
     "people from one address who come in or come back; 0: no limit"},
    {"--guesses-per-minute", "GUESSES_PER_MINUTE", NUMBER, AT(guesses_per_minute), "20", 0, 600000,
     "room codes that do not exist, tried from one address; 0: no limit"},
    {"--events-per-second", "EVENTS_PER_SECOND", NUMBER, AT(events_per_second), "20", 0, 60000,
     "messages of one person, with some more at once; 0: no limit"},
    {"--forget-days", "FORGET_DAYS", NUMBER, AT(forget_days), "90", 0, 36500,
     "logs of rooms that ended longer ago are deleted at the start; 0: never"},
    {"--reconnect-grace-ms", "RECONNECT_GRACE_MS", NUMBER, AT(grace_ms), "", 0, 86400000,
     "how long a seat is kept for somebody who went away (Taboo: 60000)"},
    {"--room-expiry-ms", "ROOM_EXPIRY_MS", NUMBER, AT(expiry_ms), "", 1000, 2592000000,
     "when an idle room ends (Taboo: 3600000, Santase: 600000)"},
    {"--bot-pause-ms", "BOT_PAUSE_MS", NUMBER, AT(bot_pause_ms), "600", 0, 60000,
     "how long a computer player waits before it acts, so that people can follow"},
    {"--turn-duration-seconds", "TURN_DURATION_SECONDS", NUMBER, AT(turn_seconds), "60", 1, 300,
     "Taboo: seconds per turn, unless the host chooses"},
    {"--default-score-limit", "DEFAULT_SCORE_LIMIT", NUMBER, AT(score_limit), "15", 1, 100,
     "Taboo: points to win, unless the host chooses"},
    {"--turn-end-pause-ms", "TURN_END_PAUSE_MS", NUMBER, AT(turn_pause_ms), "3000", 0, 60000,
     "Taboo: pause between turns"},
    {"--min-players-per-team", "MIN_PLAYERS_PER_TEAM", NUMBER, AT(team_min), "2", 1, 6,
     "Taboo: players a team needs"},
    {"--max-players-per-team", "MAX_PLAYERS_PER_TEAM", NUMBER, AT(team_max), "6", 1, 6,
     "Taboo: players a team can have"},
    {"--low-deck-threshold", "LOW_DECK_THRESHOLD", NUMBER, AT(low_deck), "10", 0, 1000,
     "Taboo: new cards are asked for when no more than these are left"},
    {"--cards-per-generation", "CARDS_PER_GENERATION", NUMBER, AT(cards_per_generation), "20", 1,
     100, "Taboo: cards asked for at a time"},
    {"--max-own-cards", "MAX_OWN_CARDS", NUMBER, AT(own_cards_max), "200000", 0, 10000000,
     "cards that hosts brought and that are kept in memory; 0: nobody may"},
    {"--gemini-api-key", "GEMINI_API_KEY", TEXT, AT(gemini_key), "", 0, 0,
     "Taboo: key for new cards; none are made without"},
    {"--gemini-model", "GEMINI_MODEL", TEXT, AT(gemini_model), "gemini-2.0-flash", 0, 0,
     "Taboo: model that makes them"},
    {"--gemini-base-url", "GEMINI_BASE_URL", TEXT, AT(gemini_url),
     "https://generativelanguage.googleapis.com", 0, 0, "Taboo: where that is asked"},
    {"--gemini-timeout-ms", "GEMINI_TIMEOUT_MS", NUMBER, AT(gemini_timeout_ms), "30000", 100,
     600000, "Taboo: how long an answer may take"},
    {"--avatar-url", "AVATAR_URL", TEXT, AT(avatar_url), "", 0, 0,
     "pictures of players from elsewhere: the name follows this address; ours if empty"},
};
#define ROWS (sizeof rows / sizeof rows[0])

static bool assign(struct settings *s, const struct row *row, const char *text, const char *called,
                   FILE *err)
{
    char *field = (char *)s + row->offset;
    if (row->kind == TEXT) {
        *(const char **)field = text;
        return true;
    }
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (row->kind == SWITCH) {
        bool yes = strcmp(text, "1") == 0 || strcmp(text, "true") == 0 || strcmp(text, "yes") == 0;
        bool no = strcmp(text, "0") == 0 || strcmp(text, "false") == 0 || strcmp(text, "no") == 0 ||
                  text[0] == 0;
        if (!yes && !no) {
            if (err) fprintf(err, "%s is 1 or 0, not «%s».\n", called, text);
            return false;
        }
        *(bool *)field = yes;
        return true;
    }
    if (errno || end == text || *end || value < row->min || value > row->max) {
        if (err)
            fprintf(err, "%s is a whole number from %lld to %lld, not «%s».\n", called,
                    (long long)row->min, (long long)row->max, text);
        return false;
    }
    *(int64_t *)field = value;
    return true;
}

void settings_defaults(struct settings *s)
{
    memset(s, 0, sizeof *s);
    for (size_t i = 0; i < ROWS; i++) {
        if (rows[i].kind == NUMBER && !rows[i].initial[0])
            *(int64_t *)((char *)s + rows[i].offset) = -1;
        else
            assign(s, &rows[i], rows[i].initial, rows[i].flag, NULL);
    }
}

static const struct row *find(const char *argument, size_t len)
{
    for (size_t i = 0; i < ROWS; i++)
        if (strlen(rows[i].flag) == len && strncmp(rows[i].flag, argument, len) == 0)
            return &rows[i];
    return NULL;
}

static enum settings_result read_flags(struct settings *s, int argc, char **argv, FILE *err)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return SETTINGS_HELP;
        const char *equals = strchr(argv[i], '=');
        const struct row *row =
            find(argv[i], equals ? (size_t)(equals - argv[i]) : strlen(argv[i]));
        if (!row) {
            fprintf(err, "There is no option «%s»; see ludoteca serve --help.\n", argv[i]);
            return SETTINGS_WRONG;
        }
        const char *value = equals ? equals + 1 : row->kind == SWITCH ? "1" : argv[++i];
        if (!value) {
            fprintf(err, "%s needs a value.\n", row->flag);
            return SETTINGS_WRONG;
        }
        if (!assign(s, row, value, row->flag, err)) return SETTINGS_WRONG;
    }
    return SETTINGS_FINE;
}

enum settings_result settings_read(struct settings *s, int argc, char **argv, FILE *err)
{
    settings_defaults(s);
    for (size_t i = 0; i < ROWS; i++) {
        const char *value = getenv(rows[i].env);
        if (value && (*value || rows[i].kind == TEXT) &&
            !assign(s, &rows[i], value, rows[i].env, err))
            return SETTINGS_WRONG;
    }
    return read_flags(s, argc, argv, err);
}

void settings_help(FILE *out)
{
    fprintf(out, "usage: ludoteca serve [options]\n\n"
                 "Every option may also be set by the environment variable beside it.\n\n");
    for (size_t i = 0; i < ROWS; i++) {
        fprintf(out, "  %-26s %-22s %s", rows[i].flag, rows[i].env, rows[i].help);
        if (rows[i].initial[0] && rows[i].kind != SWITCH) fprintf(out, " [%s]", rows[i].initial);
        fputc('\n', out);
    }
}
