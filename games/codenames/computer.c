#include "computer.h"
#include "ear.h"
#include "hint.h"

#include <string.h>

static struct computer_choice think_of_clue(const struct codenames *g, int level,
                                            const struct game_table *table)
{
    struct computer_choice choice = {.deed = COMPUTER_CLUE};
    struct hint hint = {0};
    bool found = hint_find(g, table, level, &hint);
    struct refusal pass = codenames_try_clue(g, COMPUTER_PASS, table);
    if (found || !refused(&pass)) strcpy(choice.clue, found ? hint.clue : COMPUTER_PASS);
    choice.count = hint.count;
    choice.meant = hint.meant;
    return choice;
}

int computer_any_card(const struct codenames *g, struct chance *chance)
{
    int skip = (int)chance_below(chance, (uint32_t)(BOARD_CARDS - g->guess_count)), position = 0;
    while (codenames_is_revealed(g, position) || skip-- > 0)
        position++;
    return position;
}

static bool guesses_with_people(const struct codenames *g, int seat, const struct game_table *table)
{
    uint32_t awaited = codenames_awaited(g) & ~SEAT_BIT(seat);
    for (int i = 0; i < table->seats; i++)
        if (awaited & SEAT_BIT(i) && !table->seat[i].computer) return true;
    return false;
}

static struct computer_choice think_of_card(const struct codenames *g, int seat, int level,
                                            const struct game_context *context)
{
    struct computer_choice choice = {.deed = COMPUTER_GUESS};
    struct refusal stop = codenames_may_end_turn(g, seat);
    bool advises = guesses_with_people(g, seat, context->table);
    choice.position = ear_choose(g, context->table, ear_of(level), context->chance);
    if (choice.position == EAR_NO_CARD && !advises && !refused(&stop)) choice.deed = COMPUTER_STOP;
    if (choice.position == EAR_NO_CARD) choice.position = computer_any_card(g, context->chance);
    if (advises && !g->finger[seat]) choice.deed = COMPUTER_POINT;
    if (advises && g->finger[seat] && g->computers & SEAT_BIT(seat)) choice.deed = COMPUTER_WAITS;
    return choice;
}

struct computer_choice computer_choose(const struct codenames *g, int seat, int level,
                                       const struct game_context *context)
{
    struct computer_choice waits = {.deed = COMPUTER_WAITS}, ready = {.deed = COMPUTER_READY};
    struct refusal clue = codenames_may_clue(g, seat), guess = codenames_may_guess(g, seat);
    if (g->phase == PHASE_SETUP)
        return codenames_awaited(g) & SEAT_BIT(seat) && codenames_may_ready(g, seat) ? ready
                                                                                     : waits;
    if (!refused(&clue)) return think_of_clue(g, level, context->table);
    if (!refused(&guess)) return think_of_card(g, seat, level, context);
    return waits;
}
