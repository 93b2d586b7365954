/* `ludoteca crypta`: prints the dungeons of codes. */
#pragma once

#include <stdio.h>

/* argv[0] is "crypta". Returns the exit status: 0, 1 if the output could not be written, 2 if what
 * was asked makes no sense (then nothing was printed but the reason). */
int crypta_command(int argc, char **argv);
/* The same with its two streams given. */
int crypta_command_to(FILE *out, FILE *err, int argc, char **argv);
