/* Reading ahead at the start: a thread fills pages with records while the caller's thread is shown
 * those of the page before.
 *
 *     reader's thread   engine's load ──▶ pages ──▶ the visitor   caller's thread
 *
 * The pages are a ring of which the reader has one and the caller at most the others, in order. */
#include "store/engine.h"
#include "store/page.h"

#include <signal.h>

#define PAGES 4
#define PAGE_BYTES (256 << 10) /* about two thousand records */

struct ahead {
    struct store *store;
    struct page pages[PAGES];
    bool ok; /* as the engine's load returned */

    pthread_mutex_t lock; /* over the next four */
    pthread_cond_t moved;
    size_t filled, emptied; /* pages so far; the reader is at `filled` % PAGES */
    bool over;              /* nothing will be filled any more */
    bool enough;            /* the visitor wants no more */
};

/* Gives the page to the caller and waits for a free one. False if no more is wanted. */
static bool hand_over(struct ahead *a, bool over)
{
    pthread_mutex_lock(&a->lock);
    a->filled++;
    a->over = over;
    pthread_cond_signal(&a->moved);
    while (!over && !a->enough && a->filled - a->emptied == PAGES)
        pthread_cond_wait(&a->moved, &a->lock);
    bool more = !a->enough;
    pthread_mutex_unlock(&a->lock);
    return more;
}

static bool keep(void *arg, const struct store_record *record)
{
    struct ahead *a = arg;
    struct page *page = &a->pages[a->filled % PAGES];
    page_add(page, record);
    return page->bytes.len < PAGE_BYTES || hand_over(a, false);
}

static void *reader_main(void *arg)
{
    struct ahead *a = arg;
    a->ok = a->store->engine->load(a->store, keep, a);
    hand_over(a, true);
    return NULL;
}

static bool start(struct ahead *a, pthread_t *reader)
{
    sigset_t all, before; /* signals are the caller's thread's business */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool ok = pthread_create(reader, NULL, reader_main, a) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return ok;
}

/* The next page to show, or NULL after the last one. */
static struct page *wait_for_page(struct ahead *a)
{
    pthread_mutex_lock(&a->lock);
    while (a->emptied == a->filled && !a->over)
        pthread_cond_wait(&a->moved, &a->lock);
    struct page *page = a->emptied == a->filled ? NULL : &a->pages[a->emptied % PAGES];
    pthread_mutex_unlock(&a->lock);
    return page;
}

static void give_back(struct ahead *a, struct page *page, bool enough)
{
    page_clear(page);
    pthread_mutex_lock(&a->lock);
    a->emptied++;
    a->enough = enough;
    pthread_cond_signal(&a->moved);
    pthread_mutex_unlock(&a->lock);
}

bool load_ahead(struct store *s, bool (*record)(void *arg, const struct store_record *record),
                void *arg)
{
    struct ahead a = {.store = s};
    pthread_t reader;
    pthread_mutex_init(&a.lock, NULL);
    pthread_cond_init(&a.moved, NULL);
    bool threaded = start(&a, &reader), more = true;
    if (!threaded) a.ok = s->engine->load(s, record, arg);
    for (struct page *page; threaded && (page = wait_for_page(&a));) {
        for (size_t i = 0; more && i < page->count; i++) {
            struct store_record shown = page_record(page, i);
            more = record(arg, &shown);
        }
        give_back(&a, page, !more);
    }
    if (threaded) pthread_join(reader, NULL);
    for (int i = 0; i < PAGES; i++)
        page_free(&a.pages[i]);
    pthread_cond_destroy(&a.moved);
    pthread_mutex_destroy(&a.lock);
    return a.ok;
}
