/* What the operator decides about reports, cards and decks. */
#include "site/admin_inside.h"
#include "site/inquiry.h"
#include "site/pages/admin.h"

#include <inttypes.h>
#include <stdio.h>

static const char *text_of(const json_t *row, const char *key)
{
    const char *text = json_string_value(json_object_get(row, key));
    return text ? text : "";
}

/* Whose browser it is, or, where that is not known, from which address it came, for a short while. */
static bool ban_device(struct visit *v, struct rows *rows, const json_t *report)
{
    const char *device = text_of(report, "device"), *address = text_of(report, "address");
    bool player = strcmp(text_of(report, "kind"), "player") == 0;
    const char *label = player ? text_of(report, "label") : "";
    if (!device[0] && !address[0]) return false;
    rows_add(rows, ROW_BAN, device[0] ? "device" : "address", device[0] ? device : address, label,
             v->now, admin_until(v, device[0] ? DEVICE_HOURS_MAX : ADDRESS_HOURS_MAX),
             text_of(report, "reason"));
    return true;
}

/* A card that somebody wrote has an id of its game alone: there is nothing to ban but its writer. */
static bool ban_card(struct visit *v, struct rows *rows, const json_t *report)
{
    const char *what = text_of(report, "what");
    if (strcmp(text_of(report, "kind"), "card") != 0 || !card_id_lasts(what)) return false;
    rows_add(rows, ROW_BAN, "card", what, text_of(report, "label"), v->now, INT64_C(0),
             text_of(report, "reason"));
    return true;
}

static void decide(struct visit *v, json_t *found)
{
    const json_t *report = json_array_get(json_object_get(found, "reports"), 0);
    const char *decision = visit_text(v, "decision");
    struct rows rows = {0};
    bool fine = report && decision && json_is_null(json_object_get(report, "decision"));
    if (fine && strcmp(decision, "banCard") == 0)
        fine = ban_card(v, &rows, report);
    else if (fine && strcmp(decision, "banDevice") == 0)
        fine = ban_device(v, &rows, report);
    else if (fine)
        fine = strcmp(decision, "keep") == 0;
    if (!fine) {
        rows_free(&rows);
        admin_bad(v);
        return;
    }
    char id[24];
    snprintf(id, sizeof id, "report %" PRId64, admin_number(v, "report"));
    rows_add(&rows, ROW_DECIDED, admin_number(v, "report"), decision, v->now);
    rows_add(&rows, ROW_AUDIT, v->now, decision, id, text_of(report, "label"));
    admin_keep(v, &rows);
}

void post_decision(struct visit *v)
{
    struct inquiry_question report = {
        "reports", ASK_REPORT, {.number = {admin_number(v, "report")}}};
    visit_inquire(v, &report, 1, decide);
}

void post_ban(struct visit *v)
{
    const char *kind = visit_text(v, "kind"), *what = visit_text(v, "what");
    const char *label = visit_text(v, "label"), *why = visit_text(v, "why");
    bool card = kind && strcmp(kind, "card") == 0, deck = kind && strcmp(kind, "deck") == 0;
    struct rows rows = {0};
    if (!what || (!deck && !(card && card_id_lasts(what))) || strlen(what) >= 80) {
        admin_bad(v);
        return;
    }
    rows_add(&rows, ROW_BAN, kind, what, label ? label : "", v->now, INT64_C(0), why ? why : "");
    rows_add(&rows, ROW_AUDIT, v->now, card ? "banCard" : "banDeck", what, label ? label : "");
    admin_keep(v, &rows);
}

void post_lift(struct visit *v)
{
    char id[24];
    struct rows rows = {0};
    snprintf(id, sizeof id, "ban %" PRId64, admin_number(v, "ban"));
    rows_add(&rows, ROW_LIFT, admin_number(v, "ban"), v->now);
    rows_add(&rows, ROW_AUDIT, v->now, "lift", id, "");
    admin_keep(v, &rows);
}
