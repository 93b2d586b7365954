#include "room/step.h"
#include "core/write_json.h"

#include <string.h>

static const char *const words[] = {
#define X(kind, word) word,
    STEPS(X)
#undef X
};

const char *step_word(enum step_kind kind)
{
    return words[kind];
}

static void put_hex(struct writer *w, const char *key, const uint8_t *bytes, unsigned len)
{
    char text[2 * CHANCE_SEED_BYTES + 1];
    hex_write(text, bytes, len);
    put_string(w, key, text);
}

static void put_json(struct writer *w, const char *key, const json_t *json)
{
    write_key(w, key);
    write_json(w, json);
}

static void write_person(struct writer *w, const struct step *s)
{
    put_string(w, "name", s->join.name);
    if (s->kind == STEP_BOT)
        put_int(w, "level", s->join.level);
    else
        put_hex(w, "token", s->join.token, TOKEN_HASH_BYTES);
    if (s->join.team >= 0) put_int(w, "team", s->join.team);
    if (s->join.watch) put_bool(w, "watch", true);
}

static void write_start(struct writer *w, const struct step *s)
{
    put_hex(w, "seed", s->start.seed, CHANCE_SEED_BYTES);
    put_int(w, "version", s->start.version);
    if (s->start.callers) put_bool(w, "callers", true);
    if (s->start.decks == 0) return;
    put_array(w, "decks");
    for (int i = 0; i < s->start.decks; i++)
        write_string(w, s->start.deck[i]);
    write_end(w);
}

static void write_details(struct writer *w, const struct step *s)
{
    switch (s->kind) {
    case STEP_CREATE:
        put_string(w, "code", s->create.code);
        put_string(w, "game", s->create.game);
        put_string(w, "name", s->create.name);
        put_hex(w, "token", s->create.token, TOKEN_HASH_BYTES);
        put_hex(w, "hostToken", s->create.host_token, TOKEN_HASH_BYTES);
        if (s->create.settings) put_json(w, "settings", s->create.settings);
        break;
    case STEP_JOIN:
    case STEP_BOT: write_person(w, s); break;
    case STEP_RENAME: put_string(w, "name", s->rename.name); break;
    case STEP_TEAM:
        if (s->team.team >= 0) put_int(w, "team", s->team.team);
        if (s->team.watch) put_bool(w, "watch", true);
        break;
    case STEP_SEAT_BOT: put_int(w, "level", s->seat_bot.level); break;
    case STEP_GAME: put_string(w, "game", s->game.name); break;
    case STEP_SETTINGS: put_json(w, "values", s->settings.values); break;
    case STEP_START: write_start(w, s); break;
    case STEP_ACT:
        put_string(w, "verb", s->act.verb);
        if (json_object_size(s->act.with)) put_json(w, "with", s->act.with);
        break;
    case STEP_DECK:
    case STEP_IMPORT: put_json(w, "deck", s->deck.json); break;
    case STEP_MORE: put_int(w, "ms", s->more.ms); break;
    case STEP_STOP:
    case STEP_END:
        if (s->end.why) put_string(w, "why", s->end.why);
        break;
    default: break;
    }
}

void step_write_outcome(const struct step *step, struct buffer *line)
{
    if (!step->teams && !step->check) return;
    line->len--; /* the brace at its end */
    if (step->teams) {
        buffer_add_text(line, ",\"teams\":");
        struct writer w = writer_to(line);
        write_json(&w, step->teams);
    }
    if (step->check) {
        buffer_add_text(line, ",\"check\":");
        struct writer w = writer_to(line);
        write_int(&w, step->check);
    }
    buffer_add_byte(line, '}');
}

void step_write(const struct step *step, struct buffer *out)
{
    struct writer w = writer_to(out);
    write_object(&w);
    put_string(&w, "do", step_word(step->kind));
    put_int(&w, "t", step->time);
    if (step->by) put_int(&w, "by", step->by);
    if (step->who) put_int(&w, "who", step->who);
    write_details(&w, step);
    write_end(&w);
    step_write_outcome(step, out);
}

static bool read_hex(uint8_t *out, unsigned len, const struct record *r, const char *key)
{
    const char *text = record_text(r, key);
    return text && strlen(text) == 2 * len && hex_read(out, len, text);
}

static bool read_person(struct step *s, const struct record *r)
{
    s->join.name = record_text(r, "name");
    s->join.team = (int)record_number(r, "team", -1);
    s->join.watch = record_true(r, "watch");
    s->join.level = (int)record_number(r, "level", 0);
    return s->join.name &&
           (s->kind == STEP_BOT || read_hex(s->join.token, TOKEN_HASH_BYTES, r, "token"));
}

static bool read_start(struct step *s, const struct record *r)
{
    const json_t *decks = record_json(r, "decks");
    s->start.version = (uint32_t)record_number(r, "version", 0);
    s->start.callers = record_true(r, "callers");
    s->start.decks = 0;
    size_t i;
    json_t *hash;
    json_array_foreach(decks, i, hash)
    {
        if (!json_is_string(hash) || s->start.decks == STEP_DECKS_MAX) return false;
        s->start.deck[s->start.decks++] = json_string_value(hash);
    }
    return read_hex(s->start.seed, CHANCE_SEED_BYTES, r, "seed");
}

static bool read_act(struct step *s, const struct record *r)
{
    static json_t *nothing; /* shared and immutable: a payload that was empty is not stored */
    if (!nothing) nothing = json_object();
    s->act.verb = record_text(r, "verb");
    s->act.with = record_json(r, "with");
    if (!s->act.with) s->act.with = nothing;
    return s->act.verb && json_is_object(s->act.with);
}

static bool read_teams(struct step *s, const struct record *r)
{
    s->teams = record_json(r, "teams");
    return !s->teams || json_is_object(s->teams);
}

static bool read_details(struct step *s, const struct record *r)
{
    switch (s->kind) {
    case STEP_CREATE:
        s->create.code = record_text(r, "code");
        s->create.game = record_text(r, "game");
        s->create.name = record_text(r, "name");
        s->create.settings = record_json(r, "settings");
        return s->create.code && s->create.game && s->create.name &&
               read_hex(s->create.token, TOKEN_HASH_BYTES, r, "token") &&
               read_hex(s->create.host_token, TOKEN_HASH_BYTES, r, "hostToken");
    case STEP_JOIN:
    case STEP_BOT: return read_person(s, r);
    case STEP_RENAME: return (s->rename.name = record_text(r, "name"));
    case STEP_TEAM:
        s->team.team = (int)record_number(r, "team", -1);
        s->team.watch = record_true(r, "watch");
        return true;
    case STEP_SEAT_BOT: s->seat_bot.level = (int)record_number(r, "level", 0); return true;
    case STEP_GAME: return (s->game.name = record_text(r, "game")) && read_teams(s, r);
    case STEP_SETTINGS: return json_is_object(s->settings.values = record_json(r, "values"));
    case STEP_START: return read_start(s, r);
    case STEP_ACT: return read_act(s, r);
    case STEP_DECK:
    case STEP_IMPORT: return json_is_object(s->deck.json = record_json(r, "deck"));
    case STEP_MORE: s->more.ms = record_number(r, "ms", 0); return true;
    case STEP_STOP: s->end.why = record_text(r, "why"); return read_teams(s, r);
    case STEP_END: s->end.why = record_text(r, "why"); return true;
    case STEP_AGAIN: return read_teams(s, r);
    default: return true;
    }
}

bool step_read(struct step *step, const struct record *r)
{
    const char *word = record_text(r, "do");
    if (!word) return false;
    *step = (struct step){.stored = true};
    while (step->kind < STEP_KINDS &&
           (words[step->kind][0] != word[0] || strcmp(words[step->kind], word) != 0))
        step->kind++;
    if (step->kind == STEP_KINDS) return false;
    step->time = record_number(r, "t", 0);
    step->by = (uint16_t)record_number(r, "by", 0);
    step->who = (uint16_t)record_number(r, "who", 0);
    step->check = (uint32_t)record_number(r, "check", 0);
    return read_details(step, r);
}
