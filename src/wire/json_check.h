/* Is it JSON? For those who pass it on and need not know what it says: ten times as fast as reading
 * it, and nothing is allocated. The text is known to be UTF-8. Up to 1024 levels deep. */
#pragma once

#include "wire/span.h"

bool json_check(struct span text);
