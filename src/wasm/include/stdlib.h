#pragma once
#include <stddef.h>

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *old, size_t size);
void free(void *old);
_Noreturn void abort(void);
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *a, const void *b));
unsigned long strtoul(const char *text, char **end, int base);
long strtol(const char *text, char **end, int base);
static inline int abs(int x)
{
    return x < 0 ? -x : x;
}
