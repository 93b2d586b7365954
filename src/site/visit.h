/* One HTTP request on its way through the site. Every visit is answered exactly once, by one of the
 * answer_… functions, which free it. Whoever answers later calls visit_hold first; from then on the
 * request itself (`r`) is gone, and all that is needed of it has been copied here. */
#pragma once

#include "site/ask.h"
#include "site/devices.h"
#include "site/pages/page.h"
#include "site/site.h"

#define VISIT_PARAMS 2
#define VISIT_TOKENS 3

struct visit {
    struct site *site;
    struct connection *c;         /* NULL: the client is gone */
    const struct http_request *r; /* NULL once held */
    char param[VISIT_PARAMS][80]; /* what stands in the path's :places, decoded */
    json_t *payload;              /* of a POST: an object, from JSON or a form */
    bool form;                    /* it was a form: all its values are texts */
    bool api;                     /* at an address for programs: JSON, whatever the headers say */
    bool json;                    /* wants to be answered in JSON */
    bool head;
    bool secure;  /* came by https */
    uint64_t key; /* address_key of the client */
    struct device device;
    int64_t now;
    uint64_t began;        /* nanoseconds */
    struct buffer headers; /* that the answer will have */
    char token[TOKEN_TEXT_LENGTH + 1], host_token[TOKEN_TEXT_LENGTH + 1];
    char lang_query[8], lang_cookie[8], accept_language[80], look[48];
    char origin[160];
    void *more; /* of whoever holds it, freed with it */
};

struct visit *visit_new(struct site *site, struct connection *c, const struct http_request *r);
/* Reads the body into `payload`; false, and answered, if it is none that we read. */
bool visit_read_payload(struct visit *v);
void visit_hold(struct visit *v);
void visit_free(struct visit *v);

/* The value of a query parameter, "" if it is not there. */
const char *visit_query(const struct visit *v, const char *name, char *out, size_t cap);
/* All of the query, as a form has it: a new object of texts; NULL if a part of it cannot be read. */
json_t *visit_query_fields(const struct visit *v);
const char *visit_text(const struct visit *v, const char *name); /* of the payload, or NULL */

/* The room with that code; NULL and why not. */
struct live *visit_find(struct visit *v, const char *typed, struct refusal *why);
/* The room in the path's first place; NULL, and answered, if there is none. */
struct live *visit_room(struct visit *v);
/* Who the visitor is in that room, by bearer token, cookie or payload; 0: nobody yet. Remembers the
 * tokens that proved it. */
uint16_t visit_person(struct visit *v, const struct room *room);
/* The tokens of a seat in that room that the request's head has, each "" if it is not there: for who
 * can look into the room only when the request is gone. */
void visit_seat_tokens(const struct visit *v, const char *code,
                       char out[VISIT_TOKENS][TOKEN_TEXT_LENGTH + 1]);
/* The same of somebody who left that room, or was put out; NULL: nobody. */
const struct person *visit_left(struct visit *v, const struct room *room);
/* Has the browser a cookie of a seat in that room? If nobody is found by it, the seat went on to
 * another device. */
bool visit_had_seat(const struct visit *v, const char *code);
void visit_forget_seat(struct visit *v, const char *code);

/* Asks the room for it (ask.h), with the payload; `done` gets the visit, which is held. */
void visit_ask(struct visit *v, struct live *live, uint16_t person, const char *event,
               void (*done)(void *visit, const struct hall_answer *answer));
struct asker visit_asker(const struct visit *v, struct live *live, uint16_t person);

/* Browsers say which languages are read; programs say nothing, or any (*). */
bool visit_by_browser(const struct visit *v);

/* For the pages: language, look, origin. Valid as long as the visit. */
struct page_context visit_context(const struct visit *v);
void visit_set_cookies(struct visit *v, const char *code, const char *token,
                       const char *host_token);

/* The answers. `body` is freed. */
void answer_page(struct visit *v, int status, struct buffer *body);
void answer_json(struct visit *v, int status, struct buffer *body);
void answer_bytes(struct visit *v, int status, const char *type, struct span body);
void answer_redirect(struct visit *v, const char *path); /* 303 */
/* {"error":{…}} or a readable page. */
void answer_error(struct visit *v, int status, const char *code, const char *message);
void answer_refusal(struct visit *v, const struct refusal *why, const char *typed,
                    const struct room *room);
