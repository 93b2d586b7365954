/* Texts of cards, made plain. */
#include "cardtext.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void white(const char *raw, const char *plain)
{
    char out[CARD_BYTES_MAX + 1];
    bool ok = cardtext_white(out, raw, TEXT_MARKED);
    if (!plain) {
        assert_false(ok);
        return;
    }
    assert_true(ok);
    assert_string_equal(out, plain);
}

static void black(const char *raw, int pick, const char *plain, int picks)
{
    char out[CARD_BYTES_MAX + 1];
    const char *why = cardtext_black(out, raw, TEXT_MARKED, &pick);
    if (why) fail_msg("«%s»: %s", raw, why);
    assert_string_equal(out, plain);
    assert_int_equal(pick, picks);
}

static void useless(const char *raw, int pick, const char *why)
{
    char out[CARD_BYTES_MAX + 1];
    const char *said = cardtext_black(out, raw, TEXT_MARKED, &pick);
    if (!said) fail_msg("«%s» was taken", raw);
    assert_string_equal(said, why);
}

static void markup_goes(void **unused)
{
    (void)unused;
    white("A &amp; B &lt;3 &#39;n&#x27; &eacute;clair&hellip;", "A & B <3 'n' éclair…");
    white("One\ntwo<br/>three<BR>four\tfive", "One two three four five");
    white("<i>So</i> <b class=\"x\">much</b> <3", "So much <3");
    white("**Bold** and *it* and ***both***", "Bold and it and both");
    white("**so *very** good", "so *very good");
    white("<wow> it works", "<wow> it works");
    white("5 * 3 * 2 stars", "5 * 3 * 2 stars");
    white("M*A*S*H, f**k", "M*A*S*H, f**k");
    white("_Really_ good snake_case", "Really good snake_case");
    white("AT&T &nosuch; &#0; &#xD800; &", "AT&T &nosuch; &#0; &#xD800; &");
    white("  \xe2\x80\xaeleft\xe2\x80\xac  ", "left");
    white("", NULL);
    white(" \n ", NULL);
    white("____", NULL);
    white("&shy;", NULL);
}

static void blanks_are_one_underscore(void **unused)
{
    (void)unused;
    black("Why _?", 1, "Why _?", 1);
    black("Why ______?", 0, "Why _?", 1);
    black("___ + ___ = ___.", 3, "_ + _ = _.", 3);
    black("_ and _.", 0, "_ and _.", 2);
    black("What is that smell?", 1, "What is that smell? _", 1);
    black("What is that smell?", 0, "What is that smell? _", 1);
    black("Make a haiku.", 3, "Make a haiku. _ _ _", 3);
    black("_! And then?", 2, "_! And then? _", 2);
    black("Step 1:\n_", 1, "Step 1: _", 1);
    black("_\xe2\x80\x8b_", 0, "_", 1);
}

static void other_underscores_are_told_apart(void **unused)
{
    (void)unused;
    black("A _very_ good _.", 1, "A very good _.", 1);
    black("The file my_cat.jpg shows _.", 1, "The file my cat.jpg shows _.", 1);
    black("Un_able", 1, "Un_able", 1);   /* one blank is asked for, and there is one */
    black("_, _, _!", 1, "_, _, _!", 1); /* the same card thrice */
}

static void plain_texts_stay_as_they_are(void **unused)
{
    (void)unused;
    char out[CARD_BYTES_MAX + 1];
    int pick = 0;
    assert_true(cardtext_white(out, "*A* &amp; <b>_B_</b>", TEXT_PLAIN));
    assert_string_equal(out, "*A* &amp; <b>_B_</b>");
    assert_null(cardtext_black(out, "*Why* __ &lt; _?", TEXT_PLAIN, &pick));
    assert_string_equal(out, "*Why* _ &lt; _?");
    assert_int_equal(pick, 2);
}

static void limits_hold(void **unused)
{
    (void)unused;
    char text[400];
    memset(text, 'a', sizeof text);
    text[300] = 0;
    white(text, text);
    useless("\xe2\x80\xae", 0, "It is longer than 300 bytes, or has nothing that can be read.");
    useless(text, 1, "It is longer than 300 bytes.");
    text[298] = 0;
    char with[310];
    strcpy(with, text);
    strcat(with, " _");
    black(text, 1, with, 1);
    memset(text, 'a', 301);
    text[301] = 0;
    white(text, NULL);
    useless("_", 4, "It takes more than 3 cards.");
    useless("_ _ _ _", 0, "It takes more than 3 cards.");
    useless("", 1, "It has no text.");
    useless("\n", 1, "It has no text.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(markup_goes),
        cmocka_unit_test(blanks_are_one_underscore),
        cmocka_unit_test(other_underscores_are_told_apart),
        cmocka_unit_test(plain_texts_stay_as_they_are),
        cmocka_unit_test(limits_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
