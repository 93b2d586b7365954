#include "site/pages/past.h"
#include "site/pages/catalog.h"
#include "site/pages/layout.h"

#include <stdio.h>
#include <time.h>

static const char *text(const json_t *row, const char *key)
{
    const char *value = json_string_value(json_object_get(row, key));
    return value ? value : "";
}

static long number(const json_t *row, const char *key)
{
    return (long)json_integer_value(json_object_get(row, key));
}

static bool is(const json_t *row, const char *key)
{
    return json_is_true(json_object_get(row, key));
}

/* «2026-11-16 18:20», which a script turns into the reader's own time and way of writing. */
static void add_time(struct html *h, int64_t ms)
{
    char stamp[40];
    time_t seconds = (time_t)(ms / 1000);
    struct tm utc;
    gmtime_r(&seconds, &utc);
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", &utc);
    HTML(h, "<time");
    html_attr(h, "datetime", stamp);
    HTML(h, ">");
    strftime(stamp, sizeof stamp, "%Y-%m-%d %H:%M UTC", &utc);
    html_text(h, stamp);
    HTML(h, "</time>");
}

static void add_heading(struct html *h, const char *const *keys)
{
    HTML(h, "<thead><tr>");
    for (; *keys; keys++) {
        HTML(h, "<th scope=\"col\">");
        html_say(h, *keys);
        HTML(h, "</th>");
    }
    HTML(h, "</tr></thead>");
}

static void add_number(struct html *h, long value)
{
    HTML(h, "<td class=\"number\">");
    html_number(h, value);
    HTML(h, "</td>");
}

static void add_name(struct html *h, const json_t *row)
{
    HTML(h, "<th scope=\"row\">");
    if (text(row, "name")[0]) part_avatar(h, text(row, "name"));
    HTML(h, "<span>");
    if (text(row, "name")[0])
        html_text(h, text(row, "name"));
    else
        html_say(h, "past.nameless");
    HTML(h, "</span></th>");
}

static void add_leaderboard(struct html *h, const json_t *rows)
{
    static const char *const keys[] = {"past.player", "past.wins", "past.games", "past.points",
                                       NULL};
    size_t i;
    json_t *row;
    if (!json_array_size(rows)) return;
    HTML(h, "<section class=\"card\"><h2>");
    html_say(h, "past.leaderboard");
    HTML(h, "</h2><table class=\"ledger\">");
    add_heading(h, keys);
    HTML(h, "<tbody>");
    json_array_foreach(rows, i, row)
    {
        HTML(h, "<tr>");
        add_name(h, row);
        add_number(h, number(row, "wins"));
        add_number(h, number(row, "games"));
        add_number(h, number(row, "points"));
        HTML(h, "</tr>");
    }
    HTML(h, "</tbody></table></section>");
}

static void add_scores(struct html *h, const json_t *rows)
{
    static const char *const keys[] = {"past.player", "past.points", NULL};
    size_t i;
    json_t *row;
    HTML(h, "<table class=\"ledger\">");
    add_heading(h, keys);
    HTML(h, "<tbody>");
    json_array_foreach(rows, i, row)
    {
        HTML(h, "<tr>");
        add_name(h, row);
        HTML(h, "<td class=\"number\">");
        html_number(h, number(row, "score"));
        if (is(row, "isWinner")) {
            HTML(h, " <span class=\"winner\">");
            html_say(h, "past.winner");
            HTML(h, "</span>");
        }
        HTML(h, "</td></tr>");
    }
    HTML(h, "</tbody></table>");
}

/* A round is read as one: the question, and what won it. */
static void add_round(struct html *h, const json_t *round)
{
    size_t i;
    json_t *card;
    HTML(h, "<li><p class=\"asked\">");
    html_text(h, text(round, "black"));
    HTML(h, "</p>");
    if (!text(round, "winner")[0] && !json_array_size(json_object_get(round, "cards"))) {
        HTML(h, "<p class=\"hint\">");
        html_say(h, "past.nobody");
        HTML(h, "</p></li>");
        return;
    }
    HTML(h, "<p class=\"answered\">");
    json_array_foreach(json_object_get(round, "cards"), i, card)
    {
        if (i) HTML(h, " / ");
        html_text(h, json_string_value(card) ? json_string_value(card) : "");
    }
    HTML(h, " <span class=\"hint\">");
    html_text(h, text(round, "winner"));
    HTML(h, "</span></p></li>");
}

static void add_rounds(struct html *h, const json_t *rounds)
{
    size_t i;
    json_t *round;
    if (!json_array_size(rounds)) return;
    HTML(h, "<details><summary>");
    html_say_count(h, "past.rounds", (long)json_array_size(rounds), NULL);
    HTML(h, "</summary><ol class=\"past-rounds\">");
    json_array_foreach(rounds, i, round) add_round(h, round);
    HTML(h, "</ol></details>");
}

static void add_game(struct html *h, const json_t *game)
{
    HTML(h, "<section class=\"card\"><h2>");
    add_time(h, json_integer_value(json_object_get(game, "startedAt")));
    HTML(h, "</h2>");
    if (!is(game, "isFinished")) {
        HTML(h, "<p class=\"hint\">");
        html_say(h, strcmp(text(game, "state"), "completed") ? "past.running" : "past.stopped");
        HTML(h, "</p>");
    }
    add_scores(h, json_object_get(game, "finalScores"));
    add_rounds(h, json_object_get(game, "roundList"));
    HTML(h, "</section>");
}

void page_past(struct buffer *out, const struct page_context *c, const json_t *past)
{
    struct html html = {out, c}, *h = &html;
    const struct layout layout = {
        .title = catalog_text(c->language, "past.title"), .kind = "past", .style = "css/past.css"};
    const json_t *games = json_object_get(past, "games");
    size_t i;
    json_t *game;
    layout_begin(h, &layout);
    HTML(h, "<main id=\"main\" class=\"past\"><h1>");
    html_say(h, "past.title");
    HTML(h, "</h1><p class=\"actions\"><a class=\"button\"");
    html_attr_path(h, "href", "rooms", text(past, "roomCode"), NULL);
    HTML(h, ">");
    html_say(h, "past.back");
    HTML(h, "</a><a class=\"button quiet\" href=\"/cah/cards\">");
    html_say(h, "past.cards");
    HTML(h, "</a></p>");
    if (!json_array_size(games)) {
        HTML(h, "<p class=\"lead\">");
        html_say(h, "past.none");
        HTML(h, "</p>");
    }
    add_leaderboard(h, json_object_get(past, "leaderboard"));
    json_array_foreach(games, i, game) add_game(h, game);
    HTML(h, "</main>");
    layout_end(h, &layout);
}

static void add_card_row(struct html *h, const json_t *card)
{
    char rate[16];
    long plays = number(card, "plays"), wins = number(card, "wins");
    snprintf(rate, sizeof rate, "%ld %%", plays ? (100 * wins + plays / 2) / plays : 0);
    HTML(h, "<tr><th scope=\"row\"");
    if (text(card, "language")[0]) html_attr(h, "lang", text(card, "language"));
    HTML(h, ">");
    html_text(h, text(card, "text"));
    HTML(h, "</th>");
    add_number(h, plays);
    add_number(h, wins);
    HTML(h, "<td class=\"number\">");
    html_text(h, rate);
    HTML(h, "</td></tr>");
}

void page_cards(struct buffer *out, const struct page_context *c, const json_t *found)
{
    static const char *const keys[] = {"past.card", "past.plays", "past.wins", "past.rate", NULL};
    struct html html = {out, c}, *h = &html;
    const struct layout layout = {
        .title = catalog_text(c->language, "past.cards"), .kind = "past", .style = "css/past.css"};
    const json_t *cards = json_object_get(found, "cards");
    size_t i;
    json_t *card;
    layout_begin(h, &layout);
    HTML(h, "<main id=\"main\" class=\"past\"><h1>");
    html_say(h, "past.cards");
    HTML(h, "</h1><p class=\"lead\">");
    html_say(h, json_array_size(cards) ? "past.cardsMore" : "past.noCards");
    HTML(h, "</p><nav class=\"actions\"><a class=\"button quiet\" href=\"/cah/cards?sort=plays\">");
    html_say(h, "past.plays");
    HTML(h, "</a><a class=\"button quiet\" href=\"/cah/cards?sort=wins\">");
    html_say(h, "past.wins");
    HTML(h, "</a><a class=\"button quiet\" href=\"/cah/cards?sort=winRate\">");
    html_say(h, "past.rate");
    HTML(h, "</a></nav>");
    if (json_array_size(cards)) {
        HTML(h, "<section class=\"card\"><table class=\"ledger\">");
        add_heading(h, keys);
        HTML(h, "<tbody>");
        json_array_foreach(cards, i, card) add_card_row(h, card);
        HTML(h, "</tbody></table></section>");
    }
    HTML(h, "</main>");
    layout_end(h, &layout);
}
