#include "golden.h"
#include "hush.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h wants these first */
#include <cmocka.h>

static void goes_as_written(void **unused)
{
    (void)unused;
    assert_true(golden_check(&hush_game, GOLDEN "/hush.golden"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(goes_as_written)};
    return cmocka_run_group_tests_name("hush_golden", tests, NULL, NULL);
}
