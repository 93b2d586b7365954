#include "talk.h"

static const char *const names[] = {
    [EVENT_DEAL_STARTED] = "deal_started",
    [EVENT_TIME_UP] = "time_up",
    [EVENT_NINE_EXCHANGED] = "nine_exchanged",
    [EVENT_STOCK_CLOSED] = "stock_closed",
    [EVENT_MARRIAGE] = "marriage_declared",
    [EVENT_CARD_PLAYED] = "card_played",
    [EVENT_TRICK_WON] = "trick_won",
    [EVENT_CARDS_DRAWN] = "cards_drawn",
    [EVENT_CLAIM] = "claimed",
    [EVENT_CONFIRMED] = "deal_confirmed",
    [EVENT_LEFT] = "player_left",
    [EVENT_DEAL_ENDED] = "deal_ended",
    [EVENT_MATCH_ENDED] = "match_ended",
};

const char *match_end_name(unsigned reason)
{
    static const char *const reasons[] = {
        [END_NOT_YET] = "",
        [END_CLAIMED] = "claimed",
        [END_FALSE_CLAIM] = "false_claim",
        [END_CLOSER_FAILED] = "closer_failed",
        [END_PLAYED_OUT] = "played_out",
        [END_DRAWN] = "drawn",
        [END_FORFEIT] = "forfeit",
    };
    return reasons[reason];
}

const char *match_event_name(const struct event *event)
{
    return names[event->kind];
}

void say_card(struct writer *out, const char *key, uint8_t card)
{
    write_key(out, key);
    if (card == NO_CARD) {
        write_null(out);
        return;
    }
    char text[CARD_TEXT_MAX];
    santase_card_text(text, card);
    write_string(out, text);
}

void say_seat(struct writer *out, const char *key, uint8_t seat)
{
    write_key(out, key);
    if (seat == NOBODY)
        write_null(out);
    else
        write_int(out, seat);
}

int hand_sort(uint8_t out[CARDS], uint32_t cards)
{
    static const enum suit order[SUITS] = {SPADES, HEARTS, CLUBS, DIAMONDS};
    int count = 0;
    for (int i = 0; i < SUITS; i++)
        for (int rank = ACE; rank >= NINE; rank--)
            if (cards & card_bit(CARD(order[i], rank))) out[count++] = CARD(order[i], rank);
    return count;
}

void say_cards(struct writer *out, const char *key, uint32_t cards)
{
    uint8_t sorted[CARDS];
    int count = hand_sort(sorted, cards);
    put_array(out, key);
    for (int i = 0; i < count; i++) {
        char text[CARD_TEXT_MAX];
        santase_card_text(text, sorted[i]);
        write_string(out, text);
    }
    write_end(out);
}

static void write_deal_started(const struct match *match, int viewer, struct writer *out)
{
    const struct bout *bout = &match->bout;
    put_int(out, "deal", match->deal_number);
    put_int(out, "leader", bout->leader);
    say_card(out, "trump", bout->deal.trump_card);
    if (viewer >= 0) say_cards(out, "hand", bout->deal.hand[viewer]);
}

static void write_deal_ended(const struct match *match, struct writer *out)
{
    const struct bout *bout = &match->bout;
    put_string(out, "reason", match_end_name(bout->reason));
    put_array(out, "totals");
    for (int seat = 0; seat < 2; seat++)
        write_int(out, bout_counted(bout, seat));
    write_end(out);
    put_array(out, "score");
    for (int seat = 0; seat < 2; seat++)
        write_int(out, match->score[seat]);
    write_end(out);
}

void match_event_write(const struct match *match, const struct event *event, int viewer,
                       struct writer *out)
{
    const struct deal *deal = &match->bout.deal;
    say_seat(out, "seat", event->seat);
    switch ((enum event_kind)event->kind) {
    case EVENT_DEAL_STARTED: write_deal_started(match, viewer, out); break;
    case EVENT_NINE_EXCHANGED: say_card(out, "card", event->what); break;
    case EVENT_MARRIAGE:
        put_string(out, "suit", suit_name(event->what));
        put_int(out, "points", event->points);
        break;
    case EVENT_CARD_PLAYED: say_card(out, "card", event->what); break;
    case EVENT_TRICK_WON: put_int(out, "points", event->points); break;
    case EVENT_CARDS_DRAWN:
        put_int(out, "stock", deal->stock_left ? deal->stock_left + 1 : 0);
        if (viewer >= 0) say_card(out, "card", match->bout.drawn[viewer]);
        break;
    case EVENT_CLAIM: put_bool(out, "right", event->points); break;
    case EVENT_DEAL_ENDED:
        put_int(out, "points", event->points);
        write_deal_ended(match, out);
        break;
    case EVENT_TIME_UP:
    case EVENT_STOCK_CLOSED:
    case EVENT_CONFIRMED:
    case EVENT_LEFT:
    case EVENT_MATCH_ENDED: break;
    }
}

static void say(const struct match *match, const struct event *event, int viewer, uint32_t audience,
                struct game_says *says)
{
    match_event_write(match, event, viewer, says_begin(says, match_event_name(event), audience));
    says_end(says);
}

void match_tell(const void *state, const struct game_table *table, struct game_says *says)
{
    (void)table;
    const struct match *match = state;
    for (int i = 0; i < match->events; i++) {
        const struct event *event = &match->event[i];
        if (event->kind != EVENT_DEAL_STARTED && event->kind != EVENT_CARDS_DRAWN) {
            say(match, event, GAME_CROWD, AUDIENCE_ALL, says);
            continue;
        }
        for (int seat = 0; seat < 2; seat++)
            say(match, event, seat, SEAT_BIT(seat), says);
        say(match, event, GAME_CROWD, AUDIENCE_ALL & ~(SEAT_BIT(0) | SEAT_BIT(1)), says);
    }
}
