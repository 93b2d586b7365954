#pragma once
static inline int islower(int c)
{
    return c >= 'a' && c <= 'z';
}
static inline int isdigit(int c)
{
    return c >= '0' && c <= '9';
}
