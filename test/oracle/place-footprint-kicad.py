"""Places footprints of KiCad's libraries on an empty board with KiCad itself.

place-footprint-kicad.py JOBS.json LIBRARIES EMPTY.kicad_pcb PLACED.kicad_pcb: writes both boards.
place-footprint-kicad.py --again IN.kicad_pcb OUT.kicad_pcb: reads a board and writes it anew.
"""

import json
import sys

import pcbnew

if sys.argv[1] == "--again":
    pcbnew.SaveBoard(sys.argv[3], pcbnew.LoadBoard(sys.argv[2]))
    sys.exit()

jobs, libraries, empty, placed = sys.argv[1:]
pcbnew.SaveBoard(empty, pcbnew.BOARD())
board = pcbnew.LoadBoard(empty)
with open(jobs) as file:
    for job in json.load(file):
        footprint = pcbnew.FootprintLoad(f"{libraries}/{job['library']}.pretty", job["name"])
        footprint.SetFPIDAsString(f"{job['library']}:{job['name']}")
        footprint.SetReference(job["reference"])
        footprint.SetValue("V")
        at = pcbnew.VECTOR2I(*(v * 1000000 for v in job["at"]))
        footprint.SetPosition(at)
        # As the R key does it: texts stay upright.
        footprint.Rotate(at, pcbnew.EDA_ANGLE(job["angle"], pcbnew.DEGREES_T))
        board.Add(footprint)
pcbnew.SaveBoard(placed, board)
