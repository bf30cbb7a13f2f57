#!/usr/bin/env python3
"""Draw the icons of the installed client from `server/web/favicon.svg`: python3 scripts/icons.py

It draws square icons with round corners, like the picture itself, and one whose background fills the square, since systems cut
their own shape out of it. It needs only Python. The files are kept in the repository; run it after a change of the picture.
"""

import re
import struct
import zlib
from pathlib import Path

WEB = Path(__file__).resolve().parent.parent / "server" / "web"
# Each pixel is the mean of this many by this many points.
FINE = 4


def curve(p0, p1, p2, p3, steps=24):
    for step in range(1, steps + 1):
        t = step / steps
        u = 1 - t
        yield tuple(u**3 * a + 3 * u * u * t * b + 3 * u * t * t * c + t**3 * d for a, b, c, d in zip(p0, p1, p2, p3))


def outline(path):
    """Return the corners of a path of moves, curves and horizontal lines, the only elements of the picture."""
    words = re.findall(r"[A-Za-z]|-?\d*\.?\d+", path)
    points, at, take, command = [], (0.0, 0.0), iter(words), ""
    for word in take:
        if word.isalpha():
            command, word = word, None
            if command in "zZ":
                continue
        first = float(word) if word else float(next(take))
        numbers = [first] + [float(next(take)) for _ in range({"M": 1, "C": 5, "c": 5, "h": 0}[command])]
        if command == "h":
            at = (at[0] + numbers[0], at[1])
            points.append(at)
            continue
        pairs = list(zip(numbers[::2], numbers[1::2]))
        if command == "c":
            pairs = [(at[0] + x, at[1] + y) for x, y in pairs]
        points.extend([pairs[0]] if command == "M" else curve(at, *pairs))
        at = pairs[-1]
    return points


def spans(points, y):
    """Return the parts of a horizontal line inside the outline."""
    cuts = []
    for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1]):
        if (y0 <= y) != (y1 <= y):
            cuts.append(x0 + (y - y0) / (y1 - y0) * (x1 - x0))
    cuts.sort()
    return list(zip(cuts[::2], cuts[1::2]))


def corner(y, size, radius):
    """Return the distance of the background from the sides at a height."""
    away = max(radius - y, y - (size - radius), 0)
    return radius - (radius * radius - away * away) ** 0.5 if away else 0


def draw(size, ground, figure, points, radius, scale, left, top):
    rows = bytearray()
    for row in range(size):
        cover = [[0, 0] for _ in range(size)]
        for part in range(FINE):
            y = (row + (part + 0.5) / FINE) * 32 / size
            inset = corner(y, 32, radius)
            lines = [(0, [(inset, 32 - inset)])]
            lines.append((1, [(left + a * scale, left + b * scale) for a, b in spans(points, (y - top) / scale)]))
            for layer, ranges in lines:
                for a, b in ranges:
                    first, last = round(a * size * FINE / 32), round(b * size * FINE / 32)
                    for x in range(max(first, 0), min(last, size * FINE)):
                        cover[x // FINE][layer] += 1
        rows.append(0)
        for under, over in cover:
            share = over / (FINE * FINE)
            rows += bytes(round(g + (f - g) * share) for g, f in zip(ground, figure))
            rows.append(round(255 * under / (FINE * FINE)))
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)), (b"IDAT", zlib.compress(bytes(rows), 9)), (b"IEND", b"")]
    png = b"\x89PNG\r\n\x1a\n"
    for kind, body in chunks:
        png += struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    return png


def main():
    picture = (WEB / "favicon.svg").read_text()
    colours = [bytes.fromhex(found) for found in re.findall(r'fill="#([0-9a-f]{6})"', picture)]
    points = outline(re.search(r' d="([^"]+)"', picture).group(1))
    radius = float(re.search(r'rx="([\d.]+)"', picture).group(1))
    left, top, scale = map(float, re.search(r"translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)", picture).groups())
    icons = WEB / "icons"
    icons.mkdir(exist_ok=True)
    for name, size in (("192", 192), ("512", 512)):
        (icons / f"icon-{name}.png").write_bytes(draw(size, *colours, points, radius, scale, left, top))
    # The figure stays within the circle that every system shows: 80 % of the width.
    small = scale * 0.8
    inset = (left + 16 * scale - 16 * small, top + 16 * scale - 16 * small)
    for name, size in (("maskable-512", 512), ("touch-180", 180)):
        (icons / f"{name}.png").write_bytes(draw(size, *colours, points, 0, small, *inset))


main()
