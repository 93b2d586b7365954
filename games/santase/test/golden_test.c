/* Matches as text: what was done, what everybody saw and heard. GOLDEN_UPDATE=1 writes them anew.
 */
#include "golden.h"
#include "santase/santase.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

static void a_deal(void **unused)
{
    (void)unused;
    assert_true(golden_check(&santase_game, GOLDEN "/deal.golden"));
}

static void switches(void **unused)
{
    (void)unused;
    assert_true(golden_check(&santase_game, GOLDEN "/switches.golden"));
}

static void leaving(void **unused)
{
    (void)unused;
    assert_true(golden_check(&santase_game, GOLDEN "/leaving.golden"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_deal),
        cmocka_unit_test(switches),
        cmocka_unit_test(leaving),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
