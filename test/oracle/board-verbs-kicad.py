# What KiCad's own objects make of a board when they are told the same as our commands. Reads JSON jobs on stdin:
#   [{"in": path, "out": path, "ops": [{"verb": …, …}]}]; lengths in nm. Without ops it only loads and saves.
# Prints for each job whether KiCad reads the board.
import json
import sys

import pcbnew


def top_level(board):
    yield from board.GetTracks()
    yield from board.GetDrawings()
    yield from board.Zones()
    yield from board.GetFootprints()
    yield from board.Groups()


def carry_out(board, op):
    items = {item.m_Uuid.AsString(): item for item in top_level(board)}
    named = [items[uuid] for uuid in op.get("items", [])]
    verb = op["verb"]
    if verb == "move":
        for item in named:
            item.Move(pcbnew.VECTOR2I(*op["by"]))
    elif verb == "duplicate":
        for item in named:
            copy = item.Duplicate() if not isinstance(item, pcbnew.FOOTPRINT) else item.Duplicate(False)
            board.Add(copy)
            copy.Move(pcbnew.VECTOR2I(*op["by"]))
    elif verb == "layer":
        for item in named:
            item.SetLayer(board.GetLayerID(op["layer"]))
    elif verb == "lock":
        for item in named:
            item.SetLocked(op["locked"])
    elif verb == "net":
        for item in named:
            item.SetNet(board.FindNet(op["net"]))
    elif verb == "width":
        for item in named:
            item.SetWidth(op["width"])
    elif verb == "delete":
        for item in named:
            # As the tool does: what is deleted leaves its group.
            if item.GetParentGroup():
                item.GetParentGroup().RemoveItem(item)
            board.Delete(item)
    elif verb == "group":
        group = pcbnew.PCB_GROUP(board)
        group.SetName(op["name"])
        for item in named:
            group.AddItem(item)
        board.Add(group)
    elif verb == "origin":
        board.GetDesignSettings().SetAuxOrigin(pcbnew.VECTOR2I(*op["drill"]))
        board.GetDesignSettings().SetGridOrigin(pcbnew.VECTOR2I(*op["grid"]))
    elif verb == "title":
        title = board.GetTitleBlock()
        title.SetTitle(op["title"])
        title.SetRevision(op["revision"])
    else:
        raise ValueError(verb)


answers = []
for job in json.load(sys.stdin):
    board = pcbnew.LoadBoard(job["in"])
    if board is not None:
        for op in job.get("ops", []):
            carry_out(board, op)
        pcbnew.SaveBoard(job["out"], board)
    answers.append(board is not None)
print(json.dumps(answers))
