/* Another state in which this viewer knows the same: everything that may be hidden from him goes back
 * among the free cards and is drawn again, authors are dealt anew from a sorted list. */
#include "pile.h"

#include <string.h>

struct eyes {
    struct cah *g;
    int viewer, mate;
    bool host;
    struct chance *chance;
};

static bool sees_hand(const struct eyes *e, int seat)
{
    return seat == e->viewer || seat == e->mate;
}

/* The host is shown what is written on a blank, and nothing else of that response. */
static bool sees_card(const struct eyes *e, int entry, int i)
{
    const struct cah_response *r = &e->g->response[entry];
    if (cah_sees(e->g, e->viewer, entry)) return true;
    return e->host && r->pending == PENDING_ASKED && r->card[i] >= CAH_BLANK;
}

static bool sees_id(const struct eyes *e, int entry)
{
    const struct cah *g = e->g;
    if (g->phase == PHASE_WAITING) return e->host && g->response[entry].pending == PENDING_ASKED;
    return g->phase != PHASE_JUDGING || entry < g->revealed || cah_is_czar(g, e->viewer);
}

static void put_back(const struct eyes *e)
{
    struct cah *g = e->g;
    for (int s = 0; s < CAH_SEATS; s++)
        for (int i = 0; i < g->hand[s].count && !sees_hand(e, s); i++)
            cah_pile_free(g, g->hand[s].card[i]);
    for (int r = 0; r < g->response_count; r++)
        for (int i = 0; i < g->response[r].count; i++)
            if (!sees_card(e, r, i)) cah_pile_free(g, g->response[r].card[i]);
    for (int i = 0; i < g->top_count; i++)
        cah_pile_free(g, g->top[i]);
}

static void swap(struct cah_response *a, struct cah_response *b)
{
    struct cah_response kept;
    if (a == b) return;
    memcpy(&kept, a, sizeof kept);
    memcpy(a, b, sizeof kept);
    memcpy(b, &kept, sizeof kept);
}

/* Where among those not yet revealed one's own lies is hidden too. */
static void move_own(const struct eyes *e)
{
    struct cah *g = e->g;
    int own = e->viewer >= 0 ? cah_response_of(g, e->viewer) : -1;
    if (g->phase != PHASE_JUDGING || own < g->revealed || cah_is_czar(g, e->viewer)) return;
    swap(&g->response[own], &g->response[g->revealed]);
    uint32_t places = (uint32_t)(g->response_count - g->revealed);
    swap(&g->response[g->revealed],
         &g->response[g->revealed + (int)chance_below(e->chance, places)]);
}

/* Who has played is known; whose blanks the host is asked about is not, and a Rando writes nothing. */
static bool knows_author(const struct eyes *e, int entry)
{
    const struct cah *g = e->g;
    if (!cah_knows_author(g, e->viewer, entry)) return false;
    if (g->phase != PHASE_WAITING || !e->host || !cah_asked(g)) return true;
    return g->response[entry].author >= CAH_SEATS || entry == cah_response_of(g, e->viewer);
}

static void deal_authors(const struct eyes *e)
{
    struct cah *g = e->g;
    int8_t authors[CAH_AUTHORS];
    bool hidden[CAH_AUTHORS];
    size_t count = 0;
    for (int r = 0; r < g->response_count; r++)
        hidden[r] = !knows_author(e, r);
    for (int a = 0; a < CAH_AUTHORS; a++)
        for (int r = 0; r < g->response_count; r++)
            if (g->response[r].author == a && hidden[r]) authors[count++] = (int8_t)a;
    chance_shuffle(e->chance, authors, count, sizeof authors[0]);
    for (int r = 0; r < g->response_count; r++)
        if (hidden[r]) g->response[r].author = authors[--count];
}

/* Some letter on each blank that he cannot read. */
static void write_blanks(const struct eyes *e, struct cah_response *r)
{
    char *at = r->text;
    memset(r->text, 0, sizeof r->text);
    for (int i = 0; i < r->count; i++)
        if (r->card[i] >= CAH_BLANK) {
            *at = (char)('a' + chance_below(e->chance, 26));
            at += 2;
        }
}

static void draw_response(const struct eyes *e, int entry)
{
    struct cah_response *r = &e->g->response[entry];
    bool all = true;
    for (int i = 0; i < r->count; i++) {
        if (sees_card(e, entry, i)) {
            all = false;
            continue;
        }
        /* printed where a blank would need a text besides the one that the host reads */
        bool printed = r->author >= CAH_SEATS || (e->host && r->pending == PENDING_ASKED);
        uint16_t card = printed ? cah_pile_any_printed(e->g, e->chance) : CAH_NO_CARD;
        r->card[i] = card == CAH_NO_CARD ? cah_pile_any(e->g, e->chance) : card;
    }
    if (all) write_blanks(e, r);
}

static uint64_t random_id(struct chance *chance)
{
    uint64_t high = chance_word(chance);
    return high << 32 | chance_word(chance);
}

/* First the Randos, who need printed cards, then the others. */
static void draw_responses(const struct eyes *e)
{
    struct cah *g = e->g;
    for (int pass = 0; pass < 2; pass++)
        for (int r = 0; r < g->response_count; r++)
            if ((g->response[r].author < CAH_SEATS) == pass) draw_response(e, r);
    for (int r = 0; r < g->response_count; r++)
        if (!sees_id(e, r)) g->response[r].id = random_id(e->chance);
}

static void draw_hands(const struct eyes *e)
{
    struct cah *g = e->g;
    for (int s = 0; s < CAH_SEATS; s++) {
        if (sees_hand(e, s)) continue;
        for (int i = 0; i < g->hand[s].count; i++)
            g->hand[s].card[i] = cah_pile_any(g, e->chance);
        g->finger[s] = CAH_NO_CARD;
    }
    for (int i = 0; i < g->top_count; i++)
        g->top[i] = cah_pile_any(g, e->chance);
}

/* What the others could take back, made of what they hold and have laid down now. */
static void match_before(const struct eyes *e)
{
    struct cah *g = e->g;
    for (int n = 0; n < g->response_count && g->phase == PHASE_WAITING; n++) {
        struct cah_response *r = &g->response[n];
        if (r->author >= CAH_SEATS || r->fixed || sees_hand(e, r->author)) continue;
        const struct cah_hand *hand = &g->hand[r->author];
        int kept = hand->count - r->drawn, at = 0;
        for (int i = 0; i < kept; i++)
            r->before.card[at++] = hand->card[i];
        for (int i = 0; i < r->count && at < CAH_HAND_MAX; i++)
            r->before.card[at++] = r->card[i];
    }
}

/* While the vote is open nobody knows how the others voted; then only how often each was chosen. */
static void deal_votes(const struct eyes *e)
{
    struct cah *g = e->g;
    int8_t votes[CAH_SEATS];
    size_t count = 0;
    bool open = g->phase == PHASE_JUDGING || g->vote_open;
    for (int v = 0; v < g->response_count; v++)
        for (int s = 0; s < CAH_SEATS; s++)
            if (s != e->viewer && g->vote[s] == v) votes[count++] = (int8_t)v;
    chance_shuffle(e->chance, votes, count, sizeof votes[0]);
    for (int s = 0; s < CAH_SEATS; s++) {
        if (s == e->viewer || g->vote[s] < 0) continue;
        g->vote[s] = votes[--count];
        if (open) g->vote[s] = (int8_t)chance_below(e->chance, g->response_count);
    }
}

void cah_rehide(struct cah *g, int viewer, const struct game_context *context)
{
    struct eyes e = {g, viewer, cah_mate(g, viewer), false, context->chance};
    e.host = viewer >= 0 && viewer == context->table->host;
    put_back(&e);
    move_own(&e);
    deal_authors(&e);
    draw_responses(&e);
    draw_hands(&e);
    match_before(&e);
    deal_votes(&e);
}
