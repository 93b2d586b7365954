#pragma once
#include <string.h>
static inline int memeql_sec(const void *a, const void *b, size_t n)
{
    return memcmp(a, b, n) == 0;
}
