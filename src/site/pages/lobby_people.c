#include "site/pages/catalog.h"
#include "site/pages/lobby.h"

#include <stdio.h>
#include <string.h>

static void add_hidden(struct html *h, const char *name, const char *value)
{
    HTML(h, "<input type=\"hidden\"");
    html_attr(h, "name", name);
    html_attr(h, "value", value);
    HTML(h, ">");
}

static void add_button(struct html *h, const struct page_room *room, const char *event,
                       const char *field, const char *value, const char *icon, const char *key)
{
    lobby_form(h, room, event);
    add_hidden(h, field, value);
    HTML(h, "<button class=\"quiet\">");
    part_icon(h, icon);
    html_say(h, key);
    HTML(h, "</button></form>");
}

/* Is it the name that somebody is given who has not said one: «Guest», «Guest 2», in any language? */
static bool is_default(const char *name)
{
    for (int i = 0; i < 2 * CATALOG_LANGUAGES; i++) {
        const char *given =
            catalog_text(catalog_languages[i / 2], i & 1 ? "name.host" : "name.guest");
        size_t len = strlen(given);
        if (strncmp(name, given, len) != 0) continue;
        if (name[len] == 0 ||
            (name[len] == ' ' && strspn(name + len + 1, "0123456789") == strlen(name + len + 1)))
            return true;
    }
    return false;
}

static void add_name_form(struct html *h, const struct page_room *room)
{
    const struct page_person *you = room->you >= 0 ? &room->people[room->you] : NULL;
    bool unnamed = !you || is_default(you->name);
    if (you) {
        lobby_form(h, room, "rename");
    } else {
        HTML(h, "<form method=\"post\"");
        html_attr_path(h, "action", "rooms", room->code, "join", NULL);
        HTML(h, ">");
    }
    HTML(h, "<label for=\"name\">");
    html_say(h, "lobby.yourName");
    HTML(h, "</label><div class=\"code-row\"><input id=\"name\" name=\"playerName\" required "
            "maxlength=\"24\" autocomplete=\"nickname\" data-remember=\"name\"");
    const struct page_person *was = room->returning;
    html_attr(h, "value", was ? was->name : unnamed ? "" : you->name);
    if (unnamed && you) html_attr(h, "placeholder", you->name);
    HTML(h, "><button");
    if (unnamed) HTML(h, " class=\"primary\"");
    HTML(h, ">");
    html_say(h, !you ? "lobby.enter" : unnamed ? "lobby.sayName" : "lobby.rename");
    HTML(h, "</button></div></form>");
}

/* Is there a chair for one more? */
static bool has_chair(const struct page_room *room)
{
    int seated = 0;
    for (int i = 0; i < room->people_count; i++)
        seated += !room->people[i].watching;
    int chairs =
        room->team_count && room->team_max ? room->team_count * room->team_max : room->seats_max;
    return seated < (chairs < room->seats_max ? chairs : room->seats_max);
}

static void add_face_button(struct html *h, const struct page_room *room,
                            const struct page_person *you)
{
    HTML(h, "<button type=\"button\" class=\"face-button\" data-open=\"faces\"");
    html_attr(h, "data-room", room->code);
    html_attr_say(h, "aria-label", "face.change");
    HTML(h, ">");
    part_face(h, you);
    HTML(h, "</button>");
}

void lobby_you(struct html *h, const struct page_room *room)
{
    const struct page_person *you = room->you >= 0 ? &room->people[room->you] : NULL;
    HTML(h, "<section id=\"you\" class=\"card you\" aria-labelledby=\"you-title\">"
            "<h2 id=\"you-title\">");
    html_say(h, room->returning         ? "late.again"
                : !you                  ? "lobby.comeIn"
                : is_default(you->name) ? "lobby.whatName"
                                        : "lobby.you");
    HTML(h, "</h2><div class=\"you-row\">");
    if (you) add_face_button(h, room, you);
    add_name_form(h, room);
    HTML(h, "</div>");
    if (you && room->state == PAGE_LOBBY) {
        HTML(h, "<div class=\"actions\">");
        if (you->watching && !has_chair(room)) {
            HTML(h, "<p class=\"hint\">");
            part_icon(h, "chair");
            html_say(h, "lobby.noChair");
            HTML(h, "</p>");
        } else if (you->watching)
            add_button(h, room, "choose_team", "watch", "false", "chair", "lobby.play");
        else
            add_button(h, room, "choose_team", "watch", "true", "eye", "lobby.watch");
        HTML(h, "</div>");
    }
    HTML(h, "</section>");
}

static const char *const levels_said[LEVELS] = {NULL,          "lobby.bot.1", "lobby.bot.2",
                                                "lobby.bot.3", "lobby.bot.4", "lobby.bot.5"};

static void add_badge(struct html *h, const char *kind, const char *icon, const char *key)
{
    HTML(h, "<span class=\"badge ");
    html_text(h, kind);
    HTML(h, "\">");
    part_icon(h, icon);
    HTML(h, "<span>");
    html_say(h, key);
    HTML(h, "</span></span>");
}

/* That it is one, and how well it plays. */
static void add_computer(struct html *h, int level)
{
    HTML(h, "<span class=\"badge bot\">");
    part_icon(h, "bot");
    HTML(h, "<span>");
    html_say(h, "lobby.isBot");
    HTML(h, " · ");
    html_say(h, levels_said[level]);
    HTML(h, "</span></span>");
}

static void add_badges(struct html *h, const struct page_person *person, bool you)
{
    HTML(h, "<span class=\"badges\">");
    if (you) add_badge(h, "me", "hand", "lobby.isYou");
    if (person->host) add_badge(h, "host", "crown", "lobby.isHost");
    if (person->bot) add_computer(h, person->bot);
    if (!person->online && !person->bot) add_badge(h, "away", "away", "lobby.isAway");
    if (person->evening) {
        HTML(h, "<span class=\"badge won\">");
        part_icon(h, "star");
        HTML(h, "<b aria-hidden=\"true\">");
        html_number(h, person->evening);
        HTML(h, "</b><span class=\"hidden-text\">");
        html_say_count(h, "lobby.won", person->evening, NULL);
        HTML(h, "</span></span>");
    }
    HTML(h, "</span>");
}

/* Asked about before it is done, where there are scripts. */
static void add_kick(struct html *h, const struct page_room *room, const struct page_person *person)
{
    HTML(h, "<form method=\"post\" hx-swap=\"none\"");
    html_attr_path(h, "action", "rooms", room->code, "do", "kick", NULL);
    html_attr_path(h, "hx-post", "rooms", room->code, "do", "kick", NULL);
    html_attr_say_with(h, "hx-confirm", "table.kickSure", "name", person->name, NULL);
    HTML(h, ">");
    add_hidden(h, "id", person->id);
    HTML(h, "<button class=\"quiet\">");
    part_icon(h, "door");
    html_say(h, "lobby.kick");
    HTML(h, "</button></form>");
}

/* Whom the host put out, and how they come back. */
static void add_out(struct html *h, const struct page_room *room)
{
    HTML(h, "<h3 class=\"watchers\">");
    part_icon(h, "door");
    html_say(h, "lobby.out");
    HTML(h, "</h3><ul class=\"people-list\">");
    for (int i = 0; i < room->out_count; i++) {
        HTML(h, "<li class=\"person\"");
        html_attr(h, "data-key", room->out[i].id);
        HTML(h, ">");
        part_face(h, &room->out[i]);
        HTML(h, "<span class=\"person-text\"><bdi>");
        html_text(h, room->out[i].name);
        HTML(h, "</bdi></span>");
        add_button(h, room, "readmit", "id", room->out[i].id, "chair", "lobby.readmit");
        HTML(h, "</li>");
    }
    HTML(h, "</ul>");
}

static void add_move(struct html *h, const struct page_room *room, const struct page_person *person,
                     int team)
{
    lobby_form(h, room, "move_player");
    add_hidden(h, "id", person->id);
    add_hidden(h, "teamName", room->teams[team]);
    HTML(h, "<button class=\"quiet\">");
    part_icon(h, "right");
    html_say_with(h, "teams.moveTo", "team", part_team_name(h, room, team), NULL);
    HTML(h, "</button></form>");
}

/* What a host can do about somebody, folded away: nobody kicks by accident. */
static void add_host_menu(struct html *h, const struct page_room *room,
                          const struct page_person *person)
{
    HTML(h, "<details class=\"more\"><summary");
    html_attr_say_with(h, "aria-label", "lobby.optionsFor", "name", person->name, NULL);
    HTML(h, ">");
    part_icon(h, "more");
    HTML(h, "</summary><div class=\"more-menu\">");
    for (int team = 0; !person->watching && team < room->team_count; team++)
        if (room->state == PAGE_LOBBY && person->team != team) add_move(h, room, person, team);
    if (!person->bot) add_button(h, room, "hand_over", "id", person->id, "crown", "lobby.handOver");
    add_kick(h, room, person);
    HTML(h, "</div></details>");
}

static void add_person(struct html *h, const struct page_room *room, int index)
{
    const struct page_person *person = &room->people[index];
    HTML(h, "<li class=\"person");
    if (!person->online && !person->bot) HTML(h, " offline");
    HTML(h, "\"");
    html_attr(h, "data-key", person->id);
    HTML(h, ">");
    part_face(h, person);
    HTML(h, "<span class=\"person-text\"><bdi class=\"person-name\">");
    html_text(h, person->name);
    HTML(h, "</bdi>");
    add_badges(h, person, index == room->you);
    HTML(h, "</span>");
    if (room->is_host && index != room->you) add_host_menu(h, room, person);
    HTML(h, "</li>");
}

/* group -1 with teams: those without a team; the watchers are a group of their own. */
static int group_size(const struct page_room *room, int team, bool watching)
{
    int size = 0;
    for (int i = 0; i < room->people_count; i++) {
        const struct page_person *p = &room->people[i];
        size += p->watching == watching && (watching || p->team == team);
    }
    return size;
}

static void add_list(struct html *h, const struct page_room *room, int team, bool watching)
{
    HTML(h, "<ul class=\"people-list\">");
    for (int i = 0; i < room->people_count; i++) {
        const struct page_person *p = &room->people[i];
        if (p->watching == watching && (watching || p->team == team)) add_person(h, room, i);
    }
    HTML(h, "</ul>");
}

/* In the place of the button: why there is none. */
static void add_full(struct html *h, const struct page_room *room, int team)
{
    HTML(h, "<button class=\"join-team\" disabled>");
    part_icon(h, "people");
    html_say_count(h, "lobby.teamFull", room->team_max, NULL);
    HTML(h, "<span class=\"hidden-text\"> ");
    html_text(h, part_team_name(h, room, team));
    HTML(h, "</span></button>");
}

static void add_join_team(struct html *h, const struct page_room *room, int team)
{
    lobby_form(h, room, "choose_team");
    add_hidden(h, "teamName", room->teams[team]);
    HTML(h, "<button class=\"join-team\">");
    part_icon(h, "plus");
    html_say(h, "lobby.joinTeam");
    HTML(h, "<span class=\"hidden-text\"> ");
    html_text(h, part_team_name(h, room, team));
    HTML(h, "</span></button></form>");
}

/* The host calls a team what it likes to be called. */
static void add_team_name(struct html *h, const struct page_room *room, int team)
{
    char id[16];
    snprintf(id, sizeof id, "team-name-%d", team);
    const char *name = part_team_name(h, room, team);
    HTML(h, "<details class=\"more team-more\"><summary");
    html_attr_say_with(h, "aria-label", "teams.rename", "team", name, NULL);
    HTML(h, ">");
    part_icon(h, "more");
    HTML(h, "</summary><div class=\"more-menu\">");
    lobby_form(h, room, "name_team");
    add_hidden(h, "teamName", room->teams[team]);
    HTML(h, "<label");
    html_attr(h, "for", id);
    HTML(h, ">");
    html_say(h, "teams.name");
    HTML(h, "</label><input name=\"name\" maxlength=\"24\" autocomplete=\"off\"");
    html_attr(h, "id", id);
    html_attr(h, "value", room->team_called[team] ? room->team_called[team] : "");
    html_attr(h, "placeholder", name);
    HTML(h, "><button>");
    html_say(h, "site.save");
    HTML(h, "</button></form></div></details>");
}

static void add_tool(struct html *h, const struct page_room *room, const char *event,
                     const char *icon, const char *key)
{
    lobby_form(h, room, event);
    HTML(h, "<button class=\"quiet\">");
    part_icon(h, icon);
    html_say(h, key);
    HTML(h, "</button></form>");
}

static bool is_even(const struct page_room *room)
{
    int least = group_size(room, 0, false), most = least;
    for (int team = 1; team < room->team_count; team++) {
        int size = group_size(room, team, false);
        if (size < least) least = size;
        if (size > most) most = size;
    }
    return most - least < 2;
}

static void add_team_tools(struct html *h, const struct page_room *room)
{
    HTML(h, "<div class=\"actions team-tools\">");
    add_tool(h, room, "shuffle_teams", "shuffle", "teams.shuffle");
    if (!is_even(room)) add_tool(h, room, "balance_teams", "balance", "teams.balance");
    HTML(h, "</div>");
}

/* A computer player for that team; -1: where there are none. */
static void add_bot_form(struct html *h, const struct page_room *room, int team)
{
    char id[24];
    snprintf(id, sizeof id, team < 0 ? "bot-level" : "bot-level-%d", team);
    lobby_form(h, room, "add_bot");
    if (team >= 0) add_hidden(h, "teamName", room->teams[team]);
    HTML(h, "<div class=\"bot-row\"><label");
    html_attr(h, "for", id);
    HTML(h, ">");
    html_say(h, "lobby.addBot");
    HTML(h, "</label><select name=\"level\"");
    html_attr(h, "id", id);
    HTML(h, ">");
    for (const uint8_t *level = room->levels; *level; level++) {
        char value[4];
        snprintf(value, sizeof value, "%d", *level);
        HTML(h, "<option");
        html_attr(h, "value", value);
        if (*level == LEVEL_MEDIUM) HTML(h, " selected");
        HTML(h, ">");
        html_say(h, levels_said[*level]);
        HTML(h, "</option>");
    }
    HTML(h, "</select><button class=\"quiet\">");
    part_icon(h, "bot");
    html_say(h, "lobby.add");
    if (team >= 0) {
        HTML(h, "<span class=\"hidden-text\"> ");
        html_text(h, part_team_name(h, room, team));
        HTML(h, "</span>");
    }
    HTML(h, "</button></div></form>");
}

static bool takes_bots(const struct page_room *room)
{
    return room->is_host && room->bots && !room->bots_language && room->state == PAGE_LOBBY;
}

static void begin_bot_hint(struct html *h)
{
    HTML(h, "<p class=\"hint bot-puzzled\">");
    part_icon(h, "bot");
    HTML(h, "<span>");
}

/* In the place of those forms why there are none; below them, that it is a beginner. */
static void add_bot_hint(struct html *h, const struct page_room *room)
{
    if (!room->is_host || !room->bots || room->state != PAGE_LOBBY) return;
    if (!room->bots_language && !room->bots_beginner) return;
    begin_bot_hint(h);
    if (room->bots_language)
        html_say_with(h, "lobby.botLanguage", "language", part_language(room->bots_language), NULL);
    else
        html_say(h, "lobby.botBeginner");
    HTML(h, "</span></p>");
}

static void add_team(struct html *h, const struct page_room *room, int team)
{
    static const char *const shapes[] = {"team-a", "team-b", "team-c", "team-d"};
    HTML(h, "<div class=\"team\"");
    html_attr_number(h, "data-team", team);
    HTML(h, "><div class=\"team-head\"><h3>");
    part_icon(h, shapes[team & 3]);
    HTML(h, "<span>");
    html_text(h, part_team_name(h, room, team));
    HTML(h, "</span> <span class=\"count\">");
    html_number(h, group_size(room, team, false));
    HTML(h, "</span></h3>");
    if (room->is_host && room->state == PAGE_LOBBY) add_team_name(h, room, team);
    HTML(h, "</div>");
    add_list(h, room, team, false);
    const struct page_person *you = room->you >= 0 ? &room->people[room->you] : NULL;
    bool full = room->team_max && group_size(room, team, false) >= room->team_max;
    if (you && room->state == PAGE_LOBBY && (you->team != team || you->watching))
        full ? add_full(h, room, team) : add_join_team(h, room, team);
    if (takes_bots(room) && !full) add_bot_form(h, room, team);
    HTML(h, "</div>");
}

void lobby_people(struct html *h, const struct page_room *room)
{
    HTML(h, "<section id=\"people\" class=\"card people\" aria-labelledby=\"people-title\">"
            "<h2 id=\"people-title\">");
    html_say(h, "lobby.people");
    HTML(h, " <span class=\"count\">");
    html_number(h, room->people_count);
    HTML(h, "</span></h2>");
    if (room->team_count) {
        HTML(h, "<div class=\"teams\">");
        for (int team = 0; team < room->team_count; team++)
            add_team(h, room, team);
        HTML(h, "</div>");
        if (room->is_host && room->state == PAGE_LOBBY && room->people_count > 2)
            add_team_tools(h, room);
    }
    if (group_size(room, -1, false)) add_list(h, room, -1, false);
    if (group_size(room, 0, true)) {
        HTML(h, "<h3 class=\"watchers\">");
        part_icon(h, "eye");
        html_say(h, "lobby.watchers");
        HTML(h, "</h3>");
        add_list(h, room, 0, true);
    }
    if (room->is_host && room->out_count) add_out(h, room);
    if (takes_bots(room) && !room->team_count) add_bot_form(h, room, -1);
    add_bot_hint(h, room);
    HTML(h, "</section>");
}
