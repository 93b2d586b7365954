/* How visits are answered: pages for people, JSON for programs, and the headers of both. */
#include "site/assets.h"
#include "site/pages/catalog.h"
#include "site/says_json.h"
#include "site/visit.h"
#include "wire/form.h"

#include <stdio.h>

/* Nobody elsewhere hears which room one comes from. Only where links or redirects are: a page's dozens of
 * files are lighter without. */
static void add_discretion(struct visit *v)
{
    reply_header(&v->headers, "Referrer-Policy", "same-origin");
}

/* Everything from our own server, no inline script but one of ours, nobody may frame us. */
static void add_policy(struct visit *v)
{
    char policy[600], pictures[160] = "";
    const char *elsewhere = v->site->settings->avatar_url;
    if (elsewhere[0]) { /* only scheme and host of it */
        const char *host = strstr(elsewhere, "://");
        size_t len = host ? strcspn(host + 3, "/?#; ,'\"") + (size_t)(host + 3 - elsewhere) : 0;
        snprintf(pictures, sizeof pictures, " %.*s", (int)(len < 150 ? len : 0), elsewhere);
    }
    snprintf(policy, sizeof policy,
             "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' %s; style-src 'self'; "
             "font-src 'self'; img-src 'self' data:%s; connect-src 'self'; manifest-src 'self'; "
             "worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
             page_script_hash, pictures);
    reply_header(&v->headers, "Content-Security-Policy", policy);
    add_discretion(v);
}

void answer_bytes(struct visit *v, int status, const char *type, struct span body)
{
    if (v->c) {
        reply_header(&v->headers, "X-Content-Type-Options", "nosniff");
        struct reply reply = {status, type, {v->headers.data, v->headers.len}, body};
        connection_reply(v->c, &reply);
    }
    visit_free(v);
}

void answer_page(struct visit *v, int status, struct buffer *body)
{
    add_policy(v);
    reply_header(&v->headers, "Cache-Control", "no-store");
    reply_header(&v->headers, "Vary", "Accept, Accept-Language, Cookie");
    for (int i = 0; v->lang_query[0] && i < CATALOG_LANGUAGES; i++)
        if (strcmp(v->lang_query, catalog_languages[i]) == 0)
            reply_cookie(&v->headers, "lang", v->lang_query, "/", 365L * 86400, v->secure);
    if (!v->device.hash[0]) device_give(&v->headers, v->secure);
    answer_bytes(v, status, "text/html; charset=utf-8", (struct span){body->data, body->len});
    buffer_free(body);
}

void answer_json(struct visit *v, int status, struct buffer *body)
{
    reply_header(&v->headers, "Cache-Control", "no-store");
    answer_bytes(v, status, "application/json", (struct span){body->data, body->len});
    buffer_free(body);
}

void answer_redirect(struct visit *v, const char *path)
{
    reply_header(&v->headers, "Location", path);
    add_discretion(v);
    reply_header(&v->headers, "Cache-Control", "no-store");
    answer_bytes(v, 303, NULL, (struct span){"", 0});
}

void answer_error(struct visit *v, int status, const char *code, const char *message)
{
    struct buffer body = {0};
    if (v->json) {
        struct writer w = writer_to(&body);
        write_object(&w);
        put_object(&w, "error");
        put_string(&w, "code", code);
        put_string(&w, "message", message);
        write_end(&w);
        write_end(&w);
        answer_json(v, status, &body);
        return;
    }
    struct page_context context = visit_context(v);
    page_error(&body, &context, status);
    answer_page(v, status, &body);
}

struct page_context visit_context(const struct visit *v)
{
    const char *avatars = v->site->settings->avatar_url;
    const struct announcement *announced = &v->site->announcement;
    return (struct page_context){
        .language = catalog_pick(v->lang_query, v->lang_cookie, v->accept_language),
        .look = v->look,
        .asset_base = games_files(v->site->games)->base,
        .origin = v->origin,
        .avatar_base = avatars[0] ? avatars : NULL,
        .avatar_end = avatars[0] ? "" : NULL,
        .announced = announcement_stands(announced, v->now) ? announced->text : NULL,
        .restart_minutes = (long)announcement_minutes(announced, v->now),
    };
}
