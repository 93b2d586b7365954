#include "site/names.h"

#include <stddef.h>
#include <string.h>

const char *default_name(const char *language, bool host)
{
    static const struct {
        const char *language, *host, *guest;
    } names[] = {
        {"es", "Anfitrión", "Invitado"},
        {"it", "Padrone di casa", "Ospite"},
        {"bg", "Домакин", "Гост"},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i].language, language) == 0) return host ? names[i].host : names[i].guest;
    return host ? "Host" : "Guest";
}
