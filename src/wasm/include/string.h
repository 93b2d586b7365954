/* What the rules need of the C library, where there is none: see wasm/memory.c. */
#pragma once
#include <stddef.h>

void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
int memcmp(const void *a, const void *b, size_t n);
void *memchr(const void *from, int byte, size_t n);
size_t strlen(const char *s);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t n);
char *strchr(const char *s, int c);
char *strrchr(const char *s, int c);
char *strstr(const char *s, const char *part);
char *strpbrk(const char *s, const char *any);
size_t strspn(const char *s, const char *any);
size_t strcspn(const char *s, const char *any);
char *strcpy(char *to, const char *from);
char *strcat(char *to, const char *from);
