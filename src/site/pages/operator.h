/* The parts of the operator's page that tell of the running house (site/operator.h). */
#pragma once

#include "site/pages/html.h"

#include <jansson.h>
#include <stdint.h>

void part_house(struct html *h, const json_t *house);
void part_announce(struct html *h, const json_t *house);
void part_rooms(struct html *h, const json_t *house, const json_t *rooms);

/* Of admin.c: a moment, a field that chooses hours. */
void part_time(struct html *h, int64_t ms);
void part_hours(struct html *h);
