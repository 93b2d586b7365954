#include "core/depth.h"

static bool fits(const json_t *json, int levels)
{
    const char *key;
    json_t *value;
    size_t i;
    if (!json_is_object(json) && !json_is_array(json)) return true;
    if (levels == 0) return false;
    json_object_foreach((json_t *)json, key, value) if (!fits(value, levels - 1)) return false;
    json_array_foreach(json, i, value) if (!fits(value, levels - 1)) return false;
    return true;
}

struct refusal depth_refusal(void)
{
    return refuse_saying(REFUSAL_CODE_BAD_REQUEST,
                         "That message has more than %d levels of lists in lists.", JSON_DEPTH_MAX);
}

struct refusal depth_check(const json_t *json)
{
    return fits(json, JSON_DEPTH_MAX) ? ACCEPTED : depth_refusal();
}
