/* Loaded before the server (LD_PRELOAD) by tests that need the same cards every time: whoever asks
 * the kernel for 32 bytes, as a game does for its seed, gets the next of a fixed row, begun by the
 * number in FIXED_CHANCE. Tokens, which are shorter, stay what they are. The program itself has no
 * such switch, so nobody can turn it there. */
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

ssize_t getrandom(void *out, size_t len, unsigned flags)
{
    static uint32_t row;
    const char *begin = getenv("FIXED_CHANCE");
    if (len != 32 || !begin) return syscall(SYS_getrandom, out, len, flags);
    uint32_t x = (uint32_t)atoi(begin) * 2654435761u + ++row;
    for (uint8_t *byte = out; byte < (uint8_t *)out + len; byte++) {
        x = x * 1664525u + 1013904223u;
        *byte = (uint8_t)(x >> 24);
    }
    return (ssize_t)len;
}
