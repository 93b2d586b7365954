/* Verifying with every core: processes, because a shelf, a fold and a reading store are each one
 * thread's. The first process checks the store itself meanwhile. */
#include "room/verify.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* What a process has to say, in memory that all of them share. */
struct verdict {
    bool fine;
    struct verify_result result;
    char error[STORE_ERROR_BYTES];
};

struct worker {
    pid_t process;
    FILE *lines; /* of rooms that are not fine */
};

/* Part `cores` is the store's own check. */
static void work(const struct store_options *options, const struct house *house, int part,
                 int cores, FILE *lines, struct verdict *verdict)
{
    struct store *store = store_open(options, verdict->error);
    if (!store) return;
    verdict->fine = part == cores ? store_check(store)
                                  : verify_part(store, house, part, cores, lines, &verdict->result);
    if (!verdict->fine) memcpy(verdict->error, store_error(store), STORE_ERROR_BYTES);
    store_close(store);
}

static bool begin(struct worker *w, const struct store_options *options, const struct house *house,
                  int part, int cores, struct verdict *verdict)
{
    w->lines = tmpfile();
    w->process = w->lines ? fork() : -1;
    if (w->process != 0) return w->process > 0;
    work(options, house, part, cores, w->lines, verdict);
    fflush(w->lines);
    _exit(0);
}

static void copy(FILE *from, FILE *to)
{
    char line[400];
    rewind(from);
    while (fgets(line, sizeof line, from))
        fputs(line, to);
}

static void add(struct verify_result *sum, const struct verify_result *part)
{
    sum->rooms += part->rooms;
    sum->records += part->records;
    sum->changed += part->changed;
    sum->differing += part->differing;
    sum->broken += part->broken;
}

/* A process that died said nothing: that is no verdict. */
static bool end(struct worker *w, const struct verdict *verdict, FILE *out,
                struct verify_result *result, char error[STORE_ERROR_BYTES])
{
    int status = -1;
    bool ended = w->process > 0 && waitpid(w->process, &status, 0) == w->process && status == 0;
    if (w->lines) {
        copy(w->lines, out);
        fclose(w->lines);
    }
    add(result, &verdict->result);
    if (ended && verdict->fine) return true;
    snprintf(error, STORE_ERROR_BYTES, "%s",
             verdict->error[0] ? verdict->error : "A part of the store could not be verified.");
    return false;
}

bool verify_on_cores(const struct store_options *options, const struct house *house, int cores,
                     FILE *out, struct verify_result *result, char error[STORE_ERROR_BYTES])
{
    struct worker workers[VERIFY_CORES_MAX + 1] = {0};
    size_t size = sizeof(struct verdict) * (VERIFY_CORES_MAX + 1);
    struct verdict *verdicts =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    *result = (struct verify_result){0};
    if (verdicts == MAP_FAILED) {
        snprintf(error, STORE_ERROR_BYTES, "There is no memory to verify with.");
        return false;
    }
    if (cores < 1) cores = 1;
    if (cores > VERIFY_CORES_MAX) cores = VERIFY_CORES_MAX;
    bool fine = true;
    for (int i = 0; i <= cores && fine; i++)
        fine = begin(&workers[i], options, house, i, cores, &verdicts[i]);
    for (int i = 0; i <= cores; i++)
        fine = end(&workers[i], &verdicts[i], out, result, error) && fine;
    munmap(verdicts, size);
    return fine;
}
