/* A room that is about to be opened with settings that somebody sent along: what they are, and one button. */
#include "site/pages/lobby.h"

#include <stdio.h>
#include <string.h>

/* The same page, for its links to other languages. */
static void add_query(struct buffer *out, const json_t *query)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)query, key, value)
    {
        if (strcmp(key, "lang") == 0) continue;
        if (out->len) buffer_add_byte(out, '&');
        url_add_encoded(out, key);
        buffer_add_byte(out, '=');
        url_add_encoded(out, json_string_value(value));
    }
}

static void add_hidden(struct html *h, const char *name, const char *value)
{
    HTML(h, "<input type=\"hidden\"");
    html_attr(h, "name", name);
    html_attr(h, "value", value);
    HTML(h, ">");
}

static void add_asked(struct html *h, const char *key, const json_t *value)
{
    char number[24];
    snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    const char *text = json_is_string(value)    ? json_string_value(value)
                       : json_is_boolean(value) ? (json_is_true(value) ? "true" : "false")
                                                : number;
    add_hidden(h, key, text);
}

static void add_form(struct html *h, const struct page_new *opening)
{
    const struct page_room *room = opening->room;
    const char *key;
    json_t *value;
    HTML(h, "<form class=\"card late-form\" method=\"post\" action=\"/rooms\">");
    part_who(h, NULL, NULL);
    lobby_summary(h, room);
    add_hidden(h, "game", room->game);
    json_object_foreach((json_t *)opening->asked, key, value)
    {
        add_asked(h, key, value);
    }
    HTML(h, "<div class=\"actions\"><button class=\"primary\">");
    html_say(h, opening->problem ? "new.usual" : "home.create");
    HTML(h, "</button><a class=\"button quiet\" href=\"/\">");
    html_say(h, "answer.home");
    HTML(h, "</a></div></form>");
}

static void add_lead(struct html *h, const struct page_new *opening)
{
    if (opening->problem) {
        HTML(h, "<p class=\"lead problem\" role=\"alert\">");
        part_refusal(h, opening->problem);
        HTML(h, " ");
        html_say(h, "new.refused");
    } else {
        HTML(h, "<p class=\"lead\">");
        html_say(h, "new.more");
    }
    HTML(h, "</p>");
}

void page_new(struct buffer *out, const struct page_context *c, const struct page_new *opening)
{
    struct html html = {out, c}, *h = &html;
    const struct page_room *room = opening->room;
    struct buffer query = {0};
    const char *title = part_game_title(h, room->game), *called = opening->called;
    add_query(&query, opening->query);
    const struct layout layout = {
        .title = title, .kind = "join new", .style = "css/lobby.css", .query = buffer_text(&query)};
    layout_begin(h, &layout);
    HTML(h, "<main id=\"main\" class=\"answer\"");
    part_game_mood(h, room->game, &room->box);
    HTML(h, "><div class=\"new-art\">");
    part_game_art(h, room->game);
    HTML(h, "</div><p class=\"kicker\">");
    html_say(h, "new.kicker");
    HTML(h, "</p><h1>");
    html_text(h, title);
    if (called && *called && !opening->problem) {
        HTML(h, ": <bdi>");
        html_text(h, called);
        HTML(h, "</bdi>");
    }
    HTML(h, "</h1>");
    add_lead(h, opening);
    add_form(h, opening);
    HTML(h, "</main>");
    layout_end(h, &layout);
    buffer_free(&query);
}
