/* Fuzzing: bytes choose the options, the shuffle and one legal action after another; both
 * implementations have to agree all the way. */
#include "scene.h"
#include "twin.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (size < 3) return 0;
    struct bout_options options = {.threshold = bytes[0] & 1 ? 33 : 31,
                                   .failed_close_classic = bytes[0] >> 1 & 1,
                                   .marriage_after_close = bytes[0] >> 2 & 1,
                                   .auto_claim = bytes[0] >> 3 & 1};
    struct chance chance = dice(bytes[1]);
    uint8_t deck[CARDS];
    struct bout bout;
    santase_deck(deck);
    santase_shuffle(deck, &chance);
    bout_begin(&bout, deck, bytes[0] >> 4 & 1, &options);
    struct slow slow = twin_of(&bout);
    for (size_t i = 2; i < size && !bout_ended(&bout); i++) {
        int seat = bytes[i] >> 7;
        uint64_t legal = bout_legal(&bout, seat);
        if (!legal) seat = !seat, legal = bout_legal(&bout, seat);
        for (int skip = (bytes[i] & 0x7f) % __builtin_popcountll(legal); skip; skip--)
            legal &= legal - 1;
        uint8_t action = (uint8_t)__builtin_ctzll(legal);
        char name[8];
        twin_name(name, action);
        bout_act(&bout, seat, action);
        slow_move(&slow, seat, name);
        twin_check(&bout, &slow);
    }
    return 0;
}
