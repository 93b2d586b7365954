#include "room/saved.h"
#include "core/depth.h"
#include "room/image.h"

#include <stdlib.h>
#include <string.h>

#define SUM_LINE "{\"sha256\":\""
#define SUM_LINE_LENGTH (sizeof SUM_LINE - 1 + SUM_TEXT_LENGTH + 3)
#define FIRST "{\"ludoteca\":\"game\","

/* ---- writing ---- */

static void end_line(struct buffer *out)
{
    buffer_add_byte(out, '\n');
}

/* The deck's JSON in a record that brought it; those of older rooms have it there. */
static bool text_in_records(const struct replay *r, const struct game_deck *deck, uint32_t until,
                            struct buffer *out)
{
    struct record record = {0};
    bool found = false;
    for (uint32_t seq = 2; seq <= until && !found; seq++) {
        size_t len;
        const char *line = replay_record(r, seq, &len);
        struct step step;
        if (!record_read(&record, line, len) || !step_read(&step, &record)) continue;
        bool brings = step.kind == STEP_DECK || step.kind == STEP_IMPORT;
        if (!brings || !step.deck.json) continue;
        char *form = json_dumps(step.deck.json, JSON_COMPACT | JSON_SORT_KEYS);
        char hash[DIGEST_TEXT_LENGTH + 1];
        digest_write(hash, form, (unsigned)strlen(form));
        found = strcmp(hash, deck->hash) == 0;
        if (found) buffer_add_text(out, form);
        free(form);
    }
    record_free(&record);
    return found;
}

struct saving {
    struct replay *r;
    const struct replay_game *game;
    const struct saved_decks *decks;
    struct buffer *out;
    const struct game_deck *written[ROOM_DECKS_MAX + STEP_DECKS_MAX];
    int count;
};

static bool is_written(const struct saving *s, const struct game_deck *deck)
{
    for (int i = 0; i < s->count; i++)
        if (s->written[i] == deck) return true;
    return false;
}

static bool write_deck(struct saving *s, const struct game_deck *deck)
{
    struct buffer text = {0};
    if (deck->name[0] || is_written(s, deck)) return true;
    if (s->count == (int)(sizeof s->written / sizeof s->written[0])) return false;
    bool found = text_in_records(s->r, deck, s->game->base, &text) ||
                 s->decks->text(s->decks->arg, deck, &text);
    if (found) {
        struct writer w = writer_to(s->out);
        write_object(&w);
        put_object(&w, "deck");
        put_string(&w, "game", deck->game->name);
        put_string(&w, "hash", deck->hash);
        write_key(&w, "cards");
        write_raw(&w, text.data, text.len);
        write_end(&w);
        write_end(&w);
        end_line(s->out);
        s->written[s->count++] = deck;
    }
    buffer_free(&text);
    return found;
}

/* Those of the room and those that are named later; what is gone from the store is not played with. */
static bool write_decks(struct saving *s, const struct room *base, const struct room *end)
{
    for (int i = 0; i < base->own_decks; i++)
        if (base->own_deck[i]->game == end->game && !write_deck(s, base->own_deck[i])) return false;
    for (uint32_t seq = s->game->base + 1; seq <= s->game->to; seq++) {
        size_t len;
        const char *line = replay_record(s->r, seq, &len);
        static const char import[] = "{\"do\":\"import\"";
        if (len < sizeof import || memcmp(line, import, sizeof import - 1) != 0) continue;
        struct room *room = replay_room_at(s->r, seq);
        bool fine = true;
        for (int i = 0; i < room->own_decks && fine; i++)
            if (room->own_deck[i]->game == end->game) fine = write_deck(s, room->own_deck[i]);
        room_free(room);
        if (!fine) return false;
    }
    return true;
}

/* What a record says and a step knows, and nothing else: no token, no key. */
static bool write_record(struct saving *s, uint32_t seq, struct record *record)
{
    size_t len;
    const char *line = replay_record(s->r, seq, &len);
    struct step step;
    if (!record_read(record, line, len) || !step_read(&step, record)) return false;
    if (step.kind == STEP_KICK) step.kick.device = NULL;
    if (step.kind == STEP_JOIN || step.kind == STEP_MOVE)
        memset(step.join.token, 0, sizeof step.join.token);
    step_write(&step, s->out);
    end_line(s->out);
    return true;
}

static uint32_t version_of(const struct saving *s, struct record *record)
{
    size_t len;
    const char *line = replay_record(s->r, s->game->from, &len);
    return record_read(record, line, len) ? (uint32_t)record_number(record, "version", 0) : 0;
}

static void write_head(struct saving *s, const struct room *base, const struct room *end,
                       struct record *record)
{
    struct writer w = writer_to(s->out);
    write_object(&w);
    put_string(&w, "ludoteca", "game");
    put_int(&w, "format", SAVED_FORMAT);
    put_string(&w, "game", end->game->name);
    put_int(&w, "version", version_of(s, record));
    put_int(&w, "from", s->game->from);
    put_int(&w, "to", s->game->to);
    put_bool(&w, "finished", s->game->finished);
    write_end(&w);
    end_line(s->out);
    w = writer_to(s->out);
    write_object(&w);
    write_key(&w, "room");
    image_write(base, end->game, &w);
    write_end(&w);
    end_line(s->out);
}

static void write_sum(struct buffer *out)
{
    char sum[SUM_TEXT_LENGTH + 1];
    sum_write(sum, out->data, out->len);
    buffer_print(out, SUM_LINE "%s\"}\n", sum);
}

/* Of the games whose records would be in the file. */
static bool any_secret(struct replay *r, const struct replay_game *game)
{
    bool secret = false;
    for (int i = 0; i < replay_games(r) && !secret; i++) {
        const struct replay_game *each = replay_game(r, i);
        if (each->from <= game->base || each->to > game->to) continue;
        struct room *room = replay_room_at(r, each->to);
        secret = room->game->stays_secret && room->game->stays_secret(room->settings);
        room_free(room);
    }
    return secret;
}

struct refusal saved_write(struct replay *r, const struct replay_game *game,
                           const struct saved_decks *decks, struct buffer *out)
{
    struct saving s = {.r = r, .game = game, .decks = decks, .out = out};
    struct record record = {0};
    if (any_secret(r, game)) return REFUSE(STAYS_SECRET);
    if (game->to - game->base > SAVED_RECORDS_MAX) return REFUSE(FILE_TOO_LARGE);
    struct room *base = replay_room_at(r, game->base), *end = replay_room_at(r, game->to);
    write_head(&s, base, end, &record);
    struct refusal why = write_decks(&s, base, end) ? ACCEPTED : REFUSE(FILE_CARDS);
    for (uint32_t seq = game->base + 1; seq <= game->to && !refused(&why); seq++) {
        if (!write_record(&s, seq, &record)) why = REFUSE(FILE_NO_GAME);
        if (out->len > SAVED_BYTES_MAX - SUM_LINE_LENGTH) why = REFUSE(FILE_TOO_LARGE);
    }
    if (!refused(&why)) write_sum(out);
    record_free(&record);
    room_free(base);
    room_free(end);
    return why;
}

/* ---- reading ---- */

/* Where the sum's line begins; refused if it is not there or not that of what stands before. */
static struct refusal check_sum(const char *text, size_t len, size_t *end)
{
    char sum[SUM_TEXT_LENGTH + 1];
    if (len < SUM_LINE_LENGTH) return REFUSE(FILE_DAMAGED);
    *end = len - SUM_LINE_LENGTH;
    const char *line = text + *end;
    if (memcmp(line, SUM_LINE, sizeof SUM_LINE - 1) != 0) return REFUSE(FILE_DAMAGED);
    sum_write(sum, text, *end);
    bool same = memcmp(line + sizeof SUM_LINE - 1, sum, SUM_TEXT_LENGTH) == 0 &&
                memcmp(text + len - 3, "\"}\n", 3) == 0;
    return same ? ACCEPTED : REFUSE(FILE_DAMAGED);
}

struct line {
    const char *at;
    size_t len;
};

static bool next_line(const char **at, const char *end, struct line *line)
{
    const char *stop = *at < end ? memchr(*at, '\n', (size_t)(end - *at)) : NULL;
    if (!stop) return false;
    *line = (struct line){*at, (size_t)(stop - *at)};
    *at = stop + 1;
    return true;
}

/* Before any parser goes down there. */
static bool too_deep(struct line line)
{
    int depth = 0;
    bool text = false;
    for (size_t i = 0; i < line.len; i++) {
        char c = line.at[i];
        if (text && c == '\\')
            i++;
        else if (c == '"')
            text = !text;
        else if (!text && (c == '{' || c == '['))
            depth++;
        else if (!text && (c == '}' || c == ']'))
            depth--;
        if (depth > SAVED_DEPTH_MAX) return true;
    }
    return false;
}

static json_t *parse(struct line line)
{
    return json_loadb(line.at, line.len, JSON_REJECT_DUPLICATES, NULL);
}

struct head {
    const struct game *game;
    uint32_t version, from;
};

static uint32_t small(const json_t *json, const char *key)
{
    json_int_t value = json_integer_value(json_object_get(json, key));
    return value > 0 && value <= UINT32_MAX ? (uint32_t)value : 0;
}

static struct refusal read_head(const struct house *house, const json_t *json, struct head *head)
{
    const char *game = json_string_value(json_object_get(json, "game"));
    if (small(json, "format") != SAVED_FORMAT) return REFUSE(FILE_VERSION);
    head->game = game ? house_game(house, game) : NULL;
    head->version = small(json, "version");
    head->from = small(json, "from");
    if (!head->game || !head->game->init) return REFUSE(UNKNOWN_GAME);
    uint32_t oldest = head->game->version_from ? head->game->version_from : head->game->version;
    if (head->version < oldest || head->version > head->game->version) return REFUSE(FILE_RULES);
    return ACCEPTED;
}

/* Decks come before the room that names them is read. */
static struct refusal read_deck(const struct house *house, const struct head *head,
                                const json_t *json, const struct game_deck **deck)
{
    const char *game = json_string_value(json_object_get(json, "game"));
    const char *hash = json_string_value(json_object_get(json, "hash"));
    if (!game || !hash || strcmp(game, head->game->name) != 0) return REFUSE(FILE_NO_GAME);
    struct refusal why = depth_check(json);
    if (refused(&why)) return why;
    why = shelf_add_on_trial(house->shelf, head->game, json_object_get(json, "cards"), deck);
    if (refused(&why)) return REFUSE(FILE_CARDS);
    if (strcmp((*deck)->hash, hash) == 0) return ACCEPTED;
    shelf_tried(house->shelf, *deck, false);
    return REFUSE(FILE_NO_GAME);
}

struct opening {
    const struct house *house;
    struct head head;
    json_t *room;
    const struct game_deck *deck[ROOM_DECKS_MAX + STEP_DECKS_MAX];
    int decks;
    struct replay *replay;
    uint32_t replay_base; /* its records are numbered from there on */
};

static bool begins(struct line line, const char *with)
{
    return line.len >= strlen(with) && memcmp(line.at, with, strlen(with)) == 0;
}

static struct refusal take_deck(struct opening *o, struct line line)
{
    if (o->decks == (int)(sizeof o->deck / sizeof o->deck[0])) return REFUSE(FILE_NO_GAME);
    json_t *json = parse(line);
    struct refusal why =
        read_deck(o->house, &o->head, json_object_get(json, "deck"), &o->deck[o->decks]);
    if (!refused(&why)) o->decks++;
    json_decref(json);
    return why;
}

/* The first two lines, then decks, then records: `line` is the first of those. */
static struct refusal read_begin(struct opening *o, const char **at, const char *end,
                                 struct line *line)
{
    struct line first;
    if (!next_line(at, end, &first) || too_deep(first)) return REFUSE(FILE_NO_GAME);
    json_t *json = parse(first);
    struct refusal why = json ? read_head(o->house, json, &o->head) : REFUSE(FILE_NO_GAME);
    json_decref(json);
    if (refused(&why)) return why;
    if (!next_line(at, end, &first) || too_deep(first)) return REFUSE(FILE_NO_GAME);
    o->room = parse(first);
    bool more;
    while ((more = next_line(at, end, line)) && begins(*line, "{\"deck\":") && !refused(&why))
        why = too_deep(*line) ? depth_refusal() : take_deck(o, *line);
    if (!refused(&why) && !more) why = REFUSE(FILE_NO_GAME);
    return why;
}

static struct refusal read_records(struct opening *o, const char *at, const char *end,
                                   struct line line)
{
    do {
        if (too_deep(line)) return depth_refusal();
        bool room = replay_seq(o->replay) - o->replay_base < SAVED_RECORDS_MAX;
        if (!room || !replay_add(o->replay, line.at, line.len)) return REFUSE(FILE_TOO_LARGE);
    } while (next_line(&at, end, &line));
    return at == end ? ACCEPTED : REFUSE(FILE_NO_GAME);
}

static struct refusal open_lines(struct opening *o, const char *text, size_t len)
{
    const char *at = text, *end = text + len;
    struct line line;
    struct refusal why = read_begin(o, &at, end, &line);
    if (refused(&why)) return why;
    struct room *base = image_read(o->house, json_object_get(o->room, "room"));
    if (!base) return REFUSE(FILE_NO_GAME);
    o->replay_base = base->seq;
    o->replay = replay_new_foreign(o->house, base);
    for (int i = 0; i < o->decks; i++)
        replay_try_deck(o->replay, o->deck[i]);
    o->decks = 0;
    return read_records(o, at, end, line);
}

struct refusal saved_open(const struct house *house, const char *text, size_t len,
                          struct replay **out, uint32_t *from)
{
    struct opening o = {.house = house};
    size_t end;
    *out = NULL;
    if (len > SAVED_BYTES_MAX) return REFUSE(FILE_TOO_LARGE);
    if (len < sizeof FIRST - 1 || memcmp(text, FIRST, sizeof FIRST - 1) != 0)
        return REFUSE(FILE_NOT_OURS);
    struct refusal why = check_sum(text, len, &end);
    if (!refused(&why)) why = open_lines(&o, text, end);
    for (int i = 0; i < o.decks; i++)
        shelf_tried(house->shelf, o.deck[i], false);
    json_decref(o.room);
    if (refused(&why)) {
        replay_free(o.replay);
        return why;
    }
    *out = o.replay;
    *from = o.head.from;
    return ACCEPTED;
}

struct refusal saved_check(struct replay *r, uint32_t from)
{
    const struct room *room = replay_room(r);
    if (replay_is_broken(r)) return REFUSE(FILE_NO_GAME);
    if (room->rules_changed) return REFUSE(FILE_CARDS); /* its rules were looked at before */
    return replay_keep_only(r, from) ? ACCEPTED : REFUSE(FILE_NO_GAME);
}
