#include "site/says_json.h"

void json_refusal(struct writer *w, const struct refusal *refusal)
{
    write_object(w);
    put_string(w, "code", refusal_name(refusal->code));
    put_string(w, "message", refusal_sentence(refusal));
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
