#include "core/award.h"

static bool within(uint32_t seats, int seat)
{
    return seats >> seat & 1;
}

uint32_t award_most(const uint32_t value[AWARD_SEATS], uint32_t among, uint32_t least)
{
    uint32_t best = 0, seats = 0;
    for (int i = 0; i < AWARD_SEATS; i++) {
        if (!within(among, i) || value[i] < best) continue;
        if (value[i] > best) seats = 0;
        best = value[i];
        seats |= 1u << i;
    }
    bool everybody = seats == among && (among & (among - 1));
    return best < least || everybody ? 0 : seats;
}

struct awards awards_begin(struct writer *out)
{
    put_array(out, "awards");
    return (struct awards){.out = out};
}

void award_give(struct awards *a, const char *key, uint32_t seats, uint32_t count, const char *text)
{
    if (!seats || a->given == AWARDS_MAX) return;
    a->given++;
    write_object(a->out);
    put_string(a->out, "key", key);
    put_array(a->out, "ids");
    for (int i = 0; i < AWARD_SEATS; i++)
        if (within(seats, i) && a->id[i]) write_string(a->out, a->id[i]);
    write_end(a->out);
    put_int(a->out, "count", count);
    if (text) put_string(a->out, "text", text);
    write_end(a->out);
}

void award_give_most(struct awards *a, const char *key, const uint32_t value[AWARD_SEATS],
                     uint32_t among, uint32_t least)
{
    uint32_t seats = award_most(value, among, least);
    if (seats) award_give(a, key, seats, value[__builtin_ctz(seats)], NULL);
}

void awards_end(struct awards *a)
{
    write_end(a->out);
}
