/* What was played: a room's past games for its people, and how cards fare for everybody. */
#include "site/pages/past.h"
#include "site/doors.h"
#include "site/inquiry.h"
#include "site/routes.h"

#include <stdio.h>
#include <stdlib.h>

#define CARDS_MAX 200

static bool too_often(struct visit *v, const struct live *live, uint16_t person)
{
    if (doors_may_act(v->site, v->key, live, person)) return false;
    struct refusal why = REFUSE(TOO_MANY_REQUESTS);
    answer_refusal(v, &why, NULL, NULL);
    return true;
}

static void answer_value(struct visit *v, int status, const json_t *value)
{
    struct buffer body = {0};
    char *text = json_dumps(value, JSON_COMPACT);
    if (text) buffer_add_text(&body, text);
    free(text);
    answer_json(v, status, &body);
}

/* ---- a room's past ---- */

/* Rows that say which game they belong to become lists of that game. */
static void nest(json_t *games, json_t *rows, const char *key)
{
    size_t i, j;
    json_t *game, *row;
    json_array_foreach(games, i, game)
    {
        json_t *list = json_array();
        const char *id = json_string_value(json_object_get(game, "id"));
        json_array_foreach(rows, j, row)
        {
            const char *of = json_string_value(json_object_get(row, "game"));
            if (id && of && strcmp(id, of) == 0) json_array_append(list, row);
        }
        json_object_set_new(game, key, list);
    }
}

static void drop_key(json_t *rows, const char *key)
{
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row) json_object_del(row, key);
}

/* Ids of rows begin with the room's number in the store, which is nobody's business. */
static void public_ids(json_t *rows)
{
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row)
    {
        const char *id = json_string_value(json_object_get(row, "player"));
        const char *dot = id ? strchr(id, '.') : NULL;
        if (dot) json_object_set_new(row, "playerId", json_string(dot + 1));
        json_object_del(row, "player");
    }
}

static void tell_past(struct visit *v, json_t *found)
{
    json_t *games = json_object_get(found, "games");
    json_t *scores = json_object_get(found, "scores"), *rounds = json_object_get(found, "rounds");
    public_ids(scores);
    public_ids(json_object_get(found, "leaderboard"));
    nest(games, scores, "finalScores");
    nest(games, rounds, "roundList");
    drop_key(scores, "game");
    drop_key(rounds, "game");
    drop_key(games, "id");
    json_object_del(found, "scores");
    json_object_del(found, "rounds");
    json_object_set_new(found, "roomCode", json_string(v->param[0]));
    if (v->json) {
        answer_value(v, 200, found);
        return;
    }
    struct buffer body = {0};
    struct page_context context = visit_context(v);
    page_past(&body, &context, found);
    answer_page(v, 200, &body);
}

void show_past(struct visit *v)
{
    struct live *live = visit_room(v);
    if (!live) return;
    const struct room *room = live->room;
    uint16_t person = visit_person(v, room);
    if (too_often(v, live, person)) return;
    if (!person) {
        struct refusal why = REFUSE(NOT_IN_ROOM);
        answer_refusal(v, &why, room->code, room);
        return;
    }
    struct ask_about about = {.number = {(int64_t)room->id}};
    const struct inquiry_question questions[] = {{"games", ASK_GAMES, about},
                                                 {"scores", ASK_GAME_SCORES, about},
                                                 {"rounds", ASK_GAME_ROUNDS, about},
                                                 {"leaderboard", ASK_LEADERBOARD, about}};
    snprintf(v->param[0], sizeof v->param[0], "%s", room->code);
    visit_inquire(v, questions, 4, tell_past);
}

/* ---- cards ---- */

static void add_rate(json_t *card)
{
    json_int_t plays = json_integer_value(json_object_get(card, "plays"));
    json_int_t wins = json_integer_value(json_object_get(card, "wins"));
    json_object_set_new(card, "winRate",
                        plays ? json_real((double)wins / (double)plays) : json_null());
}

static void tell_one_card(struct visit *v, json_t *found)
{
    json_t *card = json_array_get(json_object_get(found, "cards"), 0);
    if (!card) {
        answer_error(v, 404, "NOT_FOUND", "No such card has been played here.");
        return;
    }
    add_rate(card);
    answer_value(v, 200, card);
}

void tell_card(struct visit *v)
{
    if (too_often(v, NULL, 0)) return;
    struct inquiry_question question = {"cards", ASK_CARD, {.text = v->param[0]}};
    visit_inquire(v, &question, 1, tell_one_card);
}

static void tell_all_cards(struct visit *v, json_t *found)
{
    size_t i;
    json_t *card, *cards = json_object_get(found, "cards");
    json_array_foreach(cards, i, card) add_rate(card);
    if (v->json) {
        answer_value(v, 200, found);
        return;
    }
    struct buffer body = {0};
    struct page_context context = visit_context(v);
    page_cards(&body, &context, found);
    answer_page(v, 200, &body);
}

static int64_t number(struct visit *v, const char *key, int64_t missing, int64_t max)
{
    char text[16], *end;
    visit_query(v, key, text, sizeof text);
    long long value = strtoll(text, &end, 10);
    return end == text || *end || value < 0 ? missing : value < max ? value : max;
}

/* ?sort=plays, wins or winRate; ?type=white or black; ?min= plays; ?limit= */
void tell_cards(struct visit *v)
{
    char sort[16], type[16];
    if (too_often(v, NULL, 0)) return;
    visit_query(v, "sort", sort, sizeof sort);
    bool black = strcmp(visit_query(v, "type", type, sizeof type), "black") == 0;
    enum question question = strcmp(sort, "wins") == 0      ? ASK_CARDS_BY_WINS
                             : strcmp(sort, "winRate") == 0 ? ASK_CARDS_BY_RATE
                                                            : ASK_CARDS_BY_PLAYS;
    struct ask_about about = {black ? "black" : "white",
                              {number(v, "min", 1, INT32_MAX), number(v, "limit", 50, CARDS_MAX)}};
    visit_inquire(v, &(struct inquiry_question){"cards", question, about}, 1, tell_all_cards);
}
