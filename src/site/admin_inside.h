/* What the files of the operator's page share. */
#pragma once

#include "site/visit.h"
#include "store/rows.h"

#define ADDRESS_HOURS_MAX 24 /* others come by the same one */
#define DEVICE_HOURS_MAX (24 * 365)

/* Keeps the rows, frees them, and answers the visit when that is done. */
void admin_keep(struct visit *v, struct rows *rows);
void admin_bad(struct visit *v);
/* A whole number of the payload, or of a form's text; -1 if it is none. */
int64_t admin_number(const struct visit *v, const char *key);
/* The end of a ban of as many hours as the payload says, of `hours_max` if it does not. */
int64_t admin_until(const struct visit *v, int64_t hours_max);

/* moderation.c */
void post_decision(struct visit *v);
void post_ban(struct visit *v);
void post_lift(struct visit *v);
/* operator.c */
void post_end(struct visit *v);
void post_remove(struct visit *v);
void post_announcement(struct visit *v);
