# Refills every zone of a board with KiCad and saves it: fill-drc-kicad.py BOARD OUT.
import os
import sys

import pcbnew

board = pcbnew.LoadBoard(sys.argv[1])
pcbnew.ZONE_FILLER(board).Fill(board.Zones())
# KiCad's writer minds how a file is named.
made = sys.argv[2] + ".kicad_pcb"
pcbnew.SaveBoard(made, board)
os.replace(made, sys.argv[2])
os._exit(0)
