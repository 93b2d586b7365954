#include "site/pages/lobby.h"

static void add_preset(struct html *h, const struct page_room *room,
                       const struct page_preset *preset)
{
    struct buffer label = {0};
    buffer_print(&label, "%s.preset.%s", room->game, preset->key);
    HTML(h, "<button class=\"preset\" name=\"preset\"");
    html_attr(h, "value", preset->key);
    html_attr(h, "aria-pressed", preset->holds ? "true" : "false");
    HTML(h, ">");
    html_say(h, buffer_text(&label));
    HTML(h, "</button>");
    buffer_free(&label);
}

void lobby_presets(struct html *h, const struct page_room *room)
{
    HTML(h, "<div class=\"presets\" role=\"group\"");
    html_attr_say(h, "aria-label", "presets.title");
    HTML(h, ">");
    lobby_form(h, room, "choose_preset");
    for (int i = 0; i < room->preset_count; i++)
        add_preset(h, room, &room->presets[i]);
    HTML(h, "</form><div class=\"own-presets\" data-filled");
    html_attr(h, "data-own-presets", room->game);
    HTML(h, "></div><button type=\"button\" class=\"quiet needs-js\" data-keep-preset>");
    part_icon(h, "star");
    html_say(h, "presets.keep");
    HTML(h, "</button></div>");
}
