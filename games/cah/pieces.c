#include "view.h"

#include <stdio.h>
#include <string.h>

void cah_id_text(uint64_t id, char out[17])
{
    snprintf(out, 17, "%016llx", (unsigned long long)id);
}

const char *cah_author_id(const struct game_table *table, int author)
{
    static const char *const randos[] = {"rando1", "rando2", "rando3"};
    return author >= CAH_SEATS ? randos[author - CAH_SEATS] : table->seat[author].id;
}

void cah_white_id(const struct game_table *table, uint16_t card, char out[CAH_ID_BYTES])
{
    if (card >= CAH_BLANK)
        snprintf(out, CAH_ID_BYTES, "blank-%u", card - CAH_BLANK + 1u);
    else
        cah_card_id(table, CAH_WHITE, card, out);
}

void cah_put_id(struct writer *out, const char *key, uint64_t id)
{
    char text[17];
    cah_id_text(id, text);
    put_string(out, key, text);
}

void cah_put_author(struct writer *out, const char *key, const struct game_table *table, int author)
{
    write_key(out, key);
    author < 0 ? write_null(out) : write_string(out, cah_author_id(table, author));
}

void cah_put_seats(struct writer *out, const char *key, const struct game_table *table,
                   uint32_t seats)
{
    put_array(out, key);
    for (int s = 0; s < CAH_SEATS; s++)
        if (seats & SEAT_BIT(s)) write_string(out, table->seat[s].id);
    write_end(out);
}

void cah_put_scores(struct writer *out, const char *key, const struct cah *g,
                    const struct game_table *table)
{
    put_object(out, key);
    for (int a = 0; a < CAH_SEATS + g->randos; a++)
        if (a >= CAH_SEATS || g->seats & SEAT_BIT(a))
            put_int(out, cah_author_id(table, a), g->score[cah_side(g, a)]);
    write_end(out);
}

void cah_put_black(struct writer *out, const char *key, uint16_t card,
                   const struct game_table *table)
{
    char id[CAH_ID_BYTES];
    cah_card_id(table, CAH_BLACK, card, id);
    put_object(out, key);
    put_string(out, "id", id);
    put_string(out, "text", cah_card_text(table, CAH_BLACK, card));
    put_int(out, "pick", cah_card_pick(table, card));
    write_end(out);
}

static void write_white(struct writer *out, uint16_t card, const char *text,
                        const struct game_table *table)
{
    char id[CAH_ID_BYTES];
    cah_white_id(table, card, id);
    write_object(out);
    put_string(out, "id", id);
    put_string(out, "text", card >= CAH_BLANK ? text : cah_card_text(table, CAH_WHITE, card));
    if (card >= CAH_BLANK) put_bool(out, "blank", true);
    write_end(out);
}

void cah_put_hand(struct writer *out, const char *key, const struct cah_hand *hand,
                  const struct game_table *table)
{
    put_array(out, key);
    for (int i = 0; i < hand->count; i++)
        write_white(out, hand->card[i], "", table);
    write_end(out);
}

void cah_put_cards(struct writer *out, const uint16_t *card, int count, const char *text,
                   const struct game_table *table, bool only_blanks)
{
    put_array(out, "cards");
    for (int i = 0; i < count; i++) {
        bool blank = card[i] >= CAH_BLANK;
        if (blank || !only_blanks) write_white(out, card[i], text, table);
        if (blank) text += strlen(text) + 1;
    }
    write_end(out);
}

void cah_put_response(struct writer *out, const struct cah_response *r,
                      const struct game_table *table)
{
    cah_put_id(out, "id", r->id);
    cah_put_cards(out, r->card, r->count, r->text, table, false);
}

int cah_next_asked(const struct cah *g, int entry)
{
    int next = -1;
    for (int i = 0; i < g->response_count; i++) {
        uint64_t id = g->response[i].id;
        if (!(cah_asked(g) & SEAT_BIT(i)) || (entry >= 0 && id <= g->response[entry].id)) continue;
        if (next < 0 || id < g->response[next].id) next = i;
    }
    return next;
}

void cah_put_leaders(struct writer *out, const struct cah *g, const struct game_table *table)
{
    uint32_t leaders = cah_leaders(g);
    bool one = leaders && !(leaders & (leaders - 1));
    int first = leaders ? __builtin_ctz(leaders) : -1;
    cah_put_author(out, "winnerId", table, one ? first : -1);
    put_array(out, "winnerIds");
    for (int a = 0; a < CAH_SEATS + g->randos; a++) {
        bool here = a >= CAH_SEATS || g->seats & SEAT_BIT(a);
        if (here && leaders & SEAT_BIT(cah_side(g, a))) write_string(out, cah_author_id(table, a));
    }
    write_end(out);
}
