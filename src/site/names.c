#include "site/names.h"
#include "site/pages/catalog.h"

const char *default_name(const char *language, bool host)
{
    return catalog_text(language, host ? "name.host" : "name.guest");
}
