#include "site/extra.h"

bool extras_opened(struct site *site, char problem[STORE_ERROR_BYTES])
{
    struct games_extra e;
    for (int i = 0; games_extra(site->games, i, &e); i++)
        if (e.extra->opened && !e.extra->opened(site, e.own, problem)) return false;
    return true;
}

void extras_stepped(struct site *site, struct live *live, int64_t now)
{
    struct games_extra e;
    for (int i = 0; games_extra(site->games, i, &e); i++)
        if (e.extra->stepped && e.game == live->room->game)
            e.extra->stepped(site, live, e.own, now);
}

void extras_closed(struct site *site)
{
    struct games_extra e;
    for (int i = 0; games_extra(site->games, i, &e); i++)
        if (e.extra->closed) e.extra->closed(site, e.own);
}

void extras_metrics(const struct site *site, struct buffer *out)
{
    struct games_extra e;
    for (int i = 0; games_extra(site->games, i, &e); i++)
        if (e.extra->metrics) e.extra->metrics(e.own, out);
}
