/* A game that is over, opened for whoever was there: its log up to its end, with the seed, the numbers of
 * the phones, and the decks. See docs/fair.md. */
#include "site/imports.h"
#include "site/replays.h"

#include <stdlib.h>
#include <string.h>

#define PROOF_DECKS_MAX 64

struct opening {
    struct visit *visit;
    struct writer *w;
    int count;
    const struct game_deck *seen[PROOF_DECKS_MAX];
};

/* Those that were made while playing are in their record. */
static void write_deck(void *arg, const struct game_deck *deck)
{
    struct opening *o = arg;
    struct buffer text = {0};
    for (int i = 0; i < o->count; i++)
        if (o->seen[i] == deck) return;
    if (o->count == PROOF_DECKS_MAX) return;
    o->seen[o->count++] = deck;
    if (deck_text(o->visit, deck, &text)) {
        write_object(o->w);
        put_string(o->w, "game", deck->game->name);
        put_string(o->w, "hash", deck->hash);
        write_key(o->w, "text");
        write_string_n(o->w, text.data, text.len);
        write_end(o->w);
    }
    buffer_free(&text);
}

/* But for the hashes of people's tokens and browsers, which are nobody's business and change nothing. */
static void write_record(struct writer *w, const char *line, size_t len)
{
    static const char *const secrets[] = {"\"token\":\"", "\"hostToken\":\"", "\"device\":\""};
    struct buffer text = {0};
    buffer_add(&text, line, len);
    buffer_text(&text);
    for (size_t i = 0; i < sizeof secrets / sizeof secrets[0]; i++) {
        char *at = strstr(text.data, secrets[i]);
        for (at = at ? at + strlen(secrets[i]) : NULL; at && *at && *at != '"'; at++)
            *at = '0';
    }
    write_string_n(w, text.data, len);
    buffer_free(&text);
}

static void write_opening(struct visit *v, struct replay *replay, const struct replay_game *game,
                          struct buffer *body)
{
    struct writer w = writer_to(body);
    struct opening o = {.visit = v, .w = &w};
    write_object(&w);
    put_string(&w, "roomCode", replay_room(replay)->code);
    put_int(&w, "from", game->from);
    put_int(&w, "to", game->to);
    put_array(&w, "decks");
    replay_decks(replay, game, write_deck, &o);
    write_end(&w);
    put_array(&w, "records");
    for (uint32_t seq = 1; seq <= game->to; seq++) {
        size_t len;
        const char *line = replay_record(replay, seq, &len);
        write_record(&w, line, len);
    }
    write_end(&w);
    write_end(&w);
}

static void answer_proof(struct visit *v, struct replay *replay)
{
    uint16_t person;
    if (!replays_admit(v, replay, &person)) return;
    struct refusal why = ACCEPTED;
    const struct replay_game *game = replay_find(replay, replays_step(v->param[1]), &why);
    if (game && !person)
        why = REFUSE(NOT_IN_ROOM);
    else if (game && replay_keeps_secret(replay, game))
        why = REFUSE(STAYS_SECRET);
    if (refused(&why)) {
        answer_refusal(v, &why, NULL, NULL);
        return;
    }
    struct buffer body = {0};
    write_opening(v, replay, game, &body);
    answer_json(v, 200, &body);
}

void tell_proof(struct visit *v)
{
    v->json = true;
    replays_watch(v, answer_proof);
}
