/* What Taboo needs besides a room: the operator's settings, under the names of its specification, and
 * new cards while a game runs. */
#include "new_cards.h"
#include "taboo.h"

#include <stddef.h>

#define AT(field) offsetof(struct taboo_own, field)

static const struct setting_row settings[] = {
    {"--turn-duration-seconds", "TURN_DURATION_SECONDS", ROW_NUMBER, AT(turn_seconds), "60", 1, 300,
     "Taboo: seconds per turn, unless the host chooses"},
    {"--default-score-limit", "DEFAULT_SCORE_LIMIT", ROW_NUMBER, AT(score_limit), "15", 1, 100,
     "Taboo: points to win, unless the host chooses"},
    {"--turn-end-pause-ms", "TURN_END_PAUSE_MS", ROW_NUMBER, AT(turn_pause_ms), "3000", 0, 60000,
     "Taboo: pause between turns"},
    {"--min-players-per-team", "MIN_PLAYERS_PER_TEAM", ROW_NUMBER, AT(team_min), "2", 1, 6,
     "Taboo: players a team needs"},
    {"--max-players-per-team", "MAX_PLAYERS_PER_TEAM", ROW_NUMBER, AT(team_max), "6", 1, 6,
     "Taboo: players a team can have"},
    {"--low-deck-threshold", "LOW_DECK_THRESHOLD", ROW_NUMBER, AT(low_deck), "10", 0, 1000,
     "Taboo: new cards are asked for when no more than these are left"},
    {"--cards-per-generation", "CARDS_PER_GENERATION", ROW_NUMBER, AT(cards_per_generation), "20",
     1, 100, "Taboo: cards asked for at a time"},
    {"--gemini-api-key", "GEMINI_API_KEY", ROW_TEXT, AT(gemini_key), "", 0, 0,
     "Taboo: key for new cards; none are made without"},
    {"--gemini-model", "GEMINI_MODEL", ROW_TEXT, AT(gemini_model), "gemini-2.0-flash", 0, 0,
     "Taboo: model that makes them"},
    {"--gemini-base-url", "GEMINI_BASE_URL", ROW_TEXT, AT(gemini_url),
     "https://generativelanguage.googleapis.com", 0, 0, "Taboo: where that is asked"},
    {"--gemini-timeout-ms", "GEMINI_TIMEOUT_MS", ROW_NUMBER, AT(gemini_timeout_ms), "30000", 100,
     600000, "Taboo: how long an answer may take"},
    {0},
};

static const struct extra_default defaults[] = {
    {"turnSeconds", AT(turn_seconds)},
    {"scoreLimit", AT(score_limit)},
    {"turnEndPauseMs", AT(turn_pause_ms)},
    {0},
};

/* A reload is no reason to lose a turn, the whole deck would take an evening, and who rings the bell
 * late came to play. */
static const struct page_default page_defaults[] = {
    {"describerGraceMs", 5000},
    {"deckSize", 40},
    {SETTING_LATECOMERS, 1},
    {0},
};

static void settle(struct game *game, void *arg)
{
    const struct taboo_own *own = arg;
    game->team_min = (int)own->team_min;
    game->team_max = (int)own->team_max;
    if (game->team_max < game->team_min) game->team_max = game->team_min;
    game->seats_min = game->teams * game->team_min;
}

static void metrics(const void *arg, struct buffer *out)
{
    const struct taboo_own *own = arg;
    metrics_one(out, "cards_fetched_total", "counter", "Taboo cards fetched.", own->cards_fetched);
    metrics_one(out, "cards_failed_total", "counter", "Fetches of cards that failed.",
                own->cards_failed);
}

const struct game_extra taboo_extra = {
    .own_size = sizeof(struct taboo_own),
    .settings = settings,
    .defaults = defaults,
    .page_defaults = page_defaults,
    .settle = settle,
    .stepped = new_cards_look,
    .closed = new_cards_forget,
    .metrics = metrics,
};
