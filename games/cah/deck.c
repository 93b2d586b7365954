#include "deck.h"
#include "core/alloc.h"
#include "core/text.h"
#include "settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BAD(...) refuse_saying(REFUSAL_CODE_BAD_REQUEST, __VA_ARGS__)

static const char *const colour_keys[] = {"white", "black"};

/* What is being read: the arrays grow no more once counted, the texts do. */
struct reading {
    struct cah_pack *pack;
    struct cah_card *card[2];
    uint32_t packs, cards[2];
    struct buffer texts;
};

static bool take_text(struct reading *r, const json_t *json, char clean[CAH_TEXT_BYTES])
{
    const char *text = json_string_value(json);
    if (!text || strlen(text) != json_string_length(json)) return false;
    return text_clean(clean, CAH_TEXT_BYTES, CAH_LETTERS_MAX, text) &&
           r->texts.len < UINT32_MAX / 2;
}

static uint32_t keep_text(struct reading *r, const char *text)
{
    uint32_t at = (uint32_t)r->texts.len;
    buffer_add(&r->texts, text, strlen(text) + 1);
    return at;
}

/* A run of underscores is one blank. Returns how many there are. */
static int fold_blanks(char *text)
{
    char *to = text;
    int blanks = 0;
    for (const char *from = text; *from; from++) {
        if (*from == '_' && to > text && to[-1] == '_') continue;
        blanks += *from == '_';
        *to++ = *from;
    }
    *to = 0;
    return blanks;
}

static bool read_rating(struct cah_card *card, const json_t *json)
{
    const char *word = json_string_value(json);
    card->mature = word && strcmp(word, "mature") == 0;
    return !json || card->mature || (word && strcmp(word, "family") == 0);
}

static bool read_pick(struct cah_card *card, const json_t *json, int blanks)
{
    json_int_t pick = json ? json_integer_value(json) : blanks ? blanks : 1;
    if (pick < 1 || pick > 100) return false;
    card->pick = (uint8_t)pick;
    return true;
}

static struct refusal read_card(struct reading *r, enum cah_colour colour, const json_t *json)
{
    char text[CAH_TEXT_BYTES];
    struct cah_card *card = &r->card[colour][r->cards[colour]];
    const json_t *from = json_is_object(json) ? json_object_get(json, "text") : json;
    if (!take_text(r, from, text))
        return BAD("A card needs a text of 1 to %d characters.", CAH_LETTERS_MAX);
    if (!read_rating(card, json_object_get(json, "rating")))
        return BAD("A card's rating is family or mature.");
    if (colour == CAH_BLACK && !read_pick(card, json_object_get(json, "pick"), fold_blanks(text)))
        return BAD("How many cards a black one asks for is a number from 1 on.");
    card->pack = (uint8_t)r->packs;
    card->text = keep_text(r, text);
    r->cards[colour]++;
    return ACCEPTED;
}

static struct refusal read_pack(struct reading *r, const json_t *json)
{
    char name[CAH_TEXT_BYTES] = "";
    const json_t *named = json_object_get(json, "name");
    if (named && !take_text(r, named, name)) return BAD("The name of a pack cannot be read.");
    r->pack[r->packs].name = keep_text(r, name);
    for (int colour = 0; colour < 2; colour++) {
        const json_t *list = json_object_get(json, colour_keys[colour]);
        if (list && !json_is_array(list))
            return BAD("The %s cards of a pack are a list.", colour_keys[colour]);
        for (size_t i = 0; i < json_array_size(list); i++) {
            struct refusal no = read_card(r, (enum cah_colour)colour, json_array_get(list, i));
            if (refused(&no))
                return BAD("%s card %zu of «%.30s»: %.60s", colour ? "Black" : "White", i + 1, name,
                           no.detail);
        }
        r->pack[r->packs].cards[colour] = (uint32_t)json_array_size(list);
    }
    r->packs++;
    return ACCEPTED;
}

static void count_cards(const json_t *packs, size_t count[2])
{
    count[0] = count[1] = 0;
    for (size_t i = 0; i < json_array_size(packs); i++)
        for (int colour = 0; colour < 2; colour++)
            count[colour] +=
                json_array_size(json_object_get(json_array_get(packs, i), colour_keys[colour]));
}

struct said {
    const char *text;
    uint32_t number;
};

static int by_text(const void *one, const void *other)
{
    const struct said *a = one, *b = other;
    int order = strcmp(a->text, b->text);
    return order ? order : a->number < b->number ? -1 : 1;
}

/* Sorted, not hashed: whoever brings cards cannot make it slow. */
static void link_twins(struct cah_card *card, uint32_t count, const char *texts)
{
    struct said *said = alloc_zero(count + 1, sizeof *said);
    for (uint32_t i = 0; i < count; i++)
        said[i] = (struct said){texts + card[i].text, i};
    qsort(said, count, sizeof *said, by_text);
    for (uint32_t i = 1; i < count; i++)
        if (strcmp(said[i - 1].text, said[i].text) == 0)
            card[said[i].number].twin = said[i - 1].number + 1;
    free(said);
}

/* Everything in one block, so that whoever has the deck can free it. */
static const struct cah_deck *bind(const struct reading *r)
{
    size_t packs = r->packs * sizeof *r->pack, white = r->cards[0] * sizeof **r->card;
    size_t black = r->cards[1] * sizeof **r->card;
    struct cah_deck *deck = alloc_zero(1, sizeof *deck + packs + white + black + r->texts.len);
    char *at = (char *)(deck + 1);
    deck->packs = r->packs;
    deck->cards[0] = r->cards[0];
    deck->cards[1] = r->cards[1];
    deck->pack = memcpy(at, r->pack, packs);
    deck->card[0] = memcpy(at += packs, r->card[0], white);
    deck->card[1] = memcpy(at += white, r->card[1], black);
    deck->texts = memcpy(at + black, r->texts.data, r->texts.len);
    return deck;
}

static struct refusal read_packs(struct reading *r, const json_t *packs)
{
    for (size_t i = 0; i < json_array_size(packs); i++) {
        struct refusal no = read_pack(r, json_array_get(packs, i));
        if (refused(&no)) return no;
    }
    return ACCEPTED;
}

struct refusal cah_deck_read(struct game_deck *deck, const json_t *json)
{
    const json_t *packs = json_object_get(json, "packs");
    const char *language = json_string_value(json_object_get(json, "language"));
    size_t count[2];
    count_cards(packs, count);
    if (!language || strlen(language) < 2 || strlen(language) >= sizeof deck->language)
        return BAD("A deck needs its language.");
    if (count[0] + count[1] == 0) return BAD("A deck needs cards.");
    if (json_array_size(packs) > GAME_PACKS_MAX)
        return BAD("A deck has at most %d packs.", GAME_PACKS_MAX);
    if (count[CAH_WHITE] > CAH_WHITES_MAX || count[CAH_BLACK] > CAH_BLACKS_MAX)
        return BAD("A deck has at most %d white and %d black cards.", CAH_WHITES_MAX,
                   CAH_BLACKS_MAX);
    struct reading r = {.pack = alloc_zero(json_array_size(packs), sizeof *r.pack)};
    for (int colour = 0; colour < 2; colour++)
        r.card[colour] = alloc_zero(count[colour] + 1, sizeof *r.card[0]);
    struct refusal answer = read_packs(&r, packs);
    if (!refused(&answer)) {
        for (int colour = 0; colour < 2; colour++)
            link_twins(r.card[colour], r.cards[colour], r.texts.data);
        strcpy(deck->language, language);
        deck->count = (uint32_t)(count[0] + count[1]);
        deck->content = bind(&r);
    }
    free(r.pack);
    free(r.card[0]);
    free(r.card[1]);
    buffer_free(&r.texts);
    return answer;
}

bool cah_deck_fits(const struct game_deck *deck, const int32_t *settings)
{
    int32_t source = settings[SET_CARDS];
    bool house = deck->name && deck->name[0];
    if (source != SOURCE_ALL && house != (source == SOURCE_HOUSE)) return false;
    return strcmp(deck->language, cah_languages[settings[SET_LANGUAGE]]) == 0;
}

static const struct cah_deck *content(const struct game_table *table, int deck)
{
    return table->deck[deck]->content;
}

static uint32_t most(enum cah_colour colour)
{
    return colour == CAH_WHITE ? CAH_WHITES_MAX : CAH_BLACKS_MAX;
}

uint32_t cah_cards_count(const struct game_table *table, enum cah_colour colour)
{
    uint32_t total = 0;
    for (int i = 0; i < table->decks; i++)
        total += content(table, i)->cards[colour];
    return total < most(colour) ? total : most(colour);
}

static bool in_play(const struct game_table *table, int deck, const struct cah_card *card)
{
    const struct pack_set *packs = table->packs ? &table->packs[deck] : NULL;
    if (packs && !(packs->bits[card->pack / 64] >> (card->pack % 64) & 1)) return false;
    if (card->mature && table->settings[SET_RATING] == RATING_FAMILY) return false;
    return card->pick <= CAH_PICK_MAX;
}

/* The number of the card with that id, or UINT32_MAX if it is of another colour or deck. */
static uint32_t find_card(const struct game_table *table, enum cah_colour colour, const char *id)
{
    uint32_t before = 0;
    char *end;
    if (strlen(id) < 11 || id[8] != '-' || id[9] != (colour == CAH_WHITE ? 'w' : 'b'))
        return UINT32_MAX;
    unsigned long number = strtoul(id + 10, &end, 10);
    if (*end) return UINT32_MAX;
    for (int d = 0; d < table->decks; d++) {
        const struct cah_deck *deck = content(table, d);
        bool here = strncmp(table->deck[d]->hash, id, 8) == 0;
        if (here && number < deck->cards[colour]) return before + (uint32_t)number;
        before += deck->cards[colour];
    }
    return UINT32_MAX;
}

static void take_out(const struct game_table *table, enum cah_colour colour, uint64_t *bits)
{
    uint32_t end = cah_cards_count(table, colour);
    for (const char *const *id = table->without; id && *id; id++) {
        uint32_t number = find_card(table, colour, *id);
        if (number < end) bits[number / 64] &= ~(1ull << (number % 64));
    }
}

/* Is one of the cards before it that say the same in play? Runs of cards that are not are walked
 * over once each, so that all cards together take no longer than there are cards. */
static bool is_there(const struct game_table *table, int deck, const struct cah_card *cards,
                     const struct cah_card *card)
{
    for (uint32_t twin = card->twin; twin; twin = cards[twin - 1].twin)
        if (in_play(table, deck, &cards[twin - 1])) return true;
    return false;
}

void cah_cards_allowed(const struct game_table *table, enum cah_colour colour, uint32_t from,
                       bool once, uint64_t *bits)
{
    uint32_t number = 0, end = cah_cards_count(table, colour);
    for (int d = 0; d < table->decks; d++) {
        const struct cah_deck *deck = content(table, d);
        const struct cah_card *card = deck->card[colour];
        for (uint32_t i = 0; i < deck->cards[colour] && number < end; i++, number++) {
            if (number < from || !in_play(table, d, &card[i])) continue;
            if (once && is_there(table, d, card, &card[i])) continue;
            bits[number / 64] |= 1ull << (number % 64);
        }
    }
    take_out(table, colour, bits);
}

/* Makes the number one within its deck, whose index is returned. */
static int find_deck(const struct game_table *table, enum cah_colour colour, uint32_t *number)
{
    int d = 0;
    while (d < table->decks - 1 && *number >= content(table, d)->cards[colour])
        *number -= content(table, d++)->cards[colour];
    return d;
}

const char *cah_card_text(const struct game_table *table, enum cah_colour colour, uint32_t number)
{
    const struct cah_deck *deck = content(table, find_deck(table, colour, &number));
    return deck->texts + deck->card[colour][number].text;
}

int cah_card_pick(const struct game_table *table, uint32_t number)
{
    const struct cah_deck *deck = content(table, find_deck(table, CAH_BLACK, &number));
    return deck->card[CAH_BLACK][number].pick;
}

void cah_card_id(const struct game_table *table, enum cah_colour colour, uint32_t number,
                 char out[CAH_ID_BYTES])
{
    const struct game_deck *deck = table->deck[find_deck(table, colour, &number)];
    snprintf(out, CAH_ID_BYTES, "%.8s-%c%u", deck->hash, colour == CAH_WHITE ? 'w' : 'b', number);
}
