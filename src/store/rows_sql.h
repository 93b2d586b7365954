/* The one place with the SQL that writes the tables beside the log, in words that every engine
 * understands; values are ? or ?1, as SQLite has them. */
#pragma once

#include "store/rows.h"

/* NULL for those that are a list. */
extern const char *const rows_sql[ROW_KINDS];

/* Lists end with NULL; ?1 is the room. */
extern const char *const rows_clear_room[];
extern const char *const rows_forget_room[];
extern const char *const rows_recount[];
