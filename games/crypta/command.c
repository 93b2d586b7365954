#include "crypta/command.h"

#include "core/buffer.h"
#include "core/writer.h"
#include "crypta/dungeon.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: ludoteca crypta [--json | --map] [--players N] CODE…\n"
    "       ludoteca crypta [--json | --map] [--players N] --from A --to B\n"
    "\n"
    "Prints the dungeon of each six-digit code, a line a code: CODE PLAYERS ROWS.\n"
    "Rows begin with row 1 and are joined by /, columns begin with A. Cells:\n"
    "  K key  M monster  P passage  O potion  C chest  S sphere  W sword  T trap  . empty\n"
    "\n"
    "  --from A --to B  all codes from A to B, both included\n"
    "  --players N      as if the code were for 2, 3 or 4 (a code alone means 2 + code mod 3)\n"
    "  --json           a JSON object a line\n"
    "  --map            a drawing with letters and numbers around it\n"
    "  --help           this text\n";

enum form { FORM_LINE, FORM_JSON, FORM_MAP };

struct request {
    enum form form;
    int players; /* 0: what the code says */
    const char *from;
    const char *to;
    char **codes;
    int code_count;
    bool help;
};

static bool all_digits(const char *text, size_t least, size_t most)
{
    size_t length = strlen(text);
    return length >= least && length <= most && strspn(text, "0123456789") == length;
}

__attribute__((format(printf, 2, 3))) static int refuse(FILE *err, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("ludoteca crypta: ", err);
    vfprintf(err, format, arguments);
    va_end(arguments);
    fputs("\nTry: ludoteca crypta --help\n", err);
    return 2;
}

/* The value of an option, given as `--name value` or `--name=value`; NULL if this is another one.
 */
static const char *option_value(const char *name, int *at, int argc, char **argv, bool *missing)
{
    size_t length = strlen(name);
    if (strncmp(argv[*at], name, length) != 0) return NULL;
    if (argv[*at][length] == '=') return argv[*at] + length + 1;
    if (argv[*at][length] != 0) return NULL;
    if (*at + 1 < argc) return argv[++*at];
    *missing = true;
    return NULL;
}

static int read_option(struct request *r, FILE *err, int *at, int argc, char **argv)
{
    const char *value;
    const char *name = argv[*at];
    bool missing = false;
    if (!strcmp(name, "--help") || !strcmp(name, "-h")) {
        r->help = true;
    } else if (!strcmp(name, "--json")) {
        r->form = FORM_JSON;
    } else if (!strcmp(name, "--map")) {
        r->form = FORM_MAP;
    } else if ((value = option_value("--players", at, argc, argv, &missing))) {
        if (strlen(value) != 1 || value[0] < '2' || value[0] > '4')
            return refuse(err, "players are 2, 3 or 4, not «%s».", value);
        r->players = value[0] - '0';
    } else if ((value = option_value("--from", at, argc, argv, &missing))) {
        r->from = value;
    } else if ((value = option_value("--to", at, argc, argv, &missing))) {
        r->to = value;
    } else {
        return missing ? refuse(err, "%s needs a value.", name)
                       : refuse(err, "there is no option «%s».", name);
    }
    return 0;
}

/* Takes options out of argv and keeps the codes at its front, in their order. */
static int read_request(struct request *r, FILE *err, int argc, char **argv)
{
    bool options = true;
    r->codes = argv;
    for (int i = 1; i < argc; i++) {
        if (options && !strcmp(argv[i], "--")) {
            options = false;
        } else if (options && argv[i][0] == '-' && argv[i][1]) {
            int status = read_option(r, err, &i, argc, argv);
            if (status) return status;
        } else {
            r->codes[r->code_count++] = argv[i];
        }
    }
    return 0;
}

/* Of a text that is known to be digits; NULL: 0. */
static uint32_t code_of(const char *digits)
{
    return digits ? (uint32_t)strtoul(digits, NULL, 10) : 0;
}

static int check_request(const struct request *r, FILE *err)
{
    for (int i = 0; i < r->code_count; i++)
        if (!all_digits(r->codes[i], 6, 6))
            return refuse(err, "a code has six digits, like 007234; «%s» has not.", r->codes[i]);
    if (!r->from && !r->to) return r->code_count ? 0 : refuse(err, "which code?");
    if (!r->from || !r->to) return refuse(err, "--from and --to go together.");
    if (r->code_count) return refuse(err, "either codes or --from and --to, not both.");
    if (!all_digits(r->from, 1, 6)) return refuse(err, "--from is no code: «%s».", r->from);
    if (!all_digits(r->to, 1, 6)) return refuse(err, "--to is no code: «%s».", r->to);
    if (code_of(r->from) > code_of(r->to))
        return refuse(err, "--from %s is behind --to %s.", r->from, r->to);
    return 0;
}

static void print_json(FILE *out, const struct dungeon *d, uint32_t code)
{
    struct buffer line = {0};
    struct writer w = writer_to(&line);
    char digits[7], rows[DUNGEON_TEXT_MAX];
    snprintf(digits, sizeof digits, "%06u", code % DUNGEON_CODES);
    dungeon_text(d, rows);
    write_object(&w);
    put_string(&w, "code", digits);
    put_int(&w, "players", d->players);
    put_int(&w, "size", d->size);
    put_array(&w, "rows");
    for (int row = 0; row < d->size; row++)
        write_string_n(&w, rows + row * (d->size + 1), (size_t)d->size);
    write_end(&w);
    write_end(&w);
    buffer_add_byte(&line, '\n');
    fwrite(line.data, 1, line.len, out);
    buffer_free(&line);
}

static void print_map(FILE *out, const struct dungeon *d, uint32_t code)
{
    fprintf(out, "%06u, %d players, %d×%d\n\n   ", code, d->players, d->size, d->size);
    for (int column = 0; column < d->size; column++)
        fprintf(out, " %c", 'A' + column);
    for (int row = 0; row < d->size; row++) {
        fprintf(out, "\n %d ", row + 1);
        for (int column = 0; column < d->size; column++)
            fprintf(out, " %c", dungeon_letter(d, column, row));
        fprintf(out, "  %d", row + 1);
    }
    fputs("\n   ", out);
    for (int column = 0; column < d->size; column++)
        fprintf(out, " %c", 'A' + column);
    fputs("\n\n", out);
}

static void print(FILE *out, const struct request *r, uint32_t code)
{
    struct dungeon d;
    char rows[DUNGEON_TEXT_MAX];
    if (!dungeon_make(&d, code, r->players ? r->players : dungeon_players(code)))
        abort(); /* the request was checked, and all codes are tested */
    switch (r->form) {
    case FORM_JSON: print_json(out, &d, code); break;
    case FORM_MAP: print_map(out, &d, code); break;
    case FORM_LINE:
        dungeon_text(&d, rows);
        fprintf(out, "%06u %d %s\n", code, d.players, rows);
        break;
    }
}

int crypta_command_to(FILE *out, FILE *err, int argc, char **argv)
{
    struct request r = {0};
    int status = read_request(&r, err, argc, argv);
    if (!status && r.help) return fputs(usage, out) < 0;
    if (!status) status = check_request(&r, err);
    if (status) return status;
    for (int i = 0; i < r.code_count; i++)
        print(out, &r, code_of(r.codes[i]));
    for (uint32_t code = code_of(r.from); r.from && code <= code_of(r.to); code++)
        print(out, &r, code);
    if (fflush(out) || ferror(out)) {
        fputs("ludoteca crypta: the output could not be written.\n", err);
        return 1;
    }
    return 0;
}

int crypta_command(int argc, char **argv)
{
    return crypta_command_to(stdout, stderr, argc, argv);
}
