/* Honours at the end, from the state alone: an empty table and what is told of it. The test says whose
 * before it includes this,
 *
 *     #define AWARDS_STATE struct taboo
 *     #define AWARDS taboo_awards
 */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static AWARDS_STATE game;
static struct game_table table;

static void reset(int seats)
{
    static const char *const ids[] = {"p1", "p2", "p3", "p4"};
    memset(&game, 0, sizeof game);
    memset(&table, 0, sizeof table);
    table.seats = seats;
    for (int seat = 0; seat < seats; seat++)
        table.seat[seat].id = ids[seat];
}

static void expect(const char *awards)
{
    struct buffer text = {0};
    struct writer w = writer_to(&text);
    write_object(&w);
    AWARDS(&game, &table, &w);
    write_end(&w);
    size_t len = strlen("{\"awards\":");
    assert_true(text.len > len);
    char *got = text.data + len;
    text.data[text.len - 1] = 0;
    assert_string_equal(got, awards);
    buffer_free(&text);
}
