#include "site/pages/catalog.h"
#include "site/pages/lobby.h"

#include <stdio.h>
#include <string.h>

#define SETTINGS_SHOWN 3 /* a game puts what people change most often first */

void lobby_label(struct html *h, const struct page_room *room, const char *key, const char *choice)
{
    struct buffer label = {0};
    buffer_print(&label, "%s.setting.%s%s%s", room->game, key, choice ? "." : "",
                 choice ? choice : "");
    if (catalog_has(buffer_text(&label)))
        html_say(h, buffer_text(&label));
    else
        html_text(h, choice ? choice : key);
    buffer_free(&label);
}

static void add_radio(struct html *h, const char *key, const char *value, bool checked)
{
    HTML(h, "<label class=\"option\"><input type=\"radio\"");
    html_attr(h, "name", key);
    html_attr(h, "value", value);
    if (checked) HTML(h, " checked");
    HTML(h, "><span>");
}

static void add_options(struct html *h, const struct page_room *room,
                        const struct page_setting *setting)
{
    HTML(h, "<fieldset class=\"setting\"");
    if (setting->idle) HTML(h, " hidden");
    HTML(h, "><legend>");
    lobby_label(h, room, setting->key, NULL);
    HTML(h, "</legend><div class=\"options\">");
    if (setting->kind == PAGE_SWITCH) {
        add_radio(h, setting->key, "true", setting->value != 0);
        html_say(h, "site.yes");
        HTML(h, "</span></label>");
        add_radio(h, setting->key, "false", setting->value == 0);
        html_say(h, "site.no");
        HTML(h, "</span></label>");
    }
    for (int i = 0; setting->kind == PAGE_CHOICE && setting->choices[i]; i++) {
        add_radio(h, setting->key, setting->choices[i], setting->value == i);
        lobby_label(h, room, setting->key, setting->choices[i]);
        HTML(h, "</span></label>");
    }
    HTML(h, "</div></fieldset>");
}

/* People count in seconds: the field «KEY.seconds» is turned back by action_coerce. */
static bool in_milliseconds(const struct page_setting *setting)
{
    return setting->kind == PAGE_MILLISECONDS;
}

static void print_amount(char out[16], const struct page_setting *setting, int value)
{
    if (in_milliseconds(setting))
        snprintf(out, 16, "%g", value / 1000.0);
    else
        snprintf(out, 16, "%d", value);
}

static void attr_amount(struct html *h, const char *name, const struct page_setting *setting,
                        int value)
{
    char text[16];
    print_amount(text, setting, value);
    html_attr(h, name, text);
}

static void add_number(struct html *h, const struct page_room *room,
                       const struct page_setting *setting)
{
    struct buffer id = {0};
    buffer_print(&id, "set-%s", setting->key);
    HTML(h, "<div class=\"setting\"");
    if (setting->idle) HTML(h, " hidden");
    HTML(h, "><label");
    html_attr(h, "for", buffer_text(&id));
    HTML(h, ">");
    lobby_label(h, room, setting->key, NULL);
    HTML(h, "</label><input type=\"number\" inputmode=\"decimal\" required");
    html_attr(h, "id", buffer_text(&id));
    buffer_clear(&id);
    buffer_print(&id, "%s%s", setting->key, in_milliseconds(setting) ? ".seconds" : "");
    html_attr(h, "name", buffer_text(&id));
    attr_amount(h, "value", setting, setting->value);
    attr_amount(h, "min", setting, setting->min);
    attr_amount(h, "max", setting, setting->max);
    if (in_milliseconds(setting)) HTML(h, " step=\"0.5\"");
    if (setting->secret) HTML(h, " data-secret");
    HTML(h, "></div>");
    buffer_free(&id);
}

static void add_fields(struct html *h, const struct page_room *room, int from, int to)
{
    for (int i = from; i < to; i++) {
        const struct page_setting *setting = &room->settings[i];
        if (setting->kind == PAGE_NUMBER || setting->kind == PAGE_MILLISECONDS)
            add_number(h, room, setting);
        else
            add_options(h, room, setting);
    }
}

/* So many fields from the first on that the usual number of them can be seen. */
static int fields_shown(const struct page_room *room)
{
    int all = room->setting_count, seen = 0, at = 0;
    if (all <= SETTINGS_SHOWN + 1) return all;
    for (; at < all && (seen < SETTINGS_SHOWN || room->settings[at].idle); at++)
        seen += !room->settings[at].idle;
    return at;
}

static void add_form(struct html *h, const struct page_room *room)
{
    /* A browser must not fill in what stood here before a reload: it would be sent as a change. */
    HTML(h, "<form class=\"settings-form\" method=\"post\" autocomplete=\"off\" hx-swap=\"none\" "
            "hx-trigger=\"change, submit\"");
    html_attr_path(h, "action", "rooms", room->code, "do", "configure_room", NULL);
    html_attr_path(h, "hx-post", "rooms", room->code, "do", "configure_room", NULL);
    html_attr(h, "data-settings", room->game);
    HTML(h, ">");
    int shown = fields_shown(room);
    add_fields(h, room, 0, shown);
    if (shown < room->setting_count) {
        HTML(h, "<details class=\"other-games\"><summary>");
        part_icon(h, "gear");
        html_say(h, "lobby.moreSettings");
        HTML(h, "</summary><div class=\"settings-form\">");
        add_fields(h, room, shown, room->setting_count);
        HTML(h, "</div></details>");
    }
    HTML(h, "<div class=\"actions\"><button type=\"button\" class=\"quiet needs-js\" "
            "data-last-time hidden>");
    part_icon(h, "again");
    html_say(h, "lobby.asLastTime");
    HTML(h, "</button><button class=\"quiet no-js-only\">");
    html_say(h, "site.save");
    HTML(h, "</button></div></form>");
}

/* What a number means, where the game has words for it: «.zero», or «.one» and «.other». */
static void say_amount(struct html *h, const struct page_room *room,
                       const struct page_setting *setting)
{
    char key[96], zero[112], other[112], text[16];
    bool whole = !in_milliseconds(setting) || setting->value % 1000 == 0;
    snprintf(key, sizeof key, "%s.setting.%s", room->game, setting->key);
    snprintf(zero, sizeof zero, "%s.zero", key);
    snprintf(other, sizeof other, "%s.other", key);
    print_amount(text, setting, setting->value);
    if (setting->value == 0 && catalog_has(zero))
        html_say(h, zero);
    else if (!catalog_has(other))
        html_text(h, text);
    else if (whole)
        html_say_count(h, key, in_milliseconds(setting) ? setting->value / 1000 : setting->value,
                       NULL);
    else
        html_say_with(h, other, "count", text, NULL);
}

/* Who only reads a number has another label than who types it, where there are two. */
static void add_read_label(struct html *h, const struct page_room *room, const char *key)
{
    char label[96];
    snprintf(label, sizeof label, "%s.setting.%s.label", room->game, key);
    lobby_label(h, room, key, catalog_has(label) ? "label" : NULL);
}

void lobby_summary(struct html *h, const struct page_room *room)
{
    HTML(h, "<dl class=\"summary\">");
    for (int i = 0; i < room->setting_count; i++) {
        const struct page_setting *setting = &room->settings[i];
        if (setting->idle) continue;
        HTML(h, "<div><dt>");
        add_read_label(h, room, setting->key);
        HTML(h, "</dt><dd>");
        switch (setting->kind) {
        case PAGE_NUMBER:
        case PAGE_MILLISECONDS: say_amount(h, room, setting); break;
        case PAGE_SWITCH: html_say(h, setting->value ? "site.yes" : "site.no"); break;
        case PAGE_CHOICE:
            lobby_label(h, room, setting->key, setting->choices[setting->value]);
            break;
        }
        HTML(h, "</dd></div>");
    }
    HTML(h, "</dl>");
}

static int votes_for(const struct page_room *room, const char *game)
{
    int votes = 0;
    for (int i = 0; room->votes && i < room->people_count; i++)
        votes += room->votes[i] && strcmp(room->votes[i], game) == 0;
    return votes;
}

/* A host puts it on the table, a guest says that it should be. */
static void add_game_choice(struct html *h, const struct page_room *room,
                            const struct page_game *game)
{
    const char *mine = room->votes && room->you >= 0 ? room->votes[room->you] : NULL;
    int votes = votes_for(room, game->name);
    HTML(h, "<button class=\"game-choice\" name=\"game\"");
    bool taken = mine && strcmp(mine, game->name) == 0;
    html_attr(h, "value", !room->is_host && taken ? "" : game->name);
    if (!room->is_host) html_attr(h, "aria-pressed", taken ? "true" : "false");
    part_game_mood(h, game->name, &game->box);
    HTML(h, ">");
    part_game_art(h, game->name);
    HTML(h, "<span>");
    html_text(h, part_game_title(h, game->name));
    HTML(h, "</span>");
    if (votes) {
        HTML(h, "<span class=\"badge\">");
        part_icon(h, "hand");
        html_say_count(h, "next.votes", votes, NULL);
        HTML(h, "</span>");
    }
    HTML(h, "</button>");
}

static void add_other_games(struct html *h, const struct page_room *room)
{
    HTML(h, "<details id=\"other-games\" class=\"other-games\"><summary>");
    part_icon(h, "shelf");
    html_say(h, room->is_host ? "lobby.otherGame" : "lobby.proposeGame");
    HTML(h, "</summary>");
    lobby_form(h, room, room->is_host ? "choose_game" : "vote_game");
    HTML(h, "<div class=\"actions\">");
    for (const struct page_game *game = room->games; game->name; game++) {
        if (strcmp(game->name, room->game) == 0) continue;
        add_game_choice(h, room, game);
    }
    HTML(h, "</div></form></details>");
}

void lobby_settings(struct html *h, const struct page_room *room)
{
    bool form = room->is_host && room->state == PAGE_LOBBY;
    if (!room->setting_count && !room->games) return;
    HTML(h, "<section id=\"settings\" class=\"card\" aria-labelledby=\"settings-title\">"
            "<h2 id=\"settings-title\">");
    html_say(h, "lobby.settings");
    HTML(h, "</h2>");
    if (room->setting_count && form) lobby_presets(h, room);
    if (room->setting_count && form) add_form(h, room);
    if (room->setting_count && !form) lobby_summary(h, room);
    if (form) lobby_cards(h, room);
    if (room->games && room->state == PAGE_LOBBY && (room->is_host || room->you >= 0))
        add_other_games(h, room);
    HTML(h, "</section>");
}
