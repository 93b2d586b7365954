#include "crypta/dungeon.h"

#define COLUMN_A 0x0101010101010101u
#define COLUMN_H 0x8080808080808080u
#define ROW_1 0xffu

static const char letters[] = {
#define X(kind, letter, two, three, four) letter,
    DUNGEON_KINDS(X)
#undef X
};

static const uint8_t counts[][3] = {
#define X(kind, letter, two, three, four) {two, three, four},
    DUNGEON_KINDS(X)
#undef X
};

/* What one attempt knows. `free` shrinks as the dungeon fills. */
struct attempt {
    struct dungeon *d;
    uint64_t grid;
    uint64_t free;
    uint32_t random; /* state of mulberry32 */
};

static uint32_t mulberry32(uint32_t *state)
{
    uint32_t t = *state += 0x6d2b79f5;
    t = (t ^ t >> 15) * (t | 1);
    t ^= t + (t ^ t >> 7) * (t | 61);
    return t ^ t >> 14;
}

static int count(uint64_t cells)
{
    return __builtin_popcountll(cells);
}

/* One of the cells at random, none of none. */
static uint64_t pick(struct attempt *a, uint64_t among)
{
    if (!among) return 0;
    for (uint32_t skip = mulberry32(&a->random) % (uint32_t)count(among); skip > 0; skip--)
        among &= among - 1;
    return among & -among;
}

static uint64_t put(struct attempt *a, enum dungeon_kind kind, uint64_t cells)
{
    a->d->cells[kind] |= cells;
    a->free &= ~cells;
    return cells;
}

static int wanted(const struct attempt *a, enum dungeon_kind kind)
{
    return counts[kind][a->d->players - DUNGEON_PLAYERS_MIN];
}

static uint64_t with_sides(uint64_t cells)
{
    return cells | (cells & ~COLUMN_H) << 1 | (cells & ~COLUMN_A) >> 1;
}

/* The cells and those touching them along an edge. */
static uint64_t touching(uint64_t cells)
{
    return with_sides(cells) | cells << 8 | cells >> 8;
}

/* The cells and those around them in eight directions. */
static uint64_t around(uint64_t cells)
{
    uint64_t wide = with_sides(cells);
    return wide | wide << 8 | wide >> 8;
}

/* Everything at most three king's moves away. */
static uint64_t within_three(uint64_t cells)
{
    return around(around(around(cells)));
}

/* The grid is a corner of the 8×8 word: what walks off a small grid must not walk on outside it,
 * which holds because every set above is cut to `grid` or to `free` before it is used. */
static uint64_t grid_of(int size)
{
    uint64_t grid = 0;
    for (int row = 0; row < size; row++)
        grid |= (uint64_t)((1u << size) - 1) << 8 * row;
    return grid;
}

static int column_of(uint64_t cell)
{
    return __builtin_ctzll(cell) % 8;
}

static int row_of(uint64_t cell)
{
    return __builtin_ctzll(cell) / 8;
}

/* Cells that share `column − row` with the given one. */
static uint64_t diagonal(uint64_t grid, uint64_t cell)
{
    uint64_t found = 0;
    for (uint64_t rest = grid; rest; rest &= rest - 1) {
        uint64_t other = rest & -rest;
        if (column_of(other) - row_of(other) == column_of(cell) - row_of(cell)) found |= other;
    }
    return found;
}

/* Where no second passage may be: closer than four steps. */
static uint64_t near(uint64_t grid, uint64_t cell)
{
    uint64_t found = cell;
    for (int step = 0; step < 3; step++)
        found = touching(found) & grid;
    return found;
}

static uint64_t row_and_column(uint64_t cell)
{
    return (uint64_t)ROW_1 << 8 * row_of(cell) | COLUMN_A << column_of(cell);
}

static uint64_t inside(int size)
{
    return grid_of(size - 2) << 9;
}

static bool place_spheres(struct attempt *a)
{
    int last = a->d->size - 1;
    /* Only two corners are alone on their diagonal. */
    uint64_t alone = 1ull << last | 1ull << 8 * last;
    uint64_t first = put(a, DUNGEON_SPHERE, pick(a, a->free & ~alone));
    return put(a, DUNGEON_SPHERE, pick(a, a->free & diagonal(a->grid, first))) != 0;
}

/* Early, while there is room: blocks of four, then the odd ones beside any of them. */
static bool place_empty(struct attempt *a)
{
    int left = wanted(a, DUNGEON_EMPTY);
    for (; left >= 4; left -= 4) {
        uint64_t block = put(a, DUNGEON_EMPTY, pick(a, a->free));
        for (int grown = 0; grown < 3; grown++) {
            uint64_t more = put(a, DUNGEON_EMPTY, pick(a, a->free & touching(block)));
            if (!more) return false;
            block |= more;
        }
    }
    for (; left > 0; left--) {
        uint64_t beside = a->free & touching(a->d->cells[DUNGEON_EMPTY]);
        if (!put(a, DUNGEON_EMPTY, pick(a, beside))) return false;
    }
    return true;
}

/* Places as many of a kind as are wanted, one by one, out of `legal`; each takes from it what it
 * forbids to its own kind. */
static bool place_apart(struct attempt *a, enum dungeon_kind kind, uint64_t legal)
{
    for (int left = wanted(a, kind); left > 0; left--) {
        uint64_t cell = put(a, kind, pick(a, a->free & legal));
        if (!cell) return false;
        switch (kind) {
        case DUNGEON_PASSAGE: legal &= ~near(a->grid, cell); break;
        case DUNGEON_POTION: legal &= ~row_and_column(cell); break;
        default: legal &= ~around(cell); break;
        }
    }
    return true;
}

/* All cells of `among` that hang together with the given one in eight directions. */
static uint64_t cluster(uint64_t among, uint64_t cell)
{
    uint64_t found = cell;
    for (uint64_t before = 0; before != found;) {
        before = found;
        found = around(found) & among;
    }
    return found;
}

/* What is left is exactly the keys and swords. No key may touch a sword, so every cluster of these
 * cells is wholly the one or the other; in random order a cluster becomes keys wherever it can. */
static bool place_keys_and_swords(struct attempt *a)
{
    uint64_t firsts = 0; /* the first cell of each cluster stands for it */
    for (uint64_t rest = a->free; rest;) {
        uint64_t first = rest & -rest;
        firsts |= first;
        rest &= ~cluster(rest, first);
    }
    int keys_left = wanted(a, DUNGEON_KEY);
    uint64_t reach = within_three(a->d->cells[DUNGEON_CHEST]);
    while (firsts) {
        uint64_t first = pick(a, firsts);
        uint64_t whole = cluster(a->free, first);
        bool keys = count(whole) <= keys_left && !(whole & ~reach);
        if (keys) keys_left -= count(whole);
        put(a, keys ? DUNGEON_KEY : DUNGEON_SWORD, whole);
        firsts &= ~first;
    }
    return keys_left == 0;
}

static bool fill(struct attempt *a)
{
    return place_spheres(a) && place_empty(a) && place_apart(a, DUNGEON_PASSAGE, a->grid) &&
           place_apart(a, DUNGEON_POTION, a->grid) &&
           place_apart(a, DUNGEON_TRAP, inside(a->d->size)) &&
           place_apart(a, DUNGEON_CHEST, a->grid) && place_apart(a, DUNGEON_MONSTER, a->grid) &&
           place_keys_and_swords(a);
}

int dungeon_players(uint32_t code)
{
    return DUNGEON_PLAYERS_MIN + (int)(code % 3);
}

bool dungeon_make(struct dungeon *d, uint32_t code, int players)
{
    if (code >= DUNGEON_CODES || players < DUNGEON_PLAYERS_MIN || players > DUNGEON_PLAYERS_MAX)
        return false;
    d->players = players;
    d->size = players + 4;
    for (d->attempts = 1; d->attempts <= DUNGEON_ATTEMPTS_MAX; d->attempts++) {
        for (int kind = 0; kind < DUNGEON_KIND_COUNT; kind++)
            d->cells[kind] = 0;
        /* Attempts are a million apart: no two codes ever walk the same stretch of seeds. */
        uint32_t seed = code + DUNGEON_CODES * (uint32_t)(d->attempts - 1);
        struct attempt a = {d, grid_of(d->size), grid_of(d->size), seed};
        if (fill(&a)) return true;
    }
    return false;
}

char dungeon_letter(const struct dungeon *d, int column, int row)
{
    uint64_t cell = 1ull << (8 * row + column);
    int kind = 0;
    while (!(d->cells[kind] & cell))
        kind++;
    return letters[kind];
}

int dungeon_text(const struct dungeon *d, char out[DUNGEON_TEXT_MAX])
{
    int at = 0;
    for (int row = 0; row < d->size; row++) {
        for (int column = 0; column < d->size; column++)
            out[at++] = dungeon_letter(d, column, row);
        out[at++] = '/';
    }
    out[--at] = 0;
    return at;
}
