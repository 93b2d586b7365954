#include "room/livemap.h"
#include "core/alloc.h"

#include <stdlib.h>
#include <string.h>

/* Rooms made together are played together: eight neighbours share 128 bytes. */
static size_t home(const struct livemap *map, uint64_t key)
{
    uint64_t group = (key >> 3) * 0x9e3779b97f4a7c15u >> 20;
    return (size_t)(group << 3 | (key & 7)) & (map->cap - 1);
}

static size_t find(const struct livemap *map, uint64_t key)
{
    size_t i = home(map, key);
    while (map->slots[i].key && map->slots[i].key != key)
        i = (i + 1) & (map->cap - 1);
    return i;
}

static void grow(struct livemap *map)
{
    struct livemap old = *map;
    map->cap = old.cap ? 2 * old.cap : 64;
    map->slots = alloc_zero(map->cap, sizeof *map->slots);
    for (size_t i = 0; i < old.cap; i++)
        if (old.slots[i].key) map->slots[find(map, old.slots[i].key)] = old.slots[i];
    free(old.slots);
}

void livemap_put(struct livemap *map, uint64_t key, void *live)
{
    if (2 * (map->count + 1) > map->cap) grow(map);
    size_t i = find(map, key);
    map->count += map->slots[i].key == 0;
    map->slots[i].key = key;
    map->slots[i].live = live;
}

void *livemap_get(const struct livemap *map, uint64_t key)
{
    return map->cap && key ? map->slots[find(map, key)].live : NULL;
}

void livemap_remove(struct livemap *map, uint64_t key)
{
    if (!map->cap) return;
    size_t hole = find(map, key), i = hole;
    if (!map->slots[hole].key) return;
    map->count--;
    /* Whoever was pushed past the hole moves back, so that searches never stop short. */
    for (;;) {
        i = (i + 1) & (map->cap - 1);
        if (!map->slots[i].key) break;
        size_t from = home(map, map->slots[i].key);
        if (((i - from) & (map->cap - 1)) < ((i - hole) & (map->cap - 1))) continue;
        map->slots[hole] = map->slots[i];
        hole = i;
    }
    memset(&map->slots[hole], 0, sizeof map->slots[hole]);
}

void livemap_free(struct livemap *map)
{
    free(map->slots);
    *map = (struct livemap){0};
}
