#include "account.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <time.h>

uint64_t now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

uint64_t cpu_ns(int pid)
{
    char path[300];
    uint64_t all = 0, ns;
    snprintf(path, sizeof path, "/proc/%d/task", pid);
    DIR *dir = opendir(path);
    if (!dir) return 0;
    for (struct dirent *d; (d = readdir(dir));) {
        snprintf(path, sizeof path, "/proc/%d/task/%s/schedstat", pid, d->d_name);
        FILE *f = d->d_name[0] == '.' ? NULL : fopen(path, "r");
        if (!f) continue;
        if (fscanf(f, "%" SCNu64, &ns) == 1) all += ns;
        fclose(f);
    }
    closedir(dir);
    return all;
}

long memory_kb(int pid)
{
    char path[64], line[200];
    long kb = 0;
    snprintf(path, sizeof path, "/proc/%d/status", pid);
    FILE *f = fopen(path, "r");
    if (!f) return 0;
    while (fgets(line, sizeof line, f))
        if (sscanf(line, "VmRSS: %ld", &kb) == 1) break;
    fclose(f);
    return kb;
}
