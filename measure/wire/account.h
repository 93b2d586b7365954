/* What a server under load has used so far, as the kernel counts it; and the clock beside it. */
#pragma once

#include <stdint.h>

uint64_t now_us(void);
/* Nanoseconds on a processor, of all its threads. */
uint64_t cpu_ns(int pid);
/* Resident memory. */
long memory_kb(int pid);
