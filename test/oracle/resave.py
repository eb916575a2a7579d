"""pcbnew reads a board and writes it again."""
import sys

import pcbnew

board = pcbnew.LoadBoard(sys.argv[1])
pcbnew.SaveBoard(sys.argv[2], board)
