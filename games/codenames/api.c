/* Codenames for programs: one game is one room with four people in it, each with a token. Every
 * call but the first is an ordinary action of one of them, and its answer, after the step is
 * durable, is the table as that person sees it. People at browsers may sit at the same table.
 *
 *     create ─▶ three join ─▶ their own words, if any ─▶ start ─▶ 201
 *        └──────────┴── refused, not stored, nobody waits any more: the room is discarded */
#include "codenames.h"
#include "core/alloc.h"
#include "core/write_json.h"
#include "site/extra.h"
#include "words.h"

#include <stdlib.h>

#define BAD(...) refuse_saying(REFUSAL_CODE_BAD_REQUEST, __VA_ARGS__)

/* In the order in which they sit down: the first of a team is its spymaster. */
static const struct player {
    const char *name;
    int team;
} players[] = {
    {"Red spymaster", 0}, {"Red operative", 0}, {"Blue spymaster", 1}, {"Blue operative", 1}};
#define PLAYERS 4

/* ---- the table as somebody sees it ---- */

static json_t *table_of(const struct room *room, uint16_t person)
{
    struct buffer text = {0};
    struct writer w = writer_to(&text);
    room_write_table(room, room_person((struct room *)room, person), &w);
    json_t *json = json_loadb(text.data, text.len, 0, NULL);
    buffer_free(&text);
    return json;
}

static void put_table(struct writer *w, const struct room *room, uint16_t person)
{
    const char *key;
    json_t *value, *table = table_of(room, person);
    put_string(w, "id", room->code);
    put_string(w, "code", room->code);
    put_int(w, "seq", room->seq);
    json_object_foreach(table, key, value)
    {
        write_key(w, key);
        write_json(w, value);
    }
    json_decref(table);
}

static void answer_table(struct visit *v, const struct room *room, uint16_t person)
{
    struct buffer body = {0};
    struct writer w = writer_to(&body);
    write_object(&w);
    put_table(&w, room, person);
    write_end(&w);
    answer_json(v, 200, &body);
}

/* The room in the path, if Codenames is played there; else NULL, and answered. */
static struct live *find_game(struct visit *v)
{
    struct live *live = visit_room(v);
    if (!live) return NULL;
    const struct room *room = live->room;
    struct refusal why = ACCEPTED;
    if (strcmp(room->game->name, codenames_game.name) != 0)
        why = REFUSE(ROOM_NOT_FOUND);
    else if (room->phase != ROOM_PLAYING && room->phase != ROOM_OVER)
        why = REFUSE(GAME_NOT_STARTED);
    if (!refused(&why)) return live;
    answer_refusal(v, &why, NULL, NULL);
    return NULL;
}

static void tell_game(struct visit *v)
{
    struct live *live = find_game(v);
    if (live) answer_table(v, live->room, visit_person(v, live->room));
}

static void tell_history(struct visit *v)
{
    static const char *const parts[] = {"clueHistory", "turnHistory"};
    struct live *live = find_game(v);
    if (!live) return;
    json_t *table = table_of(live->room, visit_person(v, live->room));
    struct buffer body = {0};
    struct writer w = writer_to(&body);
    write_object(&w);
    for (int i = 0; i < 2; i++) {
        write_key(&w, parts[i]);
        write_json(&w, json_object_get(table, parts[i]));
    }
    write_end(&w);
    json_decref(table);
    answer_json(v, 200, &body);
}

/* ---- a new game ---- */

/* A game on its way; owns the words' deck. */
struct making {
    struct visit *visit;
    json_t *deck; /* NULL: the words of the house */
    char token[PLAYERS][TOKEN_TEXT_LENGTH + 1];
    int stage;
};
/* After the room there come the others, one a stage, and then: */
enum { STAGE_IMPORT = PLAYERS, STAGE_START, STAGE_READY };

static void making_free(struct making *m)
{
    json_decref(m->deck);
    free(m);
}

static void answer_made(struct making *m, const struct room *room)
{
    static const char *const teams[] = {"red", "blue"};
    struct visit *v = m->visit;
    struct buffer body = {0};
    char location[48];
    struct writer w = writer_to(&body);
    write_object(&w);
    put_table(&w, room, 0); /* whoever holds four tokens asks with one of them for more */
    put_object(&w, "tokens");
    for (int team = 0; team < 2; team++) {
        put_object(&w, teams[team]);
        put_string(&w, "spymaster", m->token[2 * team]);
        put_string(&w, "operative", m->token[2 * team + 1]);
        write_end(&w);
    }
    write_end(&w);
    write_end(&w);
    snprintf(location, sizeof location, "/api/codenames/games/%s", room->code);
    reply_header(&v->headers, "Location", location);
    metrics_append(&v->site->metrics, (uv_hrtime() - v->began) / 1000);
    answer_json(v, 201, &body);
}

static void next_stage(void *arg, const struct hall_answer *answer);

static void join(struct making *m, struct live *live)
{
    const struct player *player = &players[m->stage];
    struct step step = {.kind = STEP_JOIN, .join = {.name = player->name, .team = player->team}};
    token_draw(m->token[m->stage]);
    token_hash(step.join.token, m->token[m->stage]);
    hall_propose(live, &step, site_now(), (struct hall_done){next_stage, m});
}

static void next_stage(void *arg, const struct hall_answer *answer)
{
    struct making *m = arg;
    struct refusal why = answer->refusal;
    struct live *live = answer->live;
    if (!refused(&why) && !m->visit->c) why = REFUSE(UNAVAILABLE); /* nobody waits any more */
    if (refused(&why)) {
        if (live) hall_discard(live);
        answer_refusal(m->visit, &why, NULL, NULL);
        making_free(m);
        return;
    }
    if (m->stage == 0) memcpy(m->token[0], answer->token, sizeof m->token[0]);
    if (++m->stage == STAGE_IMPORT && !m->deck) m->stage++;
    struct step import = {.kind = STEP_IMPORT, .by = live->room->host, .deck.json = m->deck};
    struct step start = {.kind = STEP_START, .by = live->room->host, .start.callers = true};
    if (m->stage < PLAYERS) {
        join(m, live);
    } else if (m->stage < STAGE_READY) {
        hall_propose(live, m->stage == STAGE_IMPORT ? &import : &start, site_now(),
                     (struct hall_done){next_stage, m});
    } else {
        answer_made(m, live->room);
        making_free(m);
    }
}

/* What is null counts as not given. */
static const json_t *given(const struct visit *v, const char *key)
{
    const json_t *value = json_object_get(v->payload, key);
    return json_is_null(value) ? NULL : value;
}

/* Puts the word among `choices` that was given as `key` under the setting's own name. */
static struct refusal choose(const struct visit *v, const char *key, json_t *settings,
                             const char *setting, const char *const *choices)
{
    const json_t *value = given(v, key);
    const char *word = json_string_value(value);
    char list[40] = "";
    if (!value) return ACCEPTED;
    for (int i = 0; choices[i]; i++) {
        if (word && text_same(word, choices[i])) {
            json_object_set_new(settings, setting, json_string(choices[i]));
            return ACCEPTED;
        }
        if (i) strcat(list, ", ");
        strcat(list, choices[i]);
    }
    return BAD("«%s» is one of these: %s.", key, list);
}

static struct refusal read_settings(const struct visit *v, json_t *settings)
{
    static const char *const teams[] = {"red", "blue", "random", NULL};
    const json_t *seed = given(v, "seed");
    json_object_set_new(settings, "choose", json_false());
    json_object_set_new(settings, "words", json_string(given(v, "words") ? "own" : "house"));
    if (seed && (!json_is_integer(seed) || json_integer_value(seed) < 0 ||
                 json_integer_value(seed) > INT32_MAX))
        return BAD("«seed» is a whole number from 0 to %d.", INT32_MAX);
    if (seed) json_object_set(settings, "seed", (json_t *)seed);
    struct refusal why = choose(v, "startingTeam", settings, "start", teams);
    if (refused(&why)) return why;
    return choose(v, "language", settings, "language", codenames_languages);
}

static struct refusal check_words(const json_t *words)
{
    char clean[WORD_BYTES_MAX + 1];
    size_t i;
    json_t *word;
    if (!json_is_array(words)) return BAD("«words» is a list of texts.");
    if (json_array_size(words) > WORDS_MAX) return BAD("At most %d words.", WORDS_MAX);
    json_array_foreach(words, i, word)
    {
        if (!json_is_string(word)) return BAD("Word %zu is not a text.", i + 1);
        if (!codenames_word_clean(clean, json_string_value(word)))
            return BAD("Word %zu: a word has letters or digits, and at most %d characters.", i + 1,
                       WORD_LETTERS_MAX);
    }
    return ACCEPTED;
}

/* The words as a deck of the game's own shape: trimmed, in capitals, each once. */
static struct refusal read_words(const struct visit *v, const json_t *settings, json_t **deck)
{
    const json_t *words = given(v, "words");
    const char *language = json_string_value(json_object_get(settings, "language"));
    const struct house *house = games_house(v->site->games);
    struct deck_yield yield;
    struct buffer text = {0}, made = {0};
    int32_t values[GAME_SETTINGS_MAX] = {0};
    if (!words) return ACCEPTED;
    struct refusal why = check_words(words);
    if (refused(&why)) return why;
    if ((int64_t)shelf_loose_cards(house->shelf) >= v->site->settings->own_cards_max)
        return refuse_saying(REFUSAL_CODE_UNAVAILABLE, "This server takes no more words.");
    if (!doors_may_bring(v->site, v->key, (uint32_t)json_array_size(words)))
        return REFUSE(TOO_MANY_REQUESTS);
    for (int i = 0; language && codenames_languages[i]; i++)
        if (strcmp(codenames_languages[i], language) == 0) values[CODENAMES_SET_LANGUAGE] = i;
    struct writer w = writer_to(&text);
    write_json(&w, words);
    const struct deck_source from = {"", text.data, text.len, NULL};
    why = codenames_game.deck_import(values, &from, &made, &yield);
    if (!refused(&why)) *deck = json_loadb(made.data, made.len, 0, NULL);
    buffer_free(&text);
    buffer_free(&made);
    return why;
}

static void post_game(struct visit *v)
{
    json_t *settings = json_object(), *deck = NULL;
    struct refusal why = ACCEPTED;
    if (!doors_may_create(v->site, v->key)) why = REFUSE(TOO_MANY_REQUESTS);
    if (!refused(&why)) why = read_settings(v, settings);
    if (!refused(&why)) why = read_words(v, settings, &deck);
    if (refused(&why)) {
        answer_refusal(v, &why, NULL, NULL);
    } else {
        struct making *m = alloc_zero(1, sizeof *m);
        m->visit = v;
        m->deck = deck;
        int64_t now = v->now;
        struct hall *hall = v->site->hall;
        visit_hold(v);
        hall_create(hall, codenames_game.name, players[0].name, settings, now,
                    (struct hall_done){next_stage, m});
    }
    json_decref(settings);
}

/* ---- playing ---- */

static void acted(void *arg, const struct hall_answer *answer)
{
    struct visit *v = arg;
    const uint16_t *person = v->more;
    if (refused(&answer->refusal)) {
        answer_refusal(v, &answer->refusal, NULL, NULL);
        return;
    }
    answer_table(v, answer->live->room, *person);
}

static void act(struct visit *v, const char *verb)
{
    struct live *live = find_game(v);
    if (!live) return;
    uint16_t person = visit_person(v, live->room);
    if (!person) {
        reply_header(&v->headers, "WWW-Authenticate", "Bearer");
        answer_error(v, 401, "UNAUTHORIZED", "This needs the token of somebody in this game.");
        return;
    }
    v->more = alloc_copy(&person, sizeof person);
    visit_ask(v, live, person, verb, acted);
}

static void post_clue(struct visit *v)
{
    act(v, "submit_clue");
}

static void post_guess(struct visit *v)
{
    act(v, "make_guess");
}

static void post_end_turn(struct visit *v)
{
    act(v, "end_turn");
}

static const struct route routes[] = {
    {METHOD_POST, "/api/codenames/games", post_game},
    {METHOD_GET, "/api/codenames/games/:id", tell_game},
    {METHOD_GET, "/api/codenames/games/:id/history", tell_history},
    {METHOD_POST, "/api/codenames/games/:id/clue", post_clue},
    {METHOD_POST, "/api/codenames/games/:id/guess", post_guess},
    {METHOD_POST, "/api/codenames/games/:id/end-turn", post_end_turn},
    {0},
};

const struct game_extra codenames_extra = {.routes = routes};
