/* A game's presets: each sets what there is to a value it may have, and one at most is in force. */
#include "trial.h"

#include <string.h>

static const struct game_setting *setting_of(const struct game *g, const char *key)
{
    const struct game_setting *s = g->settings;
    while (s && s->key && strcmp(s->key, key) != 0)
        s++;
    return s && s->key ? s : NULL;
}

static bool preset_fits(struct verdict *v, const struct game *g, const struct game_preset *p)
{
    if (!p->set[0].setting) return complain(v, g, "shape", "preset %s sets nothing", p->key);
    for (int i = 0; p->set[i].setting; i++) {
        const struct game_setting *s = setting_of(g, p->set[i].setting);
        int value = p->set[i].value;
        if (!s || s->kind == SETTING_SECRET)
            return complain(v, g, "shape", "preset %s: there is no setting %s", p->key,
                            p->set[i].setting);
        if (value < s->min || value > s->max)
            return complain(v, g, "shape", "preset %s sets %s to %d", p->key, s->key, value);
    }
    return true;
}

static bool differ(const struct game_preset *a, const struct game_preset *b)
{
    for (int i = 0; a->set[i].setting; i++)
        for (int j = 0; b->set[j].setting; j++)
            if (strcmp(a->set[i].setting, b->set[j].setting) == 0 &&
                a->set[i].value != b->set[j].value)
                return true;
    return false;
}

bool check_presets(struct verdict *v, const struct game *g)
{
    for (const struct game_preset *p = g->presets; p && p->key; p++) {
        if (!preset_fits(v, g, p)) return false;
        for (const struct game_preset *q = g->presets; q < p; q++)
            if (!differ(q, p))
                return complain(v, g, "shape", "presets %s and %s can hold at the same time",
                                q->key, p->key);
    }
    return true;
}
