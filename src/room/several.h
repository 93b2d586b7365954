/* A room of a house that several servers serve. The log decides; what others append is read and taken
 * in as if it had been proposed here.
 *
 *     somebody asks for a code ─▶ several_find: read and folded ─▶ held ─▶ followed
 *     a record of another server ─▶ the room is the next one, everybody here is told
 *     nobody here wants it any more ─▶ let go, with the moment at which it wants attention
 *
 * Of the servers that hold a room the one with the smallest number leads: what has to be done once
 * (computers, new cards) is done there, and deadlines ring there first. That is only to save work:
 * if two do it, the second finds the room moved on.
 * In a house of one server `live->several` is NULL and all of this does nothing. */
#pragma once

#include "room/hall.h"

/* The room with that code, brought here if it is anywhere; NULL: none. */
struct live *several_find(struct hall *hall, const char *code);
/* A room that has just been made or brought is held here from now on. */
void several_hold(struct live *live, bool made);
/* Before it is freed. `due`: when it wants attention; 0: never. */
void several_let_go(struct live *live, int64_t due);
/* The same when the program ends, which says so for all its rooms at once. */
void several_forget(struct live *live);

/* Takes in what others have appended; false if there was nothing, or it could not be read. `*ended`:
 * the room is no more, `live` is freed. */
bool several_catch_up(struct live *live, bool *ended);
/* Others have appended something that was put off while a step of ours was under way. */
bool several_is_behind(const struct live *live);

/* Asks what the others have appended; until the answer came, nothing in line is tried. */
void several_ask(struct live *live);
bool several_asks(const struct live *live);

/* A connection of this person was the first one here, or the last. */
void several_here(struct live *live, uint16_t person, bool here);
/* Is this person connected to another server? 0: is anybody? */
bool several_elsewhere(const struct live *live, uint16_t person);
/* By how much later than the others' a deadline rings here. */
int64_t several_patience(const struct live *live);

/* From time to time: rooms that nobody wants are let go, and such as wait for attention are brought.
 * Returns when to call again; 0: never. */
int64_t several_tick(struct hall *hall, int64_t now);
