#include "site/pages/catalog.h"
#include "site/pages/layout.h"

#include <stdio.h>

/* A small page that says one thing and offers the next step. */
static void begin(struct html *h, const struct layout *layout, const char *drawing)
{
    layout_begin(h, layout);
    HTML(h, "<main id=\"main\" class=\"answer\"><svg class=\"drawing\" aria-hidden=\"true\"><use");
    html_attr_asset(h, "href", drawing);
    HTML(h, "></use></svg><h1>");
}

static void add_link_home(struct html *h)
{
    HTML(h, "<p><a class=\"button\" href=\"/\">");
    html_say(h, "answer.home");
    HTML(h, "</a></p>");
}

void page_join(struct buffer *out, const struct page_context *c, const char *code,
               const struct refusal *problem)
{
    struct html html = {out, c}, *h = &html;
    const struct layout layout = {.title = catalog_text(c->language, "join.title"), .kind = "join"};
    struct buffer sentence = {0};
    if (problem && refused(problem)) refusal_text(&sentence, c->language, problem);
    begin(h, &layout, "i.svg#door");
    html_say(h, "join.heading");
    HTML(h, "</h1>");
    part_code_form(h, code, "join.label", sentence.len ? buffer_text(&sentence) : NULL);
    HTML(h, "<p class=\"hint\">");
    html_say(h, "join.hint");
    HTML(h, "</p></main>");
    layout_end(h, &layout);
    buffer_free(&sentence);
}

/* Somebody at a door that is not open to players now may still look in. */
static void add_watch(struct html *h, const struct page_room *room, bool full)
{
    HTML(h, "<p class=\"actions\"><a class=\"button primary\"");
    if (full) /* the one page for which nobody needs a place in the room */
        html_attr_path(h, "href", "rooms", room->code, "tv", NULL);
    else if (room->state == PAGE_LOBBY)
        html_attr_path(h, "href", "rooms", room->code, NULL);
    else
        html_attr_path(h, "href", "rooms", room->code, "game", NULL);
    HTML(h, ">");
    html_say(h, "answer.watch");
    HTML(h, "</a></p>");
}

static const char *host_name(const struct page_room *room)
{
    for (int i = 0; i < room->people_count; i++)
        if (room->people[i].host) return room->people[i].name;
    return "—";
}

void page_refusal(struct buffer *out, const struct page_context *c, const struct refusal *why,
                  const char *typed, const struct page_room *room)
{
    struct html html = {out, c}, *h = &html;
    struct buffer heading = {0};
    buffer_print(&heading, "answer.%s", refusal_name(why));
    bool own = catalog_has(buffer_text(&heading));
    const char *title = catalog_text(c->language, own ? buffer_text(&heading) : "answer.heading");
    const struct layout layout = {.title = title, .kind = "join"};
    begin(h, &layout, room ? "i.svg#door" : "i.svg#lost");
    html_text(h, title);
    HTML(h, "</h1><p class=\"lead\">");
    if (own) {
        buffer_add_text(&heading, ".more");
        html_say_with(h, buffer_text(&heading), "code", typed ? typed : "", "name",
                      room ? host_name(room) : "", NULL);
    } else {
        part_refusal(h, why);
    }
    HTML(h, "</p>");
    if (why->code == REFUSAL_CODE_ROOM_NOT_FOUND)
        part_code_form(h, typed, "join.label", NULL);
    else if (room && why->code != REFUSAL_CODE_ROOM_ENDED && why->code != REFUSAL_CODE_PUT_OUT)
        add_watch(h, room, why->code == REFUSAL_CODE_ROOM_FULL);
    add_link_home(h);
    HTML(h, "</main>");
    layout_end(h, &layout);
    buffer_free(&heading);
}

void page_error(struct buffer *out, const struct page_context *c, int status)
{
    struct html html = {out, c}, *h = &html;
    const char *kind = status == 404   ? "status.404"
                       : status == 405 ? "status.405"
                       : status >= 500 ? "status.500"
                                       : "status.400";
    struct buffer more = {0};
    buffer_print(&more, "%s.more", kind);
    const struct layout layout = {.title = catalog_text(c->language, kind), .kind = "join"};
    begin(h, &layout, "i.svg#lost");
    html_say(h, kind);
    HTML(h, "</h1><p class=\"lead\">");
    html_say(h, buffer_text(&more));
    HTML(h, "</p>");
    add_link_home(h);
    HTML(h, "</main>");
    layout_end(h, &layout);
    buffer_free(&more);
}

static void add_pages(struct html *h, const struct page_game *game)
{
    for (; game && game->name; game++) {
        if (!game->box.address) continue;
        HTML(h, "<p class=\"actions\"><a class=\"button primary\" data-keep"); /* see web/sw.js */
        html_attr(h, "href", game->box.address);
        HTML(h, ">");
        html_say_with(h, "offline.game", "game", part_game_title(h, game->name), NULL);
        HTML(h, "</a></p>");
    }
}

void page_offline(struct buffer *out, const struct page_context *c, const struct page_game *games)
{
    struct html html = {out, c}, *h = &html;
    const struct layout layout = {.title = catalog_text(c->language, "offline.heading"),
                                  .kind = "join"};
    begin(h, &layout, "i.svg#lost");
    html_say(h, "offline.heading");
    HTML(h, "</h1><p class=\"lead\">");
    html_say(h, "offline.more");
    /* for whom web/sw.js cannot work: shell.js shows it */
    HTML(h, "</p><p data-plain hidden>");
    html_say(h, "offline.plain");
    HTML(h, "</p>");
    add_pages(h, games);
    add_link_home(h);
    HTML(h, "</main>");
    layout_end(h, &layout);
}

void page_resume(struct buffer *out, const struct page_context *c, const char *code,
                 const char *link)
{
    struct html html = {out, c}, *h = &html;
    const struct layout layout = {.title = catalog_text(c->language, "resume.title"),
                                  .kind = "join resume"};
    layout_begin(h, &layout);
    HTML(h, "<main id=\"main\" class=\"answer\"><h1>");
    html_say(h, "resume.title");
    HTML(h, "</h1><div id=\"resume\" class=\"resume-card\"><p>");
    html_say(h, "resume.how");
    HTML(h, "</p><div class=\"qr-frame\" role=\"img\"");
    html_attr_say(h, "aria-label", "resume.qr");
    HTML(h, ">");
    part_qr(h, link);
    HTML(h, "</div><p class=\"link-line\"><input class=\"link-field\" readonly");
    html_attr_say(h, "aria-label", "resume.link");
    html_attr(h, "value", link);
    HTML(h, "><button type=\"button\" class=\"needs-js\"");
    html_attr(h, "data-copy", link);
    HTML(h, ">");
    part_icon(h, "copy");
    html_say(h, "share.copy");
    HTML(h, "</button></p><p class=\"hint\">");
    html_say(h, "resume.secret");
    HTML(h, "</p></div><p><a class=\"button\"");
    html_attr_path(h, "href", "rooms", code, NULL);
    HTML(h, ">");
    html_say(h, "resume.back");
    HTML(h, "</a></p></main>");
    layout_end(h, &layout);
}

void page_resume_here(struct buffer *out, const struct page_context *c, const char *code,
                      const char *once, const char *name)
{
    struct html html = {out, c}, *h = &html;
    const struct layout layout = {.title = catalog_text(c->language, "resume.title"),
                                  .kind = "join resume"};
    layout_begin(h, &layout);
    HTML(h, "<main id=\"main\" class=\"answer\"><h1>");
    html_say_with(h, "resume.ask", "name", name, NULL);
    HTML(h, "</h1><p>");
    html_say(h, "resume.once");
    HTML(h, "</p><form method=\"post\"");
    html_attr_path(h, "action", "rooms", code, "resume", once, NULL);
    HTML(h, "><button class=\"primary\">");
    part_icon(h, "phone");
    html_say(h, "resume.here");
    HTML(h, "</button></form></main>");
    layout_end(h, &layout);
}
