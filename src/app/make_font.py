"""Makes a figures' font: a subset of Noto Sans CJK SC with the characters of the given texts.

usage: make_font.py [--drawn] FONT.ttc NUMBER OUT.otf|OUT.cpp TEXT...
  --drawn    only the strings of the lecture that a figure of the page draws, not those that it
             shows as HTML: sentences, notes, heads of columns, formulas, scripts, messages
  OUT.cpp    the same bytes as an array, to be linked in
A character that the font lacks ends the build with its code point and the file it stands in.
"""

import io
import re
import sys

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

# What formatting and drawing may add to the strings of the languages.
ALWAYS = [chr(c) for c in range(0x20, 0x7F)] + list("×√≤≥≈±·—–…²³¹↑→↓←≠∞°µ“”‘’−▲▼●■◆Σ\ufffd")
# Points on a grid of 144 to the em: half a step is a seventh of a pixel in text of 40 pixels, and the outlines
# take less than two thirds of the room that the font's own grid of 1000 takes.
UNITS_PER_EM = 144
ASCENT, DESCENT = 1.160, -0.288  # of Noto Sans CJK, in ems

HTML_GROUPS = re.compile(r"inline constexpr (Message|Cli|Format|Report|Question|Formula|Source|Script)\w*Strings.*?\n};", re.S)
COMMENTS = re.compile(r"^ *//.*$", re.M)
FIELD = re.compile(r"^    \.(\w+) =", re.M)
HTML_FIELD = re.compile(
    r"(sentence|note|reason)(_|$)|.*_(column|quantity|note|source|binds)$|updates_(kept|lost_all)$"
    r"|(bytes|gradients|micro|mistakes|times|points|crossing|ledger|round|real|segments|optimum|flops|chosen|table|answer"
    r"|tensors|choices|sharding|measured|gpus|step)_caption(_|$)|second_iteration|sharding_assumption$|states_only$|counters$"
    r"|on_(cpu|meta)$|gb_unused$|(begin|moving|peak)_row$|thinned$|not_listed$"
    # words of the page's frame that stand beside a figure
    r"|(restarted|failed|cancelled|no_webgl|no_wasm|canvas_hint|show_form|show_figure|language|tables|notes|copied)$"
)


def drawn(text):
    """What is left of a language's header without the strings that are HTML in the page."""
    head, *fields = FIELD.split(COMMENTS.sub("", HTML_GROUPS.sub("", text)))
    values = [value for name, value in zip(fields[::2], fields[1::2]) if not HTML_FIELD.match(name)]
    return head + "".join(values)


def wanted(paths, only_drawn):
    where = {ord(c): "make_font.py" for c in ALWAYS}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for c in drawn(text) if only_drawn else text:
            if ord(c) >= 0x20 and ord(c) != 0x7F:
                where.setdefault(ord(c), path)
    return where


def subset(font, code_points):
    """The bytes of an OpenType font with these characters and the tables that drawing needs."""
    glyphs, cmap = font.getGlyphSet(), font.getBestCmap()
    scale = UNITS_PER_EM / font["head"].unitsPerEm
    names = [".notdef"] + sorted({cmap[c] for c in code_points})
    outlines, metrics = {}, {}
    for name in names:
        width = round(glyphs[name].width * scale)
        pen = T2CharStringPen(width, glyphs)  # rounds places, not steps: no error adds up
        glyphs[name].draw(TransformPen(pen, (scale, 0, 0, scale, 0, 0)))
        outlines[name], metrics[name] = pen.getCharString(), (width, 0)
    made = FontBuilder(UNITS_PER_EM, isTTF=False)
    made.setupGlyphOrder(names)
    made.setupCharacterMap({c: cmap[c] for c in code_points})
    made.setupCFF("TallySans", {}, outlines, {})
    made.setupHorizontalMetrics(metrics)
    made.setupHorizontalHeader(ascent=round(ASCENT * UNITS_PER_EM), descent=round(DESCENT * UNITS_PER_EM))
    made.setupMaxp()
    made.font["head"].created = made.font["head"].modified = 0  # the same bytes from every build
    made.font.recalcTimestamp = False
    data = io.BytesIO()
    made.font.save(data)
    return data.getvalue()


def as_source(data):
    lines = [",".join(map(str, data[i : i + 24])) + ",\n" for i in range(0, len(data), 24)]
    return (
        '#include "app/embedded.h"\n\nnamespace tally::app {\nnamespace {\nconstexpr unsigned char bytes[] = {\n'
        + "".join(lines)
        + "};\n}  // namespace\n\nstd::span<const unsigned char> font_bytes() { return bytes; }\n\n}  // namespace tally::app\n"
    )


def main():
    arguments = [a for a in sys.argv[1:] if a != "--drawn"]
    ttc, number, out, *texts = arguments
    where = wanted(texts, "--drawn" in sys.argv)
    font = TTFont(ttc, fontNumber=int(number))
    cmap = font.getBestCmap()
    for c in [c for c in where if c not in cmap]:
        if c != 0xFFFD:
            sys.exit(f"{ttc} has no glyph for U+{c:04X} ({chr(c)}), which {where[c]} uses.")
        del where[c]
    wide = [c for c in where if c > 0xFFFF]
    if wide:
        sys.exit(f"U+{wide[0]:X} in {where[wide[0]]} is beyond the 16 bits that the figures' atlas holds.")
    data = subset(font, sorted(where))
    if out.endswith(".cpp"):
        data = as_source(data).encode()
    with open(out, "wb") as file:
        file.write(data)


main()
