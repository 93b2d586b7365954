/* Files of saved games, with a sum that is right: who brings a file can count it, too. Whatever opens is
 * looked at through everybody's eyes. */
#include "room/saved.h"
#include "core/token.h"
#include "shelf.h"
#include "site/games.h"

#include <stdint.h>
#include <stdlib.h>

#define FIRST "{\"ludoteca\":\"game\","

static void look(struct replay *r)
{
    const struct replay_game *game = replay_game(r, 0);
    struct buffer out = {0};
    for (uint16_t as = 0; as < 4; as++) {
        struct writer w = writer_to(&out);
        replay_write(r, game, game->to, as, &w);
        w = writer_to(&out);
        replay_write_games(r, as, &w);
    }
    buffer_free(&out);
}

static void open_it(const struct house *house, const struct buffer *file)
{
    struct replay *r;
    uint32_t from;
    struct refusal why = saved_open(house, file->data, file->len, &r, &from);
    if (refused(&why)) return;
    while (replay_fold(r, 64))
        ;
    why = saved_check(r, from);
    if (!refused(&why)) look(r);
    replay_free(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct games *games;
    char sum[SUM_TEXT_LENGTH + 1];
    struct buffer file = {0};
    if (!games) games = games_new(&house_shelf);
    buffer_add_text(&file, FIRST);
    buffer_add(&file, data, size);
    sum_write(sum, file.data, file.len);
    buffer_print(&file, "{\"sha256\":\"%s\"}\n", sum);
    open_it(games_house(games), &file);
    buffer_free(&file);
    return 0;
}
