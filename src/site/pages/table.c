#include "site/pages/catalog.h"
#include "site/pages/layout.h"
#include "site/pages/replay.h"

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
static void add_frame(struct html *h, const struct page_room *room, const char *kind,
                      const char *replay)
{
    struct buffer link = {0};
    buffer_print(&link, "%s/rooms/%s", h->page->origin ? h->page->origin : "", room->code);
    HTML(h, "<main id=\"main\"");
    html_attr(h, "class", kind);
    html_attr(h, "data-room", room->code);
    if (replay) html_attr(h, "data-replay", replay);
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

static const char *const table_scripts[] = {"js/table.js", NULL};
static const char *const tv_scripts[] = {"js/tv.js", NULL};

/* What the two have in common, and a game that is over and watched again on either. */
static void add_page(struct html *h, const struct page_room *room, bool tv, const char *replay)
{
    struct buffer title = {0};
    buffer_print(&title, "%s · %s",
                 replay ? catalog_text(h->page->language, "replay.title")
                        : part_game_title(h, room->game),
                 room->code);
    const struct layout layout = {.title = buffer_text(&title),
                                  .kind = tv ? "tv" : "table",
                                  .scripts = tv ? tv_scripts : table_scripts,
                                  .style = "css/table.css",
                                  .bare = true,
                                  .socket = !replay};
    layout_begin(h, &layout);
    add_frame(h, room, tv ? "tv-frame" : "frame", replay);
    layout_end(h, &layout);
    buffer_free(&title);
}

void page_table(struct buffer *out, const struct page_context *c, const struct page_room *room)
{
    add_page(&(struct html){out, c}, room, false, NULL);
}

void page_tv(struct buffer *out, const struct page_context *c, const struct page_room *room)
{
    add_page(&(struct html){out, c}, room, true, NULL);
}

void page_replay(struct buffer *out, const struct page_context *c, const struct page_room *room,
                 const char *path, bool tv)
{
    add_page(&(struct html){out, c}, room, tv, path);
}
