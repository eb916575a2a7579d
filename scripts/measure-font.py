#!/usr/bin/env python3
"""Measure the strokes and advances of KiCad's text and write core/engines/render/font/glyphs.gen.ts.

usage: python3 scripts/measure-font.py [OUT.ts]

Source of every number: gerber plots made by an installed `kicad-cli` of boards written here, nothing else.
Each code point G stands once on a board as the text "GI", 2.1 mm high with a 1 um pen, so that one step of the font's
grid (1/21 of the height) is 0.1 mm and the plot resolves it 100,000 times. The strokes of the last "I" tell the advance
of G; all strokes before it belong to G. Every coordinate must fall on the grid, else the script stops.

Ideographs (U+4E00 and up) are not measured; docs/decisions/stroke-font.md says what is drawn instead.
"""

import glob
import os
import re
import subprocess
import sys
import tempfile

# Inclusive ranges of code points that are tried. What KiCad draws as its stand-in box is dropped again.
RANGES = [
    (0x0020, 0x007E), (0x00A0, 0x052F), (0x1D00, 0x1D7F), (0x1E00, 0x2BFF), (0x2E80, 0x33FF), (0xFF00, 0xFFEE),
]
GRID_NM = 100_000  # one grid step at 2.1 mm height
CELL_MM = 10
COLUMNS = 90
ORIGIN_MM = 20
CAP = 21  # grid steps from baseline to the top of "I"
BOX = [((5, 0), (5, -21), (19, -21), (19, 0), (5, 0))]  # what KiCad draws for a gap in its font
BOX_ADVANCE = 24

HEADER = """(kicad_pcb (version 20241229) (generator "edsnx") (generator_version "9.0")
(general (thickness 1.6)) (paper "User" 2000 2000)
(layers (0 "F.Cu" signal) (2 "B.Cu" signal) (5 "F.SilkS" user) (25 "Edge.Cuts" user))
"""


def quote(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def cell(index):
    """Text position of the index-th code point, in mm."""
    return ORIGIN_MM + index % COLUMNS * CELL_MM, ORIGIN_MM + index // COLUMNS * CELL_MM


def plot(codes, folder):
    """Segments ((x, y), (x, y)) in nm, y down, in drawing order, of a board that shows each code."""
    board = os.path.join(folder, "glyphs.kicad_pcb")
    with open(board, "w", encoding="utf-8") as out:
        out.write(HEADER)
        for index, code in enumerate(codes):
            x, y = cell(index)
            out.write(f'(gr_text {quote(chr(code) + "I")} (at {x} {y}) (layer "F.SilkS")'
                      " (effects (font (size 2.1 2.1) (thickness 0.001)) (justify left bottom)))\n")
        out.write(")\n")
    subprocess.run(["kicad-cli", "pcb", "export", "gerbers", "--layers", "F.SilkS", "--precision", "6",
                    "--output", folder, board], check=True, stdout=subprocess.DEVNULL)
    segments = []
    pen = None
    with open(glob.glob(os.path.join(folder, "*.gto"))[0], encoding="utf-8") as lines:
        for line in lines:
            found = re.match(r"X(-?\d+)Y(-?\d+)D0([123])\*", line)
            if not found:
                continue
            point = (int(found[1]), -int(found[2]))
            if found[3] == "1":
                segments.append((pen, point))
            elif found[3] == "3":
                segments.append((point, point))
            pen = point
    return segments


def group(segments):
    """Segments by the cell that they start in."""
    cells = {}
    left = (ORIGIN_MM - 3) * 1_000_000
    top = (ORIGIN_MM - 7.5) * 1_000_000
    for segment in segments:
        column = int((segment[0][0] - left) // (CELL_MM * 1_000_000))
        row = int((segment[0][1] - top) // (CELL_MM * 1_000_000))
        cells.setdefault(row * COLUMNS + column, []).append(segment)
    return cells


def on_grid(value, code):
    steps = round(value / GRID_NM)
    # KiCad cuts coordinates to whole nm after floating-point steps: 2 nm are noise, more is another grid.
    if abs(value - steps * GRID_NM) > 2:
        sys.exit(f"U+{code:04X}: {value} nm is not on the grid of {GRID_NM} nm")
    return steps


def measure(codes, folder):
    """{code: (advance, strokes)} in grid steps; x from the pen start, y down from the baseline."""
    cells = group(plot(codes, folder))
    # The first code is "I": its own two stems fix where the pen starts and where the baseline is.
    stem = cells[0][0]
    x0, y0 = (stem[0][0] - cell(0)[0] * 1_000_000), max(stem[0][1], stem[1][1]) - cell(0)[1] * 1_000_000
    advance_i = on_grid(cells[0][1][0][0] - stem[0][0], codes[0])
    side = advance_i // 2  # "I" is a single stem in the middle of its advance
    glyphs = {}
    for index, code in enumerate(codes):
        x, y = cell(index)
        strokes = []
        for segment in cells[index]:
            a, b = [(on_grid(px - x * 1_000_000 - x0, code) + side, on_grid(py - y * 1_000_000 - y0, code))
                    for px, py in segment]
            if strokes and strokes[-1][-1] == a:
                strokes[-1].append(b)
            else:
                strokes.append([a, b])
        marker = strokes.pop()
        if {p[0] for p in marker[-2:]} != {marker[-1][0]} or abs(marker[-1][1] - marker[-2][1]) != CAP:
            sys.exit(f"U+{code:04X}: the marker after it was not found")
        if len(marker) > 2:  # the glyph ended where the marker starts
            strokes.append(marker[:-1])
        glyphs[code] = (marker[-1][0] - side, [tuple(stroke) for stroke in strokes])
    return glyphs


# The alphabet: value v in 0..90 is character 35 + v ("#" to "}"), but never a backslash.
def letter(value):
    if not 0 <= value <= 90:
        sys.exit(f"{value} does not fit the alphabet")
    character = chr(35 + value)
    return "!" if character == "\\" else character


X_BIAS, Y_BIAS = 20, 40


def encode(advance, strokes):
    lines = ["".join(letter(x + X_BIAS) + letter(y + Y_BIAS) for x, y in stroke) for stroke in strokes]
    return letter(advance) + " ".join(lines)


def main():
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    target = sys.argv[1] if len(sys.argv) > 1 else os.path.join(root, "core/engines/render/font/glyphs.gen.ts")
    version = subprocess.run(["kicad-cli", "--version"], check=True, capture_output=True, text=True).stdout.strip()
    codes = [ord("I")] + [code for first, last in RANGES for code in range(first, last + 1)]
    with tempfile.TemporaryDirectory() as folder:
        glyphs = measure(codes, folder)
    runs = []
    texts = []
    for code in sorted(glyphs):
        advance, strokes = glyphs[code]
        if advance == BOX_ADVANCE and strokes == BOX:
            continue
        if runs and runs[-1][0] + runs[-1][1] == code:
            runs[-1][1] += 1
        else:
            runs.append([code, 1])
        texts.append(encode(advance, strokes))
    joined = "~".join(texts)
    rows = [joined[start:start + 2000] for start in range(0, len(joined), 2000)]
    with open(target, "w", encoding="utf-8") as out:
        out.write("// Written by scripts/measure-font.py; do not edit.\n")
        out.write(f"// Measured from plots of KiCad {version}. Format: see decodeGlyphs in glyph-table.ts.\n\n")
        out.write("/** Code points in order: [first, count] pairs, flat. */\n")
        out.write("export const glyphRuns: readonly number[] = ["
                  + ", ".join(f"{first}, {count}" for first, count in runs) + "];\n\n")
        out.write("/** One glyph after the other, split by a tilde. */\nexport const glyphText: string =\n")
        out.write(" +\n".join(f'  "{row}"' for row in rows) + ";\n")
    print(f"{len(texts)} glyphs in {len(runs)} runs, {os.path.getsize(target)} bytes: {target}")


if __name__ == "__main__":
    main()
