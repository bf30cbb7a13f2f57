#!/usr/bin/env python3
"""Writes the outlines of a TrueType font for `server/crates/picture`.

    python3 scripts/outlines.py DejaVuSansCondensed-Bold.ttf server/crates/picture/font/sans.outlines

Needs `fonttools`. The file is deflated and holds, in big-endian order: the units of the em (u16), the number of glyphs
(u16), then for each glyph its character (u16), its advance (u16), the number of its segments (u16) and the segments: a
kind (u8: 0 moves, 1 draws a line, 2 draws a quadratic curve) and one or two points (i16 each).
"""

import struct
import sys
import zlib

from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont

# Latin with its extensions, Greek, Cyrillic, Vietnamese, punctuation, currencies, arrows and suits.
RANGES = [
    (0x20, 0x7E), (0xA0, 0x24F), (0x300, 0x304), (0x306, 0x30C), (0x370, 0x3FF), (0x400, 0x45F), (0x490, 0x4FF), (0x1E00, 0x1EFF),
    (0x2010, 0x2027), (0x202F, 0x203A), (0x20A0, 0x20B5), (0x2190, 0x2193), (0x2212, 0x2212), (0x2660, 0x2667),
]


class Segments(BasePen):
    """Collects what is drawn; contours of TrueType are quadratic."""

    def __init__(self, glyphs):
        super().__init__(glyphs)
        self.found = []

    def _moveTo(self, point):
        self.found.append((0, point))

    def _lineTo(self, point):
        self.found.append((1, point))

    def _qCurveToOne(self, control, point):
        self.found.append((2, control, point))


def main(source, target):
    font = TTFont(source)
    names, glyphs = font.getBestCmap(), font.getGlyphSet()
    wanted = [code for first, last in RANGES for code in range(first, last + 1) if code in names]
    out = struct.pack(">HH", font["head"].unitsPerEm, len(wanted))
    for code in wanted:
        pen = Segments(glyphs)
        glyphs[names[code]].draw(pen)
        out += struct.pack(">HHH", code, round(glyphs[names[code]].width), len(pen.found))
        for kind, *points in pen.found:
            out += struct.pack(">B", kind)
            for x, y in points:
                out += struct.pack(">hh", round(x), round(y))
    with open(target, "wb") as file:
        file.write(zlib.compress(out, 9))


if __name__ == "__main__":
    main(*sys.argv[1:])
