"""Makes the figures' font: a subset of Noto Sans CJK SC with every character of the given texts.

usage: make_font.py FONT.ttc NUMBER OUT.cpp TEXT...
A character that the font lacks ends the build with its code point and the file it stands in.
"""

import io
import sys

from fontTools import subset
from fontTools.ttLib import TTFont

# What formatting and drawing may add to the strings of the languages.
ALWAYS = [chr(c) for c in range(0x20, 0x7F)] + list("×√≤≥≈±·—–…²³¹↑→↓←≠∞°µ“”‘’−▲▼●■◆Σ\ufffd")


def wanted(paths):
    where = {ord(c): "make_font.py" for c in ALWAYS}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for c in file.read():
                if ord(c) >= 0x20 and ord(c) != 0x7F:
                    where.setdefault(ord(c), path)
    return where


def main():
    ttc, number, out, *texts = sys.argv[1:]
    where = wanted(texts)
    font = TTFont(ttc, fontNumber=int(number))
    cmap = font.getBestCmap()
    lacking = [c for c in where if c not in cmap]
    for c in lacking:
        if c != 0xFFFD:
            sys.exit(f"{ttc} has no glyph for U+{c:04X} ({chr(c)}), which {where[c]} uses.")
        del where[c]
    wide = [c for c in where if c > 0xFFFF]
    if wide:
        sys.exit(f"U+{wide[0]:X} in {where[wide[0]]} is beyond the 16 bits that the figures' atlas holds.")

    options = subset.Options()
    options.hinting = False
    options.layout_features = []
    options.name_IDs = [1, 2]
    options.notdef_outline = True
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=where)
    subsetter.subset(font)
    data = io.BytesIO()
    font.save(data)
    data = data.getvalue()

    with open(out, "w", encoding="utf-8") as file:
        file.write('#include "app/embedded.h"\n\nnamespace tally::app {\nnamespace {\n')
        file.write("constexpr unsigned char bytes[] = {\n")
        for i in range(0, len(data), 24):
            file.write(",".join(map(str, data[i : i + 24])) + ",\n")
        file.write("};\nconstexpr std::uint16_t code_points[] = {\n")
        points = sorted(where)
        for i in range(0, len(points), 16):
            file.write(",".join(map(str, points[i : i + 16])) + ",\n")
        file.write("};\n}  // namespace\n\n")
        file.write("std::span<const unsigned char> font_bytes() { return bytes; }\n")
        file.write("std::span<const std::uint16_t> font_code_points() { return code_points; }\n\n")
        file.write("}  // namespace tally::app\n")


main()
