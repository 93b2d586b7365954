/* The same steps, the same bytes. */
#include "trial.h"

#include <stdio.h>
#include <string.h>

void transcribe(struct trial *t, struct sitting *p, struct buffer *out)
{
    struct game_pulse pulse = sitting_pulse(p);
    buffer_clear(out);
    buffer_print(out,
                 "pulse {\"awaited\":%u,\"wake_at\":%lld,\"ticking\":%d,\"over\":%d,"
                 "\"winners\":%u}\n",
                 pulse.awaited, (long long)pulse.wake_at, pulse.ticking, pulse.over,
                 pulse.over ? pulse.winners : 0);
    for (int viewer = GAME_CROWD; viewer < p->table.seats; viewer++) {
        sitting_view(p, viewer, &t->one);
        buffer_print(out, "the view of %d %s\n", viewer, t->one.data);
    }
    sitting_tell(p, &t->says);
    for (size_t i = 0; i < says_count(&t->says); i++) {
        struct says_event e = says_event(&t->says, i);
        buffer_print(out, "event %s to %#x %s\n", e.name, e.audience, e.text);
    }
    buffer_text(out);
}

/* The line that begins at `text`, cut before its JSON, in `head`; its JSON in `out`. */
static void split(const char *text, struct buffer *head, struct buffer *out)
{
    size_t len = strcspn(text, "\n"), name = strcspn(text, "{\n");
    buffer_clear(head);
    buffer_clear(out);
    buffer_add(head, text, name);
    buffer_add(out, text + name, len - name);
    buffer_text(head);
    buffer_text(out);
}

bool check_transcripts(struct trial *t, const char *one, const char *two)
{
    if (verdict_bad(t->verdict) || !strcmp(one, two)) return !verdict_bad(t->verdict);
    for (;;) {
        size_t a = strcspn(one, "\n"), b = strcspn(two, "\n");
        if (a != b || strncmp(one, two, a) != 0 || !one[a]) break;
        one += a + 1, two += b + 1;
    }
    struct buffer head = {0}, other = {0};
    split(two, &other, &t->two);
    split(one, &head, &t->one);
    complain(t->verdict, t->game, "purity",
             "the same state speaks otherwise when another table was played in between, or from "
             "other memory: %s",
             head.data);
    complain_difference(t->verdict, "here", t->one.data, "there", t->two.data);
    buffer_free(&head);
    buffer_free(&other);
    return false;
}

bool check_bytes(struct trial *t, struct sitting *one, struct sitting *two)
{
    const unsigned char *a = one->state, *b = two->state;
    size_t i = 0;
    while (i < t->game->state_size && a[i] == b[i])
        i++;
    if (verdict_bad(t->verdict) || i == t->game->state_size) return !verdict_bad(t->verdict);
    complain(t->verdict, t->game, "purity",
             "the same steps give another state " WHY_IMPURE
             ": byte %zu of %zu is %#x here and %#x "
             "there",
             i, t->game->state_size, a[i], b[i]);
    sitting_view(one, GAME_CROWD, &t->one);
    sitting_view(two, GAME_CROWD, &t->two);
    return complain_difference(t->verdict, "the crowd sees here", t->one.data, "and there",
                               t->two.data);
}

bool check_same(struct trial *t, struct sitting *one, struct sitting *two)
{
    transcribe(t, one, &t->before);
    transcribe(t, two, &t->after);
    return check_bytes(t, one, two) && check_transcripts(t, t->before.data, t->after.data);
}

/* From the log alone, in one go, with nothing else in between. */
bool check_replay(struct trial *t, uint64_t number)
{
    struct sitting again;
    sitting_draw(&again, t->c, t->verdict, number);
    again.dirt = 0;
    sitting_start(&again);
    for (size_t i = 0; i < t->main.log_count && !verdict_bad(t->verdict); i++) {
        const struct sitting_step *step = &t->main.log[i];
        sitting_again(&again, step);
        if (verdict_bad(t->verdict) || again.log[i].sum == step->sum) continue;
        complain(t->verdict, t->game, "purity",
                 "replayed from its log, it is another game from action %zu on", i + 1);
    }
    if (!verdict_bad(t->verdict)) check_same(t, &t->main, &again);
    sitting_free(&again);
    return !verdict_bad(t->verdict);
}

/* Another game at the table, which may know how this one ended: the same twice, and playable. */
bool check_next_game(struct trial *t, uint64_t number)
{
    struct sitting one, two;
    sitting_draw(&one, t->c, t->verdict, number + 1);
    sitting_draw(&two, t->c, t->verdict, number + 1);
    two.dirt = 0xc3;
    one.previous = two.previous = t->main.state;
    one.again = two.again = number & 1; /* roles go on, or not */
    snprintf(t->verdict->story, sizeof t->verdict->story, ", in the game after it");
    struct refusal r = sitting_start(&one);
    sitting_start(&two);
    bool good = refused(&r) || (check_same(t, &one, &two) && check_pulse(t, &one) &&
                                check_secrets(t, &one) && check_ending(t, &one));
    sitting_free(&one);
    sitting_free(&two);
    return good;
}
