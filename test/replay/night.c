#include "night.h"
#include "../../src/shelf.h"

#include <ftw.h>
#include <stdio.h>

static void told(void *arg, struct live *live, const struct game_says *says)
{
    struct night *n = arg;
    struct room *room = live->room;
    (void)says;
    assert_true(room->seq < NIGHT_STEPS_MAX);
    for (uint16_t i = 0; i <= NIGHT_PEOPLE; i++) {
        struct buffer text = {0};
        struct writer w = writer_to(&text);
        if (i && !room_person(room, i)) continue;
        room_write_view(room, room_person(room, i), room->time, &w);
        buffer_text(&text);
        n->sent[room->seq][i] = text.data;
    }
}

static void complain(void *arg, const char *sentence)
{
    (void)arg;
    fail_msg("%s", sentence);
}

static void settle(struct night *n)
{
    do
        store_flush(n->store);
    while (store_drain(n->store));
}

static void entered(void *arg, const struct hall_answer *answer)
{
    struct night *n = arg;
    if (refused(&answer->refusal)) fail_msg("%s", refusal_sentence(&answer->refusal));
    n->live = answer->live;
    hall_connected(n->live, answer->person, n->now);
}

void night_begin(struct night *n, uint8_t seed)
{
    uint8_t bytes[CHANCE_SEED_BYTES] = {seed};
    char error[STORE_ERROR_BYTES];
    int count = 0;
    chance_init(&n->chance, bytes, 0);
    n->shelf = games_new(&house_shelf);
    n->house = *games_house(n->shelf);
    for (int i = 0; n->house.games[i]; i++)
        if (n->house.games[i]->init) n->games[count++] = n->house.games[i];
    n->games[count] = &hush_game;
    n->house.games = n->games;
    n->now = 1700000000000;
    strcpy(n->folder, "/tmp/replay-XXXXXX");
    assert_non_null(mkdtemp(n->folder));
    n->store = store_open(&(struct store_options){.place = n->folder}, error);
    assert_non_null(n->store);
    struct hall_hooks hooks = {.arg = n, .told = told, .complain = complain};
    n->hall = hall_open(n->store, &n->house, &hooks, n->now, error);
    assert_non_null(n->hall);
    hall_create(n->hall, "hush", "Ana", NULL, n->now, (struct hall_done){entered, n});
    settle(n);
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *where)
{
    (void)info, (void)kind, (void)where;
    return remove(path);
}

void night_end(struct night *n)
{
    hall_close(n->hall);
    store_close(n->store);
    games_free(n->shelf);
    nftw(n->folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    for (int i = 0; i < NIGHT_STEPS_MAX; i++)
        for (int j = 0; j <= NIGHT_PEOPLE; j++)
            free(n->sent[i][j]);
}

static void answered(void *arg, const struct hall_answer *answer)
{
    *(struct refusal *)arg = answer->refusal;
}

/* Must be accepted. */
static void propose(struct night *n, struct step step)
{
    struct refusal refusal;
    hall_propose(n->live, &step, n->now, (struct hall_done){answered, &refusal});
    settle(n);
    if (refused(&refusal)) fail_msg("%s", refusal_sentence(&refusal));
}

static void seat_people(struct night *n, int wanted)
{
    static const char *const names[] = {"Bob", "Carla", "Dani", "Eva", "Fran"};
    for (int i = n->live->room->people; i < wanted; i++) {
        hall_join(n->live, names[i - 1], -1, false, n->now, (struct hall_done){entered, n});
        settle(n);
    }
}

/* A legal move of somebody who is awaited; false if nobody is. */
static bool move(struct night *n)
{
    const struct room *room = n->live->room;
    uint32_t awaited = room_pulse(room).awaited;
    struct game_table table;
    struct game_move chosen;
    room_table(room, &table);
    struct game_context context = {n->now - room->held, &n->chance, &table, 0, NULL, false};
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++) {
        if (!(awaited & SEAT_BIT(seat))) continue;
        if (chance_below(&n->chance, 2)) continue;
        if (!room->game->suggest(room->state, seat, 0, &context, &chosen)) continue;
        json_t *with = json_loads(chosen.with, 0, NULL);
        propose(n, (struct step){.kind = STEP_ACT,
                                 .by = room_seat(room, seat)->number,
                                 .act = {room->game->verbs[chosen.verb].name, with}});
        json_decref(with);
        return true;
    }
    return false;
}

/* What people do besides playing. */
static void fidget(struct night *n)
{
    const struct room *room = n->live->room;
    uint16_t host = room->host;
    uint16_t who = room->person[chance_below(&n->chance, (uint32_t)room->people)].number;
    switch (chance_below(&n->chance, 40)) {
    case 0: propose(n, (struct step){.kind = STEP_RENAME, .by = who, .rename.name = "Zoë"}); break;
    case 1:
        propose(n, (struct step){.kind = STEP_PAUSE, .by = host});
        n->now += 5000;
        propose(n, (struct step){.kind = STEP_RESUME, .by = host});
        break;
    default: break;
    }
}

static void go_on(struct night *n)
{
    fidget(n);
    if (!move(n)) n->now += 3000;
    n->now += 10;
    hall_tick(n->hall, n->now);
    settle(n);
}

static void start(struct night *n, uint16_t host)
{
    struct step mix = {.kind = STEP_MIX, .by = host};
    struct step begin = {.kind = STEP_START, .by = host};
    struct step reveal = {.kind = STEP_REVEAL, .by = host, .reveal.random = {7}};
    struct refusal refusal = REFUSE(STALE);
    if (!n->fair) {
        propose(n, begin);
        return;
    }
    sha256(mix.mix.commit, reveal.reveal.random, PROOF_BYTES);
    propose(n, mix);
    hall_propose(n->live, &begin, n->now, (struct hall_done){answered, &refusal});
    settle(n);
    propose(n, reveal);
    if (refused(&refusal)) fail_msg("%s", refusal_sentence(&refusal));
    assert_true(n->live->room->proof && n->live->room->proof->spent);
}

void night_play(struct night *n, const struct game *game, const json_t *settings, int steps)
{
    int most = game->seats_max < NIGHT_PEOPLE ? game->seats_max : NIGHT_PEOPLE;
    seat_people(n, game->seats_min + 1 < most ? game->seats_min + 1 : most);
    uint16_t host = n->live->room->host;
    propose(n, (struct step){.kind = STEP_GAME, .by = host, .game.name = game->name});
    if (settings)
        propose(n, (struct step){.kind = STEP_SETTINGS, .by = host, .settings.values = settings});
    start(n, host);
    for (int i = 0; i < steps && n->live->room->phase == ROOM_PLAYING; i++)
        go_on(n);
}

void night_stop(struct night *n)
{
    bool playing = n->live->room->phase == ROOM_PLAYING;
    enum step_kind kind = playing ? STEP_STOP : STEP_AGAIN;
    propose(n, (struct step){.kind = kind, .by = n->live->room->host});
}
