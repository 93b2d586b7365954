#include "site/pages/layout.h"
#include "first_data.h"
#include "site/pages/catalog.h"
#include "site/pages/qr.h"

#include <string.h>

static const char *const language_names[CATALOG_LANGUAGES] = {"Español", "Italiano", "English",
                                                              "Български"};

const char *part_language(const char *language)
{
    for (int i = 0; i < CATALOG_LANGUAGES; i++)
        if (strcmp(catalog_languages[i], language) == 0) return language_names[i];
    return language;
}

/* The cookie holds words of this list; anything else in it is not for us. */
static void add_look(struct html *h)
{
    static const struct {
        const char *word, *attr, *value;
    } words[] = {
        {"dark", "data-theme", "dark"},    {"light", "data-theme", "light"},
        {"more", "data-contrast", "more"}, {"large", "data-text", "large"},
        {"huge", "data-text", "huge"},     {"still", "data-motion", "still"},
    };
    const char *look = h->page->look;
    const char *written = "";
    while (look && *look) {
        size_t len = strcspn(look, " .");
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
            if (strlen(words[i].word) != len || memcmp(words[i].word, look, len) != 0) continue;
            if (strcmp(written, words[i].attr) == 0) continue;
            html_attr(h, words[i].attr, words[i].value);
            written = words[i].attr;
        }
        look += len;
        look += strspn(look, " .");
    }
}

const char page_script_hash[] = FIRST_HASH;

static void add_script(struct html *h, const char *path, bool module)
{
    if (module)
        HTML(h, "<script type=\"module\"");
    else
        HTML(h, "<script defer");
    html_attr_asset(h, "src", path);
    HTML(h, "></script>");
}

static void add_head(struct html *h, const struct layout *layout)
{
    HTML(h, "<head><meta charset=\"utf-8\"><script>" FIRST_SCRIPT "</script>"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1, "
            "viewport-fit=cover\"><title>");
    html_text(h, layout->title);
    HTML(h, "</title><meta name=\"description\"");
    html_attr_say(h, "content", "site.description");
    HTML(h,
         "><meta name=\"theme-color\" media=\"(prefers-color-scheme: light)\" content=\"#fff4e2\">"
         "<meta name=\"theme-color\" media=\"(prefers-color-scheme: dark)\" content=\"#1c1230\">"
         "<link rel=\"stylesheet\"");
    html_attr_asset(h, "href", "css/house.css");
    if (layout->style) {
        HTML(h, "><link rel=\"stylesheet\"");
        html_attr_asset(h, "href", layout->style);
    }
    HTML(h, "><link rel=\"manifest\" href=\"/manifest.webmanifest\"><link rel=\"icon\" "
            "type=\"image/svg+xml\"");
    html_attr_asset(h, "href", "icons/ludoteca.svg");
    HTML(h, "><link rel=\"apple-touch-icon\"");
    html_attr_asset(h, "href", "icons/ludoteca-180.png");
    HTML(h, "><noscript><link rel=\"stylesheet\"");
    html_attr_asset(h, "href", "css/noscript.css");
    HTML(h, "></noscript>");
    if (layout->htmx) {
        HTML(h, "<meta name=\"htmx-config\" content='{\"includeIndicatorStyles\":false,"
                "\"allowEval\":false,\"allowScriptTags\":false,\"historyCacheSize\":0,"
                "\"selfRequestsOnly\":true,\"reportValidityOfForms\":true}'>");
        add_script(h, "vendor/htmx.js", false);
    }
    if (layout->socket) HTML(h, "<script defer src=\"/socket.io/socket.io.js\"></script>");
    add_script(h, "js/shell.js", true);
    for (const char *const *script = layout->scripts; script && *script; script++)
        add_script(h, *script, true);
    HTML(h, "</head>");
}

static void add_header(struct html *h)
{
    HTML(h, "<header class=\"top\"><a class=\"brand\" href=\"/\"><svg class=\"mark\" "
            "aria-hidden=\"true\"><use");
    html_attr_asset(h, "href", "i.svg#ludoteca");
    HTML(h, "/></svg><span>Ludoteca</span></a><div class=\"top-actions\">"
            "<button type=\"button\" class=\"quiet needs-js\" data-open=\"settings\"");
    html_attr_say(h, "aria-label", "settings.title");
    HTML(h, ">");
    part_icon(h, "gear");
    HTML(h, "<span class=\"wide\">");
    html_say(h, "settings.title");
    HTML(h, "</span></button></div></header>");
}

static void add_footer(struct html *h, const char *query)
{
    HTML(h, "<footer class=\"bottom\"><nav class=\"languages\"");
    html_attr_say(h, "aria-label", "site.language");
    HTML(h, ">");
    for (int i = 0; i < CATALOG_LANGUAGES; i++) {
        struct buffer address = {0};
        buffer_add_text(&address, "?");
        if (query && *query) buffer_print(&address, "%s&", query);
        buffer_print(&address, "lang=%s", catalog_languages[i]);
        HTML(h, "<a");
        html_attr(h, "href", buffer_text(&address));
        html_attr(h, "hreflang", catalog_languages[i]);
        html_attr(h, "lang", catalog_languages[i]);
        if (strcmp(catalog_languages[i], h->page->language) == 0) HTML(h, " aria-current=\"true\"");
        HTML(h, ">");
        html_text(h, language_names[i]);
        HTML(h, "</a>");
        buffer_free(&address);
    }
    HTML(h, "</nav><a class=\"about-link\" href=\"/about\">");
    html_say(h, "about.link");
    HTML(h, "</a></footer>");
}

/* Always there: announce.js fills it when something is announced while the page is open. */
static void add_announcement(struct html *h)
{
    const char *words = h->page->announced;
    long minutes = h->page->restart_minutes;
    HTML(h, "<p id=\"announcement\" class=\"announcement\" role=\"status\">");
    if (minutes) html_say_count(h, "announce.restart", minutes, NULL);
    if (minutes && words && *words) HTML(h, " ");
    if (words && *words) html_text(h, words);
    HTML(h, "</p>");
}

void layout_begin(struct html *h, const struct layout *layout)
{
    HTML(h, "<!doctype html>\n<html");
    html_attr(h, "lang", h->page->language);
    add_look(h);
    HTML(h, ">");
    add_head(h, layout);
    HTML(h, "<body");
    html_attr(h, "class", layout->kind);
    html_attr(h, "data-assets", h->page->asset_base);
    if (layout->scripts) html_attr_say(h, "data-offline", "error.OFFLINE");
    if (h->page->avatar_base) html_attr(h, "data-avatar-base", h->page->avatar_base);
    if (h->page->avatar_end) html_attr(h, "data-avatar-end", h->page->avatar_end);
    HTML(h, "><a class=\"skip\" href=\"#main\">");
    html_say(h, "site.skip");
    HTML(h, "</a>");
    if (!layout->bare) add_header(h);
    add_announcement(h);
}

void layout_end(struct html *h, const struct layout *layout)
{
    if (!layout->bare) add_footer(h, layout->query);
    HTML(h, "<div id=\"toasts\" class=\"toasts\"></div>"
            "<div id=\"live\" class=\"hidden-text\" aria-live=\"polite\"></div>"
            "<div id=\"alert\" class=\"hidden-text\" aria-live=\"assertive\"></div>"
            "</body></html>\n");
}

void part_icon(struct html *h, const char *name)
{
    struct buffer path = {0};
    buffer_print(&path, "i.svg#%s", name);
    HTML(h, "<svg class=\"icon\" aria-hidden=\"true\"><use");
    html_attr_asset(h, "href", buffer_text(&path));
    HTML(h, "/></svg>");
    buffer_free(&path);
}

void part_avatar_address(struct html *h, const char *attr, const char *name)
{
    struct buffer address = {0};
    buffer_add_text(&address, h->page->avatar_base ? h->page->avatar_base : "/avatar/");
    url_add_encoded(&address, name);
    buffer_add_text(&address, h->page->avatar_end ? h->page->avatar_end : ".svg");
    html_attr(h, attr, buffer_text(&address));
    buffer_free(&address);
}

void part_avatar(struct html *h, const char *name)
{
    HTML(h, "<img class=\"avatar\" alt=\"\" width=\"44\" height=\"44\"");
    part_avatar_address(h, "src", name);
    HTML(h, ">");
}

void part_face(struct html *h, const struct page_person *person)
{
    part_avatar(h, person->avatar && *person->avatar ? person->avatar : person->name);
}

const char *part_game_title(const struct html *h, const char *game)
{
    struct buffer key = {0};
    buffer_print(&key, "game.%s.title", game);
    const char *title =
        catalog_has(buffer_text(&key)) ? catalog_text(h->page->language, buffer_text(&key)) : game;
    buffer_free(&key);
    return title;
}

const char *part_team_name(const struct html *h, const struct page_room *room, int team)
{
    if (room->team_called[team]) return room->team_called[team];
    struct buffer key = {0};
    buffer_print(&key, "%s.team.%d", room->game, team);
    const char *name = catalog_has(buffer_text(&key))
                           ? catalog_text(h->page->language, buffer_text(&key))
                           : room->teams[team];
    buffer_free(&key);
    return name;
}

void part_game_mood(struct html *h, const char *game, const struct game_box *box)
{
    html_attr(h, "data-game", game);
    if (box->mood) html_attr(h, "data-mood", box->mood);
}

void part_game_art(struct html *h, const char *game)
{
    struct buffer path = {0};
    buffer_print(&path, "art/%s.svg", game);
    HTML(h, "<img class=\"art\" alt=\"\" width=\"160\" height=\"160\"");
    html_attr_asset(h, "src", buffer_text(&path));
    HTML(h, ">");
    buffer_free(&path);
}

void part_code_form(struct html *h, const char *code, const char *label_key, const char *problem)
{
    HTML(h, "<form class=\"code-form\" method=\"get\" action=\"/rooms\"><label for=\"code\">");
    html_say(h, label_key);
    HTML(h, "</label><div class=\"code-row\"><input id=\"code\" class=\"code-field\" name=\"code\" "
            "required maxlength=\"20\" autocomplete=\"off\" autocapitalize=\"characters\" "
            "spellcheck=\"false\" placeholder=\"XTBK92\"");
    html_attr(h, "value", code ? code : "");
    if (problem) HTML(h, " aria-invalid=\"true\" aria-describedby=\"code-problem\"");
    HTML(h, "><button class=\"primary\">");
    html_say(h, "join.enter");
    HTML(h, "</button></div>");
    if (problem) {
        HTML(h, "<p id=\"code-problem\" class=\"problem\" role=\"alert\">");
        html_text(h, problem);
        HTML(h, "</p>");
    }
    HTML(h, "</form>");
}

/* KEY, or KEY.one / KEY.other if there are as many as the value «count» says. */
static bool find_key(struct buffer *key, const struct refusal *why)
{
    struct refusal_value value;
    const char *form = "other";
    for (int at = 0; refusal_next_value(why, &at, &value);)
        if (strcmp(value.name, "count") == 0 && strcmp(value.text, "1") == 0) form = "one";
    buffer_clear(key);
    buffer_print(key, "%s", why->key);
    if (catalog_has(buffer_text(key))) return true;
    buffer_print(key, ".%s", form);
    return catalog_has(buffer_text(key));
}

void refusal_text(struct buffer *out, const char *language, const struct refusal *why)
{
    const char *values[REFUSAL_VALUES_BYTES];
    struct refusal_value value;
    struct buffer key = {0};
    int count = 0;
    if (!why->key || !find_key(&key, why)) {
        buffer_clear(&key);
        buffer_print(&key, "error.%s", refusal_name(why));
    }
    for (int at = 0; why->key && refusal_next_value(why, &at, &value);) {
        bool known = value.key && catalog_has(value.key);
        values[count++] = value.name;
        values[count++] = known ? catalog_text(language, value.key) : value.text;
    }
    values[count] = NULL;
    catalog_fill_from(out, language, buffer_text(&key), values);
    buffer_free(&key);
}

void part_refusal(struct html *h, const struct refusal *why)
{
    struct buffer text = {0};
    refusal_text(&text, h->page->language, why);
    html_text(h, buffer_text(&text));
    buffer_free(&text);
}

void part_qr(struct html *h, const char *text)
{
    qr_svg(h->out, text);
}
