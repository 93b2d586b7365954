#include "core/log.h"
#include "shelf.h"
#include "site/extra.h"
#include "site/site.h"
#include "tools.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static int serve_command(int argc, char **argv);
static int help_command(int argc, char **argv);
static int version_command(int argc, char **argv);

static int verify_all(int argc, char **argv)
{
    struct games *games = games_new(&house_shelf);
    int status = verify_command(argc, argv, games_house(games));
    games_free(games);
    return status;
}

static int rebuild_all(int argc, char **argv)
{
    struct games *games = games_new(&house_shelf);
    int status = rebuild_command(argc, argv, games_house(games));
    games_free(games);
    return status;
}

static const struct extra_command commands[] = {
    {"serve", serve_command, "open the house (serve --help lists its options)"},
    {"log", log_command, "print the log of a room: log [--data DIR] CODE"},
    {"verify", verify_all, "replay every log and report what differs: verify [--data DIR]"},
    {"rebuild", rebuild_all, "make the tables of history again: rebuild [--data DIR]"},
    {"backup", backup_command, "copy the store while it is used: backup [--data DIR] FILE"},
    {"restore", restore_command,
     "put a copy in the place of a store: restore [--data DIR] FOLDER|FILE"},
    {"--help", help_command, "this page"},
    {"--version", version_command, "the program's version"},
    {0},
};

static void print_commands(const struct extra_command *command)
{
    for (; command && command->word; command++)
        printf("  %-10s %s\n", command->word, command->help);
}

static int help_command(int argc, char **argv)
{
    struct games *games = games_new(&house_shelf);
    (void)argc, (void)argv;
    printf("Ludoteca: a house full of games for one evening.\n\nusage: ludoteca COMMAND …\n\n");
    print_commands(commands);
    for (const struct game_entry *entry = house_shelf.entries; entry->game; entry++)
        if (entry->extra) print_commands(entry->extra->commands);
    putchar('\n');
    settings_help(games_settings(games), stdout);
    games_free(games);
    return 0;
}

static int version_command(int argc, char **argv)
{
    (void)argc, (void)argv;
    puts("ludoteca " LUDOTECA_VERSION);
    return 0;
}

/* ---- serve ---- */

/* As many files as the system lets us: each guest is one. */
static void raise_file_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

/* The first address that others on the network can reach us by; "" if there is none. */
static void find_lan(struct site *site, uint16_t port)
{
    uv_interface_address_t *list;
    int count;
    if (uv_interface_addresses(&list, &count)) return;
    for (int i = 0; i < count && !site->lan_origin[0]; i++) {
        char text[INET6_ADDRSTRLEN];
        if (list[i].is_internal || list[i].address.address4.sin_family != AF_INET) continue;
        uv_ip4_name(&list[i].address.address4, text, sizeof text);
        snprintf(site->lan_origin, sizeof site->lan_origin, "http://%s:%u", text, port);
    }
    uv_free_interface_addresses(list, count);
}

static bool listen_all(struct site *site, char problem[NET_PROBLEM_MAX])
{
    const struct settings *s = site->settings;
    problem[0] = 0;
    if (net_listen_activated(&site->net, problem) > 0) return true;
    if (problem[0]) return false;
    if (s->unix_path[0]) return net_listen_unix(&site->net, s->unix_path, problem);
    return net_listen_tcp(&site->net, s->host, (uint16_t)s->port, problem);
}

static void announce(struct site *site)
{
    const struct settings *s = site->settings;
    uint16_t port = net_port(&site->net);
    bool everywhere = !s->host[0] || strcmp(s->host, "*") == 0 || strcmp(s->host, "0.0.0.0") == 0 ||
                      strcmp(s->host, "::") == 0;
    if (port && everywhere) find_lan(site, port);
    printf("Ludoteca is open");
    if (s->public_url[0])
        printf(" at %s", s->public_url);
    else if (!port)
        printf(" on %s", s->unix_path[0] ? s->unix_path : "the socket it was given");
    else if (everywhere)
        printf(" at http://localhost:%u%s%s", port,
               site->lan_origin[0] ? ", and for everybody on this network at " : "",
               site->lan_origin);
    else
        printf(strchr(s->host, ':') ? " at http://[%s]:%u" : " at http://%s:%u", s->host, port);
    if (s->public_url[0] && port) printf(" (port %u)", port);
    printf("\n");
    fflush(stdout);
}

static void on_signal(uv_signal_t *handle, int number)
{
    (void)number;
    site_stop(handle->data);
}

static void watch_signals(struct site *site, uv_signal_t *handles)
{
    static const int numbers[] = {SIGTERM, SIGINT};
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file may not grow: an error of one append, as a full disk is */
    for (int i = 0; i < 2; i++) {
        uv_signal_init(site->loop, &handles[i]);
        handles[i].data = site;
        uv_signal_start(&handles[i], on_signal, numbers[i]);
        uv_unref((uv_handle_t *)&handles[i]);
    }
}

static int run(struct site *site)
{
    char problem[NET_PROBLEM_MAX];
    uv_signal_t signals[2];
    if (!listen_all(site, problem)) {
        fprintf(stderr, "ludoteca: %s\n", problem);
        site_close(site);
        return 1;
    }
    watch_signals(site, signals);
    announce(site);
    uv_run(site->loop, UV_RUN_DEFAULT);
    site_close(site);
    log_line(LOG_INFO, "main", "closed; everything is stored");
    return 0;
}

/* 0, or the exit status with which there is nothing more to do. */
static int read_settings(struct settings *settings, struct games *games, int argc, char **argv,
                         bool *serve)
{
    enum settings_result result =
        settings_read(settings, games_settings(games), argc, argv, stderr);
    enum log_level level;
    if (result == SETTINGS_HELP) settings_help(games_settings(games), stdout);
    if (result != SETTINGS_FINE) return result == SETTINGS_HELP ? 0 : 2;
    if (!log_level_parse(&level, settings->log_level)) {
        fprintf(stderr, "--log-level is error, warn, info or debug, not «%s».\n",
                settings->log_level);
        return 2;
    }
    struct proxies proxies = {0};
    const char *wrong = site_proxies(settings, &proxies);
    if (wrong) {
        fprintf(stderr, "--trusted-proxy is an address or a network like 10.0.0.0/8, not «%s».\n",
                wrong);
        return 2;
    }
    log_setup(level, settings->log_json);
    games_settle(games, settings);
    *serve = true;
    return 0;
}

static int serve(const struct settings *settings, struct games *games)
{
    static struct site site;
    char problem[STORE_ERROR_BYTES];
    raise_file_limit();
    if (!site_open(&site, settings, games, uv_default_loop(), problem)) {
        fprintf(stderr, "ludoteca: %s\n", problem);
        return 1;
    }
    log_line(LOG_INFO, "main", "%zu rooms are open", hall_count(site.hall));
    int status = run(&site);
    /* A thread may still be waiting for somebody's answer from far away; nobody waits for it. */
    if (site.thinking) {
        fflush(NULL);
        _exit(status);
    }
    return status;
}

static int serve_command(int argc, char **argv)
{
    struct settings settings;
    struct games *games = games_new(&house_shelf);
    bool go_on = false;
    int status = read_settings(&settings, games, argc, argv, &go_on);
    if (go_on) status = serve(&settings, games);
    games_free(games);
    return status;
}

static const struct extra_command *find_command(const struct extra_command *command,
                                                const char *word)
{
    for (; command && command->word; command++)
        if (strcmp(command->word, word) == 0) return command;
    return NULL;
}

static const struct extra_command *find_any_command(const char *word)
{
    const struct extra_command *found = find_command(commands, word);
    const struct game_entry *entry = house_shelf.entries;
    for (; !found && entry->game; entry++)
        if (entry->extra) found = find_command(entry->extra->commands, word);
    return found;
}

int main(int argc, char **argv)
{
    const struct extra_command *command = argc > 1 ? find_any_command(argv[1]) : NULL;
    if (command) return command->run(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "-h") == 0) return help_command(argc, argv);
    fprintf(stderr,
            argc > 1 ? "ludoteca: there is no command «%s»; see ludoteca --help\n"
                     : "usage: ludoteca COMMAND …; see ludoteca --help\n",
            argc > 1 ? argv[1] : "");
    return 2;
}
