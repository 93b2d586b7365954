/* Loaded before the server (LD_PRELOAD) by the test of a disk that cannot keep what it was given: while
 * the file named in BROKEN_SYNC is there, syncing a write-ahead log fails. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int fdatasync(int fd)
{
    char link[64], path[500];
    const char *trigger = getenv("BROKEN_SYNC");
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t len = readlink(link, path, sizeof path - 1);
    path[len > 0 ? len : 0] = 0;
    if (trigger && strstr(path, "-wal") && access(trigger, F_OK) == 0) {
        errno = EIO;
        return -1;
    }
    return (int)syscall(SYS_fdatasync, fd);
}
