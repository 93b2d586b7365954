/* Socket.IO packets: whatever is read can be written and is read as the same again. */
#include "wire/packet.h"
#include "core/text.h"
#include "core/typed_json.h"
#include "wire/json_check.h"

#include <stdlib.h>

/* The quick check and the real parser agree, except where the parser has limits of its own: numbers
 * that are too large, and zeros in keys. Halves of characters are none of them. */
static void check_agrees(struct span text)
{
    json_error_t error;
    if (!text_is_utf8(text.at, text.len) || memchr(text.at, 0, text.len)) return;
    bool quick = json_check(text);
    json_t *read = typed_json(text.at, text.len, JSON_ALLOW_NUL | JSON_DECODE_ANY, &error);
    if (read && !quick) abort();
    if (quick && !read && json_error_code(&error) != json_error_numeric_overflow &&
        json_error_code(&error) != json_error_stack_overflow &&
        !memmem(text.at, text.len, "\\u0000", 6))
        abort();
    json_decref(read);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
    struct packet p, again;
    char *exact = malloc(len ? len : 1); /* so that one byte too far is seen */
    if (len) memcpy(exact, bytes, len);
    if (len) check_agrees((struct span){exact + 1, len - 1});
    if (packet_read_head(&p, exact, len) && packet_read_data(&p)) {
        struct buffer text = {0};
        char *data = p.data ? json_dumps(p.data, JSON_COMPACT) : NULL;
        packet_write_head(&text, p.type, p.attachments, p.namespace, p.id);
        if (data) buffer_add_text(&text, data);
        if (!packet_read_head(&again, text.data + 1, text.len - 1) || !packet_read_data(&again))
            abort();
        if (again.type != p.type || again.id != p.id || again.attachments != p.attachments ||
            strcmp(again.namespace, p.namespace) != 0)
            abort();
        if (p.data && json_typeof(p.data) != json_typeof(again.data)) abort();
        packet_free(&again);
        packet_free(&p);
        free(data);
        buffer_free(&text);
    }
    free(exact);
    return 0;
}
