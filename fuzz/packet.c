/* Socket.IO packets: whatever is read can be written and is read as the same again. */
#include "wire/packet.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
    struct packet p, again;
    char *exact = malloc(len ? len : 1); /* so that one byte too far is seen */
    if (len) memcpy(exact, bytes, len);
    if (packet_read(&p, exact, len)) {
        struct buffer text = {0};
        char *data = p.data ? json_dumps(p.data, JSON_COMPACT) : NULL;
        packet_write_head(&text, p.type, p.attachments, p.namespace, p.id);
        if (data) buffer_add_text(&text, data);
        if (!packet_read(&again, text.data + 1, text.len - 1)) abort();
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
