#include "tools.h"
#include "history/projector.h"
#include "room/verify.h"
#include "store/store.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DEFAULT_DATA "data"

/* --data DIR or --store ADDRESS anywhere, and the one word that is left (NULL if `wanted` is NULL). */
struct call {
    const char *place, *house, *word;
};

/* The value of a flag, behind a space or an equals sign; NULL if this is another word. */
static const char *value_of(const char *flag, int argc, char **argv, int *i)
{
    size_t len = strlen(flag);
    if (strncmp(argv[*i], flag, len) != 0) return NULL;
    if (argv[*i][len] == '=') return argv[*i] + len + 1;
    return argv[*i][len] || *i + 1 == argc ? NULL : argv[++*i];
}

/* A password is better told by the environment, which other users do not see. */
static const char *usual_place(void)
{
    const char *store = getenv("LUDOTECA_STORE");
    return store && store[0] ? store : DEFAULT_DATA;
}

static bool read_call(struct call *call, int argc, char **argv, const char *wanted)
{
    const char *value;
    *call = (struct call){.place = usual_place(), .house = getenv("LUDOTECA_HOUSE")};
    for (int i = 1; i < argc; i++) {
        if ((value = value_of("--data", argc, argv, &i)) ||
            (value = value_of("--store", argc, argv, &i)))
            call->place = value;
        else if ((value = value_of("--house", argc, argv, &i)))
            call->house = value;
        else if (argv[i][0] != '-' && wanted && !call->word)
            call->word = argv[i];
        else
            goto usage;
    }
    if (!wanted || call->word) return true;
usage:
    fprintf(stderr, "usage: ludoteca %s [--data DIR | --store ADDRESS]%s%s\n", argv[0],
            wanted ? " " : "", wanted ? wanted : "");
    return false;
}

static struct store *open_beside(const struct call *call)
{
    char error[STORE_ERROR_BYTES];
    struct store_options options = {.place = call->place, .house = call->house, .mode = STORE_READ};
    struct store *store = store_open(&options, error);
    if (!store) fprintf(stderr, "ludoteca: %s\n", error);
    return store;
}

static int finish(struct store *store, bool fine)
{
    if (!fine) fprintf(stderr, "ludoteca: %s\n", store_error(store));
    store_close(store);
    return fine ? 0 : 1;
}

static bool print_record(void *arg, const struct store_record *record)
{
    (void)arg;
    return printf("%" PRIu64 " %s\n", record->seq, record->body) > 0;
}

int log_command(int argc, char **argv)
{
    struct call call;
    char code[CODE_LENGTH + 1];
    if (!read_call(&call, argc, argv, "CODE")) return 2;
    if (!code_normalise(code, call.word)) {
        fprintf(stderr, "ludoteca: «%s» is not a room code\n", call.word);
        return 2;
    }
    struct store *store = open_beside(&call);
    if (!store) return 1;
    uint64_t room;
    bool fine = store_find_code(store, code, &room);
    if (fine && room == 0) {
        fprintf(stderr, "ludoteca: there is no room %s there\n", code);
        store_close(store);
        return 1;
    }
    return finish(store, fine && store_read(store, room, 1, print_record, NULL));
}

int backup_command(int argc, char **argv)
{
    struct call call;
    if (!read_call(&call, argc, argv, "FILE")) return 2;
    struct store *store = open_beside(&call);
    if (!store) return 1;
    return finish(store, store_backup(store, call.word));
}

int restore_command(int argc, char **argv)
{
    struct call call;
    char error[STORE_ERROR_BYTES];
    if (!read_call(&call, argc, argv, "FROM")) return 2;
    if (strstr(call.place, "://")) {
        fprintf(stderr, "ludoteca: a database is restored by its own tools: psql or pg_restore\n");
        return 1;
    }
    if (store_restore(call.place, call.word, error)) {
        printf("%s is now as in %s; what was there bears the ending .old\n", call.place, call.word);
        return 0;
    }
    fprintf(stderr, "ludoteca: %s\n", error);
    return 1;
}

int rebuild_command(int argc, char **argv, const struct house *house)
{
    struct call call;
    struct rebuild_result result;
    char error[STORE_ERROR_BYTES];
    if (!read_call(&call, argc, argv, NULL)) return 2;
    struct store *there = open_beside(&call); /* else an empty one would be made */
    if (!there) return 1;
    store_close(there);
    struct store_options options = {.place = call.place, .house = call.house, .mode = STORE_ALONE};
    struct store *store = store_open(&options, error);
    bool fine = store && projector_rebuild(store, house, &result, error);
    store_close(store);
    if (!fine) {
        fprintf(stderr, "ludoteca: %s\n", error);
        return 1;
    }
    printf("history made again from %" PRIu64 " rooms, %" PRIu64 " records\n", result.rooms,
           result.records);
    if (result.unreadable)
        printf("%" PRIu64 " of the logs could not be read to their end\n", result.unreadable);
    return 0;
}

int verify_command(int argc, char **argv, const struct house *house)
{
    struct call call;
    struct verify_result result;
    if (!read_call(&call, argc, argv, NULL)) return 2;
    char error[STORE_ERROR_BYTES];
    struct store_options options = {.place = call.place, .house = call.house, .mode = STORE_READ};
    int cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
    if (!verify_on_cores(&options, house, cores, stdout, &result, error)) {
        fprintf(stderr, "ludoteca: %s\n", error);
        return 1;
    }
    printf("%" PRIu64 " rooms, %" PRIu64 " records: %" PRIu64 " differ, %" PRIu64
           " broken, %" PRIu64 " of other rules\n",
           result.rooms, result.records, result.differing, result.broken, result.changed);
    return result.differing || result.broken ? 1 : 0;
}
