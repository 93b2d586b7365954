#include "net/fetch.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#define REDIRECTIONS_MAX 3
#define MAY_NOT(...) refuse_saying(REFUSAL_CODE_BAD_REQUEST, __VA_ARGS__)
#define FAILED(...) refuse_saying(REFUSAL_CODE_FETCH_FAILED, __VA_ARGS__)

/* ---- what may be reached ---- */

struct range4 {
    uint32_t first;
    int bits;
};

/* IANA's list of addresses that are not of the whole world, and multicast. */
static const struct range4 closed4[] = {
    {0x00000000, 8},  {0x0a000000, 8},  {0x64400000, 10}, {0x7f000000, 8},  {0xa9fe0000, 16},
    {0xac100000, 12}, {0xc0000000, 24}, {0xc0000200, 24}, {0xc0586300, 24}, {0xc0a80000, 16},
    {0xc6120000, 15}, {0xc6336400, 24}, {0xcb007100, 24}, {0xe0000000, 4},  {0xf0000000, 4},
};

static bool is_public4(uint32_t address)
{
    for (size_t i = 0; i < sizeof closed4 / sizeof *closed4; i++)
        if ((address ^ closed4[i].first) >> (32 - closed4[i].bits) == 0) return false;
    return true;
}

static uint32_t last4(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* Of the unicast space only 2000::/3 is given out. In it, what is reserved, and what carries an IPv4
 * address inside (6to4, Teredo); before it, the two forms in which IPv4 is written as IPv6. */
static bool is_public6(const uint8_t *b)
{
    static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
    static const uint8_t translated[12] = {0, 0x64, 0xff, 0x9b};
    if (memcmp(b, mapped, 12) == 0 || memcmp(b, translated, 12) == 0)
        return is_public4(last4(b + 12));
    if ((b[0] & 0xe0) != 0x20) return false;
    if (b[0] == 0x20 && b[1] == 0x02) return is_public4(last4(b + 2));
    bool reserved = b[0] == 0x20 && b[1] == 0x01 && b[2] < 2; /* 2001::/23, Teredo among it */
    bool example = b[0] == 0x20 && b[1] == 0x01 && b[2] == 0x0d && b[3] == 0xb8;
    bool example2 = b[0] == 0x3f && b[1] == 0xff && (b[2] & 0xf0) == 0;
    return !reserved && !example && !example2;
}

bool fetch_address_is_public(const struct sockaddr *address)
{
    if (address->sa_family == AF_INET)
        return is_public4(ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr));
    if (address->sa_family == AF_INET6)
        return is_public6(((const struct sockaddr_in6 *)address)->sin6_addr.s6_addr);
    return false;
}

static bool is_loopback(const struct sockaddr *address)
{
    return address->sa_family == AF_INET &&
           ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr) >> 24 == 127;
}

static bool names(const char *entry, size_t len, const char *host)
{
    size_t host_len = strlen(host);
    if (entry[0] == '.' && host_len > len)
        return strncasecmp(host + host_len - len, entry, len) == 0;
    return host_len == len && strncasecmp(host, entry, len) == 0;
}

bool fetch_host_is_allowed(const char *hosts, const char *host)
{
    if (strcmp(hosts, "any") == 0) return host[0] != 0;
    for (const char *at = hosts; *at; at += strspn(at, ", ")) {
        size_t len = strcspn(at, ", ");
        if (len && names(at, len, host)) return true;
        at += len;
    }
    return false;
}

/* ---- one request ---- */

struct fetch {
    const struct fetch_rules *rules;
    struct buffer body;
    int64_t until;     /* when the time is up, by now_ms */
    bool full, closed; /* too long; an address that may not be reached */
};

static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static size_t collect(char *bytes, size_t size, size_t count, void *user)
{
    struct fetch *f = user;
    if (f->body.len + size * count > f->rules->bytes_max) {
        f->full = true;
        return 0;
    }
    buffer_add(&f->body, bytes, size * count);
    return size * count;
}

/* The last moment before a connection is made: the address is known, and it is the one. */
static curl_socket_t open_socket(void *user, curlsocktype purpose, struct curl_sockaddr *address)
{
    struct fetch *f = user;
    bool allowed = fetch_address_is_public(&address->addr) ||
                   (f->rules->also_loopback && is_loopback(&address->addr));
    if (purpose != CURLSOCKTYPE_IPCXN || !allowed) {
        f->closed = true;
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/* No proxy of the environment, no file of passwords, nothing kept from one request to the next. */
static void set_options(CURL *curl, struct fetch *f, const char *url)
{
    int64_t left = f->until - now_ms();
    long timeout_ms = left > 1 ? (long)left : 1; /* 0 would be for ever */
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L); /* we look at each ourselves */
    curl_easy_setopt(curl, CURLOPT_FRESH_CONNECT, 1L);
    curl_easy_setopt(curl, CURLOPT_FORBID_REUSE, 1L);
    curl_easy_setopt(curl, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    curl_easy_setopt(curl, CURLOPT_DNS_CACHE_TIMEOUT, 0L);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, timeout_ms);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, timeout_ms);
    curl_easy_setopt(curl, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)f->rules->bytes_max);
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "ludoteca");
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, collect);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, f);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, f);
}

static struct refusal by_error(CURLcode code, const struct fetch *f)
{
    if (f->closed)
        return refusal_keyed(MAY_NOT("That address is not one of the open internet."),
                             "cards.urlClosed");
    if (f->full || code == CURLE_FILESIZE_EXCEEDED)
        return refusal_keyed(MAY_NOT("The file at that address is too large."), "cards.urlLarge");
    if (code == CURLE_OPERATION_TIMEDOUT)
        return refusal_keyed(FAILED("That address did not answer in time."), "cards.urlSlow");
    return refusal_keyed(FAILED("That address cannot be reached: %.70s.", curl_easy_strerror(code)),
                         "cards.urlFailed");
}

/* An address that we would ask: http or https, a host that the operator allows, no password. */
static struct refusal check_url(const char *url, const struct fetch_rules *rules)
{
    struct refusal no =
        refusal_keyed(MAY_NOT("That is no address of http or https."), "cards.urlBad");
    CURLU *parts = curl_url();
    char *scheme = NULL, *host = NULL, *user = NULL;
    if (parts && curl_url_set(parts, CURLUPART_URL, url, 0) == CURLUE_OK &&
        curl_url_get(parts, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK &&
        curl_url_get(parts, CURLUPART_HOST, &host, 0) == CURLUE_OK &&
        curl_url_get(parts, CURLUPART_USER, &user, 0) != CURLUE_OK &&
        (strcmp(scheme, "http") == 0 || strcmp(scheme, "https") == 0))
        no =
            fetch_host_is_allowed(rules->hosts, host)
                ? ACCEPTED
                : refusal_keyed(MAY_NOT("This server does not fetch from there."), "cards.urlHost");
    curl_free(scheme);
    curl_free(host);
    curl_free(user);
    curl_url_cleanup(parts);
    return no;
}

/* `*next` is where it sends us, for the caller to free; NULL if this was it. */
static struct refusal ask(CURL *curl, struct fetch *f, const char *url, char **next)
{
    long status = 0;
    char *elsewhere = NULL;
    struct refusal refusal = check_url(url, f->rules);
    if (refused(&refusal)) return refusal;
    set_options(curl, f, url);
    CURLcode code = curl_easy_perform(curl);
    if (code != CURLE_OK) return by_error(code, f);
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_getinfo(curl, CURLINFO_REDIRECT_URL, &elsewhere);
    if (elsewhere && status >= 300 && status < 400)
        *next = strdup(elsewhere);
    else if (status != 200)
        return refusal_keyed(FAILED("That address answered with %ld.", status), "cards.urlFailed");
    return ACCEPTED;
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void start_curl(void)
{
    curl_global_init(CURL_GLOBAL_DEFAULT);
}

struct refusal fetch_text(const char *url, const struct fetch_rules *rules, struct buffer *out)
{
    struct fetch f = {.rules = rules, .until = now_ms() + rules->timeout_ms};
    struct refusal refusal = FAILED("libcurl could not be started.");
    pthread_once(&once, start_curl);
    CURL *curl = curl_easy_init();
    char *next = curl ? strdup(url) : NULL;
    for (int i = 0; next && i <= REDIRECTIONS_MAX; i++) {
        char *here = next;
        next = NULL;
        buffer_clear(&f.body);
        refusal = ask(curl, &f, here, &next);
        free(here);
    }
    if (next) refusal = refusal_keyed(FAILED("That address only sends us on."), "cards.urlFailed");
    free(next);
    if (!refused(&refusal)) buffer_add(out, f.body.data, f.body.len);
    buffer_free(&f.body);
    if (curl) curl_easy_cleanup(curl);
    return refusal;
}
