# Whether KiCad fills each graphic of a board, by uuid, as JSON. The board's path is the only argument.
import json
import sys

import pcbnew

board = pcbnew.LoadBoard(sys.argv[1])
graphics = list(board.GetDrawings())
for footprint in board.GetFootprints():
    graphics += footprint.GraphicalItems()
print(json.dumps({item.m_Uuid.AsString(): item.IsFilled() for item in graphics}))
