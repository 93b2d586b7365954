#include "site/pages/qr.h"

#include <qrencode.h>

#define QUIET 4 /* modules of white that scanners need around the code */

/* Runs of dark modules become one horizontal stroke each: a path half the size of squares. */
static void add_row(struct buffer *out, const unsigned char *row, int width, int y)
{
    for (int x = 0; x < width;) {
        int run = 0;
        while (x + run < width && row[x + run] & 1)
            run++;
        if (run) buffer_print(out, "M%d %dh%dv1h-%dz", x + QUIET, y + QUIET, run, run);
        x += run ? run : 1;
    }
}

bool qr_svg(struct buffer *out, const char *text)
{
    QRcode *code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M);
    if (!code) return false;
    int side = code->width + 2 * QUIET;
    buffer_print(out,
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"qr\" viewBox=\"0 0 %d %d\" "
                 "width=\"240\" height=\"240\" shape-rendering=\"crispEdges\" aria-hidden=\"true\">"
                 "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/><path fill=\"#1b1026\" d=\"",
                 side, side, side, side);
    for (int y = 0; y < code->width; y++)
        add_row(out, code->data + y * code->width, code->width, y);
    buffer_add_text(out, "\"/></svg>");
    QRcode_free(code);
    return true;
}
