/* The constraints of a dungeon, written from the rules and not from the generator: it reads the
 * text that players of another implementation would read, and shares no line with dungeon.c. */
#pragma once

/* NULL if `rows` (joined by `/`) is a dungeon for that many players, else the rule it breaks. */
const char *crypta_check(int players, const char *rows);
