/* The folder that follows a store (--copy-to): see sqlite_copy.c. */
#pragma once

#include "store/store.h"

struct copy;

/* Copies all there is, then goes on by itself. NULL and a sentence if that cannot be done now, or if
 * the copy is not one of this store. */
struct copy *copy_open(const char *from_file, const struct store_options *options,
                       char error[STORE_ERROR_BYTES]);
/* Copies what is left. */
void copy_close(struct copy *c);
/* Something was committed; from any thread. */
void copy_changed(struct copy *c);
bool copy_is_kept(struct copy *c);
