#include "awards.h"
#include "explain.h"
#include "talk.h"

static const char *const phases[] = {[PLAYING] = "play", [REVIEW] = "review", [OVER] = "over"};

static void put_settings(const struct match *match, struct writer *out)
{
    static const char *const next[] = {"winner", "loser", "alternate"};
    const struct bout_options *options = &match->bout.options;
    put_object(out, "settings");
    put_string(out, "nextDeal", next[match->next_deal]);
    put_bool(out, "marriageAfterClose", options->marriage_after_close);
    put_bool(out, "autoClaim", options->auto_claim);
    put_int(out, "threshold", options->threshold);
    put_string(out, "failedClose", options->failed_close_classic ? "classic" : "3");
    put_int(out, "matchTo", match->match_to);
    put_int(out, "turnSeconds", match->turn_seconds);
    write_end(out);
}

static void put_players(const struct match *match, const struct game_table *table,
                        struct writer *out)
{
    const struct bout *bout = &match->bout;
    put_array(out, "players");
    for (int seat = 0; seat < 2; seat++) {
        write_object(out);
        put_int(out, "seat", seat);
        put_string(out, "name", table->seat[seat].name);
        put_string(out, "id", table->seat[seat].id);
        put_bool(out, "away", table->seat[seat].away);
        put_int(out, "score", match->score[seat]);
        put_int(out, "cards", cards_count(bout_hand(bout, seat)));
        put_int(out, "tricks", bout->tricks[seat]);
        put_bool(out, "ready", match->confirmed >> seat & 1);
        say_cards(out, "shown", bout->shown[seat] & bout_hand(bout, seat));
        write_end(out);
    }
    write_end(out);
}

static void put_stock(const struct deal *deal, uint8_t closer, struct writer *out)
{
    put_object(out, "trump");
    put_string(out, "suit", suit_name(deal->trump_suit));
    say_card(out, "card", deal->trump_card);
    write_end(out);
    put_object(out, "stock");
    put_int(out, "count", deal->stock_left ? deal->stock_left + 1 : 0);
    put_bool(out, "closed", deal->closed);
    say_seat(out, "closedBy", closer);
    write_end(out);
    put_bool(out, "strict", deal_is_strict(deal));
}

/* On one's turn every card says whether it may be played, and if not, why. */
static void put_hand(const struct match *match, int viewer, struct writer *out)
{
    const struct bout *bout = &match->bout;
    uint8_t sorted[CARDS];
    int count = viewer < 0 ? 0 : hand_sort(sorted, bout_hand(bout, viewer));
    bool turn = match->phase == PLAYING && bout_turn(bout) == viewer;
    put_array(out, "hand");
    for (int i = 0; i < count; i++) {
        write_object(out);
        say_card(out, "card", sorted[i]);
        struct refusal no = REFUSE(NOT_YOUR_TURN);
        if (turn) no = bout_refuse(bout, viewer, sorted[i]);
        put_bool(out, "legal", !refused(&no));
        if (turn && refused(&no)) {
            put_string(out, "why", why_name(card_why_not(bout, sorted[i])));
            put_string(out, "reason", refusal_sentence(&no));
        }
        write_end(out);
    }
    write_end(out);
}

static void write_placed(struct writer *out, int seat, uint8_t card)
{
    write_object(out);
    put_int(out, "seat", seat);
    say_card(out, "card", card);
    write_end(out);
}

static void put_table(const struct bout *bout, struct writer *out)
{
    put_array(out, "table");
    if (bout->led != NO_CARD) write_placed(out, bout->leader, bout->led);
    write_end(out);
    write_key(out, "declared");
    if (bout->married == NO_SUIT)
        write_null(out);
    else
        write_string(out, suit_name(bout->married));
}

static void write_trick(const struct match *match, int number, struct writer *out)
{
    int leader = match->trick_led_by[number];
    uint8_t led = match->trick[number][0], followed = match->trick[number][1];
    int winner = leader ^ trick_compare(led, followed, card_suit(led), match->bout.deal.trump_suit);
    write_object(out);
    put_array(out, "cards");
    write_placed(out, leader, led);
    write_placed(out, !leader, followed);
    write_end(out);
    put_int(out, "winner", winner);
    put_int(out, "points", card_points[led] + card_points[followed]);
    write_end(out);
}

static void put_last_trick(const struct match *match, struct writer *out)
{
    write_key(out, "lastTrick");
    if (match_tricks(match) == 0)
        write_null(out);
    else
        write_trick(match, match_tricks(match) - 1, out);
}

static void put_marriages(const struct bout *bout, struct writer *out)
{
    put_array(out, "marriages");
    for (unsigned suit = 0; suit < SUITS; suit++) {
        if (!(bout->deal.declared >> suit & 1)) continue;
        write_object(out);
        put_int(out, "seat", bout->declarers >> suit & 1);
        put_string(out, "suit", suit_name(suit));
        put_int(out, "points", marriage_points(suit, bout->deal.trump_suit));
        write_end(out);
    }
    write_end(out);
}

static void put_choices(const struct match *match, int viewer, struct writer *out)
{
    uint64_t legal = 0;
    if (viewer >= 0 && match->phase == PLAYING) legal = bout_legal(&match->bout, viewer);
    put_object(out, "can");
    put_bool(out, "play", legal & (ACT_BIT(CARDS) - 1));
    put_bool(out, "exchange", legal & ACT_BIT(ACT_EXCHANGE));
    put_bool(out, "close", legal & ACT_BIT(ACT_CLOSE));
    put_bool(out, "claim", legal & ACT_BIT(ACT_CLAIM));
    put_bool(out, "confirm",
             viewer >= 0 && match->phase == REVIEW && !(match->confirmed >> viewer & 1));
    put_array(out, "marriages");
    for (unsigned suit = 0; suit < SUITS; suit++)
        if (legal & ACT_BIT(ACT_DECLARE + suit)) write_string(out, suit_name(suit));
    write_end(out);
    write_end(out);
}

static void put_paper(const struct match *match, struct writer *out)
{
    put_array(out, "paper");
    for (int i = 0; i < match->papers; i++) {
        write_object(out);
        say_seat(out, "winner", match->paper[i].winner);
        put_int(out, "points", match->paper[i].worth);
        put_string(out, "reason", match_end_name(match->paper[i].reason));
        write_end(out);
    }
    write_end(out);
}

/* Once a deal has ended all its cards lie open: hands that were not played out, and the stock. */
static void put_review(const struct match *match, struct writer *out)
{
    const struct bout *bout = &match->bout;
    put_object(out, "review");
    say_seat(out, "winner", bout->winner);
    put_int(out, "points", bout->worth);
    put_string(out, "reason", match_end_name(bout->reason));
    put_array(out, "totals");
    for (int seat = 0; seat < 2; seat++)
        write_int(out, bout_counted(bout, seat));
    write_end(out);
    put_array(out, "tricks");
    for (int i = 0; i < match_tricks(match); i++)
        write_trick(match, i, out);
    write_end(out);
    put_array(out, "hands");
    for (int seat = 0; seat < 2; seat++) {
        uint8_t sorted[CARDS];
        int count = hand_sort(sorted, bout_hand(bout, seat));
        write_array(out);
        for (int i = 0; i < count; i++) {
            char text[CARD_TEXT_MAX];
            santase_card_text(text, sorted[i]);
            write_string(out, text);
        }
        write_end(out);
    }
    write_end(out);
    put_array(out, "stock");
    for (int i = STOCK_MAX - bout->deal.stock_left; i < STOCK_MAX; i++) {
        char text[CARD_TEXT_MAX];
        santase_card_text(text, bout->deal.stock[i]);
        write_string(out, text);
    }
    write_end(out);
    write_end(out);
}

static void put_events(const struct match *match, int viewer, struct writer *out)
{
    put_array(out, "events");
    for (int i = 0; i < match->events; i++) {
        write_object(out);
        put_string(out, "event", match_event_name(&match->event[i]));
        match_event_write(match, &match->event[i], viewer, out);
        write_end(out);
    }
    write_end(out);
}

static void put_moment(const struct match *match, int viewer, const struct game_table *table,
                       struct writer *out)
{
    bool playing = match->phase == PLAYING;
    put_string(out, "phase", phases[match->phase]);
    say_seat(out, "you", viewer < 0 ? NOBODY : (uint8_t)viewer);
    put_int(out, "deal", match->deal_number);
    put_int(out, "dealer", match->dealer);
    say_seat(out, "leader", playing ? match->bout.leader : NOBODY);
    say_seat(out, "turn", playing ? (uint8_t)bout_turn(&match->bout) : NOBODY);
    write_key(out, "deadline");
    if (match->wake_at)
        write_int(out, match->wake_at + table->clock_offset);
    else
        write_null(out);
    say_seat(out, "winner", match->winner);
    put_bool(out, "forfeit", match->phase == OVER && match->score[match->winner] < match->match_to);
}

static void put_own(const struct match *match, int viewer, struct writer *out)
{
    put_hand(match, viewer, out);
    say_card(out, "drawn", viewer < 0 ? NO_CARD : match->bout.drawn[viewer]);
    write_key(out, "points");
    if (viewer < 0)
        write_null(out);
    else
        write_int(out, bout_counted(&match->bout, viewer));
}

void match_view(const void *state, int viewer, const struct game_table *table, struct writer *out)
{
    const struct match *match = state;
    if (viewer != 0 && viewer != 1) viewer = GAME_CROWD;
    write_object(out);
    put_moment(match, viewer, table, out);
    put_players(match, table, out);
    put_stock(&match->bout.deal, match->bout.closer, out);
    put_own(match, viewer, out);
    put_table(&match->bout, out);
    put_last_trick(match, out);
    put_marriages(&match->bout, out);
    put_choices(match, viewer, out);
    put_paper(match, out);
    put_settings(match, out);
    if (match->phase != PLAYING) put_review(match, out);
    put_events(match, viewer, out);
    if (match->phase == OVER) match_awards(match, table, out);
    write_end(out);
}
