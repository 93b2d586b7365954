#include "room/verb.h"

#include <string.h>

const struct game_verb *verb_find(const struct game *game, const char *name)
{
    for (const struct game_verb *verb = game->verbs; verb->name; verb++)
        if (strcmp(verb->name, name) == 0) return verb;
    return NULL;
}

static bool declares(const struct game_verb *verb, const char *field)
{
    size_t len = strlen(field), word;
    for (const char *at = verb && verb->fields ? verb->fields : ""; *at; at += word) {
        word = strcspn(at, " ");
        if (word && word == len && memcmp(at, field, len) == 0) return true;
        if (at[word]) word++;
    }
    return false;
}

json_t *verb_payload(const struct game_verb *verb, const json_t *with)
{
    const char *field;
    json_t *value;
    bool all = true;
    json_object_foreach((json_t *)with, field, value) all = all && declares(verb, field);
    if (all) return json_incref((json_t *)with);
    json_t *kept = json_object();
    json_object_foreach((json_t *)with, field, value)
    {
        if (declares(verb, field)) json_object_set(kept, field, value);
    }
    return kept;
}
