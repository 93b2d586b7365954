#include "site/pages/catalog.h"
#include "catalog_data.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char *const catalog_languages[CATALOG_LANGUAGES] = {"es", "it", "en", "bg"};
#define SPANISH 0
#define ENGLISH 2

static int language_index(const char *language, size_t len)
{
    for (int i = 0; i < CATALOG_LANGUAGES; i++)
        if (len >= 2 && strncasecmp(language, catalog_languages[i], 2) == 0 &&
            (len == 2 || language[2] == '-'))
            return i;
    return -1;
}

/* "de;q=0.9, it-IT" is a list of ranges; the first of ours with the highest weight wins. */
static int accepted(const char *header)
{
    int best = -1;
    double best_weight = 0;
    while (header && *header) {
        header += strspn(header, ", \t");
        size_t item = strcspn(header, ","), name = strcspn(header, ",; \t");
        const char *q = memmem(header, item, "q=", 2);
        double weight = q ? strtod(q + 2, NULL) : 1;
        int index = language_index(header, name);
        if (index >= 0 && weight > best_weight) {
            best = index;
            best_weight = weight;
        }
        header += item;
    }
    return best;
}

const char *catalog_asked(const char *query, const char *cookie, const char *accept)
{
    int index = query ? language_index(query, strlen(query)) : -1;
    if (index < 0 && cookie) index = language_index(cookie, strlen(cookie));
    if (index < 0) index = accepted(accept);
    return index < 0 ? NULL : catalog_languages[index];
}

const char *catalog_pick(const char *query, const char *cookie, const char *accept)
{
    const char *asked = catalog_asked(query, cookie, accept);
    return asked ? asked : catalog_languages[SPANISH];
}

static int compare(const void *key, const void *entry)
{
    return strcmp(key, ((const struct catalog_entry *)entry)->key);
}

static const struct catalog_entry *find(const char *key)
{
    return bsearch(key, catalog_entries, catalog_entry_count, sizeof catalog_entries[0], compare);
}

bool catalog_has(const char *key)
{
    return find(key) != NULL;
}

const char *catalog_text(const char *language, const char *key)
{
    const struct catalog_entry *entry = find(key);
    if (!entry) return key;
    int index = language_index(language, strlen(language));
    const char *text = index >= 0 ? entry->text[index] : NULL;
    if (!text) text = entry->text[ENGLISH];
    return text ? text : key;
}

#define VALUES_MAX 16

static const char *value_of(const char *name, size_t len, const char *const *values)
{
    for (; values[0]; values += 2)
        if (strlen(values[0]) == len && memcmp(values[0], name, len) == 0) return values[1];
    return NULL;
}

void catalog_fill_from(struct buffer *out, const char *language, const char *key,
                       const char *const *values)
{
    const char *text = catalog_text(language, key);
    while (*text) {
        size_t plain = strcspn(text, "{");
        buffer_add(out, text, plain);
        text += plain;
        if (!*text) return;
        size_t name = strcspn(text + 1, "}");
        const char *value = text[1 + name] ? value_of(text + 1, name, values) : NULL;
        if (value) {
            buffer_add_text(out, value);
            text += name + 2;
        } else {
            buffer_add_byte(out, *text++);
        }
    }
}

void catalog_fill(struct buffer *out, const char *language, const char *key, va_list values)
{
    const char *list[2 * VALUES_MAX + 1];
    int count = 0;
    for (const char *name; count < 2 * VALUES_MAX && (name = va_arg(values, const char *));) {
        list[count++] = name;
        list[count++] = va_arg(values, const char *);
    }
    list[count] = NULL;
    catalog_fill_from(out, language, key, list);
}
