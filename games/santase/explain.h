/* Why an action is not allowed, in a sentence for the player and in a word for the browser. */
#pragma once

#include "bout.h"
#include "core/refusal.h"

enum why { WHY_MAY, WHY_FOLLOW, WHY_BEAT, WHY_TRUMP, WHY_MARRIAGE };

/* About a card in the hand of the seat whose turn it is. */
enum why card_why_not(const struct bout *bout, uint8_t card);
const char *why_name(enum why why); /* "follow" */
/* ACCEPTED if the action is legal for the seat now. */
struct refusal bout_refuse(const struct bout *bout, int seat, uint8_t action);
