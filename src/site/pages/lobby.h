/* The parts of the lobby; lobby.c puts them together. For this folder only. */
#pragma once

#include "site/pages/layout.h"

/* Your own name, team and whether you play: the first thing somebody new has to do. */
void lobby_you(struct html *h, const struct page_room *room);
void lobby_people(struct html *h, const struct page_room *room);
/* A form for the host, a summary for the others. */
void lobby_settings(struct html *h, const struct page_room *room);
/* The settings in words, for who cannot change them. */
void lobby_summary(struct html *h, const struct page_room *room);
/* The host's row of ready-made settings: the house's, and those that this browser keeps. */
void lobby_presets(struct html *h, const struct page_room *room);
/* "GAME.setting.KEY" or "GAME.setting.KEY.CHOICE" in the page's language. */
void lobby_label(struct html *h, const struct page_room *room, const char *key, const char *choice);
/* Which packs are in play, and the host's own cards. */
void lobby_cards(struct html *h, const struct page_room *room);
/* `<form …` that posts to /rooms/CODE/do/EVENT and stays on the page; the caller closes it. */
void lobby_form(struct html *h, const struct page_room *room, const char *event);
