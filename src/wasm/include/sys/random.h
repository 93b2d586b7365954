#pragma once
#include <stddef.h>
typedef long ssize_t;
/* Nothing here draws chance of its own: whoever asks ends. */
static inline ssize_t getrandom(void *out, size_t len, unsigned flags)
{
    return (void)out, (void)len, (void)flags, -1;
}
