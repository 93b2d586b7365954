/* Finds an open room by a number: its id, or its code packed into 30 bits. Owns only its arrays. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct live;

struct livemap {
    struct {
        uint64_t key; /* 0: free */
        struct live *live;
    } * slots;
    size_t count, cap; /* cap is a power of two or 0 */
};

void livemap_put(struct livemap *map, uint64_t key, struct live *live);
struct live *livemap_get(const struct livemap *map, uint64_t key);
void livemap_remove(struct livemap *map, uint64_t key);
void livemap_free(struct livemap *map);
