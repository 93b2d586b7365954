/* The rooms to which a browser holds a key: those in which one of its cookies is somebody's seat. */
#pragma once

#include "site/pages/page.h"
#include "site/visit.h"

#define KEYS_MAX 3

/* At most KEYS_MAX; those that ended or put their owner out are none. Points into the rooms. */
int keys_find(const struct visit *v, struct page_seat out[KEYS_MAX]);
