/* Putting a copy in the place of a store. What was there is moved aside, not removed. */
#include "store/sqlite.h"

#include "core/alloc.h"
#include "core/buffer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static bool pour(int from, int to)
{
    static char bytes[1 << 16];
    for (ssize_t got; (got = read(from, bytes, sizeof bytes)) != 0;) {
        if (got < 0) return false;
        for (ssize_t put = 0, n; put < got; put += n)
            if ((n = write(to, bytes + put, (size_t)(got - put))) < 0) return false;
    }
    return fsync(to) == 0;
}

bool sqlite_copy_file(const char *from, const char *to)
{
    int in = open(from, O_RDONLY | O_CLOEXEC);
    int out = in < 0 ? -1 : open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    bool ok = out >= 0 && pour(in, out);
    int problem = errno;
    if (in >= 0) close(in);
    if (out >= 0) close(out);
    errno = problem;
    return ok;
}

/* A folder with a store in it, or a file that `ludoteca backup` made. */
static bool bring(const char *from, const char *to, char error[STORE_ERROR_BYTES])
{
    struct stat info;
    if (stat(from, &info) == 0 && S_ISDIR(info.st_mode)) {
        struct store *s =
            store_open(&(struct store_options){.place = from, .mode = STORE_READ}, error);
        bool ok = s && store_backup(s, to);
        if (s && !ok) snprintf(error, STORE_ERROR_BYTES, "%s", store_error(s));
        store_close(s);
        return ok;
    }
    if (sqlite_copy_file(from, to)) return true;
    snprintf(error, STORE_ERROR_BYTES, "The backup %s could not be copied (%s).", from,
             strerror(errno));
    return false;
}

/* ludoteca.db-wal → ludoteca.db.old-1700000000-wal */
static bool move_aside(const char *file, long long when)
{
    static const char *const ends[] = {"-wal", "-shm", "-mark", ""};
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof ends / sizeof *ends; i++) {
        struct buffer from = {0}, to = {0};
        buffer_print(&from, "%s%s", file, ends[i]);
        buffer_print(&to, "%s.old-%lld%s", file, when, ends[i]);
        ok = rename(buffer_text(&from), buffer_text(&to)) == 0 || errno == ENOENT;
        buffer_free(&from);
        buffer_free(&to);
    }
    return ok;
}

static bool put_in_place(const char *part, const char *file, char error[STORE_ERROR_BYTES])
{
    if (move_aside(file, (long long)time(NULL)) && rename(part, file) == 0) return true;
    snprintf(error, STORE_ERROR_BYTES, "The copy could not be put in the place of %s (%s).", file,
             strerror(errno));
    return false;
}

bool store_restore(const char *place, const char *from, char error[STORE_ERROR_BYTES])
{
    struct buffer file = {0}, part = {0};
    int lock = -1;
    buffer_print(&file, "%s/" SQLITE_STORE_FILE, place);
    buffer_print(&part, "%s.restoring-%d", buffer_text(&file), (int)getpid());
    bool ok = sqlite_make_folder(place, error) &&
              (lock = sqlite_lock(buffer_text(&file), error)) >= 0 &&
              bring(from, buffer_text(&part), error) &&
              put_in_place(buffer_text(&part), buffer_text(&file), error);
    if (!ok) unlink(buffer_text(&part));
    if (lock >= 0) close(lock);
    buffer_free(&file);
    buffer_free(&part);
    return ok;
}
