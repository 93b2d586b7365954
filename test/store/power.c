/* A power cut, not just a kill: what was written and not synced is lost, or kept in pieces.
 *
 * A shim below SQLite remembers every write until its file is synced. At random moments the test
 * pulls the plug: it makes the files as a disk could hold them then (all that was synced, and of
 * the rest whichever sectors chance lets through) and opens a store on them. */
#include "help.h"

#include "core/alloc.h"
#include "core/buffer.h"
#include "core/chance.h"

#include <pthread.h>
#include <sqlite3.h>
#include <unistd.h>

#define SECTOR 512

struct unsynced {
    struct unsynced *next;
    bool cut; /* a change of length to `offset`, not a write */
    size_t offset, len;
    char data[];
};

/* The database and its write-ahead log, as the disk surely has them. */
struct disk_file {
    const char *ending;
    char *data;
    size_t len, cap;
    struct unsynced *first, **end;
};

static struct disk_file files[] = {{.ending = "/ludoteca.db"}, {.ending = "/ludoteca.db-wal"}};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned syncs;

struct shim {
    sqlite3_file base;
    struct disk_file *disk; /* NULL: not watched */
    sqlite3_file *real;
};

static sqlite3_file *real_of(sqlite3_file *file)
{
    return ((struct shim *)file)->real;
}

static void resize(struct disk_file *disk, size_t len)
{
    if (len > disk->cap) {
        disk->cap = len * 2;
        disk->data = alloc_grow(disk->data, disk->cap);
    }
    if (len > disk->len) memset(disk->data + disk->len, 0, len - disk->len);
    disk->len = len;
}

static void put(struct disk_file *disk, size_t offset, const char *data, size_t len)
{
    if (offset + len > disk->len) resize(disk, offset + len);
    memcpy(disk->data + offset, data, len);
}

static void apply(struct disk_file *disk, const struct unsynced *u)
{
    if (u->cut)
        resize(disk, u->offset);
    else
        put(disk, u->offset, u->data, u->len);
}

static void remember(struct disk_file *disk, bool cut, size_t offset, const void *data, size_t len)
{
    struct unsynced *u = alloc_grow(NULL, sizeof *u + len);
    *u = (struct unsynced){.cut = cut, .offset = offset, .len = len};
    if (len) memcpy(u->data, data, len);
    pthread_mutex_lock(&lock);
    *disk->end = u;
    disk->end = &u->next;
    pthread_mutex_unlock(&lock);
}

static void settle(struct disk_file *disk)
{
    pthread_mutex_lock(&lock);
    for (struct unsynced *u = disk->first, *next; u; u = next) {
        next = u->next;
        apply(disk, u);
        free(u);
    }
    disk->first = NULL;
    disk->end = &disk->first;
    syncs++;
    pthread_mutex_unlock(&lock);
}

/* The shim's methods: pass on, and remember. */

static int shim_close(sqlite3_file *f)
{
    return real_of(f)->pMethods->xClose(real_of(f));
}
static int shim_read(sqlite3_file *f, void *out, int len, sqlite3_int64 at)
{
    return real_of(f)->pMethods->xRead(real_of(f), out, len, at);
}
static int shim_write(sqlite3_file *f, const void *data, int len, sqlite3_int64 at)
{
    struct shim *s = (struct shim *)f;
    if (s->disk) remember(s->disk, false, (size_t)at, data, (size_t)len);
    return s->real->pMethods->xWrite(s->real, data, len, at);
}
static int shim_truncate(sqlite3_file *f, sqlite3_int64 len)
{
    struct shim *s = (struct shim *)f;
    if (s->disk) remember(s->disk, true, (size_t)len, NULL, 0);
    return s->real->pMethods->xTruncate(s->real, len);
}
static int shim_sync(sqlite3_file *f, int flags)
{
    struct shim *s = (struct shim *)f;
    if (s->disk) settle(s->disk);
    return s->real->pMethods->xSync(s->real, flags);
}
static int shim_size(sqlite3_file *f, sqlite3_int64 *len)
{
    return real_of(f)->pMethods->xFileSize(real_of(f), len);
}
static int shim_lock(sqlite3_file *f, int level)
{
    return real_of(f)->pMethods->xLock(real_of(f), level);
}
static int shim_unlock(sqlite3_file *f, int level)
{
    return real_of(f)->pMethods->xUnlock(real_of(f), level);
}
static int shim_reserved(sqlite3_file *f, int *out)
{
    return real_of(f)->pMethods->xCheckReservedLock(real_of(f), out);
}
static int shim_control(sqlite3_file *f, int op, void *arg)
{
    return real_of(f)->pMethods->xFileControl(real_of(f), op, arg);
}
static int shim_sector(sqlite3_file *f)
{
    return real_of(f)->pMethods->xSectorSize(real_of(f));
}
static int shim_traits(sqlite3_file *f)
{
    return real_of(f)->pMethods->xDeviceCharacteristics(real_of(f));
}
static int shim_shm_map(sqlite3_file *f, int page, int size, int extend, void volatile **out)
{
    return real_of(f)->pMethods->xShmMap(real_of(f), page, size, extend, out);
}
static int shim_shm_lock(sqlite3_file *f, int offset, int n, int flags)
{
    return real_of(f)->pMethods->xShmLock(real_of(f), offset, n, flags);
}
static void shim_shm_barrier(sqlite3_file *f)
{
    real_of(f)->pMethods->xShmBarrier(real_of(f));
}
static int shim_shm_unmap(sqlite3_file *f, int drop)
{
    return real_of(f)->pMethods->xShmUnmap(real_of(f), drop);
}

static const sqlite3_io_methods shim_methods = {
    .iVersion = 2,
    .xClose = shim_close,
    .xRead = shim_read,
    .xWrite = shim_write,
    .xTruncate = shim_truncate,
    .xSync = shim_sync,
    .xFileSize = shim_size,
    .xLock = shim_lock,
    .xUnlock = shim_unlock,
    .xCheckReservedLock = shim_reserved,
    .xFileControl = shim_control,
    .xSectorSize = shim_sector,
    .xDeviceCharacteristics = shim_traits,
    .xShmMap = shim_shm_map,
    .xShmLock = shim_shm_lock,
    .xShmBarrier = shim_shm_barrier,
    .xShmUnmap = shim_shm_unmap,
};

static sqlite3_vfs *system_vfs, shim_vfs;
static const char *watched; /* only files in this folder */

static int shim_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
    (void)vfs;
    struct shim *s = (struct shim *)file;
    *s = (struct shim){.real = (sqlite3_file *)(s + 1)};
    for (size_t i = 0; name && watched && i < sizeof files / sizeof *files; i++) {
        size_t folder = strlen(watched);
        if (strncmp(name, watched, folder) == 0 && strcmp(name + folder, files[i].ending) == 0)
            s->disk = &files[i];
    }
    int code = system_vfs->xOpen(system_vfs, name, s->real, flags, out);
    if (s->real->pMethods) s->base.pMethods = &shim_methods;
    return code;
}

static void install_shim(void)
{
    system_vfs = sqlite3_vfs_find(NULL);
    shim_vfs = *system_vfs;
    shim_vfs.zName = "power";
    shim_vfs.szOsFile = (int)sizeof(struct shim) + system_vfs->szOsFile;
    shim_vfs.xOpen = shim_open;
    assert_int_equal(sqlite3_vfs_register(&shim_vfs, 1), SQLITE_OK);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        files[i].end = &files[i].first;
}

/* The mark as it is at this moment, and sometimes with its last place half written. */
static void keep_mark(const char *folder, struct chance *chance)
{
    char from[300], to[300];
    size_t len;
    snprintf(from, sizeof from, "%s/ludoteca.db-mark", watched);
    snprintf(to, sizeof to, "%s/ludoteca.db-mark", folder);
    char *bytes = file_bytes(from, &len);
    size_t torn = chance_below(chance, 4) ? len : chance_below(chance, 2) * 4096 + 20;
    if (torn < len) bytes[torn] = 'x';
    file_write(to, bytes, len);
    free(bytes);
}

/* Pulls the plug: the files as they may be found afterwards. */
static void cut_power(const char *folder, struct chance *chance)
{
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct disk_file left = {.len = 0};
        if (files[i].len) put(&left, 0, files[i].data, files[i].len);
        for (const struct unsynced *u = files[i].first; u; u = u->next) {
            if (u->cut) {
                if (chance_below(chance, 2)) apply(&left, u);
                continue;
            }
            for (size_t at = 0; at < u->len; at += SECTOR) {
                size_t len = u->len - at < SECTOR ? u->len - at : SECTOR;
                if (chance_below(chance, 2)) put(&left, u->offset + at, u->data + at, len);
            }
        }
        char path[300];
        snprintf(path, sizeof path, "%s%s", folder, files[i].ending);
        if (left.len) file_write(path, left.data, left.len);
        free(left.data);
    }
    keep_mark(folder, chance); /* while nothing can be synced: it must not say more than is there */
    pthread_mutex_unlock(&lock);
}

struct table {
    uint64_t room, seq;
    bool busy;
};

static void stored(void *arg, const struct store_answer *answer)
{
    struct table *t = arg;
    assert_int_equal(answer->result, STORE_ACCEPTED);
    t->seq = answer->seq;
    t->busy = false;
}

static bool in_order(void *arg, const struct store_record *record)
{
    assert_int_equal(record->seq, ++*(uint64_t *)arg);
    assert_int_equal(record->id, record->seq * 31 + record->room);
    return true;
}

static void assert_survives(const struct table *tables, size_t count, struct chance *chance)
{
    char *folder = folder_make();
    cut_power(folder, chance);
    struct store *s = open_ok(folder);
    if (!store_load(s, NULL, NULL)) fail_msg("%s", store_error(s));
    for (size_t i = 0; i < count; i++) {
        uint64_t seq = 0;
        if (!store_read(s, tables[i].room, 1, in_order, &seq)) fail_msg("%s", store_error(s));
        if (seq < tables[i].seq || seq > tables[i].seq + 1)
            fail_msg("room %d: %d acknowledged, %d there", (int)tables[i].room, (int)tables[i].seq,
                     (int)seq);
    }
    store_close(s);
    folder_drop(folder);
}

#define TABLES 30
#define TURNS 5000
#define CUTS 60

static void acknowledged_records_survive_a_power_cut(void **state)
{
    (void)state;
    install_shim();
    char *folder = folder_make();
    watched = folder;
    struct store *s = open_ok(folder);
    struct chance chance;
    chance_init(&chance, (const uint8_t[CHANCE_SEED_BYTES]){30}, 0);
    struct table tables[TABLES] = {0};
    char *body = alloc_zero(1, 20001);
    memset(body, ' ', 20000);
    for (uint64_t i = 0; i < TABLES; i++) {
        char code[20];
        snprintf(code, sizeof code, "T%d", (int)i);
        tables[i] = (struct table){.busy = true};
        tables[i].room = store_create(s, code, "test", 31 + i + 1, body, 100, stored, &tables[i]);
        assert_int_equal(tables[i].room, i + 1);
    }
    store_flush(s);
    store_drain(s);
    int cuts = 0;
    for (int turn = 0; turn < TURNS; turn++) {
        struct table *t = &tables[chance_below(&chance, TABLES)];
        size_t len = chance_below(&chance, 20) ? 100 : 20000; /* enough for a few checkpoints */
        if (!t->busy) {
            t->busy = true;
            store_append(s, t->room, t->seq, (t->seq + 1) * 31 + t->room, body, len, stored, t);
        }
        if (chance_below(&chance, 4) == 0) {
            usleep(chance_below(&chance, 300));
            store_drain(s);
        }
        if (chance_below(&chance, TURNS / CUTS) == 0) {
            assert_survives(tables, TABLES, &chance);
            cuts++;
        }
    }
    assert_true(cuts > CUTS / 2);
    store_close(s);
    assert_true(syncs > 100); /* the writer that counted them has ended */
    watched = NULL;
    free(body);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        settle(&files[i]);
        free(files[i].data);
    }
    folder_drop(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(acknowledged_records_survive_a_power_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
