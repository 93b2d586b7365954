/* What somebody is called who has not said. */
#pragma once

#include <stdbool.h>

const char *default_name(const char *language, bool host);
