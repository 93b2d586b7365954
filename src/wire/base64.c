#include "wire/base64.h"

#include <nettle/base64.h>
#include <stdint.h>

void base64_write(struct buffer *out, struct span bytes)
{
    size_t len = BASE64_ENCODE_RAW_LENGTH(bytes.len);
    base64_encode_raw(buffer_reserve(out, len), bytes.len, (const uint8_t *)bytes.at);
    out->len += len;
}

long base64_decode(char *text, size_t len)
{
    struct base64_decode_ctx context;
    size_t out_len = BASE64_DECODE_LENGTH(len);
    base64_decode_init(&context);
    /* nettle allows the output to overlap the input if it begins no later */
    if (!base64_decode_update(&context, &out_len, (uint8_t *)text, len, text)) return -1;
    if (!base64_decode_final(&context)) return -1;
    return (long)out_len;
}
