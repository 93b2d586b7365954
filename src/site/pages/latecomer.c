/* The door of a room whose game is running: who comes late says who that is, and plays or watches. */
#include "site/pages/catalog.h"
#include "site/pages/layout.h"

static int size_of(const struct page_room *room, int team)
{
    int size = 0;
    for (int i = 0; i < room->people_count; i++)
        size += room->people[i].team == team && !room->people[i].watching;
    return size;
}

static bool is_full(const struct page_room *room, int team)
{
    return room->team_max && size_of(room, team) >= room->team_max;
}

static int smallest_team(const struct page_room *room)
{
    int best = 0;
    for (int team = 1; team < room->team_count; team++)
        if (size_of(room, team) < size_of(room, best)) best = team;
    return best;
}

static void add_team(struct html *h, const struct page_room *room, int team)
{
    HTML(h, "<label class=\"option\"><input type=\"radio\" name=\"teamName\"");
    html_attr(h, "value", room->teams[team]);
    if (is_full(room, team))
        HTML(h, " disabled");
    else if (team == smallest_team(room))
        HTML(h, " checked");
    HTML(h, "><span>");
    html_text(h, part_team_name(h, room, team));
    HTML(h, " <b class=\"late-size\">");
    html_number(h, size_of(room, team));
    HTML(h, "</b></span></label>");
}

static void add_teams(struct html *h, const struct page_room *room)
{
    HTML(h, "<fieldset class=\"setting\"><legend>");
    html_say(h, "late.team");
    HTML(h, "</legend><div class=\"options\">");
    for (int team = 0; team < room->team_count; team++)
        add_team(h, room, team);
    HTML(h, "</div></fieldset>");
}

static void add_button(struct html *h, const char *kind, bool watch, const char *icon,
                       const char *key)
{
    HTML(h, "<button");
    if (*kind) html_attr(h, "class", kind);
    if (watch) HTML(h, " name=\"watch\" value=\"true\"");
    HTML(h, ">");
    part_icon(h, icon);
    html_say(h, key);
    HTML(h, "</button>");
}

static void add_faces(struct html *h, const struct page_room *room)
{
    HTML(h, "<ul class=\"late-faces\"");
    html_attr_say(h, "aria-label", "lobby.people");
    HTML(h, ">");
    for (int i = 0; i < room->people_count; i++) {
        HTML(h, "<li>");
        part_face(h, &room->people[i]);
        HTML(h, "<bdi>");
        html_text(h, room->people[i].name);
        HTML(h, "</bdi></li>");
    }
    HTML(h, "</ul>");
}

static void add_form(struct html *h, const struct page_room *room)
{
    const struct page_person *was = room->returning;
    bool over = room->state == PAGE_OVER, plays = over || room->latecomers;
    HTML(h, "<form class=\"card late-form\" method=\"post\"");
    html_attr_path(h, "action", "rooms", room->code, "join", NULL);
    HTML(h, ">");
    part_who(h, was ? was->name : NULL, was ? was->avatar : NULL);
    if (plays && room->team_count) add_teams(h, room);
    HTML(h, "<div class=\"actions\">");
    if (plays) add_button(h, "primary", false, "chair", over ? "lobby.enter" : "late.play");
    add_button(h, plays ? "" : "primary", true, "eye", plays ? "lobby.watch" : "late.watch");
    HTML(h, "</div></form>");
}

void page_latecomer(struct buffer *out, const struct page_context *c, const struct page_room *room)
{
    struct html html = {out, c}, *h = &html;
    struct buffer title = {0};
    bool over = room->state == PAGE_OVER;
    buffer_print(&title, "%s · %s", part_game_title(h, room->game), room->code);
    const struct layout layout = {.title = buffer_text(&title), .kind = "join late"};
    layout_begin(h, &layout);
    HTML(h, "<main id=\"main\" class=\"answer\"");
    part_game_mood(h, room->game, &room->box);
    HTML(h, "><p class=\"kicker\">");
    html_text(h, part_game_title(h, room->game));
    HTML(h, "</p><h1>");
    html_say(h, room->returning ? "late.again" : over ? "late.over" : "late.title");
    HTML(h, "</h1><p class=\"lead\">");
    html_say(h, over ? "late.overMore" : room->latecomers ? "late.nextTurn" : "late.nextGame");
    HTML(h, "</p>");
    add_form(h, room);
    add_faces(h, room);
    HTML(h, "</main>");
    layout_end(h, &layout);
    buffer_free(&title);
}
