#include "room/preset.h"
#include "room/game_settings.h"

#include <string.h>

const struct game_preset *preset_find(const struct game *game, const char *key)
{
    for (const struct game_preset *p = game->presets; p && p->key; p++)
        if (strcmp(p->key, key) == 0) return p;
    return NULL;
}

static json_t *spelled(const struct game_setting *setting, int32_t value)
{
    if (setting->kind == SETTING_CHOICE) return json_string(setting->choices[value]);
    if (setting->kind == SETTING_SWITCH) return json_boolean(value);
    return json_integer(value);
}

json_t *preset_values(const struct game *game, const struct game_preset *preset)
{
    json_t *values = json_object();
    for (int i = 0; preset->set[i].setting; i++) {
        int at = game_settings_find(game, preset->set[i].setting);
        json_object_set_new(values, preset->set[i].setting,
                            spelled(&game->settings[at], preset->set[i].value));
    }
    return values;
}

bool preset_holds(const struct game *game, const struct game_preset *preset,
                  const int32_t settings[GAME_SETTINGS_MAX])
{
    for (int i = 0; preset->set[i].setting; i++) {
        int at = game_settings_find(game, preset->set[i].setting);
        bool counts = !game->setting_counts || game->setting_counts(at, settings);
        if (counts && settings[at] != preset->set[i].value) return false;
    }
    return true;
}
