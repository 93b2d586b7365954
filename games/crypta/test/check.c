#include "check.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct place {
    int column;
    int row;
};

struct grid {
    int size;
    char cell[8][8]; /* row, column */
};

struct found {
    int count;
    struct place at[64];
};

static const char *read_rows(struct grid *g, int players, const char *rows)
{
    g->size = players == 2 ? 6 : players == 3 ? 7 : players == 4 ? 8 : 0;
    if (!g->size) return "players are 2, 3 or 4";
    int length = (int)strlen(rows);
    if (length != g->size * (g->size + 1) - 1) return "the grid is not square of its size";
    for (int i = 0; i < length; i++) {
        int row = i / (g->size + 1), column = i % (g->size + 1);
        if (column == g->size && rows[i] != '/') return "rows are not joined by /";
        if (column < g->size) g->cell[row][column] = rows[i];
    }
    return NULL;
}

static struct found all_of(const struct grid *g, char letter)
{
    struct found f = {0};
    for (int row = 0; row < g->size; row++)
        for (int column = 0; column < g->size; column++)
            if (g->cell[row][column] == letter) f.at[f.count++] = (struct place){column, row};
    return f;
}

static int manhattan(struct place a, struct place b)
{
    return abs(a.column - b.column) + abs(a.row - b.row);
}

static int chebyshev(struct place a, struct place b)
{
    int columns = abs(a.column - b.column), rows = abs(a.row - b.row);
    return columns > rows ? columns : rows;
}

static bool any_adjacent(const struct found *a, const struct found *b)
{
    for (int i = 0; i < a->count; i++)
        for (int k = 0; k < b->count; k++)
            if (chebyshev(a->at[i], b->at[k]) == 1) return true;
    return false;
}

static const char *check_counts(const struct grid *g, int players)
{
    static const struct {
        char letter;
        int by_players[3];
        const char *broken;
    } table[] = {
        {'M', {4, 6, 8}, "wrong number of monsters"},
        {'C', {5, 7, 9}, "wrong number of chests"},
        {'K', {5, 7, 9}, "wrong number of keys"},
        {'W', {4, 6, 8}, "wrong number of swords"},
        {'O', {5, 6, 7}, "wrong number of potions"},
        {'T', {3, 4, 5}, "wrong number of traps"},
        {'P', {2, 2, 2}, "wrong number of passages"},
        {'S', {2, 2, 2}, "wrong number of spheres"},
        {'.', {6, 9, 14}, "wrong number of empty cells"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (all_of(g, table[i].letter).count != table[i].by_players[players - 2])
            return table[i].broken;
    return NULL;
}

static const char *check_pairs(const struct grid *g)
{
    struct found spheres = all_of(g, 'S'), passages = all_of(g, 'P');
    if (spheres.at[0].column - spheres.at[0].row != spheres.at[1].column - spheres.at[1].row)
        return "spheres are not on one diagonal";
    if (manhattan(passages.at[0], passages.at[1]) < 4) return "passages are closer than 4";
    return NULL;
}

static const char *check_potions(const struct grid *g)
{
    struct found potions = all_of(g, 'O');
    for (int i = 0; i < potions.count; i++)
        for (int k = 0; k < i; k++) {
            if (potions.at[i].row == potions.at[k].row) return "two potions share a row";
            if (potions.at[i].column == potions.at[k].column) return "two potions share a column";
        }
    return NULL;
}

static const char *check_neighbours(const struct grid *g)
{
    struct found traps = all_of(g, 'T'), chests = all_of(g, 'C'), monsters = all_of(g, 'M');
    struct found keys = all_of(g, 'K'), swords = all_of(g, 'W');
    for (int i = 0; i < traps.count; i++) {
        struct place p = traps.at[i];
        if (p.column == 0 || p.row == 0 || p.column == g->size - 1 || p.row == g->size - 1)
            return "a trap is on the edge";
    }
    if (any_adjacent(&traps, &traps)) return "two traps are adjacent";
    if (any_adjacent(&chests, &chests)) return "two chests are adjacent";
    if (any_adjacent(&monsters, &monsters)) return "two monsters are adjacent";
    if (any_adjacent(&swords, &keys)) return "a sword is adjacent to a key";
    for (int i = 0; i < keys.count; i++) {
        int nearest = 99;
        for (int k = 0; k < chests.count; k++) {
            int distance = chebyshev(keys.at[i], chests.at[k]);
            if (distance < nearest) nearest = distance;
        }
        if (nearest > 3) return "a key is further than 3 from every chest";
    }
    return NULL;
}

/* Counts an orthogonally connected block and wipes it, so that each is counted once. */
static int swallow(struct grid *g, int column, int row)
{
    if (column < 0 || row < 0 || column >= g->size || row >= g->size) return 0;
    if (g->cell[row][column] != '.') return 0;
    g->cell[row][column] = ' ';
    return 1 + swallow(g, column + 1, row) + swallow(g, column - 1, row) +
           swallow(g, column, row + 1) + swallow(g, column, row - 1);
}

static const char *check_empty(struct grid g)
{
    for (int row = 0; row < g.size; row++)
        for (int column = 0; column < g.size; column++)
            if (g.cell[row][column] == '.' && swallow(&g, column, row) < 4)
                return "a block of empty cells is smaller than 4";
    return NULL;
}

const char *crypta_check(int players, const char *rows)
{
    struct grid g = {0};
    const char *broken = read_rows(&g, players, rows);
    if (!broken) broken = check_counts(&g, players);
    if (!broken) broken = check_pairs(&g);
    if (!broken) broken = check_potions(&g);
    if (!broken) broken = check_neighbours(&g);
    if (!broken) broken = check_empty(g);
    return broken;
}
