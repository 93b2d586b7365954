#include "core/log.h"
#include "core/buffer.h"
#include "core/writer.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *const names[] = {"error", "warn", "info", "debug"};
static enum log_level highest = LOG_INFO;
static bool json;

void log_setup(enum log_level level, bool as_json)
{
    highest = level;
    json = as_json;
}

bool log_level_parse(enum log_level *level, const char *text)
{
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], text) == 0) {
            *level = (enum log_level)i;
            return true;
        }
    return false;
}

/* The one place besides the loop that asks for the time: a line says when it was written. */
static void stamp(char out[32])
{
    struct timespec now;
    struct tm parts;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    size_t len = strftime(out, 24, "%Y-%m-%dT%H:%M:%S", &parts);
    snprintf(out + len, 32 - len, ".%03dZ", (int)(now.tv_nsec / 1000000));
}

static void format_json(struct buffer *line, enum log_level level, const char *area,
                        const char *time, const char *text)
{
    struct writer w = writer_to(line);
    write_object(&w);
    put_string(&w, "time", time);
    put_string(&w, "level", names[level]);
    put_string(&w, "area", area);
    put_string(&w, "message", text);
    write_end(&w);
    buffer_add_byte(line, '\n');
}

/* Control characters would let a message pretend to be several lines. */
static void format_human(struct buffer *line, enum log_level level, const char *area,
                         const char *time, const char *text)
{
    buffer_print(line, "%s %-5s %s: ", time, names[level], area);
    for (; *text; text++)
        buffer_add_byte(line, (unsigned char)*text < 0x20 || *text == 0x7f ? ' ' : *text);
    buffer_add_byte(line, '\n');
}

void log_line(enum log_level level, const char *area, const char *format, ...)
{
    char time[32], text[1024];
    struct buffer line = {0};
    va_list args;
    if (level > highest) return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    stamp(time);
    (json ? format_json : format_human)(&line, level, area, time, text);
    /* one write, so that lines of several processes do not mix; nobody to tell if it fails */
    if (write(STDERR_FILENO, line.data, line.len) < 0) line.len = 0;
    buffer_free(&line);
}
