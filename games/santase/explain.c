#include "explain.h"

#include <stdio.h>
#include <string.h>

const char *why_name(enum why why)
{
    static const char *const names[] = {"", "follow", "beat", "trump", "marriage"};
    return names[why];
}

enum why card_why_not(const struct bout *bout, uint8_t card)
{
    int seat = bout_turn(bout);
    uint64_t legal = bout_legal(bout, seat);
    if (legal & ACT_BIT(card)) return WHY_MAY;
    if (bout->led == NO_CARD) return WHY_MARRIAGE;
    uint32_t must = (uint32_t)legal & (ACT_BIT(CARDS) - 1);
    if (card_suit(cards_first(must)) != card_suit(bout->led)) return WHY_TRUMP;
    return card_suit(card) == card_suit(bout->led) ? WHY_BEAT : WHY_FOLLOW;
}

/* "the king and the ten of hearts"; all cards are of one suit. */
static void name_cards(char *out, size_t cap, uint32_t cards)
{
    size_t len = 0;
    const char *suit = suit_name(card_suit(cards_first(cards)));
    for (; cards; cards &= cards - 1) {
        bool last = !(cards & (cards - 1));
        const char *between = len == 0 ? "the " : last ? " and " : ", ";
        len += (size_t)snprintf(out + len, cap - len, "%s%s", between,
                                rank_name(card_rank(cards_first(cards))));
    }
    snprintf(out + len, cap - len, " of %s", suit);
}

/* "10♠ A♠": the same in every language. */
static void draw_cards(char *out, size_t cap, uint32_t cards)
{
    static const char *const signs[SUITS] = {"♥", "♦", "♣", "♠"};
    size_t len = 0;
    for (; cards && len < cap; cards &= cards - 1) {
        uint8_t card = cards_first(cards);
        char name[CARD_TEXT_MAX];
        santase_card_text(name, card);
        len += (size_t)snprintf(out + len, cap - len, "%s%.*s%s", len ? " " : "",
                                (int)strlen(name) - 1, name, signs[card_suit(card)]);
    }
}

/* With the cards that may be played instead. */
static struct refusal refuse_for(const char *sentence, const char *key, uint32_t cards)
{
    char held[80], drawn[64];
    name_cards(held, sizeof held, cards);
    draw_cards(drawn, sizeof drawn, cards);
    struct refusal no = refuse_saying(REFUSAL_CODE_ILLEGAL_MOVE, "%s %s.", sentence, held);
    return refusal_with(refusal_keyed(no, key), (struct refusal_value){"cards", drawn, NULL});
}

static struct refusal refuse_card(const struct bout *bout, int seat, uint8_t card)
{
    if (!(bout_hand(bout, seat) & card_bit(card))) {
        char drawn[16];
        draw_cards(drawn, sizeof drawn, card_bit(card));
        struct refusal no =
            refuse_saying(REFUSAL_CODE_ILLEGAL_MOVE, "You do not hold the %s of %s.",
                          rank_name(card_rank(card)), suit_name(card_suit(card)));
        return refusal_with(refusal_keyed(no, "santase.no.card"),
                            (struct refusal_value){"card", drawn, NULL});
    }
    uint32_t may = (uint32_t)bout_legal(bout, seat) & (ACT_BIT(CARDS) - 1);
    switch (card_why_not(bout, card)) {
    case WHY_MARRIAGE:
        return refuse_for("Lead from the marriage you declared:", "santase.why.marriage", may);
    case WHY_BEAT: return refuse_for("Beat it: you hold", "santase.why.beat", may);
    case WHY_FOLLOW: return refuse_for("Follow suit: you hold", "santase.why.follow", may);
    case WHY_TRUMP: return refuse_for("Trump it: you hold", "santase.why.trump", may);
    case WHY_MAY: break;
    }
    return ACCEPTED;
}

static struct refusal illegal(const char *key, const char *sentence)
{
    return refusal_keyed(refuse_saying(REFUSAL_CODE_ILLEGAL_MOVE, "%s", sentence), key);
}

static bool first_trick(const struct bout *bout)
{
    return bout->tricks[0] + bout->tricks[1] == 0;
}

static struct refusal of_suit(struct refusal no, const char *key, unsigned suit)
{
    static const char *const keys[SUITS] = {"santase.suit.H", "santase.suit.D", "santase.suit.C",
                                            "santase.suit.S"};
    return refusal_with(refusal_keyed(no, key),
                        (struct refusal_value){"suit", suit_name(suit), keys[suit]});
}

static struct refusal refuse_marriage(const struct bout *bout, unsigned suit)
{
    if (bout->led != NO_CARD)
        return illegal("santase.no.marriageLead", "A marriage is declared when you lead.");
    if (bout->married != NO_SUIT)
        return illegal("santase.no.marriageTwice",
                       "You have already declared a marriage; lead from it.");
    if (first_trick(bout))
        return illegal("santase.no.marriageFirst", "No marriage in the first trick.");
    if (!bout_may_marry(bout))
        return illegal("santase.no.marriageClosed",
                       "No marriages once the stock is closed or used up.");
    /* Nor was it declared before: one of the two would have been led. */
    return of_suit(refuse_saying(REFUSAL_CODE_ILLEGAL_MOVE, "You do not hold king and queen of %s.",
                                 suit_name(suit)),
                   "santase.no.marriageHeld", suit);
}

static struct refusal refuse_stock(const struct bout *bout, const char *what)
{
    static const struct {
        const char *sentence, *key;
    } reasons[] = {{"only when you lead", "santase.no.stockLead"},
                   {"not in the first trick", "santase.no.stockFirst"},
                   {"the stock is closed", "santase.no.stockClosed"},
                   {"two cards or fewer are left in the stock", "santase.no.stockFew"},
                   {"you do not hold the nine of trumps", "santase.no.stockNine"}};
    int why = bout->led != NO_CARD             ? 0
              : first_trick(bout)              ? 1
              : bout->deal.closed              ? 2
              : bout->deal.stock_left + 1 <= 2 ? 3
                                               : 4;
    return refusal_keyed(
        refuse_saying(REFUSAL_CODE_ILLEGAL_MOVE, "You cannot %s: %s.", what, reasons[why].sentence),
        reasons[why].key);
}

static struct refusal refuse_claim(const struct bout *bout)
{
    if (bout->options.auto_claim)
        return illegal("santase.no.claimCounted", "The table counts here: 66 need not be claimed.");
    return illegal("santase.no.claim",
                   "66 is claimed after winning a trick or declaring a marriage.");
}

static struct refusal refuse_married_lead(const struct bout *bout, int seat, uint8_t card)
{
    if (!(card_bit(card) & marriage_cards(card_suit(card))))
        return illegal("santase.no.marriageCard",
                       "A marriage is declared by leading its king or queen.");
    if (!(bout_hand(bout, seat) & card_bit(card))) return refuse_card(bout, seat, card);
    return refuse_marriage(bout, card_suit(card));
}

struct refusal bout_refuse(const struct bout *bout, int seat, uint8_t action)
{
    if (bout_ended(bout)) return REFUSE(WRONG_PHASE);
    if (bout_legal(bout, seat) & ACT_BIT(action)) return ACCEPTED;
    if (action == ACT_CLAIM) return refuse_claim(bout);
    if (bout_turn(bout) != seat) return REFUSE(NOT_YOUR_TURN);
    if (action < ACT_MARRY) return refuse_card(bout, seat, action);
    if (action < ACT_DECLARE) return refuse_married_lead(bout, seat, (uint8_t)(action - ACT_MARRY));
    if (action < ACT_EXCHANGE) return refuse_marriage(bout, (unsigned)action - ACT_DECLARE);
    return refuse_stock(bout, action == ACT_CLOSE ? "close" : "exchange");
}
