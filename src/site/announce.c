#include "site/announce.h"
#include "core/text.h"
#include "site/listeners.h"

#define EVENT "announcement"
#define MINUTE_MS INT64_C(60000)
#define STANDS_MS (60 * MINUTE_MS)

bool announcement_stands(const struct announcement *a, int64_t now)
{
    return (a->text[0] || a->restart_at) && now < a->until;
}

int64_t announcement_minutes(const struct announcement *a, int64_t now)
{
    if (!a->restart_at || !announcement_stands(a, now)) return 0;
    int64_t left = a->restart_at - now;
    return left <= 0 ? 1 : (left + MINUTE_MS - 1) / MINUTE_MS;
}

void announcement_write(const struct announcement *a, int64_t now, struct writer *w)
{
    bool stands = announcement_stands(a, now);
    write_object(w);
    write_key(w, "text");
    if (stands && a->text[0])
        write_string(w, a->text);
    else
        write_null(w);
    write_key(w, "restartInMs");
    if (stands && a->restart_at)
        write_int(w, a->restart_at > now ? a->restart_at - now : 0);
    else
        write_null(w);
    write_end(w);
}

static void write_event(const struct site *site, int64_t now, struct buffer *out)
{
    struct writer w = writer_to(out);
    announcement_write(&site->announcement, now, &w);
}

static void tell_room(void *arg, struct live *live)
{
    const struct buffer *json = arg;
    if (live->site) listeners_say(live->site, 0, EVENT, json->data);
}

static void tell_all(struct site *site, int64_t now)
{
    struct buffer json = {0};
    write_event(site, now, &json);
    buffer_text(&json); /* ends it with a zero */
    hall_each(site->hall, tell_room, &json);
    buffer_free(&json);
}

bool announcement_make(struct site *site, const char *text, int64_t minutes, int64_t now)
{
    struct announcement a = {0};
    bool silent = !text || !text[strspn(text, " \t\r\n")];
    if (minutes < 0 || minutes > ANNOUNCEMENT_MINUTES_MAX || (silent && !minutes)) return false;
    if (!silent && !text_clean(a.text, sizeof a.text, ANNOUNCEMENT_LETTERS, text)) return false;
    if (minutes) a.restart_at = now + minutes * MINUTE_MS;
    a.until = (minutes ? a.restart_at : now) + STANDS_MS;
    site->announcement = a;
    tell_all(site, now);
    return true;
}

void announcement_withdraw(struct site *site)
{
    site->announcement = (struct announcement){0};
    tell_all(site, 0);
}

void announcement_greet(struct site *site, struct listener *l, int64_t now)
{
    struct buffer json = {0};
    struct parcel *parcel = NULL;
    if (!announcement_stands(&site->announcement, now)) return;
    write_event(site, now, &json);
    struct says_event event = {EVENT, AUDIENCE_ALL, json.data, json.len};
    l->ways->event(l, &event, &parcel);
    parcel_release(parcel);
    buffer_free(&json);
}
