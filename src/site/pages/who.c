/* The fields in which somebody says who that is: on the home page, at the door of a room. */
#include "site/pages/layout.h"

static bool said(const char *text)
{
    return text && *text;
}

void part_who(struct html *h, const char *name, const char *avatar)
{
    HTML(h, "<div class=\"who\"><button type=\"button\" class=\"face-button needs-js\" "
            "data-open=\"faces\"");
    html_attr_say(h, "aria-label", "face.change");
    HTML(h, ">");
    if (said(avatar) || said(name))
        part_avatar(h, said(avatar) ? avatar : name);
    else /* nobody yet: the first visit is spared a picture */
        part_icon(h, "people");
    HTML(h, "</button><div class=\"who-name\"><label for=\"name\">");
    html_say(h, "lobby.yourName");
    HTML(h, "</label><input id=\"name\" name=\"playerName\" maxlength=\"24\" "
            "autocomplete=\"nickname\" data-remember=\"name\"");
    if (said(name)) html_attr(h, "value", name);
    HTML(h, "></div><input type=\"hidden\" name=\"avatar\" data-remember=\"avatar\"");
    if (said(avatar)) html_attr(h, "value", avatar);
    HTML(h, "></div>");
}
