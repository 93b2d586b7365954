/* Redraws what a viewer cannot know, within all that the viewer can prove: the cards it has seen,
 * cards shown in a hand (exchanged, declared, led, the turned one drawn last), and voids that
 * strict following has given away. Both hands keep their sizes. */
#pragma once

#include "bout.h"

/* `viewer` is a seat, or anything else for somebody who sees no hand. */
void bout_rehide(struct bout *bout, int viewer, struct chance *chance);
