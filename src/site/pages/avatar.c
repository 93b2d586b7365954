#include "site/pages/avatar.h"

#include <stdint.h>
#include <string.h>

/* Each trait takes its own bits of the hash, so that two names seldom share more than one. */
static const char *const grounds[] = {"#ffd166", "#ff9b85", "#8ed1c0", "#b8a4e8",
                                      "#9cc9f0", "#f6b8cf", "#c9d874", "#f4c095"};
static const char *const skins[] = {"#e4572e", "#17806d", "#6c3fa0", "#2d6cb5",
                                    "#c23b6b", "#8a5a2b", "#3d4f8a", "#5b7a1f"};
/* The body: a wide playing piece, drawn in the skin's colour. */
static const char *const bodies[] = {
    "M8 64C8 50 18 44 32 44S56 50 56 64Z M32 12a18 18 0 1 0 .1 0Z",
    "M10 64C10 48 20 46 32 46S54 48 54 64Z M16 16h32q4 0 4 4v20q0 10-10 10H22q-10 0-10-10V20q0-4 4-4Z",
    "M6 64Q12 44 32 44T58 64Z M32 10C44 10 51 20 51 32S43 52 32 52 13 44 13 32 20 10 32 10Z",
    "M9 64C9 52 18 45 32 45S55 52 55 64Z M32 8 52 26 47 46Q32 54 17 46L12 26Z",
};
static const char *const eyes[] = {
    "<circle cx=\"25\" cy=\"30\" r=\"5\" fill=\"#fff\"/><circle cx=\"39\" cy=\"30\" r=\"5\" fill=\"#fff\"/>"
    "<circle cx=\"26\" cy=\"31\" r=\"2.6\" fill=\"#1b1026\"/><circle cx=\"40\" cy=\"31\" r=\"2.6\" fill=\"#1b1026\"/>",
    "<circle cx=\"25\" cy=\"30\" r=\"3\" fill=\"#1b1026\"/><circle cx=\"39\" cy=\"30\" r=\"3\" fill=\"#1b1026\"/>"
    "<circle cx=\"26\" cy=\"29\" r=\"1\" fill=\"#fff\"/><circle cx=\"40\" cy=\"29\" r=\"1\" fill=\"#fff\"/>",
    "<circle cx=\"32\" cy=\"29\" r=\"8\" fill=\"#fff\"/><circle cx=\"34\" cy=\"30\" r=\"4\" fill=\"#1b1026\"/>",
    "<path d=\"M20 31q5-6 10 0M34 31q5-6 10 0\" fill=\"none\" stroke=\"#1b1026\" stroke-width=\"3\" "
    "stroke-linecap=\"round\"/>",
    "<circle cx=\"24\" cy=\"30\" r=\"6\" fill=\"#fff\" stroke=\"#1b1026\" stroke-width=\"2.4\"/>"
    "<circle cx=\"40\" cy=\"30\" r=\"6\" fill=\"#fff\" stroke=\"#1b1026\" stroke-width=\"2.4\"/>"
    "<path d=\"M30 29q2-1.5 4 0\" fill=\"none\" stroke=\"#1b1026\" stroke-width=\"2.4\"/>"
    "<circle cx=\"24\" cy=\"31\" r=\"2.4\" fill=\"#1b1026\"/><circle cx=\"40\" cy=\"31\" r=\"2.4\" fill=\"#1b1026\"/>",
};
static const char *const mouths[] = {
    "<path d=\"M24 40q8 8 16 0\" fill=\"none\" stroke=\"#1b1026\" stroke-width=\"3\" stroke-linecap=\"round\"/>",
    "<path d=\"M23 39h18q-1 9-9 9t-9-9Z\" fill=\"#1b1026\"/><path d=\"M27 46q5-4 10 0-2 2-5 2t-5-2Z\" fill=\"#ff9b85\"/>",
    "<path d=\"M26 42h12\" stroke=\"#1b1026\" stroke-width=\"3\" stroke-linecap=\"round\"/>",
    "<circle cx=\"32\" cy=\"42\" r=\"3.6\" fill=\"#1b1026\"/>",
    "<path d=\"M24 41q5 5 9 2t7-5\" fill=\"none\" stroke=\"#1b1026\" stroke-width=\"3\" stroke-linecap=\"round\"/>",
};
/* Over any mouth and any eyes: who has won laughs, who has lost sheds a tear. */
static const char *const moods[] = {
    [FACE_CALM] = "",
    [FACE_HAPPY] =
        "<path d=\"M21 38h22q-1 13-11 13t-11-13Z\" fill=\"#1b1026\"/><path d=\"M26 48q6-5 12 0-2 3-6 3t-6-3Z\" "
        "fill=\"#ff9b85\"/><path d=\"M23 38h18v3H23Z\" fill=\"#fff\"/><g fill=\"#fff\" opacity=\".45\"><circle "
        "cx=\"17\" cy=\"38\" r=\"3.4\"/><circle cx=\"47\" cy=\"38\" r=\"3.4\"/></g>",
    [FACE_SAD] =
        "<path d=\"M24 46q8-8 16 0\" fill=\"none\" stroke=\"#1b1026\" stroke-width=\"3\" "
        "stroke-linecap=\"round\"/><path d=\"M19 22l8-3M45 22l-8-3\" stroke=\"#1b1026\" stroke-width=\"2.6\" "
        "stroke-linecap=\"round\"/><path d=\"M44 36q4 6 0 8-4-2 0-8Z\" fill=\"#cfe9ff\" stroke=\"#1b1026\" "
        "stroke-width=\"1\"/>",
};
static const char *const extras[] = {
    "",
    "<path d=\"M14 16h36L46 6H18Z\" fill=\"#1b1026\"/><path d=\"M10 15h44v4H10Z\" fill=\"#1b1026\"/>",
    /* a bow, not a crown: that is the host's */
    "<path d=\"M32 10 20 3v14ZM32 10 44 3v14Z\" fill=\"#f2a900\" stroke=\"#1b1026\" stroke-width=\"1.6\" stroke-linejoin=\"round\"/><circle cx=\"32\" cy=\"10\" r=\"3.2\" fill=\"#f2a900\" stroke=\"#1b1026\" stroke-width=\"1.6\"/>",
    "<path d=\"M32 12V5\" stroke=\"#1b1026\" stroke-width=\"2.4\"/><circle cx=\"32\" cy=\"4\" r=\"3.4\" fill=\"#fff\" stroke=\"#1b1026\" stroke-width=\"1.6\"/>",
    "<path d=\"M14 20q2-14 18-14t18 14q-8-6-18-6t-18 6Z\" fill=\"#1b1026\"/>",
    "<path d=\"M20 16 32 0l12 16Z\" fill=\"#fff\" stroke=\"#1b1026\" stroke-width=\"1.6\"/><circle cx=\"32\" cy=\"2\" r=\"2.4\" fill=\"#e4572e\"/>",
    "<circle cx=\"15\" cy=\"15\" r=\"6\" fill=\"#1b1026\"/><circle cx=\"49\" cy=\"15\" r=\"6\" fill=\"#1b1026\"/>",
    "<path d=\"M20 15q3-9 7-2 1-11 6-1 4-10 6 1 5-6 6 3\" fill=\"none\" stroke=\"#1b1026\" stroke-width=\"4\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
};

enum avatar_mood avatar_mood(const char *word)
{
    if (word && strcmp(word, "happy") == 0) return FACE_HAPPY;
    return word && strcmp(word, "sad") == 0 ? FACE_SAD : FACE_CALM;
}

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

static uint64_t hash(const char *name)
{
    uint64_t h = 0xcbf29ce484222325u; /* FNV-1a, then a finaliser: short names must differ too */
    for (; *name; name++)
        h = (h ^ (unsigned char)*name) * 0x100000001b3u;
    h = (h ^ (h >> 33)) * 0xff51afd7ed558ccdu;
    h = (h ^ (h >> 33)) * 0xc4ceb9fe1a85ec53u;
    return h ^ (h >> 33);
}

void avatar_svg(struct buffer *out, const char *name, enum avatar_mood mood)
{
    uint64_t h = hash(name);
    /* A mood has a mouth of its own. */
    const char *mouth = mood ? moods[mood] : mouths[(h >> 32) % COUNT(mouths)];
    const char *ground = grounds[h % COUNT(grounds)], *skin = skins[(h >> 8) % COUNT(skins)];
    buffer_print(out,
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 64 64\" width=\"64\" "
                 "height=\"64\"><rect width=\"64\" height=\"64\" fill=\"%s\"/>"
                 "<path fill=\"%s\" d=\"%s\"/>%s%s%s</svg>",
                 ground, skin, bodies[(h >> 16) % COUNT(bodies)], eyes[(h >> 24) % COUNT(eyes)],
                 mouth, extras[(h >> 40) % COUNT(extras)]);
}
