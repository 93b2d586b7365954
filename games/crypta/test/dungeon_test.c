#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "check.h"
#include "crypta/dungeon.h"

#include <stdio.h>
#include <string.h>

/* Never change these lines: codes that friends wrote down must keep their dungeon. */
static const struct {
    uint32_t code;
    const char *line;
} golden[] = {
    {0, "000000 2 KKMOKC/C.PTKM/O...KC/COT.PM/WSW.TO/WWSCOM"},
    {1, "000001 3 KOPMWCW/OKCWTSM/KMOWMKS/PT.OT../C....../MTCKOWW/CKMKCOC"},
    {2, "000002 4 WWMOCWCK/WCWTPTOM/WTWCMOCK/CWOTKK../OP.KMSM./CK..CKS./M..MOTC./K....MKO"},
    {7, "000007 3 OM..SKM/C...OSC/WTCOWTK/CPWMWOM/KTW.CWO/KMC..TC/KOPK.MK"},
    {8, "000008 4 COWMCMKK/WMCWTKOM/WTOPCMKC/CWS.TKKO/W...OMKK/...CSC.M/..TOTW../.CPKMOW."},
    {7234, "007234 3 OCWWCMW/MOWT..W/.TMPM.M/..OSK.W/.TKCK.O/KMKTOKC/CKCOCPS"},
    {42424, "042424 3 OCKCKCM/MPOMT.K/KOTWC../KSWMWO./KTCOPCW/M..KOTW/C...SMW"},
    {123456, "123456 2 SOKKMW/OTKCTC/K.OMKP/..CSTC/W..WOM/M.PWCO"},
    {314159, "314159 4 MCO...CM/OWTCM.K./WWWWOPT./CMWMWO../WOTSCTC./MCM....O/KPTK.SMK/CKKKKCOK"},
    {500000, "500000 4 S...OWWC/M.T.COMP/KOMKKKTC/CK.SCPKK/KT...KCO/OC.M..TW/MWOT.MCW/WWCM.WOM"},
    {777777, "777777 2 CKOPSM/OKCMKS/CPTOTM/KM.KOW/CO.CTW/....WW"},
    {999998, "999998 4 MCOCK.../OKTKMC../KKCOKPWM/COMTSTWC/KTK..MWO/CPM.COCM/WWW.T..S/WWM.OK.."},
    {999999, "999999 2 KC.CMC/...WTO/W..POM/WMKOKC/OTSKTK/WPOSMC"},
};

static void keeps_the_golden_lines(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof golden / sizeof *golden; i++) {
        struct dungeon d;
        char rows[DUNGEON_TEXT_MAX], line[DUNGEON_TEXT_MAX + 16];
        assert_true(dungeon_make(&d, golden[i].code, dungeon_players(golden[i].code)));
        dungeon_text(&d, rows);
        snprintf(line, sizeof line, "%06u %d %s", golden[i].code, d.players, rows);
        assert_string_equal(line, golden[i].line);
    }
}

static void says_how_many_play(void **unused)
{
    (void)unused;
    assert_int_equal(dungeon_players(0), 2);
    assert_int_equal(dungeon_players(1), 3);
    assert_int_equal(dungeon_players(2), 4);
    assert_int_equal(dungeon_players(999999), 2);
}

static void refuses_what_is_no_code(void **unused)
{
    (void)unused;
    struct dungeon d;
    assert_false(dungeon_make(&d, 1000000, 2));
    assert_false(dungeon_make(&d, UINT32_MAX, 2));
    assert_false(dungeon_make(&d, 0, 1));
    assert_false(dungeon_make(&d, 0, 5));
    assert_false(dungeon_make(&d, 0, -1));
}

static void gives_the_same_twice_and_leaves_no_trace(void **unused)
{
    (void)unused;
    struct dungeon a, b;
    memset(&b, 0xff, sizeof b);
    assert_true(dungeon_make(&a, 7234, 4));
    assert_true(dungeon_make(&b, 7234, 2));
    assert_true(dungeon_make(&b, 7234, 4));
    assert_memory_equal(a.cells, b.cells, sizeof a.cells);
}

/* A prime step visits all remainders; all codes are in all_codes_test. */
static void obeys_every_rule_in_a_sample(void **unused)
{
    (void)unused;
    for (uint32_t code = 0; code < DUNGEON_CODES; code += 97)
        for (int players = 2; players <= 4; players++) {
            struct dungeon d;
            char rows[DUNGEON_TEXT_MAX];
            assert_true(dungeon_make(&d, code, players));
            assert_int_equal(dungeon_text(&d, rows), (int)strlen(rows));
            const char *broken = crypta_check(players, rows);
            if (broken) fail_msg("%06u for %d: %s: %s", code, players, broken, rows);
        }
}

/* The checker itself: a good dungeon, and one that breaks each rule and none before it. */
static void checker_finds_each_broken_rule(void **unused)
{
    (void)unused;
    static const struct {
        const char *rows;
        const char *broken;
    } cases[] = {
        {"KKMOKC/C.PTKM/O...KC/COT.PM/WSW.TO/WWSCO", "the grid is not square of its size"},
        {"KKMOKC-C.PTKM/O...KC/COT.PM/WSW.TO/WWSCOM", "rows are not joined by /"},
        {"KKCOKC/C.PTKM/O...KC/COT.PM/WSW.TO/WWSCOM", "wrong number of monsters"},
        {"KKMOKK/C.PTKM/O...KC/COT.PM/WSW.TO/WWSCOM", "wrong number of chests"},
        {"WKMOKC/C.PTKM/O...KC/COT.PM/WSW.TO/WWSCOM", "wrong number of keys"},
        {"KKMOKC/C.PTKM/O...KC/COT.PM/OSW.TO/WWSCOM", "wrong number of swords"},
        {"KKMTKC/C.PTKM/O...KC/COT.PM/WSW.TO/WWSCOM", "wrong number of potions"},
        {"KKMOKC/C.PPKM/O...KC/COT.PM/WSW.TO/WWSCOM", "wrong number of traps"},
        {"KKMOKC/C.STKM/O...KC/COT.PM/WSW.TO/WWSCOM", "wrong number of passages"},
        {"KKMOKC/C.PTKM/O...KC/COT.PM/W.W.TO/WWSCOM", "wrong number of spheres"},
        {"KKMOKC/CXPTKM/O...KC/COT.PM/WSW.TO/WWSCOM", "wrong number of empty cells"},
        {"CKKMCO/MMPTWS/..COWC/O.SMOW/..TKTW/.KOKPC", "spheres are not on one diagonal"},
        {"OK..../MTMC.O/COKK.W/MSOKTC/WTSOPM/CWCKPW", "passages are closer than 4"},
        {"COSWWM/KTWSTO/M.W..K/OCT.../KMOOPK/CPCMCK", "two potions share a row"},
        {".OCKMK/.STKCO/..KMOK/..TCPM/WOWOTC/MPWCWS", "two potions share a column"},
        {"PKSOCK/MCKKKO/WTOMCM/COWWCS/OPT.MT/.....W", "a trap is on the edge"},
        {"CK.CKO/S...OM/PS..TC/KTTOWW/KMOCWM/MOKCWP", "two traps are adjacent"},
        {"OM..../PS..KO/MTCTKC/COWSMK/WWTWOK/PMOCCK", "two chests are adjacent"},
        {"CKCMKO/KKSOTP/POTSMM/..MKOC/..OCTW/..WWWC", "two monsters are adjacent"},
        {"KOCPCK/CWTSOM/M..MSK/..OKCK/O.TPTM/C.WWWO", "a sword is adjacent to a key"},
        {"CSWMOM/WTCWCO/OMWSP./CO..../MTKTK./KCPOKK", "a key is further than 3 from every chest"},
        {"C.MOMW/K..WTC/.OWCWP/.TMTSO/OCKKMS/P.OKCK", "a block of empty cells is smaller than 4"},
    };
    assert_null(crypta_check(2, "KKMOKC/C.PTKM/O...KC/COT.PM/WSW.TO/WWSCOM"));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *broken = crypta_check(2, cases[i].rows);
        assert_non_null(broken);
        assert_string_equal(broken, cases[i].broken);
    }
    assert_string_equal(crypta_check(5, "KKMOKC/C.PTKM/O...KC/COT.PM/WSW.TO/WWSCOM"),
                        "players are 2, 3 or 4");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_the_golden_lines),
        cmocka_unit_test(says_how_many_play),
        cmocka_unit_test(refuses_what_is_no_code),
        cmocka_unit_test(gives_the_same_twice_and_leaves_no_trace),
        cmocka_unit_test(obeys_every_rule_in_a_sample),
        cmocka_unit_test(checker_finds_each_broken_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
