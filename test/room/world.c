#include "world.h"

#include <ftw.h>
#include <stdio.h>
#include <unistd.h>

static const struct game *const games[] = {&test_solo, &test_teams, NULL};

static void on_told(void *arg, struct live *live, const struct game_says *says)
{
    struct world *w = arg;
    (void)live;
    for (size_t i = 0; i < says_count(says) && strlen(w->told) < sizeof w->told - 60; i++) {
        strcat(w->told, w->told[0] ? " " : "");
        strcat(w->told, says_event(says, i).name);
    }
}

static void on_closed(void *arg, struct live *live, const char *why)
{
    struct world *w = arg;
    (void)live;
    w->closed++;
    snprintf(w->why, sizeof w->why, "%s", why);
}

static void on_bot(void *arg, struct live *live, const struct person *person)
{
    (void)live;
    (void)person;
    ((struct world *)arg)->bots++;
}

static void on_complaint(void *arg, const char *sentence)
{
    struct world *w = arg;
    w->complaints++;
    snprintf(w->complaint, sizeof w->complaint, "%s", sentence);
}

static bool on_let_go(void *arg, struct live *live)
{
    struct world *w = arg;
    (void)live;
    w->let_go += !w->holds;
    return !w->holds;
}

void world_open(struct world *w)
{
    char error[STORE_ERROR_BYTES];
    struct store_options options = {.place = w->folder,
                                    .mode = STORE_SERVE,
                                    .check_bytes = w->lazy ? 1 : 0,
                                    .waiting_bytes_max = w->waiting_bytes_max};
    struct hall_hooks hooks = {.arg = w,
                               .told = on_told,
                               .closed = on_closed,
                               .bot = on_bot,
                               .complain = on_complaint,
                               .let_go = w->lazy ? on_let_go : NULL};
    w->store = store_open(&options, error);
    assert_non_null(w->store);
    w->hall = hall_open(w->store, &w->house, &hooks, w->now, error);
    assert_non_null(w->hall);
}

void world_shut(struct world *w)
{
    store_flush(w->store);
    hall_close(w->hall);
    store_close(w->store);
}

void world_begin(struct world *w)
{
    memset(w, 0, sizeof *w);
    test_solo = hush_game;
    test_solo.bots = true;
    test_teams = hush_teams_game;
    test_teams.name = "teams";
    w->house = (struct house){.games = games, .shelf = shelf_new()};
    w->now = T0;
    strcpy(w->folder, "/tmp/hall-XXXXXX");
    assert_non_null(mkdtemp(w->folder));
    world_open(w);
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *where)
{
    (void)info, (void)kind, (void)where;
    return remove(path);
}

void world_end(struct world *w)
{
    world_shut(w);
    shelf_free(w->house.shelf);
    nftw(w->folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

void settle(struct world *w)
{
    for (int i = 0; i < 200; i++) {
        store_flush(w->store);
        if (store_drain(w->store) == 0) return;
    }
    fail_msg("the store never comes to rest");
}

void keep(void *arg, const struct hall_answer *answer)
{
    struct kept *k = arg;
    k->calls++;
    k->code = answer->refusal.code;
    k->person = answer->person;
    k->live = answer->live;
    if (answer->token) strcpy(k->token, answer->token);
    if (answer->host_token) strcpy(k->host_token, answer->host_token);
}

struct kept create(struct world *w, const char *game)
{
    struct kept k = {0};
    hall_create(w->hall, game, "Ana", NULL, w->now, (struct hall_done){keep, &k});
    settle(w);
    assert_int_equal(k.calls, 1);
    return k;
}

struct kept join(struct world *w, struct live *live, const char *name)
{
    struct kept k = {0};
    hall_join(live, name, -1, false, w->now, (struct hall_done){keep, &k});
    settle(w);
    assert_int_equal(k.calls, 1);
    return k;
}

enum refusal_code propose(struct world *w, struct live *live, struct step step)
{
    struct kept k = {0};
    hall_propose(live, &step, w->now, (struct hall_done){keep, &k});
    settle(w);
    assert_int_equal(k.calls, 1);
    return k.code;
}

struct live *open_table(struct world *w)
{
    world_begin(w);
    party_give_decks(&test_solo);
    struct live *live = create(w, "hush").live;
    join(w, live, "Bob");
    return live;
}

struct live *gather(struct world *w, const char *game, int people)
{
    static const char *const names[] = {[BOB] = "Bob", [CLEO] = "Cleo", [DINO] = "Dino"};
    struct live *live = create(w, game).live;
    for (int i = BOB; i <= people; i++)
        assert_int_equal(join(w, live, names[i]).person, i);
    for (uint16_t i = ANA; i <= people; i++)
        hall_connected(live, i, w->now);
    return live;
}

void begin_game(struct world *w, struct live *live)
{
    assert_int_equal(propose(w, live, STEP(START, .by = ANA)), OK);
}

struct live *reopen(struct world *w, const struct live *live)
{
    char code[CODE_LENGTH + 1];
    strcpy(code, live->room->code);
    world_shut(w);
    world_open(w);
    settle(w);
    struct live *found = hall_find(w->hall, code);
    hall_tick(w->hall, w->now);
    settle(w);
    return found;
}

void pass(struct world *w, int64_t ms)
{
    w->now += ms;
    hall_tick(w->hall, w->now);
    settle(w);
}

char *view(const struct room *room, uint16_t person)
{
    struct buffer text = {0};
    struct writer w = writer_to(&text);
    room_write_view(room, person ? room_person((struct room *)room, person) : NULL, 0, &w);
    buffer_text(&text);
    return text.data;
}

/* The room must not end. */
static bool can_spare_one(struct world *w, struct live *live)
{
    int here = 0;
    settle(w);
    for (int i = 0; i < live->room->people; i++)
        here += live->room->person[i].human && !live->room->person[i].gone;
    return here > 2;
}

void wander(struct world *w, struct chance *chance, struct live **rooms, int count)
{
    static const enum step_kind kinds[] = {
        STEP_RENAME, STEP_TEAM,   STEP_START,  STEP_AWAY,     STEP_BACK,      STEP_PAUSE,
        STEP_RESUME, STEP_MORE,   STEP_AGAIN,  STEP_HOST,     STEP_ACT,       STEP_ACT,
        STEP_ACT,    STEP_ACT,    STEP_STOP,   STEP_SEAT_BOT, STEP_LEAVE,     STEP_KICK,
        STEP_RETURN, STEP_RETURN, STEP_RETURN, STEP_AVATAR,   STEP_READMIT,   STEP_WAIT,
        STEP_NEXT,   STEP_VOTE,   STEP_SHELF,  STEP_TEAMS,    STEP_TEAM_NAME, STEP_MIX,
        STEP_MIX,    STEP_REVEAL, STEP_MOVE};
    for (int i = 0; i < 600; i++) {
        struct live *live = rooms[chance_below(chance, (uint32_t)count)];
        struct room *room = live->room;
        w->now += chance_below(chance, 2000);
        uint16_t by = room->person[chance_below(chance, (uint32_t)room->people)].number;
        struct step step = {.kind = kinds[chance_below(chance, sizeof kinds / sizeof *kinds)]};
        if (step.kind == STEP_STOP && chance_below(chance, 5)) continue;
        step.by = step_who(step.kind) == STEP_BY_HOUSE ? 0 : by;
        step.who = room->person[chance_below(chance, (uint32_t)room->people)].number;
        json_t *with = NULL;
        bool goes = step.kind == STEP_LEAVE || step.kind == STEP_KICK;
        if (goes && !can_spare_one(w, live)) continue;
        room = live->room;
        if (step.kind == STEP_KICK || step.kind == STEP_READMIT) step.by = room->host;
        if (step.kind == STEP_RETURN) {
            if (!room->left) continue;
            int at = room->people + (int)chance_below(chance, (uint32_t)room->left);
            step.by = 0;
            step.who = room->person[at].number;
            step.join.team = -1;
        }
        if (step.kind == STEP_MOVE) memset(step.join.token, i + 1, sizeof step.join.token);
        if (step.kind == STEP_AVATAR) step.avatar.avatar = chance_below(chance, 2) ? "k7x" : "";
        if (step.kind == STEP_RENAME) step.rename.name = chance_below(chance, 2) ? "Ana" : "Zoë 🎲";
        if (step.kind == STEP_TEAM) step.team.team = -1;
        if (step.kind == STEP_MORE) step.more.ms = 1000;
        if (step.kind == STEP_START || step.kind == STEP_AGAIN) step.by = room->host;
        if (step_who(step.kind) == STEP_BY_HOST && chance_below(chance, 2)) step.by = room->host;
        if (step.kind == STEP_NEXT && chance_below(chance, 2)) step.start.game = "teams";
        if (step.kind == STEP_VOTE && chance_below(chance, 4)) step.vote.game = "hush";
        if (step.kind == STEP_SHELF) step.shelf.open = chance_below(chance, 2);
        if (step.kind == STEP_TEAMS) step.teams_of.of = with = room_teams_shuffled(room, chance);
        if (step.kind == STEP_MIX)
            sha256(step.mix.commit, &by, sizeof by); /* of what is never said */
        if (step.kind == STEP_TEAM_NAME) step.team_name.name = "Los Lobos";
        if (step.kind == STEP_ACT) {
            struct game_table table;
            struct game_move move;
            if (room->phase != ROOM_PLAYING || !room_pulse(room).awaited) continue;
            int seat = __builtin_ctz(room_pulse(room).awaited);
            room_table(room, &table);
            struct game_context context = {.now = w->now, .chance = chance, .table = &table};
            assert_true(room->game->suggest(room->state, seat, 0, &context, &move));
            step.by = room_seat(room, seat)->number;
            step.act.verb = room->game->verbs[move.verb].name;
            step.act.with = with = json_loads(move.with, 0, NULL);
        }
        hall_propose(live, &step, w->now, (struct hall_done){0});
        json_decref(with);
        if (chance_below(chance, 3) == 0) settle(w);
        hall_tick(w->hall, w->now);
    }
    settle(w);
}
