/* The C library's part: memory, texts, sorting. Small, and the same in every browser. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory ---- */

/* Blocks of sizes that are powers of two; what is given back waits in the list of its size. */
struct block {
    union {
        struct block *next; /* while nobody has it */
        uint32_t order;
    };
    uint32_t padding[3]; /* so that what follows is aligned for anything */
};

extern unsigned char __heap_base;
static struct block *spare[32];
static uintptr_t fresh, end;

static void *more(size_t size)
{
    if (!fresh) fresh = end = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
    while (fresh + size > end) {
        size_t pages = (fresh + size - end + 65535) / 65536;
        uintptr_t have = __builtin_wasm_memory_size(0) * 65536;
        if (end < have) {
            end = have;
            continue;
        }
        if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) __builtin_trap();
        end += pages * 65536;
    }
    fresh += size;
    return (void *)(fresh - size);
}

void *malloc(size_t size)
{
    uint32_t order = 5;
    while (((size_t)1 << order) < size + sizeof(struct block))
        order++;
    struct block *b = spare[order];
    if (b)
        spare[order] = b->next;
    else
        b = more((size_t)1 << order);
    b->order = order;
    return b + 1;
}

void free(void *old)
{
    if (!old) return;
    struct block *b = (struct block *)old - 1;
    uint32_t order = b->order;
    b->next = spare[order];
    spare[order] = b;
}

void *calloc(size_t count, size_t size)
{
    return memset(malloc(count * size), 0, count * size);
}

void *realloc(void *old, size_t size)
{
    if (!old) return malloc(size);
    size_t had = ((size_t)1 << ((struct block *)old - 1)->order) - sizeof(struct block);
    if (size <= had) return old;
    void *more_of_it = memcpy(malloc(size), old, had);
    free(old);
    return more_of_it;
}

_Noreturn void abort(void)
{
    __builtin_trap();
}

/* ---- bytes ---- */

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ((char *)to)[i] = ((const char *)from)[i];
    return to;
}

void *memmove(void *to, const void *from, size_t n)
{
    if (to < from)
        for (size_t i = 0; i < n; i++)
            ((char *)to)[i] = ((const char *)from)[i];
    else
        while (n-- > 0)
            ((char *)to)[n] = ((const char *)from)[n];
    return to;
}

void *memset(void *to, int byte, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ((char *)to)[i] = (char)byte;
    return to;
}

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *x = a, *y = b;
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i]) return x[i] - y[i];
    return 0;
}

void *memchr(const void *from, int byte, size_t n)
{
    const char *p = from;
    for (size_t i = 0; i < n; i++)
        if (p[i] == (char)byte) return (void *)(p + i);
    return NULL;
}

/* ---- texts ---- */

size_t strlen(const char *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

int strncmp(const char *a, const char *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i] || !a[i]) return (unsigned char)a[i] - (unsigned char)b[i];
    return 0;
}

int strcmp(const char *a, const char *b)
{
    return strncmp(a, b, SIZE_MAX);
}

char *strchr(const char *s, int c)
{
    for (;; s++) {
        if (*s == (char)c) return (char *)s;
        if (!*s) return NULL;
    }
}

char *strrchr(const char *s, int c)
{
    char *found = NULL;
    for (; (s = strchr(s, c)); s++) {
        found = (char *)s;
        if (!*s) break;
    }
    return found;
}

char *strstr(const char *s, const char *part)
{
    size_t len = strlen(part);
    for (;; s++) {
        if (strncmp(s, part, len) == 0) return (char *)s;
        if (!*s) return NULL;
    }
}

size_t strcspn(const char *s, const char *any)
{
    size_t n = 0;
    while (s[n] && !strchr(any, s[n]))
        n++;
    return n;
}

size_t strspn(const char *s, const char *any)
{
    size_t n = 0;
    while (s[n] && strchr(any, s[n]))
        n++;
    return n;
}

char *strpbrk(const char *s, const char *any)
{
    s += strcspn(s, any);
    return *s ? (char *)s : NULL;
}

char *strcpy(char *to, const char *from)
{
    return memcpy(to, from, strlen(from) + 1);
}

char *strcat(char *to, const char *from)
{
    strcpy(to + strlen(to), from);
    return to;
}

unsigned long strtoul(const char *text, char **stop, int base)
{
    unsigned long value = 0;
    (void)base; /* ten */
    for (; *text >= '0' && *text <= '9'; text++)
        value = value * 10 + (unsigned long)(*text - '0');
    if (stop) *stop = (char *)text;
    return value;
}

long strtol(const char *text, char **stop, int base)
{
    bool minus = *text == '-';
    long value = (long)strtoul(text + minus, stop, base);
    return minus ? -value : value;
}

/* ---- sorting ---- */

/* By merging, so that equal things stay in their order, as in the library that the server uses. */
static void sort(char *base, char *space, size_t count, size_t size,
                 int (*compare)(const void *a, const void *b))
{
    size_t half = count / 2, i = 0, k = half, to = 0;
    if (count < 2) return;
    sort(base, space, half, size, compare);
    sort(base + half * size, space, count - half, size, compare);
    for (; i < half || k < count; to++) {
        bool first = k == count || (i < half && compare(base + i * size, base + k * size) <= 0);
        memcpy(space + to * size, base + (first ? i++ : k++) * size, size);
    }
    memcpy(base, space, count * size);
}

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *a, const void *b))
{
    void *space = malloc(count * size + 1);
    sort(base, space, count, size, compare);
    free(space);
}
