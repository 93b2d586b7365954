#!/usr/bin/env python3
"""Draws the cards of Santase: art/cards.svg, one symbol per card and one for the back.

usage: cards.py OUT

A symbol is used by name, <use href="…/cards.svg#card-QH">, in a box of 5 to 7. Suits take their
colour from the page (--suit-hearts, --suit-diamonds, --suit-clubs, --suit-spades), and so do paper,
ink, gold and the back (--card-paper, --card-ink, --card-gold, --card-back). No ids inside, no
gradients, no fonts: symbols that are used from another document can rely on none of these.
"""
import sys
from math import cos, pi, sin

W, H = 250, 350
INK, PAPER, GOLD = "var(--card-ink,#2b1b45)", "var(--card-paper,#fffaf1)", "var(--card-gold,#f2b632)"
BACK, BACK_LIGHT = "var(--card-back,#6c3fa0)", "var(--card-back-light,#f7b733)"

SUITS = {  # colour, skin, hair, name
    "H": ("var(--suit-hearts,#c9203c)", "#f6d0ac", "#8a3d1d", "hearts"),
    "D": ("var(--suit-diamonds,#c9203c)", "#eebd8c", "#c98f2c", "diamonds"),
    "C": ("var(--suit-clubs,#2b1b45)", "#c98c5c", "#3b2417", "clubs"),
    "S": ("var(--suit-spades,#2b1b45)", "#8f5d3f", "#17121a", "spades"),
}
RANKS = {"9": "nine", "10": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}

# Within a box from -50 to 50.
PIPS = {
    "H": "M0 44C-10 28-46 8-46-18C-46-35-34-44-22-44C-11-44-4-37 0-28C4-37 11-44 22-44C34-44 46-35 46-18"
         "C46 8 10 28 0 44Z",
    "D": "M0-49C9-30 23-12 39 0C23 12 9 30 0 49C-9 30-23 12-39 0C-23-12-9-30 0-49Z",
    "C": "M0-46A22 22 0 0 1 16.500-9.500A22 22 0 1 1 6.500 24.500C8 34 12 41 18 46H-18C-12 41-8 34-6.500 24.500"
         "A22 22 0 1 1-16.500-9.500A22 22 0 0 1 0-46Z",
    "S": "M0-47C10-27 45-9 45 15C45 30 34 37 23 37C15 37 9 33 5.500 27C7 36 11 42 17 46H-17C-11 42-7 36-5.500 27"
         "C-9 33-15 37-23 37C-34 37-45 30-45 15C-45-9-10-27 0-47Z",
}
# Strokes within a box of 50 by 64.
GLYPHS = {
    "9": "M43 22A18 17 0 1 1 7 22A18 17 0 1 1 43 22C43 44 34 58 17 59",
    "10": "M1 15L11 5V59M50 32A14 27 0 1 1 22 32A14 27 0 1 1 50 32Z",
    "J": "M20 5H38V41A15 17 0 0 1 8 43",
    "Q": "M46 32A21 27 0 1 1 4 32A21 27 0 1 1 46 32ZM29 43L45 61",
    "K": "M9 5V59M43 5L11 37M21 28L45 59",
    "A": "M3 59L25 6L47 59M11 42H39",
}


def path(d, fill="none", stroke=None, width=4, **more):
    extra = "".join(f' {k.replace("_", "-")}="{v}"' for k, v in more.items())
    line = f' stroke="{stroke}" stroke-width="{width}" stroke-linejoin="round" stroke-linecap="round"' if stroke else ""
    return f'<path d="{d}" fill="{fill}"{line}{extra}/>'


def circle(x, y, r, fill="none", stroke=None, width=4, **more):
    return path(f"M{x - r:g} {y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0 {-2 * r:g} 0Z", fill, stroke, width, **more)


def box(x, y, w, h, r, fill="none", stroke=None, width=4, **more):
    extra = "".join(f' {k.replace("_", "-")}="{v}"' for k, v in more.items())
    line = f' stroke="{stroke}" stroke-width="{width}"' if stroke else ""
    return f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{r}" fill="{fill}"{line}{extra}/>'


def group(content, transform, **more):
    extra = "".join(f' {k.replace("_", "-")}="{v}"' for k, v in more.items())
    return f'<g transform="{transform}"{extra}>{content}</g>'


def pip(suit, x, y, size, turned=False, fill="currentColor", **more):
    turn = " rotate(180)" if turned else ""
    return group(path(PIPS[suit], fill, **more), f"translate({x:g} {y:g}){turn} scale({size / 100:g})")


def index(rank, suit, colour="currentColor", size=1):
    """Rank and suit for the upper left corner."""
    glyph = group(path(GLYPHS[rank], stroke=colour, width=11), f"translate({20 if size == 1 else 18} 23) scale({size})")
    return glyph + pip(suit, 45 if size == 1 else 40, 60 + 60 * size, 46 * size, fill=colour)


def corners(rank, suit):
    one = index(rank, suit, size=1 if rank == "A" else .88)
    return one + group(one, f"rotate(180 {W / 2:g} {H / 2:g})")


def face_down_paper():
    return box(1.5, 1.5, W - 3, H - 3, 20, PAPER, INK, 3)


def numbers(rank, suit):
    rows = [56, 135, 215, 294]
    out = [pip(suit, x, y, 44, turned=y > H / 2) for y in rows for x in (95, 155)]
    middle = [175] if rank == "9" else [95.5, 254.5]
    out += [pip(suit, 125, y, 44, turned=y > H / 2) for y in middle]
    return "".join(out) + corners(rank, suit)


def ace(suit):
    ornament = path("M125 66L131 76L125 86L119 76ZM100 76a3 3 0 1 0 6 0a3 3 0 1 0-6 0M144 76a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
                    "currentColor", opacity=".65")
    inner = group(path(PIPS[suit], "none", PAPER, 3.4, opacity=".85"), "translate(125 175) scale(.98)")
    return (ornament + group(ornament, f"rotate(180 {W / 2:g} {H / 2:g})") + pip(suit, 125, 175, 132) + inner
            + corners("A", suit))


# ---- court cards: busts that rise from the lower edge, centred on x = 140 ----

def shade(d, amount=".2"):
    return path(d, "#000", opacity=amount)


def eyes(y, apart=17, lids=True):
    out = ""
    for side in (-1, 1):
        x = 140 + side * apart
        out += path(f"M{x - 9} {y}Q{x} {y - 9} {x + 9} {y}Q{x} {y + 6} {x - 9} {y}Z", "#fff")
        out += circle(x + 1, y - .5, 4.2, "#2b1b45")
        if lids:
            out += path(f"M{x - 10} {y + .5}Q{x} {y - 10} {x + 10} {y}", stroke="#2b1b45", width=3)
    return out


def brows(y, colour, apart=17, rise=3, width=4.5):
    return "".join(path(f"M{140 + s * (apart - 9)} {y}Q{140 + s * apart} {y - 5} {140 + s * (apart + 10)} {y + rise}",
                        stroke=colour, width=width) for s in (-1, 1))


def nose(y, long=20):
    return path(f"M141 {y}L147 {y + long}Q143 {y + long + 4} 136 {y + long + 1}", stroke="#2b1b45", width=3, opacity=".75")


def blush(y):
    return "".join(circle(x, y, 7, "#d8433a", opacity=".22") for x in (117, 163))


def halo(kind):
    out = box(13, 13, 224, 324, 12, PAPER) + box(13, 13, 224, 324, 12, "currentColor", opacity=".16")
    if kind == "K":
        for i in range(24):
            a, b = i * pi / 12, i * pi / 12 + pi / 24
            out += path(f"M140 160L{140 + 330 * cos(a):.1f} {160 + 330 * sin(a):.1f}L{140 + 330 * cos(b):.1f} "
                        f"{160 + 330 * sin(b):.1f}Z", "currentColor", opacity=".1")
    elif kind == "Q":
        for r, size in ((84, 5), (104, 6.5), (126, 8)):
            n = r // 5
            out += "".join(circle(140 + r * cos(2 * pi * i / n + r), 168 + r * sin(2 * pi * i / n + r), size,
                                  "currentColor", opacity=".16") for i in range(n))
    else:
        for i in range(-6, 12):
            x = i * 36
            out += path(f"M{x} 350L{x + 18} 350L{x + 218} 0L{x + 200} 0Z", "currentColor", opacity=".1")
    return out + circle(140, 166, 76, PAPER, opacity=".55")


def king(suit, skin, hair):
    mantle = "M14 340C16 290 62 254 112 244H168C212 254 240 292 240 340H14Z"
    beard = ("M98 168C96 232 112 276 140 282C168 276 184 232 182 168C178 186 168 194 156 194"
             "C148 194 143 190 140 190C137 190 132 194 124 194C112 194 102 186 98 168Z")
    out = path("M94 130C84 170 88 206 98 226H182C192 206 196 170 186 130Z", hair, INK)
    out += path(mantle, "currentColor", INK) + shade("M140 300V340H240C240 300 218 262 176 247Z")
    ermine = "M104 240C84 246 70 256 62 268C86 306 112 326 140 334C168 326 194 306 218 268C210 256 196 246 176 240Z"
    out += path(ermine, PAPER, INK)
    for x, y, turn in ((84, 268, -30), (104, 292, -25), (196, 268, 30), (176, 292, 25), (96, 254, -30), (184, 254, 30)):
        out += group(path("M0-6L4 5L0 3L-4 5Z", INK), f"translate({x} {y}) rotate({turn})")
    out += path("M101 136H179V178C179 214 162 236 140 236C118 236 101 214 101 178Z", skin, INK)
    out += shade("M160 136H179V178C179 206 168 226 152 233C164 210 166 170 160 136Z", ".1")
    out += path(beard, hair, INK)
    out += path("M120 206C128 198 136 200 140 203C144 200 152 198 160 206C152 216 128 216 120 206Z", "#c2514a", INK, 2.5)
    out += path("M140 194C128 186 112 192 106 204C120 208 134 206 140 199C146 206 160 208 174 204C168 192 152 186 140 194Z",
                hair, INK, 3)
    out += path("M124 236C126 252 132 264 140 270C148 264 154 252 156 236", stroke="#fff", width=2.5, opacity=".35")
    out += eyes(162) + brows(149, hair, width=6, rise=4) + nose(164) + blush(184)
    crown = "M98 138L88 74L113 100L140 58L167 100L192 74L182 138C156 130 124 130 98 138Z"
    out += path(crown, GOLD, INK) + shade("M140 58L167 100L192 74L182 138C168 133 154 132 140 132Z", ".12")
    out += path("M96 124C124 116 156 116 184 124L182 140C156 132 124 132 98 140Z", "currentColor", INK)
    out += "".join(circle(x, y, r, PAPER, INK, 3.5) for x, y, r in ((88, 70, 8), (140, 53, 10), (192, 70, 8)))
    out += "".join(circle(x, y, 3.4, GOLD) for x, y in ((112, 127.500), (126, 125.500), (140, 125), (154, 125.500), (168, 127.500)))
    out += circle(140, 310, 23, GOLD, INK) + pip(suit, 140, 310, 27)
    return out


def queen(suit, skin, hair):
    back = ("M140 92C88 90 76 136 82 186C86 220 74 240 66 268C96 282 184 282 214 268C206 240 194 220 198 186"
            "C204 136 192 90 140 92Z")
    out = path(back, hair, INK)
    out += path("M88 190C92 222 82 244 76 262M100 210C102 234 96 252 92 268M192 190C188 222 198 244 204 262M180 210C178 234 184 252 188 268",
                stroke="#fff", width=2.5, opacity=".28")
    gown = "M22 340C26 300 66 276 106 262C118 284 128 298 140 306C152 298 162 284 174 262C208 276 238 300 240 340Z"
    out += path("M124 214H156V248C164 258 170 262 176 264L140 314L104 264C110 262 116 258 124 248Z", skin, INK)
    out += shade("M124 224C134 236 148 236 156 224V238C146 246 134 246 124 238Z", ".14")
    out += path(gown, "currentColor", INK) + shade("M140 306C152 298 162 284 174 262C208 276 238 300 240 340H140Z")
    out += path("M106 262C118 284 128 298 140 306C152 298 162 284 174 262L186 267C172 294 156 312 140 322C124 312 108 294 94 267Z",
                PAPER, INK, 3.5)
    out += path("M140 322V340", stroke=GOLD, width=5)
    out += path("M107 150C107 116 173 116 173 150L171 180C169 206 153 227 140 227C127 227 111 206 109 180Z", skin, INK)
    out += shade("M160 132C172 140 173 146 173 150L171 180C169 200 160 216 149 223C162 200 166 164 160 132Z", ".09")
    out += path("M140 122C116 116 96 140 103 186C108 164 120 146 140 138C160 146 172 164 177 186C184 140 164 116 140 122Z", hair, INK)
    out += eyes(172) + brows(160, hair, width=3.5, rise=1) + nose(174, 18) + blush(190)
    for x in (122, 158):
        s = -1 if x < 140 else 1
        out += path(f"M{x + s * 9} 171L{x + s * 14} 167", stroke="#2b1b45", width=3)
    out += path("M128 207C133 202 137 203 140 205C143 203 147 202 152 207C147 214 133 214 128 207Z", "#c23a4b", INK, 2)
    out += "".join(circle(140 + 30 * cos(a), 236 + 26 * sin(a), 4.6, GOLD, INK, 2)
                   for a in (pi * k / 8 for k in range(1, 8)))
    out += "".join(circle(x, 200, 5.500, GOLD, INK, 2.5) for x in (103, 177))
    tiara = ("M97 126C92 108 90 94 92 80C102 96 112 96 116 76C124 96 132 92 140 62C148 92 156 96 164 76C168 96 178 96 188 80"
             "C190 94 188 108 183 126C160 112 120 112 97 126Z")
    out += path(tiara, GOLD, INK)
    out += "".join(circle(x, y, r, fill, INK, 3) for x, y, r, fill in
                   ((92, 77, 5.500, PAPER), (116, 73, 5.500, PAPER), (164, 73, 5.500, PAPER), (188, 77, 5.500, PAPER)))
    out += circle(140, 57, 9, PAPER, INK, 3) + pip(suit, 140, 98, 23)
    # the flower of her suit
    out += path("M52 340C54 316 58 292 54 262", stroke=INK, width=9) + path("M52 340C54 316 58 292 54 262", stroke="#3e8b57", width=4.500)
    out += path("M56 302C68 298 76 288 78 276C64 278 56 288 56 302Z", "#3e8b57", INK, 3)
    out += group(path(PIPS[suit], PAPER, INK, 9), "translate(52 240) scale(.48)") + pip(suit, 52, 240, 34)
    return out


def jack(suit, skin, hair):
    out = path("M216 340V150", stroke=INK, width=13) + path("M216 340V150", stroke=GOLD, width=6)
    out += path("M216 96C230 118 236 134 228 150H204C196 134 202 118 216 96Z", PAPER, INK)
    out += path("M98 138C86 172 88 208 102 230C116 236 164 236 178 230C192 208 194 172 182 138Z", hair, INK)
    tunic = "M24 340C28 298 70 268 118 258H162C206 268 238 298 240 340Z"
    out += path(tunic, "currentColor", INK)
    for x, lean in ((66, -10), (100, -5), (180, 5), (212, 10)):
        out += path(f"M{x - 7} 340L{x - 6 - lean} 278H{x + 6 - lean}L{x + 9} 340Z", PAPER, opacity=".3")
    out += shade("M150 258H162C206 268 238 298 240 340H150Z", ".18")
    out += path("M140 262V340", stroke=INK, width=4)
    out += "".join(circle(140, y, 6, GOLD, INK, 2.5) for y in (292, 314, 336))
    out += path("M124 216H156V256H124Z", skin, INK) + shade("M124 226C134 238 148 238 156 226V240C146 248 134 248 124 240Z", ".14")
    ruff = "".join(circle(140 + 13.500 * k, 256 + abs(k) * -2.2, 11.500, PAPER, INK, 3.5) for k in (-4, 4, -3, 3, -2, 2, -1, 1, 0))
    out += ruff
    out += path("M107 142C107 120 173 120 173 142L172 182C170 210 153 230 140 230C127 230 110 210 108 182Z", skin, INK)
    out += shade("M160 130C171 134 173 138 173 142L172 182C170 204 160 220 149 226C162 204 166 164 160 130Z", ".09")
    out += path("M104 130C98 160 100 178 106 190C112 174 114 160 126 148C144 154 162 152 172 142C174 160 176 176 176 190C184 172 184 148 178 130Z",
                hair, INK)
    out += eyes(176) + brows(164, hair, width=4.500, rise=0) + nose(178, 17) + blush(194)
    out += path("M128 210Q142 219 154 207", stroke="#2b1b45", width=3.5)
    cap = "M88 136C70 92 108 64 152 70C196 76 212 108 194 138C164 122 124 122 88 136Z"
    out += path(cap, "currentColor", INK) + shade("M150 70C196 76 212 108 194 138C184 132 174 128 163 126C172 106 168 84 150 70Z")
    out += path("M88 138C122 122 162 122 194 140L192 152C162 136 122 136 92 150Z", GOLD, INK)
    plume = "M104 128C86 106 82 70 98 34C104 44 108 40 116 32C118 44 124 44 132 38C134 72 126 108 104 128Z"
    out += path(plume, PAPER, INK) + path("M104 126C102 96 106 70 118 48", stroke=INK, width=2.5)
    out += circle(104, 130, 9, GOLD, INK, 3)
    out += pip(suit, 216, 128, 24)
    return out


COURTS = {"K": king, "Q": queen, "J": jack}


def court(rank, suit):
    _, skin, hair, _ = SUITS[suit]
    ring = f"M1.500 21.500A20 20 0 0 1 21.500 1.500H228.500A20 20 0 0 1 248.500 21.500V328.500A20 20 0 0 1 228.500 348.500H21.500" \
           f"A20 20 0 0 1 1.500 328.500ZM13 25V325A12 12 0 0 0 25 337H225A12 12 0 0 0 237 325V25A12 12 0 0 0 225 13H25A12 12 0 0 0 13 25Z"
    out = halo(rank) + COURTS[rank](suit, skin, hair)
    out += path(ring, PAPER, fill_rule="evenodd") + box(13, 13, 224, 324, 12, "none", INK, 3)
    out += box(1.5, 1.5, W - 3, H - 3, 20, "none", INK, 3)
    # the corner stays free for rank and suit
    notch = "M13 25A12 12 0 0 1 25 13H70A8 8 0 0 1 78 21V140A14 14 0 0 1 64 154H13Z"
    return out + path(notch, PAPER) + path("M78 13V140A14 14 0 0 1 64 154H13", stroke=INK, width=3) + index(rank, suit)


def back():
    out = face_down_paper() + box(14, 14, 222, 322, 12, BACK)
    lattice = ""
    for row in range(13):
        for column in range(9):
            x, y = 25 + column * 25, 25 + row * 25
            if (row + column) % 2:
                lattice += f"M{x} {y - 8}L{x + 8} {y}L{x} {y + 8}L{x - 8} {y}Z"
            else:
                lattice += f"M{x - 2.5} {y}a2.500 2.500 0 1 0 5 0a2.500 2.500 0 1 0-5 0Z"
    out += path(lattice, "#fff", opacity=".3")
    out += box(22, 22, 206, 306, 8, "none", BACK_LIGHT, 3)
    petals = "".join(group(path("M0-74C14-60 14-46 0-34C-14-46-14-60 0-74Z", BACK_LIGHT, INK, 3), f"translate(125 175) rotate({a})")
                     for a in range(0, 360, 30))
    six = "M31 6C14 8 5 22 5 41A18 18 0 1 0 41 41A18 18 0 1 0 5 41"
    out += circle(125, 175, 80, BACK) + petals + circle(125, 175, 43, PAPER, INK)
    out += group(path(six, stroke=BACK, width=9), "translate(90.500 150) scale(.74)")
    return out + group(path(six, stroke=BACK, width=9), "translate(126 150) scale(.74)")


def face(rank, suit):
    if rank in COURTS:
        return court(rank, suit)
    return face_down_paper() + (ace(suit) if rank == "A" else numbers(rank, suit))


def symbol(name, title, content, colour):
    return f'<symbol id="{name}" viewBox="0 0 {W} {H}" color="{colour}"><title>{title}</title>{content}</symbol>'


def draw():
    out = ['<svg xmlns="http://www.w3.org/2000/svg">']
    for suit, (colour, _, _, name) in SUITS.items():
        out.append(symbol(f"suit-{suit}", name, pip(suit, 125, 175, 240), colour))
        for rank, word in RANKS.items():
            out.append(symbol(f"card-{rank}{suit}", f"{word} of {name}", face(rank, suit), colour))
    out.append(symbol("card-back", "face-down card", back(), INK))
    return "\n".join(out).replace(".500", ".5") + "\n</svg>\n"


if __name__ == "__main__":
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write(draw())
