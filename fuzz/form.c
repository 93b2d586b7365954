/* Queries, forms and cookies: the first byte says how much room there is for an answer, the first line is
 * the name that is looked for. Whatever is found fits, ends with its zero and holds no other. */
#include "wire/form.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void check(const char *out, size_t cap, int len)
{
    if (len < 0) return;
    if ((size_t)len >= cap || strlen(out) != (size_t)len) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char name[40] = "";
    if (size < 2) return 0;
    size_t cap = (size_t)bytes[0] % 64 + 1;
    const char *text = (const char *)bytes + 1, *line = memchr(text, '\n', size - 1);
    size_t name_len = line ? (size_t)(line - text) : 0;
    if (name_len >= sizeof name) return 0;
    memcpy(name, text, name_len);
    struct span rest = {line ? line + 1 : text, size - 1 - (line ? name_len + 1 : 0)};
    char *out = malloc(cap); /* so that one byte too far is seen */
    for (int plus = 0; plus < 2; plus++)
        check(out, cap, percent_decode(out, cap, rest, plus));
    int found = form_value(out, cap, rest, name);
    check(out, cap, found);
    if (found < 0 ? out[0] != 0 : !form_has(rest, name)) abort();
    found = cookie_value(out, cap, rest, name);
    check(out, cap, found);
    if (found < 0 && out[0]) abort();
    free(out);
    return 0;
}
