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
void folder_drop(char *folder);
/* The database in that folder; overwritten by the next call. */
const char *file_in(const char *folder);

struct store *open_ok(const char *folder);
struct store *open_reader(const char *folder);
/* The sentence with which opening is refused; overwritten by the next call. */
const char *open_refused(const char *folder, enum store_mode mode);

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
