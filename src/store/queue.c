/* The queue of requests: in from the caller, all that waits to the engine at once, answers back. */
#include "store/engine.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Of rows behind the records in one transaction: about a millisecond's worth, so that a record which
 * comes meanwhile does not wait longer than that. */
#define BEHIND_BYTES ((size_t)8 << 10)
/* Beyond this, while the disk takes nothing, they are dropped: the log has it all, and the next start
 * makes them again. */
#define BEHIND_BYTES_MAX ((size_t)64 << 20)

/* When nothing has come for so long, the engine may use the time. */
#define REST_MS 300

static void list_clear(struct request_list *list)
{
    list->first = NULL;
    list->end = &list->first;
}

/* Appends the chain that begins with `first` and ends with `last`. */
static void list_add(struct request_list *list, struct request *first, struct request *last)
{
    last->next = NULL;
    *list->end = first;
    list->end = &last->next;
}

static struct request *list_take(struct request_list *list)
{
    struct request *first = list->first;
    list_clear(list);
    return first;
}

/* Under the lock. True if the caller has to be told. */
static bool add_done(struct store *s, struct request *first)
{
    bool was_empty = s->done.first == NULL;
    struct request *last = first;
    while (last->next)
        last = last->next;
    list_add(&s->done, first, last);
    return was_empty;
}

void queue_ready(struct store *s)
{
    if (s->options.ready) s->options.ready(s->options.ready_arg);
}

static struct timespec in_ms(int64_t ms)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    int64_t ns = t.tv_nsec + ms * 1000000;
    return (struct timespec){t.tv_sec + (time_t)(ns / 1000000000), (long)(ns % 1000000000)};
}

/* Under the lock. Nobody wakes the writer for what comes meanwhile: it all goes along. */
static void rest(struct store *s, struct timespec until)
{
    int over = 0;
    while (!s->hurried && !s->stopping && !over)
        over = pthread_cond_timedwait(&s->hurry, &s->lock, &until);
}

/* Under the lock. What follows from records may go now. */
static bool behind_goes(const struct store *s)
{
    return s->behind.first && !s->behind_stuck;
}

static void free_list(struct request *r)
{
    for (struct request *next; r; r = next) {
        next = r->next;
        free(r);
    }
}

/* Under the lock: as much as may keep a record waiting that comes meanwhile. */
static struct request *take_behind(struct store *s)
{
    struct request *first = s->behind.first, *last = first;
    size_t bytes = first->size;
    while (last->next && bytes + last->next->size <= BEHIND_BYTES) {
        last = last->next;
        bytes += last->size;
    }
    s->behind.first = last->next;
    if (!last->next) list_clear(&s->behind);
    last->next = NULL;
    s->behind_bytes -= bytes;
    return first;
}

/* Under the lock: in front of all that came after. */
static void put_back(struct store *s, struct request *first)
{
    struct request *last = first;
    s->behind_bytes += first->size;
    for (; last->next; last = last->next)
        s->behind_bytes += last->next->size;
    last->next = s->behind.first;
    if (!last->next) s->behind.end = &last->next;
    s->behind.first = first;
    s->behind_stuck = true;
}

/* Under the lock, which it lets go meanwhile. */
static void write_behind(struct store *s)
{
    struct request *batch = take_behind(s);
    s->committing = true;
    pthread_mutex_unlock(&s->lock);
    bool written = s->engine->behind(s, batch);
    if (written) free_list(batch);
    s->engine->tidy(s);
    pthread_mutex_lock(&s->lock);
    if (!written) put_back(s, batch);
    s->committing = false;
    if (!s->waiting.first && !behind_goes(s)) pthread_cond_broadcast(&s->idle);
}

static void write_waiting(struct store *s)
{
    struct request *batch = list_take(&s->waiting);
    s->committing = true;
    pthread_mutex_unlock(&s->lock);

    struct timespec rested = in_ms(s->options.rest_ms);
    s->engine->commit(s, batch);
    bool stored = batch->result != STORE_UNAVAILABLE;
    const char *trouble = stored ? NULL : batch->reason;

    pthread_mutex_lock(&s->lock);
    bool tell = add_done(s, batch);
    s->commits++;
    s->committing = false;
    s->trouble = trouble;
    if (stored) s->behind_stuck = false;
    if (!s->waiting.first && !behind_goes(s)) pthread_cond_broadcast(&s->idle);
    pthread_mutex_unlock(&s->lock);
    if (tell) queue_ready(s);
    s->engine->tidy(s);
    pthread_mutex_lock(&s->lock);
    if (!s->waiting.first && behind_goes(s)) write_behind(s);
    if (s->options.rest_ms) rest(s, rested);
}

/* Under the lock, which it lets go meanwhile: until there is something to write. */
static void wait_for_work(struct store *s)
{
    int rest_ms = REST_MS;
    while (!s->waiting.first && !behind_goes(s) && !s->stopping) {
        struct timespec until = in_ms(rest_ms);
        int over = 0;
        if (rest_ms)
            over = pthread_cond_timedwait(&s->work, &s->lock, &until);
        else
            pthread_cond_wait(&s->work, &s->lock);
        if (!over || s->waiting.first || behind_goes(s) || s->stopping) continue;
        pthread_mutex_unlock(&s->lock);
        rest_ms = s->engine->rest(s);
        pthread_mutex_lock(&s->lock);
    }
}

static void *writer_main(void *arg)
{
    struct store *s = arg;
    pthread_mutex_lock(&s->lock);
    for (;;) {
        wait_for_work(s);
        if (s->waiting.first)
            write_waiting(s);
        else if (behind_goes(s))
            write_behind(s);
        else
            break;
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

void queue_start(struct store *s)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&s->hurry, &monotonic);
    pthread_cond_init(&s->work, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->idle, NULL);
    list_clear(&s->gathered);
    list_clear(&s->waiting);
    list_clear(&s->done);
    list_clear(&s->behind);
    if (s->options.mode == STORE_READ) return;
    /* Signals are the caller's thread's business. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&s->writer, NULL, writer_main, s) != 0) {
        fputs("ludoteca: no thread for the store's writer\n", stderr);
        abort();
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void queue_stop(struct store *s)
{
    store_hand_over(s);
    if (s->options.mode != STORE_READ) {
        pthread_mutex_lock(&s->lock);
        s->stopping = true;
        pthread_cond_signal(&s->work);
        pthread_cond_signal(&s->hurry);
        pthread_mutex_unlock(&s->lock);
        pthread_join(s->writer, NULL);
    }
    free_list(list_take(&s->done));
    free_list(list_take(&s->behind));
    pthread_cond_destroy(&s->hurry);
    pthread_cond_destroy(&s->idle);
    pthread_cond_destroy(&s->work);
    pthread_mutex_destroy(&s->lock);
}

static void count_in(struct store *s, const struct request *r)
{
    s->figures.waiting++;
    s->figures.waiting_bytes += r->size;
}

void queue_submit(struct store *s, struct request *r)
{
    count_in(s, r);
    list_add(&s->gathered, r, r);
    if (!s->options.gather) store_hand_over(s);
}

void store_hand_over(struct store *s)
{
    struct request *first = s->gathered.first;
    if (!first) return;
    pthread_mutex_lock(&s->lock);
    bool wake = s->waiting.first == NULL;
    *s->waiting.end = first;
    s->waiting.end = s->gathered.end;
    pthread_mutex_unlock(&s->lock);
    list_clear(&s->gathered);
    if (wake) pthread_cond_signal(&s->work);
}

void queue_behind(struct store *s, struct request *r)
{
    r->next = NULL;
    pthread_mutex_lock(&s->lock);
    bool fits = s->behind_bytes + r->size <= BEHIND_BYTES_MAX;
    bool wake = fits && !s->behind.first && !s->waiting.first;
    if (fits) {
        list_add(&s->behind, r, r);
        s->behind_bytes += r->size;
    }
    pthread_mutex_unlock(&s->lock);
    if (!fits) free(r);
    if (wake) pthread_cond_signal(&s->work);
}

void queue_refuse(struct store *s, struct request *r, const char *reason)
{
    r->result = STORE_UNAVAILABLE;
    r->reason = reason;
    r->next = NULL;
    count_in(s, r);
    pthread_mutex_lock(&s->lock);
    bool tell = add_done(s, r);
    pthread_mutex_unlock(&s->lock);
    if (tell) queue_ready(s);
}

void store_flush(struct store *s)
{
    store_hand_over(s);
    pthread_mutex_lock(&s->lock);
    s->hurried = true;
    pthread_cond_signal(&s->hurry);
    while (s->waiting.first || behind_goes(s) || s->committing)
        pthread_cond_wait(&s->idle, &s->lock);
    s->hurried = false;
    pthread_mutex_unlock(&s->lock);
}

static void answer(struct store *s, struct request *r)
{
    s->figures.waiting--;
    s->figures.waiting_bytes -= r->size;
    uint64_t *counts[] = {&s->figures.accepted, &s->figures.conflicts, &s->figures.unavailable};
    ++*counts[r->result];
    if (r->answered) {
        struct store_answer a = {r->result, r->room, r->seq, r->reason ? r->reason : ""};
        r->answered(r->arg, &a);
    }
    bool is_record = r->kind == REQUEST_CREATE || r->kind == REQUEST_APPEND;
    if (s->follower_count && is_record && r->result == STORE_ACCEPTED)
        followers_tell(s, &(struct store_record){r->room, r->seq, r->record_id, r->body, r->len});
}

size_t store_drain(struct store *s)
{
    pthread_mutex_lock(&s->lock);
    struct request *r = list_take(&s->done);
    pthread_mutex_unlock(&s->lock);
    size_t count = 0;
    for (struct request *next; r; r = next, count++) {
        next = r->next;
        answer(s, r);
        free(r);
    }
    if (s->engine->deliver) s->engine->deliver(s);
    return count;
}
