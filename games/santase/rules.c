#include "rules.h"

#include "explain.h"

#include <string.h>

void match_quiet(struct match *match)
{
    match->events = 0;
    memset(match->event, 0, sizeof match->event);
}

static void note(struct match *match, enum event_kind kind, int seat, int what, int points)
{
    struct event *event = &match->event[match->events++];
    event->kind = (uint8_t)kind;
    event->seat = (uint8_t)seat;
    event->what = (uint8_t)what;
    event->points = (uint8_t)points;
}

static void give_turn(struct match *match, int64_t now)
{
    match->wake_at = match->turn_seconds ? now + match->turn_seconds * INT64_C(1000) : 0;
}

static void start_deal(struct match *match, int64_t now, struct chance *chance)
{
    struct bout_options options = match->bout.options;
    uint8_t deck[CARDS];
    santase_deck(deck);
    santase_shuffle(deck, chance);
    bout_begin(&match->bout, deck, !match->dealer, &options);
    match->phase = PLAYING;
    match->confirmed = 0;
    match->deal_number++;
    memset(match->trick, NO_CARD, sizeof match->trick);
    memset(match->trick_led_by, 0, sizeof match->trick_led_by);
    note(match, EVENT_DEAL_STARTED, match->dealer, 0, 0);
    give_turn(match, now);
}

void match_begin(struct match *match, const struct match_settings *settings, int64_t now,
                 struct chance *chance)
{
    memcpy(&match->bout.options, &settings->options, sizeof settings->options);
    match->match_to = settings->match_to;
    match->next_deal = settings->next_deal;
    match->turn_seconds = settings->turn_seconds;
    match->winner = NOBODY;
    uint32_t drawn = chance_below(chance, 2);
    match->dealer = (uint8_t)(settings->dealer ? settings->dealer - 1 : drawn);
    start_deal(match, now, chance);
}

static void forget_drawn_deal(struct match *match)
{
    int i = 0;
    while (match->paper[i].winner != NOBODY)
        i++;
    memmove(&match->paper[i], &match->paper[i + 1],
            (size_t)(PAPER_MAX - 1 - i) * sizeof match->paper[0]);
    match->papers--;
}

static void write_paper(struct match *match)
{
    const struct bout *bout = &match->bout;
    if (match->papers == PAPER_MAX) forget_drawn_deal(match);
    struct paper *line = &match->paper[match->papers++];
    line->winner = bout->winner;
    line->worth = bout->worth;
    line->reason = bout->reason;
}

static void end_match(struct match *match, int winner)
{
    match->phase = OVER;
    match->winner = (uint8_t)winner;
    match->wake_at = 0;
    note(match, EVENT_MATCH_ENDED, winner, 0, 0);
}

static void end_deal(struct match *match, int64_t now)
{
    const struct bout *bout = &match->bout;
    write_paper(match);
    note(match, EVENT_DEAL_ENDED, bout->winner, bout->reason, bout->worth);
    match->phase = REVIEW;
    match->wake_at = now + REVIEW_MS;
    if (bout->winner == NOBODY) return;
    uint8_t *score = &match->score[bout->winner];
    *score = (uint8_t)(*score + bout->worth);
    if (*score >= match->match_to) end_match(match, bout->winner);
}

static void note_marriage(struct match *match, int seat, unsigned suit)
{
    int points = marriage_points(suit, match->bout.deal.trump_suit);
    note(match, EVENT_MARRIAGE, seat, (int)suit, points);
}

static void note_trick(struct match *match, int number, uint8_t led, uint8_t followed, int leader)
{
    const struct bout *bout = &match->bout;
    match->trick[number][0] = led;
    match->trick[number][1] = followed;
    match->trick_led_by[number] = (uint8_t)leader;
    int points = card_points[led] + card_points[followed];
    note(match, EVENT_TRICK_WON, bout->leader, 0, points);
    if (bout->drawn[0] != NO_CARD) note(match, EVENT_CARDS_DRAWN, bout->leader, 0, 0);
}

static void note_card(struct match *match, const struct bout *before, int seat, uint8_t card)
{
    note(match, EVENT_CARD_PLAYED, seat, card, 0);
    if (before->led != NO_CARD)
        note_trick(match, before->tricks[0] + before->tricks[1], before->led, card, before->leader);
}

static void note_action(struct match *match, const struct bout *before, int seat, uint8_t action)
{
    if (action < ACT_MARRY) {
        note_card(match, before, seat, action);
    } else if (action < ACT_DECLARE) {
        uint8_t card = (uint8_t)(action - ACT_MARRY);
        note_marriage(match, seat, card_suit(card));
        if (match->bout.led == card) note_card(match, before, seat, card);
    } else if (action < ACT_EXCHANGE) {
        note_marriage(match, seat, (unsigned)action - ACT_DECLARE);
    } else if (action == ACT_EXCHANGE) {
        note(match, EVENT_NINE_EXCHANGED, seat, before->deal.trump_card, 0);
    } else if (action == ACT_CLOSE) {
        note(match, EVENT_STOCK_CLOSED, seat, 0, 0);
    } else {
        note(match, EVENT_CLAIM, seat, 0, match->bout.winner == seat);
    }
}

static void act(struct match *match, int seat, uint8_t action, int64_t now)
{
    struct bout before;
    memcpy(&before, &match->bout, sizeof before);
    bout_act(&match->bout, seat, action);
    note_action(match, &before, seat, action);
    if (action < ACT_DECLARE) give_turn(match, now);
    if (bout_ended(&match->bout)) end_deal(match, now);
}

struct refusal match_act(struct match *match, int seat, uint8_t action, int64_t now)
{
    if (match->phase == OVER) return REFUSE(GAME_OVER);
    if (match->phase == REVIEW)
        return refusal_keyed(refuse_saying(REFUSAL_CODE_WRONG_PHASE, "This deal has ended."),
                             "santase.no.dealOver");
    struct refusal no = bout_refuse(&match->bout, seat, action);
    if (refused(&no)) return no;
    match_quiet(match);
    act(match, seat, action, now);
    return ACCEPTED;
}

static void choose_dealer(struct match *match)
{
    uint8_t winner = match->bout.winner;
    if (winner == NOBODY) return; /* the same player leads again */
    switch ((enum next_deal)match->next_deal) {
    case WINNER_DEALS: match->dealer = winner; break;
    case LOSER_DEALS: match->dealer = !winner; break;
    case DEAL_ALTERNATES: match->dealer = !match->dealer; break;
    }
}

static void go_on(struct match *match, int64_t now, struct chance *chance)
{
    choose_dealer(match);
    start_deal(match, now, chance);
}

struct refusal match_confirm(struct match *match, int seat, int64_t now, struct chance *chance)
{
    if (match->phase == OVER) return REFUSE(GAME_OVER);
    if (match->phase == PLAYING)
        return refusal_keyed(
            refuse_saying(REFUSAL_CODE_WRONG_PHASE, "This deal has not ended yet."),
            "santase.no.dealRuns");
    if (match->confirmed >> seat & 1) return REFUSE(STALE);
    match_quiet(match);
    match->confirmed |= (uint8_t)(1 << seat);
    note(match, EVENT_CONFIRMED, seat, 0, 0);
    if (match->confirmed == 3) go_on(match, now, chance);
    return ACCEPTED;
}

/* The player took too long: any card that may be played. */
static void play_for(struct match *match, int64_t now, struct chance *chance)
{
    int seat = bout_turn(&match->bout);
    uint32_t cards = (uint32_t)bout_legal(&match->bout, seat) & (ACT_BIT(CARDS) - 1);
    for (uint32_t skip = chance_below(chance, (uint32_t)cards_count(cards)); skip; skip--)
        cards &= cards - 1;
    note(match, EVENT_TIME_UP, seat, 0, 0);
    act(match, seat, cards_first(cards), now);
}

void match_wake(struct match *match, int64_t now, struct chance *chance)
{
    match_quiet(match);
    if (match->wake_at == 0 || now < match->wake_at) return;
    if (match->phase == REVIEW)
        go_on(match, now, chance);
    else if (match->phase == PLAYING)
        play_for(match, now, chance);
}

void match_leave(struct match *match, int seat)
{
    match_quiet(match);
    if (match->phase == OVER) return;
    note(match, EVENT_LEFT, seat, 0, 0);
    if (match->phase == PLAYING) {
        bout_forfeit(&match->bout, seat);
        write_paper(match);
        note(match, EVENT_DEAL_ENDED, match->bout.winner, END_FORFEIT, 0);
    }
    end_match(match, !seat);
}
