#include "room/shelf.h"
#include "core/alloc.h"
#include "core/token.h"

#include <nettle/sha2.h>
#include <stdlib.h>
#include <string.h>

struct place {
    const struct game *game;
    struct game_deck deck;
    struct place *next;
};

/* Ids in one piece of memory with the pointers to them. */
struct list {
    struct list *next;
    char hash[33];
    const char *ids[];
};

struct shelf {
    struct list *lists;
    struct place *first, **last;
    uint64_t loose_cards;
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
    for (struct place *p = shelf->first, *next; p; p = next) {
        next = p->next;
        free((void *)p->deck.content);
        free((void *)p->deck.name);
        free(p);
    }
    for (struct list *l = shelf->lists, *next; l; l = next) {
        next = l->next;
        free(l);
    }
    free(shelf);
}

/* Over the canonical form, so that spaces and the order of keys do not count. */
static bool content_hash(char out[33], const json_t *json)
{
    char *text = json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS);
    if (!text) return false;
    struct sha256_ctx sha;
    uint8_t digest[16];
    sha256_init(&sha);
    sha256_update(&sha, strlen(text), (const uint8_t *)text);
    sha256_digest(&sha, sizeof digest, digest);
    hex_write(out, digest, sizeof digest);
    free(text);
    return true;
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
    if (!json_array_size(ids) || !content_hash(hash, ids)) return NULL;
    for (struct list *l = shelf->lists; l; l = l->next)
        if (strcmp(l->hash, hash) == 0) return l->ids;
    struct list *l = list_make(ids);
    memcpy(l->hash, hash, sizeof hash);
    l->next = shelf->lists;
    shelf->lists = l;
    return l->ids;
}

struct refusal shelf_add(struct shelf *shelf, const struct game *game, const char *name,
                         const json_t *json, const struct game_deck **out)
{
    char hash[33];
    if (!game->deck_read || !json_is_object(json) || !content_hash(hash, json))
        return REFUSE(BAD_REQUEST);
    *out = shelf_find(shelf, game, hash);
    if (*out) return ACCEPTED;
    struct place *p = alloc_zero(1, sizeof *p);
    p->game = p->deck.game = game;
    memcpy(p->deck.hash, hash, sizeof hash);
    p->deck.name = alloc_copy(name, strlen(name) + 1);
    const char *language = json_string_value(json_object_get(json, "language"));
    if (language && strlen(language) < sizeof p->deck.language)
        memcpy(p->deck.language, language, strlen(language) + 1);
    struct refusal refusal = game->deck_read(&p->deck, json);
    if (refused(&refusal)) {
        free((void *)p->deck.name);
        free(p);
        return refusal;
    }
    *shelf->last = p;
    shelf->last = &p->next;
    *out = &p->deck;
    if (!name[0]) shelf->loose_cards += p->deck.count;
    return ACCEPTED;
}

uint64_t shelf_loose_cards(const struct shelf *shelf)
{
    return shelf->loose_cards;
}

const struct game_deck *shelf_find(const struct shelf *shelf, const struct game *game,
                                   const char *hash)
{
    for (const struct place *p = shelf->first; p; p = p->next)
        if (p->game == game && strcmp(p->deck.hash, hash) == 0) return &p->deck;
    return NULL;
}

const struct game_deck *shelf_deck(const struct shelf *shelf, const struct game *game, int index)
{
    for (const struct place *p = shelf->first; p; p = p->next)
        if (p->game == game && p->deck.name[0] && index-- == 0) return &p->deck;
    return NULL;
}
