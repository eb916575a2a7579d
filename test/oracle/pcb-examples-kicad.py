# Whether KiCad reads boards, and what it makes of their dimensions. Reads a JSON list of paths on stdin; prints for each
# null (it does not read it), or the text and place of every dimension as KiCad works them out anew.
import json
import sys

import pcbnew

answers = []
for path in json.load(sys.stdin):
    try:
        board = pcbnew.LoadBoard(path)
    except Exception:
        board = None
    if board is None:
        answers.append(None)
        continue
    rows = []
    for item in board.GetDrawings():
        if not isinstance(item, pcbnew.PCB_DIMENSION_BASE):
            continue
        before = [item.GetText(), item.GetTextPos().x, item.GetTextPos().y]
        item.Update()
        rows.append([before, [item.GetText(), item.GetTextPos().x, item.GetTextPos().y]])
    answers.append(rows)
print(json.dumps(answers))
