#include "solver.h"

#define WORST (-3)
#define BEST 3

/* What changes during the search; small enough to be passed by value. */
struct node {
    uint32_t hand[2];
    uint8_t points[2], tricks[2];
    uint8_t declared;
};

/* What does not. */
struct frame {
    uint8_t trump, closer, failed_worth, threshold;
    bool marriages, bonus;
};

static struct frame frame_of(const struct bout *bout)
{
    bool three = !bout->options.failed_close_classic || bout->closer_faced == 0;
    return (struct frame){
        .trump = bout->deal.trump_suit,
        .closer = bout->closer,
        .failed_worth = three ? 3 : 2,
        .threshold = bout->options.threshold,
        .marriages = bout->options.marriage_after_close,
        .bonus = !bout->deal.closed,
    };
}

static struct node node_of(const struct bout *bout)
{
    return (struct node){
        .hand = {bout->deal.hand[0], bout->deal.hand[1]},
        .points = {bout->deal.points[0], bout->deal.points[1]},
        .tricks = {bout->tricks[0], bout->tricks[1]},
        .declared = bout->deal.declared,
    };
}

/* Game points for `seat` if it won now; also the most it can still win, as losers only gain. */
static int win_worth(const struct frame *f, const struct node *n, int seat)
{
    if (f->closer == !seat) return f->failed_worth;
    if (n->tricks[!seat] == 0) return 3;
    return n->points[!seat] >= f->threshold ? 1 : 2;
}

/* The last trick went to `last`, who has not reached 66; worth for `seat`. */
static int played_out(const struct frame *f, const struct node *n, int last, int seat)
{
    int winner = !last;
    bool made = n->tricks[winner] && n->points[winner] >= SIXTY_SIX;
    if (f->closer != NOBODY && !made)
        winner = !f->closer;
    else if (!made)
        return 0;
    int worth = win_worth(f, n, winner);
    return winner == seat ? worth : -worth;
}

static int search_lead(const struct frame *f, const struct node *n, int leader, int low, int high);

/* The trick is complete; worth for the leader of it. */
static int settle(const struct frame *f, const struct node *before, int leader, uint8_t led,
                  uint8_t followed, int low, int high)
{
    struct node n = *before;
    int winner = leader ^ trick_compare(led, followed, card_suit(led), f->trump);
    n.hand[leader] &= ~card_bit(led);
    n.hand[!leader] &= ~card_bit(followed);
    n.points[winner] += (uint8_t)(card_points[led] + card_points[followed]);
    n.tricks[winner]++;
    if (n.hand[0] == 0 && f->bonus) n.points[winner] += LAST_TRICK_BONUS;
    if (n.points[winner] >= SIXTY_SIX) {
        int worth = win_worth(f, &n, winner);
        return winner == leader ? worth : -worth;
    }
    if (n.hand[0] == 0) return played_out(f, &n, winner, leader);
    if (winner == leader) return search_lead(f, &n, leader, low, high);
    return -search_lead(f, &n, winner, -high, -low);
}

/* The follower chooses; worth for the leader. */
static int search_follow(const struct frame *f, const struct node *n, int leader, uint8_t led,
                         int low, int high)
{
    uint32_t cards = follower_cards(n->hand[!leader], led, f->trump, true);
    int floor = -win_worth(f, n, !leader);
    int least = BEST;
    for (; cards; cards &= cards - 1) {
        int worth = settle(f, n, leader, led, cards_first(cards), low, high);
        if (worth < least) least = worth;
        if (least < high) high = least;
        if (least <= low || least <= floor) break;
    }
    return least;
}

/* Declares the card's marriage if that is possible, and searches on. */
static int try_lead(const struct frame *f, const struct node *n, int leader, uint8_t card, int low,
                    int high)
{
    unsigned suit = card_suit(card);
    bool married = f->marriages && card_bit(card) & marriage_cards(suit) &&
                   hand_has_marriage(n->hand[leader], suit) && !(n->declared >> suit & 1);
    if (!married) return search_follow(f, n, leader, card, low, high);
    struct node with = *n;
    with.declared |= (uint8_t)(1 << suit);
    with.points[leader] += (uint8_t)marriage_points(suit, f->trump);
    if (with.points[leader] >= SIXTY_SIX) return win_worth(f, &with, leader);
    return search_follow(f, &with, leader, card, low, high);
}

/* Strong cards first: they end the search soonest. */
static uint8_t pick_strong(uint32_t cards, unsigned trump)
{
    uint32_t trumps = cards & suit_cards(trump);
    if (trumps) return (uint8_t)(31 - __builtin_clz(trumps));
    uint8_t best = cards_first(cards);
    for (; cards; cards &= cards - 1)
        if (card_rank(cards_first(cards)) > card_rank(best)) best = cards_first(cards);
    return best;
}

static int search_lead(const struct frame *f, const struct node *n, int leader, int low, int high)
{
    int ceiling = win_worth(f, n, leader);
    int most = WORST;
    for (uint32_t cards = n->hand[leader]; cards;) {
        uint8_t card = pick_strong(cards, f->trump);
        cards &= ~card_bit(card);
        int worth = try_lead(f, n, leader, card, low, high);
        if (worth > most) most = worth;
        if (most > low) low = most;
        if (most >= high || most >= ceiling) break;
    }
    return most;
}

void solver_rate(const struct bout *bout, int8_t worth[CARDS])
{
    struct frame f = frame_of(bout);
    struct node n = node_of(bout);
    int seat = bout_turn(bout);
    uint32_t cards = (uint32_t)bout_legal(bout, seat) & (ACT_BIT(CARDS) - 1);
    for (; cards; cards &= cards - 1) {
        uint8_t card = cards_first(cards);
        int one = bout->led == NO_CARD ? try_lead(&f, &n, seat, card, WORST, BEST)
                                       : -settle(&f, &n, !seat, bout->led, card, WORST, BEST);
        worth[card] = (int8_t)one;
    }
}

int solver_worth(const struct bout *bout)
{
    struct frame f = frame_of(bout);
    struct node n = node_of(bout);
    int seat = bout_turn(bout);
    if (bout->led != NO_CARD) return -search_follow(&f, &n, !seat, bout->led, WORST, BEST);
    if (bout_counted(bout, seat) >= SIXTY_SIX) return win_worth(&f, &n, seat);
    return search_lead(&f, &n, seat, WORST, BEST);
}
