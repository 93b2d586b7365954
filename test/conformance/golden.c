#include "golden.h"
#include "core/alloc.h"
#include "room/says.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A game as the file tells it. `out` becomes the file as it should be. */
struct golden {
    const struct game *game;
    const struct game_deck *const *decks;
    int deck_count;
    struct game_table table;
    int32_t settings[GAME_SETTINGS_MAX];
    char name[GAME_SEATS_MAX][64], id[GAME_SEATS_MAX][16];
    uint8_t seed[CHANCE_SEED_BYTES];
    uint64_t seq; /* of the next record; 0 until the table is set */
    int64_t now;
    void *state, *spare;
    uint32_t viewers;                 /* AUDIENCE_CROWD and seats */
    json_t *seen[GAME_SEATS_MAX + 1]; /* the last view of each viewer; the crowd's comes last */
    struct game_says says;
    struct buffer out, text;
};

static const char *viewer_name(int viewer, char out[16])
{
    if (viewer == GAME_CROWD) return "crowd";
    snprintf(out, 16, "%d", viewer);
    return out;
}

/* The fields of a view that are not as they were, each on its line. */
static void show_changes(struct golden *g, int viewer, const json_t *now)
{
    char who[16];
    json_t **seen = &g->seen[viewer == GAME_CROWD ? GAME_SEATS_MAX : viewer];
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)now, key, value)
    {
        if (*seen && json_equal(value, json_object_get(*seen, key))) continue;
        char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
        buffer_print(&g->out, "> %s sees %s=%s\n", viewer_name(viewer, who), key, text);
        free(text);
    }
    if (*seen) {
        json_object_foreach(*seen, key, value)
        {
            if (json_object_get(now, key)) continue;
            buffer_print(&g->out, "> %s no longer sees %s\n", viewer_name(viewer, who), key);
        }
    }
}

static void show_viewer(struct golden *g, int viewer)
{
    char who[16];
    if (!says_reaches(g->viewers, viewer)) return;
    for (size_t i = 0; i < says_count(&g->says); i++) {
        struct says_event e = says_event(&g->says, i);
        if (!says_reaches(e.audience, viewer)) continue;
        buffer_print(&g->out, "> %s hears %s %s\n", viewer_name(viewer, who), e.name, e.text);
    }
    buffer_clear(&g->text);
    struct writer w = writer_to(&g->text);
    g->game->view(g->state, viewer, &g->table, &w);
    json_t *now = json_loads(buffer_text(&g->text), 0, NULL);
    if (!json_is_object(now))
        buffer_print(&g->out, "> %s sees no JSON object: %s\n", viewer_name(viewer, who),
                     g->text.data);
    else
        show_changes(g, viewer, now);
    json_t **seen = &g->seen[viewer == GAME_CROWD ? GAME_SEATS_MAX : viewer];
    json_decref(*seen);
    *seen = now;
}

static void show(struct golden *g)
{
    says_clear(&g->says, (int64_t)g->seq - 1);
    g->game->tell(g->state, &g->table, &g->says);
    for (int viewer = 0; viewer < g->table.seats; viewer++)
        show_viewer(g, viewer);
    show_viewer(g, GAME_CROWD);
    struct game_pulse pulse = g->game->pulse(g->state);
    if (pulse.over) buffer_print(&g->out, "> over, winners %#x\n", pulse.winners);
}

static void show_refusal(struct golden *g, const struct refusal *r)
{
    buffer_print(&g->out, "> refused: %s, %s\n", refusal_name(r), refusal_sentence(r));
}

static void show_mistake(struct golden *g, const char *what)
{
    buffer_print(&g->out, "> MISTAKE IN THE LINE ABOVE: %s\n", what);
}

static struct game_context context(struct golden *g, struct chance *chance, uint64_t stream)
{
    chance_init(chance, g->seed, stream);
    return (struct game_context){.now = g->now, .chance = chance, .table = &g->table};
}

static void adopt(struct golden *g)
{
    void *old = g->state;
    g->state = g->spare;
    g->spare = old;
    g->seq++;
    show(g);
}

static int find_word(const char *const *words, const char *word)
{
    for (int i = 0; word && words && words[i]; i++)
        if (!strcmp(words[i], word)) return i;
    return -1;
}

static const char *read_settings(struct golden *g, const json_t *given)
{
    const struct game_setting *all = g->game->settings;
    const char *key;
    json_t *value;
    for (int i = 0; all && all[i].key; i++)
        g->settings[i] = all[i].initial;
    json_object_foreach((json_t *)given, key, value)
    {
        int i = 0;
        while (all && all[i].key && strcmp(all[i].key, key) != 0)
            i++;
        if (!all || !all[i].key) return "no such setting";
        int64_t v = json_is_boolean(value)  ? json_is_true(value)
                    : json_is_string(value) ? find_word(all[i].choices, json_string_value(value))
                                            : json_integer_value(value);
        if (v < all[i].min || v > all[i].max) return "a setting out of its range";
        g->settings[i] = (int32_t)v;
    }
    return NULL;
}

static void read_viewers(struct golden *g, const json_t *given)
{
    size_t i;
    json_t *viewer;
    g->viewers = given ? 0 : AUDIENCE_ALL;
    json_array_foreach((json_t *)given, i, viewer)
    {
        bool seat = json_is_integer(viewer);
        g->viewers |= seat ? SEAT_BIT(json_integer_value(viewer) & 15) : AUDIENCE_CROWD;
    }
}

static void read_seats(struct golden *g, const json_t *line)
{
    const json_t *names = json_object_get(line, "names"), *teams = json_object_get(line, "teams");
    json_t *count = json_object_get(line, "seats");
    size_t seats = count ? (size_t)json_integer_value(count) : json_array_size(names);
    g->table.seats = (int)seats;
    for (int s = 0; s < GAME_SEATS_MAX; s++) {
        const char *name = json_string_value(json_array_get(names, (size_t)s));
        if (name)
            snprintf(g->name[s], sizeof g->name[s], "%s", name);
        else
            snprintf(g->name[s], sizeof g->name[s], "%c", 'A' + s);
        snprintf(g->id[s], sizeof g->id[s], "id%d", s);
        const json_t *team = json_array_get(teams, (size_t)s);
        g->table.seat[s] =
            (struct game_seat){.name = g->name[s],
                               .id = g->id[s],
                               .team = team ? (int)json_integer_value(team)
                                            : (g->game->teams ? s % g->game->teams : -1)};
    }
}

/* Those named by their place in the list, or else all that fit. */
static void read_decks(struct golden *g, const json_t *given)
{
    for (int i = 0; i < g->deck_count && g->table.decks < GAME_DECKS_MAX; i++) {
        bool chosen = !given;
        for (size_t j = 0; j < json_array_size(given); j++)
            chosen |= json_integer_value(json_array_get(given, j)) == i;
        bool fits = !g->game->deck_fits || g->game->deck_fits(g->decks[i], g->settings);
        if (chosen && fits) g->table.deck[g->table.decks++] = g->decks[i];
    }
}

static void set_table(struct golden *g, const json_t *line)
{
    const char *mistake = read_settings(g, json_object_get(line, "settings"));
    uint64_t seed = (uint64_t)json_integer_value(json_object_get(line, "seed"));
    for (int i = 0; i < 8; i++)
        g->seed[i] = (uint8_t)(seed >> 8 * i);
    read_viewers(g, json_object_get(line, "viewers"));
    read_seats(g, line);
    g->table.settings = g->settings;
    g->table.clock_offset = json_integer_value(json_object_get(line, "clock_offset"));
    const json_t *now = json_object_get(line, "now");
    g->now = now ? json_integer_value(now) : 1000000;
    read_decks(g, json_object_get(line, "decks"));
    if (!mistake && (g->table.seats < g->game->seats_min || g->table.seats > g->game->seats_max))
        mistake = "the game is not for that many";
    if (mistake) {
        show_mistake(g, mistake);
        return;
    }
    struct chance chance;
    struct game_context ctx = context(g, &chance, 0);
    struct refusal r = g->game->init(g->spare, &ctx);
    if (refused(&r))
        show_refusal(g, &r);
    else
        adopt(g);
}

static void act(struct golden *g, int seat, int verb, const json_t *with)
{
    struct chance chance;
    struct game_context ctx = context(g, &chance, g->seq);
    struct refusal r = ACCEPTED;
    if (g->game->verbs[verb].who == AWAITED_ONLY &&
        !(g->game->pulse(g->state).awaited & SEAT_BIT(seat)))
        r = REFUSE(NOT_YOUR_TURN);
    memcpy(g->spare, g->state, g->game->state_size);
    if (!refused(&r)) r = g->game->verbs[verb].apply(g->spare, seat, with, &ctx);
    if (refused(&r))
        show_refusal(g, &r);
    else
        adopt(g);
}

static bool act_as_suggested(struct golden *g, int seat, int level)
{
    struct chance chance;
    struct game_context ctx = context(g, &chance, (1ull << 40) + g->seq);
    struct game_move move;
    memset(&move, 0, sizeof move);
    if (!g->game->suggest(g->state, seat, level, &ctx, &move)) return false;
    buffer_print(&g->out, "> %d does %s %s\n", seat, g->game->verbs[move.verb].name, move.with);
    json_t *with = json_loads(move.with, 0, NULL);
    act(g, seat, move.verb, with);
    json_decref(with);
    return true;
}

static void news(struct golden *g, enum game_news what, int seat)
{
    struct chance chance;
    int64_t wake_at = g->game->pulse(g->state).wake_at;
    if (what == NEWS_WAKE && g->now < wake_at) g->now = wake_at;
    if (what == NEWS_SEAT_NEW) seat = g->table.seats++;
    if (what == NEWS_SEAT_AWAY || what == NEWS_SEAT_LEFT) g->table.seat[seat].away = true;
    if (what == NEWS_SEAT_BACK) g->table.seat[seat].away = false;
    if (what == NEWS_DECK) g->table.deck[g->table.decks] = g->decks[g->table.decks];
    if (what == NEWS_DECK) g->table.decks++;
    struct game_context ctx = context(g, &chance, g->seq);
    memcpy(g->spare, g->state, g->game->state_size);
    g->game->happen(g->spare, what, seat, &ctx);
    adopt(g);
}

/* So many suggestions of whoever is awaited first, or wake-ups where nobody is. */
static void run(struct golden *g, int64_t steps)
{
    for (; steps > 0; steps--) {
        struct game_pulse pulse = g->game->pulse(g->state);
        if (pulse.over || (!pulse.awaited && !pulse.wake_at)) return;
        g->now += 1000;
        if (pulse.awaited)
            act_as_suggested(g, __builtin_ctz(pulse.awaited), 0);
        else
            buffer_add_text(&g->out, "> it wakes\n"), news(g, NEWS_WAKE, -1);
    }
}

static void news_line(struct golden *g, const json_t *line, const char *name)
{
    static const char *const names[] = {"wake", "away", "back", "left", "new", "deck", NULL};
    int what = find_word(names, name);
    const json_t *seat = json_object_get(line, "seat");
    int64_t number = seat ? json_integer_value(seat) : -1;
    bool about_seat = what >= NEWS_SEAT_AWAY && what <= NEWS_SEAT_LEFT;
    if (what < 0 || (about_seat && (number < 0 || number >= g->table.seats)))
        show_mistake(g, "no such news, or no such seat");
    else if (what == NEWS_SEAT_NEW && g->table.seats >= g->game->seats_max)
        show_mistake(g, "no room for one more");
    else if (what == NEWS_DECK &&
             (g->table.decks >= g->deck_count || g->table.decks >= GAME_DECKS_MAX))
        show_mistake(g, "no more decks");
    else
        news(g, (enum game_news)what, (int)number);
}

static void action_line(struct golden *g, const json_t *line)
{
    const json_t *level = json_object_get(line, "suggest"), *with = json_object_get(line, "with");
    int64_t seat = json_integer_value(json_object_get(line, "seat"));
    const char *name = json_string_value(json_object_get(line, "verb"));
    int verb = 0;
    while (name && g->game->verbs[verb].name && strcmp(g->game->verbs[verb].name, name) != 0)
        verb++;
    if (seat < 0 || seat >= g->table.seats) {
        show_mistake(g, "no such seat");
    } else if (level) {
        if (!act_as_suggested(g, (int)seat, (int)json_integer_value(level)))
            buffer_print(&g->out, "> %d has nothing to do\n", (int)seat);
    } else if (!name || !g->game->verbs[verb].name) {
        show_mistake(g, "no such verb");
    } else {
        json_t *none = json_object();
        act(g, (int)seat, verb, with ? with : none);
        json_decref(none);
    }
}

static void play_line(struct golden *g, const char *text)
{
    json_error_t error;
    json_t *line = json_loads(text, 0, &error);
    const char *name = json_string_value(json_object_get(line, "news"));
    g->now += json_integer_value(json_object_get(line, "after"));
    if (!json_is_object(line))
        show_mistake(g, error.text);
    else if (g->seq == 0)
        set_table(g, line);
    else if (json_object_get(line, "run"))
        run(g, json_integer_value(json_object_get(line, "run")));
    else if (name)
        news_line(g, line, name);
    else
        action_line(g, line);
    json_decref(line);
}

/* Every line that is no expectation is kept, and played if it is no comment. */
static void play_file(struct golden *g, const char *input)
{
    struct buffer line = {0};
    while (*input) {
        size_t len = strcspn(input, "\n");
        buffer_clear(&line);
        buffer_add(&line, input, len);
        const char *text = buffer_text(&line);
        if (*text != '>') {
            buffer_print(&g->out, "%s\n", text);
            if (*text && *text != '#') play_line(g, text);
        }
        input += len + (input[len] == '\n');
    }
    buffer_free(&line);
}

static bool read_whole(const char *file, struct buffer *out)
{
    FILE *f = fopen(file, "r");
    if (!f) return false;
    size_t got;
    do {
        got = fread(buffer_reserve(out, 65536), 1, 65536, f);
        out->len += got;
    } while (got > 0);
    fclose(f);
    buffer_text(out);
    return true;
}

static bool write_whole(const char *file, const struct buffer *text)
{
    FILE *f = fopen(file, "w");
    if (!f) return false;
    bool good = fwrite(text->data, 1, text->len, f) == text->len;
    return fclose(f) == 0 && good;
}

#define LINES_SHOWN 12

/* The first place where they part, a few lines of each. */
static void print_difference(const char *file, const char *expected, const char *got)
{
    int line = 1;
    for (;;) {
        size_t a = strcspn(expected, "\n"), b = strcspn(got, "\n");
        if (a != b || strncmp(expected, got, a) != 0 || !expected[a] || !got[b]) break;
        expected += a + 1, got += b + 1, line++;
    }
    fprintf(stderr, "%s:%d: the game goes otherwise (- as it was, + as it is now)\n", file, line);
    const char *texts[] = {expected, got};
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < LINES_SHOWN && *texts[side]; i++) {
            size_t len = strcspn(texts[side], "\n");
            fprintf(stderr, "%c %.*s\n", "-+"[side], (int)len, texts[side]);
            texts[side] += len + (texts[side][len] == '\n');
        }
    fputs("GOLDEN_UPDATE=1 in the environment writes it down as it is now.\n", stderr);
}

static bool settle(struct golden *g, const char *file, const char *input)
{
    const char *got = buffer_text(&g->out);
    bool mistake = strstr(got, "\n> MISTAKE") != NULL || g->seq == 0;
    const char *update = getenv("GOLDEN_UPDATE");
    if (mistake) fprintf(stderr, "%s: has a mistake, or no table\n", file);
    if (!strcmp(input, got)) return !mistake;
    if (update && *update == '1') {
        if (write_whole(file, &g->out)) return !mistake;
        fprintf(stderr, "%s: cannot be written\n", file);
        return false;
    }
    print_difference(file, input, got);
    return false;
}

bool golden_check_with(const struct game *game, const char *file,
                       const struct game_deck *const *decks, int deck_count)
{
    struct buffer input = {0};
    struct golden g = {.game = game, .decks = decks, .deck_count = deck_count};
    if (!read_whole(file, &input)) {
        fprintf(stderr, "%s: cannot be read\n", file);
        buffer_free(&input);
        return false;
    }
    g.state = alloc_zero(1, game->state_size);
    g.spare = alloc_zero(1, game->state_size);
    says_init(&g.says, 0);
    play_file(&g, input.data);
    bool same = settle(&g, file, input.data);
    for (int i = 0; i <= GAME_SEATS_MAX; i++)
        json_decref(g.seen[i]);
    says_free(&g.says);
    buffer_free(&g.out);
    buffer_free(&g.text);
    buffer_free(&input);
    free(g.state);
    free(g.spare);
    return same;
}

bool golden_check(const struct game *game, const char *file)
{
    return golden_check_with(game, file, NULL, 0);
}
