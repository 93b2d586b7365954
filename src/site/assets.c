#include "site/assets.h"
#include "site/visit.h"

#include <stdio.h>
#include <stdlib.h>

static int compare(const void *key, const void *entry)
{
    const struct span *path = key;
    const struct asset *asset = entry;
    size_t len = strlen(asset->path);
    int order = memcmp(path->at, asset->path, path->len < len ? path->len : len);
    if (order) return order;
    return path->len < len ? -1 : path->len > len;
}

static const struct asset *find(const struct asset_files *files, struct span path)
{
    return bsearch(&path, files->assets, files->count, sizeof files->assets[0], compare);
}

static void send_asset(struct visit *v, const struct asset *asset, bool for_ever)
{
    bool zipped = asset->zipped_len && http_accepts_gzip(v->r);
    const char *bytes = games_files(v->site->games)->bytes;
    char etag[48];
    /* each encoding is a representation of its own */
    snprintf(etag, sizeof etag, "%.*s%s\"", (int)strlen(asset->etag) - 1, asset->etag,
             zipped ? "-gz" : "");
    if (!for_ever) reply_header(&v->headers, "ETag", etag); /* else nobody ever asks again */
    reply_header(&v->headers, "Cache-Control",
                 for_ever ? "public, max-age=31536000, immutable" : "no-cache");
    if (asset->zipped_len) reply_header(&v->headers, "Vary", "Accept-Encoding");
    if (asset->policy) { /* it is a page of its own */
        reply_header(&v->headers, "Content-Security-Policy", asset->policy);
        reply_header(&v->headers, "Referrer-Policy", "same-origin");
    }
    if (http_not_modified(v->r, etag)) {
        answer_bytes(v, 304, NULL, (struct span){"", 0});
        return;
    }
    if (zipped) reply_header(&v->headers, "Content-Encoding", "gzip");
    struct span body = zipped ? (struct span){bytes + asset->zipped_at, asset->zipped_len}
                              : (struct span){bytes + asset->at, asset->len};
    answer_bytes(v, 200, asset->type, body);
}

bool assets_answer(struct visit *v, struct span path)
{
    const struct asset_files *files = games_files(v->site->games);
    size_t base = strlen(files->base);
    bool for_ever =
        path.len > base && memcmp(path.at, files->base, base) == 0 && path.at[base] == '/';
    /* A page of an older or newer version of this program may still ask for its files: better
     * today's than none, but not to keep. */
    bool other = !for_ever && span_begins(path, "/v/");
    const char *slash = other ? memchr(path.at + 3, '/', path.len - 3) : NULL;
    if (for_ever) path = (struct span){path.at + base, path.len - base};
    if (slash) path = (struct span){slash, path.len - (size_t)(slash - path.at)};
    const struct asset *asset = find(files, path);
    if (!asset) return false;
    send_asset(v, asset, for_ever);
    return true;
}
