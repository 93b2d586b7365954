#include "site/pages/catalog.h"
#include "site/pages/layout.h"

/* What could be played next: «taboo:4:12:tomato codenames:4:16:», read by web/js/parts.js. */
static void add_games(struct html *h, const struct page_game *game)
{
    struct buffer list = {0};
    for (; game && game->name; game++)
        buffer_print(&list, "%s%s:%d:%d:%s", list.len ? " " : "", game->name, game->players_min,
                     game->players_max, game->box.mood ? game->box.mood : "");
    if (list.len) html_attr(h, "data-games", buffer_text(&list));
    buffer_free(&list);
}

/* The table and the television are drawn by the browser from the views it is sent; the page brings
 * what does not change: which room, which game, where the code and the QR are. */
static void add_frame(struct html *h, const struct page_room *room, const char *kind)
{
    struct buffer link = {0};
    buffer_print(&link, "%s/rooms/%s", h->page->origin ? h->page->origin : "", room->code);
    HTML(h, "<main id=\"main\"");
    html_attr(h, "class", kind);
    html_attr(h, "data-room", room->code);
    part_game_mood(h, room->game, &room->box);
    html_attr(h, "data-link", buffer_text(&link));
    add_games(h, room->games);
    HTML(h, "><h1 class=\"hidden-text\">");
    html_text(h, part_game_title(h, room->game));
    HTML(h, "</h1><p class=\"connecting\">");
    html_say(h, "table.connecting");
    HTML(h, "</p><noscript><p class=\"card\">");
    html_say(h, "table.noScript");
    HTML(h, "</p></noscript></main>");
    buffer_free(&link);
}

void page_table(struct buffer *out, const struct page_context *c, const struct page_room *room)
{
    static const char *const scripts[] = {"js/table.js", NULL};
    struct html html = {out, c}, *h = &html;
    struct buffer title = {0};
    buffer_print(&title, "%s · %s", part_game_title(h, room->game), room->code);
    const struct layout layout = {.title = buffer_text(&title),
                                  .kind = "table",
                                  .scripts = scripts,
                                  .style = "css/table.css",
                                  .bare = true,
                                  .socket = true};
    layout_begin(h, &layout);
    add_frame(h, room, "frame");
    layout_end(h, &layout);
    buffer_free(&title);
}

void page_tv(struct buffer *out, const struct page_context *c, const struct page_room *room)
{
    static const char *const scripts[] = {"js/tv.js", NULL};
    struct html html = {out, c}, *h = &html;
    struct buffer title = {0};
    buffer_print(&title, "%s · %s", part_game_title(h, room->game), room->code);
    const struct layout layout = {.title = buffer_text(&title),
                                  .kind = "tv",
                                  .scripts = scripts,
                                  .style = "css/table.css",
                                  .bare = true,
                                  .socket = true};
    layout_begin(h, &layout);
    add_frame(h, room, "tv-frame");
    layout_end(h, &layout);
    buffer_free(&title);
}
