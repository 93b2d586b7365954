/* SQL equals the log: a thousand games played at random, then every table's sums against the states
 * that the logs give when they are folded again; the same after kills in the middle of it, and after
 * everything was made again. */
#include "cah.h"
#include "core/buffer.h"
#include "evening.h"
#include "help.h"
#include "room/fold.h"
#include "rules.h"

#include <inttypes.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* What the logs say, counted without the projector. */
struct sums {
    long games, finished, sessions, score, winners;
    long rounds, judged, won, responses, cards, blanks, winning_cards;
};

/* One room while its log is read. */
struct counting {
    struct sums *sums;
    struct folding folding;
    struct room *room;
    uint32_t started, round;
    bool shown, decided, over;
    long score, sessions, winners; /* of the game, as of the last step */
};

static void close_game(struct counting *c)
{
    c->sums->score += c->score;
    c->sums->sessions += c->sessions;
    c->sums->winners += c->winners;
    c->score = c->sessions = c->winners = 0;
}

static void count_people(struct counting *c, const struct cah *g)
{
    uint32_t leaders = cah_leaders(g);
    c->score = c->sessions = c->winners = 0;
    for (int a = 0; a < CAH_SEATS + g->randos; a++) {
        bool rando = a >= CAH_SEATS;
        if (!rando && !(g->seats & SEAT_BIT(a))) continue;
        c->sessions++;
        c->score += g->score[cah_side(g, a)];
        bool here = rando || !(g->left & SEAT_BIT(a));
        c->winners += g->phase == PHASE_OVER && here && leaders & 1u << cah_side(g, a);
    }
}

static void count_responses(struct counting *c, const struct cah *g)
{
    for (int i = 0; i < g->response_count; i++) {
        c->sums->responses++;
        c->sums->cards += g->response[i].count;
        for (int k = 0; k < g->response[i].count; k++)
            c->sums->blanks += g->response[i].card[k] >= CAH_BLANK;
    }
    c->shown = true;
}

static void count_round(struct counting *c, const struct cah *g)
{
    bool decided = g->phase == PHASE_COMPLETED || (g->phase == PHASE_OVER && g->winner >= 0);
    if (g->round != c->round) {
        if (g->phase == PHASE_OVER && !decided) return; /* began and ended at once */
        c->round = g->round;
        c->shown = c->decided = false;
        c->sums->rounds++;
    }
    if (!c->shown && (decided || g->phase == PHASE_JUDGING)) count_responses(c, g);
    if (!decided || c->decided) return;
    c->decided = true;
    c->sums->judged++;
    if (g->winner < 0) return;
    c->sums->won++;
    c->sums->winning_cards += g->response[g->winner].count;
}

static bool count_record(void *arg, const struct store_record *record)
{
    struct counting *c = arg;
    enum fold fold = fold_record(&c->folding, &c->room, record->room, record->body, record->len);
    assert_int_equal(fold, FOLD_FINE);
    const struct room *room = c->room;
    if (room->phase != ROOM_PLAYING && room->phase != ROOM_OVER) return true;
    if (room->started != c->started) {
        close_game(c);
        c->started = room->started;
        c->round = 0;
        c->over = false;
        c->sums->games++;
    }
    if (c->over) return true;
    count_people(c, room->state);
    count_round(c, room->state);
    c->over = room->phase == ROOM_OVER;
    c->sums->finished += c->over;
    return true;
}

struct census {
    struct evening *evening;
    struct sums sums;
};

static bool count_room(void *arg, const struct store_room *room)
{
    struct census *census = arg;
    struct counting c = {.sums = &census->sums, .folding = {.house = &census->evening->house}};
    assert_true(store_read(census->evening->store, room->id, 1, count_record, &c));
    close_game(&c);
    room_free(c.room);
    folding_free(&c.folding);
    return true;
}

/* ---- what the tables say ---- */

static sqlite3 *open_db(const char *folder)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open_v2(file_in(folder), &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    return db;
}

static long number(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *st;
    if (sqlite3_prepare_v2(db, sql, -1, &st, NULL)) fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    assert_int_equal(sqlite3_step(st), SQLITE_ROW);
    long value = (long)sqlite3_column_int64(st, 0);
    sqlite3_finalize(st);
    return value;
}

static void assert_number(sqlite3 *db, const char *sql, long expected)
{
    long found = number(db, sql);
    if (found != expected) fail_msg("%s: %ld, the logs say %ld", sql, found, expected);
}

static void compare(struct evening *e, const char *folder)
{
    struct census census = {.evening = e};
    assert_true(store_rooms(e->store, false, count_room, &census));
    const struct sums *s = &census.sums;
    sqlite3 *db = open_db(folder);
    assert_number(db, "SELECT count(*) FROM game_sessions", s->games);
    assert_number(db, "SELECT count(*) FROM game_sessions WHERE finished", s->finished);
    assert_number(db, "SELECT count(*) FROM player_sessions", s->sessions);
    assert_number(db, "SELECT sum(score) FROM player_sessions", s->score);
    assert_number(db, "SELECT sum(is_winner) FROM player_sessions", s->winners);
    assert_number(db, "SELECT count(*) FROM rounds", s->rounds);
    assert_number(db, "SELECT count(winner_response_id) FROM rounds", s->won);
    assert_number(db, "SELECT count(*) FROM responses", s->responses);
    assert_number(db, "SELECT count(*) FROM response_cards", s->cards);
    assert_number(db, "SELECT count(*) FROM cards WHERE user_made", s->blanks);
    assert_number(db, "SELECT sum(plays) FROM cards WHERE type = 'white'", s->cards);
    assert_number(db, "SELECT sum(wins) FROM cards WHERE type = 'white'", s->winning_cards);
    assert_number(db, "SELECT sum(plays) FROM cards WHERE type = 'black'", s->rounds);
    assert_number(db, "SELECT sum(wins) FROM cards WHERE type = 'black'", s->won);
    assert_number(db, "SELECT count(*) FROM pragma_foreign_key_check", 0);
    assert_number(db,
                  "SELECT count(*) FROM players WHERE id NOT IN (SELECT player_id FROM"
                  " player_sessions) AND id NOT IN (SELECT host_id FROM game_sessions)",
                  0);
    assert_true(s->judged >= s->won);
    print_message("%ld games (%ld finished), %ld rounds (%ld won), %ld responses, %ld cards,"
                  " %ld of them written by players\n",
                  s->games, s->finished, s->rounds, s->won, s->responses, s->cards, s->blanks);
    sqlite3_close(db);
}

/* Every row of every table of history, in order. */
static char *dump(const char *folder)
{
    static const char *const tables[] = {
        "decks",  "cards",     "players",        "game_sessions",     "player_sessions",
        "rounds", "responses", "response_cards", "history_positions", NULL};
    struct buffer out = {0};
    sqlite3 *db = open_db(folder);
    for (const char *const *table = tables; *table; table++) {
        char sql[80];
        sqlite3_stmt *st;
        snprintf(sql, sizeof sql, "SELECT * FROM %s ORDER BY 1", *table);
        assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &st, NULL), SQLITE_OK);
        while (sqlite3_step(st) == SQLITE_ROW) {
            buffer_add_text(&out, *table);
            for (int i = 0; i < sqlite3_column_count(st); i++) {
                const char *value = (const char *)sqlite3_column_text(st, i);
                buffer_print(&out, "|%s", value ? value : "-");
            }
            buffer_add_byte(&out, '\n');
        }
        sqlite3_finalize(st);
    }
    sqlite3_close(db);
    char *text = strdup(buffer_text(&out));
    buffer_free(&out);
    return text;
}

static void assert_same(const char *before, const char *after)
{
    size_t at = 0;
    while (before[at] && before[at] == after[at])
        at++;
    if (!before[at] && !after[at]) return;
    while (at && before[at - 1] != '\n')
        at--;
    fail_msg("made again it is otherwise:\n%.*s\n%.*s", (int)strcspn(before + at, "\n"),
             before + at, (int)strcspn(after + at, "\n"), after + at);
}

static void rebuild_and_compare(struct evening *e, const char *folder)
{
    char error[STORE_ERROR_BYTES];
    struct rebuild_result result;
    char *before = dump(folder);
    if (!projector_rebuild(e->store, &e->house, &result, error)) fail_msg("%s", error);
    assert_int_equal(result.unreadable, 0);
    char *after = dump(folder);
    assert_same(before, after);
    free(before);
    free(after);
}

static void a_thousand_games(void **state)
{
    struct evening e;
    const char *wanted = getenv("HISTORY_GAMES");
    int games = wanted ? atoi(wanted) : 1000;
    evening_open(&e, *state, 1);
    while (e.games < games)
        evening_turn(&e);
    evening_settle(&e);
    compare(&e, *state);
    rebuild_and_compare(&e, *state);
    compare(&e, *state);
    evening_close(&e);
}

/* ---- bans ---- */

static void play(struct evening *e, int games)
{
    for (int end = e->games + games; e->games < end;)
        evening_turn(e);
    evening_settle(e);
}

/* The cards that were played, those that players wrote themselves aside. */
#define PLAYED                                                                                     \
    "SELECT count(*) FROM cards WHERE plays > 0 AND NOT user_made AND"                             \
    " substr(id, 10) IN ('w0', 'w1', 'w2', 'w3', 'w4', 'w5', 'w6', 'w7', 'b0', 'b1', 'b2', 'b3')"

static void a_banned_card_is_never_dealt(void **state)
{
    static char id[12][24];
    const char *cards[13] = {0}, *decks[] = {NULL};
    struct house_bans bans = {cards, decks};
    struct evening e;
    evening_open(&e, *state, 3);
    const struct game_deck *deck = shelf_deck(e.house.shelf, &cah_game, 0);
    for (int i = 0; i < 12; i++) {
        snprintf(id[i], sizeof id[i], "%.8s-%c%d", deck->hash, i < 8 ? 'w' : 'b', i % 8);
        cards[i] = id[i];
    }
    e.house.bans = &bans;
    play(&e, 40);
    sqlite3 *db = open_db(*state);
    assert_number(db, PLAYED, 0);
    cards[0] = NULL; /* all lifted: sooner or later each is played, chance says when */
    for (int i = 0; i < 20 && number(db, PLAYED) < 12; i++)
        play(&e, 40);
    assert_number(db, PLAYED, 12);
    sqlite3_close(db);
    compare(&e, *state); /* the logs come out as they were played, bans or not */
    evening_close(&e);
}

/* ---- what the page about it says ---- */

/* Every query of docs/history.md runs on what was played and finds something. */
static void the_queries_of_the_page(void **state)
{
    struct evening e;
    evening_open(&e, *state, 5);
    play(&e, 20);
    sqlite3 *db = open_db(*state);
    size_t len;
    char *page = file_bytes(HISTORY_PAGE, &len);
    int queries = 0;
    page = realloc(page, len + 1);
    page[len] = '\0';
    for (char *at = page, *end; (at = strstr(at, "```sql\n")); at = end) {
        at += strlen("```sql\n");
        end = strstr(at, "```");
        assert_non_null(end);
        *end++ = '\0';
        sqlite3_stmt *st;
        if (sqlite3_prepare_v2(db, at, -1, &st, NULL)) fail_msg("%s: %s", at, sqlite3_errmsg(db));
        if (sqlite3_step(st) != SQLITE_ROW) fail_msg("nothing: %s", at);
        sqlite3_finalize(st);
        queries++;
    }
    assert_true(queries >= 6);
    free(page);
    sqlite3_close(db);
    evening_close(&e);
}

/* ---- kill -9 ---- */

static void play_until_killed(const char *folder, uint64_t seed)
{
    struct evening e;
    evening_open(&e, folder, seed);
    for (;;)
        evening_turn(&e);
}

static void kill_after(const char *folder, unsigned round)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) play_until_killed(folder, 100 + round);
    struct timespec wait = {0, 1000000L * (40 + (long)(round * 37 % 160))};
    nanosleep(&wait, NULL);
    kill(child, SIGKILL);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

static void killed_in_the_middle(void **state)
{
    struct evening e;
    const char *wanted = getenv("HISTORY_KILLS");
    unsigned kills = wanted ? (unsigned)atoi(wanted) : 40;
    for (unsigned round = 0; round < kills; round++) {
        kill_after(*state, round);
        if (round % 10 != 9 && round + 1 < kills) continue;
        evening_open(&e, *state, round);
        evening_settle(&e);
        compare(&e, *state);
        evening_close(&e);
    }
    evening_open(&e, *state, 7);
    evening_settle(&e);
    rebuild_and_compare(&e, *state);
    evening_close(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_thousand_games, folder_lend, folder_take_back),
        cmocka_unit_test_setup_teardown(a_banned_card_is_never_dealt, folder_lend,
                                        folder_take_back),
        cmocka_unit_test_setup_teardown(the_queries_of_the_page, folder_lend, folder_take_back),
        cmocka_unit_test_setup_teardown(killed_in_the_middle, folder_lend, folder_take_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
