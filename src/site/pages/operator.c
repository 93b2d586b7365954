#include "site/pages/operator.h"
#include "site/pages/catalog.h"
#include "site/pages/layout.h"

#include <string.h>

static const char *text(const json_t *row, const char *key)
{
    const char *value = json_string_value(json_object_get(row, key));
    return value ? value : "";
}

static int64_t number(const json_t *row, const char *key)
{
    return json_integer_value(json_object_get(row, key));
}

/* ---- how it fares ---- */

static void begin_figure(struct html *h, const char *key)
{
    HTML(h, "<div><dt>");
    html_say(h, key);
    HTML(h, "</dt><dd>");
}

static void end_figure(struct html *h)
{
    HTML(h, "</dd></div>");
}

static void add_figure(struct html *h, const char *key, int64_t value)
{
    begin_figure(h, key);
    html_number(h, (long)value);
    end_figure(h);
}

static void add_text_figure(struct html *h, const char *key, struct buffer *value)
{
    begin_figure(h, key);
    html_text(h, buffer_text(value));
    end_figure(h);
    buffer_clear(value);
}

static void print_bytes(struct buffer *out, int64_t bytes)
{
    if (bytes < 10000000)
        buffer_print(out, "%.1f MB", (double)bytes / 1e6);
    else if (bytes < INT64_C(10000000000))
        buffer_print(out, "%.0f MB", (double)bytes / 1e6);
    else
        buffer_print(out, "%.0f GB", (double)bytes / 1e9);
}

static void add_load(struct html *h, const json_t *load, const json_t *store)
{
    struct buffer value = {0};
    buffer_print(&value, "%.1f %%", 100 * json_real_value(json_object_get(load, "cpuShare")));
    add_text_figure(h, "admin.house.cpu", &value);
    print_bytes(&value, number(load, "heapBytes"));
    add_text_figure(h, "admin.house.memory", &value);
    print_bytes(&value, number(load, "keptBytes"));
    add_text_figure(h, "admin.house.kept", &value);
    add_figure(h, "admin.house.connections", number(load, "connections"));
    if (json_is_integer(json_object_get(store, "freeBytes"))) {
        print_bytes(&value, number(store, "freeBytes"));
        add_text_figure(h, "admin.house.disk", &value);
    }
    buffer_free(&value);
}

static void add_uptime(struct html *h, int64_t seconds)
{
    struct buffer value = {0};
    buffer_print(&value, "%d:%02d h", (int)(seconds / 3600), (int)(seconds / 60 % 60));
    add_text_figure(h, "admin.house.uptime", &value);
    buffer_free(&value);
}

static void add_figures(struct html *h, const json_t *house)
{
    const json_t *people = json_object_get(house, "people");
    const json_t *store = json_object_get(house, "store");
    const json_t *limits = json_object_get(house, "limits");
    HTML(h, "<dl class=\"figures\">");
    add_figure(h, "admin.house.rooms", number(house, "rooms"));
    add_figure(h, "admin.house.playing", number(people, "playingRooms"));
    add_figure(h, "admin.house.online", number(people, "online"));
    add_figure(h, "admin.house.away", number(people, "away"));
    add_figure(h, "admin.house.watching", number(people, "watching"));
    add_figure(h, "admin.house.computers", number(people, "computers"));
    add_uptime(h, number(house, "uptimeSeconds"));
    add_load(h, json_object_get(house, "load"), store);
    add_figure(h, "admin.house.records", number(store, "records"));
    add_figure(h, "admin.house.waiting", number(store, "waiting"));
    add_figure(h, "admin.house.notStored", number(store, "refused"));
    add_figure(h, "admin.house.tooOften", number(limits, "tooOften"));
    add_figure(h, "admin.house.turnedAway", number(limits, "turnedAway"));
    add_figure(h, "admin.house.dropped", number(limits, "dropped"));
    add_figure(h, "admin.house.tooHungry", number(limits, "tooHungry"));
    add_figure(h, "admin.house.badRequests", number(limits, "badRequests"));
    HTML(h, "</dl>");
}

static void add_refusals(struct html *h, const json_t *refusals)
{
    const char *code;
    json_t *count;
    if (!json_object_size(refusals)) return;
    HTML(h, "<details><summary>");
    html_say(h, "admin.house.refusals");
    HTML(h, "</summary><dl class=\"figures\">");
    json_object_foreach((json_t *)refusals, code, count)
    {
        HTML(h, "<div><dt><code>");
        html_text(h, code);
        HTML(h, "</code></dt><dd>");
        html_number(h, (long)json_integer_value(count));
        end_figure(h);
    }
    HTML(h, "</dl></details>");
}

static void add_complaints(struct html *h, const json_t *complaints)
{
    size_t i;
    json_t *complaint;
    if (!json_array_size(complaints)) return;
    HTML(h, "<h3>");
    html_say(h, "admin.house.complaints");
    HTML(h, "</h3><ul class=\"admin-list\">");
    json_array_foreach(complaints, i, complaint)
    {
        HTML(h, "<li><p>");
        part_time(h, number(complaint, "at"));
        HTML(h, " · ");
        html_text(h, text(complaint, "sentence"));
        HTML(h, "</p></li>");
    }
    HTML(h, "</ul>");
}

void part_house(struct html *h, const json_t *house)
{
    HTML(h, "<section class=\"card\" id=\"house\"><h2>");
    html_say(h, "admin.house");
    HTML(h, "</h2>");
    add_figures(h, house);
    add_complaints(h, json_object_get(house, "complaints"));
    add_refusals(h, json_object_get(house, "refusals"));
    HTML(h, "</section>");
}

/* ---- what everybody is told ---- */

static void add_minutes(struct html *h)
{
    static const long choices[] = {1, 5, 15, 30, 60};
    HTML(h, "<label class=\"hours\"><span>");
    html_say(h, "admin.restart");
    HTML(h, "</span><select name=\"minutes\"><option value=\"0\">");
    html_say(h, "admin.noRestart");
    HTML(h, "</option>");
    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++) {
        HTML(h, "<option");
        html_attr_number(h, "value", choices[i]);
        HTML(h, ">");
        html_say_count(h, "admin.inMinutes", choices[i], NULL);
        HTML(h, "</option>");
    }
    HTML(h, "</select></label>");
}

static void add_announced(struct html *h, const json_t *announced)
{
    HTML(h, "<form method=\"post\" class=\"decide\" action=\"/admin/announce\"><p "
            "class=\"reported\">");
    if (number(announced, "restartAt")) {
        html_say(h, "admin.restart");
        HTML(h, " ");
        part_time(h, number(announced, "restartAt"));
        HTML(h, " ");
    }
    html_text(h, text(announced, "text"));
    HTML(h, "</p><button>");
    html_say(h, "admin.announceNothing");
    HTML(h, "</button></form>");
}

void part_announce(struct html *h, const json_t *house)
{
    const json_t *announced = json_object_get(house, "announcement");
    HTML(h, "<section class=\"card\" id=\"announce\"><h2>");
    html_say(h, "admin.announceTitle");
    HTML(h, "</h2>");
    if (json_is_object(announced)) add_announced(h, announced);
    HTML(h, "<form method=\"post\" class=\"decide\" action=\"/admin/announce\"><label "
            "class=\"say\"><span>");
    html_say(h, "admin.announceText");
    HTML(h, "</span><input name=\"text\" maxlength=\"200\" autocomplete=\"off\"></label>");
    add_minutes(h);
    HTML(h, "<button>");
    html_say(h, "admin.announce");
    HTML(h, "</button></form></section>");
}

/* ---- who is here ---- */

static void add_hidden(struct html *h, const char *name, const char *value)
{
    HTML(h, "<input type=\"hidden\"");
    html_attr(h, "name", name);
    html_attr(h, "value", value);
    HTML(h, ">");
}

static void add_flag(struct html *h, const json_t *row, const char *flag, const char *key)
{
    if (!json_is_true(json_object_get(row, flag))) return;
    HTML(h, " · ");
    html_say(h, key);
}

static void add_person(struct html *h, const char *code, const json_t *person)
{
    bool computer = json_is_true(json_object_get(person, "computer"));
    HTML(h, "<li><p><bdi class=\"reported\">");
    html_text(h, text(person, "name"));
    HTML(h, "</bdi><span class=\"hint\">");
    add_flag(h, person, "host", "admin.host");
    add_flag(h, person, "watching", "admin.watching");
    add_flag(h, person, "computer", "admin.computer");
    if (!computer && !json_is_true(json_object_get(person, "online"))) {
        HTML(h, " · ");
        html_say(h, "admin.away");
    }
    HTML(h, "</span></p>");
    if (computer) {
        HTML(h, "</li>");
        return;
    }
    HTML(h, "<form method=\"post\" class=\"decide\" action=\"/admin/remove\">");
    add_hidden(h, "code", code);
    add_hidden(h, "id", text(person, "id"));
    part_hours(h);
    HTML(h, "<button name=\"by\" value=\"device\">");
    html_say(h, "admin.removeDevice");
    HTML(h, "</button><button name=\"by\" value=\"address\">");
    html_say(h, "admin.removeAddress");
    HTML(h, "</button></form></li>");
}

static void add_room_head(struct html *h, const json_t *room)
{
    const char *state = text(room, "state");
    HTML(h, "<summary><span><strong>");
    html_text(h, text(room, "code"));
    HTML(h, "</strong> · ");
    html_text(h, part_game_title(h, text(room, "game")));
    HTML(h, " · ");
    html_say(h, strcmp(state, "LOBBY") == 0     ? "admin.state.LOBBY"
                : strcmp(state, "PLAYING") == 0 ? "admin.state.PLAYING"
                                                : "admin.state.GAME_OVER");
    HTML(h, " · ");
    html_say_count(h, "admin.people", (long)json_array_size(json_object_get(room, "people")), NULL);
    HTML(h, "</span></summary>");
}

static void add_room(struct html *h, const json_t *room)
{
    size_t i;
    json_t *person;
    HTML(h, "<li><details>");
    add_room_head(h, room);
    HTML(h, "<p class=\"hint\">");
    html_say(h, "admin.lastStep");
    HTML(h, " ");
    part_time(h, number(room, "lastStepAt"));
    HTML(h, "</p><ul class=\"admin-list\">");
    json_array_foreach(json_object_get(room, "people"), i, person)
        add_person(h, text(room, "code"), person);
    HTML(h, "</ul><form method=\"post\" class=\"decide\" action=\"/admin/end\">");
    add_hidden(h, "code", text(room, "code"));
    HTML(h, "<button class=\"bad\">");
    html_say_with(h, "admin.end", "code", text(room, "code"), NULL);
    HTML(h, "</button></form></details></li>");
}

void part_rooms(struct html *h, const json_t *house, const json_t *rooms)
{
    size_t i;
    json_t *room;
    int64_t more = number(house, "rooms") - (int64_t)json_array_size(rooms);
    HTML(h, "<section class=\"card\" id=\"rooms\"><h2>");
    html_say(h, "admin.rooms");
    HTML(h, "</h2>");
    if (!json_array_size(rooms)) {
        HTML(h, "<p class=\"hint\">");
        html_say(h, "admin.noRooms");
        HTML(h, "</p>");
    }
    HTML(h, "<ul class=\"admin-list\">");
    json_array_foreach(rooms, i, room) add_room(h, room);
    HTML(h, "</ul>");
    if (more > 0) {
        HTML(h, "<p class=\"hint\">");
        html_say_count(h, "admin.moreRooms", (long)more, NULL);
        HTML(h, "</p>");
    }
    HTML(h, "</section>");
}
