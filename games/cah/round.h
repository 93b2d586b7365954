/* How a round begins and ends: between the files of the rules, not for others. */
#pragma once

#include "rules.h"

void cah_round_begin(struct cah *g, const struct game_context *context); /* or the game ends */
/* If nobody is left who could submit: asks the host about blanks, or goes on to judging. */
void cah_round_check_submissions(struct cah *g, const struct game_context *context);
/* What the host did not like, or not see in time, is shown to nobody; its authors play again. */
void cah_reject_pending(struct cah *g);
void cah_round_begin_judging(struct cah *g, const struct game_context *context);
void cah_round_void(struct cah *g, enum cah_void why, const struct game_context *context);
/* That response wins; -1: a tie. */
void cah_round_decide(struct cah *g, int winner, const struct game_context *context);
/* Closes the vote if there is nobody left who could. */
void cah_round_check_votes(struct cah *g, const struct game_context *context);
void cah_round_close_vote(struct cah *g, const struct game_context *context);
/* Is a limit reached? Then the game is over. */
bool cah_round_check_end(struct cah *g, const struct game_context *context);
void cah_game_end(struct cah *g, const struct game_context *context);

/* Draws until the hand has so many, or there are no more. */
void cah_hand_fill(struct cah *g, int seat, int count, const struct game_context *context);
void cah_hand_remove(struct cah *g, int seat, uint16_t card);
/* The author has his cards again, the refill lies on top of the pile; the response is no more. */
void cah_response_return(struct cah *g, int entry);
/* Whom a blank waits for; the state has to know, because pulse sees nothing else. */
void cah_note_host(struct cah *g, const struct game_context *context);
int64_t cah_clock_after(const struct game_context *context, int64_t ms); /* never 0 */
