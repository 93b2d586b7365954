#include "site/operator.h"
#include "core/alloc.h"
#include "site/admin_inside.h"
#include "site/announce.h"
#include "site/doors.h"
#include "site/listeners.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/statvfs.h>

/* ---- how the house fares ---- */

static double cpu_seconds(void)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

static json_t *tell_people(struct site *site)
{
    struct census c = metrics_census(site);
    return json_pack("{sI sI sI sI sI}", "online", (json_int_t)c.online, "away",
                     (json_int_t)(c.people - c.online), "watching", (json_int_t)c.watching,
                     "computers", (json_int_t)c.bots, "playingRooms", (json_int_t)c.playing);
}

static json_t *tell_load(const struct site *site, int64_t now)
{
    double up = (double)(now - site->started) / 1000, cpu = cpu_seconds();
    size_t kept = site->net.wire.budget.held + site->net.wire.budget.fixed;
    return json_pack("{sf sf sI sI sI sI sI sI}", "cpuSeconds", cpu, "cpuShare",
                     up > 0 ? cpu / up : 0.0, "heapBytes", (json_int_t)alloc_in_use(), "keptBytes",
                     (json_int_t)kept, "connections", (json_int_t)site->net.connections,
                     "websockets", (json_int_t)site->io.engine.websocket, "polling",
                     (json_int_t)site->io.engine.polling, "streams",
                     (json_int_t)site->metrics.streams);
}

/* Free bytes where the log is written; null where that is nowhere. */
static json_t *free_space(const char *place)
{
    struct statvfs disk;
    if (statvfs(place, &disk) != 0) return json_null();
    return json_integer((json_int_t)disk.f_bavail * (json_int_t)disk.f_frsize);
}

static json_t *tell_store(struct site *site)
{
    struct store_figures f = store_figures(site->store);
    return json_pack("{sI sI sI sI so}", "records", (json_int_t)f.accepted, "commits",
                     (json_int_t)f.commits, "waiting", (json_int_t)f.waiting, "refused",
                     (json_int_t)f.unavailable, "freeBytes", free_space(site->settings->data));
}

/* Who was not let in or not heard, and by which limit. */
static json_t *tell_limits(const struct site *site)
{
    const struct wire *wire = &site->net.wire;
    return json_pack("{sI sI sI sI sI}", "tooOften", (json_int_t)site->metrics.refused_by_limit,
                     "turnedAway", (json_int_t)site->net.counts.refused, "dropped",
                     (json_int_t)wire->counts.overflowed, "tooHungry",
                     (json_int_t)wire->budget.dropped, "badRequests",
                     (json_int_t)wire->counts.refused_requests);
}

static json_t *tell_refusals(const struct site *site)
{
    const struct hall_figures *f = hall_figures(site->hall);
    json_t *refusals = json_object();
    for (int i = 1; i <= REFUSAL_CODE_OF_GAME; i++)
        if (f->refusals[i])
            json_object_set_new(refusals, refusal_code_name((enum refusal_code)i),
                                json_integer((json_int_t)f->refusals[i]));
    return refusals;
}

static json_t *tell_complaints(const struct site *site)
{
    json_t *list = json_array();
    for (int i = 0; i < COMPLAINTS; i++) {
        int at = (site->complaints.next + COMPLAINTS - 1 - i) % COMPLAINTS;
        const struct complaint *c = &site->complaints.last[at];
        if (c->at)
            json_array_append_new(
                list, json_pack("{sI ss}", "at", (json_int_t)c->at, "sentence", c->sentence));
    }
    return list;
}

static json_t *tell_announcement(const struct site *site, int64_t now)
{
    const struct announcement *a = &site->announcement;
    if (!announcement_stands(a, now)) return json_null();
    return json_pack("{ss sI}", "text", a->text, "restartAt", (json_int_t)a->restart_at);
}

static json_t *tell_house(struct site *site, int64_t now)
{
    const struct hall_figures *f = hall_figures(site->hall);
    return json_pack("{sI sI sI so so so so so so so}", "uptimeSeconds",
                     (json_int_t)((now - site->started) / 1000), "rooms",
                     (json_int_t)hall_count(site->hall), "steps", (json_int_t)f->accepted, "people",
                     tell_people(site), "load", tell_load(site, now), "store", tell_store(site),
                     "limits", tell_limits(site), "refusals", tell_refusals(site), "complaints",
                     tell_complaints(site), "announcement", tell_announcement(site, now));
}

void operator_complaint(struct site *site, const char *sentence, int64_t now)
{
    struct complaint *c = &site->complaints.last[site->complaints.next];
    c->at = now;
    snprintf(c->sentence, sizeof c->sentence, "%s", sentence);
    site->complaints.next = (site->complaints.next + 1) % COMPLAINTS;
}

/* ---- its rooms ---- */

static json_t *tell_person(const struct room *room, const struct person *p)
{
    bool watches = room->phase == ROOM_LOBBY ? p->watching : p->seat < 0;
    return json_pack("{ss ss sb sb sb sb}", "id", p->id, "name", p->name, "host",
                     p->number == room->host, "online", !p->away_since, "watching", watches,
                     "computer", !p->human);
}

static json_t *tell_room(const struct room *room)
{
    static const char *const phases[] = {
        [ROOM_LOBBY] = "LOBBY", [ROOM_PLAYING] = "PLAYING", [ROOM_OVER] = "GAME_OVER"};
    json_t *people = json_array();
    for (int i = 0; i < room->people; i++)
        if (!room->person[i].gone)
            json_array_append_new(people, tell_person(room, &room->person[i]));
    return json_pack("{ss ss ss sb sI sI so}", "code", room->code, "game", room->game->name,
                     "state", phases[room->phase], "paused", room->paused_since != 0, "steps",
                     (json_int_t)room->seq, "lastStepAt", (json_int_t)room->time, "people", people);
}

struct list {
    const struct room **rooms;
    size_t count;
};

static void note_room(void *arg, struct live *live)
{
    struct list *list = arg;
    if (live->room->phase != ROOM_ENDED) list->rooms[list->count++] = live->room;
}

static int latest_first(const void *a, const void *b)
{
    const struct room *const *x = a, *const *y = b;
    return ((*x)->time < (*y)->time) - ((*x)->time > (*y)->time);
}

static json_t *tell_rooms(struct site *site)
{
    struct list list = {alloc_zero(hall_count(site->hall) + 1, sizeof *list.rooms), 0};
    json_t *rooms = json_array();
    hall_each(site->hall, note_room, &list);
    qsort(list.rooms, list.count, sizeof *list.rooms, latest_first);
    for (size_t i = 0; i < list.count && i < OPERATOR_ROOMS; i++)
        json_array_append_new(rooms, tell_room(list.rooms[i]));
    free(list.rooms);
    return rooms;
}

void operator_look(struct site *site, int64_t now, json_t *found)
{
    json_object_set_new(found, "house", tell_house(site, now));
    json_object_set_new(found, "rooms", tell_rooms(site));
}

/* ---- what can be done about them ---- */

/* The room that the payload names; NULL, and answered, if there is none. */
static struct live *find_room(struct visit *v)
{
    const char *code = visit_text(v, "code");
    struct live *live = code ? hall_find(v->site->hall, code) : NULL;
    struct refusal why = REFUSE(ROOM_NOT_FOUND);
    if (!live) answer_refusal(v, &why, code, NULL);
    return live;
}

static void ended(void *arg, const struct hall_answer *answer)
{
    struct visit *v = arg;
    struct rows rows = {0};
    if (refused(&answer->refusal)) {
        answer_refusal(v, &answer->refusal, NULL, NULL);
        return;
    }
    rows_add(&rows, ROW_AUDIT, v->now, "end", visit_text(v, "code"), "");
    admin_keep(v, &rows);
}

void post_end(struct visit *v)
{
    struct step step = {.kind = STEP_END, .end.why = "operator"};
    struct live *live = find_room(v);
    if (!live) return;
    visit_hold(v);
    hall_propose(live, &step, v->now, (struct hall_done){ended, v});
}

/* Somebody who is about to be shown the door, as far as it must be known afterwards. */
struct removed {
    char what[DIGEST_TEXT_LENGTH + 1], name[NAME_BYTES_MAX + 1];
    bool by_address;
};

static void removed(void *arg, const struct hall_answer *answer)
{
    struct visit *v = arg;
    const struct removed *who = v->more;
    struct rows rows = {0};
    if (refused(&answer->refusal)) {
        answer_refusal(v, &answer->refusal, NULL, NULL);
        return;
    }
    int64_t until = admin_until(v, who->by_address ? ADDRESS_HOURS_MAX : DEVICE_HOURS_MAX);
    rows_add(&rows, ROW_BAN, who->by_address ? "address" : "device", who->what, who->name, v->now,
             until, "");
    rows_add(&rows, ROW_AUDIT, v->now, who->by_address ? "banAddress" : "banDevice",
             visit_text(v, "code"), who->name);
    admin_keep(v, &rows);
}

/* By the browser, or by the address that it came from; false if neither is known. */
static bool know(struct removed *out, const struct live *live, const struct person *p, bool address)
{
    const struct device *device = live->site ? devices_find(live->site, p->number) : NULL;
    if (!device) return false;
    out->by_address = address || !device->hash[0];
    snprintf(out->what, sizeof out->what, "%s", out->by_address ? device->address : device->hash);
    snprintf(out->name, sizeof out->name, "%s", p->name);
    return true;
}

static const struct person *find_person(const struct room *room, const char *id)
{
    for (int i = 0; id && i < room->people; i++)
        if (!room->person[i].gone && room->person[i].human && strcmp(room->person[i].id, id) == 0)
            return &room->person[i];
    return NULL;
}

void post_remove(struct visit *v)
{
    struct live *live = find_room(v);
    if (!live) return;
    const struct person *p = find_person(live->room, visit_text(v, "id"));
    const char *by = visit_text(v, "by");
    struct removed who = {0};
    if (!p || !know(&who, live, p, by && strcmp(by, "address") == 0)) {
        struct refusal why = REFUSE(UNKNOWN_PERSON);
        answer_refusal(v, &why, NULL, NULL);
        return;
    }
    struct step step = {.kind = STEP_KICK, .who = p->number};
    devices_name(live, &step);
    v->more = alloc_copy(&who, sizeof who);
    visit_hold(v);
    hall_propose(live, &step, v->now, (struct hall_done){removed, v});
}

/* Without words and minutes: what was announced is taken back. */
void post_announcement(struct visit *v)
{
    const char *text = visit_text(v, "text");
    int64_t minutes = admin_number(v, "minutes");
    struct rows rows = {0};
    bool nothing = (!text || !text[0]) && minutes <= 0;
    if (nothing) {
        announcement_withdraw(v->site);
    } else if (!announcement_make(v->site, text, minutes < 0 ? 0 : minutes, v->now)) {
        admin_bad(v);
        return;
    }
    char when[40] = "";
    if (minutes > 0) snprintf(when, sizeof when, "%d min", (int)minutes);
    rows_add(&rows, ROW_AUDIT, v->now, nothing ? "announceNothing" : "announce", when,
             v->site->announcement.text);
    admin_keep(v, &rows);
}
