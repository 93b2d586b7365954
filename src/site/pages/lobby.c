#include "site/pages/lobby.h"
#include "site/pages/catalog.h"

#include <string.h>

void lobby_form(struct html *h, const struct page_room *room, const char *event)
{
    HTML(h, "<form method=\"post\" hx-swap=\"none\"");
    html_attr_path(h, "action", "rooms", room->code, "do", event, NULL);
    html_attr_path(h, "hx-post", "rooms", room->code, "do", event, NULL);
    HTML(h, ">");
}

static const struct page_person *host_of(const struct page_room *room)
{
    for (int i = 0; i < room->people_count; i++)
        if (room->people[i].host) return &room->people[i];
    return NULL;
}

static void add_missing(struct html *h, const struct page_room *room)
{
    if (room->missing_count > 0 && room->missing_team >= 0) {
        for (int team = room->missing_team; team < room->team_count; team++) {
            if (!room->team_lacks[team]) continue;
            if (team > room->missing_team) HTML(h, " ");
            html_say_count(h, "lobby.missingInTeam", room->team_lacks[team], "team",
                           part_team_name(h, room, team), NULL);
        }
    } else if (room->missing_count > 0) {
        html_say_count(h, "lobby.missing", room->missing_count, NULL);
    } else {
        part_refusal(h, &room->missing);
    }
}

void fragment_status(struct buffer *out, const struct page_context *c, const struct page_room *room)
{
    struct html html = {out, c}, *h = &html;
    const struct page_person *host = host_of(room);
    bool ready = !refused(&room->missing);
    HTML(h, "<span class=\"status\"");
    html_attr(h, "data-ready", ready ? "yes" : "no");
    HTML(h, ">");
    if (room->state == PAGE_PLAYING)
        html_say(h, "lobby.playing");
    else if (!ready)
        add_missing(h, room);
    else if (room->is_host)
        html_say(h, "lobby.ready");
    else
        html_say_with(h, "lobby.hostStarts", "name", host ? host->name : "—", NULL);
    HTML(h, "</span>");
}

void fragment_start(struct buffer *out, const struct page_context *c, const struct page_room *room)
{
    struct html html = {out, c}, *h = &html;
    if (room->state == PAGE_PLAYING) {
        HTML(h, "<a class=\"button primary\"");
        html_attr_path(h, "href", "rooms", room->code, "game", NULL);
        HTML(h, ">");
        html_say(h, "lobby.toTable");
        HTML(h, "</a>");
        return;
    }
    if (!room->is_host || refused(&room->missing)) return;
    HTML(h, "<form class=\"start-form\" method=\"post\" hx-swap=\"none\"");
    html_attr_path(h, "action", "rooms", room->code, "start", NULL);
    html_attr_path(h, "hx-post", "rooms", room->code, "start", NULL);
    HTML(h, ">");
    if (room->host_token) {
        HTML(h, "<input type=\"hidden\" name=\"hostToken\"");
        html_attr(h, "value", room->host_token);
        HTML(h, ">");
    }
    HTML(h, "<button class=\"primary start\">");
    html_say(h, "lobby.start");
    HTML(h, "</button></form>");
}

static void add_link(struct buffer *link, const struct page_context *c,
                     const struct page_room *room)
{
    buffer_print(link, "%s/rooms/%s", c->origin ? c->origin : "", room->code);
}

static void add_code(struct html *h, const char *code)
{
    char spelled[64];
    size_t at = 0;
    for (size_t i = 0; code[i] && at + 2 < sizeof spelled; i++) {
        if (i) spelled[at++] = ' ';
        spelled[at++] = code[i];
    }
    spelled[at] = 0;
    /* Read letter by letter aloud, seen as six tokens. */
    HTML(h, "<p class=\"room-code\"><span class=\"hidden-text\">");
    html_say_with(h, "lobby.codeAloud", "code", spelled, NULL);
    HTML(h, "</span><span class=\"code-tokens\" aria-hidden=\"true\">");
    for (size_t i = 0; code[i]; i++) {
        char letter[2] = {code[i], 0};
        HTML(h, "<b>");
        html_text(h, letter);
        HTML(h, "</b>");
    }
    HTML(h, "</span></p>");
}

static void add_invite(struct html *h, const struct page_room *room)
{
    struct buffer link = {0};
    add_link(&link, h->page, room);
    const char *address = buffer_text(&link);
    HTML(h, "<section id=\"invite\" class=\"card invite\" aria-labelledby=\"invite-title\">"
            "<div class=\"invite-text\"><h2 id=\"invite-title\">");
    html_say(h, "lobby.invite");
    HTML(h, "</h2>");
    add_code(h, room->code);
    HTML(h, "<p class=\"invite-link\"><a");
    html_attr(h, "href", address);
    HTML(h, ">");
    const char *bare = strstr(address, "://");
    html_text(h, bare ? bare + 3 : address);
    HTML(h, "</a></p><p class=\"actions\"><button type=\"button\" class=\"needs-js\"");
    html_attr(h, "data-copy", address);
    HTML(h, ">");
    part_icon(h, "copy");
    html_say(h, "share.copy");
    HTML(h, "</button><button type=\"button\" class=\"needs-js\" hidden");
    html_attr(h, "data-share", address);
    html_attr_say_with(h, "data-share-text", "share.text", "game", part_game_title(h, room->game),
                       "code", room->code, NULL);
    HTML(h, ">");
    part_icon(h, "share");
    html_say(h, "share.share");
    HTML(h, "</button><a class=\"button\" target=\"_blank\" rel=\"noopener\"");
    html_attr_path(h, "href", "rooms", room->code, "tv", NULL);
    HTML(h, ">");
    part_icon(h, "tv");
    html_say(h, "lobby.tv");
    HTML(h, "</a></p></div><img class=\"qr\" width=\"240\" height=\"240\"");
    html_attr_path(h, "src", "rooms", room->code, "qr.svg", NULL);
    html_attr_say_with(h, "alt", "share.qrAlt", "link", address, NULL);
    HTML(h, "></section>");
    buffer_free(&link);
}

static void add_title(struct html *h, const struct page_room *room)
{
    HTML(h, "<div class=\"lobby-title\"");
    part_game_mood(h, room->game, &room->box);
    HTML(h, ">");
    part_game_art(h, room->game);
    HTML(h, "<div><p class=\"kicker\">");
    html_say(h, room->is_host ? "lobby.kickerHost" : "lobby.kickerGuest");
    HTML(h, "</p><h1>");
    html_text(h, part_game_title(h, room->game));
    HTML(h, "</h1></div><button type=\"button\" class=\"quiet needs-js\" data-open=\"help\"");
    html_attr(h, "data-game", room->game);
    HTML(h, ">");
    part_icon(h, "help");
    html_say(h, "help.title");
    HTML(h, "</button></div>");
}

static void add_past(struct html *h, const struct page_room *room)
{
    HTML(h, "<a class=\"button quiet\"");
    html_attr_path(h, "href", "rooms", room->code, "history", NULL);
    HTML(h, ">");
    part_icon(h, "star");
    html_say(h, "past.title");
    HTML(h, "</a>");
}

static void add_leave(struct html *h, const struct page_room *room)
{
    HTML(h, "<div class=\"lobby-end\">");
    if (room->you >= 0) {
        HTML(h, "<a class=\"button quiet\"");
        html_attr_path(h, "href", "rooms", room->code, "resume", NULL);
        HTML(h, ">");
        part_icon(h, "phone");
        html_say(h, "resume.title");
        HTML(h, "</a>");
        if (room->remembers && room->games_played) add_past(h, room);
        HTML(h, "<form method=\"post\"");
        html_attr_path(h, "action", "rooms", room->code, "leave", NULL);
        HTML(h, "><button class=\"quiet\">");
        part_icon(h, "door");
        html_say(h, "lobby.leave");
        HTML(h, "</button></form>");
    }
    HTML(h, "</div>");
}

void fragment_lobby(struct buffer *out, const struct page_context *c, const struct page_room *room)
{
    struct html html = {out, c}, *h = &html;
    add_title(h, room);
    /* A host invites first; a guest first says who that is. */
    HTML(h, "<div class=\"lobby-columns\"><div class=\"lobby-main\">");
    if (room->is_host) add_invite(h, room);
    if (!room->is_host) lobby_you(h, room);
    lobby_people(h, room);
    HTML(h, "</div><div class=\"lobby-side\">");
    if (room->is_host) lobby_you(h, room);
    lobby_settings(h, room);
    if (!room->is_host) add_invite(h, room);
    add_leave(h, room);
    HTML(h, "</div></div>");
}

static void add_stream_address(struct html *h, const struct page_room *room)
{
    struct buffer address = {0};
    buffer_add_text(&address, "/sse/");
    url_add_encoded(&address, room->code);
    if (room->host_token && room->for_program) {
        buffer_add_text(&address, "?hostToken=");
        url_add_encoded(&address, room->host_token);
    }
    /* who left by own will looks on until they say that they are back */
    if (room->returning) buffer_add_text(&address, "?watch=1");
    html_attr(h, "sse-connect", buffer_text(&address));
    buffer_free(&address);
}

static void add_page(struct buffer *out, const struct page_context *c, const struct page_room *room)
{
    static const char *const scripts[] = {"js/lobby.js", NULL};
    struct html html = {out, c}, *h = &html;
    struct buffer title = {0};
    buffer_print(&title, "%s · %s", part_game_title(h, room->game), room->code);
    const struct layout layout = {.title = buffer_text(&title),
                                  .kind = "lobby",
                                  .scripts = scripts,
                                  .style = "css/lobby.css",
                                  .htmx = true};
    layout_begin(h, &layout);
    HTML(h,
         "<main id=\"main\" hx-ext=\"sse,quiet\" hx-headers='{\"Accept\":\"application/json\"}'");
    html_attr(h, "data-room", room->code);
    if (room->is_host) HTML(h, " data-host=\"yes\"");
    add_stream_address(h, room);
    HTML(h, "><div id=\"lobby\" sse-swap=\"lobby\" hx-swap=\"quiet\">");
    fragment_lobby(out, c, room);
    HTML(h,
         "</div><div class=\"start-bar\"><p id=\"status\" sse-swap=\"status\" hx-swap=\"quiet\">");
    fragment_status(out, c, room);
    HTML(h, "</p><div id=\"start\" sse-swap=\"start-game\" hx-swap=\"quiet\">");
    fragment_start(out, c, room);
    HTML(
        h,
        "</div></div><span hidden sse-swap=\"connected,game-start,closed,announcement\" hx-swap=\"none\"></span>"
        "<noscript><p class=\"hint\">");
    html_say(h, "lobby.noScript");
    HTML(h, "</p></noscript></main>");
    layout_end(h, &layout);
    buffer_free(&title);
}

void page_lobby_host(struct buffer *out, const struct page_context *c, const struct page_room *room)
{
    add_page(out, c, room);
}

void page_lobby_guest(struct buffer *out, const struct page_context *c,
                      const struct page_room *room)
{
    add_page(out, c, room);
}
