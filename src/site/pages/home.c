#include "site/pages/catalog.h"
#include "site/pages/layout.h"

#include <stdio.h>
#include <string.h>

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

static void add_tile_action(struct html *h, const struct page_game *game)
{
    const char *title = part_game_title(h, game->name);
    if (game->box.address) {
        HTML(h, "<a class=\"button primary\"");
        html_attr(h, "href", game->box.address);
        html_attr_say_with(h, "aria-label", "home.open", "game", title, NULL);
        HTML(h, ">");
        html_say(h, "home.play");
        HTML(h, "</a>");
        return;
    }
    HTML(h, "<button class=\"primary\" name=\"game\"");
    html_attr(h, "value", game->name);
    html_attr_say_with(h, "aria-label", "home.createGame", "game", title, NULL);
    HTML(h, ">");
    html_say(h, "home.create");
    HTML(h, "</button>");
}

static void add_in_language(struct html *h, const char *language)
{
    HTML(h, " <span");
    html_attr(h, "lang", language);
    HTML(h, ">(");
    html_text(h, part_language(language));
    HTML(h, ")</span>");
}

static void add_tile_alone(struct html *h, const struct page_game *game)
{
    struct buffer address = {0};
    buffer_add_text(&address, "/rooms?alone=");
    url_add_encoded(&address, game->name);
    HTML(h, "<button class=\"alone\"");
    html_attr(h, "formaction", buffer_text(&address));
    buffer_free(&address);
    html_attr_say_with(h, "aria-label", "home.aloneGame", "game", part_game_title(h, game->name),
                       NULL);
    HTML(h, ">");
    part_icon(h, "bot");
    HTML(h, "<span>");
    html_say(h, "home.alone");
    if (game->bots_language) add_in_language(h, game->bots_language);
    HTML(h, "</span></button>");
}

/* A page that is a file of its own can be taken home. */
static void add_tile_download(struct html *h, const struct page_game *game)
{
    HTML(h, "<p class=\"keep\"><a");
    html_attr(h, "href", game->box.address);
    HTML(h, " download=\"");
    html_text(h, game->name);
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

/* In which languages its cards are; a game without words says nothing. */
static void add_tile_languages(struct html *h, const char *const *languages)
{
    HTML(h, "<span class=\"fact\">");
    part_icon(h, "speech");
    for (int i = 0; languages[i]; i++) {
        if (i) HTML(h, " · ");
        HTML(h, "<abbr");
        html_attr(h, "title", part_language(languages[i]));
        HTML(h, ">");
        html_text(h, languages[i]);
        HTML(h, "</abbr>");
    }
    HTML(h, "</span>");
}

static void add_tile_facts(struct html *h, const struct page_game *game)
{
    const struct game_box *box = &game->box;
    HTML(h, "<p class=\"facts\">");
    add_range(h, "people", "home.players", game->players_min, game->players_max);
    if (box->minutes_max) add_range(h, "clock", "home.minutes", box->minutes_min, box->minutes_max);
    if (box->languages) add_tile_languages(h, box->languages);
    HTML(h, "</p>");
}

static void add_tile(struct html *h, const struct page_game *game)
{
    const struct game_box *box = &game->box;
    struct buffer about = {0};
    buffer_print(&about, "game.%s.about", game->name);
    HTML(h, "<li class=\"tile\"");
    part_game_mood(h, game->name, box);
    HTML(h, "><div class=\"tile-art\">");
    part_game_art(h, game->name);
    HTML(h, "</div><div class=\"tile-text\"><h2>");
    html_text(h, part_game_title(h, game->name));
    HTML(h, "</h2>");
    if (!box->address) add_tile_help(h, game->name);
    if (catalog_has(buffer_text(&about))) {
        HTML(h, "<p>");
        html_say(h, buffer_text(&about));
        HTML(h, "</p>");
    }
    add_tile_facts(h, game);
    if (box->address) add_tile_download(h, game);
    HTML(h, "</div>");
    add_tile_action(h, game);
    if (game->bots) add_tile_alone(h, game);
    HTML(h, "</li>");
    buffer_free(&about);
}

static void add_seat(struct html *h, const struct page_seat *seat)
{
    HTML(h, "<li><a class=\"card way-back\"");
    html_attr_path(h, "href", "rooms", seat->code, NULL);
    HTML(h, ">");
    part_face(h, &(struct page_person){.name = seat->name, .avatar = seat->avatar});
    HTML(h, "<span class=\"way-back-text\"><b>");
    html_say(h, "home.back");
    HTML(h, "</b> <span>");
    html_say_with(h, "home.backAs", "game", part_game_title(h, seat->game), "code", seat->code,
                  "name", seat->name, NULL);
    HTML(h, "</span></span>");
    part_icon(h, "right");
    HTML(h, "</a></li>");
}

static void add_seats(struct html *h, const struct page_home *home)
{
    HTML(h, "<ul class=\"ways-back\">");
    for (int i = 0; i < home->seat_count; i++)
        add_seat(h, &home->seats[i]);
    HTML(h, "</ul>");
}

void page_home(struct buffer *out, const struct page_context *c, const struct page_home *home)
{
    struct html html = {out, c}, *h = &html;
    struct buffer query = {0};
    if (home->code && *home->code) {
        buffer_add_text(&query, "room=");
        url_add_encoded(&query, home->code);
    }
    const struct layout layout = {.title = catalog_text(c->language, "home.title"),
                                  .kind = "home",
                                  .query = buffer_text(&query)};
    layout_begin(h, &layout);
    HTML(h, "<main id=\"main\">");
    if (home->seat_count) add_seats(h, home);
    HTML(h, "<section class=\"hero\"><h1>");
    html_say(h, "home.heading");
    HTML(h, "</h1><p class=\"lead\">");
    html_say(h, "home.lead");
    HTML(h, "</p>");
    part_code_form(h, home->code, "home.haveCode", NULL);
    HTML(h,
         "</section><form class=\"shelf\" method=\"post\" action=\"/rooms\">"
         /* Enter in the name makes no room: this would be the button, and it cannot be pressed */
         "<button disabled hidden></button>");
    part_who(h, NULL, NULL);
    HTML(h, "<ul class=\"tiles\">");
    for (const struct page_game *game = home->games; game && game->name; game++)
        add_tile(h, game);
    HTML(h, "</ul></form><p class=\"actions\"><a class=\"button quiet\" href=\"/replay\">");
    part_icon(h, "again");
    html_say(h, "saved.open");
    HTML(h, "</a></p></main>");
    layout_end(h, &layout);
    buffer_free(&query);
}
