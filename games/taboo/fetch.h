/* The one request that leaves the server: models.generateContent, by libcurl. It blocks until there
 * is an answer, so it runs on another thread than the loop's; it touches nothing shared.
 * The key travels in a header and appears nowhere else: not in the address, a log or a refusal. */
#pragma once

#include "core/buffer.h"
#include "refusals.h"

#define GEMINI_BASE_URL "https://generativelanguage.googleapis.com"
#define GEMINI_MODEL "gemini-2.0-flash"
#define GEMINI_TIMEOUT_MS 30000
#define GEMINI_ANSWER_MAX (1 << 20) /* bytes */

/* Texts belong to the caller; NULL, "" or 0 mean the values above. Without a key nothing is asked.
 */
struct gemini_config {
    const char *key;
    const char *model;
    const char *base_url;
    long timeout_ms;
    size_t answer_max;
};

/* Posts `request` and appends the body of a good answer (200, JSON) to `answer`. Everything else is
 * CARD_API_FAILED with a sentence of our own. */
struct refusal gemini_fetch(const struct gemini_config *config, const char *request, size_t len,
                            struct buffer *answer);
