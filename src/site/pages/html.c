#include "site/pages/html.h"
#include "site/pages/catalog.h"
#include "site/pages/page.h"

#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <utf8proc.h>

void html_literal(struct html *h, const char *markup, size_t len)
{
    buffer_add(h->out, markup, len);
}

static const char *entity(unsigned char byte)
{
    switch (byte) {
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '&': return "&amp;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return NULL;
    }
}

/* Control characters have no business in a page; line feed and tab are harmless. */
static bool printable(int32_t point)
{
    if (point < 0x20) return point == '\n' || point == '\t';
    return !(point >= 0x7f && point < 0xa0);
}

static void add_escaped(struct buffer *out, const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    size_t left = strlen(text);
    while (left > 0) {
        int32_t point;
        utf8proc_ssize_t used = utf8proc_iterate(at, (utf8proc_ssize_t)left, &point);
        const char *escaped = used == 1 ? entity(*at) : NULL;
        if (escaped)
            buffer_add_text(out, escaped);
        else if (used < 1 || !printable(point))
            buffer_add_text(out, "\xef\xbf\xbd");
        else
            buffer_add(out, at, (size_t)used);
        if (used < 1) used = 1;
        at += used;
        left -= (size_t)used;
    }
}

void html_text(struct html *h, const char *text)
{
    add_escaped(h->out, text);
}

void html_number(struct html *h, long number)
{
    buffer_print(h->out, "%ld", number);
}

static void attr_open(struct html *h, const char *name)
{
    buffer_print(h->out, " %s=\"", name);
}

static void attr_close(struct html *h)
{
    buffer_add_byte(h->out, '"');
}

void html_attr(struct html *h, const char *name, const char *value)
{
    attr_open(h, name);
    add_escaped(h->out, value);
    attr_close(h);
}

void html_attr_number(struct html *h, const char *name, long value)
{
    attr_open(h, name);
    html_number(h, value);
    attr_close(h);
}

void url_add_encoded(struct buffer *out, const char *text)
{
    static const char unreserved[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    for (; *text; text++) {
        if (strchr(unreserved, *text))
            buffer_add_byte(out, *text);
        else
            buffer_print(out, "%%%02X", (unsigned char)*text);
    }
}

void html_attr_path(struct html *h, const char *name, ...)
{
    va_list parts;
    va_start(parts, name);
    attr_open(h, name);
    for (const char *part; (part = va_arg(parts, const char *));) {
        buffer_add_byte(h->out, '/');
        url_add_encoded(h->out, part);
    }
    attr_close(h);
    va_end(parts);
}

void html_attr_asset(struct html *h, const char *name, const char *path)
{
    attr_open(h, name);
    add_escaped(h->out, h->page->asset_base);
    buffer_add_byte(h->out, '/');
    add_escaped(h->out, path);
    attr_close(h);
}

/* Fills first and escapes afterwards, so that a value cannot bring markup with it. */
static void say(struct html *h, const char *key, va_list values)
{
    struct buffer plain = {0};
    catalog_fill(&plain, h->page->language, key, values);
    add_escaped(h->out, buffer_text(&plain));
    buffer_free(&plain);
}

void html_say(struct html *h, const char *key)
{
    add_escaped(h->out, catalog_text(h->page->language, key));
}

void html_say_with(struct html *h, const char *key, ...)
{
    va_list values;
    va_start(values, key);
    say(h, key, values);
    va_end(values);
}

void html_say_count(struct html *h, const char *key, long count, ...)
{
    struct buffer form = {0}, filled = {0};
    buffer_print(&form, "%s.%s", key, count == 1 ? "one" : "other");
    va_list values;
    va_start(values, count);
    catalog_fill(&filled, h->page->language, buffer_text(&form), values);
    va_end(values);
    const char *text = buffer_text(&filled), *place = strstr(text, "{count}");
    if (place) {
        struct buffer before = {0};
        buffer_add(&before, text, (size_t)(place - text));
        add_escaped(h->out, buffer_text(&before));
        buffer_free(&before);
        html_number(h, count);
        text = place + strlen("{count}");
    }
    add_escaped(h->out, text);
    buffer_free(&filled);
    buffer_free(&form);
}

void html_attr_say(struct html *h, const char *name, const char *key)
{
    html_attr(h, name, catalog_text(h->page->language, key));
}

void html_attr_say_with(struct html *h, const char *name, const char *key, ...)
{
    va_list values;
    va_start(values, key);
    attr_open(h, name);
    say(h, key, values);
    attr_close(h);
    va_end(values);
}
