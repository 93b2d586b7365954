/* Somebody at the table reports a card or a person. That changes nothing in the game and is no part
 * of its log: it is a row for the operator, kept like a record before it is acknowledged. */
#pragma once

#include "site/site.h"
#include "store/rows.h"

/* {cardId} or {id} (a person's public one), {reason?}. Adds the row, or says why not. */
struct refusal report_rows(struct site *site, struct live *live, uint16_t person,
                           const json_t *payload, int64_t now, struct rows *rows);
