/* What all pages have in common: the document around them and the small parts they are made of.
 * For the page files of this folder only. */
#pragma once

#include "site/pages/html.h"
#include "site/pages/page.h"

struct layout {
    const char *title; /* plain text, already in the page's language */
    const char *kind;  /* the class of <body>: "home", "lobby" … */
    const char *query; /* of the page, encoded, for its language links: "room=XTBK92"; or NULL */
    const char *const *scripts; /* modules besides the shell: "js/lobby.js"; NULL ends; or NULL */
    const char *style;          /* a stylesheet besides the house's: "css/table.css"; or NULL */
    bool bare;                  /* no header and footer: the page brings its own */
    bool htmx;                  /* loads htmx and its SSE extension */
    bool socket;                /* loads socket.io's client */
};

void layout_begin(struct html *h, const struct layout *layout);
void layout_end(struct html *h, const struct layout *layout);

/* An icon of web/icons/icons.svg; decoration only, the text says it all. */
void part_icon(struct html *h, const char *name);
/* The face of a name, empty alt text: the name stands next to it. */
void part_avatar(struct html *h, const char *name);
void part_avatar_address(struct html *h, const char *attr, const char *name);
/* Somebody's face: the chosen one, or that of the name. */
void part_face(struct html *h, const struct page_person *person);
/* Who comes in says who that is: a face that can be changed, and a name. Inside a form. What is NULL
 * is filled in with what this browser used last. */
void part_who(struct html *h, const char *name, const char *avatar);
/* The title of a game in the page's language; its name where the catalogue has none. */
const char *part_game_title(const struct html *h, const char *game);
const char *part_team_name(const struct html *h, const struct page_room *room, int team);
/* Which game an element is about, for scripts, and its colour. */
void part_game_mood(struct html *h, const char *game, const struct game_box *box);
/* `art/NAME.svg`: games/NAME/art/box.svg, or what the build puts there for a game without one. */
void part_game_art(struct html *h, const char *game);
/* «es» as its readers call it; what was given if it is none of ours. */
const char *part_language(const char *language);
/* The field for a room code, with label and button, as a form that asks GET /rooms?code=. */
void part_code_form(struct html *h, const char *code, const char *label_key, const char *problem);
/* Why something was not done, in the page's language and as precisely as the refusal says. */
void part_refusal(struct html *h, const struct refusal *why);
/* The same as plain text. */
void refusal_text(struct buffer *out, const char *language, const struct refusal *why);
/* The QR code of a text, inline. */
void part_qr(struct html *h, const char *text);
