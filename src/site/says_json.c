#include "site/says_json.h"

/* The sentence again as a key of the catalogues and what fills it. */
static void json_detail(struct writer *w, const struct refusal *refusal)
{
    struct refusal_value value;
    put_object(w, "detail");
    put_string(w, "key", refusal->key);
    put_object(w, "values");
    for (int at = 0; refusal_next_value(refusal, &at, &value);) {
        put_object(w, value.name);
        put_string(w, "text", value.text);
        if (value.key) put_string(w, "key", value.key);
        write_end(w);
    }
    write_end(w);
    write_end(w);
}

void json_refusal(struct writer *w, const struct refusal *refusal)
{
    write_object(w);
    put_string(w, "code", refusal_name(refusal));
    put_string(w, "message", refusal_sentence(refusal));
    if (refusal->key) json_detail(w, refusal);
    write_end(w);
}

void json_entry(struct writer *w, const struct room *room, uint16_t person, const char *token,
                const char *host_token)
{
    put_string(w, "roomCode", room->code);
    write_key(w, "roomState");
    room_write_state(room, w);
    if (token) put_string(w, "playerId", token);
    if (host_token) put_string(w, "hostToken", host_token);
    write_key(w, "you");
    room_write_you(room, room_person((struct room *)room, person), w);
}
