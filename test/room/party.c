#include "party.h"

struct game test_solo, test_teams;
static const struct game *const games[] = {&test_solo, &test_teams, NULL};

static struct refusal read_deck(struct game_deck *deck, const json_t *json)
{
    const json_t *packs = json_object_get(json, "packs");
    if (!json_is_array(packs)) return REFUSE(BAD_REQUEST);
    deck->count = (uint32_t)json_array_size(packs);
    char *letters = calloc(deck->count + 1, 1);
    for (size_t i = 0; i < deck->count; i++)
        letters[i] = json_string_value(json_array_get(packs, i))[0];
    deck->content = letters;
    deck->extra = json_is_true(json_object_get(json, "extra"));
    return ACCEPTED;
}

static bool fits(const struct game_deck *deck, const int32_t *settings)
{
    (void)deck;
    (void)settings;
    return true;
}

bool party_pack(const struct game_deck *deck, int place, struct deck_pack *out)
{
    static char name[2];
    if (place >= (int)deck->count) return false;
    name[0] = ((const char *)deck->content)[place];
    *out = (struct deck_pack){.name = name, .white = 1};
    return true;
}

void party_give_decks(struct game *game)
{
    game->deck_read = read_deck;
    game->deck_fits = fits;
    game->deck_pack = party_pack;
}

void party_begin(struct party *p, const char *game)
{
    test_solo = hush_game;
    test_solo.bots = true;
    test_teams = hush_teams_game;
    test_teams.name = "teams";
    *p = (struct party){{.games = games, .shelf = shelf_new()}, NULL, T0};
    struct step step = {.kind = STEP_CREATE, .time = T0};
    step.create.code = "ABC234";
    step.create.game = game;
    step.create.name = "Ana";
    token_hash(step.create.token, "00000000-0000-4000-8000-000000000001");
    token_hash(step.create.host_token, "00000000-0000-4000-8000-0000000000ff");
    struct refusal why;
    p->room = room_create(&p->house, 1, &step, &why);
    assert_non_null(p->room);
}

void party_end(struct party *p)
{
    room_free(p->room);
    shelf_free(p->house.shelf);
}

/* What the log holds must be all that the step was. */
static void check_record(const struct step *step)
{
    struct buffer first = {0}, second = {0};
    struct step again;
    step_write(step, &first);
    struct record record = {0};
    assert_true(record_read(&record, buffer_text(&first), first.len));
    assert_true(step_read(&again, &record));
    step_write(&again, &second);
    assert_string_equal(buffer_text(&first), buffer_text(&second));
    record_free(&record);
    buffer_free(&first);
    buffer_free(&second);
}

enum refusal_code party_do(struct party *p, struct step step)
{
    struct room *copy = room_clone(p->room);
    step.time = p->now;
    struct refusal refusal = room_apply(&p->house, &copy, &step);
    if (refused(&refusal)) {
        room_free(copy);
        return refusal.code;
    }
    assert_int_equal(copy->seq, p->room->seq + 1);
    room_free(p->room);
    p->room = copy;
    step.check = room_check(copy);
    check_record(&step);
    return REFUSAL_CODE_OK;
}

uint16_t party_join(struct party *p, const char *name)
{
    struct step step = {.kind = STEP_JOIN};
    char token[TOKEN_TEXT_LENGTH + 1];
    step.join.name = name;
    step.join.team = -1;
    token_draw(token);
    token_hash(step.join.token, token);
    assert_int_equal(party_do(p, step), REFUSAL_CODE_OK);
    return p->room->last.who;
}

enum refusal_code party_act(struct party *p, uint16_t by, const char *verb, const char *with)
{
    json_t *json = json_loads(with, 0, NULL);
    struct step step = {.kind = STEP_ACT, .by = by};
    step.act.verb = verb;
    step.act.with = json;
    enum refusal_code code = party_do(p, step);
    json_decref(json);
    return code;
}

enum refusal_code party_start(struct party *p, uint16_t by)
{
    struct step step = {.kind = STEP_START, .by = by};
    memset(step.start.seed, 7, sizeof step.start.seed);
    step.start.version = p->room->game->version;
    return party_do(p, step);
}

const struct person *party_person(struct party *p, uint16_t number)
{
    return room_person(p->room, number);
}

const char *party_view(struct party *p, uint16_t number)
{
    static struct buffer text;
    buffer_clear(&text);
    struct writer w = writer_to(&text);
    room_write_view(p->room, number ? room_person(p->room, number) : NULL, p->now, &w);
    return buffer_text(&text);
}

const char *party_events(struct party *p, int viewer)
{
    static char names[400];
    struct game_says says;
    says_init(&says, 0);
    room_tell(p->room, &says);
    names[0] = 0;
    for (size_t i = 0; i < says_count(&says); i++) {
        struct says_event e = says_event(&says, i);
        if (!says_reaches(e.audience, viewer)) continue;
        strcat(names, names[0] ? " " : "");
        strcat(names, e.name);
    }
    says_free(&says);
    return names;
}
