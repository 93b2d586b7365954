#include "site/admin.h"
#include "core/alloc.h"
#include "site/admin_inside.h"
#include "site/doors.h"
#include "site/inquiry.h"
#include "site/operator.h"
#include "site/pages/admin.h"
#include "site/routes.h"
#include "wire/form.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define COOKIE "operator"
#define SESSIONS 8
#define SESSION_MS (INT64_C(12) * 3600 * 1000)
#define HOUR_MS INT64_C(3600000)

/* Who has shown the key: by a number of its own, so that the key itself stays at home. */
struct admin {
    struct admission {
        uint8_t hash[TOKEN_HASH_BYTES];
        int64_t until;
    } sessions[SESSIONS];
    int next;
};

void admin_open(struct site *site)
{
    struct inquiry_question bans = {"bans", ASK_BANS, {.number = {site->started}}};
    json_t *found = inquire_now(site->store, &bans, 1);
    bans_take(&site->bans, json_object_get(found, "bans"));
    json_decref(found);
    games_ban(site->games, &site->bans.house);
    if (site->settings->admin_token[0]) site->admin = alloc_zero(1, sizeof *site->admin);
}

void admin_close(struct site *site)
{
    games_ban(site->games, NULL);
    bans_free(&site->bans);
    free(site->admin);
    site->admin = NULL;
}

/* ---- who it is ---- */

static struct admission *session_of(struct visit *v)
{
    char token[TOKEN_TEXT_LENGTH + 1];
    uint8_t hash[TOKEN_HASH_BYTES];
    cookie_value(token, sizeof token, http_field(v->r, "Cookie"), COOKIE);
    if (!token_hash(hash, token)) return NULL;
    for (int i = 0; i < SESSIONS; i++) {
        struct admission *s = &v->site->admin->sessions[i];
        if (s->until > v->now && token_matches(s->hash, hash)) return s;
    }
    return NULL;
}

enum key_answer { KEY_RIGHT, KEY_WRONG, KEY_TOO_MANY };

static enum key_answer try_key(struct visit *v, const char *key)
{
    if (!doors_may_try_key(v->site, v->key)) return KEY_TOO_MANY;
    if (secret_matches(key, v->site->settings->admin_token)) return KEY_RIGHT;
    doors_wrong_key(v->site, v->key);
    return KEY_WRONG;
}

/* By cookie, or by key in the Authorization field. */
static enum key_answer who_asks(struct visit *v)
{
    struct span field = http_field(v->r, "Authorization");
    if (session_of(v)) return KEY_RIGHT;
    if (field.len <= 7 || strncasecmp(field.at, "Bearer ", 7) != 0) return KEY_WRONG;
    char *key = strndup(field.at + 7, field.len - 7);
    enum key_answer answer = try_key(v, key);
    free(key);
    return answer;
}

static void answer_stranger(struct visit *v, enum key_answer why, bool tried)
{
    struct refusal many = REFUSE(TOO_MANY_REQUESTS);
    struct buffer body = {0};
    if (why == KEY_TOO_MANY) {
        answer_refusal(v, &many, NULL, NULL);
    } else if (v->json) {
        answer_error(v, 401, "UNAUTHORIZED", "That needs the operator's key.");
    } else {
        struct page_context context = visit_context(v);
        page_admin_key(&body, &context, tried);
        answer_page(v, 401, &body);
    }
}

static void set_cookie(struct visit *v, const char *token, int64_t seconds)
{
    struct buffer line = {0};
    buffer_print(&line, COOKIE "=%s; Path=/admin; HttpOnly; SameSite=Strict; Max-Age=%" PRId64 "%s",
                 token, seconds, v->secure ? "; Secure" : "");
    reply_header(&v->headers, "Set-Cookie", buffer_text(&line));
    buffer_free(&line);
}

static void let_in(struct visit *v)
{
    struct admin *admin = v->site->admin;
    char token[TOKEN_TEXT_LENGTH + 1];
    struct admission *s = &admin->sessions[admin->next++ % SESSIONS];
    token_draw(token);
    token_hash(s->hash, token);
    s->until = v->now + SESSION_MS;
    set_cookie(v, token, SESSION_MS / 1000);
    answer_redirect(v, "/admin");
}

static void log_in(struct visit *v)
{
    const char *key = visit_text(v, "key");
    enum key_answer answer = try_key(v, key ? key : "");
    if (answer == KEY_RIGHT)
        let_in(v);
    else
        answer_stranger(v, answer, true);
}

static void log_out(struct visit *v)
{
    struct admission *s = session_of(v);
    if (s) s->until = 0;
    set_cookie(v, "", 0);
    answer_redirect(v, "/admin");
}

/* ---- the page ---- */

/* A card may be in somebody's hand at this moment: whose, and in which room, is not told. Hashes of
 * devices are nobody's business; only whether there is one. */
static void hide_secrets(json_t *reports)
{
    size_t i;
    json_t *report;
    json_array_foreach(reports, i, report)
    {
        const char *kind = json_string_value(json_object_get(report, "kind"));
        bool known = json_is_string(json_object_get(report, "device")) ||
                     json_is_string(json_object_get(report, "player"));
        json_object_set_new(report, "isSomebodys", json_boolean(known));
        json_object_del(report, "device");
        json_object_del(report, "player");
        if (!kind || strcmp(kind, "card") != 0) continue;
        json_object_del(report, "code");
        json_object_del(report, "reporter");
    }
}

static void hide_hashes(json_t *bans)
{
    size_t i;
    json_t *ban;
    json_array_foreach(bans, i, ban)
    {
        const char *kind = json_string_value(json_object_get(ban, "kind"));
        bool person = kind && (strcmp(kind, "device") == 0 || strcmp(kind, "address") == 0);
        if (person) json_object_del(ban, "what");
    }
}

static void show_all(struct visit *v, json_t *found)
{
    struct buffer body = {0};
    hide_secrets(json_object_get(found, "reports"));
    hide_secrets(json_object_get(found, "decided"));
    hide_hashes(json_object_get(found, "bans"));
    operator_look(v->site, site_now(), found);
    if (v->json) {
        char *text = json_dumps(found, JSON_COMPACT);
        if (text) buffer_add_text(&body, text);
        free(text);
        answer_json(v, 200, &body);
        return;
    }
    struct page_context context = visit_context(v);
    page_admin(&body, &context, found);
    answer_page(v, 200, &body);
}

static void nothing_here(struct visit *v)
{
    answer_error(v, 404, "NOT_FOUND", "There is nothing at this address.");
}

/* A section of the page is a question here, or told by operator.c, and a drawing in pages/admin.c,
 * under the same key. */
void show_admin(struct visit *v)
{
    if (!v->site->admin) {
        nothing_here(v);
        return;
    }
    enum key_answer who = who_asks(v);
    if (who != KEY_RIGHT) {
        answer_stranger(v, who, false);
        return;
    }
    const struct inquiry_question sections[] = {
        {"reports", ASK_REPORTS, {.number = {0}}},
        {"bans", ASK_BANS, {.number = {v->now}}},
        {"decks", ASK_DECKS, {0}},
        {"decided", ASK_REPORTS, {.number = {1}}},
        {"audit", ASK_AUDIT, {0}},
    };
    visit_inquire(v, sections, sizeof sections / sizeof sections[0], show_all);
}

/* ---- what the operator does ---- */

static void changed(struct visit *v, json_t *found)
{
    bans_take(&v->site->bans, json_object_get(found, "bans"));
    if (!v->json) {
        answer_redirect(v, "/admin");
        return;
    }
    struct buffer body = {0};
    buffer_add_text(&body, "{\"ok\":true}");
    answer_json(v, 200, &body);
}

static void kept(void *arg, const struct store_answer *stored)
{
    struct visit *v = arg;
    struct refusal why = REFUSE(UNAVAILABLE);
    struct inquiry_question bans = {"bans", ASK_BANS, {.number = {v->now}}};
    if (stored->result == STORE_ACCEPTED)
        visit_inquire(v, &bans, 1, changed);
    else
        answer_refusal(v, &why, NULL, NULL);
}

void admin_keep(struct visit *v, struct rows *rows)
{
    if (v->r) visit_hold(v);
    store_note(v->site->store, rows, kept, v);
    rows_free(rows);
}

void admin_bad(struct visit *v)
{
    struct refusal why = REFUSE(BAD_REQUEST);
    answer_refusal(v, &why, NULL, NULL);
}

int64_t admin_number(const struct visit *v, const char *key)
{
    const json_t *value = json_object_get(v->payload, key);
    if (json_is_integer(value)) return json_integer_value(value);
    const char *text = json_string_value(value);
    char *end;
    long long n = text ? strtoll(text, &end, 10) : -1;
    return text && end != text && !*end && n >= 0 ? n : -1;
}

int64_t admin_until(const struct visit *v, int64_t hours_max)
{
    int64_t hours = admin_number(v, "hours");
    if (hours < 1 || hours > hours_max) hours = hours_max;
    return v->now + hours * HOUR_MS;
}

static const struct {
    const char *what;
    bool open; /* without the key */
    void (*answer)(struct visit *v);
} posts[] = {
    {"login", true, log_in},          {"logout", true, log_out},
    {"decide", false, post_decision}, {"ban", false, post_ban},
    {"lift", false, post_lift},       {"end", false, post_end},
    {"remove", false, post_remove},   {"announce", false, post_announcement},
};

void post_admin(struct visit *v)
{
    for (size_t i = 0; v->site->admin && i < sizeof posts / sizeof posts[0]; i++) {
        if (strcmp(posts[i].what, v->param[0]) != 0) continue;
        enum key_answer who = posts[i].open ? KEY_RIGHT : who_asks(v);
        if (who == KEY_RIGHT)
            posts[i].answer(v);
        else
            answer_stranger(v, who, false);
        return;
    }
    nothing_here(v);
}
