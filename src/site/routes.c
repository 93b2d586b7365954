#include "site/routes.h"
#include "site/assets.h"
#include "site/extra.h"
#include "wire/form.h"

static const struct route routes[] = {
    {METHOD_GET, "/", show_home},
    {METHOD_GET, "/new", show_new},
    {METHOD_GET, "/join", show_join},
    {METHOD_GET, "/offline", show_offline},
    {METHOD_GET, "/about", show_about},
    {METHOD_POST, "/rooms", post_room},
    {METHOD_GET, "/rooms", find_room},
    {METHOD_GET, "/rooms/:code", show_room},
    {METHOD_GET, "/rooms/:code/lobby", show_lobby},
    {METHOD_GET, "/rooms/:code/game", show_table},
    {METHOD_GET, "/rooms/:code/tv", show_tv},
    {METHOD_POST, "/rooms/:code/join", post_join},
    {METHOD_POST, "/rooms/:code/leave", post_leave},
    {METHOD_POST, "/rooms/:code/start", post_start},
    {METHOD_POST, "/rooms/:code/cards", post_cards},
    {METHOD_POST, "/rooms/:code/do/report", post_report},
    {METHOD_GET, "/rooms/:code/decks", tell_decks},
    {METHOD_GET, "/rooms/:code/decks/:file", give_deck},
    {METHOD_POST, "/rooms/:code/do/:event", post_action},
    {METHOD_GET, "/rooms/:code/history", show_past},
    {METHOD_GET, "/rooms/:code/replay", show_replay},
    {METHOD_GET, "/rooms/:code/replay.json", tell_replay},
    {METHOD_GET, "/rooms/:code/replay/:step", tell_replay_part},
    {METHOD_GET, "/replay", show_open_file},
    {METHOD_POST, "/replay", post_file},
    {METHOD_GET, "/replay/:file", show_file},
    {METHOD_GET, "/replay/:file/:step", tell_file_steps},
    {METHOD_GET, "/rooms/:code/proof/:step", tell_proof},
    {METHOD_GET, "/rooms/:code/recap", show_recap},
    {METHOD_GET, "/rooms/:code/recap.svg", draw_recap},
    {METHOD_GET, "/rooms/:code/state", tell_state},
    {METHOD_GET, "/rooms/:code/events", tell_events},
    {METHOD_GET, "/rooms/:code/resume", show_resume},
    {METHOD_POST, "/rooms/:code/resume", take_seat_by_token},
    {METHOD_GET, "/rooms/:code/resume/:once", ask_seat_along},
    {METHOD_POST, "/rooms/:code/resume/:once", take_seat_along},
    {METHOD_GET, "/rooms/:code/qr.svg", show_qr},
    {METHOD_GET, "/sse/:code", open_stream},
    {METHOD_GET, "/avatar/:name", show_avatar},
    {METHOD_GET, "/api/cah/cards", tell_cards},
    {METHOD_GET, "/api/cah/cards/:id", tell_card},
    {METHOD_GET, "/cah/cards", tell_cards},
    {METHOD_GET, "/admin", show_admin},
    {METHOD_POST, "/admin/:what", post_admin},
    {METHOD_GET, "/healthz", tell_health},
    {METHOD_GET, "/metrics", tell_metrics},
    {0},
};

static struct span segment(struct span *rest)
{
    const char *slash = rest->len ? memchr(rest->at, '/', rest->len) : NULL;
    struct span part = {rest->at, slash ? (size_t)(slash - rest->at) : rest->len};
    size_t skip = slash ? part.len + 1 : part.len;
    rest->at += skip;
    rest->len -= skip;
    return part;
}

/* Segment by segment; what stands where the pattern has a :place is decoded into `param`. */
static bool matches(const char *pattern, struct span path, char param[VISIT_PARAMS][80])
{
    struct span want = {pattern + 1, strlen(pattern) - 1};
    struct span have = {path.at + 1, path.len - 1};
    int count = 0;
    while (want.len && have.len) {
        struct span w = segment(&want), h = segment(&have);
        if (w.at[0] != ':') {
            if (w.len != h.len || memcmp(w.at, h.at, w.len) != 0) return false;
        } else if (h.len == 0 || percent_decode(param[count++], 80, h, false) <= 0) {
            return false;
        }
    }
    return want.len == 0 && have.len == 0 && (path.len == 1 || path.at[path.len - 1] != '/');
}

static const char *method_word(enum http_method method)
{
    return method == METHOD_POST ? "POST" : "GET, HEAD";
}

/* Nobody answers this method here: somebody answers others, or nobody does. */
static void answer_otherwise(struct visit *v, const char *const *allowed, int count)
{
    char allow[60] = "";
    for (int i = 0; i < count; i++) {
        if (i) strcat(allow, ", ");
        strcat(allow, allowed[i]);
    }
    if (count == 0) {
        answer_error(v, 404, "NOT_FOUND", "There is nothing at this address.");
        return;
    }
    if (v->r->method == METHOD_OPTIONS) {
        strcat(allow, ", OPTIONS");
        reply_header(&v->headers, "Allow", allow);
        reply_header(&v->headers, "Access-Control-Allow-Methods", allow);
        answer_bytes(v, 204, NULL, (struct span){"", 0});
        return;
    }
    reply_header(&v->headers, "Allow", allow);
    answer_error(v, 405, "METHOD_NOT_ALLOWED", "That cannot be done at this address.");
}

/* What is at an address: a function, or the methods that somebody would answer there. */
struct found {
    void (*answer)(struct visit *v);
    const char *allowed[2];
    int count;
};

static void look(struct found *found, const struct route *list, struct visit *v, struct span path,
                 enum http_method method)
{
    for (; list && list->pattern && !found->answer; list++) {
        if (!matches(list->pattern, path, v->param)) continue;
        if (list->method == method)
            found->answer = list->answer;
        else if (found->count < 2)
            found->allowed[found->count++] = method_word(list->method);
    }
}

/* All but files of cards and of games, which need be neither a form nor JSON. */
static bool read_body(struct visit *v, const struct found *found)
{
    bool changes = v->r->method == METHOD_POST;
    bool file = found->answer == post_cards || found->answer == post_file;
    return !changes || file || visit_read_payload(v);
}

static void dispatch(struct visit *v, const struct http_request *r)
{
    enum http_method method = r->method == METHOD_HEAD ? METHOD_GET : r->method;
    struct found found = {0};
    struct games_extra e;
    look(&found, routes, v, r->path, method);
    for (int i = 0; games_extra(v->site->games, i, &e); i++)
        look(&found, e.extra->routes, v, r->path, method);
    if (found.answer) {
        if (read_body(v, &found)) found.answer(v);
    } else if (found.count || method != METHOD_GET || !assets_answer(v, r->path)) {
        answer_otherwise(v, found.allowed, found.count);
    }
}

/* What a page of another site may ask for: anything that changes nothing, and what the operator of this
 * one lets it do. The operator's own page is for no other, neither to be used nor to be read. */
static bool origin_allowed(const struct wire *wire, const struct http_request *r, bool operators)
{
    bool changes =
        r->method != METHOD_GET && r->method != METHOD_HEAD && r->method != METHOD_OPTIONS;
    if (operators) return wire_origin_is_own(r);
    return !changes || wire_origin_allowed(wire, r);
}

void routes_request(void *arg, struct connection *c, const struct http_request *r)
{
    struct site *site = arg;
    struct visit *v = visit_new(site, c, r);
    bool operators = span_begins(r->path, "/admin");
    if (!operators) wire_cors_headers(&site->net.wire, r, &v->headers);
    if (r->path.len == 0 || r->path.at[0] != '/') {
        answer_error(v, 400, "BAD_REQUEST", "That address could not be understood.");
    } else if (!origin_allowed(&site->net.wire, r, operators)) {
        answer_error(v, 403, "BAD_ORIGIN", "A page of another site may not do that.");
    } else {
        dispatch(v, r);
    }
}
