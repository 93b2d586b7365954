#include "room/shelf.h"
#include "core/alloc.h"
#include "core/token.h"

#include <nettle/sha2.h>
#include <stdlib.h>
#include <string.h>

struct shelf_item {
    struct game_deck deck; /* first: who has the deck has the item */
    struct shelf_item *next;
    size_t bytes; /* of its JSON: about what it takes */
    bool kept;    /* else it is only tried, */
    int trials;   /* by so many */
};

/* Ids in one piece of memory with the pointers to them. */
struct list {
    struct list *next;
    char hash[33];
    const char *ids[];
};

struct shelf {
    struct list *lists;
    struct shelf_item *first, **last;
    uint64_t loose_cards;
    size_t loose_bytes;
};

struct shelf *shelf_new(void)
{
    struct shelf *shelf = alloc_zero(1, sizeof *shelf);
    shelf->last = &shelf->first;
    return shelf;
}

void shelf_free(struct shelf *shelf)
{
    if (!shelf) return;
    for (struct shelf_item *p = shelf->first, *next; p; p = next) {
        next = p->next;
        shelf_item_free(p);
    }
    for (struct list *l = shelf->lists, *next; l; l = next) {
        next = l->next;
        free(l);
    }
    free(shelf);
}

/* Over the canonical form, so that spaces and the order of keys do not count. */
static void content_hash(char out[33], const char *text)
{
    struct sha256_ctx sha;
    uint8_t digest[16];
    sha256_init(&sha);
    sha256_update(&sha, strlen(text), (const uint8_t *)text);
    sha256_digest(&sha, sizeof digest, digest);
    hex_write(out, digest, sizeof digest);
}

static char *canonical(const json_t *json)
{
    return json_is_object(json) ? json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS) : NULL;
}

static const char *copy_text(const char *text)
{
    return alloc_copy(text ? text : "", text ? strlen(text) + 1 : 1);
}

void shelf_item_free(struct shelf_item *item)
{
    if (!item) return;
    free((void *)item->deck.content);
    free((void *)item->deck.name);
    free((void *)item->deck.title);
    free(item);
}

/* Everything but what the game reads. */
static struct shelf_item *item_new(const struct game *game, const char *name, const json_t *json)
{
    struct shelf_item *item = alloc_zero(1, sizeof *item);
    const char *language = json_string_value(json_object_get(json, "language"));
    item->deck.game = game;
    item->deck.name = copy_text(name);
    item->deck.title = copy_text(json_string_value(json_object_get(json, "name")));
    if (language && strlen(language) < sizeof item->deck.language)
        memcpy(item->deck.language, language, strlen(language) + 1);
    return item;
}

struct refusal shelf_read(const struct game *game, const char *name, const json_t *json,
                          struct shelf_item **out, char **text)
{
    char *form = game->deck_read ? canonical(json) : NULL;
    if (!form) return REFUSE(BAD_REQUEST);
    struct shelf_item *item = item_new(game, name, json);
    content_hash(item->deck.hash, form);
    item->bytes = strlen(form);
    struct refusal refusal = game->deck_read(&item->deck, json);
    if (refused(&refusal)) {
        shelf_item_free(item);
        free(form);
        return refusal;
    }
    *out = item;
    if (text)
        *text = form;
    else
        free(form);
    return ACCEPTED;
}

const struct game_deck *shelf_item_deck(const struct shelf_item *item)
{
    return &item->deck;
}

static struct shelf_item *find(const struct shelf *shelf, const struct game *game, const char *hash)
{
    for (struct shelf_item *p = shelf->first; p; p = p->next)
        if (p->deck.game == game && strcmp(p->deck.hash, hash) == 0) return p;
    return NULL;
}

static struct shelf_item *place(struct shelf *shelf, struct shelf_item *item)
{
    struct shelf_item *there = find(shelf, item->deck.game, item->deck.hash);
    if (there) {
        shelf_item_free(item);
        return there;
    }
    *shelf->last = item;
    shelf->last = &item->next;
    return item;
}

static void keep(struct shelf *shelf, struct shelf_item *item)
{
    if (!item->kept && !item->deck.name[0]) {
        shelf->loose_cards += item->deck.count;
        shelf->loose_bytes += item->bytes;
    }
    item->kept = true;
}

const struct game_deck *shelf_put(struct shelf *shelf, struct shelf_item *item)
{
    item = place(shelf, item);
    keep(shelf, item);
    return &item->deck;
}

const struct game_deck *shelf_try(struct shelf *shelf, struct shelf_item *item)
{
    item = place(shelf, item);
    item->trials++;
    return &item->deck;
}

const struct game_deck *shelf_try_again(const struct game_deck *deck)
{
    ((struct shelf_item *)deck)->trials++;
    return deck;
}

static void take_off(struct shelf *shelf, struct shelf_item *item)
{
    struct shelf_item **at = &shelf->first;
    while (*at != item)
        at = &(*at)->next;
    *at = item->next;
    if (!item->next) shelf->last = at;
    shelf_item_free(item);
}

void shelf_tried(struct shelf *shelf, const struct game_deck *deck, bool stays)
{
    struct shelf_item *item = (struct shelf_item *)deck;
    item->trials--;
    if (stays) keep(shelf, item);
    if (!item->kept && item->trials == 0) take_off(shelf, item);
}

static struct list *list_make(const json_t *ids)
{
    size_t count = json_array_size(ids), bytes = 0;
    for (size_t i = 0; i < count; i++)
        bytes += json_string_length(json_array_get(ids, i)) + 1;
    struct list *l = alloc_zero(1, sizeof *l + (count + 1) * sizeof l->ids[0] + bytes);
    char *text = (char *)&l->ids[count + 1];
    for (size_t i = 0; i < count; i++) {
        l->ids[i] = strcpy(text, json_string_value(json_array_get(ids, i)));
        text += strlen(text) + 1;
    }
    return l;
}

const char *const *shelf_without(struct shelf *shelf, const json_t *ids)
{
    char hash[33];
    char *text = json_array_size(ids) ? json_dumps(ids, JSON_COMPACT) : NULL;
    if (!text) return NULL;
    content_hash(hash, text);
    free(text);
    for (struct list *l = shelf->lists; l; l = l->next)
        if (strcmp(l->hash, hash) == 0) return l->ids;
    struct list *l = list_make(ids);
    memcpy(l->hash, hash, sizeof hash);
    l->next = shelf->lists;
    shelf->lists = l;
    return l->ids;
}

/* The one that is there or, read and off the shelf, the new one. */
static struct refusal find_or_read(const struct shelf *shelf, const struct game *game,
                                   const char *name, const json_t *json, struct shelf_item **there,
                                   struct shelf_item **item)
{
    char *form = canonical(json), hash[33];
    if (!form) return REFUSE(BAD_REQUEST);
    content_hash(hash, form);
    free(form);
    *there = find(shelf, game, hash);
    return *there ? ACCEPTED : shelf_read(game, name, json, item, NULL);
}

struct refusal shelf_add(struct shelf *shelf, const struct game *game, const char *name,
                         const json_t *json, const struct game_deck **out)
{
    struct shelf_item *there, *item;
    struct refusal refusal = find_or_read(shelf, game, name, json, &there, &item);
    if (refused(&refusal)) return refusal;
    if (there) keep(shelf, there);
    *out = there ? &there->deck : shelf_put(shelf, item);
    return ACCEPTED;
}

struct refusal shelf_add_past(struct shelf *shelf, const struct game *game, const json_t *json)
{
    struct shelf_item *there, *item;
    struct refusal refusal = find_or_read(shelf, game, "", json, &there, &item);
    if (refused(&refusal) || there) return refusal;
    place(shelf, item)->kept = true;
    return ACCEPTED;
}

struct refusal shelf_add_on_trial(struct shelf *shelf, const struct game *game, const json_t *json,
                                  const struct game_deck **out)
{
    struct shelf_item *there, *item;
    struct refusal refusal = find_or_read(shelf, game, "", json, &there, &item);
    if (refused(&refusal)) return refusal;
    *out = there ? shelf_try_again(&there->deck) : shelf_try(shelf, item);
    return ACCEPTED;
}

uint64_t shelf_loose_cards(const struct shelf *shelf)
{
    return shelf->loose_cards;
}

size_t shelf_loose_bytes(const struct shelf *shelf)
{
    return shelf->loose_bytes;
}

size_t shelf_item_bytes(const struct shelf_item *item)
{
    return item->bytes;
}

const struct game_deck *shelf_find(const struct shelf *shelf, const struct game *game,
                                   const char *hash)
{
    const struct shelf_item *item = find(shelf, game, hash);
    return item ? &item->deck : NULL;
}

const struct game_deck *shelf_deck(const struct shelf *shelf, const struct game *game, int index)
{
    for (const struct shelf_item *p = shelf->first; p; p = p->next)
        if (p->deck.game == game && p->deck.name[0] && index-- == 0) return &p->deck;
    return NULL;
}
