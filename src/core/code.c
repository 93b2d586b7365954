#include "core/code.h"

#include <string.h>

void code_draw(char out[CODE_LENGTH + 1], struct chance *chance)
{
    for (int i = 0; i < CODE_LENGTH; i++)
        out[i] = CODE_ALPHABET[chance_below(chance, sizeof CODE_ALPHABET - 1)];
    out[CODE_LENGTH] = 0;
}

bool code_normalise(char out[CODE_LENGTH + 1], const char *typed)
{
    int len = 0;
    out[0] = 0;
    for (; *typed; typed++) {
        char c = *typed;
        if (c == ' ' || c == '-' || c == '\t' || c == '\r' || c == '\n') continue;
        if (c >= 'a' && c <= 'z') c = (char)(c - 'a' + 'A');
        if (c == 'O') c = '0';
        if (len == CODE_LENGTH || !strchr(CODE_ALPHABET, c)) {
            out[0] = 0;
            return false;
        }
        out[len++] = c;
    }
    out[len == CODE_LENGTH ? len : 0] = 0;
    return len == CODE_LENGTH;
}
