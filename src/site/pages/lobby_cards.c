/* The host's cards: which packs are in play, the decks that were brought for this room, a form for more
 * of them, and a place where a script lists those that this browser has kept. */
#include "site/pages/catalog.h"
#include "site/pages/lobby.h"

#include <stdio.h>
#include <string.h>

static bool is_said(const char *key)
{
    char counted[96];
    snprintf(counted, sizeof counted, "%s.other", key);
    return catalog_has(key) || catalog_has(counted);
}

/* A game whose cards are no cards says so: it has the sentence under «GAME.KEY». */
static const char *word(const struct page_room *room, const char *key, char out[64])
{
    snprintf(out, 64, "%s.%s", room->game, key);
    return is_said(out) ? out : key;
}

/* ---- packs ---- */

/* A script fills it when it is opened; `mark` says whether it is still the same. */
static void add_packs(struct html *h, const struct page_room *room)
{
    char key[64];
    HTML(h, "<details id=\"packs\" class=\"other-games needs-js\"><summary>");
    part_icon(h, "shelf");
    HTML(h, "<span>");
    html_say(h, word(room, "packs.title", key));
    if (room->cards_in_play >= 0) {
        HTML(h, " <small class=\"in-play\">");
        html_say_count(h, word(room, "packs.inPlay", key), room->cards_in_play, NULL);
        HTML(h, "</small>");
    }
    HTML(h, "</span>");
    HTML(h, "</summary><div data-filled");
    html_attr(h, "data-packs", room->code);
    html_attr(h, "data-mark", room->packs_mark);
    HTML(h, "></div></details>");
}

/* ---- decks that are here ---- */

/* The room's setting «language»; NULL: it has none. */
static const struct page_setting *language_setting(const struct page_room *room)
{
    for (int i = 0; i < room->setting_count; i++)
        if (strcmp(room->settings[i].key, "language") == 0) return &room->settings[i];
    return NULL;
}

static const char *room_language(const struct page_room *room)
{
    const struct page_setting *s = language_setting(room);
    return s ? s->choices[s->value] : "";
}

static const char *language_name(const struct html *h, const struct page_room *room,
                                 const char *language)
{
    char key[64];
    snprintf(key, sizeof key, "%s.setting.language.%s", room->game, language);
    return catalog_has(key) ? catalog_text(h->page->language, key) : language;
}

/* Why nobody will see these cards, before anybody wonders. */
static void add_why_not(struct html *h, const struct page_room *room, const struct page_deck *deck)
{
    char key[64];
    const char *language = room_language(room);
    HTML(h, "<small class=\"deck-idle\">");
    if (deck->banned)
        html_say(h, "cards.banned");
    else if (strcmp(deck->language, language) != 0)
        html_say_with(h, word(room, "cards.otherLanguage", key), "language",
                      language_name(h, room, language), NULL);
    else
        html_say(h, word(room, "cards.notChosen", key));
    HTML(h, "</small>");
}

static const char *deck_title(const struct html *h, const struct page_room *room,
                              const struct page_deck *deck)
{
    char key[64];
    return deck->title[0] ? deck->title
                          : catalog_text(h->page->language, word(room, "cards.defaultName", key));
}

static void add_deck(struct html *h, const struct page_room *room, const struct page_deck *deck)
{
    char key[64], file[48];
    const char *title = deck_title(h, room, deck);
    snprintf(file, sizeof file, "%s.json", deck->hash);
    HTML(h, "<li");
    html_attr(h, "data-key", deck->hash);
    html_attr(h, "data-deck", deck->hash);
    html_attr(h, "data-name", title);
    html_attr(h, "data-language", deck->language);
    HTML(h, "><p><b>");
    html_text(h, title);
    HTML(h, "</b> <small>");
    html_say_count(h, word(room, "cards.count", key), deck->cards, NULL);
    if (language_setting(room) && !catalog_has(word(room, "cards.anyLanguage", key))) {
        HTML(h, " · ");
        html_text(h, language_name(h, room, deck->language));
    }
    HTML(h, "</small>");
    if (!deck->fits) add_why_not(h, room, deck);
    HTML(h, "</p><div class=\"actions\"><button type=\"button\" class=\"quiet needs-js\"");
    html_attr(h, "data-edit-deck", deck->hash);
    html_attr_say_with(h, "aria-label", "cards.editNamed", "name", title, NULL);
    HTML(h, ">");
    html_say(h, "cards.edit");
    HTML(h, "</button><a class=\"button quiet\" download");
    html_attr_path(h, "href", "rooms", room->code, "decks", file, NULL);
    html_attr_say_with(h, "aria-label", "cards.saveNamed", "name", title, NULL);
    HTML(h, ">");
    html_say(h, "cards.save");
    HTML(h, "</a>");
    lobby_form(h, room, "discard_cards");
    HTML(h, "<input type=\"hidden\" name=\"deck\"");
    html_attr(h, "value", deck->hash);
    HTML(h, "><button class=\"quiet\"");
    html_attr_say_with(h, "aria-label", "cards.removeNamed", "name", title, NULL);
    HTML(h, ">");
    html_say(h, "cards.remove");
    HTML(h, "</button></form></div></li>");
}

static void add_decks(struct html *h, const struct page_room *room)
{
    char key[64];
    if (!room->own_deck_count) return;
    HTML(h, "<h3 id=\"own-decks-title\">");
    html_say(h, word(room, "cards.here", key));
    HTML(h, "</h3><ul class=\"own-decks\" aria-labelledby=\"own-decks-title\">");
    for (int i = 0; i < room->own_deck_count; i++)
        add_deck(h, room, &room->own_decks[i]);
    HTML(h, "</ul>");
    if (room->own_deck_count < 2) return;
    lobby_form(h, room, "discard_cards");
    HTML(h, "<div class=\"actions\"><button class=\"quiet\">");
    html_say(h, word(room, "cards.discard", key));
    HTML(h, "</button></div></form>");
}

/* ---- a form for more ---- */

static void add_cards_url(struct html *h)
{
    HTML(h, "<label for=\"cards-url\">");
    html_say(h, "cards.url");
    HTML(h, "</label><input id=\"cards-url\" name=\"url\" type=\"url\" autocomplete=\"off\" "
            "placeholder=\"https://\">");
}

static void add_name(struct html *h, const struct page_room *room)
{
    char key[64];
    HTML(h, "<label for=\"cards-name\">");
    html_say(h, word(room, "cards.name", key));
    HTML(h, "</label><input id=\"cards-name\" name=\"name\" maxlength=\"60\" autocomplete=\"off\"");
    html_attr(h, "value", catalog_text(h->page->language, word(room, "cards.defaultName", key)));
    HTML(h, ">");
}

/* Cards are in a language, and played only where the room plays in it; it is asked, not guessed. */
static void add_language(struct html *h, const struct page_room *room)
{
    char key[64];
    const struct page_setting *setting = language_setting(room);
    if (!setting) return;
    if (catalog_has(word(room, "cards.anyLanguage", key))) {
        HTML(h, "<p class=\"hint\">");
        html_say(h, key);
        HTML(h, "</p>");
        return;
    }
    HTML(h, "<label for=\"cards-language\">");
    lobby_label(h, room, "language", NULL);
    HTML(h, "</label><select id=\"cards-language\" name=\"language\">");
    for (int i = 0; setting->choices[i]; i++) {
        HTML(h, "<option");
        html_attr(h, "value", setting->choices[i]);
        if (i == setting->value) HTML(h, " selected");
        HTML(h, ">");
        lobby_label(h, room, "language", setting->choices[i]);
        HTML(h, "</option>");
    }
    HTML(h, "</select>");
}

/* One card a line, typed or from a file; a script sends a file as it is. */
static void add_cards_form(struct html *h, const struct page_room *room)
{
    char key[64], own[64];
    snprintf(own, sizeof own, "%s.cards.title", room->game);
    HTML(h, "<form class=\"cards-form\" method=\"post\"");
    html_attr(h, "data-cards", catalog_has(own) ? room->game : "");
    html_attr(h, "data-cards-game", room->game);
    html_attr_path(h, "action", "rooms", room->code, "cards", NULL);
    HTML(h, "><p class=\"hint\" id=\"cards-hint\">");
    html_say(h, word(room, "cards.hint", key));
    HTML(h, "</p>");
    add_name(h, room);
    add_language(h, room);
    HTML(h, "<label for=\"cards-text\">");
    html_say(h, word(room, "cards.text", key));
    HTML(h, "</label><textarea id=\"cards-text\" name=\"text\" rows=\"5\" spellcheck=\"false\" "
            "autocomplete=\"off\" aria-describedby=\"cards-hint\"");
    html_attr_say(h, "placeholder", word(room, "cards.example", key));
    if (!room->card_urls) HTML(h, " required");
    HTML(h, "></textarea><div data-filled data-cards-problems></div>");
    if (room->card_urls) add_cards_url(h);
    HTML(
        h,
        "<div class=\"actions\"><label class=\"button needs-js\">"
        "<input type=\"file\" class=\"hidden-text\" accept=\".txt,.csv,.tsv,.json,.json5,text/*,application/json\" "
        "data-cards-file><span>");
    html_say(h, "cards.file");
    HTML(h, "</span></label><button>");
    html_say(h, word(room, "cards.add", key));
    HTML(h, "</button></div></form>");
}

static void add_own(struct html *h, const struct page_room *room)
{
    char key[64];
    HTML(h, "<details id=\"own-cards\" class=\"other-games\"><summary>");
    part_icon(h, "copy");
    HTML(h, "<span>");
    if (room->own_cards)
        html_say_count(h, word(room, "cards.own", key), room->own_cards, NULL);
    else
        html_say(h, word(room, "cards.title", key));
    HTML(
        h,
        " <small class=\"in-play kept-count\" data-filled data-kept-count></small></span></summary>");
    add_decks(h, room);
    HTML(h, "<section class=\"needs-js\" data-filled");
    html_attr(h, "data-kept-decks", room->game);
    HTML(h, "></section>");
    add_cards_form(h, room);
    HTML(h, "</details>");
}

void lobby_cards(struct html *h, const struct page_room *room)
{
    if (room->packs_mark[0]) add_packs(h, room);
    if (room->imports) add_own(h, room);
}
