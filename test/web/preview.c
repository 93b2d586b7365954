/* Writes one page with sample data to standard output: what the browser tests and a designer look
 * at without a server. usage: pages-preview PAGE [LANGUAGE [LOOK [ASSET_BASE [ORIGIN]]]] */
#include "site/pages/avatar.h"
#include "site/pages/page.h"
#include "site/pages/qr.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const languages[] = {"es", "en", "it", NULL};
#define TABOO                                                                                      \
    {                                                                                              \
        .minutes_min = 20, .minutes_max = 40, .languages = languages, .mood = "coral"              \
    }
#define SANTASE                                                                                    \
    {                                                                                              \
        .minutes_min = 15, .minutes_max = 30, .mood = "mint"                                       \
    }
#define CODENAMES                                                                                  \
    {                                                                                              \
        .minutes_min = 15, .minutes_max = 25, .languages = languages, .mood = "sky"                \
    }
#define CRYPTA                                                                                     \
    {                                                                                              \
        .minutes_min = 10, .minutes_max = 20, .mood = "honey", .address = "/crypta"                \
    }
#define CAH                                                                                        \
    {                                                                                              \
        .minutes_min = 30, .minutes_max = 60, .languages = languages, .mood = "lilac"              \
    }
static const struct page_game games[] = {
    {"taboo", 4, 12, TABOO, false, NULL},  {"santase", 2, 2, SANTASE, true, NULL},
    {"crypta", 2, 4, CRYPTA, false, NULL}, {"codenames", 4, 16, CODENAMES, true, "en"},
    {"cah", 3, 10, CAH, false, NULL},      {0}};
static const struct page_game room_games[] = {{"taboo", 4, 12, TABOO, false, NULL},
                                              {"santase", 2, 2, SANTASE, true, NULL},
                                              {"codenames", 4, 16, CODENAMES, true, "en"},
                                              {"cah", 3, 10, CAH, false, NULL},
                                              {0}};
static const char *const teams[] = {"Equipo A", "Equipo B"};
static const uint8_t levels[] = {1, 5, 2, 3, 4, 0};
static const char *const modes[] = {"score", "deck", NULL};
static const struct page_setting taboo_settings[] = {
    {.key = "mode", .kind = PAGE_CHOICE, .max = 1, .choices = modes},
    {.key = "scoreLimit", .value = 15, .min = 1, .max = 100},
    {.key = "turnSeconds", .value = 60, .min = 10, .max = 300},
};
static const struct page_preset taboo_presets[] = {
    {"quick", false}, {"classic", true}, {"twentyCards", false}, {"children", false}};
static const struct page_person party[] = {
    {"p1", "Ana", NULL, 0, 0, 1, true, true, false},
    {"p2", "<b>Luca</b> & co", NULL, 1, 0, 0, false, true, false},
    {"p3", "Калина", NULL, 0, 0, 2, false, true, false},
    {"p4", "Señor de las Nueve Casas", NULL, 1, 0, 0, false, false, false},
    {"p5", "🦊🎲", NULL, -1, 0, 0, false, true, true},
};
static const struct page_person pair[] = {
    {"p1", "Radka", NULL, -1, 0, 0, true, true, false},
    {"p2", "Bot 2", NULL, -1, 2, 0, false, false, false},
};

static struct page_room taboo_room(bool host)
{
    return (struct page_room){.code = "XTBK92",
                              .game = "taboo",
                              .box = TABOO,
                              .you = host ? 0 : 2,
                              .is_host = host,
                              .host_token = host ? "3f0c0d8e-7a54-4c1d-9d0a-0a4a3a0f7e11" : NULL,
                              .people_count = 5,
                              .people = party,
                              .team_count = 2,
                              .teams = teams,
                              .seats_min = 4,
                              .seats_max = 12,
                              .setting_count = 3,
                              .settings = taboo_settings,
                              .preset_count = 4,
                              .presets = taboo_presets,
                              .games = room_games,
                              .games_played = 3,
                              .missing_team = -1};
}

static struct page_room empty_room(void)
{
    struct page_room room = taboo_room(true);
    room.people_count = 1;
    room.games_played = 0;
    room.missing = REFUSE(NEED_MORE_PLAYERS);
    room.missing_team = 1;
    room.missing_count = 2;
    return room;
}

static struct page_room santase_room(void)
{
    return (struct page_room){.code = "N8WQ4C",
                              .game = "santase",
                              .box = SANTASE,
                              .you = 0,
                              .is_host = true,
                              .host_token = "3f0c0d8e-7a54-4c1d-9d0a-0a4a3a0f7e11",
                              .people_count = 2,
                              .people = pair,
                              .seats_min = 2,
                              .seats_max = 2,
                              .games = room_games,
                              .bots = true,
                              .levels = levels,
                              .missing_team = -1};
}

static bool write_home(struct buffer *out, const struct page_context *c, const char *page)
{
    const struct page_seat seats[] = {{"XTBK92", "taboo", "Señor de las Nueve Casas", "k7x"},
                                      {"QRST23", "santase", "Ana", ""}};
    const struct page_home back = {.games = games, .seat_count = 2, .seats = seats};
    const struct page_home home = {.games = games}, invited = {.games = games, .code = "XTBK92"};
    if (!strcmp(page, "home"))
        page_home(out, c, &home);
    else if (!strcmp(page, "home-code"))
        page_home(out, c, &invited);
    else if (!strcmp(page, "home-back"))
        page_home(out, c, &back);
    else if (!strcmp(page, "offline"))
        page_offline(out, c, games);
    else
        return false;
    return true;
}

static bool write_lobby(struct buffer *out, const struct page_context *c, const char *page)
{
    struct page_room host = taboo_room(true), guest = taboo_room(false);
    struct page_room visitor = taboo_room(false), out_there = taboo_room(true);
    struct page_room waiting = empty_room(), santase = santase_room();
    visitor.you = -1;
    out_there.out = party;
    out_there.out_count = 2;
    if (!strcmp(page, "lobby-host"))
        page_lobby_host(out, c, &host);
    else if (!strcmp(page, "lobby-waiting"))
        page_lobby_host(out, c, &waiting);
    else if (!strcmp(page, "lobby-out"))
        page_lobby_host(out, c, &out_there);
    else if (!strcmp(page, "lobby-guest"))
        page_lobby_guest(out, c, &guest);
    else if (!strcmp(page, "lobby-visitor"))
        page_lobby_guest(out, c, &visitor);
    else if (!strcmp(page, "lobby-pair"))
        page_lobby_host(out, c, &santase);
    else
        return false;
    return true;
}

/* While a game is running. */
static bool write_game(struct buffer *out, const struct page_context *c, const char *page)
{
    struct page_room running = taboo_room(false), late = running;
    running.state = late.state = PAGE_PLAYING;
    late.you = -1;
    late.latecomers = !strcmp(page, "late");
    late.returning = late.latecomers ? NULL : party;
    if (!strncmp(page, "late", 4))
        page_latecomer(out, c, &late);
    else if (!strcmp(page, "table"))
        page_table(out, c, &running);
    else if (!strcmp(page, "tv"))
        page_tv(out, c, &running);
    else
        return false;
    return true;
}

static bool write_refusal(struct buffer *out, const struct page_context *c, const char *page)
{
    struct page_room guest = taboo_room(false), running = taboo_room(false);
    running.state = PAGE_PLAYING;
    const struct {
        const char *page, *typed;
        struct refusal why;
        const struct page_room *room;
    } refusals[] = {
        {"put-out", "XTBK92", REFUSE(PUT_OUT), &guest},
        {"not-found", "QQ<b>QQ", REFUSE(ROOM_NOT_FOUND), NULL},
        {"ended", "XTBK92", REFUSE(ROOM_ENDED), NULL},
        {"full", "XTBK92", REFUSE(ROOM_FULL), &guest},
        {"running", "XTBK92", REFUSE(GAME_ALREADY_STARTED), &running},
        {"not-host", NULL, REFUSE(NOT_HOST), &guest},
    };
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        if (strcmp(page, refusals[i].page) != 0) continue;
        page_refusal(out, c, &refusals[i].why, refusals[i].typed, refusals[i].room);
        return true;
    }
    return false;
}

static bool write_answer(struct buffer *out, const struct page_context *c, const char *page)
{
    const struct refusal lost = REFUSE(ROOM_NOT_FOUND);
    if (!strcmp(page, "join"))
        page_join(out, c, NULL, NULL);
    else if (!strcmp(page, "join-wrong"))
        page_join(out, c, "ABC", &lost);
    else if (!strcmp(page, "resume"))
        page_resume(
            out, c, "XTBK92",
            "https://ludoteca.example/rooms/XTBK92/resume/3f0c0d8e-7a54-4c1d-9d0a-0a4a3a0f7e11");
    else if (!strcmp(page, "404") || !strcmp(page, "405") || !strcmp(page, "500"))
        page_error(out, c, (int)strtol(page, NULL, 10));
    else if (!strncmp(page, "avatar/", 7))
        avatar_svg(out, page + 7, FACE_CALM);
    else if (!strncmp(page, "qr/", 3))
        return qr_svg(out, page + 3);
    else
        return false;
    return true;
}

static bool write_page(struct buffer *out, const struct page_context *c, const char *page)
{
    return write_home(out, c, page) || write_lobby(out, c, page) || write_game(out, c, page) ||
           write_refusal(out, c, page) || write_answer(out, c, page);
}

int main(int argc, char **argv)
{
    struct page_context context = {.language = argc > 2 ? argv[2] : "es",
                                   .look = argc > 3 ? argv[3] : NULL,
                                   .asset_base = argc > 4 ? argv[4] : "",
                                   .origin = argc > 5 ? argv[5] : "https://ludoteca.example"};
    struct buffer out = {0};
    if (argc < 2 || !write_page(&out, &context, argv[1])) {
        fprintf(stderr, "usage: pages-preview PAGE [LANGUAGE [LOOK [ASSET_BASE [ORIGIN]]]]\n");
        return 2;
    }
    fwrite(out.data, 1, out.len, stdout);
    buffer_free(&out);
    return 0;
}
