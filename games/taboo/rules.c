#include "rules.h"
#include "notice.h"
#include "pile.h"
#include "settings.h"

#include <string.h>

/* A moment that is one: 0 would mean never. */
static int64_t moment(int64_t at)
{
    return at ? at : 1;
}

static void set_deadline(struct taboo *t, int64_t at)
{
    t->deadline = moment(at);
}

static void end_game(struct taboo *t, enum taboo_winner winner)
{
    t->phase = TABOO_OVER;
    t->winner = (uint8_t)winner;
    t->card = TABOO_NO_CARD;
    t->deadline = t->lost_until = 0;
    t->told |= TOLD_GAME_OVER;
}

static bool level(const struct taboo *t)
{
    return t->team[0].score == t->team[1].score;
}

static enum taboo_winner leader(const struct taboo *t)
{
    if (level(t)) return WINNER_TIE;
    return t->team[0].score > t->team[1].score ? WINNER_A : WINNER_B;
}

/* True if the points alone end the game now. */
static bool decided(struct taboo *t)
{
    if (t->mode == TABOO_SCORE) {
        for (int team = 0; team < TABOO_TEAMS; team++) {
            if (t->team[team].score < t->score_limit) continue;
            end_game(t, (enum taboo_winner)team);
            return true;
        }
        return false;
    }
    if (!t->sudden || level(t)) return false;
    end_game(t, leader(t));
    return true;
}

/* With nobody of the team connected, its longest waiting member is named and given the same time to
 * come back; a room in which nobody at all is connected sleeps. */
static void await_describer(struct taboo *t, const struct game_context *context)
{
    int before = t->describer;
    t->describer = (int8_t)taboo_next_describer(t, t->active);
    t->deadline = t->lost_until = 0;
    if (taboo_present_of(t, 0) | taboo_present_of(t, 1))
        set_deadline(t, context->now + TABOO_READY_MS);
    if (t->describer != before) t->told |= TOLD_TURN_STARTED;
}

static void start_waiting(struct taboo *t, int team, const struct game_context *context)
{
    if (t->sudden && t->sudden_turns++ == TABOO_SUDDEN_TURNS_MAX) {
        end_game(t, WINNER_TIE);
        return;
    }
    t->phase = TABOO_WAITING;
    t->passed = 0;
    t->active = (uint8_t)team;
    t->turn_number++;
    t->describer = -1;
    await_describer(t, context);
}

static void record(struct taboo *t, enum taboo_result result, uint32_t credited)
{
    if (t->review_count == TABOO_REVIEW_MAX) {
        for (int i = 1; i < TABOO_REVIEW_MAX; i++)
            t->review[i - 1] = t->review[i];
        t->review_count--;
    }
    struct taboo_played *p = &t->review[t->review_count++];
    p->card = t->card;
    p->credited = (uint16_t)credited;
    p->asked = 0;
    p->result = (uint8_t)result;
    p->struck = 0;
}

/* As if they had just described: everybody who was here before has the next turn first. */
static void take_seat(struct taboo *t, int seat, int team)
{
    t->team[team].seats |= (uint16_t)SEAT_BIT(seat);
    t->player[seat].last_turn = ++t->stamp;
}

static void seat_newcomers(struct taboo *t)
{
    for (int seat = 0; seat < TABOO_SEATS; seat++) {
        int team = taboo_coming_to(t, seat);
        if (team >= 0) take_seat(t, seat, team);
    }
    t->coming[0] = t->coming[1] = 0;
}

/* `lost` is what becomes of a card that still lies on the table. */
static void end_turn(struct taboo *t, enum taboo_result lost, const struct game_context *context)
{
    if (t->card != TABOO_NO_CARD) record(t, lost, 0);
    t->card = TABOO_NO_CARD;
    t->lost_until = 0;
    seat_newcomers(t);
    if (t->mode == TABOO_DECK && t->deck_left == 0) {
        if (!level(t)) {
            end_game(t, leader(t));
            return;
        }
        t->sudden = 1;
    }
    t->phase = TABOO_ENDED;
    set_deadline(t, context->now + t->pause_ms);
    t->told |= TOLD_TURN_ENDED;
}

static void reveal_next(struct taboo *t, const struct game_context *context)
{
    t->card = pile_draw(t, context->chance);
    t->card_number++;
    if (t->mode == TABOO_DECK && t->deck_left > 0) t->deck_left--;
    t->told |= TOLD_CARD_REVEALED;
}

/* Points, statistics; `sign` is -1 when a struck card is taken back. */
static void count(struct taboo *t, const struct taboo_played *p, int sign)
{
    struct taboo_team *side = &t->team[t->review_team];
    uint32_t by = (uint32_t)sign;
    switch ((enum taboo_result)p->result) {
    case RESULT_CORRECT:
        side->score += sign;
        side->correct += by;
        t->player[t->review_describer].described += by;
        for (int seat = 0; seat < TABOO_SEATS; seat++)
            if (p->credited & SEAT_BIT(seat)) t->player[seat].guessed += by;
        break;
    case RESULT_BUZZ:
        side->score -= sign;
        side->buzz += by;
        break;
    case RESULT_SKIP: side->skip += by; break;
    case RESULT_TIMEOUT:
    case RESULT_INTERRUPTED: break;
    }
}

/* FNV-1a: enough to tell a handful of decks apart. The same deck with other packs is another. */
static uint32_t mark_of(const struct game_table *table, int deck)
{
    uint32_t mark = 2166136261u;
    for (const char *h = table->deck[deck]->hash; *h; h++)
        mark = (mark ^ (uint8_t)*h) * 16777619u;
    bool whole = table_deck_cards(table, deck) == table->deck[deck]->count;
    for (int i = 0; !whole && i < GAME_PACKS_MAX; i++)
        if (pack_set_has(&table->packs[deck], i)) mark = (mark ^ (uint32_t)i) * 16777619u;
    return mark ? mark : 1;
}

static void mark_decks(struct taboo *t, const struct game_table *table)
{
    for (int i = 0; i < table->decks; i++)
        t->deck_mark[i] = mark_of(table, i);
    t->total = (uint16_t)table_cards(table);
}

/* Cards that were seen in this room stay used, for the decks that are on the table again in the
 * same place, and if a deck game finds enough others. */
static void carry_used(struct taboo *t, const struct taboo *before, const struct game_table *table)
{
    uint32_t same = 0;
    for (int i = 0; i < table->decks && t->deck_mark[i] == before->deck_mark[i]; i++)
        same += table_deck_cards(table, i);
    for (uint32_t card = 0; card < same && card < t->total; card++)
        t->used[card / 64] |= before->used[card / 64] & 1ull << (card % 64);
    if (t->mode == TABOO_DECK && pile_fresh(t) < t->deck_left) pile_reset(t);
}

/* Who described least lately begins, as if the last game went on. */
static void carry_turns(struct taboo *t, const struct taboo *before, const struct game_table *table)
{
    t->stamp = before->stamp;
    for (int seat = 0; seat < table->seats && seat < TABOO_SEATS; seat++)
        t->player[seat].last_turn = before->player[seat].last_turn;
}

struct refusal taboo_init(struct taboo *t, const struct game_context *context)
{
    const struct game_table *table = context->table;
    const int32_t *set = table->settings;
    uint32_t cards;
    struct refusal enough = taboo_deck_enough(table, &cards);
    if (refused(&enough)) return enough;
    mark_decks(t, table);
    t->mode = (uint8_t)set[SET_MODE];
    t->score_limit = set[SET_SCORE_LIMIT];
    t->turn_ms = set[SET_TURN_SECONDS] * 1000;
    t->pause_ms = set[SET_PAUSE_MS];
    t->explains = !context->version || context->version >= 3;
    if (t->explains) t->lost_ms = set[SET_LOST_MS];
    int32_t size = set[SET_DECK_SIZE];
    t->deck_left = size > 0 && size < t->total ? (uint16_t)size : t->total;
    t->card = t->told_card = TABOO_NO_CARD;
    if (context->previous) carry_used(t, context->previous, table);
    for (int seat = 0; seat < table->seats && seat < TABOO_SEATS; seat++) {
        t->team[table->seat[seat].team].seats |= (uint16_t)SEAT_BIT(seat);
        if (table->seat[seat].away) t->away |= (uint16_t)SEAT_BIT(seat);
    }
    if (context->again) carry_turns(t, context->previous, table);
    start_waiting(t, context->again ? !((const struct taboo *)context->previous)->active : 0,
                  context);
    return ACCEPTED;
}

/* The next turn does not wait for a strike that one team alone asked for; that it came to nothing
 * is told. The entries stay where they are until the new turn has one of its own. */
static void close_review(struct taboo *t)
{
    for (int i = 0; i < t->review_count; i++)
        if (taboo_half_asked(&t->review[i])) t->told |= TOLD_STRIKE_LAPSED;
    t->told_review = t->review_count;
    t->review_count = 0;
}

struct refusal taboo_ready(struct taboo *t, int seat, const struct game_context *context)
{
    t->told = 0;
    if (t->phase == TABOO_OVER) return REFUSE(GAME_OVER);
    if (taboo_role(t, seat) != ROLE_DESCRIBER) return REFUSE(NOT_YOUR_TURN);
    if (t->phase == TABOO_ACTIVE) return REFUSE(STALE);
    if (t->phase != TABOO_WAITING)
        return refusal_keyed(refuse_saying(REFUSAL_CODE_NOT_YOUR_TURN, "The turn is over."),
                             "taboo.no.turnOver");
    t->phase = TABOO_ACTIVE;
    t->player[seat].last_turn = ++t->stamp;
    t->team[t->active].turns++;
    close_review(t);
    t->review_team = t->active;
    t->review_describer = t->describer;
    set_deadline(t, context->now + t->turn_ms);
    reveal_next(t, context);
    return ACCEPTED;
}

struct refusal taboo_judge(struct taboo *t, int seat, enum taboo_result result,
                           const struct game_context *context)
{
    t->told = 0;
    enum taboo_role role = taboo_role(t, seat);
    if (t->phase == TABOO_OVER) return REFUSE(GAME_OVER);
    if (t->phase != TABOO_ACTIVE)
        return refusal_keyed(
            refuse_saying(REFUSAL_CODE_NOT_YOUR_TURN, "There is no card on the table."),
            "taboo.no.card");
    bool may = result == RESULT_BUZZ   ? role == ROLE_BUZZER
               : result == RESULT_SKIP ? role == ROLE_DESCRIBER
                                       : role == ROLE_DESCRIBER || role == ROLE_GUESSER;
    if (!may) return REFUSE(NOT_YOUR_TURN);

    uint32_t guessers = taboo_present_of(t, t->active) & ~SEAT_BIT(t->describer);
    record(t, result, result == RESULT_CORRECT ? guessers : 0);
    count(t, &t->review[t->review_count - 1], 1);
    t->told |= TOLD_CARD_SCORED;
    t->told_card = t->card;
    t->told_result = (uint8_t)result;
    t->card = TABOO_NO_CARD;
    if (decided(t)) return ACCEPTED;
    if (t->mode == TABOO_DECK && t->deck_left == 0)
        end_turn(t, RESULT_TIMEOUT, context); /* used up; in sudden death a turn is one card */
    else
        reveal_next(t, context);
    return ACCEPTED;
}

struct refusal taboo_strike(struct taboo *t, int seat, int entry)
{
    t->told = 0;
    if (t->phase == TABOO_ACTIVE) return REFUSE(WRONG_PHASE);
    if (t->phase == TABOO_OVER) return REFUSE(GAME_OVER);
    if (!taboo_may_strike(t, seat, entry)) return REFUSE(STALE);
    struct taboo_played *p = &t->review[entry];
    p->asked |= (uint16_t)SEAT_BIT(seat);
    t->told_card = p->card;
    t->told_entry = (uint8_t)entry;
    t->told_result = p->result;
    t->told |= TOLD_STRIKE_ASKED;
    if (!(p->asked & t->team[0].seats) || !(p->asked & t->team[1].seats)) return ACCEPTED;
    p->struck = 1;
    count(t, p, -1);
    t->told |= TOLD_CARD_STRUCK;
    decided(t);
    return ACCEPTED;
}

/* The team's next one is asked; when all who are present were asked, it is the other team's turn. */
static void pass_over(struct taboo *t, const struct game_context *context)
{
    int team = t->active, seat = t->describer;
    t->passed |= (uint16_t)SEAT_BIT(seat);
    if (taboo_present(t, seat)) t->player[seat].last_turn = ++t->stamp;
    if (taboo_present_of(t, team) & (uint32_t)~t->passed) {
        await_describer(t, context);
        notice(t, NOTICE_NOT_READY, team, seat);
    } else {
        start_waiting(t, !team, context);
        notice(t, NOTICE_TEAM_NOT_READY, team, -1);
    }
}

/* The describer is gone, for good or for too long. */
static void lose_describer(struct taboo *t, const struct game_context *context)
{
    int seat = t->describer;
    bool left = t->left & SEAT_BIT(seat);
    if (t->phase == TABOO_ACTIVE) {
        end_turn(t, t->explains ? RESULT_INTERRUPTED : RESULT_TIMEOUT, context);
        notice(t, left ? NOTICE_TURN_LEFT : NOTICE_TURN_AWAY, t->active, seat);
    } else if (t->phase == TABOO_WAITING) {
        await_describer(t, context);
        if (!taboo_present_of(t, t->active))
            notice(t, NOTICE_TEAM_AWAY, t->active, -1);
        else
            notice(t, left ? NOTICE_LEFT : NOTICE_AWAY, t->active, seat);
    }
}

static void wake(struct taboo *t, const struct game_context *context)
{
    if (t->lost_until && context->now >= t->lost_until) {
        lose_describer(t, context);
        return;
    }
    if (t->deadline == 0 || context->now < t->deadline) return;
    switch ((enum taboo_phase)t->phase) {
    case TABOO_ACTIVE: end_turn(t, RESULT_TIMEOUT, context); break;
    case TABOO_ENDED: start_waiting(t, !t->active, context); break;
    case TABOO_WAITING: pass_over(t, context); break;
    case TABOO_OVER: break;
    }
}

/* A blip is not a leave: the describer has a moment to come back, while the clock runs on. */
static void go_away(struct taboo *t, int seat, const struct game_context *context)
{
    t->away |= (uint16_t)SEAT_BIT(seat);
    if (seat != t->describer || (t->phase != TABOO_ACTIVE && t->phase != TABOO_WAITING)) return;
    if (t->lost_ms == 0) {
        lose_describer(t, context);
        return;
    }
    t->lost_until = moment(context->now + t->lost_ms);
    t->told |= TOLD_DESCRIBER_LOST;
}

static void leave(struct taboo *t, int seat, const struct game_context *context)
{
    t->left |= (uint16_t)SEAT_BIT(seat);
    int coming = taboo_coming_to(t, seat), team = coming < 0 ? taboo_team_of(t, seat) : coming;
    if (team < 0) return;
    if (!((t->team[team].seats | t->coming[team]) & ~(uint32_t)t->left)) {
        end_game(t, team == 0 ? WINNER_B : WINNER_A);
        notice(t, NOTICE_FORFEIT, team, -1);
    } else if (seat == t->describer) {
        lose_describer(t, context);
    }
}

static void come_back(struct taboo *t, int seat, const struct game_context *context)
{
    t->away &= (uint16_t)~SEAT_BIT(seat);
    t->left &= (uint16_t)~SEAT_BIT(seat);
    if (t->lost_until && seat == t->describer) {
        t->lost_until = 0;
        t->told |= TOLD_DESCRIBER_BACK;
        return;
    }
    if (t->phase != TABOO_WAITING || t->lost_until) return;
    bool stands_in = !taboo_present(t, t->describer) && taboo_team_of(t, seat) == t->active;
    if (stands_in || t->deadline == 0) await_describer(t, context);
}

/* Who would see a card that is being described, or be credited for it, waits until that turn is over. */
static void come_in(struct taboo *t, int seat, const struct game_context *context)
{
    int team = context->table->seat[seat].team;
    if (t->phase == TABOO_ACTIVE) {
        t->coming[team] |= (uint16_t)SEAT_BIT(seat);
        return;
    }
    take_seat(t, seat, team);
    bool stands_in = team == t->active && !taboo_present(t, t->describer) && !t->lost_until;
    if (t->phase == TABOO_WAITING && (stands_in || t->deadline == 0)) await_describer(t, context);
}

void taboo_happen(struct taboo *t, enum game_news news, int seat,
                  const struct game_context *context)
{
    /* Known since the start: still the same step, with the same things to tell. */
    if (news == NEWS_SEAT_AWAY && (t->away & SEAT_BIT(seat))) return;
    t->told = 0;
    if (news == NEWS_DECK) {
        mark_decks(t, context->table);
        t->told |= TOLD_CARDS_READY;
        return;
    }
    if (t->phase == TABOO_OVER) return;
    switch (news) {
    case NEWS_WAKE: wake(t, context); break;
    case NEWS_SEAT_AWAY: go_away(t, seat, context); break;
    case NEWS_SEAT_BACK: come_back(t, seat, context); break;
    case NEWS_SEAT_LEFT: leave(t, seat, context); break;
    case NEWS_SEAT_NEW: come_in(t, seat, context); break;
    default: break;
    }
}
