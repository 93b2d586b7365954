/* GET /new?game=NAME&SETTING=VALUE…: settings as a link. It shows what they are and makes nothing; who wants
 * the room presses a button, which is an ordinary POST /rooms. */
#include "core/text.h"
#include "room/game_settings.h"
#include "site/actions.h"
#include "site/room_page.h"
#include "site/routes.h"

#include <string.h>

/* A link may be anybody's: what a host alone may see is no part of one. */
static struct refusal check_secrets(const struct game *game, const json_t *asked)
{
    for (const struct game_setting *s = game->settings; s && s->key; s++)
        if (s->kind == SETTING_SECRET && json_object_get(asked, s->key))
            return refusal_with(
                refusal_keyed(refuse_saying(REFUSAL_CODE_BAD_SETTING,
                                            "«%.40s» cannot be given in a link.", s->key),
                              "error.BAD_SETTING.unknown"),
                (struct refusal_value){"setting", s->key, NULL});
    return ACCEPTED;
}

/* What messengers and search engines hang on a link to follow who opens it. */
static bool is_tracking(const char *key)
{
    static const char *const called[] = {"fbclid",  "gclid",  "gbraid", "wbraid", "dclid",
                                         "msclkid", "igshid", "igsh",   "twclid", "ttclid",
                                         "yclid",   "ysclid", "mc_cid", "mc_eid", "li_fat_id"};
    if (strncmp(key, "utm_", 4) == 0) return true;
    for (size_t i = 0; i < sizeof called / sizeof called[0]; i++)
        if (strcmp(key, called[i]) == 0) return true;
    return false;
}

/* Nobody who was sent a link has put it there: it is as if it had not come. */
static void drop_tracking(json_t *query)
{
    const char *key;
    json_t *value;
    void *next;
    json_object_foreach_safe(query, next, key, value)
    {
        if (is_tracking(key)) json_object_del(query, key);
    }
}

/* What is left of the query when all that is not a setting is taken out. */
static json_t *asked_settings(const struct game *game, const json_t *query)
{
    static const char *const others[] = {"game", "preset", "lang"};
    json_t *asked = json_copy((json_t *)query);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        json_object_del(asked, others[i]);
    action_coerce(game, asked);
    return asked;
}

/* As POST /rooms would have them: the game's own, the house's for this reader, then those of the link. */
static struct refusal choose(const struct visit *v, const struct game *game, const json_t *asked,
                             int32_t settings[GAME_SETTINGS_MAX])
{
    struct page_context context = visit_context(v);
    json_t *usual = games_defaults(v->site->games, game->name, context.language, true);
    game_settings_begin(game, settings);
    game_settings_choose(game, usual, settings);
    json_decref(usual);
    struct refusal why = check_secrets(game, asked);
    return refused(&why) ? why : game_settings_choose(game, asked, settings);
}

static void show(struct visit *v, const struct game *game, const json_t *query)
{
    int32_t settings[GAME_SETTINGS_MAX];
    struct page_setting shown[GAME_SETTINGS_MAX];
    char called[NAME_BYTES_MAX + 1] = "";
    const char *given = json_string_value(json_object_get(query, "preset"));
    struct buffer body = {0};
    struct page_context context = visit_context(v);
    json_t *asked = asked_settings(game, query);
    struct refusal why = choose(v, game, asked, settings);
    struct page_room room = {.game = game->name, .box = game->box, .settings = shown};
    room.setting_count = room_page_settings(shown, game, settings, false);
    if (!given || !text_clean_name(called, given)) called[0] = 0;
    struct page_new opening = {.room = &room,
                               .called = called,
                               .query = query,
                               .asked = refused(&why) ? NULL : asked,
                               .problem = refused(&why) ? &why : NULL};
    if (refused(&why) && v->json) {
        answer_refusal(v, &why, NULL, NULL);
    } else {
        page_new(&body, &context, &opening);
        answer_page(v, refused(&why) ? refusal_status(&why) : 200, &body);
    }
    json_decref(asked);
}

void show_new(struct visit *v)
{
    json_t *query = visit_query_fields(v);
    drop_tracking(query);
    const char *name = json_string_value(json_object_get(query, "game"));
    const struct game *game = name ? house_game(games_house(v->site->games), name) : NULL;
    struct refusal why = query ? REFUSE(UNKNOWN_GAME) : REFUSE(BAD_REQUEST);
    if (game)
        show(v, game, query);
    else
        answer_refusal(v, &why, NULL, NULL);
    json_decref(query);
}
