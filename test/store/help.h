/* What the store's tests share: a folder that goes away, and requests that wait for their answer.
 */
#pragma once

#include "store/store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A fresh folder, in memory where there is such a place: thousands of little stores need no disk.
 * Its name lies in memory of its own until folder_drop. */
char *folder_make(void);
char *folder_make_on_disk(void);
/* For cmocka: a test finds a folder of its own in *state, which is dropped after it. */
int folder_lend(void **state);
int folder_take_back(void **state);
void folder_drop(char *folder);
/* A fresh place for a store on the engine that is being tested: a folder, or with
 * LUDOTECA_TEST_POSTGRESQL (tools/with-postgresql) a schema of that database. */
char *place_make(void);
void place_drop(char *place);
int place_lend(void **state);
int place_take_back(void **state);
bool places_are_folders(void);
/* Says this to the test's database; returns the number that it answers, or 0. */
int database_say(const char *sql);
/* Says this to the database itself; in the schema of the place. */
void place_sql(const char *place, const char *sql);
/* The database in that folder; overwritten by the next call. */
const char *file_in(const char *folder);

struct store *open_ok(const char *folder);
struct store *open_reader(const char *folder);
/* The sentence with which opening is refused; overwritten by the next call. */
const char *open_refused(const char *folder, enum store_mode mode);

/* Of any request: copies the answer to `arg`. */
void keep_answer(void *arg, const struct store_answer *answer);
/* Each waits for its answer. */
struct store_answer create_now(struct store *s, const char *code, const char *body);
struct store_answer append_now(struct store *s, uint64_t room, uint64_t expected, const char *body);
struct store_answer end_now(struct store *s, uint64_t room);
struct store_answer forget_now(struct store *s, uint64_t room);

/* The room as text: «1:body 2:body », or «!» and the error. Overwritten by the next call. */
const char *room_text(struct store *s, uint64_t room, uint64_t from_seq);
/* Everything that loading gives: «room.seq:body … ». */
const char *load_text(struct store *s);

/* A file's bytes, for the caller to free. */
char *file_bytes(const char *path, size_t *len);
void file_write(const char *path, const char *bytes, size_t len);
