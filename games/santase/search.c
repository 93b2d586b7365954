#include "search.h"

#include "hide.h"
#include "solver.h"

#include <math.h>
#include <string.h>

#define EXPLORE 2.0 /* in game points; results lie between -3 and 3 */
#define DEPTH_MAX 64

struct node {
    uint16_t first, next; /* child and sibling; 0: none, as the root is nobody's child */
    uint8_t action;
    int32_t visits, possible; /* times gone through, times it could have been */
    int32_t sum;              /* of results for whoever chose it */
};

struct tree {
    struct node node[SEARCH_TURNS_MAX + ACTIONS + 1];
    uint16_t used;
    uint16_t path[DEPTH_MAX];
    int8_t chooser[DEPTH_MAX]; /* seat that chose path[i] */
    int depth;
};

/* Natural logarithm to about 1 %, in the same bits on every machine. */
static double logarithm(int32_t n)
{
    int bits = 31 - __builtin_clz((unsigned)n);
    double part = (double)n / (double)(1 << bits) - 1.0;
    return 0.69314718 * (bits + part * (1.3465 - 0.3465 * part));
}

static double promise(const struct node *child)
{
    double mean = (double)child->sum / child->visits;
    return mean + EXPLORE * sqrt(logarithm(child->possible) / child->visits);
}

static void step_into(struct tree *tree, uint16_t index, int seat)
{
    tree->path[tree->depth] = index;
    tree->chooser[tree->depth++] = (int8_t)seat;
}

static uint16_t add_child(struct tree *tree, uint16_t parent, uint8_t action)
{
    uint16_t index = ++tree->used;
    struct node *child = &tree->node[index];
    memset(child, 0, sizeof *child);
    child->action = action;
    child->possible = 1;
    child->next = tree->node[parent].first;
    tree->node[parent].first = index;
    return index;
}

/* The most promising child that is possible in this world, or 0 if one is still missing: then
 * `missing` has the actions that were never tried. */
static uint16_t choose_child(struct tree *tree, uint16_t parent, uint64_t legal, uint64_t *missing)
{
    uint16_t best = 0;
    double most = 0;
    *missing = legal;
    for (uint16_t i = tree->node[parent].first; i; i = tree->node[i].next) {
        struct node *child = &tree->node[i];
        if (!(legal & ACT_BIT(child->action))) continue;
        *missing &= ~ACT_BIT(child->action);
        child->possible++;
        double value = promise(child);
        if (best && value <= most) continue;
        best = i;
        most = value;
    }
    return *missing ? 0 : best;
}

/* Walks down from there and adds a node; the bout is then where the tree ends. */
static void descend(struct tree *tree, struct bout *bout, uint16_t at, struct chance *chance)
{
    while (!bout_ended(bout) && tree->depth < DEPTH_MAX) {
        int seat = bout_turn(bout);
        uint64_t legal = habit_choices(bout), missing;
        if (!(legal & (legal - 1))) { /* no choice, no node */
            bout_act(bout, seat, (uint8_t)__builtin_ctzll(legal));
            continue;
        }
        uint16_t child = choose_child(tree, at, legal, &missing);
        bool fresh = child == 0;
        if (fresh) child = add_child(tree, at, habit_pick(missing, chance));
        step_into(tree, child, seat);
        bout_act(bout, seat, tree->node[child].action);
        at = child;
        if (fresh) break;
    }
}

static int clip(int worth, int need)
{
    return worth < need ? worth : need;
}

/* Game points for seat 0. */
static int result(struct bout *bout, const struct search_plan *plan, struct chance *chance)
{
    int worth, winner;
    if (plan->exact_ends && !bout_ended(bout) && deal_is_strict(&bout->deal)) {
        worth = solver_worth(bout);
        winner = worth > 0 ? bout_turn(bout) : !bout_turn(bout);
        worth = worth > 0 ? worth : -worth;
    } else {
        habit_play_out(bout, &plan->habit, chance);
        worth = bout->worth;
        winner = bout->winner;
        if (winner == NOBODY) return 0;
    }
    worth = clip(worth, plan->needs[winner]);
    return winner == 0 ? worth : -worth;
}

static void note(struct tree *tree, int worth)
{
    for (int i = 0; i < tree->depth; i++) {
        struct node *node = &tree->node[tree->path[i]];
        node->visits++;
        node->sum += tree->chooser[i] == 0 ? worth : -worth;
    }
}

struct bout search_imagine(const struct bout *bout, const struct search_plan *plan,
                           struct chance *chance)
{
    struct bout world;
    memcpy(&world, bout, sizeof world);
    world.options.auto_claim = 1;
    if (plan->belief)
        belief_rehide(&world, bout_turn(bout), plan->belief, chance);
    else
        bout_rehide(&world, bout_turn(bout), chance);
    return world;
}

/* The tree grows where it looks best; what it went through most is best. */
static uint16_t search_greedily(struct tree *tree, const struct bout *bout,
                                const struct search_plan *plan, int turns, struct chance *chance)
{
    for (int i = 0; i < turns; i++) {
        struct bout world = search_imagine(bout, plan, chance);
        tree->depth = 0;
        descend(tree, &world, 0, chance);
        note(tree, result(&world, plan, chance));
    }
    uint16_t best = tree->node[0].first;
    for (uint16_t i = best; i; i = tree->node[i].next)
        if (tree->node[i].visits > tree->node[best].visits) best = i;
    return best;
}

static double mean(const struct node *node)
{
    return node->visits ? (double)node->sum / node->visits : 0;
}

static void try_one(struct tree *tree, uint16_t child, struct bout *world,
                    const struct search_plan *plan, struct chance *chance)
{
    int seat = bout_turn(world);
    tree->depth = 0;
    step_into(tree, child, seat);
    bout_act(world, seat, tree->node[child].action);
    descend(tree, world, child, chance);
    note(tree, result(world, plan, chance));
}

/* Keeps the better half of them, in any order. */
static int drop_worse(const struct tree *tree, uint16_t *child, int count)
{
    for (int i = 1; i < count; i++)
        for (int j = i; j && mean(&tree->node[child[j]]) > mean(&tree->node[child[j - 1]]); j--) {
            uint16_t other = child[j];
            child[j] = child[j - 1];
            child[j - 1] = other;
        }
    return (count + 1) / 2;
}

/* Halves the choices until one is left. */
static uint16_t search_evenly(struct tree *tree, const struct bout *bout,
                              const struct search_plan *plan, int turns, struct chance *chance)
{
    uint16_t child[ACTIONS];
    int count = 0, rounds = 0;
    for (uint64_t left = habit_choices(bout); left; left &= left - 1)
        child[count++] = add_child(tree, 0, (uint8_t)__builtin_ctzll(left));
    for (int left = count; left > 1; left = (left + 1) / 2)
        rounds++;
    while (count > 1) {
        for (int i = turns / rounds / count; i > 0; i--) {
            struct bout world = search_imagine(bout, plan, chance);
            for (int j = 0; j < count; j++) {
                struct bout copy;
                memcpy(&copy, &world, sizeof copy);
                try_one(tree, child[j], &copy, plan, chance);
            }
        }
        count = drop_worse(tree, child, count);
    }
    return child[0];
}

void search_rate(const struct bout *bout, const struct search_plan *plan, struct chance *chance,
                 struct search_ratings *out)
{
    struct tree tree;
    int turns = plan->turns < SEARCH_TURNS_MAX ? plan->turns : SEARCH_TURNS_MAX;
    memset(&tree.node[0], 0, sizeof tree.node[0]);
    tree.used = 0;
    uint16_t best =
        (plan->even ? search_evenly : search_greedily)(&tree, bout, plan, turns, chance);
    out->choices = 0;
    out->best = tree.node[best].action;
    for (uint16_t i = tree.node[0].first; i; i = tree.node[i].next) {
        out->choices |= ACT_BIT(tree.node[i].action);
        out->worth[tree.node[i].action] = (float)mean(&tree.node[i]);
    }
}
