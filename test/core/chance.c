/* Chance against the published vectors, against another implementation, and against statistics. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/chance.h"
#include "core/code.h"

#include <math.h>
#include <nettle/chacha.h>
#include <string.h>

static void assert_words(struct chance *c, const uint32_t expected[16])
{
    for (int i = 0; i < 16; i++)
        assert_int_equal(chance_word(c), expected[i]);
}

/* RFC 8439, 2.3.2; its nonce of 96 bits covers the upper half of our counter. */
static void block_of_rfc_8439(void **state)
{
    (void)state;
    uint8_t key[CHANCE_SEED_BYTES];
    for (int i = 0; i < CHANCE_SEED_BYTES; i++)
        key[i] = (uint8_t)i;
    struct chance c;
    chance_init(&c, key, 0x4a000000);
    c.input[12] = 1;
    c.input[13] = 0x09000000;
    assert_words(&c, (const uint32_t[16]){0xe4e7f110, 0x15593bd1, 0x1fdd0f50, 0xc47120a3,
                                          0xc7f4d1c7, 0x0368c033, 0x9aaa2204, 0x4e6cd4c3,
                                          0x466482d2, 0x09aa9f07, 0x05d7c214, 0xa2028bd9,
                                          0xd19c12b5, 0xb94e16de, 0xe883d0cb, 0x4e3c50a2});
}

/* RFC 8439, A.1, test vectors 1 and 2: two blocks of the zero key, one after the other. */
static void stream_of_rfc_8439(void **state)
{
    (void)state;
    struct chance c;
    chance_init(&c, (const uint8_t[CHANCE_SEED_BYTES]){0}, 0);
    assert_words(&c, (const uint32_t[16]){0xade0b876, 0x903df1a0, 0xe56a5d40, 0x28bd8653,
                                          0xb819d2bd, 0x1aed8da0, 0xccef36a8, 0xc70d778b,
                                          0x7c5941da, 0x8d485751, 0x3fe02477, 0x374ad8b8,
                                          0xf4b8436a, 0x1ca11815, 0x69b687c3, 0x8665eeb2});
    assert_words(&c, (const uint32_t[16]){0xbee7079f, 0x7a385155, 0x7c97ba98, 0x0d082d73,
                                          0xa0290fcb, 0x6965e348, 0x3e53c612, 0xed7aee32,
                                          0x7621b729, 0x434ee69c, 0xb03371d5, 0xd539d874,
                                          0x281fed31, 0x45fb0a51, 0x1f0ae1ac, 0x6f4d794b});
}

static void same_as_nettle(void **state)
{
    (void)state;
    struct chance seeds;
    chance_init(&seeds, (const uint8_t[CHANCE_SEED_BYTES]){9}, 0);
    for (int round = 0; round < 200; round++) {
        uint8_t key[CHANCE_SEED_BYTES], nonce[8], zeros[320] = {0}, stream[320];
        for (int i = 0; i < CHANCE_SEED_BYTES; i++)
            key[i] = (uint8_t)chance_word(&seeds);
        uint64_t number = (uint64_t)chance_word(&seeds) << 32 | chance_word(&seeds);
        for (int i = 0; i < 8; i++)
            nonce[i] = (uint8_t)(number >> 8 * i);
        struct chacha_ctx oracle;
        chacha_set_key(&oracle, key);
        chacha_set_nonce(&oracle, nonce);
        chacha_crypt(&oracle, sizeof stream, stream, zeros);
        struct chance c;
        chance_init(&c, key, number);
        for (size_t i = 0; i < sizeof stream; i += 4) {
            uint32_t word = chance_word(&c);
            for (size_t b = 0; b < 4; b++)
                assert_int_equal(stream[i + b], (uint8_t)(word >> 8 * b));
        }
    }
}

static void the_counter_carries(void **state)
{
    (void)state;
    struct chance c;
    chance_init(&c, (const uint8_t[CHANCE_SEED_BYTES]){1}, 7);
    c.input[12] = UINT32_MAX;
    chance_word(&c);
    assert_int_equal(c.input[12], 0);
    assert_int_equal(c.input[13], 1);
}

static void seed_and_stream_decide(void **state)
{
    (void)state;
    struct chance a, b, other;
    chance_init(&a, (const uint8_t[CHANCE_SEED_BYTES]){1}, 7);
    chance_init(&b, (const uint8_t[CHANCE_SEED_BYTES]){1}, 7);
    chance_init(&other, (const uint8_t[CHANCE_SEED_BYTES]){1}, 8);
    int equal = 0;
    for (int i = 0; i < 1000; i++) {
        uint32_t word = chance_word(&a);
        assert_int_equal(word, chance_word(&b));
        equal += word == chance_word(&other);
    }
    assert_true(equal < 3);
}

/* Pearson's statistic over `count` cells; its mean is count - 1, its deviation √(2 count). */
static double spread(const unsigned *seen, unsigned count, double expected)
{
    double sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += ((double)seen[i] - expected) * ((double)seen[i] - expected) / expected;
    return sum;
}

static void ranges_are_even(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {1, 2, 3, 5, 6, 7, 24, 25, 32, 52, 97};
    struct chance c;
    chance_init(&c, (const uint8_t[CHANCE_SEED_BYTES]){4}, 0);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        unsigned seen[97] = {0}, n = sizes[s];
        for (unsigned i = 0; i < n * 2000; i++) {
            uint32_t drawn = chance_below(&c, n);
            assert_true(drawn < n);
            seen[drawn]++;
        }
        double found = spread(seen, n, 2000), limit = n + 6 * sqrt(2.0 * n);
        if (found > limit) fail_msg("below %u: %f, at most %f expected", n, found, limit);
    }
}

/* Taking a word modulo 3·2^30 would give the lower third twice as often as the rest. */
static void large_ranges_have_no_bias(void **state)
{
    (void)state;
    struct chance c;
    chance_init(&c, (const uint8_t[CHANCE_SEED_BYTES]){5}, 0);
    unsigned thirds[3] = {0};
    for (int i = 0; i < 30000; i++)
        thirds[chance_below(&c, 3u << 30) >> 30]++;
    for (int i = 0; i < 3; i++)
        assert_in_range(thirds[i], 9600, 10400);
    for (int i = 0; i < 1000; i++)
        assert_true(chance_below(&c, UINT32_MAX) < UINT32_MAX);
}

static void shuffles_are_even(void **state)
{
    (void)state;
    struct chance c;
    chance_init(&c, (const uint8_t[CHANCE_SEED_BYTES]){6}, 0);
    unsigned orders[256] = {0}; /* by the four items' places, two bits each */
    for (int i = 0; i < 24000; i++) {
        uint8_t items[4] = {0, 1, 2, 3};
        chance_shuffle(&c, items, 4, 1);
        orders[items[0] << 6 | items[1] << 4 | items[2] << 2 | items[3]]++;
    }
    unsigned seen[24], count = 0;
    for (int i = 0; i < 256; i++) {
        if (orders[i] == 0) continue;
        assert_true(count < 24);
        seen[count++] = orders[i];
    }
    assert_int_equal(count, 24);
    assert_true(spread(seen, 24, 1000) < 24 + 6 * sqrt(48));
}

static void shuffles_keep_every_item(void **state)
{
    (void)state;
    struct chance c;
    chance_init(&c, (const uint8_t[CHANCE_SEED_BYTES]){8}, 0);
    struct wide {
        uint32_t number, rest[15];
    } items[52];
    bool seen[52] = {false};
    for (uint32_t i = 0; i < 52; i++) {
        items[i].number = i;
        for (int k = 0; k < 15; k++)
            items[i].rest[k] = i * 1000 + (uint32_t)k;
    }
    chance_shuffle(&c, items, 52, sizeof *items);
    for (int i = 0; i < 52; i++) {
        assert_false(seen[items[i].number]);
        seen[items[i].number] = true;
        for (int k = 0; k < 15; k++)
            assert_int_equal(items[i].rest[k], items[i].number * 1000 + (uint32_t)k);
    }
    chance_shuffle(&c, items, 0, sizeof *items); /* nothing, and one: no draw, no harm */
    struct chance before = c;
    chance_shuffle(&c, items, 1, sizeof *items);
    assert_memory_equal(&before, &c, sizeof c);
}

static void codes_are_drawn_from_the_alphabet(void **state)
{
    (void)state;
    struct chance c;
    chance_init(&c, (const uint8_t[CHANCE_SEED_BYTES]){10}, 0);
    unsigned seen[32] = {0};
    for (int i = 0; i < 8000; i++) {
        char code[CODE_LENGTH + 1], again[CODE_LENGTH + 1];
        code_draw(code, &c);
        assert_int_equal(strlen(code), CODE_LENGTH);
        assert_true(code_normalise(again, code));
        assert_string_equal(again, code);
        for (int k = 0; k < CODE_LENGTH; k++)
            seen[strchr(CODE_ALPHABET, code[k]) - CODE_ALPHABET]++;
    }
    assert_int_equal(strlen(CODE_ALPHABET), 32);
    assert_true(spread(seen, 32, 8000.0 * CODE_LENGTH / 32) < 32 + 6 * 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(block_of_rfc_8439),
        cmocka_unit_test(stream_of_rfc_8439),
        cmocka_unit_test(same_as_nettle),
        cmocka_unit_test(the_counter_carries),
        cmocka_unit_test(seed_and_stream_decide),
        cmocka_unit_test(ranges_are_even),
        cmocka_unit_test(large_ranges_have_no_bias),
        cmocka_unit_test(shuffles_are_even),
        cmocka_unit_test(shuffles_keep_every_item),
        cmocka_unit_test(codes_are_drawn_from_the_alphabet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
