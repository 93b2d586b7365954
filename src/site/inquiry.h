/* Questions to the tables beside the log, asked on a thread of the pool with a connection of its own,
 * so that no room waits for a slow answer. */
#pragma once

#include "site/visit.h"
#include "store/ask.h"

#define INQUIRY_QUESTIONS 6

struct inquiry_question {
    const char *key; /* under which the answer stands; a literal */
    enum question question;
    struct ask_about about; /* its text is copied */
};

/* Holds the visit; `answer` answers it, with an object of all the answers by their keys. If the store
 * cannot be read the visit is refused instead. */
void visit_inquire(struct visit *v, const struct inquiry_question *questions, int count,
                   void (*answer)(struct visit *v, json_t *found));
/* The same at the start, on the caller's thread. NULL: the store cannot be read. */
json_t *inquire_now(struct store *store, const struct inquiry_question *questions, int count);
