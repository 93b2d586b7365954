/* What the page calls. Text goes out through one buffer in the module's own memory. */
#include "crypta/dungeon.h"

#define EXPORT(name) __attribute__((export_name(#name)))

static char text[DUNGEON_TEXT_MAX];

EXPORT(players) int players(uint32_t code);
EXPORT(text_address) const char *text_address(void);
EXPORT(make) int make(uint32_t code, int player_count);

int players(uint32_t code)
{
    return dungeon_players(code);
}

const char *text_address(void)
{
    return text;
}

/* The text's length, 0 if there is no such dungeon. */
int make(uint32_t code, int player_count)
{
    struct dungeon d;
    return dungeon_make(&d, code, player_count) ? dungeon_text(&d, text) : 0;
}
