/* Games that are over are watched again: by the people of the room with everybody's eyes, by whoever
 * has the code of an open room with the crowd's, as on a television. A room that has ended is only
 * for those who were in it. */
#include "site/replays.h"
#include "core/alloc.h"
#include "site/doors.h"
#include "site/imports.h"
#include "site/pages/replay.h"
#include "site/room_page.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* What is wanted, and by whom: the request itself is gone when the log is folded. */
struct wanted {
    char token[VISIT_TOKENS][TOKEN_TEXT_LENGTH + 1];
    char as[40];
    bool tv, open; /* on a television; the room is open */
    uint32_t from;
    char file[FILM_FILE_LENGTH + 1]; /* a file that was brought; "": a room's log */
};

static void refuse(struct visit *v, struct refusal why)
{
    answer_refusal(v, &why, NULL, NULL);
}

/* ---- who looks ---- */

static uint16_t viewer_of(const struct visit *v, const struct room *room)
{
    const struct wanted *wanted = v->more;
    const struct person *found = NULL;
    for (int i = 0; i < VISIT_TOKENS && !found; i++) {
        const char *token = wanted->token[i];
        found = room_person_by_token(room, token);
        if (!found) found = room_left_by_token(room, token);
    }
    return found && !found->out ? found->number : 0;
}

bool replays_admit(struct visit *v, struct replay *replay, uint16_t *person)
{
    const struct wanted *wanted = v->more;
    const struct room *room = replay_room(replay);
    struct refusal why;
    *person = room && !wanted->file[0] ? viewer_of(v, room) : 0;
    if (wanted->file[0]) *person = room->host; /* who has the file has all of it */
    if (room && (*person || wanted->open)) return true;
    visit_find(v, v->param[0], &why); /* counts as a guess, and is answered as one */
    refuse(v, why);
    return false;
}

static bool has_token(const struct wanted *wanted)
{
    for (int i = 0; i < VISIT_TOKENS; i++)
        if (wanted->token[i][0]) return true;
    return false;
}

/* A room that has ended, for somebody who says to have been in it; 0: none. */
static uint64_t find_ended(struct visit *v, const char *code, const struct wanted *wanted)
{
    uint64_t room = 0;
    if (!has_token(wanted) || !doors_may_guess(v->site, v->key)) return 0;
    return store_find_code(v->site->store, code, &room) ? room : 0;
}

static void watch(struct visit *v, struct wanted *wanted,
                  void (*show)(struct visit *v, struct replay *replay))
{
    struct refusal why;
    char code[CODE_LENGTH + 1] = "";
    v->more = wanted;
    if (code_normalise(code, v->param[0])) visit_seat_tokens(v, code, wanted->token);
    if (!doors_may_act(v->site, v->key, NULL, 0)) {
        refuse(v, REFUSE(TOO_MANY_REQUESTS));
        return;
    }
    if (wanted->file[0]) {
        films_watch_file(v, wanted->file, show);
        return;
    }
    bool ended = !hall_find(v->site->hall, v->param[0]);
    uint64_t room = ended ? find_ended(v, code, wanted) : 0;
    if (room) {
        films_watch(v, room, UINT32_MAX, show);
        return;
    }
    struct live *live = visit_find(v, v->param[0], &why);
    wanted->open = true;
    if (live)
        films_watch(v, live->room->id, live->room->seq, show);
    else
        refuse(v, why);
}

/* ---- what is shown ---- */

static void answer_games(struct visit *v, struct replay *replay)
{
    uint16_t person;
    if (!replays_admit(v, replay, &person)) return;
    const struct wanted *wanted = v->more;
    char id[8];
    struct buffer body = {0};
    struct writer w = writer_to(&body);
    write_object(&w);
    put_string(&w, "roomCode", replay_room(replay)->code);
    put_bool(&w, "open", wanted->open);
    snprintf(id, sizeof id, "p%u", person);
    if (person && !wanted->file[0]) put_string(&w, "you", id);
    write_key(&w, "games");
    replay_write_games(replay, person, &w);
    write_end(&w);
    answer_json(v, 200, &body);
}

void replays_watch(struct visit *v, void (*show)(struct visit *v, struct replay *replay))
{
    watch(v, alloc_zero(1, sizeof(struct wanted)), show);
}

void tell_replay(struct visit *v)
{
    replays_watch(v, answer_games);
}

/* «p7» as people are called in public; 0: the crowd; -1: nobody. */
static int number_of(const char *id)
{
    char *end;
    if (!id[0]) return 0;
    long number = id[0] == 'p' && id[1] >= '1' && id[1] <= '9' ? strtol(id + 1, &end, 10) : -1;
    return number > 0 && number <= UINT16_MAX && !*end ? (int)number : -1;
}

static void answer_steps(struct visit *v, struct replay *replay)
{
    uint16_t person;
    if (!replays_admit(v, replay, &person)) return;
    const struct wanted *wanted = v->more;
    struct refusal why = ACCEPTED;
    const struct replay_game *game = replay_find(replay, wanted->from, &why);
    int as = number_of(wanted->as);
    if (game && as < 0)
        why = REFUSE(UNKNOWN_PERSON);
    else if (game)
        why = replay_may_see(replay, game, person, (uint16_t)as);
    if (refused(&why)) {
        refuse(v, why);
        return;
    }
    struct buffer body = {0};
    struct writer w = writer_to(&body);
    write_object(&w);
    put_int(&w, "from", wanted->from);
    write_key(&w, "steps");
    replay_write(replay, game, wanted->from, (uint16_t)as, &w);
    write_end(&w);
    answer_json(v, 200, &body);
}

uint32_t replays_step(const char *file)
{
    char *end;
    if (file[0] < '1' || file[0] > '9') return 0;
    unsigned long long seq = strtoull(file, &end, 10);
    return seq <= UINT32_MAX && strcmp(end, ".json") == 0 ? (uint32_t)seq : 0;
}

static void tell_replay_steps(struct visit *v)
{
    struct wanted *wanted = alloc_zero(1, sizeof *wanted);
    v->json = true;
    wanted->from = replays_step(v->param[1]);
    visit_query(v, "as", wanted->as, sizeof wanted->as);
    watch(v, wanted, answer_steps);
}

/* ---- a file of it ---- */

static bool deck_of_store(void *arg, const struct game_deck *deck, struct buffer *out)
{
    return deck_text(arg, deck, out);
}

static void answer_file(struct visit *v, const struct room *room, int64_t time, struct buffer *file)
{
    char disposition[120], day[16] = "";
    time_t seconds = (time_t)(time / 1000);
    struct tm parts;
    if (gmtime_r(&seconds, &parts)) strftime(day, sizeof day, "%Y-%m-%d", &parts);
    snprintf(disposition, sizeof disposition, "attachment; filename=\"%s-%s.jsonl\"",
             room->game->name, day);
    reply_header(&v->headers, "Content-Disposition", disposition);
    reply_header(&v->headers, "Cache-Control", "private, no-store");
    answer_bytes(v, 200, "application/jsonl; charset=utf-8", (struct span){file->data, file->len});
}

static const struct replay_game *wanted_game(struct replay *replay, uint32_t step,
                                             struct refusal *why)
{
    *why = REFUSE(GAME_NOT_OVER);
    if (step) return replay_find(replay, step, why);
    int games = replay_games(replay);
    return games ? replay_game(replay, games - 1) : NULL;
}

static void answer_saved(struct visit *v, struct replay *replay)
{
    uint16_t person;
    if (!replays_admit(v, replay, &person)) return;
    const struct wanted *wanted = v->more;
    struct refusal why;
    const struct replay_game *game = wanted_game(replay, wanted->from, &why);
    struct buffer file = {0};
    if (game) why = person ? ACCEPTED : REFUSE(NOT_IN_ROOM);
    if (!refused(&why))
        why = saved_write(replay, game, &(struct saved_decks){deck_of_store, v}, &file);
    if (refused(&why)) {
        refuse(v, why);
    } else {
        struct room *room = replay_room_at(replay, game->to);
        answer_file(v, room, room->time, &file);
        room_free(room);
    }
    buffer_free(&file);
}

/* «17.json»: views from there on; «17.jsonl», «last.jsonl»: the whole game as a file. */
void tell_replay_part(struct visit *v)
{
    const char *dot = strrchr(v->param[1], '.');
    if (!dot || strcmp(dot, ".jsonl") != 0) {
        tell_replay_steps(v);
        return;
    }
    struct wanted *wanted = alloc_zero(1, sizeof *wanted);
    bool last = strcmp(v->param[1], "last.jsonl") == 0;
    wanted->from = last ? 0 : (uint32_t)strtoul(v->param[1], NULL, 10);
    if (!last && !wanted->from) wanted->from = UINT32_MAX;
    watch(v, wanted, answer_saved);
}

static void answer_replay_page(struct visit *v, struct replay *replay)
{
    uint16_t person;
    if (!replays_admit(v, replay, &person)) return;
    const struct room *room = replay_room(replay);
    const struct wanted *wanted = v->more;
    if (!replay_games(replay)) {
        struct refusal why = REFUSE(GAME_NOT_OVER);
        answer_refusal(v, &why, room->code, wanted->open ? room : NULL);
        return;
    }
    struct buffer body = {0};
    struct room_page *filled = alloc_zero(1, sizeof *filled);
    struct page_context context = visit_context(v);
    room_page_fill(filled, room, person, NULL, v->site->games);
    char path[60];
    if (wanted->file[0])
        snprintf(path, sizeof path, "/replay/%s", wanted->file);
    else
        snprintf(path, sizeof path, "/rooms/%s/replay", room->code);
    page_replay(&body, &context, &filled->page, path, wanted->tv);
    free(filled);
    answer_page(v, 200, &body);
}

void show_replay(struct visit *v)
{
    char tv[4];
    struct wanted *wanted = alloc_zero(1, sizeof *wanted);
    wanted->tv = *visit_query(v, "tv", tv, sizeof tv);
    watch(v, wanted, answer_replay_page);
}

/* ---- files that were brought ---- */

void show_open_file(struct visit *v)
{
    struct buffer body = {0};
    struct page_context context = visit_context(v);
    page_open_file(&body, &context);
    answer_page(v, 200, &body);
}

static void answer_opened(struct visit *v, struct replay *replay)
{
    const struct wanted *wanted = v->more;
    char path[60];
    (void)replay;
    snprintf(path, sizeof path, "/replay/%s", wanted->file);
    if (!v->json) {
        answer_redirect(v, path);
        return;
    }
    struct buffer body = {0};
    struct writer w = writer_to(&body);
    write_object(&w);
    put_string(&w, "address", path);
    write_end(&w);
    answer_json(v, 200, &body);
}

void post_file(struct visit *v)
{
    struct wanted *wanted = alloc_zero(1, sizeof *wanted);
    v->more = wanted;
    v->json = true; /* no page sends that by itself */
    /* As rare as new rooms: it takes as much to look at one. */
    if (!doors_may_create(v->site, v->key))
        refuse(v, REFUSE(TOO_MANY_REQUESTS));
    else
        films_bring(v, v->r->body, wanted->file, answer_opened);
}

/* The file in the path, without what it ends with; "": there is none. */
static struct wanted *wanted_file(const struct visit *v, const char *end)
{
    struct wanted *wanted = alloc_zero(1, sizeof *wanted);
    if (strlen(v->param[0]) == FILM_FILE_LENGTH + strlen(end))
        memcpy(wanted->file, v->param[0], FILM_FILE_LENGTH);
    else
        strcpy(wanted->file, "-");
    return wanted;
}

void show_file(struct visit *v)
{
    const char *dot = strchr(v->param[0], '.');
    bool json = dot && strcmp(dot, ".json") == 0;
    if (json) v->json = true;
    watch(v, wanted_file(v, json ? ".json" : ""), json ? answer_games : answer_replay_page);
}

void tell_file_steps(struct visit *v)
{
    struct wanted *wanted = wanted_file(v, "");
    v->json = true;
    wanted->from = replays_step(v->param[1]);
    visit_query(v, "as", wanted->as, sizeof wanted->as);
    watch(v, wanted, answer_steps);
}
