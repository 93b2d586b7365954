#pragma once
static inline double sqrt(double x)
{
    return __builtin_sqrt(x);
}
static inline float sqrtf(float x)
{
    return __builtin_sqrtf(x);
}
