/* Honours at the end, from the state alone. */
#include "awards.h"

#define AWARDS_STATE struct cah
#define AWARDS cah_awards
#include "game/awards.h"

static void round_won(int author, uint16_t card)
{
    struct cah_past *p = &game.past[game.past_count++];
    p->winner = (int8_t)author;
    p->card[0] = card;
    p->count = 1;
    game.round++;
}

static void start(void)
{
    reset(4);
    game.seats = 0xf;
    game.winner = -1;
    memset(game.vote, -1, sizeof game.vote);
}

static void tells_of_rounds_in_a_row_and_of_written_cards(void **unused)
{
    (void)unused;
    start();
    expect("[]");
    round_won(1, 7);
    round_won(1, 8);
    round_won(2, CAH_BLANK + 3);
    round_won(CAH_SEATS, 9); /* a Rando is nobody */
    round_won(CAH_SEATS, 10);
    round_won(CAH_SEATS, 11);
    expect("[{\"key\":\"streak\",\"ids\":[\"p2\"],\"count\":2},"
           "{\"key\":\"author\",\"ids\":[\"p3\"],\"count\":1}]");
}

static void tells_who_had_the_last_word_or_the_most_votes(void **unused)
{
    (void)unused;
    start();
    game.round = 5;
    game.response_count = 2;
    game.response[1].author = 3;
    game.winner = 1;
    expect("[{\"key\":\"last\",\"ids\":[\"p4\"],\"count\":5}]");
    game.vote[0] = game.vote[1] = game.vote[2] = 1;
    expect("[{\"key\":\"loved\",\"ids\":[\"p4\"],\"count\":3}]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_of_rounds_in_a_row_and_of_written_cards),
        cmocka_unit_test(tells_who_had_the_last_word_or_the_most_votes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
