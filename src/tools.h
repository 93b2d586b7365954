/* The commands that look at a store beside, or without, a serving process. Each returns the
 * program's exit status: 0 fine, 1 something is wrong with the data, 2 wrong call. */
#pragma once

#include "room/room.h"

int log_command(int argc, char **argv);     /* log [--data DIR] CODE */
int backup_command(int argc, char **argv);  /* backup [--data DIR] FILE */
int restore_command(int argc, char **argv); /* restore [--data DIR] FROM */
/* rebuild [--data DIR], while no server uses it */
int rebuild_command(int argc, char **argv, const struct house *house);
int verify_command(int argc, char **argv, const struct house *house); /* verify [--data DIR] */
