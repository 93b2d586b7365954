#include "site/inquiry.h"
#include "core/alloc.h"

#include <stdlib.h>

struct inquiry {
    uv_work_t work;
    struct visit *v;
    struct store *store;
    int count;
    struct inquiry_question question[INQUIRY_QUESTIONS];
    char text[INQUIRY_QUESTIONS][80];
    void (*answer)(struct visit *v, json_t *found);
    json_t *found;
};

static bool write_answers(struct ask *ask, struct writer *w,
                          const struct inquiry_question *questions, int count)
{
    bool fine = true;
    write_object(w);
    for (int i = 0; i < count; i++) {
        write_key(w, questions[i].key);
        fine &= ask_write(ask, w, questions[i].question, questions[i].about);
    }
    write_end(w);
    return fine;
}

json_t *inquire_now(struct store *store, const struct inquiry_question *questions, int count)
{
    char error[STORE_ERROR_BYTES];
    struct ask *ask = store_ask(store, error);
    struct buffer text = {0};
    struct writer w = writer_to(&text);
    json_t *found = NULL;
    if (ask && write_answers(ask, &w, questions, count))
        found = json_loadb(text.data, text.len, 0, NULL);
    buffer_free(&text);
    ask_close(ask);
    return found;
}

static void look(uv_work_t *work)
{
    struct inquiry *q = work->data;
    q->found = inquire_now(q->store, q->question, q->count);
}

static void finish(struct inquiry *q)
{
    struct refusal why = REFUSE(UNAVAILABLE);
    q->v->site->inquiries--;
    if (q->found)
        q->answer(q->v, q->found);
    else
        answer_refusal(q->v, &why, NULL, NULL);
    json_decref(q->found);
    free(q);
}

static void looked(uv_work_t *work, int status)
{
    (void)status;
    finish(work->data);
}

void visit_inquire(struct visit *v, const struct inquiry_question *questions, int count,
                   void (*answer)(struct visit *v, json_t *found))
{
    struct inquiry *q = alloc_zero(1, sizeof *q);
    *q = (struct inquiry){.v = v, .store = v->site->store, .count = count, .answer = answer};
    for (int i = 0; i < count; i++) {
        q->question[i] = questions[i];
        if (!questions[i].about.text) continue;
        snprintf(q->text[i], sizeof q->text[i], "%s", questions[i].about.text);
        q->question[i].about.text = q->text[i];
    }
    q->work.data = q;
    v->site->inquiries++;
    if (v->r) visit_hold(v);
    if (uv_queue_work(v->site->loop, &q->work, look, looked)) finish(q);
}
