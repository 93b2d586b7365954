#include "rulers.h"

#include "santase/solver.h"

#define CARD_ACTIONS (ACT_BIT(CARDS) - 1)

/* What the seat can see. */
struct eyes {
    const struct bout *bout;
    int seat;
    uint32_t hand, legal, trumps;
    uint32_t out; /* neither in the hand nor played: the other one's or in the stock */
    bool careful;
};

static struct eyes look(const struct bout *bout, int seat, bool careful)
{
    uint32_t gone = bout->deal.won[0] | bout->deal.won[1], hand = bout->deal.hand[seat];
    if (bout->led != NO_CARD) gone |= card_bit(bout->led);
    return (struct eyes){
        .bout = bout,
        .seat = seat,
        .hand = hand,
        .legal = (uint32_t)(bout_legal(bout, seat) & CARD_ACTIONS),
        .trumps = suit_cards(bout->deal.trump_suit),
        .out = ~(gone | hand) & (uint32_t)CARD_ACTIONS,
        .careful = careful,
    };
}

static bool is_trump(const struct eyes *e, uint8_t card)
{
    return card_bit(card) & e->trumps;
}

/* Its partner is in the hand, or may still come into it. */
static bool guards_marriage(const struct eyes *e, uint8_t card)
{
    uint32_t couple = marriage_cards(card_suit(card));
    if (!(card_bit(card) & couple) || e->bout->deal.declared >> card_suit(card) & 1) return false;
    uint32_t partner = couple & ~card_bit(card);
    return partner & e->hand || (e->careful && partner & e->out && e->bout->deal.stock_left);
}

/* How little one likes to part with it. */
static int price(const struct eyes *e, uint8_t card)
{
    int sum = card_points[card];
    if (is_trump(e, card)) sum += 12;
    if (guards_marriage(e, card))
        sum += e->hand & marriage_cards(card_suit(card)) & ~card_bit(card) ? 12 : 3;
    return sum;
}

static uint8_t cheapest(const struct eyes *e, uint32_t cards)
{
    uint8_t best = cards_first(cards);
    for (; cards; cards &= cards - 1)
        if (price(e, cards_first(cards)) < price(e, best)) best = cards_first(cards);
    return best;
}

static uint8_t highest(uint32_t cards)
{
    return (uint8_t)(31 - __builtin_clz(cards));
}

/* Cards that nobody can head in their suit. */
static uint32_t tops(const struct eyes *e)
{
    uint32_t sure = 0;
    for (unsigned suit = 0; suit < SUITS; suit++) {
        uint32_t theirs = e->out & suit_cards(suit);
        uint32_t above = theirs ? ~(card_bit(highest(theirs)) * 2 - 1) : ~0u;
        sure |= e->hand & suit_cards(suit) & above;
    }
    return sure;
}

/* What the hand takes for certain, or nearly: trumps from the top, and side cards from the top when the
 * other one's trumps are few or get drawn. To each the other one adds something. */
static int sure_points(const struct eyes *e)
{
    uint32_t sure = tops(e);
    int drawers = cards_count(sure & e->trumps), out = cards_count(e->out & e->trumps);
    if (drawers == 0 && out > 1) sure = 0;
    if (drawers < 2 && out > 3) sure &= e->trumps;
    return cards_points(sure) + 2 * cards_count(sure);
}

static int marriages_held(const struct eyes *e)
{
    int points = 0;
    unsigned suits = bout_may_marry(e->bout) ? deal_declareable(&e->bout->deal, e->seat) : 0;
    for (; suits; suits &= suits - 1)
        points += marriage_points((unsigned)__builtin_ctz(suits), e->bout->deal.trump_suit);
    return points;
}

static bool closes(const struct eyes *e)
{
    if (!bout_may_close(e->bout)) return false;
    int trumps = cards_count(e->hand & e->trumps);
    if (!e->careful) return trumps == 5;
    int points = bout_counted(e->bout, e->seat) + marriages_held(e) + sure_points(e);
    return points >= SIXTY_SIX;
}

static uint8_t marry(const struct eyes *e)
{
    uint64_t wed = bout_legal(e->bout, e->seat) >> ACT_MARRY & CARD_ACTIONS;
    if (wed & e->trumps) wed &= e->trumps;
    return wed ? (uint8_t)(ACT_MARRY + cards_first((uint32_t)wed)) : NO_ACTION;
}

static uint8_t lead_strictly(const struct eyes *e)
{
    uint32_t sure = tops(e) & e->legal;
    if (sure & e->trumps && e->out & e->trumps) return highest(sure & e->trumps);
    for (unsigned suit = 0; suit < SUITS; suit++)
        if (sure & suit_cards(suit) & ~e->trumps) return highest(sure & suit_cards(suit));
    return sure ? highest(sure) : cheapest(e, e->legal);
}

/* A card that wins the deal if it wins its trick. */
static uint8_t finisher(const struct eyes *e)
{
    for (uint32_t cards = tops(e) & e->legal & e->trumps; cards; cards &= cards - 1)
        if (bout_counted(e->bout, e->seat) + card_points[cards_first(cards)] >= SIXTY_SIX)
            return cards_first(cards);
    return NO_ACTION;
}

static uint8_t lead(const struct eyes *e)
{
    uint64_t legal = bout_legal(e->bout, e->seat);
    if (legal & ACT_BIT(ACT_EXCHANGE)) return ACT_EXCHANGE;
    if (closes(e)) return ACT_CLOSE;
    uint8_t wedding = marry(e), last = finisher(e);
    if (wedding != NO_ACTION) return wedding;
    if (last != NO_ACTION) return last;
    return deal_is_strict(&e->bout->deal) ? lead_strictly(e) : cheapest(e, e->legal);
}

static uint8_t follow_strictly(const struct eyes *e)
{
    uint8_t led = e->bout->led;
    uint32_t same = e->legal & suit_cards(card_suit(led));
    if (same && highest(same) > led) return highest(same);
    return cheapest(e, e->legal);
}

/* Has to have the trick: to declare, to win, or not to lose. */
static bool wants_lead(const struct eyes *e)
{
    const struct bout *bout = e->bout;
    uint8_t led = bout->led;
    bool weds = false;
    for (unsigned suit = 0; suit < SUITS; suit++)
        weds |= deal_can_declare(&bout->deal, e->seat, suit);
    int own = bout->deal.points[e->seat] + card_points[led];
    int others = bout->deal.points[!e->seat] + card_points[led];
    return weds || own >= SIXTY_SIX - 2 || others >= SIXTY_SIX - 10;
}

static uint8_t take_cheaply(const struct eyes *e, uint32_t heads, uint32_t trumps)
{
    uint8_t best = heads ? highest(heads) : NO_CARD;
    if (best == NO_CARD || guards_marriage(e, best)) best = trumps ? cheapest(e, trumps) : best;
    return best;
}

static uint8_t follow(const struct eyes *e)
{
    uint8_t led = e->bout->led;
    if (deal_is_strict(&e->bout->deal)) return follow_strictly(e);
    bool trump_led = is_trump(e, led);
    uint32_t heads = e->legal & suit_cards(card_suit(led)) & ~(card_bit(led) * 2 - 1);
    uint32_t trumps = trump_led ? 0 : e->legal & e->trumps;
    if ((heads | trumps) && wants_lead(e)) return take_cheaply(e, heads, trumps);
    /* Tens and aces of a side suit are brought home when that can be done. */
    if (heads && !trump_led && !guards_marriage(e, highest(heads))) return highest(heads);
    if (trumps && card_points[led] >= 10) return cheapest(e, trumps);
    return cheapest(e, e->legal);
}

static uint8_t play_exactly(const struct eyes *e)
{
    int8_t worth[CARDS];
    solver_rate(e->bout, worth);
    uint8_t best = cards_first(e->legal);
    for (uint32_t cards = e->legal; cards; cards &= cards - 1)
        if (worth[cards_first(cards)] > worth[best]) best = cards_first(cards);
    bool weds = bout_legal(e->bout, e->seat) & ACT_BIT(ACT_MARRY + best);
    return weds ? (uint8_t)(ACT_MARRY + best) : best;
}

static uint8_t choose(const struct match *match, int seat, bool careful)
{
    const struct bout *bout = &match->bout;
    if (bout_may_claim(bout, seat) && bout_counted(bout, seat) >= SIXTY_SIX) return ACT_CLAIM;
    struct eyes e = look(bout, seat, careful);
    bool open = bout->deal.stock_left == 0 && (bout->married == NO_SUIT || bout->led != NO_CARD);
    if (careful && open) return play_exactly(&e);
    return bout->led == NO_CARD ? lead(&e) : follow(&e);
}

uint8_t ruler_plain(const struct match *match, int seat)
{
    return choose(match, seat, false);
}

uint8_t ruler_careful(const struct match *match, int seat)
{
    return choose(match, seat, true);
}
