#include "site/pages/catalog.h"
#include "site/pages/layout.h"

#include <stdio.h>
#include <string.h>

/* Players and minutes as they stand on a game's box. */
static const struct box {
    const char *game;
    int players_min, players_max, minutes_min, minutes_max;
    const char *address; /* of a game that is a page of its own; NULL: it is played in a room */
} boxes[] = {
    {"taboo", 4, 12, 20, 40, NULL},      {"codenames", 4, 16, 15, 25, NULL},
    {"santase", 2, 2, 15, 30, NULL},     {"cah", 3, 10, 30, 60, NULL},
    {"crypta", 2, 4, 10, 20, "/crypta"},
};

static const struct box *box_of(const char *game)
{
    for (size_t i = 0; i < sizeof boxes / sizeof boxes[0]; i++)
        if (strcmp(boxes[i].game, game) == 0) return &boxes[i];
    return NULL;
}

static void add_range(struct html *h, const char *icon, const char *key, int min, int max)
{
    char from[16], to[16];
    struct buffer form = {0};
    snprintf(from, sizeof from, "%d", min);
    snprintf(to, sizeof to, "%d", max);
    buffer_print(&form, "%s.%s", key, min == max ? "exact" : "range");
    HTML(h, "<span class=\"fact\">");
    part_icon(h, icon);
    html_say_with(h, buffer_text(&form), "min", from, "max", to, NULL);
    HTML(h, "</span>");
    buffer_free(&form);
}

static void add_tile_action(struct html *h, const char *game, const struct box *box, bool coming)
{
    const char *title = part_game_title(h, game);
    if (box && box->address) {
        HTML(h, "<a class=\"button primary\"");
        html_attr(h, "href", box->address);
        html_attr_say_with(h, "aria-label", "home.open", "game", title, NULL);
        HTML(h, ">");
        html_say(h, "home.play");
        HTML(h, "</a>");
        return;
    }
    HTML(h, "<button name=\"game\"");
    if (!coming) HTML(h, " class=\"primary\"");
    html_attr(h, "value", game);
    html_attr_say_with(h, "aria-label", coming ? "home.lookAt" : "home.createGame", "game", title,
                       NULL);
    HTML(h, ">");
    html_say(h, coming ? "home.look" : "home.create");
    HTML(h, "</button>");
}

/* A page that is a file of its own can be taken home. */
static void add_tile_download(struct html *h, const char *game, const struct box *box)
{
    HTML(h, "<p class=\"keep\"><a");
    html_attr(h, "href", box->address);
    HTML(h, " download=\"");
    html_text(h, game);
    HTML(h, ".html\">");
    html_say(h, "home.download");
    HTML(h, "</a></p>");
}

static void add_tile_help(struct html *h, const char *game)
{
    HTML(h, "<button type=\"button\" class=\"quiet needs-js tile-help\" data-open=\"help\"");
    html_attr(h, "data-game", game);
    html_attr_say_with(h, "aria-label", "help.of", "game", part_game_title(h, game), NULL);
    HTML(h, ">");
    part_icon(h, "help");
    HTML(h, "</button>");
}

/* A game whose rules are still being written says so before anybody opens a room for it. */
static void add_tile(struct html *h, const char *game, bool coming)
{
    const struct box *box = box_of(game);
    struct buffer about = {0};
    buffer_print(&about, "game.%s.about", game);
    HTML(h, "<li");
    html_attr(h, "class", coming ? "tile soon" : "tile");
    html_attr(h, "data-game", game);
    HTML(h, "><div class=\"tile-art\">");
    part_game_art(h, game);
    HTML(h, "</div><div class=\"tile-text\"><h2>");
    html_text(h, part_game_title(h, game));
    HTML(h, "</h2>");
    if (!box || !box->address) add_tile_help(h, game);
    if (catalog_has(buffer_text(&about))) {
        HTML(h, "<p>");
        html_say(h, buffer_text(&about));
        HTML(h, "</p>");
    }
    if (box) {
        HTML(h, "<p class=\"facts\">");
        add_range(h, "people", "home.players", box->players_min, box->players_max);
        add_range(h, "clock", "home.minutes", box->minutes_min, box->minutes_max);
        HTML(h, "</p>");
    }
    if (box && box->address) add_tile_download(h, game, box);
    if (coming) {
        HTML(h, "<p class=\"soon-note\"><b>");
        html_say(h, "home.soon");
        HTML(h, "</b>: ");
        html_say(h, "home.soonMore");
        HTML(h, "</p>");
    }
    HTML(h, "</div>");
    add_tile_action(h, game, box, coming);
    HTML(h, "</li>");
    buffer_free(&about);
}

void page_home(struct buffer *out, const struct page_context *c, const struct page_home *home)
{
    struct html html = {out, c}, *h = &html;
    const struct layout layout = {
        .title = catalog_text(c->language, "home.title"), .kind = "home", .room = home->code};
    layout_begin(h, &layout);
    HTML(h, "<main id=\"main\"><section class=\"hero\"><h1>");
    html_say(h, "home.heading");
    HTML(h, "</h1><p class=\"lead\">");
    html_say(h, "home.lead");
    HTML(h, "</p>");
    part_code_form(h, home->code, "home.haveCode", NULL);
    HTML(h,
         "</section><form class=\"shelf\" method=\"post\" action=\"/rooms\"><ul class=\"tiles\">");
    for (const struct page_game *game = home->games; game && game->name; game++)
        add_tile(h, game->name, game->coming);
    HTML(h, "</ul></form></main>");
    layout_end(h, &layout);
}
