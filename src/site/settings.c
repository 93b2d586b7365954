#include "site/settings.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define AT(field) offsetof(struct settings, field)

static const struct setting_row rows[] = {
    {"--port", "PORT", ROW_NUMBER, AT(port), "8080", 0, 65535, "TCP port; 0 takes a free one"},
    {"--host", "HOST", ROW_TEXT, AT(host), "", 0, 0, "address to listen on; all of them if empty"},
    {"--data", "LUDOTECA_DATA", ROW_TEXT, AT(data), "./data", 0, 0, "folder of the store"},
    {"--store", "LUDOTECA_STORE", ROW_TEXT, AT(store), "", 0, 0,
     "a database instead of the folder: postgresql://USER:PASSWORD@HOST/DATABASE"},
    {"--house", "LUDOTECA_HOUSE", ROW_TEXT, AT(house), "", 0, 0,
     "name of the house that such a database belongs to; ludoteca if empty"},
    {"--copy-to", "LUDOTECA_COPY_TO", ROW_TEXT, AT(copy_to), "", 0, 0,
     "a second folder, best on another disk, that follows the store seconds behind"},
    {"--accept-loss", "LUDOTECA_ACCEPT_LOSS", ROW_SWITCH, AT(accept_loss), "0", 0, 1,
     "open a store although it holds less than it did when it was left; for one start"},
    {"--unix", "LUDOTECA_UNIX", ROW_TEXT, AT(unix_path), "", 0, 0,
     "listen on this unix socket instead of a port"},
    {"--public-url", "PUBLIC_URL", ROW_TEXT, AT(public_url), "", 0, 0,
     "what links and QR codes begin with; else what the browser asked for"},
    {"--trust-proxy", "TRUST_PROXY", ROW_SWITCH, AT(trust_proxy), "0", 0, 1,
     "believe X-Forwarded-For, -Host and -Proto from this machine: a proxy runs here"},
    {"--trusted-proxy", "TRUSTED_PROXIES", ROW_LIST, AT(trusted_proxies), "", 0, 0,
     "the same from this address or network (10.0.0.0/8, ::1, unix); may be given again"},
    {"--origins", "ALLOWED_ORIGINS", ROW_TEXT, AT(origins), "", 0, 0,
     "pages of other sites that may talk to us: * or a list with commas"},
    {"--log-level", "LOG_LEVEL", ROW_TEXT, AT(log_level), "info", 0, 0,
     "error, warn, info or debug"},
    {"--log-json", "LOG_JSON", ROW_SWITCH, AT(log_json), "0", 0, 1, "log lines as JSON objects"},
    {"--max-connections", "MAX_CONNECTIONS", ROW_NUMBER, AT(connections_max), "20000", 1, 1000000,
     "open connections in all"},
    {"--max-per-address", "MAX_PER_ADDRESS", ROW_NUMBER, AT(per_address_max), "200", 0, 1000000,
     "open connections of one address; 0: no limit"},
    {"--memory-mb", "MEMORY_MB", ROW_NUMBER, AT(memory_mb), "256", 0, 1000000,
     "memory kept for clients and their own cards; the hungriest are dropped first; 0: no limit"},
    {"--max-watchers", "MAX_WATCHERS", ROW_NUMBER, AT(watchers_max), "1000", 0, 1000000,
     "connections that look on in one room without being in it; 0: no limit"},
    {"--creates-per-minute", "CREATES_PER_MINUTE", ROW_NUMBER, AT(creates_per_minute), "20", 0,
     600000, "new rooms of one address; 0: no limit"},
    {"--joins-per-minute", "JOINS_PER_MINUTE", ROW_NUMBER, AT(joins_per_minute), "120", 0, 600000,
     "people from one address who come in or come back; 0: no limit"},
    {"--guesses-per-minute", "GUESSES_PER_MINUTE", ROW_NUMBER, AT(guesses_per_minute), "20", 0,
     600000, "room codes that do not exist, tried from one address; 0: no limit"},
    {"--events-per-second", "EVENTS_PER_SECOND", ROW_NUMBER, AT(events_per_second), "20", 0, 60000,
     "messages of one person, with some more at once; 0: no limit"},
    {"--forget-days", "FORGET_DAYS", ROW_NUMBER, AT(forget_days), "90", 0, 36500,
     "logs of rooms that ended longer ago are deleted at the start; 0: never"},
    {"--reconnect-grace-ms", "RECONNECT_GRACE_MS", ROW_NUMBER, AT(grace_ms), "", 0, 86400000,
     "how long a seat is kept for somebody who went away; else as the game says"},
    {"--room-expiry-ms", "ROOM_EXPIRY_MS", ROW_NUMBER, AT(expiry_ms), "", 1000, 2592000000,
     "when a room ends in which nobody does anything; else as the game says, and only without people"},
    {"--bot-pause-ms", "BOT_PAUSE_MS", ROW_NUMBER, AT(bot_pause_ms), "600", 0, 60000,
     "how long a computer player waits before it acts, so that people can follow"},
    {"--max-own-cards", "MAX_OWN_CARDS", ROW_NUMBER, AT(own_cards_max), "200000", 0, 10000000,
     "cards that hosts brought and that are kept in memory; 0: nobody may"},
    {"--admin-token", "LUDOTECA_ADMIN_TOKEN", ROW_TEXT, AT(admin_token), "", 0, 0,
     "key to the operator's page /admin; there is none without"},
    {"--deck-urls", "DECK_URLS", ROW_TEXT, AT(deck_urls), "", 0, 0,
     "hosts from which a room's host may fetch cards: any, or names with commas; none if empty"},
    {"--avatar-url", "AVATAR_URL", ROW_TEXT, AT(avatar_url), "", 0, 0,
     "pictures of players from elsewhere: the name follows this address; ours if empty"},
    {0},
};

static bool is_yes(const char *text)
{
    return strcmp(text, "1") == 0 || strcmp(text, "true") == 0 || strcmp(text, "yes") == 0;
}

static bool is_no(const char *text)
{
    return strcmp(text, "0") == 0 || strcmp(text, "false") == 0 || strcmp(text, "no") == 0 ||
           text[0] == 0;
}

static bool assign_number(int64_t *field, const struct setting_row *row, const char *text)
{
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (errno || end == text || *end || value < row->min || value > row->max) return false;
    *field = value;
    return true;
}

static bool assign_item(const char **list, const char *text, const char *called, FILE *err)
{
    int count = 0;
    while (list[count])
        count++;
    if (!*text) return true; /* the default: none */
    if (count < SETTING_LIST_MAX) {
        list[count] = text;
        return true;
    }
    fprintf(err, "%s is given too often; several fit into one, with commas.\n", called);
    return false;
}

/* `called` is the flag or the variable, for the complaint. */
static bool assign(void *into, const struct setting_row *row, const char *text, const char *called,
                   FILE *err)
{
    void *field = (char *)into + row->offset;
    switch (row->kind) {
    case ROW_TEXT: *(const char **)field = text; return true;
    case ROW_LIST: return assign_item(field, text, called, err);
    case ROW_SWITCH:
        *(bool *)field = is_yes(text);
        if (is_yes(text) || is_no(text)) return true;
        fprintf(err, "%s is 1 or 0, not «%s».\n", called, text);
        return false;
    case ROW_NUMBER:
        if (assign_number(field, row, text)) return true;
        fprintf(err, "%s is a whole number from %lld to %lld, not «%s».\n", called,
                (long long)row->min, (long long)row->max, text);
    }
    return false;
}

void setting_group_defaults(const struct setting_group *group)
{
    for (const struct setting_row *row = group->rows; row->flag; row++) {
        if (row->kind == ROW_NUMBER && !row->initial[0])
            *(int64_t *)((char *)group->into + row->offset) = -1;
        else
            assign(group->into, row, row->initial, row->flag, stderr);
    }
}

void settings_defaults(struct settings *s)
{
    memset(s, 0, sizeof *s);
    setting_group_defaults(&(struct setting_group){rows, s});
}

static bool read_environment(const struct setting_group *group, FILE *err)
{
    for (const struct setting_row *row = group->rows; row->flag; row++) {
        const char *value = getenv(row->env);
        if (value && (*value || row->kind == ROW_TEXT) &&
            !assign(group->into, row, value, row->env, err))
            return false;
    }
    return true;
}

static const struct setting_row *find(const struct setting_group *group, const char *argument,
                                      size_t len)
{
    for (const struct setting_row *row = group->rows; row->flag; row++)
        if (strlen(row->flag) == len && strncmp(row->flag, argument, len) == 0) return row;
    return NULL;
}

/* The house's table is looked at first, then those of the games. */
static const struct setting_row *find_any(const struct setting_group *house,
                                          const struct setting_group *games, const char *argument,
                                          void **into)
{
    size_t len = strcspn(argument, "=");
    const struct setting_row *row = find(house, argument, len);
    *into = house->into;
    for (; !row && games && games->rows; games++) {
        row = find(games, argument, len);
        *into = games->into;
    }
    return row;
}

static enum settings_result read_flags(const struct setting_group *house,
                                       const struct setting_group *games, int argc, char **argv,
                                       FILE *err)
{
    for (int i = 1; i < argc; i++) {
        void *into;
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return SETTINGS_HELP;
        const char *equals = strchr(argv[i], '=');
        const struct setting_row *row = find_any(house, games, argv[i], &into);
        if (!row) {
            fprintf(err, "There is no option «%s»; see ludoteca serve --help.\n", argv[i]);
            return SETTINGS_WRONG;
        }
        const char *value = equals ? equals + 1 : row->kind == ROW_SWITCH ? "1" : argv[++i];
        if (!value) {
            fprintf(err, "%s needs a value.\n", row->flag);
            return SETTINGS_WRONG;
        }
        if (!assign(into, row, value, row->flag, err)) return SETTINGS_WRONG;
    }
    return SETTINGS_FINE;
}

enum settings_result settings_read(struct settings *s, const struct setting_group *games, int argc,
                                   char **argv, FILE *err)
{
    const struct setting_group house = {rows, s};
    settings_defaults(s);
    if (!read_environment(&house, err)) return SETTINGS_WRONG;
    for (const struct setting_group *group = games; group && group->rows; group++) {
        setting_group_defaults(group);
        if (!read_environment(group, err)) return SETTINGS_WRONG;
    }
    return read_flags(&house, games, argc, argv, err);
}

static void help(const struct setting_row *row, FILE *out)
{
    for (; row->flag; row++) {
        fprintf(out, "  %-26s %-22s %s", row->flag, row->env, row->help);
        if (row->initial[0] && row->kind != ROW_SWITCH) fprintf(out, " [%s]", row->initial);
        fputc('\n', out);
    }
}

void settings_help(const struct setting_group *games, FILE *out)
{
    fprintf(out, "usage: ludoteca serve [options]\n\n"
                 "Every option may also be set by the environment variable beside it.\n\n");
    help(rows, out);
    for (; games && games->rows; games++)
        help(games->rows, out);
}
