#include "site/pages/recap.h"
#include "site/pages/avatar.h"
#include "site/pages/catalog.h"
#include "site/pages/layout.h"

#include <stdio.h>
#include <string.h>

#define WIDTH 1080
#define MARGIN 60
#define FACES_IN_ROW 6
#define FACES_MAX 18
#define FACE_ROW 190
#define GAME_ROW 190
#define TOP 220
#define LETTER 17 /* how wide one of a name is, at most */
#define LINE_LETTERS 52

/* ---- what is told ---- */

static const char *text(const json_t *object, const char *key)
{
    const char *value = json_string_value(json_object_get(object, key));
    return value ? value : "";
}

static bool contains(const json_t *list, const char *word)
{
    size_t i;
    json_t *each;
    json_array_foreach(list, i, each) if (json_string_value(each) &&
                                          strcmp(json_string_value(each), word) == 0) return true;
    return false;
}

static const json_t *room_of(const json_t *view)
{
    return json_object_get(view, "room");
}

/* Names of those players whose ids are in the list, with commas between. */
static void add_names(struct buffer *out, const json_t *view, const json_t *ids)
{
    size_t i;
    json_t *player;
    json_array_foreach(json_object_get(room_of(view), "players"), i, player)
    {
        if (!contains(ids, text(player, "id"))) continue;
        if (out->len) buffer_add_text(out, ", ");
        buffer_add_text(out, text(player, "name"));
    }
}

static void add_winners(struct buffer *out, const struct html *h, const json_t *view)
{
    const json_t *winners = json_object_get(room_of(view), "winners");
    add_names(out, view, winners);
    if (!out->len) buffer_add_text(out, catalog_text(h->page->language, "table.draw"));
}

/* «Pista más valiente: Ana «zigurat»»; nothing if nobody stood out. */
static void add_moment(struct buffer *out, const struct html *h, const json_t *view)
{
    const json_t *award =
        json_array_get(json_object_get(json_object_get(view, "table"), "awards"), 0);
    char key[100];
    struct buffer names = {0};
    snprintf(key, sizeof key, "%s.award.%s", text(room_of(view), "game"), text(award, "key"));
    if (!award || !catalog_has(key)) return;
    add_names(&names, view, json_object_get(award, "ids"));
    buffer_print(out, "%s: %s", catalog_text(h->page->language, key), buffer_text(&names));
    if (text(award, "text")[0]) buffer_print(out, " «%s»", text(award, "text"));
    buffer_free(&names);
}

/* ---- the picture ---- */

/* At most so many letters; what is cut off shows as «…». */
static void add_short(struct html *h, const char *whole, int letters)
{
    const char *at = whole;
    for (; *at && letters > 0; letters--)
        for (at++; (*at & 0xc0) == 0x80; at++)
            ;
    char part[4 * LINE_LETTERS + 1];
    snprintf(part, sizeof part, "%.*s", (int)(at - whole), whole);
    html_text(h, part);
    if (*at) HTML(h, "…");
}

struct line {
    long x, y, size;
    const char *fill, *weight, *anchor;
    int letters;
};

static void add_line(struct html *h, const char *words, struct line line)
{
    HTML(h, "<text");
    html_attr_number(h, "x", line.x);
    html_attr_number(h, "y", line.y);
    html_attr_number(h, "font-size", line.size);
    html_attr(h, "font-weight", line.weight);
    html_attr(h, "fill", line.fill);
    html_attr(h, "text-anchor", line.anchor);
    HTML(h, ">");
    add_short(h, words, line.letters);
    HTML(h, "</text>");
}

static void add_face(struct html *h, const json_t *player, long x, long y, long step)
{
    char stars[24];
    long won = (long)json_integer_value(json_object_get(player, "evening"));
    const char *face = text(player, "avatar")[0] ? text(player, "avatar") : text(player, "name");
    buffer_print(h->out, "<g transform=\"translate(%ld %ld) scale(1.5)\">", x - 48, y);
    avatar_svg(h->out, face, won ? FACE_HAPPY : FACE_CALM);
    HTML(h, "</g>");
    add_line(h, text(player, "name"),
             (struct line){x, y + 132, 26, "#2b1b45", "700", "middle", (int)(step / LETTER)});
    snprintf(stars, sizeof stars, "★ %ld", won);
    if (won) add_line(h, stars, (struct line){x, y + 164, 26, "#8e2408", "700", "middle", 8});
}

static long faces_of(const json_t *players)
{
    long count = (long)json_array_size(players);
    return count < FACES_MAX ? count : FACES_MAX;
}

static long face_rows(const json_t *players)
{
    return (faces_of(players) + FACES_IN_ROW - 1) / FACES_IN_ROW;
}

/* Few have more room for their names. */
static void add_faces(struct html *h, const json_t *players)
{
    long count = faces_of(players), columns = count < FACES_IN_ROW ? count : FACES_IN_ROW;
    long step = columns ? (WIDTH - 2 * MARGIN) / columns : 0;
    for (long i = 0; i < count; i++)
        add_face(h, json_array_get(players, (size_t)i), MARGIN + step / 2 + i % columns * step,
                 TOP + i / columns * FACE_ROW, step);
}

static void add_game(struct html *h, const json_t *view, long y)
{
    struct buffer winners = {0}, moment = {0};
    add_winners(&winners, h, view);
    add_moment(&moment, h, view);
    buffer_print(h->out,
                 "<rect x=\"%d\" y=\"%ld\" width=\"%d\" height=\"%d\" rx=\"24\" fill=\"#fffaf1\" "
                 "stroke=\"#2b1b45\" stroke-width=\"4\"/>",
                 MARGIN, y, WIDTH - 2 * MARGIN, GAME_ROW - 24);
    add_line(h, part_game_title(h, text(room_of(view), "game")),
             (struct line){MARGIN + 36, y + 56, 38, "#2b1b45", "800", "start", 36});
    add_line(h, buffer_text(&winners),
             (struct line){MARGIN + 36, y + 102, 32, "#8e2408", "700", "start", 50});
    add_line(h, buffer_text(&moment),
             (struct line){MARGIN + 36, y + 144, 26, "#65547c", "500", "start", LINE_LETTERS});
    buffer_free(&winners);
    buffer_free(&moment);
}

void recap_svg(struct buffer *out, const struct page_context *c, const struct recap *recap)
{
    struct html html = {out, c}, *h = &html;
    size_t count = json_array_size(recap->views), i;
    json_t *view;
    const json_t *players =
        json_object_get(room_of(json_array_get(recap->views, count ? count - 1 : 0)), "players");
    long games_at = TOP + face_rows(players) * FACE_ROW + 20;
    long height = games_at + (long)count * GAME_ROW + 90;
    buffer_print(out,
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %ld\" width=\"%d\" "
                 "height=\"%ld\" font-family=\"Rubik, 'Trebuchet MS', 'DejaVu Sans', sans-serif\">"
                 "<rect width=\"%d\" height=\"%ld\" fill=\"#fff1dc\"/>"
                 "<rect width=\"%d\" height=\"24\" fill=\"#cf3a16\"/>",
                 WIDTH, height, WIDTH, height, WIDTH, height, WIDTH);
    HTML(h, "<title>");
    html_say(h, "recap.title");
    HTML(h, "</title>");
    add_line(h, catalog_text(c->language, "recap.title"),
             (struct line){WIDTH / 2, 140, 68, "#2b1b45", "900", "middle", 40});
    add_faces(h, players);
    json_array_foreach(recap->views, i, view) add_game(h, view, games_at + (long)i * GAME_ROW);
    add_line(h, "Ludoteca",
             (struct line){WIDTH / 2, height - 36, 30, "#65547c", "700", "middle", 20});
    HTML(h, "</svg>");
}

/* ---- the page ---- */

static void add_row(struct html *h, const json_t *view, long minutes)
{
    struct buffer winners = {0}, moment = {0};
    add_winners(&winners, h, view);
    add_moment(&moment, h, view);
    HTML(h, "<tr><th scope=\"row\">");
    html_text(h, part_game_title(h, text(room_of(view), "game")));
    HTML(h, "<br><small>");
    html_text(h, buffer_text(&moment));
    HTML(h, "</small></th><td>");
    html_text(h, buffer_text(&winners));
    HTML(h, "</td><td class=\"number\">");
    html_number(h, minutes);
    HTML(h, "</td></tr>");
    buffer_free(&winners);
    buffer_free(&moment);
}

static void add_table(struct html *h, const struct recap *recap)
{
    static const char *const keys[] = {"recap.game", "recap.winner", "recap.minutes"};
    size_t i;
    json_t *view;
    HTML(h, "<section class=\"card\"><table class=\"ledger\"><thead><tr>");
    for (i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        HTML(h, "<th scope=\"col\">");
        html_say(h, keys[i]);
        HTML(h, "</th>");
    }
    HTML(h, "</tr></thead><tbody>");
    json_array_foreach(recap->views, i, view)
        add_row(h, view, (long)json_integer_value(json_array_get(recap->minutes, i)));
    HTML(h, "</tbody></table></section>");
}

static void add_picture(struct html *h, const struct recap *recap)
{
    HTML(h, "<p class=\"recap-picture\"><img id=\"recap\" width=\"1080\"");
    html_attr_path(h, "src", "rooms", recap->code, "recap.svg", NULL);
    html_attr_say(h, "alt", "recap.title");
    HTML(
        h,
        "></p><p class=\"actions\"><button type=\"button\" class=\"primary needs-js\" id=\"recap-png\">");
    part_icon(h, "phone");
    html_say(h, "recap.save");
    HTML(h, "</button><a class=\"button\"");
    html_attr_path(h, "href", "rooms", recap->code, NULL);
    HTML(h, ">");
    html_say(h, "past.back");
    HTML(h, "</a></p>");
}

void page_recap(struct buffer *out, const struct page_context *c, const struct recap *recap)
{
    static const char *const scripts[] = {"js/recap.js", NULL};
    struct html html = {out, c}, *h = &html;
    const struct layout layout = {.title = catalog_text(c->language, "recap.title"),
                                  .kind = "past",
                                  .scripts = scripts,
                                  .style = "css/past.css"};
    layout_begin(h, &layout);
    HTML(h, "<main id=\"main\" class=\"past\"><h1>");
    html_say(h, "recap.title");
    HTML(h, "</h1>");
    add_picture(h, recap);
    add_table(h, recap);
    HTML(h, "</main>");
    layout_end(h, &layout);
}
