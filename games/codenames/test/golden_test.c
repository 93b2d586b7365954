/* Whole games as text; GOLDEN_UPDATE=1 writes them anew. The lists are written out here, so that
 * the house's own may grow. */
#include "fixture.h"
#include "golden.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const char *const words[] = {"LEÓN",   "SOL",        "RÍO",   "NUBE",  "MESA",   "CASA",
                                    "FLOR",   "PERA",       "GATO",  "BARCO", "TREN",   "LIBRO",
                                    "RELOJ",  "PUENTE",     "NIEVE", "FUEGO", "TORRE",  "CAMPO",
                                    "ESPADA", "REINA",      "CIRCO", "PIANO", "BOSQUE", "MAPA",
                                    "DUNA",   "NUEVA YORK", "LLAVE", "PLATA", "VELA",   "OSO"};

static bool goes_as_written(const char *name)
{
    struct game_deck deck = {0};
    const struct game_deck *decks[] = {&deck};
    char path[1000];
    make_deck_of(&deck, words, (int)(sizeof words / sizeof words[0]));
    snprintf(path, sizeof path, "%s/%s.golden", getenv("CODENAMES_GOLDEN"), name);
    bool good = golden_check_with(&codenames_game, path, decks, 1);
    free((void *)deck.content);
    return good;
}

GOES(agents)
GOES(assassin)
GOES(replaced)
GOES(forfeit)
GOES(late)
GOES(limits)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agents),  cmocka_unit_test(assassin), cmocka_unit_test(replaced),
        cmocka_unit_test(forfeit), cmocka_unit_test(late),     cmocka_unit_test(limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
