#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct out {
    char *text;
    size_t cap, len;
};

static void put(struct out *o, char c)
{
    if (o->len + 1 < o->cap) o->text[o->len] = c;
    o->len++;
}

struct form {
    bool zeros, left;
    int width, precision; /* -1: none */
    int longs;
};

static void put_padded(struct out *o, const struct form *f, const char *text, size_t len)
{
    size_t fill = f->width > 0 && (size_t)f->width > len ? (size_t)f->width - len : 0;
    bool zeros = f->zeros && !f->left;
    if (zeros && len && *text == '-') {
        put(o, *text++);
        len--;
    }
    for (size_t i = 0; !f->left && i < fill; i++)
        put(o, zeros ? '0' : ' ');
    for (size_t i = 0; i < len; i++)
        put(o, text[i]);
    for (size_t i = 0; f->left && i < fill; i++)
        put(o, ' ');
}

static void put_number(struct out *o, const struct form *f, unsigned long long value, bool minus,
                       unsigned base)
{
    char digits[24];
    size_t at = sizeof digits;
    do
        digits[--at] = "0123456789abcdef"[value % base];
    while (value /= base);
    if (minus) digits[--at] = '-';
    put_padded(o, f, digits + at, sizeof digits - at);
}

static void put_text(struct out *o, const struct form *f, const char *text)
{
    size_t len = 0;
    while ((f->precision < 0 || len < (size_t)f->precision) && text[len])
        len++;
    put_padded(o, f, text, len);
}

static int read_number(const char **form)
{
    int value = 0;
    for (; **form >= '0' && **form <= '9'; ++*form)
        value = value * 10 + (**form - '0');
    return value;
}

static struct form read_form(const char **at, va_list *values)
{
    struct form f = {.precision = -1};
    for (; **at == '0' || **at == '-'; ++*at)
        *(**at == '0' ? &f.zeros : &f.left) = true;
    f.width = read_number(at);
    if (**at == '.') {
        ++*at;
        if (**at == '*')
            f.precision = va_arg(*values, int), ++*at;
        else
            f.precision = read_number(at);
    }
    for (; **at == 'l' || **at == 'z'; ++*at)
        f.longs += **at == 'l';
    return f;
}

static void put_value(struct out *o, const struct form *f, char kind, va_list *values)
{
    char letter;
    long long value;
    switch (kind) {
    case 's': put_text(o, f, va_arg(*values, const char *)); break;
    case 'c':
        letter = (char)va_arg(*values, int);
        put_padded(o, f, &letter, 1);
        break;
    case 'd':
        value = f->longs > 1 ? va_arg(*values, long long) : va_arg(*values, int);
        put_number(o, f, value < 0 ? -(unsigned long long)value : (unsigned long long)value,
                   value < 0, 10);
        break;
    case 'u':
    case 'x':
        put_number(o, f,
                   f->longs > 1 ? va_arg(*values, unsigned long long) : va_arg(*values, unsigned),
                   false, kind == 'x' ? 16 : 10);
        break;
    case '%': put(o, '%'); break;
    default: __builtin_trap(); /* a form that nobody used when this was written */
    }
}

int vsnprintf(char *text, size_t cap, const char *form, va_list given)
{
    struct out o = {text, cap, 0};
    va_list values;
    va_copy(values, given);
    while (*form) {
        char c = *form++;
        if (c != '%') {
            put(&o, c);
            continue;
        }
        struct form f = read_form(&form, &values);
        put_value(&o, &f, *form++, &values);
    }
    va_end(values);
    if (cap) text[o.len < cap ? o.len : cap - 1] = 0;
    return (int)o.len;
}

int snprintf(char *text, size_t cap, const char *form, ...)
{
    va_list values;
    va_start(values, form);
    int len = vsnprintf(text, cap, form, values);
    va_end(values);
    return len;
}
