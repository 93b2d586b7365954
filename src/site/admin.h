/* The operator's page: what was reported, what is banned, what the operator did. It is there only if
 * LUDOTECA_ADMIN_TOKEN is set; else its address is as empty as any other. */
#pragma once

#include "site/site.h"

void admin_open(struct site *site);
void admin_close(struct site *site);
