#include "site/films.h"
#include "core/alloc.h"
#include "site/visit.h"

#include <stdlib.h>

#define FILM_WAITING_MAX 32
#define FILMS_BYTES_MAX (64u << 20)

struct audience {
    struct visit *v;
    void (*show)(struct visit *v, struct replay *replay);
};

struct film {
    struct film *next;
    uint64_t room;                   /* 0: a file, */
    char file[FILM_FILE_LENGTH + 1]; /* of this name, */
    uint32_t from;                   /* which says that its game begins here, */
    bool checked;                    /* and that is true */
    struct replay *replay;
    bool whole; /* all that it has is folded */
    int waiting;
    struct audience audience[FILM_WAITING_MAX];
};

static void film_free(struct film *film)
{
    for (int i = 0; i < film->waiting; i++)
        visit_free(film->audience[i].v);
    replay_free(film->replay);
    free(film);
}

/* ---- folding ---- */

/* Those who wait for a file that is none. */
static void refuse_all(struct film *film, const struct refusal *why)
{
    int count = film->waiting;
    film->waiting = 0;
    for (int i = 0; i < count; i++)
        answer_refusal(film->audience[i].v, why, NULL, NULL);
}

static void show_to_all(struct film *film)
{
    int count = film->waiting;
    film->whole = true;
    film->waiting = 0;
    for (int i = 0; i < count; i++)
        film->audience[i].show(film->audience[i].v, film->replay);
}

static struct film *take_out(struct films *films, struct film **link)
{
    struct film *film = *link;
    *link = film->next;
    films->count--;
    return film;
}

static void drop(struct films *films, struct film *film, const struct refusal *why)
{
    struct film **link = &films->first;
    while (*link != film)
        link = &(*link)->next;
    take_out(films, link);
    refuse_all(film, why);
    film_free(film);
}

static void finish(struct films *films, struct film *film)
{
    struct refusal why = ACCEPTED;
    if (!film->room && !film->checked) why = saved_check(film->replay, film->from);
    film->checked = true;
    if (refused(&why))
        drop(films, film, &why);
    else
        show_to_all(film);
}

static void fold_some(uv_idle_t *idle)
{
    struct site *site = idle->data;
    struct film *film = site->films.first;
    while (film && film->whole)
        film = film->next;
    if (!film)
        uv_idle_stop(idle);
    else if (!replay_fold(film->replay, FILMS_SLICE))
        finish(&site->films, film);
}

void films_open(struct site *site)
{
    uv_idle_init(site->loop, &site->films.idle);
    site->films.idle.data = site;
    uv_unref((uv_handle_t *)&site->films.idle);
}

void films_close(struct site *site)
{
    uv_idle_stop(&site->films.idle);
    for (struct film *film = site->films.first, *next; film; film = next) {
        next = film->next;
        film_free(film);
    }
    site->films.first = NULL;
}

/* ---- which are kept ---- */

static struct film **find(struct films *films, uint64_t room)
{
    struct film **link = &films->first;
    while (*link && (*link)->room != room)
        link = &(*link)->next;
    return link;
}

/* The last one that nobody waits for; NULL: there is none. */
static struct film **idle_one(struct films *films)
{
    struct film **found = NULL;
    for (struct film **link = &films->first; *link; link = &(*link)->next)
        if (!(*link)->waiting) found = link;
    return found;
}

static bool too_many(const struct films *films)
{
    size_t bytes = 0;
    for (const struct film *film = films->first; film; film = film->next)
        bytes += replay_bytes(film->replay);
    return films->count >= FILMS_MAX || bytes > FILMS_BYTES_MAX;
}

/* False: all that are kept are being waited for. */
static bool make_room(struct films *films)
{
    while (too_many(films)) {
        struct film **link = idle_one(films);
        if (!link) return films->count < FILMS_MAX;
        film_free(take_out(films, link));
    }
    return true;
}

static struct film **find_file(struct films *films, const char *name)
{
    struct film **link = &films->first;
    while (*link && strcmp((*link)->file, name) != 0)
        link = &(*link)->next;
    return link;
}

static struct film *put_first(struct films *films, struct film *film)
{
    film->next = films->first;
    films->first = film;
    films->count++;
    return film;
}

static struct film *film_of(struct site *site, uint64_t room)
{
    struct films *films = &site->films;
    struct film **link = find(films, room), *film;
    if (*link) {
        film = take_out(films, link);
    } else {
        if (!make_room(films)) return NULL;
        film = alloc_zero(1, sizeof *film);
        film->room = room;
        film->replay = replay_new(hall_house(site->hall), room);
    }
    return put_first(films, film);
}

/* ---- reading ---- */

struct reading {
    struct replay *replay;
    uint32_t until;
};

static bool take_record(void *arg, const struct store_record *record)
{
    const struct reading *reading = arg;
    /* what is durable but not shown to anybody yet waits */
    return record->seq <= reading->until && replay_add(reading->replay, record->body, record->len);
}

static bool read_on(struct site *site, struct film *film, uint32_t until)
{
    uint32_t before = replay_seq(film->replay);
    if (before >= until) return true;
    struct reading reading = {film->replay, until};
    bool read = store_read(site->store, film->room, before + 1, take_record, &reading);
    if (replay_seq(film->replay) > before) film->whole = false;
    return read;
}

static void show_when_whole(struct visit *v, struct film *film,
                            void (*show)(struct visit *v, struct replay *replay))
{
    struct refusal why = REFUSE(ROOM_BUSY);
    if (film->whole) {
        show(v, film->replay);
    } else if (film->waiting == FILM_WAITING_MAX) {
        answer_refusal(v, &why, NULL, NULL);
    } else {
        film->audience[film->waiting++] = (struct audience){v, show};
        visit_hold(v);
        uv_idle_start(&v->site->films.idle, fold_some);
    }
}

void films_watch(struct visit *v, uint64_t room, uint32_t seq,
                 void (*show)(struct visit *v, struct replay *replay))
{
    struct site *site = v->site;
    struct film *film = film_of(site, room);
    struct refusal why = film ? REFUSE(UNAVAILABLE) : REFUSE(ROOM_BUSY);
    if (!film || !read_on(site, film, seq))
        answer_refusal(v, &why, NULL, NULL);
    else
        show_when_whole(v, film, show);
}

/* ---- files ---- */

void films_watch_file(struct visit *v, const char *name,
                      void (*show)(struct visit *v, struct replay *replay))
{
    struct films *films = &v->site->films;
    struct film **link = name[0] ? find_file(films, name) : NULL;
    struct refusal why = REFUSE(FILE_GONE);
    if (link && *link)
        show_when_whole(v, put_first(films, take_out(films, link)), show);
    else
        answer_refusal(v, &why, NULL, NULL);
}

void films_bring(struct visit *v, struct span file, char name[FILM_FILE_LENGTH + 1],
                 void (*show)(struct visit *v, struct replay *replay))
{
    struct films *films = &v->site->films;
    struct replay *replay;
    uint32_t from;
    digest_write(name, file.at, (unsigned)file.len);
    if (!*find_file(films, name)) {
        struct refusal why =
            saved_open(hall_house(v->site->hall), file.at, file.len, &replay, &from);
        if (!refused(&why) && !make_room(films)) why = REFUSE(ROOM_BUSY);
        if (refused(&why)) {
            replay_free(replay);
            answer_refusal(v, &why, NULL, NULL);
            return;
        }
        struct film *film = alloc_zero(1, sizeof *film);
        *film = (struct film){.replay = replay, .from = from};
        memcpy(film->file, name, sizeof film->file);
        put_first(films, film);
    }
    films_watch_file(v, name, show);
}
