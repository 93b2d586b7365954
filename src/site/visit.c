#include "site/visit.h"
#include "core/alloc.h"
#include "core/depth.h"
#include "core/typed_json.h"
#include "site/doors.h"
#include "site/pages/catalog.h"
#include "wire/form.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#define COOKIE_SECONDS 86400

static void copy(char *out, size_t cap, struct span in)
{
    size_t len = in.len < cap - 1 ? in.len : cap - 1;
    if (len) memcpy(out, in.at, len);
    out[len] = 0;
}

/* A Host field as it may stand in a link: nothing but letters, digits and .:-[] */
static bool is_host(struct span host)
{
    for (size_t i = 0; i < host.len; i++)
        if (!isalnum((unsigned char)host.at[i]) && !memchr(".:-[]_", host.at[i], 6)) return false;
    return host.len > 0 && host.len < 120;
}

static bool is_loopback(struct span host)
{
    return span_begins(host, "localhost") || span_begins(host, "127.") ||
           span_begins(host, "[::1]");
}

/* What links begin with. On the host's own machine that is the address by which phones reach it. */
static void find_origin(struct visit *v)
{
    struct site *site = v->site;
    struct span host = v->r->host;
    bool trust = v->r->by_proxy;
    if (trust && http_field(v->r, "X-Forwarded-Host").len)
        host = http_field(v->r, "X-Forwarded-Host");
    v->secure = (trust && span_is_nocase(http_field(v->r, "X-Forwarded-Proto"), "https")) ||
                strncmp(site->settings->public_url, "https:", 6) == 0;
    if (site->settings->public_url[0])
        snprintf(v->origin, sizeof v->origin, "%s", site->settings->public_url);
    else if (site->lan_origin[0] && !trust && is_loopback(host))
        snprintf(v->origin, sizeof v->origin, "%s", site->lan_origin);
    else if (is_host(host))
        snprintf(v->origin, sizeof v->origin, "%s://%.*s", v->secure ? "https" : "http",
                 (int)host.len, host.at);
    size_t len = strlen(v->origin);
    if (len && v->origin[len - 1] == '/') v->origin[len - 1] = 0;
}

static bool names_json(struct span field)
{
    return field.len >= 16 && memmem(field.at, field.len, "application/json", 16);
}

struct visit *visit_new(struct site *site, struct connection *c, const struct http_request *r)
{
    struct visit *v = alloc_zero(1, sizeof *v);
    struct address address = connection_client(c, r);
    struct span cookies = http_field(r, "Cookie");
    v->site = site;
    v->c = c;
    v->r = r;
    v->key = address_key(&address);
    v->device = device_of(cookies, v->key);
    v->now = site_now();
    v->began = uv_hrtime();
    v->head = r->method == METHOD_HEAD;
    v->api = span_begins(r->path, "/api/");
    v->json = v->api || names_json(http_field(r, "Accept")) ||
              names_json(http_field(r, "Content-Type")) || http_field(r, "HX-Request").len;
    form_value(v->lang_query, sizeof v->lang_query, r->query, "lang");
    cookie_value(v->lang_cookie, sizeof v->lang_cookie, cookies, "lang");
    cookie_value(v->look, sizeof v->look, cookies, "look");
    copy(v->accept_language, sizeof v->accept_language, http_field(r, "Accept-Language"));
    find_origin(v);
    return v;
}

static void gone(struct connection *c, void *data)
{
    struct visit *v = data;
    (void)c;
    v->c = NULL;
}

void visit_hold(struct visit *v)
{
    v->r = NULL;
    connection_hold(v->c, gone, v);
}

void visit_free(struct visit *v)
{
    json_decref(v->payload);
    buffer_free(&v->headers);
    free(v->more);
    free(v);
}

/* ---- what the client sent ---- */

static bool read_field(json_t *object, struct span field, char *value)
{
    char key[64];
    struct span name = span_cut(&field, '=');
    if (percent_decode(key, sizeof key, name, true) < 0) return false;
    if (percent_decode(value, field.len + 1, field, true) < 0) return false;
    return json_object_set_new(object, key, json_string(value)) == 0; /* not UTF-8: not there */
}

/* What cannot be read is not there; `whole` says whether that happened. */
static json_t *read_form(struct span form, bool *whole)
{
    json_t *object = json_object();
    char *value = alloc_grow(NULL, form.len + 1); /* one field may be all of it */
    *whole = true;
    while (form.len) {
        struct span field = span_cut(&form, '&');
        if (!read_field(object, field, value)) *whole = false;
    }
    free(value);
    return object;
}

static struct refusal read_body(struct span body, json_t **out)
{
    json_error_t error;
    *out = body.len ? typed_json(body.at, body.len, JSON_REJECT_DUPLICATES, &error) : json_object();
    if (!*out && json_error_code(&error) == json_error_stack_overflow) return depth_refusal();
    return json_is_object(*out) ? depth_check(*out) : REFUSE(BAD_REQUEST);
}

bool visit_read_payload(struct visit *v)
{
    struct refusal why = ACCEPTED;
    bool whole;
    v->form = !v->api && !names_json(http_field(v->r, "Content-Type"));
    if (v->form)
        v->payload = read_form(v->r->body, &whole);
    else
        why = read_body(v->r->body, &v->payload);
    if (!refused(&why)) return true;
    answer_refusal(v, &why, NULL, NULL);
    return false;
}

const char *visit_query(const struct visit *v, const char *name, char *out, size_t cap)
{
    form_value(out, cap, v->r->query, name);
    return out;
}

json_t *visit_query_fields(const struct visit *v)
{
    bool whole;
    json_t *fields = read_form(v->r->query, &whole);
    if (whole) return fields;
    json_decref(fields);
    return NULL;
}

const char *visit_text(const struct visit *v, const char *name)
{
    return json_string_value(json_object_get(v->payload, name));
}

static bool is_inside(void *visit, const struct room *room)
{
    return visit_person(visit, room) != 0;
}

struct live *visit_find(struct visit *v, const char *typed, struct refusal *why)
{
    struct proof proof = {is_inside, v};
    return doors_find(v->site, v->key, typed, &proof, why);
}

struct live *visit_room(struct visit *v)
{
    struct refusal why;
    struct live *live = visit_find(v, v->param[0], &why);
    if (!live) answer_refusal(v, &why, v->param[0], NULL);
    return live;
}

/* ---- who it is ---- */

static bool keep_token(char out[TOKEN_TEXT_LENGTH + 1], const char *text)
{
    uint8_t hash[TOKEN_HASH_BYTES];
    if (!text || !token_hash(hash, text)) return false;
    memcpy(out, text, TOKEN_TEXT_LENGTH + 1);
    return true;
}

/* Those who are in the room, or those who left it. */
struct finding {
    struct visit *v;
    const struct room *room;
    bool left;
};

static const struct person *by_token(const struct finding *f, const char *token)
{
    if (!token) return NULL;
    const struct person *p =
        f->left ? room_left_by_token(f->room, token) : room_person_by_token(f->room, token);
    return p && keep_token(f->v->token, token) ? p : NULL;
}

/* The hostToken is the creator's: person 1, for as long as that one is here. */
static const struct person *by_host_token(const struct finding *f, const char *token)
{
    if (!token || !room_is_host_token(f->room, token)) return NULL;
    const struct person *p =
        f->left ? room_left(f->room, 1) : room_person((struct room *)f->room, 1);
    return p && !p->gone && keep_token(f->v->host_token, token) ? p : NULL;
}

/* Authorization, the query and the cookie. */
enum { TOKEN_BEARER, TOKEN_QUERY, TOKEN_COOKIE };

void visit_seat_tokens(const struct visit *v, const char *code,
                       char out[VISIT_TOKENS][TOKEN_TEXT_LENGTH + 1])
{
    struct span authorization = http_field(v->r, "Authorization");
    char name[16];
    out[TOKEN_BEARER][0] = 0;
    if (authorization.len > 7 && strncasecmp(authorization.at, "Bearer ", 7) == 0)
        copy(out[TOKEN_BEARER], TOKEN_TEXT_LENGTH + 1,
             (struct span){authorization.at + 7, authorization.len - 7});
    visit_query(v, "playerId", out[TOKEN_QUERY], TOKEN_TEXT_LENGTH + 1);
    snprintf(name, sizeof name, "seat_%s", code);
    cookie_value(out[TOKEN_COOKIE], TOKEN_TEXT_LENGTH + 1, http_field(v->r, "Cookie"), name);
}

static const struct person *find_person(const struct finding *f)
{
    struct visit *v = f->v;
    char seat[VISIT_TOKENS][TOKEN_TEXT_LENGTH + 1], host[TOKEN_TEXT_LENGTH + 1];
    char host_query[TOKEN_TEXT_LENGTH + 1], name[16];
    visit_seat_tokens(v, f->room->code, seat);
    snprintf(name, sizeof name, "host_%s", f->room->code);
    cookie_value(host, sizeof host, http_field(v->r, "Cookie"), name);
    visit_query(v, "hostToken", host_query, sizeof host_query);
    const char *const tokens[] = {seat[TOKEN_BEARER], visit_text(v, "playerId"), seat[TOKEN_QUERY]};
    const char *const host_tokens[] = {visit_text(v, "hostToken"), host_query, seat[TOKEN_BEARER]};
    const struct person *person = NULL;
    /* An explicit hostToken comes before a cookie of somebody else's seat in the same browser. */
    for (int i = 0; i < 3 && !person; i++)
        person = by_token(f, tokens[i]);
    for (int i = 0; i < 3 && !person; i++)
        person = by_host_token(f, host_tokens[i]);
    if (!person) person = by_token(f, seat[TOKEN_COOKIE]);
    if (!person) person = by_host_token(f, host);
    if (person && person->number == 1 && !v->host_token[0]) by_host_token(f, host);
    return person;
}

uint16_t visit_person(struct visit *v, const struct room *room)
{
    const struct person *p = find_person(&(struct finding){v, room, false});
    return p ? p->number : 0;
}

const struct person *visit_left(struct visit *v, const struct room *room)
{
    return find_person(&(struct finding){v, room, true});
}

bool visit_had_seat(const struct visit *v, const char *code)
{
    char seat[VISIT_TOKENS][TOKEN_TEXT_LENGTH + 1];
    visit_seat_tokens(v, code, seat);
    return seat[TOKEN_COOKIE][0] != 0;
}

void visit_forget_seat(struct visit *v, const char *code)
{
    char name[16];
    snprintf(name, sizeof name, "seat_%s", code);
    reply_cookie(&v->headers, name, "", "/", -1, v->secure);
}

void visit_set_cookies(struct visit *v, const char *code, const char *token, const char *host_token)
{
    char name[16];
    snprintf(name, sizeof name, "seat_%s", code);
    if (token) reply_cookie(&v->headers, name, token, "/", COOKIE_SECONDS, v->secure);
    snprintf(name, sizeof name, "host_%s", code);
    if (host_token) reply_cookie(&v->headers, name, host_token, "/", COOKIE_SECONDS, v->secure);
}

/* A form alone may come from a program; browsers say what they want to read, whatever it is. */
static bool visit_by_page(const struct visit *v)
{
    return v->form && (v->accept_language[0] || v->lang_cookie[0]);
}

bool visit_by_browser(const struct visit *v)
{
    return isalpha((unsigned char)v->accept_language[0]) || v->lang_cookie[0];
}

struct asker visit_asker(const struct visit *v, struct live *live, uint16_t person)
{
    /* what programs make has the language of the specification */
    const char *language =
        v->form ? catalog_asked(v->lang_query, v->lang_cookie, v->accept_language) : NULL;
    return (struct asker){v->site, v->key,  &v->device, live,     person,
                          true,    v->form, v->now,     language, visit_by_page(v)};
}

void visit_ask(struct visit *v, struct live *live, uint16_t person, const char *event,
               void (*done)(void *visit, const struct hall_answer *answer))
{
    struct asker who = visit_asker(v, live, person);
    visit_hold(v);
    ask_room(&who, event, v->payload, (struct hall_done){done, v});
}
