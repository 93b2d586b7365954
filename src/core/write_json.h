/* Writes a jansson value as records hold it: compact, the keys of objects in order, so that equal
 * values have equal texts. Numbers with a fraction and what is nested deeper than the writer goes
 * are left to jansson. */
#pragma once

#include "core/writer.h"

#include <jansson.h>

void write_json(struct writer *w, const json_t *json);
