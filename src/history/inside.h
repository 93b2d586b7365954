/* Between the files of this folder; nobody else includes it. */
#pragma once

#include "room/room.h"
#include "store/rows.h"
#include "store/store.h"

struct seen;

/* Looks at a room after a step. *seen is NULL at first and made when there is something to remember;
 * whoever has it frees it. Nothing up to `position` is handed to the store again; returns the position
 * that was handed over last. */
uint64_t history_look(struct store *store, const struct room *room, struct seen **seen,
                      uint64_t position);
