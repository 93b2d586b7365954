/* Memory for small things. Running out of it ends the program with a sentence: nothing here could
 * go on in a useful way, and every record that anybody was shown is already in the store.
 * Memory that a client can make grow is capped by whoever owns it, never here. */
#pragma once

#include <stddef.h>

void *alloc_zero(size_t count, size_t size);
void *alloc_grow(void *old, size_t size);
void *alloc_copy(const void *bytes, size_t size);
/* Bytes of the heap that are given out now. Unlike the memory that the kernel sees, it falls back
 * as soon as something is freed, so a figure that climbs is a leak. */
size_t alloc_in_use(void);
