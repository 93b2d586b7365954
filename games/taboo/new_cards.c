#include "new_cards.h"
#include "core/alloc.h"
#include "core/log.h"
#include "fetch.h"
#include "gemini.h"
#include "taboo.h"

#include <stdlib.h>

/* After a failure the same room does not ask again for a while. */
#define REST_MS 60000

/* A room that does not ask now: a request is under way, or one has failed not long ago. */
struct waiting {
    uint64_t room;
    int64_t until; /* 0: as long as the request takes */
    struct waiting *next;
};

static struct waiting **find_waiting(struct taboo_own *own, uint64_t room)
{
    struct waiting **w = &own->waiting;
    while (*w && (*w)->room != room)
        w = &(*w)->next;
    return w;
}

static void wait_until(struct taboo_own *own, uint64_t room, int64_t until)
{
    struct waiting **w = find_waiting(own, room);
    if (!*w) *w = alloc_zero(1, sizeof **w);
    (*w)->room = room;
    (*w)->until = until;
}

static void wait_no_more(struct taboo_own *own, uint64_t room)
{
    struct waiting **w = find_waiting(own, room), *gone = *w;
    if (gone) *w = gone->next;
    free(gone);
}

static bool waits(struct taboo_own *own, uint64_t room, int64_t now)
{
    for (struct waiting **w = &own->waiting, *gone; (gone = *w);) {
        if (!gone->until || gone->until > now) {
            w = &gone->next;
            continue;
        }
        *w = gone->next;
        free(gone);
    }
    return *find_waiting(own, room) != NULL;
}

/* One request on its way. The decks it names never change, so another thread may read them. */
struct fetch {
    uv_work_t work;
    struct site *site;
    struct taboo_own *own;
    uint64_t room;
    char code[CODE_LENGTH + 1];
    struct game_deck const *known[GAME_DECKS_MAX];
    struct gemini_ask ask;
    char language[8];
    uint8_t seed[CHANCE_SEED_BYTES];
    struct refusal refusal;
    struct buffer deck;
    struct gemini_yield yield;
};

static void work(uv_work_t *w)
{
    struct fetch *f = w->data;
    const struct taboo_own *s = f->own;
    struct gemini_config config = {.key = s->gemini_key,
                                   .model = s->gemini_model,
                                   .base_url = s->gemini_url,
                                   .timeout_ms = (long)s->gemini_timeout_ms};
    struct buffer request = {0}, answer = {0};
    struct chance chance;
    gemini_request(&f->ask, &request);
    f->refusal = gemini_fetch(&config, request.data, request.len, &answer);
    chance_init(&chance, f->seed, 0);
    if (!refused(&f->refusal))
        f->refusal = gemini_answer(&f->ask, answer.data, answer.len, &chance, &f->deck, &f->yield);
    buffer_free(&request);
    buffer_free(&answer);
}

/* The room as it is now: it may have ended, and its code may be another room's. */
static struct live *still_there(const struct fetch *f)
{
    struct live *live = hall_find(f->site->hall, f->code);
    return live && live->room->id == f->room ? live : NULL;
}

static void complain(struct taboo_own *own, struct live *live, const struct refusal *refusal)
{
    struct listeners *list = live->site;
    struct buffer text = {0};
    struct writer w = writer_to(&text);
    json_refusal(&w, refusal);
    wait_until(own, live->room->id, site_now() + REST_MS);
    if (list) {
        listeners_say(list, live->room->host, "error", buffer_text(&text));
        listeners_say(list, 0, "cards_failed", "{}"); /* who was told that some are made */
    }
    buffer_free(&text);
}

static void proposed(void *own, const struct hall_answer *answer)
{
    struct refusal failed = REFUSE_OWN(CARD_API_FAILED);
    if (refused(&answer->refusal) && answer->live && answer->live->room->phase == ROOM_PLAYING)
        complain(own, answer->live, &failed);
}

static void propose(struct fetch *f, struct live *live)
{
    json_t *json = json_loadb(f->deck.data, f->deck.len, 0, NULL);
    struct step step = {.kind = STEP_DECK, .deck.json = json};
    f->own->cards_fetched += (uint64_t)f->yield.kept;
    if (json) hall_propose(live, &step, site_now(), (struct hall_done){proposed, f->own});
    json_decref(json);
}

static void finished(uv_work_t *w, int status)
{
    struct fetch *f = w->data;
    struct live *live = still_there(f);
    wait_no_more(f->own, f->room);
    f->site->thinking--;
    if (status) f->refusal = REFUSE_OWN(CARD_API_FAILED);
    if (refused(&f->refusal)) {
        f->own->cards_failed++;
        log_line(LOG_WARN, "cards", "room %s: %s", f->code, refusal_sentence(&f->refusal));
        if (live) complain(f->own, live, &f->refusal);
    } else if (live && live->room->phase == ROOM_PLAYING) {
        propose(f, live);
    }
    buffer_free(&f->deck);
    free(f);
}

static void begin(struct site *site, struct live *live, struct taboo_own *own,
                  const struct game_table *table)
{
    const struct room *room = live->room;
    struct fetch *f = alloc_zero(1, sizeof *f);
    f->site = site;
    f->own = own;
    f->room = room->id;
    memcpy(f->code, room->code, sizeof f->code);
    memcpy(f->known, table->deck, sizeof f->known);
    snprintf(f->language, sizeof f->language, "%s", table->decks ? table->deck[0]->language : "es");
    f->ask = (struct gemini_ask){.language = f->language,
                                 .count = (int)own->cards_per_generation,
                                 .known = f->known,
                                 .known_count = table->decks};
    random_bytes(f->seed, sizeof f->seed);
    f->work.data = f;
    if (uv_queue_work(site->loop, &f->work, work, finished)) {
        free(f);
        return;
    }
    site->thinking++;
    wait_until(own, room->id, 0);
    listeners_say(live->site, 0, "cards_generating", "{}");
}

void new_cards_look(struct site *site, struct live *live, void *arg, int64_t now)
{
    struct taboo_own *own = arg;
    const struct room *room = live->room;
    struct game_table table;
    if (!own->gemini_key[0] || site->stopping || !live->site) return;
    if (!hall_leads(live)) return; /* another server makes them */
    if (room->phase != ROOM_PLAYING || waits(own, room->id, now)) return;
    room_table(room, &table);
    if (taboo_wants_cards(room->state, &table, (uint32_t)own->low_deck))
        begin(site, live, own, &table);
}

void new_cards_forget(struct site *site, void *arg)
{
    struct taboo_own *own = arg;
    (void)site;
    while (own->waiting)
        wait_no_more(own, own->waiting->room);
}
