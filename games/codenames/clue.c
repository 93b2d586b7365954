#include "clue.h"
#include "core/text.h"

#include <string.h>
#include <utf8proc.h>

#define TYPED_BYTES_MAX 1000 /* beyond that nobody has typed it */
#define FOLDED_BYTES 512
/* «Día de Reyes»: its «de» would forbid half the language. A part this short only equals. */
#define PART_LETTERS_MIN 3

#define INVALID(key, ...) refusal_keyed(refusal_saying(REFUSE_OWN(INVALID_CLUE), __VA_ARGS__), key)

enum kind { KIND_LETTER, KIND_MARK, KIND_OTHER };

static enum kind kind_of(utf8proc_int32_t point)
{
    switch (utf8proc_category(point)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO: return KIND_LETTER;
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC: return KIND_MARK;
    default: return KIND_OTHER; /* also marks that go round a letter and make a picture of it */
    }
}

/* How many letters a text has; -1 if there is anything else in it but the marks on them. */
static int count_letters(const char *text)
{
    const utf8proc_uint8_t *p = (const utf8proc_uint8_t *)text;
    int letters = 0;
    for (utf8proc_int32_t point; *p;) {
        utf8proc_ssize_t n = utf8proc_iterate(p, -1, &point);
        enum kind kind = n > 0 ? kind_of(point) : KIND_OTHER;
        if (kind == KIND_OTHER || (kind == KIND_MARK && letters == 0)) return -1;
        letters += kind == KIND_LETTER;
        p += n;
    }
    return letters;
}

static struct refusal not_letters(void)
{
    return INVALID("codenames.clue.letters", "A clue is one word, of letters only.");
}

static struct refusal too_long(void)
{
    return INVALID("codenames.clue.long", "A clue has at most %d letters.", CLUE_LETTERS_MAX);
}

struct refusal clue_read(char out[CLUE_BYTES_MAX + 1], const char *typed)
{
    char clean[4 * TYPED_BYTES_MAX], folded[FOLDED_BYTES];
    size_t len = strlen(typed);
    out[0] = 0;
    if (!text_is_utf8(typed, len)) return not_letters();
    if (len > TYPED_BYTES_MAX) return too_long();
    if (text_fold(clean, sizeof clean, typed) == 0)
        return INVALID("codenames.clue.empty", "Please type a clue.");
    if (!text_clean(clean, sizeof clean, TYPED_BYTES_MAX, typed)) return not_letters();
    int letters = count_letters(clean);
    if (letters < 0) return not_letters();
    if (letters > CLUE_LETTERS_MAX || strlen(clean) > CLUE_BYTES_MAX) return too_long();
    /* One character may stand for a whole sentence («ﷺ»), or for nothing at all. */
    if (text_fold(folded, sizeof folded, clean) <= 0 || count_letters(folded) <= 0)
        return not_letters();
    strcpy(out, clean);
    return ACCEPTED;
}

static enum clue_clash compare(const char *clue, const char *part)
{
    if (strcmp(clue, part) == 0) return CLUE_IS_WORD;
    if (strstr(part, clue)) return CLUE_IN_WORD;
    return strstr(clue, part) ? CLUE_HOLDS_WORD : CLUE_FREE;
}

/* Cuts the next run of letters and digits out of a folded word. NULL after the last. */
static char *next_part(char **rest)
{
    char *start = NULL, *p = *rest;
    for (utf8proc_int32_t point; *p;) {
        utf8proc_ssize_t n = utf8proc_iterate((const utf8proc_uint8_t *)p, -1, &point);
        if (n <= 0) break;
        bool belongs =
            kind_of(point) != KIND_OTHER || utf8proc_category(point) == UTF8PROC_CATEGORY_ND;
        if (belongs && !start) start = p;
        if (!belongs && start) {
            *p = 0;
            *rest = p + n;
            return start;
        }
        p += n;
    }
    *rest = p;
    return start;
}

static int letters_of(const char *text)
{
    int letters = 0;
    for (; *text; text++)
        letters += (*text & 0xc0) != 0x80;
    return letters;
}

enum clue_clash clue_against(const char *clue, const char *word)
{
    char folded[FOLDED_BYTES], parts[FOLDED_BYTES], joined[FOLDED_BYTES] = "";
    if (text_fold(folded, sizeof folded, clue) <= 0) return CLUE_FREE;
    if (text_fold(parts, sizeof parts, word) <= 0) return CLUE_FREE;
    enum clue_clash worst = CLUE_FREE, clash;
    int count = 0;
    char *rest = parts;
    for (char *part; (part = next_part(&rest)); count++) {
        strcat(joined, part);
        clash = compare(folded, part);
        bool whole = count == 0 && !*rest;
        if (!whole && clash != CLUE_IS_WORD && letters_of(part) < PART_LETTERS_MIN) continue;
        if (clash && (!worst || clash < worst)) worst = clash;
    }
    clash = count > 1 ? compare(folded, joined) : CLUE_FREE;
    return clash == CLUE_IS_WORD || (clash == CLUE_HOLDS_WORD && !worst) ? clash : worst;
}

struct refusal clue_check(const char *clue, const char *word)
{
    struct refusal r;
    switch (clue_against(clue, word)) {
    case CLUE_FREE: return ACCEPTED;
    case CLUE_IS_WORD: r = INVALID("codenames.clue.onBoard", "«%s» is on the board.", word); break;
    case CLUE_IN_WORD:
        r = INVALID("codenames.clue.inside", "That clue is a part of «%s» on the board.", word);
        break;
    default: r = INVALID("codenames.clue.contains", "That clue has «%s» of the board in it.", word);
    }
    return refusal_with(r, (struct refusal_value){"word", word, NULL});
}
