/* What proxies say about a client, and lists of proxies: anything may stand there. Whoever is not one of
 * ours is never believed, and the client that is found is none of ours unless all are. */
#include "wire/proxies.h"

#include <stdlib.h>

static struct span part(const uint8_t **bytes, size_t *len, size_t most)
{
    const uint8_t *end = *len ? memchr(*bytes, '\n', *len) : NULL;
    size_t size = end ? (size_t)(end - *bytes) : *len;
    struct span s = {(const char *)*bytes, size < most ? size : most};
    size_t skip = end ? size + 1 : size;
    *bytes += skip;
    *len -= skip;
    return s;
}

static bool same(const struct address *a, const struct address *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/* First line: the proxies. Then lines for X-Forwarded-For and Forwarded, in turns. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
    static const char *const names[] = {"X-Forwarded-For", "Forwarded"};
    static const struct address peer = {{[10] = 0xff, 0xff, 10, 0, 0, 1}};
    struct proxies p = {0}, none = {0};
    struct http_request r = {0};
    char list[512];
    struct span first = part(&bytes, &len, sizeof list - 1);
    memcpy(list, first.at, first.len);
    list[first.len] = 0;
    proxies_add(&p, list);
    for (; len && r.field_count < 6; r.field_count++) {
        r.fields[r.field_count].name = span_of(names[r.field_count % 2]);
        r.fields[r.field_count].value = part(&bytes, &len, 4096);
    }
    struct address client = proxies_client(&none, &peer, &r);
    if (!same(&client, &peer)) abort();
    client = proxies_client(&p, &peer, &r);
    if (!proxies_have(&p, &peer) && !same(&client, &peer)) abort();
    return 0;
}
