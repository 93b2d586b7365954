#include "slow.h"

#include <stdio.h>
#include <string.h>

static int strength(const char *card)
{
    const char *order = "9JQK1A";
    return (int)(strchr(order, card[0]) - order);
}

static char suit_of(const char *card)
{
    return card[strlen(card) - 1];
}

static int value(const char *card)
{
    switch (card[0]) {
    case 'A': return 11;
    case '1': return 10;
    case 'K': return 4;
    case 'Q': return 3;
    case 'J': return 2;
    default: return 0;
    }
}

static int find(const struct slow_pile *pile, const char *card)
{
    for (int i = 0; i < pile->count; i++)
        if (strcmp(pile->card[i], card) == 0) return i;
    return -1;
}

static void add(struct slow_pile *pile, const char *card)
{
    strcpy(pile->card[pile->count++], card);
}

static void drop(struct slow_pile *pile, const char *card)
{
    int i = find(pile, card);
    for (pile->count--; i < pile->count; i++)
        strcpy(pile->card[i], pile->card[i + 1]);
}

static bool has_couple(const struct slow_pile *pile, char suit)
{
    char king[4] = {'K', suit}, queen[4] = {'Q', suit};
    return find(pile, king) >= 0 && find(pile, queen) >= 0;
}

static bool beats(const struct slow *g, const char *second, const char *first)
{
    if (suit_of(second) == suit_of(first)) return strength(second) > strength(first);
    return suit_of(second) == g->trump;
}

static bool must_follow(const struct slow *g)
{
    return g->closer >= 0 || g->stock.count == 0;
}

static int tricks(const struct slow *g)
{
    return g->tricks[0] + g->tricks[1];
}

int slow_turn(const struct slow *g)
{
    return g->table[0] ? 1 - g->leader : g->leader;
}

static void offer(struct slow_moves *out, const char *text, const char *more)
{
    snprintf(out->move[out->count++], sizeof out->move[0], "%s%s", text, more);
}

enum need { ANYTHING, TRUMP, SUIT, BEAT };

/* The strictest demand that the hand can meet. */
static enum need demand(const struct slow *g, const struct slow_pile *hand)
{
    enum need need = ANYTHING;
    for (int i = 0; i < hand->count; i++) {
        const char *card = hand->card[i];
        enum need met = ANYTHING;
        if (suit_of(card) == suit_of(g->table))
            met = beats(g, card, g->table) ? BEAT : SUIT;
        else if (suit_of(card) == g->trump)
            met = TRUMP;
        if (met > need) need = met;
    }
    return need;
}

static bool meets(const struct slow *g, const char *card, enum need need)
{
    if (need == ANYTHING) return true;
    if (need == TRUMP) return suit_of(card) == g->trump;
    if (suit_of(card) != suit_of(g->table)) return false;
    return need == SUIT || beats(g, card, g->table);
}

static void legal_follow(const struct slow *g, int seat, struct slow_moves *out)
{
    enum need need = must_follow(g) ? demand(g, &g->hand[seat]) : ANYTHING;
    for (int i = 0; i < g->hand[seat].count; i++)
        if (meets(g, g->hand[seat].card[i], need)) offer(out, g->hand[seat].card[i], "");
}

static void legal_marriages(const struct slow *g, int seat, struct slow_moves *out)
{
    if (tricks(g) == 0 || g->announced || (must_follow(g) && !g->late_marriages)) return;
    for (const char *suit = "HDCS"; *suit; suit++) {
        if (!has_couple(&g->hand[seat], *suit) || g->declared[(int)*suit]) continue;
        char king[4] = {'K', *suit}, queen[4] = {'Q', *suit}, alone[2] = {*suit};
        offer(out, king, "+");
        offer(out, queen, "+");
        offer(out, alone, "=");
    }
}

static void legal_lead(const struct slow *g, int seat, struct slow_moves *out)
{
    char nine[4] = {'9', g->trump};
    for (int i = 0; i < g->hand[seat].count; i++) {
        const char *card = g->hand[seat].card[i];
        bool couple = suit_of(card) == g->announced && (card[0] == 'K' || card[0] == 'Q');
        if (!g->announced || couple) offer(out, card, "");
    }
    legal_marriages(g, seat, out);
    if (tricks(g) == 0 || g->closer >= 0 || g->stock.count + (g->turned[0] != 0) <= 2) return;
    if (find(&g->hand[seat], nine) >= 0) offer(out, "nine", "");
    offer(out, "close", "");
}

void slow_legal(const struct slow *g, int seat, struct slow_moves *out)
{
    out->count = 0;
    if (g->over) return;
    if (slow_turn(g) == seat) {
        if (g->table[0])
            legal_follow(g, seat, out);
        else
            legal_lead(g, seat, out);
    }
    bool moment = g->table[0] ? g->announced != 0 : tricks(g) > 0;
    if (!g->automatic && seat == g->leader && moment) offer(out, "66", "");
}

static int counted(const struct slow *g, int seat)
{
    return g->tricks[seat] > 0 ? g->points[seat] : 0;
}

static void finish(struct slow *g, int winner, int worth)
{
    g->over = true;
    g->winner = winner;
    g->worth = worth;
}

static void win(struct slow *g, int winner)
{
    int loser = 1 - winner;
    if (g->closer == loser)
        finish(g, winner, g->classic && g->faced > 0 ? 2 : 3);
    else if (g->tricks[loser] == 0)
        finish(g, winner, 3);
    else
        finish(g, winner, counted(g, loser) < g->threshold ? 2 : 1);
}

static void claim(struct slow *g, int seat)
{
    if (counted(g, seat) > 65)
        win(g, seat);
    else if (g->closer == seat)
        win(g, 1 - seat);
    else
        finish(g, 1 - seat, g->tricks[seat] == 0 ? 3 : 2);
}

static void count_out(struct slow *g, int took_last)
{
    int other = 1 - took_last;
    if (counted(g, took_last) > 65)
        win(g, took_last);
    else if (counted(g, other) > 65)
        win(g, other);
    else if (g->closer >= 0)
        win(g, 1 - g->closer);
    else
        finish(g, -1, 0);
}

static void draw(struct slow *g, int seat)
{
    if (g->stock.count > 0) {
        char top[4];
        strcpy(top, g->stock.card[0]);
        drop(&g->stock, top);
        add(&g->hand[seat], top);
    } else {
        add(&g->hand[seat], g->turned);
        g->turned[0] = 0;
    }
}

static void announce(struct slow *g, int seat, char suit)
{
    g->announced = suit;
    g->declared[(int)suit] = true;
    g->points[seat] += suit == g->trump ? 40 : 20;
    if (g->automatic && counted(g, seat) > 65) claim(g, seat);
}

static void take_trick(struct slow *g, int seat, const char *card)
{
    int winner = beats(g, card, g->table) ? seat : g->leader;
    g->points[winner] += value(card) + value(g->table);
    g->tricks[winner]++;
    drop(&g->hand[g->leader], g->table);
    drop(&g->hand[seat], card);
    g->table[0] = 0;
    g->announced = 0;
    g->leader = winner;
    bool last = g->hand[0].count == 0;
    if (last && g->closer < 0) g->points[winner] += 10;
    if (g->automatic && counted(g, winner) > 65)
        claim(g, winner);
    else if (last)
        count_out(g, winner);
    else if (!must_follow(g))
        draw(g, winner), draw(g, 1 - winner);
}

void slow_move(struct slow *g, int seat, const char *move)
{
    size_t len = strlen(move);
    if (strcmp(move, "66") == 0) {
        claim(g, seat);
    } else if (strcmp(move, "close") == 0) {
        g->closer = seat;
        g->faced = g->tricks[1 - seat];
    } else if (strcmp(move, "nine") == 0) {
        char nine[4] = {'9', g->trump};
        drop(&g->hand[seat], nine);
        add(&g->hand[seat], g->turned);
        strcpy(g->turned, nine);
    } else if (move[len - 1] == '=') {
        announce(g, seat, move[0]);
    } else {
        char card[4] = {0};
        bool couple = move[len - 1] == '+';
        memcpy(card, move, couple ? len - 1 : len);
        if (couple) announce(g, seat, suit_of(card));
        if (g->over) return;
        if (g->table[0])
            take_trick(g, seat, card);
        else
            strcpy(g->table, card);
    }
}

long slow_lines(const struct slow *g)
{
    if (g->over) return 1;
    long lines = 0;
    for (int seat = 0; seat < 2; seat++) {
        struct slow_moves moves;
        slow_legal(g, seat, &moves);
        for (int i = 0; i < moves.count; i++) {
            struct slow next = *g;
            slow_move(&next, seat, moves.move[i]);
            lines += slow_lines(&next);
        }
    }
    return lines;
}

int slow_worth(const struct slow *g, int seat)
{
    if (g->over) return g->winner < 0 ? 0 : g->winner == seat ? g->worth : -g->worth;
    int turn = slow_turn(g);
    int best = turn == seat ? -9 : 9;
    struct slow_moves moves;
    slow_legal(g, turn, &moves);
    for (int i = 0; i < moves.count; i++) {
        struct slow next = *g;
        slow_move(&next, turn, moves.move[i]);
        int worth = slow_worth(&next, seat);
        if (turn == seat ? worth > best : worth < best) best = worth;
    }
    return best;
}
