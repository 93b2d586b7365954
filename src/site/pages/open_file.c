#include "site/pages/catalog.h"
#include "site/pages/layout.h"
#include "site/pages/replay.h"

void page_open_file(struct buffer *out, const struct page_context *c)
{
    static const char *const scripts[] = {"js/open.js", NULL};
    struct html html = {out, c}, *h = &html;
    const struct layout layout = {.title = catalog_text(c->language, "saved.title"),
                                  .kind = "past",
                                  .scripts = scripts,
                                  .style = "css/past.css"};
    layout_begin(h, &layout);
    HTML(h, "<main id=\"main\" class=\"past\"><h1>");
    html_say(h, "saved.title");
    HTML(h, "</h1><p class=\"lead\">");
    html_say(h, "saved.lead");
    HTML(h, "</p><form class=\"card saved-form\" id=\"saved\"><label class=\"button primary\">");
    part_icon(h, "shelf");
    html_say(h, "saved.choose");
    HTML(
        h,
        "<input type=\"file\" class=\"hidden-text\" id=\"saved-file\" accept=\".jsonl,application/jsonl\">"
        "</label><p id=\"saved-problem\" class=\"problem\" role=\"alert\"></p></form><noscript><p class=\"card\">");
    html_say(h, "table.noScript");
    HTML(h, "</p></noscript><p class=\"actions\"><a class=\"button\" href=\"/\">");
    html_say(h, "answer.home");
    HTML(h, "</a></p></main>");
    layout_end(h, &layout);
}
