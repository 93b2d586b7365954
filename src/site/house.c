/* What is said about the house itself. */
#include "site/routes.h"

void tell_health(struct visit *v)
{
    struct buffer body = {0};
    struct writer w = writer_to(&body);
    struct store_figures store = store_figures(v->site->store);
    bool ok = !v->site->stopping && !store.trouble;
    write_object(&w);
    put_bool(&w, "ok", ok);
    put_string(&w, "store", store.trouble ? store.trouble : "ok");
    if (store.copying) put_bool(&w, "copy", store.copied);
    put_int(&w, "rooms", (int64_t)hall_count(v->site->hall));
    put_int(&w, "uptimeSeconds", (v->now - v->site->started) / 1000);
    write_end(&w);
    answer_json(v, ok ? 200 : 503, &body);
}

void tell_metrics(struct visit *v)
{
    struct buffer body = {0};
    metrics_write(v->site, &body);
    reply_header(&v->headers, "Cache-Control", "no-store");
    answer_bytes(v, 200, "text/plain; version=0.0.4; charset=utf-8",
                 (struct span){body.data, body.len});
    buffer_free(&body);
}
