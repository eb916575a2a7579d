# Writes footprints of a board as a library: footprints-kicad.py board.kicad_pcb folder.pretty reference=name …
import os
import sys

import pcbnew

board = pcbnew.LoadBoard(sys.argv[1])
folder = sys.argv[2]
os.makedirs(folder, exist_ok=True)
plugin = pcbnew.PCB_IO_MGR.PluginFind(pcbnew.PCB_IO_MGR.KICAD_SEXP)
for word in sys.argv[3:]:
    reference, name = word.split("=", 1)
    footprint = board.FindFootprintByReference(reference)
    if footprint is None:
        continue
    footprint.SetFPID(pcbnew.LIB_ID("", name))
    plugin.FootprintSave(folder, footprint)
