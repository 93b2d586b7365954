/* What this program is, and whose work it stands on. THIRD-PARTY.md has the same list. */
#include "site/pages/catalog.h"
#include "site/pages/layout.h"

static const struct part {
    const char *name, *licence, *purpose;
} parts[] = {
    {"htmx", "0BSD", "about.for.pages"},
    {"htmx-ext-sse", "0BSD", "about.for.pages"},
    {"socket.io-client", "MIT", "about.for.pages"},
    {"Rubik", "OFL-1.1", "about.for.font"},
    {"libuv", "MIT", "about.for.loop"},
    {"liburing", "MIT", "about.for.loop"},
    {"SQLite", "public domain", "about.for.store"},
    {"libpq", "PostgreSQL", "about.for.store"},
    {"jansson", "MIT", "about.for.json"},
    {"utf8proc", "MIT", "about.for.unicode"},
    {"nettle", "LGPL-3.0+ / GPL-2.0+", "about.for.hash"},
    {"libcurl", "curl", "about.for.http"},
    {"libqrencode", "LGPL-2.1+", "about.for.qr"},
};

static void add_part(struct html *h, const struct part *part)
{
    HTML(h, "<tr><th scope=\"row\">");
    html_text(h, part->name);
    HTML(h, "</th><td>");
    html_say(h, part->purpose);
    HTML(h, "</td><td>");
    html_text(h, part->licence);
    HTML(h, "</td></tr>");
}

static void add_headings(struct html *h)
{
    static const char *const keys[] = {"about.part", "about.for", "about.licence"};
    HTML(h, "<table class=\"parts\"><thead><tr>");
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        HTML(h, "<th scope=\"col\">");
        html_say(h, keys[i]);
        HTML(h, "</th>");
    }
    HTML(h, "</tr></thead><tbody>");
}

void page_about(struct buffer *out, const struct page_context *c, const char *version)
{
    struct html html = {out, c}, *h = &html;
    const struct layout layout = {.title = catalog_text(c->language, "about.title"),
                                  .kind = "join about"};
    layout_begin(h, &layout);
    HTML(h, "<main id=\"main\" class=\"answer\"><h1>Ludoteca ");
    html_text(h, version);
    HTML(h, "</h1><p class=\"lead\">");
    html_say(h, "about.lead");
    HTML(h, "</p><p>");
    html_say(h, "about.own");
    HTML(h, "</p><h2>");
    html_say(h, "about.parts");
    HTML(h, "</h2><p>");
    html_say(h, "about.parts.more");
    HTML(h, "</p>");
    add_headings(h);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        add_part(h, &parts[i]);
    HTML(h, "</tbody></table><p class=\"actions\"><a class=\"button\" href=\"/licences.txt\">");
    html_say(h, "about.texts");
    HTML(h, "</a><a class=\"button primary\" href=\"/\">");
    html_say(h, "answer.home");
    HTML(h, "</a></p></main>");
    layout_end(h, &layout);
}
