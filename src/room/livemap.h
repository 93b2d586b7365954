/* Finds a room by a number, its id or its code packed into 30 bits: an open one, or the entry of one
 * that rests. Owns only its arrays. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct livemap {
    struct {
        uint64_t key; /* 0: free */
        void *live;
    } * slots;
    size_t count, cap; /* cap is a power of two or 0 */
};

void livemap_put(struct livemap *map, uint64_t key, void *live);
void *livemap_get(const struct livemap *map, uint64_t key);
void livemap_remove(struct livemap *map, uint64_t key);
void livemap_free(struct livemap *map);
