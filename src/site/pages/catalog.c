#include "site/pages/catalog.h"
#include "catalog_data.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char *const catalog_languages[CATALOG_LANGUAGES] = {"es", "it", "en", "bg"};
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

const char *catalog_pick(const char *query, const char *cookie, const char *game,
                         const char *accept)
{
    int index = query ? language_index(query, strlen(query)) : -1;
    if (index < 0 && cookie) index = language_index(cookie, strlen(cookie));
    if (index < 0 && game && strcmp(game, "taboo") == 0) index = 0;
    if (index < 0 && game && strcmp(game, "crypta") == 0) index = 1;
    if (index < 0) index = accepted(accept);
    return catalog_languages[index < 0 ? ENGLISH : index];
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

static const char *value_of(const char *name, size_t len, va_list values)
{
    va_list again;
    va_copy(again, values);
    const char *found = NULL;
    for (const char *key; !found && (key = va_arg(again, const char *));) {
        const char *value = va_arg(again, const char *);
        if (strlen(key) == len && memcmp(key, name, len) == 0) found = value;
    }
    va_end(again);
    return found;
}

void catalog_fill(struct buffer *out, const char *language, const char *key, va_list values)
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
