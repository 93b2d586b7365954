#include "site/actions.h"
#include "core/token.h"
#include "room/preset.h"
#include "room/verb.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MORE_TIME_MS 30000

static struct refusal nothing_more(const struct room *room, json_t *payload, struct step *step)
{
    (void)room, (void)payload, (void)step;
    return ACCEPTED;
}

static struct refusal settings(const struct room *room, json_t *payload, struct step *step)
{
    (void)room;
    step->settings.values = payload;
    return ACCEPTED;
}

/* A preset is only another way to say settings: the record has those, whatever becomes of its name. */
static struct refusal preset(const struct room *room, json_t *payload, struct step *step)
{
    const char *key = json_string_value(json_object_get(payload, "preset"));
    const struct game_preset *found = key ? preset_find(room->game, key) : NULL;
    if (!found)
        return refusal_keyed(refuse_saying(REFUSAL_CODE_BAD_SETTING, "There is no such preset."),
                             "error.BAD_SETTING.preset");
    json_t *values = preset_values(room->game, found);
    json_object_set_new(payload, "values", values);
    return settings(room, values, step);
}

static struct refusal game(const struct room *room, json_t *payload, struct step *step)
{
    (void)room;
    step->game.name = json_string_value(json_object_get(payload, "game"));
    return step->game.name ? ACCEPTED : REFUSE(UNKNOWN_GAME);
}

/* Numbers and names of packs; without a list all of them. */
static struct refusal packs(const struct room *room, json_t *payload, struct step *step)
{
    (void)room;
    step->packs.deck = json_string_value(json_object_get(payload, "deck"));
    step->packs.list = json_object_get(payload, "packs");
    bool fine = step->packs.deck && (!step->packs.list || json_is_array(step->packs.list));
    return fine ? ACCEPTED : REFUSE(BAD_REQUEST);
}

/* One deck, by its hash; without one all of them. */
static struct refusal discard(const struct room *room, json_t *payload, struct step *step)
{
    (void)room;
    const json_t *deck = json_object_get(payload, "deck");
    step->discard.hash = json_string_value(deck);
    return !deck || step->discard.hash ? ACCEPTED : REFUSE(BAD_REQUEST);
}

static struct refusal team(const struct room *room, json_t *payload, struct step *step)
{
    const char *name = json_string_value(json_object_get(payload, "teamName"));
    const json_t *watch = json_object_get(payload, "watch");
    step->team.team = -1;
    step->team.watch = json_is_true(watch);
    if (name && *name) {
        step->team.team = room_team(room, name);
        if (step->team.team < 0) return REFUSE(INVALID_TEAM);
    } else if (!json_is_boolean(watch)) {
        return REFUSE(INVALID_TEAM);
    }
    return ACCEPTED;
}

static struct refusal name(const struct room *room, json_t *payload, struct step *step)
{
    (void)room;
    step->rename.name = json_string_value(json_object_get(payload, "playerName"));
    return step->rename.name ? ACCEPTED : REFUSE(BAD_NAME);
}

static struct refusal avatar(const struct room *room, json_t *payload, struct step *step)
{
    (void)room;
    step->avatar.avatar = json_string_value(json_object_get(payload, "avatar"));
    return step->avatar.avatar ? ACCEPTED : REFUSE(BAD_REQUEST);
}

static struct refusal about(const struct room *room, json_t *payload, struct step *step)
{
    const char *id = json_string_value(json_object_get(payload, "id"));
    const struct person *p = id ? room_person_by_id(room, id) : NULL;
    if (!p) return REFUSE(UNKNOWN_PERSON);
    step->who = p->number;
    return ACCEPTED;
}

/* Somebody who was put out is on no list of people. */
static struct refusal about_left(const struct room *room, json_t *payload, struct step *step)
{
    const char *id = json_string_value(json_object_get(payload, "id"));
    for (int i = 0; id && i < room->people + room->left; i++)
        if (strcmp(room->person[i].id, id) == 0) step->who = room->person[i].number;
    return step->who ? ACCEPTED : REFUSE(UNKNOWN_PERSON);
}

static int level(const json_t *payload, int missing)
{
    const json_t *value = json_object_get(payload, "level");
    if (!value) return missing;
    if (!json_is_integer(value)) return -1;
    json_int_t n = json_integer_value(value);
    return n < 0 || n >= LEVELS ? -1 : (int)n;
}

static struct refusal bot(const struct room *room, json_t *payload, struct step *step)
{
    static const char *const names[LEVELS] = {"",       "Ludo",    "Ludovica",
                                              "Ludwig", "Ludmila", "Ludivina"};
    int strength = level(payload, 2);
    const char *given = json_string_value(json_object_get(payload, "playerName"));
    const char *team_name = json_string_value(json_object_get(payload, "teamName"));
    if (strength < 1) return REFUSE(BAD_REQUEST);
    step->join.level = strength;
    step->join.name = given && *given ? given : names[strength];
    step->join.team = team_name && *team_name ? room_team(room, team_name) : -1;
    if (team_name && *team_name && step->join.team < 0) return REFUSE(INVALID_TEAM);
    return ACCEPTED;
}

static struct refusal seat_bot(const struct room *room, json_t *payload, struct step *step)
{
    int strength = level(payload, 2);
    if (strength < 0) return REFUSE(BAD_REQUEST);
    step->seat_bot.level = strength;
    if (json_object_get(payload, "id")) return about(room, payload, step);
    step->who = step->by;
    return ACCEPTED;
}

static struct refusal wait_for(const struct room *room, json_t *payload, struct step *step)
{
    step->wait.over = json_is_false(json_object_get(payload, "wait"));
    return about(room, payload, step);
}

static struct refusal more(const struct room *room, json_t *payload, struct step *step)
{
    (void)room, (void)payload;
    step->more.ms = MORE_TIME_MS;
    return ACCEPTED;
}

static struct refusal agree(const struct room *room, json_t *payload, struct step *step)
{
    (void)room;
    const json_t *of = json_object_get(payload, "of"), *yes = json_object_get(payload, "agree");
    step->agree.of = json_integer_value(of);
    step->agree.no = json_is_false(yes);
    return json_is_integer(of) && (!yes || json_is_boolean(yes)) ? ACCEPTED : REFUSE(BAD_REQUEST);
}

/* The same game again, or another one; settings only of another one. */
static struct refusal next(const struct room *room, json_t *payload, struct step *step)
{
    const json_t *wanted = json_object_get(payload, "game");
    const json_t *values = json_object_get(payload, "settings");
    const char *name = json_string_value(wanted);
    if (wanted && !name) return REFUSE(UNKNOWN_GAME);
    if (values && !json_is_object(values)) return REFUSE(BAD_SETTING);
    if (!name || !*name || strcmp(name, room->game->name) == 0) return ACCEPTED;
    step->start.game = name;
    step->start.settings = values;
    return ACCEPTED;
}

static struct refusal show_shelf(const struct room *room, json_t *payload, struct step *step)
{
    (void)room;
    step->shelf.open = !json_is_false(json_object_get(payload, "open"));
    return ACCEPTED;
}

static struct refusal vote(const struct room *room, json_t *payload, struct step *step)
{
    (void)room;
    const char *name = json_string_value(json_object_get(payload, "game"));
    step->vote.game = name && *name ? name : NULL;
    return ACCEPTED;
}

/* What the step points to belongs to the payload. */
static struct refusal teams_of(json_t *payload, struct step *step, json_t *of)
{
    json_object_set_new(payload, "of", of);
    step->teams_of.of = of;
    return ACCEPTED;
}

static struct refusal shuffle(const struct room *room, json_t *payload, struct step *step)
{
    uint8_t seed[CHANCE_SEED_BYTES];
    struct chance chance;
    random_bytes(seed, sizeof seed);
    chance_init(&chance, seed, 0);
    return teams_of(payload, step, room_teams_shuffled(room, &chance));
}

static struct refusal balance(const struct room *room, json_t *payload, struct step *step)
{
    return teams_of(payload, step, room_teams_balanced(room));
}

static int named_team(const struct room *room, const json_t *payload)
{
    const char *wanted = json_string_value(json_object_get(payload, "teamName"));
    return wanted ? room_team(room, wanted) : -1;
}

static struct refusal move(const struct room *room, json_t *payload, struct step *step)
{
    int to = named_team(room, payload);
    struct refusal refusal = about(room, payload, step);
    if (refused(&refusal)) return refusal;
    if (to < 0) return REFUSE(INVALID_TEAM);
    const char *id = json_string_value(json_object_get(payload, "id"));
    json_t *of = json_object();
    json_object_set_new(of, id, json_integer(to));
    return teams_of(payload, step, of);
}

/* An empty name is the game's own again. */
static struct refusal team_name(const struct room *room, json_t *payload, struct step *step)
{
    const char *called = json_string_value(json_object_get(payload, "name"));
    step->team_name.team = named_team(room, payload);
    step->team_name.name = called && *called ? called : NULL;
    return step->team_name.team < 0 ? REFUSE(INVALID_TEAM) : ACCEPTED;
}

static struct refusal fair_commit(const struct room *room, json_t *payload, struct step *step)
{
    (void)room;
    const char *text = json_string_value(json_object_get(payload, "commit"));
    bool read = text && hex_read(step->mix.commit, sizeof step->mix.commit, text);
    return read ? ACCEPTED : REFUSE(BAD_REQUEST);
}

static struct refusal fair_reveal(const struct room *room, json_t *payload, struct step *step)
{
    (void)room;
    const char *text = json_string_value(json_object_get(payload, "number"));
    bool read = text && hex_read(step->reveal.random, sizeof step->reveal.random, text);
    return read ? ACCEPTED : REFUSE(BAD_REQUEST);
}

/* «report» is none of these: it is no step. */
static const struct action {
    const char *event;
    enum step_kind kind;
    struct refusal (*fill)(const struct room *room, json_t *payload, struct step *step);
} actions[] = {
    {"start_game", STEP_START, nothing_more},
    {"configure_room", STEP_SETTINGS, settings},
    {"choose_preset", STEP_SETTINGS, preset},
    {"choose_game", STEP_GAME, game},
    {"choose_packs", STEP_PACKS, packs},
    {"discard_cards", STEP_DISCARD, discard},
    {"choose_team", STEP_TEAM, team},
    {"rename", STEP_RENAME, name},
    {"choose_avatar", STEP_AVATAR, avatar},
    {"leave_room", STEP_LEAVE, nothing_more},
    {"kick", STEP_KICK, about},
    {"readmit", STEP_READMIT, about_left},
    {"hand_over", STEP_HOST, about},
    {"pause_game", STEP_PAUSE, nothing_more},
    {"resume_game", STEP_RESUME, nothing_more},
    {"more_time", STEP_MORE, more},
    {"end_game", STEP_STOP, nothing_more},
    {"play_again", STEP_AGAIN, nothing_more},
    {"next_game", STEP_NEXT, next},
    {"show_shelf", STEP_SHELF, show_shelf},
    {"vote_game", STEP_VOTE, vote},
    {"shuffle_teams", STEP_TEAMS, shuffle},
    {"balance_teams", STEP_TEAMS, balance},
    {"move_player", STEP_TEAMS, move},
    {"name_team", STEP_TEAM_NAME, team_name},
    {"add_bot", STEP_BOT, bot},
    {"seat_bot", STEP_SEAT_BOT, seat_bot},
    {"wait_for", STEP_WAIT, wait_for},
    {"undo", STEP_UNDO, nothing_more},
    {"agree_undo", STEP_AGREE, agree},
    {"fair_commit", STEP_MIX, fair_commit},
    {"fair_reveal", STEP_REVEAL, fair_reveal},
};

/* Takes out what only says who and where: a record never holds a token. */
static void strip(json_t *payload)
{
    json_object_del(payload, "roomCode");
    json_object_del(payload, "playerId");
    json_object_del(payload, "hostToken");
}

struct refusal action_step(const struct room *room, const char *event, json_t *payload,
                           uint16_t person, struct step *step)
{
    *step = (struct step){.by = person};
    strip(payload);
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++)
        if (strcmp(actions[i].event, event) == 0) {
            step->kind = actions[i].kind;
            return actions[i].fill(room, payload, step);
        }
    step->kind = STEP_ACT;
    step->act.verb = event;
    step->act.with = payload;
    return verb_find(room->game, event) ? ACCEPTED : REFUSE(UNKNOWN_VERB);
}

bool action_is_yes(const char *text)
{
    if (!text) return false;
    return strcmp(text, "on") == 0 || strcmp(text, "true") == 0 || strcmp(text, "1") == 0;
}

static bool is_no(const char *text)
{
    return strcmp(text, "off") == 0 || strcmp(text, "false") == 0 || strcmp(text, "0") == 0;
}

/* What a form's text means for a setting; NULL if it means nothing. */
static json_t *coerced(const struct game_setting *setting, const char *text)
{
    char *end;
    if (setting->kind == SETTING_SWITCH)
        return action_is_yes(text) || is_no(text) ? json_boolean(action_is_yes(text)) : NULL;
    if (setting->kind == SETTING_CHOICE) return NULL;
    long long value = strtoll(text, &end, 10);
    return end == text || *end ? NULL : json_integer(value);
}

/* «KEY.seconds» is how a page asks for what the game counts in milliseconds. */
static void coerce_seconds(const char *key, json_t *values)
{
    char name[64], *end;
    snprintf(name, sizeof name, "%s.seconds", key);
    const char *text = json_string_value(json_object_get(values, name));
    if (!text) return;
    double seconds = strtod(text, &end);
    if (end != text && !*end && seconds >= 0 && seconds < 1e6)
        json_object_set_new(values, key, json_integer(llround(seconds * 1000)));
    else
        json_object_set_new(values, key, json_string(text)); /* to be refused under its own name */
    json_object_del(values, name);
}

void action_coerce(const struct game *on_table, json_t *values)
{
    for (const struct game_setting *s = on_table->settings; s && s->key; s++) {
        if (s->kind == SETTING_MILLISECONDS) coerce_seconds(s->key, values);
        const char *text = json_string_value(json_object_get(values, s->key));
        json_t *value = text ? coerced(s, text) : NULL;
        if (value) json_object_set_new(values, s->key, value);
    }
}

json_t *action_settings(const struct game *on_table, const json_t *payload)
{
    json_t *values = json_object();
    for (const struct game_setting *s = on_table->settings; s && s->key; s++) {
        json_t *value = json_object_get(payload, s->key);
        if (value) json_object_set(values, s->key, value);
    }
    return values;
}

json_t *action_read_form(const struct game *on_table, const char *event, const json_t *form)
{
    json_t *payload = json_deep_copy(form);
    const char *watch = json_string_value(json_object_get(form, "watch"));
    const char *strength = json_string_value(json_object_get(form, "level"));
    if (watch) json_object_set_new(payload, "watch", json_boolean(action_is_yes(watch)));
    if (strength) json_object_set_new(payload, "level", json_integer(strtol(strength, NULL, 10)));
    if (strcmp(event, "configure_room") != 0) return payload;
    action_coerce(on_table, payload);
    json_t *values = action_settings(on_table, payload);
    json_decref(payload);
    return values;
}
