#include "core/alloc.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *checked(void *memory)
{
    if (memory) return memory;
    fputs("ludoteca: out of memory\n", stderr);
    abort();
}

void *alloc_zero(size_t count, size_t size)
{
    return checked(calloc(count ? count : 1, size ? size : 1));
}

void *alloc_grow(void *old, size_t size)
{
    return checked(realloc(old, size ? size : 1));
}

void *alloc_copy(const void *bytes, size_t size)
{
    void *copy = checked(malloc(size ? size : 1));
    if (size) memcpy(copy, bytes, size);
    return copy;
}

size_t alloc_in_use(void)
{
    struct mallinfo2 heap = mallinfo2();
    return heap.uordblks + heap.hblkhd; /* in the arenas, and large pieces mapped apart */
}
