/* Presets of a game, as settings; and settings that come from outside, all of them or none. */
#include "party.h"
#include "room/game_settings.h"
#include "room/preset.h"

static void a_preset_is_settings(void **state)
{
    int32_t settings[GAME_SETTINGS_MAX];
    (void)state;
    const struct game_preset *brief = preset_find(&hush_game, "short");
    const struct game_preset *lengthy = preset_find(&hush_game, "long");
    assert_null(preset_find(&hush_game, "none"));
    game_settings_begin(&hush_game, settings);
    assert_false(preset_holds(&hush_game, brief, settings));
    json_t *values = preset_values(&hush_game, lengthy);
    assert_int_equal(json_integer_value(json_object_get(values, "rounds")), 6);
    assert_true(json_is_false(json_object_get(values, "timed")));
    assert_int_equal(game_settings_choose(&hush_game, values, settings).code, REFUSAL_CODE_OK);
    assert_true(preset_holds(&hush_game, lengthy, settings));
    assert_false(preset_holds(&hush_game, brief, settings));
    json_decref(values);
}

static void refused_settings_change_nothing(void **state)
{
    static const char *const bad[] = {"{\"rounds\":2,\"laps\":1}",
                                      "{\"rounds\":2,\"timed\":2}",
                                      "{\"rounds\":2,\"wins\":\"x\"}",
                                      "{\"rounds\":7}",
                                      "{\"rounds\":\"2\"}",
                                      "{\"rounds\":4294967298}",
                                      "{\"rounds\":2,\"wins\":null}",
                                      "{\"rounds\":2,\"timed\":[]}",
                                      NULL};
    int32_t before[GAME_SETTINGS_MAX], after[GAME_SETTINGS_MAX];
    (void)state;
    game_settings_begin(&hush_game, before);
    for (int i = 0; bad[i]; i++) {
        json_t *values = json_loads(bad[i], 0, NULL);
        memcpy(after, before, sizeof after);
        struct refusal why = game_settings_choose(&hush_game, values, after);
        assert_int_equal(why.code, REFUSAL_CODE_BAD_SETTING);
        assert_memory_equal(after, before, sizeof after);
        json_decref(values);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_preset_is_settings),
        cmocka_unit_test(refused_settings_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
