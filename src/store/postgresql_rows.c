/* The writer's thread: rows beside the log, as sqlite_rows.c has them. What follows from records is
 * committed without waiting for the disk: position and rows are lost together. */
#include "store/postgresql.h"
#include "store/rows_sql.h"

void postgresql_send_list(struct pipeline *p, const char *const *list, int64_t room)
{
    for (; *list; list++) {
        struct params v = {0};
        if (strchr(*list, '?')) param_number(&v, room);
        pipeline_send_sql(p, postgresql_words(*list), &v);
    }
}

static void send_row(struct pipeline *p, const struct row *row)
{
    struct params v = {0};
    for (int i = 0; i < row->count; i++) {
        if (row->value[i].is_text)
            param_text(&v, row->value[i].text);
        else
            param_number(&v, row->value[i].number);
    }
    pipeline_send(p, P_ROWS + (int)row->kind, &v, NULL);
}

void postgresql_send_rows(struct pipeline *p, const struct request *r)
{
    struct row row;
    for (size_t at = 0; rows_next(r->body, r->len, &at, &row);) {
        if (row.kind == ROW_CLEAR_ROOM)
            postgresql_send_list(p, rows_clear_room, row.value[0].number);
        else if (row.kind == ROW_RECOUNT)
            postgresql_send_list(p, rows_recount, 0);
        else
            send_row(p, &row);
    }
}

/* Where the projection of its room stands, in `at`, which nobody else needs here. */
static void note_position(struct request *r, const PGresult *result)
{
    r->at = result_number(result, 0, 0);
}

static enum outcome get_positions(struct postgresql_store *e, struct request *batch)
{
    struct pipeline p;
    const char *reason;
    pipeline_begin(&p, e->writer);
    pipeline_send(&p, P_BEGIN, NULL, NULL);
    pipeline_send(&p, P_BEGIN_BEHIND, NULL, NULL);
    for (struct request *r = batch; r; r = r->next) {
        struct params v = {0};
        param_number(&v, (int64_t)r->room);
        pipeline_send(&p, P_LOCK_POSITION, &v, NULL);
        pipeline_send(&p, P_GET_POSITION, &v, r);
    }
    return pipeline_end(&p, note_position, &reason);
}

/* Those of the same room further on find it moved. */
static void move_on(struct request *r)
{
    for (struct request *later = r->next; later; later = later->next)
        if (later->room == r->room) later->at = (int64_t)r->seq;
}

static enum outcome write_rows(struct postgresql_store *e, struct request *batch)
{
    struct pipeline p;
    const char *reason;
    pipeline_begin(&p, e->writer);
    for (struct request *r = batch; r; r = r->next) {
        if (r->at != (int64_t)r->expected_seq) continue; /* never twice, never with a gap */
        struct params v = {0};
        param_number(&v, (int64_t)r->room);
        param_number(&v, (int64_t)r->seq);
        param_number(&v, r->last);
        postgresql_send_rows(&p, r);
        pipeline_send(&p, P_SET_POSITION, &v, NULL);
        move_on(r);
    }
    pipeline_send(&p, P_COMMIT, NULL, NULL);
    return pipeline_end(&p, note_position, &reason);
}

bool postgresql_behind(struct store *s, struct request *batch)
{
    struct postgresql_store *e = (struct postgresql_store *)s;
    if (!e->writer) return false;
    enum outcome outcome = get_positions(e, batch);
    if (outcome == OUTCOME_FINE) outcome = write_rows(e, batch);
    if (outcome == OUTCOME_FINE) return true;
    if (outcome != OUTCOME_LOST) {
        PQclear(PQexec(e->writer, "ROLLBACK"));
        return false;
    }
    PQfinish(e->writer);
    e->writer = NULL;
    return false;
}
