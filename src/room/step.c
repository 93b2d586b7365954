#include "room/step.h"
#include "core/write_json.h"

#include <stddef.h>
#include <string.h>

#define ROOM false
#define GAME true
static const struct {
    const char *word;
    enum step_who who;
    bool of_game;
} table[] = {
#define X(kind, word, who, of, function) {word, STEP_BY_##who, of},
    STEPS(X)
#undef X
};

const char *step_word(enum step_kind kind)
{
    return table[kind].word;
}

enum step_who step_who(enum step_kind kind)
{
    return table[kind].who;
}

bool step_is_of_game(enum step_kind kind)
{
    return table[kind].of_game;
}

/* ---- what each kind says besides who and when ---- */

enum form {
    TEXT,
    TEXT_OR_NONE,
    TOKEN, /* its hash */
    SEED,
    SEED_OR_NONE,   /* all 0: not written */
    NUMBER,         /* an int */
    NUMBER_OR_NONE, /* -1: not written */
    VERSION,        /* an unsigned one */
    LONG,           /* of 64 bits */
    FLAG,           /* false: not written */
    OBJECT,
    OBJECT_OR_NONE,
    TEXTS_OR_NONE,
    ARRAY_OR_NONE,
    PAYLOAD, /* an object; empty: not written */
    DECKS,   /* hashes */
};

struct detail {
    const char *key; /* NULL ends a list */
    enum form form;
    size_t at;
};
#define AT(member) offsetof(struct step, member)

static const struct detail details[STEP_KINDS][8] = {
    [STEP_CREATE] = {{"code", TEXT, AT(create.code)},
                     {"game", TEXT, AT(create.game)},
                     {"name", TEXT, AT(create.name)},
                     {"token", TOKEN, AT(create.token)},
                     {"hostToken", TOKEN, AT(create.host_token)},
                     {"settings", OBJECT_OR_NONE, AT(create.settings)},
                     {"avatar", TEXT_OR_NONE, AT(create.avatar)}},
    [STEP_JOIN] = {{"name", TEXT, AT(join.name)},
                   {"token", TOKEN, AT(join.token)},
                   {"team", NUMBER_OR_NONE, AT(join.team)},
                   {"watch", FLAG, AT(join.watch)},
                   {"avatar", TEXT_OR_NONE, AT(join.avatar)}},
    [STEP_RETURN] = {{"name", TEXT_OR_NONE, AT(join.name)},
                     {"team", NUMBER_OR_NONE, AT(join.team)},
                     {"watch", FLAG, AT(join.watch)},
                     {"avatar", TEXT_OR_NONE, AT(join.avatar)}},
    [STEP_KICK] = {{"device", TEXT_OR_NONE, AT(kick.device)}},
    [STEP_MOVE] = {{"token", TOKEN, AT(join.token)}},
    [STEP_BACK] = {{"host", FLAG, AT(back.host)}},
    [STEP_AVATAR] = {{"avatar", TEXT, AT(avatar.avatar)}},
    [STEP_BOT] = {{"name", TEXT, AT(join.name)},
                  {"level", NUMBER, AT(join.level)},
                  {"team", NUMBER_OR_NONE, AT(join.team)},
                  {"watch", FLAG, AT(join.watch)}},
    [STEP_RENAME] = {{"name", TEXT, AT(rename.name)}},
    [STEP_TEAM] = {{"team", NUMBER_OR_NONE, AT(team.team)}, {"watch", FLAG, AT(team.watch)}},
    [STEP_SEAT_BOT] = {{"level", NUMBER, AT(seat_bot.level)}},
    [STEP_WAIT] = {{"over", FLAG, AT(wait.over)}},
    [STEP_GAME] = {{"game", TEXT, AT(game.name)}, {"settings", OBJECT_OR_NONE, AT(game.settings)}},
    [STEP_SETTINGS] = {{"values", OBJECT, AT(settings.values)}},
    [STEP_MIX] = {{"commit", SEED, AT(mix.commit)}, {"seed", SEED_OR_NONE, AT(mix.seed)}},
    [STEP_SEAL] = {{"terms", SEED, AT(seal.terms)}},
    [STEP_REVEAL] = {{"number", SEED, AT(reveal.random)}},
    [STEP_START] = {{"seed", SEED, AT(start.seed)},
                    {"version", VERSION, AT(start.version)},
                    {"callers", FLAG, AT(start.callers)},
                    {"decks", DECKS, AT(start.decks)},
                    {"without", TEXTS_OR_NONE, AT(start.without)}},
    [STEP_ACT] = {{"verb", TEXT, AT(act.verb)}, {"with", PAYLOAD, AT(act.with)}},
    [STEP_AGREE] = {{"of", LONG, AT(agree.of)}, {"no", FLAG, AT(agree.no)}},
    [STEP_DECK] = {{"deck", OBJECT, AT(deck.json)}},
    [STEP_IMPORT] = {{"deck", OBJECT_OR_NONE, AT(deck.json)},
                     {"hash", TEXT_OR_NONE, AT(deck.hash)},
                     {"instead", TEXT_OR_NONE, AT(deck.instead)}},
    [STEP_DISCARD] = {{"deck", TEXT_OR_NONE, AT(discard.hash)}},
    [STEP_PACKS] = {{"deck", TEXT, AT(packs.deck)}, {"packs", ARRAY_OR_NONE, AT(packs.list)}},
    [STEP_MORE] = {{"ms", LONG, AT(more.ms)}},
    [STEP_STOP] = {{"why", TEXT_OR_NONE, AT(end.why)}},
    [STEP_NEXT] = {{"seed", SEED, AT(start.seed)},
                   {"version", VERSION, AT(start.version)},
                   {"decks", DECKS, AT(start.decks)},
                   {"without", TEXTS_OR_NONE, AT(start.without)},
                   {"game", TEXT_OR_NONE, AT(start.game)},
                   {"settings", OBJECT_OR_NONE, AT(start.settings)}},
    [STEP_SHELF] = {{"open", FLAG, AT(shelf.open)}},
    [STEP_VOTE] = {{"game", TEXT_OR_NONE, AT(vote.game)}},
    [STEP_TEAMS] = {{"of", OBJECT, AT(teams_of.of)}},
    [STEP_TEAM_NAME] = {{"team", NUMBER, AT(team_name.team)},
                        {"name", TEXT_OR_NONE, AT(team_name.name)}},
    [STEP_END] = {{"why", TEXT_OR_NONE, AT(end.why)}},
};

/* ---- writing ---- */

static void put_hex(struct writer *w, const char *key, const uint8_t *bytes, unsigned len)
{
    char text[2 * CHANCE_SEED_BYTES + 1];
    hex_write(text, bytes, len);
    put_string(w, key, text);
}

static bool is_zero(const uint8_t *bytes, unsigned len)
{
    for (unsigned i = 0; i < len; i++)
        if (bytes[i]) return false;
    return true;
}

static void put_json(struct writer *w, const char *key, const json_t *json)
{
    write_key(w, key);
    write_json(w, json);
}

static void put_decks(struct writer *w, const char *key, const struct step *s)
{
    if (s->start.decks == 0) return;
    put_array(w, key);
    for (int i = 0; i < s->start.decks; i++)
        write_string(w, s->start.deck[i]);
    write_end(w);
}

static void write_detail(struct writer *w, const struct step *s, const struct detail *d)
{
    const void *at = (const char *)s + d->at;
    const char *text = NULL;
    const json_t *json = NULL;
    int number = 0;
    switch (d->form) {
    case TEXT:
    case TEXT_OR_NONE:
        memcpy(&text, at, sizeof text);
        if (text) put_string(w, d->key, text);
        break;
    case TOKEN: put_hex(w, d->key, at, TOKEN_HASH_BYTES); break;
    case SEED: put_hex(w, d->key, at, CHANCE_SEED_BYTES); break;
    case SEED_OR_NONE:
        if (!is_zero(at, CHANCE_SEED_BYTES)) put_hex(w, d->key, at, CHANCE_SEED_BYTES);
        break;
    case NUMBER:
    case NUMBER_OR_NONE:
        memcpy(&number, at, sizeof number);
        if (d->form == NUMBER || number >= 0) put_int(w, d->key, number);
        break;
    case VERSION: put_int(w, d->key, *(const uint32_t *)at); break;
    case LONG: put_int(w, d->key, *(const int64_t *)at); break;
    case FLAG:
        if (*(const bool *)at) put_bool(w, d->key, true);
        break;
    case OBJECT:
    case OBJECT_OR_NONE:
    case TEXTS_OR_NONE:
    case ARRAY_OR_NONE:
    case PAYLOAD:
        memcpy(&json, at, sizeof json);
        if (d->form == PAYLOAD ? json_object_size(json) : json != NULL) put_json(w, d->key, json);
        break;
    case DECKS: put_decks(w, d->key, s); break;
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
    for (const struct detail *d = details[step->kind]; d->key; d++)
        write_detail(&w, step, d);
    write_end(&w);
    step_write_outcome(step, out);
}

/* ---- reading ---- */

static bool read_hex(uint8_t *out, unsigned len, const struct record *r, const char *key)
{
    const char *text = record_text(r, key);
    return text && strlen(text) == 2 * len && hex_read(out, len, text);
}

static bool read_decks(struct step *s, const json_t *decks)
{
    size_t i;
    json_t *hash;
    s->start.decks = 0;
    json_array_foreach(decks, i, hash)
    {
        if (!json_is_string(hash) || s->start.decks == STEP_DECKS_MAX) return false;
        s->start.deck[s->start.decks++] = json_string_value(hash);
    }
    return true;
}

static bool all_texts(const json_t *list)
{
    size_t i;
    json_t *text;
    json_array_foreach(list, i, text) if (!json_is_string(text)) return false;
    return json_is_array(list);
}

static const json_t *payload_or_empty(const json_t *json)
{
    static json_t *nothing; /* shared and immutable */
    if (!nothing) nothing = json_object();
    return json ? json : nothing;
}

static bool read_detail(struct step *s, const struct record *r, const struct detail *d)
{
    void *at = (char *)s + d->at;
    const char *text;
    const json_t *json = record_json(r, d->key);
    switch (d->form) {
    case TEXT:
    case TEXT_OR_NONE:
        text = record_text(r, d->key);
        memcpy(at, &text, sizeof text);
        return text || d->form == TEXT_OR_NONE;
    case TOKEN: return read_hex(at, TOKEN_HASH_BYTES, r, d->key);
    case SEED: return read_hex(at, CHANCE_SEED_BYTES, r, d->key);
    case SEED_OR_NONE: return !record_text(r, d->key) || read_hex(at, CHANCE_SEED_BYTES, r, d->key);
    case NUMBER: *(int *)at = (int)record_number(r, d->key, 0); return true;
    case NUMBER_OR_NONE: *(int *)at = (int)record_number(r, d->key, -1); return true;
    case VERSION: *(uint32_t *)at = (uint32_t)record_number(r, d->key, 0); return true;
    case LONG: *(int64_t *)at = record_number(r, d->key, 0); return true;
    case FLAG: *(bool *)at = record_true(r, d->key); return true;
    case PAYLOAD: json = payload_or_empty(json); /* fall through */
    case OBJECT:
    case OBJECT_OR_NONE:
        memcpy(at, &json, sizeof json);
        return json ? json_is_object(json) : d->form == OBJECT_OR_NONE;
    case TEXTS_OR_NONE: memcpy(at, &json, sizeof json); return !json || all_texts(json);
    case ARRAY_OR_NONE: memcpy(at, &json, sizeof json); return !json || json_is_array(json);
    case DECKS: return read_decks(s, json);
    }
    return false;
}

static bool find_kind(const char *word, enum step_kind *kind)
{
    for (*kind = 0; *kind < STEP_KINDS; (*kind)++)
        if (table[*kind].word[0] == word[0] && strcmp(table[*kind].word, word) == 0) return true;
    return false;
}

bool step_read(struct step *step, const struct record *r)
{
    const char *word = record_text(r, "do");
    *step = (struct step){.stored = true};
    if (!word || !find_kind(word, &step->kind)) return false;
    step->time = record_number(r, "t", 0);
    step->by = (uint16_t)record_number(r, "by", 0);
    step->who = (uint16_t)record_number(r, "who", 0);
    step->check = (uint32_t)record_number(r, "check", 0);
    step->teams = record_json(r, "teams");
    if (step->teams && !json_is_object(step->teams)) return false;
    for (const struct detail *d = details[step->kind]; d->key; d++)
        if (!read_detail(step, r, d)) return false;
    return true;
}
