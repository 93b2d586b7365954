#include "fetch.h"

#include <curl/curl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define FAILED(...) refusal_saying(REFUSE_OWN(CARD_API_FAILED), __VA_ARGS__)

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void start_curl(void)
{
    curl_global_init(CURL_GLOBAL_DEFAULT);
}

struct sink {
    struct buffer *out;
    size_t max;
    bool full;
};

static size_t collect(char *bytes, size_t size, size_t count, void *user)
{
    struct sink *sink = user;
    if (sink->out->len + size * count > sink->max) {
        sink->full = true;
        return 0;
    }
    buffer_add(sink->out, bytes, size * count);
    return size * count;
}

static bool holds_only(const char *text, const char *allowed)
{
    return text[strspn(text, allowed)] == 0;
}

static bool is_printable(const char *text)
{
    for (; *text; text++)
        if (*text <= ' ' || *text > '~') return false;
    return true;
}

static struct refusal by_status(long status)
{
    if (status == 429) return FAILED("Gemini's quota is used up for now (429).");
    if (status == 401 || status == 403)
        return FAILED("Gemini does not accept the key (%ld).", status);
    if (status == 404) return FAILED("Gemini does not know the model (404).");
    if (status >= 500) return FAILED("Gemini has trouble of its own (%ld).", status);
    return FAILED("Gemini did not accept the request (%ld).", status);
}

static struct refusal by_error(CURLcode code, const struct sink *sink)
{
    if (sink->full) return FAILED("Gemini's answer is too long.");
    if (code == CURLE_OPERATION_TIMEDOUT) return FAILED("Gemini did not answer in time.");
    if (code == CURLE_PARTIAL_FILE || code == CURLE_GOT_NOTHING)
        return FAILED("Gemini's answer broke off.");
    return FAILED("Gemini cannot be reached: %.80s.", curl_easy_strerror(code));
}

static struct refusal check_answer(CURL *curl)
{
    long status = 0;
    const char *type = NULL;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    if (status != 200) return by_status(status);
    curl_easy_getinfo(curl, CURLINFO_CONTENT_TYPE, &type);
    if (!type || strncmp(type, "application/json", 16) != 0)
        return FAILED("Gemini answered with something other than JSON.");
    return ACCEPTED;
}

/* Redirections are not followed: the key goes to the address the operator gave and nowhere else. */
static void set_options(CURL *curl, const struct gemini_config *config, struct sink *sink)
{
    long timeout = config->timeout_ms > 0 ? config->timeout_ms : GEMINI_TIMEOUT_MS;
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, timeout);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, timeout);
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "ludoteca");
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, collect);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, sink);
}

static struct refusal post(CURL *curl, const struct gemini_config *config, const char *url,
                           const char *request, size_t len, struct sink *sink)
{
    struct buffer key = {0};
    buffer_print(&key, "x-goog-api-key: %s", config->key);
    struct curl_slist *headers = curl_slist_append(NULL, buffer_text(&key));
    headers = curl_slist_append(headers, "Content-Type: application/json");
    headers = curl_slist_append(headers, "Expect:"); /* no extra round trip for long requests */
    set_options(curl, config, sink);
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)len);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request);
    CURLcode code = curl_easy_perform(curl);
    struct refusal r = code == CURLE_OK ? check_answer(curl) : by_error(code, sink);
    curl_slist_free_all(headers);
    explicit_bzero(key.data, key.cap);
    buffer_free(&key);
    return r;
}

struct refusal gemini_fetch(const struct gemini_config *config, const char *request, size_t len,
                            struct buffer *answer)
{
    const char *base = config->base_url && *config->base_url ? config->base_url : GEMINI_BASE_URL;
    const char *model = config->model && *config->model ? config->model : GEMINI_MODEL;
    if (!config->key || !*config->key) return FAILED("There is no key for Gemini.");
    if (!is_printable(config->key)) return FAILED("The key for Gemini is not well formed.");
    if (!holds_only(model, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_"))
        return FAILED("The name of Gemini's model is not well formed.");
    pthread_once(&once, start_curl);
    CURL *curl = curl_easy_init();
    if (!curl) return FAILED("libcurl could not be started.");

    struct buffer url = {0}, body = {0};
    size_t base_len = strlen(base);
    while (base_len > 0 && base[base_len - 1] == '/')
        base_len--;
    buffer_print(&url, "%.*s/v1beta/models/%s:generateContent", (int)base_len, base, model);
    struct sink sink = {&body, config->answer_max ? config->answer_max : GEMINI_ANSWER_MAX, false};
    struct refusal r = post(curl, config, buffer_text(&url), request, len, &sink);
    if (!refused(&r)) buffer_add(answer, body.data, body.len);
    buffer_free(&url);
    buffer_free(&body);
    curl_easy_cleanup(curl);
    return r;
}
