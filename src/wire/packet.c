#include "wire/packet.h"
#include "core/plain.h"
#include "core/typed_json.h"
#include "wire/json_check.h"

#define PLAIN_BYTES_MAX 512
#define PLAIN_DEPTH_MAX 8

static bool digits(struct span *rest, int64_t *value)
{
    size_t i = 0;
    *value = 0;
    for (; i < rest->len && rest->at[i] >= '0' && rest->at[i] <= '9'; i++) {
        if (i == 15) return false; /* what JavaScript counts exactly ends at 2^53 */
        *value = *value * 10 + (rest->at[i] - '0');
    }
    rest->at += i;
    rest->len -= i;
    return i > 0;
}

static bool read_attachments(struct packet *p, struct span *rest)
{
    int64_t count;
    if (!digits(rest, &count) || rest->len == 0 || *rest->at != '-') return false;
    rest->at++, rest->len--;
    p->attachments = (uint32_t)count;
    return count <= PACKET_ATTACHMENTS_MAX;
}

static bool read_namespace(struct packet *p, struct span *rest)
{
    strcpy(p->namespace, "/");
    if (rest->len == 0 || *rest->at != '/') return true;
    const char *comma = memchr(rest->at, ',', rest->len);
    size_t len = comma ? (size_t)(comma - rest->at) : rest->len;
    if (len > PACKET_NAMESPACE_MAX || memchr(rest->at, 0, len)) return false;
    memcpy(p->namespace, rest->at, len);
    p->namespace[len] = 0;
    if (comma) len++;
    rest->at += len;
    rest->len -= len;
    return true;
}

/* What most clients send; NULL leaves it to jansson. */
static json_t *read_plain(struct span text)
{
    char copy[PLAIN_BYTES_MAX];
    if (text.len > sizeof copy) return NULL;
    memcpy(copy, text.at, text.len);
    struct plain s = {copy, copy + text.len};
    json_t *value = plain_json(&s, PLAIN_DEPTH_MAX);
    if (!value || s.at == s.end) return value;
    json_decref(value);
    return NULL;
}

static json_t *read_json(struct span text)
{
    json_error_t error;
    json_t *plain = read_plain(text);
    if (plain) return plain;
    size_t flags = JSON_ALLOW_NUL | JSON_DECODE_ANY;
    if (memchr(text.at, 0, text.len)) return NULL; /* jansson takes a zero byte for the end */
    json_t *value = typed_json(text.at, text.len, flags, &error);
    /* whole numbers over 2^63 are legal JSON; JavaScript would make them doubles too */
    if (!value && json_error_code(&error) == json_error_numeric_overflow)
        value = typed_json(text.at, text.len, flags | JSON_DECODE_INT_AS_REAL, &error);
    return value;
}

static bool reserved(const char *event)
{
    static const char *const names[] = {"connect",       "connect_error", "disconnect",
                                        "disconnecting", "newListener",   "removeListener"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(event, names[i]) == 0) return true;
    return false;
}

/* Every placeholder refers to an attachment that comes. */
static bool placeholders_valid(const json_t *value, uint32_t attachments)
{
    size_t i;
    json_t *item;
    const char *key;
    if (json_is_array(value)) {
        json_array_foreach(value, i, item) if (!placeholders_valid(item, attachments)) return false;
    } else if (json_is_object(value)) {
        if (json_is_true(json_object_get(value, "_placeholder"))) {
            const json_t *num = json_object_get(value, "num");
            return json_is_integer(num) && json_integer_value(num) >= 0 &&
                   json_integer_value(num) < (json_int_t)attachments;
        }
        json_object_foreach((json_t *)value, key,
                            item) if (!placeholders_valid(item, attachments)) return false;
    }
    return true;
}

static bool data_valid(const struct packet *p)
{
    const json_t *first = json_array_get(p->data, 0);
    switch (p->type) {
    case PACKET_CONNECT: return !p->data || json_is_object(p->data);
    case PACKET_DISCONNECT: return !p->data;
    case PACKET_ACK: return p->id >= 0 && json_is_array(p->data);
    case PACKET_BINARY_ACK:
        return p->id >= 0 && json_is_array(p->data) && placeholders_valid(p->data, p->attachments);
    case PACKET_EVENT: return json_is_string(first) && !reserved(json_string_value(first));
    case PACKET_BINARY_EVENT:
        return json_is_string(first) && !reserved(json_string_value(first)) &&
               placeholders_valid(p->data, p->attachments);
    case PACKET_CONNECT_ERROR: return false; /* the server's to say */
    }
    return false;
}

bool packet_read_head(struct packet *p, const char *text, size_t len)
{
    struct span rest = {text, len};
    p->id = -1;
    p->attachments = 0;
    p->data = NULL;
    if (len == 0 || *text < '0' || *text > '6') return false;
    p->type = (enum packet_type)(*text - '0');
    rest.at++, rest.len--;
    bool binary = p->type == PACKET_BINARY_EVENT || p->type == PACKET_BINARY_ACK;
    if (binary && !read_attachments(p, &rest)) return false;
    if (!read_namespace(p, &rest)) return false;
    if (rest.len && *rest.at >= '0' && *rest.at <= '9' && !digits(&rest, &p->id)) return false;
    p->text = rest;
    return true;
}

bool packet_read_data(struct packet *p)
{
    if (p->text.len && !(p->data = read_json(p->text))) return false;
    if (data_valid(p)) return true;
    packet_free(p);
    return false;
}

struct span packet_behind_name(struct span text)
{
    const char *at = memchr(text.at, '"', text.len), *end = text.at + text.len;
    while (*++at != '"')
        if (*at == '\\') at++;
    while (*++at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')
        ;
    while (*--end != ']')
        ;
    if (*at == ',') at++;
    return (struct span){at, (size_t)(end - at)};
}

bool packet_check_event(const struct packet *p, char name[PACKET_NAME_MAX + 1], struct span *args)
{
    if (p->text.len < 4 || p->text.at[0] != '[' || p->text.at[1] != '"') return false;
    const char *begin = p->text.at + 2;
    const char *end = memchr(begin, '"', p->text.len - 2);
    size_t len = end ? (size_t)(end - begin) : 0;
    if (!end || len > PACKET_NAME_MAX || memchr(begin, '\\', len)) return false;
    memcpy(name, begin, len);
    name[len] = 0;
    if (reserved(name) || !json_check(p->text)) return false;
    *args = packet_behind_name(p->text);
    return true;
}

void packet_free(struct packet *p)
{
    json_decref(p->data);
    p->data = NULL;
}

void packet_write_head(struct buffer *out, enum packet_type type, uint32_t attachments,
                       const char *namespace, int64_t id)
{
    buffer_add_byte(out, '4');
    buffer_add_byte(out, (char)('0' + type));
    if (type == PACKET_BINARY_EVENT || type == PACKET_BINARY_ACK)
        buffer_print(out, "%u-", attachments);
    if (strcmp(namespace, "/") != 0) {
        buffer_add_text(out, namespace);
        buffer_add_byte(out, ',');
    }
    if (id >= 0) buffer_print(out, "%lld", (long long)id);
}
