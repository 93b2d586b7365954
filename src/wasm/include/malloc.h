#pragma once
#include <stdlib.h>
struct mallinfo2 {
    size_t uordblks, hblkhd;
};
static inline struct mallinfo2 mallinfo2(void)
{
    return (struct mallinfo2){0, 0};
}
