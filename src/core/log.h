/* Lines for whoever runs the server, on standard error: for people or, one JSON object a line, for
 * programs. Never write a token, a cookie or what somebody typed into one; addresses and room codes
 * are fine. */
#pragma once

#include <stdbool.h>

enum log_level { LOG_ERROR, LOG_WARN, LOG_INFO, LOG_DEBUG };

/* What is above `level` is not written. */
void log_setup(enum log_level level, bool as_json);
/* "error", "warn", "info", "debug"; false if it is none of them. */
bool log_level_parse(enum log_level *level, const char *text);
/* `area` is one word: "net", "room", "store", … */
void log_line(enum log_level level, const char *area, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
