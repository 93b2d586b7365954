#include "site/keys.h"

#define PREFIX "seat_"

/* Whose seat it is, if the cookie is one of a seat in an open room. */
static const struct person *owner(const struct site *site, struct span name, struct span value,
                                  const struct room **room)
{
    char code[CODE_LENGTH + 1], token[TOKEN_TEXT_LENGTH + 1];
    size_t prefix = strlen(PREFIX);
    if (name.len != prefix + CODE_LENGTH || value.len != TOKEN_TEXT_LENGTH) return NULL;
    if (memcmp(name.at, PREFIX, prefix) != 0) return NULL;
    memcpy(code, name.at + prefix, CODE_LENGTH);
    memcpy(token, value.at, TOKEN_TEXT_LENGTH);
    code[CODE_LENGTH] = token[TOKEN_TEXT_LENGTH] = 0;
    struct live *live = hall_find(site->hall, code);
    if (!live) return NULL;
    *room = live->room;
    const struct person *p = room_person_by_token(*room, token);
    if (!p) p = room_left_by_token(*room, token);
    return p && !p->out ? p : NULL;
}

int keys_find(const struct visit *v, struct page_seat out[KEYS_MAX])
{
    struct span cookies = http_field(v->r, "Cookie");
    const struct room *room;
    int count = 0;
    while (cookies.len && count < KEYS_MAX) {
        struct span value = span_cut(&cookies, ';');
        while (value.len && *value.at == ' ')
            value.at++, value.len--;
        struct span name = span_cut(&value, '=');
        const struct person *p = owner(v->site, name, value, &room);
        if (p) out[count++] = (struct page_seat){room->code, room->game->name, p->name, p->avatar};
    }
    return count;
}
