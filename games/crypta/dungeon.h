/* The secret dungeon of a code: nine kinds of cells on a square grid, the same on every device.
 * Integers only and nothing of the C library, so that the very same file also becomes WebAssembly.
 * A dungeon is a plain value; nothing here allocates or keeps anything.
 *
 * A set of cells is one 64-bit word with eight bits a row whatever the size of the grid, A1 in bit
 * 0:
 *
 *          A  B  C  D  E  F  G  H
 *      1   0  1  2  3  4  5  6  7        counting its bits upwards walks the grid in rows,
 *      2   8  9 10 11 …                  shifting it by 1 or 8 moves all of it at once
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define DUNGEON_CODES 1000000
#define DUNGEON_PLAYERS_MIN 2
#define DUNGEON_PLAYERS_MAX 4
#define DUNGEON_SIZE_MAX 8
/* with its terminating zero */
#define DUNGEON_TEXT_MAX (DUNGEON_SIZE_MAX * (DUNGEON_SIZE_MAX + 1))
#define DUNGEON_ATTEMPTS_MAX 1000

/* kind, letter, how many with 2, 3 and 4 players */
#define DUNGEON_KINDS(X)                                                                           \
    X(KEY, 'K', 5, 7, 9)                                                                           \
    X(MONSTER, 'M', 4, 6, 8)                                                                       \
    X(PASSAGE, 'P', 2, 2, 2)                                                                       \
    X(POTION, 'O', 5, 6, 7)                                                                        \
    X(CHEST, 'C', 5, 7, 9)                                                                         \
    X(SPHERE, 'S', 2, 2, 2)                                                                        \
    X(SWORD, 'W', 4, 6, 8)                                                                         \
    X(TRAP, 'T', 3, 4, 5)                                                                          \
    X(EMPTY, '.', 6, 9, 14)

enum dungeon_kind {
#define X(kind, letter, two, three, four) DUNGEON_##kind,
    DUNGEON_KINDS(X)
#undef X
        DUNGEON_KIND_COUNT
};

struct dungeon {
    int players;
    int size;                           /* cells a side: 6, 7 or 8 */
    int attempts;                       /* how many were needed, 1 or more */
    uint64_t cells[DUNGEON_KIND_COUNT]; /* every cell of the grid is in exactly one of them */
};

/* A code alone says for how many it is: 2 + code mod 3. */
int dungeon_players(uint32_t code);
/* False, and nothing made, if there is no such code or number of players. */
bool dungeon_make(struct dungeon *d, uint32_t code, int players);
char dungeon_letter(const struct dungeon *d, int column, int row);
/* Rows from row 1 joined by `/`, columns A first, and a terminating zero; returns the length. */
int dungeon_text(const struct dungeon *d, char out[DUNGEON_TEXT_MAX]);
