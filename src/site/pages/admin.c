#include "site/pages/admin.h"
#include "site/pages/catalog.h"
#include "site/pages/layout.h"
#include "site/pages/operator.h"

#include <string.h>
#include <time.h>

bool card_id_lasts(const char *id)
{
    return strspn(id, "0123456789abcdef") == 8 && id[8] == '-' && (id[9] == 'w' || id[9] == 'b');
}

static const char *text(const json_t *row, const char *key)
{
    const char *value = json_string_value(json_object_get(row, key));
    return value ? value : "";
}

static int64_t number(const json_t *row, const char *key)
{
    return json_integer_value(json_object_get(row, key));
}

void part_time(struct html *h, int64_t ms)
{
    char stamp[40];
    time_t seconds = (time_t)(ms / 1000);
    struct tm utc;
    gmtime_r(&seconds, &utc);
    strftime(stamp, sizeof stamp, "%Y-%m-%d %H:%M UTC", &utc);
    HTML(h, "<time>");
    html_text(h, stamp);
    HTML(h, "</time>");
}

/* What the tables call something, in the reader's language. */
static void say_word(struct html *h, const char *word)
{
    static const struct {
        const char *word, *key;
    } words[] = {
        {"card", "admin.kind.card"},
        {"deck", "admin.kind.deck"},
        {"device", "admin.kind.device"},
        {"address", "admin.kind.address"},
        {"keep", "admin.keep"},
        {"banCard", "admin.banCard"},
        {"banDevice", "admin.banPlayer"},
        {"banDeck", "admin.banDeck"},
        {"lift", "admin.lift"},
        {"end", "admin.ended"},
        {"banAddress", "admin.removeAddress"},
        {"announce", "admin.announce"},
        {"announceNothing", "admin.announceNothing"},
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(words[i].word, word) == 0) {
            html_say(h, words[i].key);
            return;
        }
    html_text(h, word);
}

static void begin_form(struct html *h, const char *what, const char *field, int64_t value)
{
    HTML(h, "<form method=\"post\" class=\"decide\"");
    html_attr_path(h, "action", "admin", what, NULL);
    HTML(h, "><input type=\"hidden\"");
    html_attr(h, "name", field);
    html_attr_number(h, "value", (long)value);
    HTML(h, ">");
}

static void add_button(struct html *h, const char *decision, const char *key)
{
    HTML(h, "<button name=\"decision\"");
    html_attr(h, "value", decision);
    HTML(h, ">");
    html_say(h, key);
    HTML(h, "</button>");
}

void part_hours(struct html *h)
{
    static const struct {
        long hours;
        const char *key;
    } choices[] = {{1, "admin.hour"}, {24, "admin.day"}, {168, "admin.week"}, {720, "admin.month"}};
    HTML(h, "<label class=\"hours\"><span>");
    html_say(h, "admin.howLong");
    HTML(h, "</span><select name=\"hours\">");
    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++) {
        HTML(h, "<option");
        html_attr_number(h, "value", choices[i].hours);
        if (choices[i].hours == 24) HTML(h, " selected");
        HTML(h, ">");
        html_say(h, choices[i].key);
        HTML(h, "</option>");
    }
    HTML(h, "</select></label>");
}

/* A game's table may offer reasons, whose words are in its catalogue; anything else is as it came. */
static void add_reason(struct html *h, const char *game, const char *reason)
{
    struct buffer key = {0};
    buffer_print(&key, "%s.reason.%s", game, reason);
    HTML(h, "<blockquote>");
    if (catalog_has(buffer_text(&key)))
        html_say(h, buffer_text(&key));
    else
        html_text(h, reason);
    HTML(h, "</blockquote>");
    buffer_free(&key);
}

static void add_report_head(struct html *h, const json_t *report)
{
    bool card = strcmp(text(report, "kind"), "card") == 0;
    HTML(h, "<p class=\"hint\">");
    html_say(h, card ? "admin.card" : "admin.player");
    HTML(h, " · ");
    html_text(h, part_game_title(h, text(report, "game")));
    if (!card) {
        HTML(h, " · ");
        html_text(h, text(report, "code"));
    }
    HTML(h, " · ");
    part_time(h, number(report, "at"));
    if (number(report, "times") > 1) {
        HTML(h, " · ");
        html_say_count(h, "admin.times", (long)number(report, "times"), NULL);
    }
    HTML(h, "</p><p class=\"reported\">");
    html_text(h, text(report, "label"));
    HTML(h, "</p>");
    if (text(report, "reason")[0]) add_reason(h, text(report, "game"), text(report, "reason"));
}

static void draw_report(struct html *h, const json_t *report)
{
    bool card = strcmp(text(report, "kind"), "card") == 0;
    bool lasts = card && card_id_lasts(text(report, "what"));
    bool somebody = json_is_true(json_object_get(report, "isSomebodys"));
    HTML(h, "<li>");
    add_report_head(h, report);
    begin_form(h, "decide", "report", number(report, "id"));
    add_button(h, "keep", "admin.keep");
    if (lasts) add_button(h, "banCard", "admin.banCard");
    if (somebody) {
        part_hours(h);
        add_button(h, "banDevice", card ? "admin.banWriter" : "admin.banPlayer");
    }
    HTML(h, "</form></li>");
}

static void draw_decided(struct html *h, const json_t *report)
{
    HTML(h, "<li>");
    add_report_head(h, report);
    HTML(h, "<p class=\"hint\">");
    say_word(h, text(report, "decision"));
    HTML(h, " · ");
    part_time(h, number(report, "decidedAt"));
    HTML(h, "</p></li>");
}

static void draw_ban(struct html *h, const json_t *ban)
{
    HTML(h, "<li><p class=\"hint\">");
    say_word(h, text(ban, "kind"));
    HTML(h, " · ");
    if (number(ban, "until"))
        part_time(h, number(ban, "until"));
    else
        html_say(h, "admin.forEver");
    HTML(h, "</p><p class=\"reported\">");
    html_text(h, text(ban, "label")[0] ? text(ban, "label") : text(ban, "what"));
    HTML(h, "</p>");
    begin_form(h, "lift", "ban", number(ban, "id"));
    HTML(h, "<button>");
    html_say(h, "admin.lift");
    HTML(h, "</button></form></li>");
}

static void draw_deck(struct html *h, const json_t *deck)
{
    HTML(h, "<li><p class=\"reported\">");
    html_text(h, part_game_title(h, text(deck, "game")));
    HTML(h, " · ");
    html_text(h, text(deck, "name")[0] ? text(deck, "name") : text(deck, "id"));
    HTML(h, " · ");
    html_text(h, text(deck, "language"));
    HTML(h, "</p><form method=\"post\" class=\"decide\" action=\"/admin/ban\"><input "
            "type=\"hidden\" name=\"kind\" value=\"deck\"><input type=\"hidden\" name=\"what\"");
    html_attr(h, "value", text(deck, "id"));
    HTML(h, "><input type=\"hidden\" name=\"label\"");
    html_attr(h, "value", text(deck, "name")[0] ? text(deck, "name") : text(deck, "id"));
    HTML(h, "><button>");
    html_say(h, "admin.banDeck");
    HTML(h, "</button></form></li>");
}

static void draw_audit(struct html *h, const json_t *entry)
{
    HTML(h, "<li><p>");
    part_time(h, number(entry, "at"));
    HTML(h, " · <strong>");
    say_word(h, text(entry, "action"));
    HTML(h, "</strong> · ");
    html_text(h, text(entry, "what"));
    if (text(entry, "detail")[0]) {
        HTML(h, " · ");
        html_text(h, text(entry, "detail"));
    }
    HTML(h, "</p></li>");
}

/* What follows the running house, in this order; a new one is a line here and a question in admin.c. */
static const struct section {
    const char *key, *title, *empty;
    void (*draw)(struct html *h, const json_t *row);
} sections[] = {
    {"reports", "admin.reports", "admin.noReports", draw_report},
    {"bans", "admin.bans", "admin.noBans", draw_ban},
    {"decks", "admin.decks", "admin.noDecks", draw_deck},
    {"decided", "admin.decided", "admin.noDecided", draw_decided},
    {"audit", "admin.audit", "admin.noAudit", draw_audit},
};

static void add_section(struct html *h, const struct section *s, const json_t *rows)
{
    size_t i;
    json_t *row;
    HTML(h, "<section class=\"card\"");
    html_attr(h, "id", s->key);
    HTML(h, "><h2>");
    html_say(h, s->title);
    HTML(h, "</h2>");
    if (!json_array_size(rows)) {
        HTML(h, "<p class=\"hint\">");
        html_say(h, s->empty);
        HTML(h, "</p></section>");
        return;
    }
    HTML(h, "<ul class=\"admin-list\">");
    json_array_foreach(rows, i, row) s->draw(h, row);
    HTML(h, "</ul></section>");
}

void page_admin(struct buffer *out, const struct page_context *c, const json_t *found)
{
    struct html html = {out, c}, *h = &html;
    const struct layout layout = {.title = catalog_text(c->language, "admin.title"),
                                  .kind = "past admin",
                                  .style = "css/past.css"};
    layout_begin(h, &layout);
    HTML(h, "<main id=\"main\" class=\"past admin\"><h1>");
    html_say(h, "admin.title");
    HTML(h, "</h1>");
    const json_t *house = json_object_get(found, "house");
    part_house(h, house);
    part_announce(h, house);
    part_rooms(h, house, json_object_get(found, "rooms"));
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++)
        add_section(h, &sections[i], json_object_get(found, sections[i].key));
    HTML(h, "<form method=\"post\" action=\"/admin/logout\"><button class=\"quiet\">");
    html_say(h, "admin.logout");
    HTML(h, "</button></form></main>");
    layout_end(h, &layout);
}

void page_admin_key(struct buffer *out, const struct page_context *c, bool tried)
{
    struct html html = {out, c}, *h = &html;
    const struct layout layout = {
        .title = catalog_text(c->language, "admin.title"), .kind = "join", .style = "css/past.css"};
    layout_begin(h, &layout);
    HTML(h, "<main id=\"main\" class=\"answer\"><h1>");
    html_say(h, "admin.title");
    HTML(h, "</h1><form method=\"post\" action=\"/admin/login\" class=\"card key-form\"><label "
            "for=\"key\">");
    html_say(h, "admin.key");
    HTML(h, "</label><input id=\"key\" name=\"key\" type=\"password\" required "
            "autocomplete=\"current-password\"");
    if (tried) HTML(h, " aria-invalid=\"true\" aria-describedby=\"wrong\"");
    HTML(h, ">");
    if (tried) {
        HTML(h, "<p id=\"wrong\" class=\"problem\" role=\"alert\">");
        html_say(h, "admin.wrongKey");
        HTML(h, "</p>");
    }
    HTML(h, "<button class=\"primary\">");
    html_say(h, "admin.enter");
    HTML(h, "</button></form></main>");
    layout_end(h, &layout);
}
