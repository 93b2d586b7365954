/* What English words mean to the computer: a table that vectors/make.mjs made and the build puts
 * into the program. It is read where it lies and never changed; who does not play with a computer
 * never touches its pages.
 *
 *     8 bytes   LUDOVEC1
 *     4 × 4     how many words; numbers per ear (64); the spread of chance likeness of each ear
 *     8 bytes   zeros
 *     16 a word lower case, padded with zeros, in the order of the alphabet; the last: as below
 *     128 a word signed numbers: 64 of one ear, 64 of the other
 *
 * The two ears heard different things: one all that was printed, the other whole sentences. Each
 * errs in its own way, so both together understand best, and one can test what the other says. */
#pragma once

enum vectors_ear { EAR_PRINT = 1, EAR_SENTENCE = 2, EAR_BOTH = 3 };

#define VECTORS_ONE                                                                                \
    256 /* of likeness: a standard deviation among words that chance brings together */

#define VECTORS_EAR 64 /* numbers of each ear */

int vectors_count(void);
/* The word's place, or that of the word it is a form of («stars»); -1: it is not known. Folded. */
int vectors_find(const char *word);
const char *vectors_word(int place);
/* As a clue: 0 if it is none (rare, indecent, a name, a participle), else the larger the better
 * people know it, 12 for each time that it is said twice as often. */
int vectors_familiar(int place);
/* How much two words have to do with each other. With both ears it is the sum of what each hears. */
int vectors_alike(int a, int b, enum vectors_ear ears);
/* The word's own numbers, those of one ear after the other; and what divides a product of an ear. */
const signed char *vectors_heard(int place);
int vectors_spread(int ear);
