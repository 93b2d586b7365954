/* Pages are safe whatever they are given, and speak the language they were asked for. */
#include "core/text.h"
#include "site/pages/avatar.h"
#include "site/pages/catalog.h"
#include "site/pages/html.h"
#include "site/pages/page.h"
#include "site/pages/qr.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct page_context context = {
    .language = "en", .asset_base = "/v/abc", .origin = "https://ludoteca.example"};

static void escapes_text_and_attributes(void **state)
{
    (void)state;
    static const struct {
        const char *given, *written;
    } cases[] = {
        {"plain", "plain"},
        {"<script>alert('x')</script>", "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;"},
        {"\" onload=\"x", "&quot; onload=&quot;x"},
        {"a & b &amp; c", "a &amp; b &amp;amp; c"},
        {"bad \xff\xc0 bytes", "bad \xef\xbf\xbd\xef\xbf\xbd bytes"},
        {"cut \xe2\x82", "cut \xef\xbf\xbd\xef\xbf\xbd"},
        {"bell \a and \x7f", "bell \xef\xbf\xbd and \xef\xbf\xbd"},
        {"🦊 \xd7\xa9\xd7\x9c", "🦊 \xd7\xa9\xd7\x9c"},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct buffer out = {0};
        struct html h = {&out, &context};
        html_text(&h, cases[i].given);
        assert_string_equal(buffer_text(&out), cases[i].written);
        buffer_clear(&out);
        html_attr(&h, "title", cases[i].given);
        assert_int_equal(out.len, strlen(cases[i].written) + strlen(" title=\"\""));
        buffer_free(&out);
    }
}

static void encodes_paths(void **state)
{
    (void)state;
    struct buffer out = {0};
    struct html h = {&out, &context};
    html_attr_path(&h, "href", "rooms", "../a b\"<", "tv", NULL);
    assert_string_equal(buffer_text(&out), " href=\"/rooms/..%2Fa%20b%22%3C/tv\"");
    buffer_free(&out);
}

static void fills_placeholders_before_escaping(void **state)
{
    (void)state;
    struct buffer out = {0};
    struct html h = {&out, &context};
    html_say_with(&h, "lobby.optionsFor", "name", "<b>{name}</b>", NULL);
    assert_string_equal(buffer_text(&out), "Options for &lt;b&gt;{name}&lt;/b&gt;");
    buffer_clear(&out);
    html_say_count(&h, "lobby.missingInTeam", 1, "team", "A&B", NULL);
    assert_string_equal(buffer_text(&out), "A&amp;B needs 1 more player.");
    buffer_clear(&out);
    html_say_count(&h, "lobby.missing", 3, NULL);
    assert_string_equal(buffer_text(&out), "3 more players needed to start.");
    buffer_free(&out);
}

static void picks_a_language(void **state)
{
    (void)state;
    static const struct {
        const char *query, *cookie, *accept, *picked;
    } cases[] = {
        {NULL, NULL, NULL, "es"},
        {NULL, NULL, "de-DE,de;q=0.9", "es"},
        {NULL, NULL, "de, it-IT;q=0.8, es;q=0.9", "es"},
        {NULL, NULL, "de, it-IT;q=0.8, en;q=0.3", "it"},
        {NULL, NULL, "bg", "bg"},
        {NULL, NULL, "en-GB", "en"},
        {NULL, NULL, ",,;q=,it;q=0.1", "it"},
        {NULL, "bg", "en", "bg"},
        {"it", "bg", "en", "it"},
        {"xx", "<b>", "es-MX", "es"},
        {"itx", NULL, NULL, "es"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_string_equal(catalog_pick(cases[i].query, cases[i].cookie, cases[i].accept),
                            cases[i].picked);
}

static void translates_every_refusal(void **state)
{
    (void)state;
#define X(code, family, status, sentence) assert_true(catalog_has("error." #code));
    REFUSALS(X)
#undef X
    assert_string_equal(catalog_text("bg", "lobby.start"), "Начало!");
    assert_string_equal(catalog_text("en", "no.such.key"), "no.such.key");
}

static void details_are_translated(void **state)
{
    (void)state;
    struct page_context c = context;
    struct refusal why = refusal_keyed(REFUSE(NEED_MORE_PLAYERS), "lobby.missingInTeam");
    why = refusal_with(why, (struct refusal_value){"team", "<Equipo B>", NULL});
    why = refusal_with_number(why, "count", 1);
    struct buffer out = {0};
    page_refusal(&out, &c, &why, NULL, NULL);
    assert_non_null(strstr(buffer_text(&out), "&lt;Equipo B&gt; needs 1 more player."));
    why = refusal_keyed(REFUSE(TEAM_FULL), "error.TEAM_FULL.team");
    why = refusal_with(why, (struct refusal_value){"team", "Equipo B", "taboo.team.1"});
    buffer_clear(&out);
    c.language = "bg";
    page_refusal(&out, &c, &why, NULL, NULL);
    assert_non_null(strstr(buffer_text(&out), catalog_text("bg", "taboo.team.1")));
    assert_null(strstr(buffer_text(&out), "Equipo B"));
    why.key = "no.such.key";
    buffer_clear(&out);
    page_refusal(&out, &c, &why, NULL, NULL);
    assert_non_null(strstr(buffer_text(&out), catalog_text("bg", "error.TEAM_FULL")));
    buffer_free(&out);
}

static void full_teams_and_taken_chairs_say_so(void **state)
{
    (void)state;
    const char *teams[] = {"A", "B"};
    struct page_person people[] = {{"p1", "Ana", NULL, 0, 0, 0, true, true, false},
                                   {"p2", "Luca", NULL, 1, 0, 0, false, true, false},
                                   {"p3", "Bea", NULL, -1, 0, 0, false, true, true}};
    struct page_room room = {.code = "XTBK92",
                             .game = "probe",
                             .you = 0,
                             .people_count = 3,
                             .people = people,
                             .team_count = 2,
                             .teams = teams,
                             .team_max = 2,
                             .seats_min = 2,
                             .seats_max = 4,
                             .missing_team = -1};
    struct buffer out = {0};
    fragment_lobby(&out, &context, &room);
    assert_null(strstr(buffer_text(&out), "disabled"));
    room.team_max = 1;
    buffer_clear(&out);
    fragment_lobby(&out, &context, &room);
    assert_non_null(strstr(buffer_text(&out), "<button class=\"join-team\" disabled>"));
    assert_non_null(strstr(buffer_text(&out), "Full: 1 player at most"));
    room.you = 2; /* Bea watches, and there is no chair */
    buffer_clear(&out);
    fragment_lobby(&out, &context, &room);
    assert_non_null(strstr(buffer_text(&out), catalog_text("en", "lobby.noChair")));
    assert_null(strstr(buffer_text(&out), catalog_text("en", "lobby.play")));
    people[1].watching = true; /* Luca gets up */
    buffer_clear(&out);
    fragment_lobby(&out, &context, &room);
    assert_non_null(strstr(buffer_text(&out), catalog_text("en", "lobby.play")));
    buffer_free(&out);
}

/* Whoever finds the room full is not sent in a circle. */
static void a_full_room_can_be_watched(void **state)
{
    (void)state;
    const struct page_room room = {.code = "XTBK92", .game = "taboo", .you = -1};
    const struct refusal full = REFUSE(ROOM_FULL), other = REFUSE(NOT_HOST);
    struct buffer out = {0};
    page_refusal(&out, &context, &full, "XTBK92", &room);
    assert_non_null(strstr(buffer_text(&out), "href=\"/rooms/XTBK92/tv\""));
    buffer_clear(&out);
    page_refusal(&out, &context, &other, NULL, &room);
    assert_null(strstr(buffer_text(&out), "/tv\""));
    buffer_free(&out);
}

/* What is counted in milliseconds is shown in seconds, and keeps its name on the wire. */
static void milliseconds_are_shown_as_seconds(void **state)
{
    (void)state;
    const struct page_person people[] = {{"p1", "Ana", NULL, -1, 0, 0, true, true, false}};
    const struct page_setting settings[] = {
        {"turnEndPauseMs", PAGE_MILLISECONDS, 4500, 0, 30000, NULL, false, false}};
    struct page_room room = {.code = "XTBK92",
                             .game = "taboo",
                             .you = 0,
                             .is_host = true,
                             .people_count = 1,
                             .people = people,
                             .seats_min = 1,
                             .seats_max = 4,
                             .setting_count = 1,
                             .settings = settings,
                             .missing_team = -1};
    struct buffer out = {0};
    fragment_lobby(&out, &context, &room);
    assert_non_null(strstr(buffer_text(&out), "name=\"turnEndPauseMs.seconds\" value=\"4.5\" "
                                              "min=\"0\" max=\"30\" step=\"0.5\""));
    room.is_host = false;
    buffer_clear(&out);
    fragment_lobby(&out, &context, &room);
    assert_non_null(strstr(buffer_text(&out), "<dd>4.5 seconds</dd>"));
    buffer_free(&out);
}

static void draws_the_same_face_for_the_same_name(void **state)
{
    (void)state;
    struct buffer a = {0}, b = {0}, other = {0};
    avatar_svg(&a, "Ana", FACE_CALM);
    avatar_svg(&b, "Ana", FACE_CALM);
    avatar_svg(&other, "Ana 2", FACE_CALM);
    assert_string_equal(buffer_text(&a), buffer_text(&b));
    assert_string_not_equal(buffer_text(&a), buffer_text(&other));
    assert_null(strstr(buffer_text(&a), "Ana")); /* nothing of the name, so nothing to escape */
    buffer_free(&a);
    buffer_free(&b);
    buffer_free(&other);
}

static void draws_the_same_person_in_another_mood(void **state)
{
    (void)state;
    struct buffer face[3] = {0};
    for (int mood = FACE_CALM; mood <= FACE_SAD; mood++)
        avatar_svg(&face[mood], "Ana", (enum avatar_mood)mood);
    assert_string_not_equal(buffer_text(&face[FACE_CALM]), buffer_text(&face[FACE_HAPPY]));
    assert_string_not_equal(buffer_text(&face[FACE_HAPPY]), buffer_text(&face[FACE_SAD]));
    /* the ground and the body are the same */
    const char *eyes = strstr(buffer_text(&face[FACE_CALM]), "\"/><");
    assert_non_null(eyes);
    size_t common = (size_t)(eyes - buffer_text(&face[FACE_CALM]));
    assert_memory_equal(buffer_text(&face[FACE_CALM]), buffer_text(&face[FACE_HAPPY]), common);
    assert_int_equal(avatar_mood("happy"), FACE_HAPPY);
    assert_int_equal(avatar_mood("sad"), FACE_SAD);
    assert_int_equal(avatar_mood("<b>"), FACE_CALM);
    assert_int_equal(avatar_mood(NULL), FACE_CALM);
    for (int mood = FACE_CALM; mood <= FACE_SAD; mood++)
        buffer_free(&face[mood]);
}

static void refuses_a_text_too_long_for_a_qr_code(void **state)
{
    (void)state;
    struct buffer out = {0}, text = {0};
    for (int i = 0; i < 5000; i++)
        buffer_add_byte(&text, 'x');
    assert_false(qr_svg(&out, buffer_text(&text)));
    assert_int_equal(out.len, 0);
    assert_true(qr_svg(&out, "https://ludoteca.example/rooms/XTBK92"));
    assert_non_null(strstr(buffer_text(&out), "<path"));
    buffer_free(&out);
    buffer_free(&text);
}

static void write_every_page(struct buffer *out, const struct page_context *c,
                             const struct page_home *home, const struct page_new *opening,
                             const struct refusal *why, const char *nasty)
{
    page_home(out, c, home);
    page_new(out, c, opening);
    page_latecomer(out, c, opening->room);
    page_join(out, c, nasty, why);
    page_lobby_host(out, c, opening->room);
    page_lobby_guest(out, c, opening->room);
    page_table(out, c, opening->room);
    page_tv(out, c, opening->room);
    page_resume(out, c, nasty, nasty);
    page_resume_here(out, c, nasty, nasty, nasty);
    page_refusal(out, c, why, nasty, opening->room);
    page_refusal(out, c, &REFUSE(ROOM_NOT_FOUND), nasty, NULL);
    page_error(out, c, 404);
    page_offline(out, c, home->games);
}

/* Every page, with strings that want to break out of it. */
static void pages_are_safe(void **state)
{
    (void)state;
    char nasty[600] = "<img src=x onerror=alert(1)>\"'&\xe2\x80\xae\xff";
    memset(nasty + strlen(nasty), 'W', 500);
    const uint8_t levels[] = {1, 2, 0};
    const char *teams[] = {nasty, nasty}, *choices[] = {nasty, NULL};
    const char *const languages[] = {nasty, NULL};
    const struct game_box box = {.languages = languages, .mood = nasty, .address = nasty};
    const struct page_game games[] = {
        {nasty, 2, 4, box, true, "en"}, {nasty, 1, 1, {0}, false, NULL}, {0}};
    const struct page_setting settings[] = {{nasty, PAGE_CHOICE, 0, 0, 0, choices, false, false},
                                            {nasty, PAGE_NUMBER, 3, 1, 9, NULL, false, false},
                                            {nasty, PAGE_SWITCH, 1, 0, 1, NULL, false, false}};
    const struct page_preset presets[] = {{nasty, true}, {nasty, false}};
    json_t *query = json_pack("{s:s}", "<img src=x>\"'&", "<img src=x>\"'&");
    json_t *asked = json_pack("{s:s, s:i, s:b}", "<img src=x>", "<img src=x>", "n", 7, "s", 1);
    const struct page_person people[] = {{nasty, nasty, nasty, 0, 0, 2, true, true, false},
                                         {nasty, nasty, NULL, 1, 0, 0, false, false, false},
                                         {nasty, nasty, "", -1, 0, 0, false, true, true}};
    struct page_context c = {.language = nasty,
                             .look = nasty,
                             .asset_base = nasty,
                             .origin = nasty,
                             .avatar_base = nasty,
                             .avatar_end = nasty};
    const struct page_seat seat = {nasty, nasty, nasty, nasty};
    const struct page_home home = {.games = games, .code = nasty, .seat_count = 1, .seats = &seat};
    for (int variant = 0; variant < 12; variant++) {
        const struct page_room room = {.code = nasty,
                                       .game = nasty,
                                       .state = variant % 3,
                                       .you = variant % 4 - 1,
                                       .is_host = variant & 1,
                                       .host_token = nasty,
                                       .people_count = 3,
                                       .people = people,
                                       .latecomers = variant & 4,
                                       .returning = variant & 8 ? people : NULL,
                                       .out_count = variant & 1 ? 3 : 0,
                                       .out = people,
                                       .team_count = variant & 2,
                                       .teams = teams,
                                       .setting_count = 3,
                                       .settings = settings,
                                       .preset_count = 2,
                                       .presets = presets,
                                       .games = games,
                                       .bots = true,
                                       .levels = levels,
                                       .missing = REFUSE(NEED_MORE_PLAYERS),
                                       .missing_team = 0,
                                       .missing_count = variant & 1};
        const struct refusal why = refuse_saying(REFUSAL_CODE_ILLEGAL_MOVE, "%.80s", nasty);
        const struct page_new opening = {.room = &room,
                                         .called = nasty,
                                         .query = query,
                                         .asked = asked,
                                         .problem = variant & 1 ? &why : NULL};
        struct buffer out = {0};
        write_every_page(&out, &c, &home, &opening, &why, nasty);
        assert_null(strstr(buffer_text(&out), "<img src=x"));
        assert_null(strstr(out.data, "\"'&\xe2"));
        assert_true(text_is_utf8(out.data, out.len));
        buffer_free(&out);
    }
    json_decref(query);
    json_decref(asked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(escapes_text_and_attributes),
        cmocka_unit_test(encodes_paths),
        cmocka_unit_test(fills_placeholders_before_escaping),
        cmocka_unit_test(picks_a_language),
        cmocka_unit_test(translates_every_refusal),
        cmocka_unit_test(details_are_translated),
        cmocka_unit_test(full_teams_and_taken_chairs_say_so),
        cmocka_unit_test(a_full_room_can_be_watched),
        cmocka_unit_test(milliseconds_are_shown_as_seconds),
        cmocka_unit_test(draws_the_same_face_for_the_same_name),
        cmocka_unit_test(draws_the_same_person_in_another_mood),
        cmocka_unit_test(refuses_a_text_too_long_for_a_qr_code),
        cmocka_unit_test(pages_are_safe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
