#include "export.h"
#include "core/writer.h"

#include <string.h>

/* The texts of one colour in the order they were met, and the place of each. */
struct list {
    const char *colour; /* "white" or "black" */
    json_t *places;     /* object: text, and for black cards its pick, to place */
    size_t count;
};

/* A black card with another pick is another card. */
static const char *identity(const struct list *list, const json_t *card, struct buffer *key)
{
    const char *text = json_string_value(json_object_get(card, "text"));
    if (!text) return NULL;
    if (list->colour[0] == 'w') return text;
    buffer_clear(key);
    buffer_print(key, "%lld %s", (long long)json_integer_value(json_object_get(card, "pick")),
                 text);
    return buffer_text(key);
}

static int pick_of(const json_t *card)
{
    const json_t *pick = json_object_get(card, "pick");
    int blanks = 0;
    for (const char *at = json_string_value(json_object_get(card, "text"));
         at && (at = strchr(at, '_')); at += strspn(at, "_"))
        blanks++;
    if (json_is_integer(pick)) return (int)json_integer_value(pick);
    return blanks ? blanks : 1;
}

static void write_card(struct writer *w, const struct list *list, const json_t *card)
{
    const char *text = json_string_value(json_object_get(card, "text"));
    if (list->colour[0] == 'w') {
        write_string(w, text);
        return;
    }
    write_object(w);
    put_string(w, "text", text);
    put_int(w, "pick", pick_of(card));
    write_end(w);
}

static void write_cards(struct writer *w, struct list *list, const json_t *packs)
{
    size_t i, j;
    json_t *pack, *card;
    struct buffer key = {0};
    list->places = json_object();
    put_array(w, list->colour);
    json_array_foreach(packs, i, pack)
    {
        json_array_foreach(json_object_get(pack, list->colour), j, card)
        {
            const char *name = identity(list, card, &key);
            if (!name || json_object_get(list->places, name)) continue;
            json_object_set_new_nocheck(list->places, name, json_integer((json_int_t)list->count));
            list->count++;
            write_card(w, list, card);
        }
    }
    write_end(w);
    buffer_free(&key);
}

static void write_places(struct writer *w, const struct list *list, const json_t *pack)
{
    size_t i;
    json_t *card;
    struct buffer key = {0};
    put_array(w, list->colour);
    json_array_foreach(json_object_get(pack, list->colour), i, card)
    {
        const char *name = identity(list, card, &key);
        if (name) write_int(w, json_integer_value(json_object_get(list->places, name)));
    }
    write_end(w);
    buffer_free(&key);
}

void cah_export_compact(const json_t *deck, struct buffer *out)
{
    const json_t *packs = json_object_get(deck, "packs");
    struct list white = {.colour = "white"}, black = {.colour = "black"};
    struct writer w = writer_to(out);
    size_t i;
    json_t *pack;
    write_object(&w);
    write_cards(&w, &white, packs);
    write_cards(&w, &black, packs);
    put_array(&w, "packs");
    json_array_foreach(packs, i, pack)
    {
        const char *name = json_string_value(json_object_get(pack, "name"));
        write_object(&w);
        put_string(&w, "name", name ? name : "");
        put_bool(&w, "official", false);
        write_places(&w, &white, pack);
        write_places(&w, &black, pack);
        write_end(&w);
    }
    write_end(&w);
    write_end(&w);
    json_decref(white.places);
    json_decref(black.places);
}
