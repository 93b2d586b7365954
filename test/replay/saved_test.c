/* A game that was taken away as a file is shown elsewhere exactly as it was; every other file is
 * refused, and why. */
#include "core/token.h"
#include "night.h"
#include "room/saved.h"

#include <stdio.h>

static bool add(void *arg, const struct store_record *record)
{
    assert_true(replay_add(arg, record->body, record->len));
    return true;
}

static struct replay *replay_of(struct night *n)
{
    struct replay *r = replay_new(&n->house, n->live->room->id);
    assert_true(store_read(n->store, n->live->room->id, 1, add, r));
    while (replay_fold(r, 64))
        ;
    return r;
}

static bool no_deck(void *arg, const struct game_deck *deck, struct buffer *out)
{
    (void)arg, (void)deck, (void)out;
    return false;
}
static const struct saved_decks no_decks = {no_deck, NULL};

static struct refusal open_file(struct night *n, const char *text, size_t len, struct replay **out)
{
    uint32_t from;
    struct refusal why = saved_open(&n->house, text, len, out, &from);
    if (refused(&why)) return why;
    while (replay_fold(*out, 64))
        ;
    why = saved_check(*out, from);
    if (refused(&why)) {
        replay_free(*out);
        *out = NULL;
    }
    return why;
}

/* All that is ever shown of one game: the list and every step with every pair of eyes. */
static void transcribe(struct replay *r, const struct replay_game *game, struct buffer *out)
{
    for (uint16_t as = 0; as <= NIGHT_PEOPLE; as++)
        for (uint32_t from = game->from; from <= game->to; from += REPLAY_VIEWS_MAX) {
            struct writer w = writer_to(out);
            replay_write(r, game, from, as, &w);
        }
    buffer_text(out);
}

static void refuse_as(struct night *n, const char *text, size_t len, enum refusal_code code)
{
    struct replay *r;
    char *exact = malloc(len ? len : 1); /* so that who reads on is found out */
    memcpy(exact, text, len);
    struct refusal why = open_file(n, exact, len, &r);
    free(exact);
    if (why.code != code) fail_msg("%s instead of %s", refusal_name(&why), refusal_code_name(code));
}

static void compare_all(struct night *n, struct replay *r)
{
    for (int i = 0; i < replay_games(r); i++) {
        const struct replay_game *game = replay_game(r, i);
        struct buffer file = {0}, then = {0}, now = {0};
        struct replay *opened;
        struct refusal why = saved_write(r, game, &no_decks, &file);
        if (refused(&why)) fail_msg("game %d: %s", i, refusal_sentence(&why));
        assert_null(memmem(file.data, file.len, "oken\":\"", 7) &&
                            !memmem(file.data, file.len, "00000000000000000000000000000000", 32)
                        ? file.data
                        : NULL);
        why = open_file(n, file.data, file.len, &opened);
        if (refused(&why)) fail_msg("game %d: %s", i, refusal_sentence(&why));
        assert_int_equal(replay_games(opened), 1);
        transcribe(r, game, &then);
        transcribe(opened, replay_game(opened, 0), &now);
        assert_int_equal(then.len, now.len);
        assert_memory_equal(then.data, now.data, then.len);
        assert_int_equal(replay_game(opened, 0)->finished, game->finished);
        replay_free(opened);
        buffer_free(&file);
        buffer_free(&then);
        buffer_free(&now);
    }
}

/* Every game of the shelf twice in a row: the second goes on from the first. Some are stopped. */
static void every_game_comes_back(void **state)
{
    static struct night n;
    (void)state;
    for (uint8_t seed = 1; seed <= 3; seed++) {
        memset(&n, 0, sizeof n);
        night_begin(&n, seed);
        n.fair = seed == 2;
        int played = 0;
        for (int i = 0; n.games[i]; i++)
            for (int twice = 0; twice < 2; twice++, played++) {
                night_play(&n, n.games[i], NULL, seed == 1 ? 400 : 30);
                night_stop(&n);
            }
        struct replay *r = replay_of(&n);
        assert_int_equal(replay_games(r), played);
        compare_all(&n, r);
        replay_free(r);
        night_end(&n);
    }
}

static void short_file(struct night *n, struct buffer *file)
{
    memset(n, 0, sizeof *n);
    night_begin(n, 7);
    night_play(n, &hush_game, NULL, 12);
    night_stop(n);
    struct replay *r = replay_of(n);
    struct refusal why = saved_write(r, replay_game(r, 0), &no_decks, file);
    assert_false(refused(&why));
    replay_free(r);
}

static void no_byte_can_be_missing_or_another(void **state)
{
    static struct night n;
    struct buffer file = {0};
    struct replay *r;
    (void)state;
    short_file(&n, &file);
    for (size_t len = 0; len < file.len; len++)
        refuse_as(&n, file.data, len,
                  len < 19 ? REFUSAL_CODE_FILE_NOT_OURS : REFUSAL_CODE_FILE_DAMAGED);
    for (size_t i = 0; i < file.len; i++) {
        file.data[i] ^= 1;
        refuse_as(&n, file.data, file.len,
                  i < 19 ? REFUSAL_CODE_FILE_NOT_OURS : REFUSAL_CODE_FILE_DAMAGED);
        file.data[i] ^= 1;
    }
    buffer_add_text(&file, "\n");
    refuse_as(&n, file.data, file.len, REFUSAL_CODE_FILE_DAMAGED);
    file.len--;
    struct refusal why = open_file(&n, file.data, file.len, &r);
    assert_false(refused(&why));
    replay_free(r);
    buffer_free(&file);
    night_end(&n);
}

/* The same with a sum that is right: whoever changes a file can do that, too. */
static void resum(struct buffer *file)
{
    char sum[SUM_TEXT_LENGTH + 1];
    const char *line = memmem(file->data, file->len, "{\"sha256\"", 9);
    file->len = (size_t)(line - file->data);
    sum_write(sum, file->data, file->len);
    buffer_print(file, "{\"sha256\":\"%s\"}\n", sum);
}

static void change(struct buffer *file, const char *from, const char *to)
{
    char *at = memmem(file->data, file->len, from, strlen(from));
    struct buffer out = {0};
    if (!at) fail_msg("no %s in %.*s", from, (int)file->len, file->data);
    buffer_add(&out, file->data, (size_t)(at - file->data));
    buffer_add_text(&out, to);
    buffer_add(&out, at + strlen(from), file->len - (size_t)(at - file->data) - strlen(from));
    buffer_free(file);
    *file = out;
    resum(file);
}

static void what_could_not_be_is_refused(void **state)
{
    static const struct {
        const char *from, *to;
        enum refusal_code code;
    } lies[] = {
        {"\"format\":1", "\"format\":2", REFUSAL_CODE_FILE_VERSION},
        {"\"game\":\"hush\",\"version\"", "\"game\":\"chess\",\"version\"",
         REFUSAL_CODE_UNKNOWN_GAME},
        {"\"version\":", "\"version\":99", REFUSAL_CODE_FILE_RULES},
        {"\"name\":\"Ana\"", "\"name\":\"\"", REFUSAL_CODE_FILE_NO_GAME},
        {"\"host\":1", "\"host\":9", REFUSAL_CODE_FILE_NO_GAME},
        {"\"number\":2", "\"number\":1", REFUSAL_CODE_FILE_NO_GAME},
        {"\"check\":", "\"check\":1", REFUSAL_CODE_FILE_NO_GAME},
        {"\"do\":\"start\"", "\"do\":\"stand\"", REFUSAL_CODE_FILE_NO_GAME},
        {"{\"do\":\"start\"", "{\"x\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]",
         REFUSAL_CODE_BAD_REQUEST},
        {"{\"room\":", "{\"rome\":", REFUSAL_CODE_FILE_NO_GAME},
        {"\"seed\":\"", "\"seed\":\"x", REFUSAL_CODE_FILE_NO_GAME},
        {"\"from\":", "\"from\":1", REFUSAL_CODE_FILE_NO_GAME},
    };
    static struct night n;
    struct buffer file = {0};
    (void)state;
    short_file(&n, &file);
    for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
        struct buffer copy = {0};
        buffer_add(&copy, file.data, file.len);
        change(&copy, lies[i].from, lies[i].to);
        refuse_as(&n, copy.data, copy.len, lies[i].code);
        buffer_free(&copy);
    }
    struct buffer large = {0};
    buffer_add_text(&large, "{\"ludoteca\":\"game\",");
    memset(buffer_reserve(&large, SAVED_BYTES_MAX), ' ', SAVED_BYTES_MAX);
    large.len += SAVED_BYTES_MAX;
    refuse_as(&n, large.data, large.len, REFUSAL_CODE_FILE_TOO_LARGE);
    buffer_free(&large);
    buffer_free(&file);
    night_end(&n);
}

/* Every byte another, and the sum right: opened or refused, nothing worse. */
static void a_liar_gets_nowhere(void **state)
{
    static const char bytes[] = {'0', '9', '-', '"', '{', ']', 'e', 0};
    static struct night n;
    struct buffer file = {0};
    int opened = 0, refusals = 0;
    (void)state;
    short_file(&n, &file);
    size_t text = file.len - 80;
    for (size_t i = 19; i < text; i++) {
        struct replay *r;
        char was = file.data[i];
        file.data[i] = bytes[i % sizeof bytes];
        resum(&file);
        struct refusal why = open_file(&n, file.data, file.len, &r);
        if (!refused(&why)) replay_free(r);
        *(refused(&why) ? &refusals : &opened) += 1;
        file.data[i] = was;
    }
    assert_true(refusals > 100);
    assert_true(opened > 0); /* a letter of a name */
    buffer_free(&file);
    night_end(&n);
}

/* Nobody ever learns who wrote what lost: not from a file either. */
static void what_stays_secret_is_in_no_file(void **state)
{
    static struct night n;
    struct buffer file = {0};
    (void)state;
    memset(&n, 0, sizeof n);
    night_begin(&n, 4);
    json_t *settings = json_pack("{s:b}", "losersStayHidden", 1);
    night_play(&n, house_game(&n.house, "cah"), settings, 30);
    night_stop(&n);
    json_object_set_new(settings, "losersStayHidden", json_false());
    night_play(&n, house_game(&n.house, "cah"), settings, 30);
    night_stop(&n);
    json_decref(settings);
    struct replay *r = replay_of(&n);
    /* the second goes on from the first, whose records it would need */
    for (int i = 0; i < 2; i++) {
        struct refusal why = saved_write(r, replay_game(r, i), &no_decks, &file);
        assert_int_equal(why.code, REFUSAL_CODE_STAYS_SECRET);
        assert_int_equal(file.len, 0);
    }
    replay_free(r);
    night_end(&n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_comes_back),
        cmocka_unit_test(no_byte_can_be_missing_or_another),
        cmocka_unit_test(what_could_not_be_is_refused),
        cmocka_unit_test(a_liar_gets_nowhere),
        cmocka_unit_test(what_stays_secret_is_in_no_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
