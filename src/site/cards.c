#include "site/cards.h"
#include "core/alloc.h"
#include "core/log.h"
#include "site/says_json.h"
#include "taboo/fetch.h"
#include "taboo/gemini.h"
#include "taboo/taboo.h"

#include <stdlib.h>

/* After a failure the same room does not ask again for a while. */
#define REST_MS 60000

/* One request on its way. The decks it names never change, so another thread may read them. */
struct fetch {
    uv_work_t work;
    struct site *site;
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
    const struct settings *s = f->site->settings;
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

static void complain(struct live *live, const struct refusal *refusal)
{
    struct listeners *list = live->site;
    struct buffer text = {0};
    struct writer w = writer_to(&text);
    json_refusal(&w, refusal);
    if (list) {
        list->fetch_after = site_now() + REST_MS;
        listeners_say(list, live->room->host, "error", buffer_text(&text));
        listeners_say(list, 0, "cards_failed", "{}"); /* who was told that some are made */
    }
    buffer_free(&text);
}

static void proposed(void *site, const struct hall_answer *answer)
{
    struct refusal failed = REFUSE(CARD_API_FAILED);
    (void)site;
    if (refused(&answer->refusal) && answer->live && answer->live->room->phase == ROOM_PLAYING)
        complain(answer->live, &failed);
}

static void propose(struct fetch *f, struct live *live)
{
    json_t *json = json_loadb(f->deck.data, f->deck.len, 0, NULL);
    struct step step = {.kind = STEP_DECK, .deck.json = json};
    f->site->metrics.cards_fetched += (uint64_t)f->yield.kept;
    if (json) hall_propose(live, &step, site_now(), (struct hall_done){proposed, f->site});
    json_decref(json);
}

static void finished(uv_work_t *w, int status)
{
    struct fetch *f = w->data;
    struct live *live = still_there(f);
    struct listeners *list = live ? live->site : NULL;
    if (list) list->fetching = false;
    f->site->thinking--;
    if (status) f->refusal = REFUSE(CARD_API_FAILED);
    if (refused(&f->refusal)) {
        f->site->metrics.cards_failed++;
        log_line(LOG_WARN, "cards", "room %s: %s", f->code, refusal_sentence(&f->refusal));
        if (live) complain(live, &f->refusal);
    } else if (live && live->room->phase == ROOM_PLAYING) {
        propose(f, live);
    }
    buffer_free(&f->deck);
    free(f);
}

static void begin(struct site *site, struct listeners *list, const struct game_table *table)
{
    const struct room *room = list->live->room;
    struct fetch *f = alloc_zero(1, sizeof *f);
    f->site = site;
    f->room = room->id;
    memcpy(f->code, room->code, sizeof f->code);
    memcpy(f->known, table->deck, sizeof f->known);
    snprintf(f->language, sizeof f->language, "%s", table->decks ? table->deck[0]->language : "es");
    f->ask = (struct gemini_ask){.language = f->language,
                                 .count = (int)site->settings->cards_per_generation,
                                 .known = f->known,
                                 .known_count = table->decks};
    random_bytes(f->seed, sizeof f->seed);
    f->work.data = f;
    if (uv_queue_work(site->loop, &f->work, work, finished)) {
        free(f);
        return;
    }
    site->thinking++;
    list->fetching = true;
    listeners_say(list, 0, "cards_generating", "{}");
}

void cards_look(struct site *site, struct listeners *list, int64_t now)
{
    const struct room *room = list->live->room;
    struct game_table table;
    if (!site->settings->gemini_key[0] || site->stopping || list->fetching) return;
    if (now < list->fetch_after || room->phase != ROOM_PLAYING) return;
    if (strcmp(room->game->name, "taboo") != 0) return;
    room_table(room, &table);
    if (taboo_wants_cards(room->state, &table, (uint32_t)site->settings->low_deck))
        begin(site, list, &table);
}
