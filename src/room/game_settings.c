#include "room/game_settings.h"

#include <stdio.h>
#include <string.h>

void game_settings_begin(const struct game *game, int32_t settings[GAME_SETTINGS_MAX])
{
    memset(settings, 0, GAME_SETTINGS_MAX * sizeof settings[0]);
    for (int i = 0; game->settings && game->settings[i].key; i++)
        settings[i] = game->settings[i].initial;
}

int game_settings_find(const struct game *game, const char *key)
{
    for (int i = 0; game->settings && game->settings[i].key; i++)
        if (strcmp(game->settings[i].key, key) == 0) return i;
    return -1;
}

static bool setting_value(const struct game_setting *setting, const json_t *json, int32_t *out)
{
    if (json_is_boolean(json)) {
        *out = json_is_true(json);
        return setting->kind == SETTING_SWITCH;
    }
    if (setting->kind == SETTING_CHOICE) {
        const char *word = json_string_value(json);
        for (int i = 0; word && setting->choices[i]; i++)
            if (strcmp(setting->choices[i], word) == 0) {
                *out = i;
                return true;
            }
        return false;
    }
    if (!json_is_integer(json)) return false;
    json_int_t value = json_integer_value(json);
    *out = (int32_t)value;
    return value >= setting->min && value <= setting->max;
}

static struct refusal setting_refusal(const struct game *game, const struct game_setting *setting)
{
    char label[64];
    snprintf(label, sizeof label, "%s.setting.%s", game->name, setting->key);
    /* people type milliseconds as seconds: a range in them would not be understood */
    bool number = setting->kind == SETTING_NUMBER || setting->kind == SETTING_SECRET;
    struct refusal no =
        number ? refuse_saying(REFUSAL_CODE_BAD_SETTING, "«%.40s» takes a number from %d to %d.",
                               setting->key, setting->min, setting->max)
               : refuse_saying(REFUSAL_CODE_BAD_SETTING, "«%.40s» cannot have that value.",
                               setting->key);
    no = refusal_keyed(no, number ? "error.BAD_SETTING.range" : "error.BAD_SETTING.named");
    no = refusal_with(no, (struct refusal_value){"setting", setting->key, label});
    if (!number) return no;
    return refusal_with_number(refusal_with_number(no, "min", setting->min), "max", setting->max);
}

static struct refusal unknown_setting(const char *key)
{
    struct refusal no =
        refuse_saying(REFUSAL_CODE_BAD_SETTING, "There is no setting «%.40s».", key);
    return refusal_with(refusal_keyed(no, "error.BAD_SETTING.unknown"),
                        (struct refusal_value){"setting", key, NULL});
}

struct refusal game_settings_choose(const struct game *game, const json_t *values,
                                    int32_t settings[GAME_SETTINGS_MAX])
{
    int32_t chosen[GAME_SETTINGS_MAX];
    const char *key;
    json_t *json;
    memcpy(chosen, settings, sizeof chosen);
    json_object_foreach((json_t *)values, key, json)
    {
        int at = game_settings_find(game, key);
        if (at < 0) return unknown_setting(key);
        if (!setting_value(&game->settings[at], json, &chosen[at]))
            return setting_refusal(game, &game->settings[at]);
    }
    memcpy(settings, chosen, sizeof chosen);
    return ACCEPTED;
}
