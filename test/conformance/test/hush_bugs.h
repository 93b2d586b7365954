/* Hush with one bug each, of the kinds that games have. They prove the conformance test. */
#pragma once

#include "conformance.h"

struct planted_bug {
    const char *what;
    void (*plant)(struct game *game); /* into a copy of Hush */
    const char *promise;              /* that the bug breaks; NULL where several may show it */
    const char *complaint;            /* words that the complaint must contain */
};

extern const struct planted_bug planted_bugs[]; /* ends with what NULL */
