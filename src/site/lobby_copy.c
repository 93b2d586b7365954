#include "site/lobby_copy.h"
#include "site/room_page.h"
#include "wire/sse.h"

#include <stdio.h>

static uint64_t hash(const struct buffer *b)
{
    uint64_t h = 14695981039346656037u; /* FNV-1a */
    for (size_t i = 0; i < b->len; i++)
        h = (h ^ (unsigned char)b->data[i]) * 1099511628211u;
    return h ? h : 1;
}

static struct lobby_part part(int64_t id, const char *name, struct buffer *html)
{
    struct lobby_part made = {parcel_new(), hash(html)};
    sse_event(&made.event->frames, id, name, (struct span){html->data, html->len});
    buffer_clear(html);
    return made;
}

struct lobby_copy lobby_copy_make(const struct visit *v, const struct room *room, uint16_t person)
{
    struct buffer html = {0};
    struct room_page filled;
    struct page_context context = visit_context(v);
    struct lobby_copy copy = {.language = context.language};
    snprintf(copy.origin, sizeof copy.origin, "%s", v->origin);
    room_page_fill(&filled, room, person, person ? v->host_token : NULL, v->site->games);
    filled.page.card_urls = v->site->settings->deck_urls[0];
    fragment_status(&html, &context, &filled.page);
    /* Nothing to see, but the phones hear that they may reveal their numbers now (proof.js). */
    if (proof_is_sealed(room)) buffer_add_text(&html, "<i hidden data-sealed></i>");
    copy.status = part(room->seq, "status", &html);
    if (filled.page.is_host) {
        fragment_start(&html, &context, &filled.page);
        copy.start = part(room->seq, "start-game", &html);
    }
    fragment_lobby(&html, &context, &filled.page);
    copy.lobby = part(room->seq, "lobby", &html);
    buffer_free(&html);
    return copy;
}

void lobby_copy_free(struct lobby_copy *copy)
{
    parcel_release(copy->status.event);
    parcel_release(copy->start.event);
    parcel_release(copy->lobby.event);
}

const struct lobby_copy *lobby_copies_find(struct lobby_copies *copies, const struct visit *v,
                                           const struct room *room)
{
    const char *language = visit_context(v).language;
    for (int i = 0; i < copies->count; i++)
        if (strcmp(copies->of[i].language, language) == 0 &&
            strcmp(copies->of[i].origin, v->origin) == 0)
            return &copies->of[i];
    if (copies->count == LOBBY_COPIES) return NULL;
    copies->of[copies->count] = lobby_copy_make(v, room, 0);
    return &copies->of[copies->count++];
}

void lobby_copies_free(struct lobby_copies *copies)
{
    for (int i = 0; i < copies->count; i++)
        lobby_copy_free(&copies->of[i]);
    copies->count = 0;
}
