#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MAX 64

struct text {
    json_t json;
    size_t len;
    char bytes[];
};
struct number {
    json_t json;
    json_int_t value;
};
struct member {
    struct text *key; /* NULL in an array */
    json_t *value;
};
/* An object or an array. */
struct list {
    json_t json;
    size_t count, cap;
    struct member *member;
};

static void *make(json_type type, size_t size)
{
    json_t *json = calloc(1, size);
    *json = (json_t){type, 1};
    return json;
}

static json_t *constant(json_type type)
{
    static json_t all[] = {{JSON_TRUE, -1}, {JSON_FALSE, -1}, {JSON_NULL, -1}};
    return &all[type - JSON_TRUE];
}

json_t *json_true(void)
{
    return constant(JSON_TRUE);
}

json_t *json_false(void)
{
    return constant(JSON_FALSE);
}

json_t *json_null(void)
{
    return constant(JSON_NULL);
}

json_t *json_object(void)
{
    return make(JSON_OBJECT, sizeof(struct list));
}

json_t *json_array(void)
{
    return make(JSON_ARRAY, sizeof(struct list));
}

static struct text *make_text(const char *bytes, size_t len)
{
    struct text *t = make(JSON_STRING, sizeof *t + len + 1);
    t->len = len;
    memcpy(t->bytes, bytes, len);
    return t;
}

json_t *json_string(const char *text)
{
    return &make_text(text, strlen(text))->json;
}

json_t *json_integer(json_int_t value)
{
    struct number *n = make(JSON_INTEGER, sizeof *n);
    n->value = value;
    return &n->json;
}

void json_delete(json_t *json)
{
    struct list *l = (struct list *)json;
    bool lists = json->type == JSON_OBJECT || json->type == JSON_ARRAY;
    for (size_t i = 0; lists && i < l->count; i++) {
        free(l->member[i].key);
        json_decref(l->member[i].value);
    }
    if (lists) free(l->member);
    free(json);
}

/* ---- lists ---- */

static void add(struct list *l, struct text *key, json_t *value)
{
    if (l->count == l->cap) {
        l->cap = l->cap ? 2 * l->cap : 8;
        l->member = realloc(l->member, l->cap * sizeof *l->member);
    }
    l->member[l->count++] = (struct member){key, value};
}

static struct member *find(const json_t *object, const char *key)
{
    const struct list *l = (const struct list *)object;
    for (size_t i = 0; json_is_object(object) && key && i < l->count; i++)
        if (strcmp(l->member[i].key->bytes, key) == 0) return &l->member[i];
    return NULL;
}

size_t json_object_size(const json_t *object)
{
    return json_is_object(object) ? ((const struct list *)object)->count : 0;
}

json_t *json_object_get(const json_t *object, const char *key)
{
    struct member *m = find(object, key);
    return m ? m->value : NULL;
}

int json_object_set_new(json_t *object, const char *key, json_t *value)
{
    struct member *m = find(object, key);
    if (!m) {
        add((struct list *)object, make_text(key, strlen(key)), value);
        return 0;
    }
    json_decref(m->value);
    m->value = value;
    return 0;
}

void *json_object_iter(json_t *object)
{
    return json_object_size(object) ? ((struct list *)object)->member : NULL;
}

void *json_object_iter_next(json_t *object, void *iter)
{
    struct list *l = (struct list *)object;
    struct member *next = (struct member *)iter + 1;
    return next < l->member + l->count ? next : NULL;
}

const char *json_object_iter_key(void *iter)
{
    return ((struct member *)iter)->key->bytes;
}

json_t *json_object_iter_value(void *iter)
{
    return ((struct member *)iter)->value;
}

size_t json_array_size(const json_t *array)
{
    return json_is_array(array) ? ((const struct list *)array)->count : 0;
}

json_t *json_array_get(const json_t *array, size_t index)
{
    return index < json_array_size(array) ? ((const struct list *)array)->member[index].value
                                          : NULL;
}

int json_array_append_new(json_t *array, json_t *value)
{
    add((struct list *)array, NULL, value);
    return 0;
}

const char *json_string_value(const json_t *json)
{
    return json_is_string(json) ? ((const struct text *)json)->bytes : NULL;
}

size_t json_string_length(const json_t *json)
{
    return json_is_string(json) ? ((const struct text *)json)->len : 0;
}

json_int_t json_integer_value(const json_t *json)
{
    return json_is_integer(json) ? ((const struct number *)json)->value : 0;
}

/* ---- reading ---- */

struct reader {
    const char *at, *end;
    size_t flags;
    int depth;
};

static void skip_space(struct reader *r)
{
    while (r->at < r->end &&
           (*r->at == ' ' || (*r->at >= 9 && *r->at <= 13 && *r->at != 11 && *r->at != 12)))
        r->at++;
}

static bool take(struct reader *r, const char *word)
{
    size_t len = strlen(word);
    if ((size_t)(r->end - r->at) < len || memcmp(r->at, word, len) != 0) return false;
    r->at += len;
    return true;
}

static int read_hex(struct reader *r)
{
    int value = 0;
    if (r->end - r->at < 4) return -1;
    for (int i = 0; i < 4; i++) {
        char c = *r->at++;
        const char *digits = "0123456789abcdef";
        const char *found = c ? strchr(digits, c >= 'A' && c <= 'F' ? c + 32 : c) : NULL;
        if (!found) return -1;
        value = value << 4 | (int)(found - digits);
    }
    return value;
}

static char *put_point(char *out, unsigned p)
{
    if (p < 0x80) {
        *out++ = (char)p;
    } else if (p < 0x800) {
        *out++ = (char)(0xc0 | p >> 6);
        *out++ = (char)(0x80 | (p & 63));
    } else if (p < 0x10000) {
        *out++ = (char)(0xe0 | p >> 12);
        *out++ = (char)(0x80 | (p >> 6 & 63));
        *out++ = (char)(0x80 | (p & 63));
    } else {
        *out++ = (char)(0xf0 | p >> 18);
        *out++ = (char)(0x80 | (p >> 12 & 63));
        *out++ = (char)(0x80 | (p >> 6 & 63));
        *out++ = (char)(0x80 | (p & 63));
    }
    return out;
}

/* Behind «\u»; NULL: half a pair, or a zero that was not asked for. */
static char *read_point(struct reader *r, char *out)
{
    int high = read_hex(r), low;
    if (high < 0 || (high >= 0xdc00 && high < 0xe000)) return NULL;
    if (high == 0 && !(r->flags & JSON_ALLOW_NUL)) return NULL;
    if (high < 0xd800 || high >= 0xe000) return put_point(out, (unsigned)high);
    if (!take(r, "\\u") || (low = read_hex(r)) < 0xdc00 || low >= 0xe000) return NULL;
    return put_point(out, 0x10000 + ((unsigned)(high - 0xd800) << 10) + (unsigned)(low - 0xdc00));
}

static char *read_escape(struct reader *r, char *out)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    if (r->at == r->end) return NULL;
    char c = *r->at++;
    if (c == 'u') return read_point(r, out);
    const char *found = c ? strchr(from, c) : NULL;
    if (!found) return NULL;
    *out = to[found - from];
    return out + 1;
}

/* What is between the quotes is never shorter than what it says. */
static struct text *read_text(struct reader *r)
{
    const char *close = r->at;
    while (close < r->end && *close != '"')
        close += *close == '\\' ? 2 : 1;
    if (close >= r->end) return NULL;
    struct text *t = make(JSON_STRING, sizeof *t + (size_t)(close - r->at) + 1);
    char *out = t->bytes;
    while (out && r->at < close) {
        unsigned char c = (unsigned char)*r->at++;
        if (c < ' ')
            out = NULL;
        else if (c == '\\')
            out = read_escape(r, out);
        else
            *out++ = (char)c;
    }
    if (!out) {
        free(t);
        return NULL;
    }
    r->at = close + 1;
    t->len = (size_t)(out - t->bytes);
    return t;
}

static json_t *read_number(struct reader *r)
{
    bool minus = take(r, "-");
    const char *first = r->at;
    unsigned long long value = 0, limit = (1ull << 63) - !minus;
    for (; r->at < r->end && *r->at >= '0' && *r->at <= '9'; r->at++) {
        unsigned digit = (unsigned)(*r->at - '0');
        if (value > (limit - digit) / 10) return NULL;
        value = value * 10 + digit;
    }
    bool whole = r->at == r->end || (*r->at != '.' && *r->at != 'e' && *r->at != 'E');
    if (r->at == first || (*first == '0' && r->at > first + 1) || !whole) return NULL;
    return json_integer((json_int_t)(minus ? -value : value));
}

static json_t *read_value(struct reader *r);

static bool read_member(struct reader *r, struct list *l)
{
    struct text *key = NULL;
    skip_space(r);
    if (l->json.type == JSON_OBJECT) {
        if (!take(r, "\"") || !(key = read_text(r))) return false;
        skip_space(r);
        bool twice = r->flags & JSON_REJECT_DUPLICATES && find(&l->json, key->bytes);
        if (twice || strlen(key->bytes) != key->len || !take(r, ":")) {
            free(key);
            return false;
        }
    }
    json_t *value = read_value(r);
    struct member *old = value && key ? find(&l->json, key->bytes) : NULL;
    if (!value || old) free(key);
    if (old) {
        json_decref(old->value);
        old->value = value;
    } else if (value) {
        add(l, key, value);
    }
    return value;
}

static json_t *read_list(struct reader *r, json_type type, const char *close)
{
    struct list *l = make(type, sizeof *l);
    bool fine = ++r->depth <= DEPTH_MAX;
    skip_space(r);
    if (!fine || !take(r, close)) {
        do
            fine = fine && read_member(r, l);
        while (fine && (skip_space(r), take(r, ",")));
        fine = fine && take(r, close);
    }
    r->depth--;
    if (fine) return &l->json;
    json_delete(&l->json);
    return NULL;
}

static json_t *read_value(struct reader *r)
{
    skip_space(r);
    if (take(r, "{")) return read_list(r, JSON_OBJECT, "}");
    if (take(r, "[")) return read_list(r, JSON_ARRAY, "]");
    if (take(r, "\"")) return (json_t *)read_text(r);
    if (take(r, "true")) return json_true();
    if (take(r, "false")) return json_false();
    if (take(r, "null")) return json_null();
    return read_number(r);
}

json_t *json_loadb(const char *text, size_t len, size_t flags, json_error_t *error)
{
    struct reader r = {text, text + len, flags, 0};
    (void)error;
    json_t *json = read_value(&r);
    bool lists = json_is_object(json) || json_is_array(json);
    skip_space(&r);
    if (json && r.at == r.end && (lists || flags & JSON_DECODE_ANY)) return json;
    json_decref(json);
    return NULL;
}

/* ---- writing ---- */

struct writing {
    char *text;
    size_t len, cap;
};

static void put(struct writing *w, const char *bytes, size_t len)
{
    if (w->len + len + 1 > w->cap) {
        w->cap = 2 * (w->len + len + 1);
        w->text = realloc(w->text, w->cap);
    }
    memcpy(w->text + w->len, bytes, len);
    w->len += len;
}

static void put_text(struct writing *w, const struct text *t)
{
    static const char from[] = "\"\\\b\f\n\r\t", to[] = "\"\\bfnrt";
    put(w, "\"", 1);
    for (size_t i = 0; i < t->len; i++) {
        char c = t->bytes[i];
        const char *found = c ? strchr(from, c) : NULL;
        char hex[6] = {'\\', 'u', '0', '0', "01"[c >> 4 & 1], "0123456789ABCDEF"[c & 15]};
        if (found)
            put(w, (char[]){'\\', to[found - from]}, 2);
        else if ((unsigned char)c < ' ')
            put(w, hex, sizeof hex);
        else
            put(w, &c, 1);
    }
    put(w, "\"", 1);
}

static void put_number(struct writing *w, json_int_t value)
{
    char digits[24];
    size_t at = sizeof digits;
    unsigned long long rest = value < 0 ? -(unsigned long long)value : (unsigned long long)value;
    do
        digits[--at] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (value < 0) digits[--at] = '-';
    put(w, digits + at, sizeof digits - at);
}

static int by_key(const void *a, const void *b)
{
    const struct member *x = a, *y = b;
    return strcmp(x->key->bytes, y->key->bytes);
}

static void put_value(struct writing *w, const json_t *json);

/* Compact, and an object's members by their keys: the only form that is asked for. */
static void put_list(struct writing *w, const struct list *l)
{
    bool object = l->json.type == JSON_OBJECT;
    struct member *sorted = malloc(l->count * sizeof *sorted + 1);
    memcpy(sorted, l->member, l->count * sizeof *sorted);
    if (object) qsort(sorted, l->count, sizeof *sorted, by_key);
    put(w, object ? "{" : "[", 1);
    for (size_t i = 0; i < l->count; i++) {
        if (i) put(w, ",", 1);
        if (object) put_text(w, sorted[i].key);
        if (object) put(w, ":", 1);
        put_value(w, sorted[i].value);
    }
    put(w, object ? "}" : "]", 1);
    free(sorted);
}

static void put_value(struct writing *w, const json_t *json)
{
    switch (json->type) {
    case JSON_OBJECT:
    case JSON_ARRAY: put_list(w, (const struct list *)json); break;
    case JSON_STRING: put_text(w, (const struct text *)json); break;
    case JSON_TRUE: put(w, "true", 4); break;
    case JSON_FALSE: put(w, "false", 5); break;
    case JSON_INTEGER: put_number(w, json_integer_value(json)); break;
    default: put(w, "null", 4);
    }
}

char *json_dumps(const json_t *json, size_t flags)
{
    struct writing w = {0};
    (void)flags;
    put_value(&w, json);
    put(&w, "", 1);
    return w.text;
}
