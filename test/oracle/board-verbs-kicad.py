# What KiCad's own objects make of a board when they are told the same as our commands. Reads JSON jobs on stdin:
#   [{"in": path, "out": path, "ops": [{"verb": …, …}]}]; lengths in nm. Without ops it only loads and saves.
# Prints for each job whether KiCad reads the board.
import json
import math
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
            copy = item.Duplicate()
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
    elif verb == "swap":
        swap(named)
    elif verb == "array":
        for item in named:
            for place in op["places"]:
                copy = item.Duplicate()
                board.Add(copy)
                copy.Move(pcbnew.VECTOR2I(*place["by"]) if "by" in place else around(item.GetPosition(), place))
                copy.Rotate(copy.GetPosition(), pcbnew.EDA_ANGLE(place["angle"], pcbnew.DEGREES_T))
    elif verb == "origin":
        board.GetDesignSettings().SetAuxOrigin(pcbnew.VECTOR2I(*op["drill"]))
        board.GetDesignSettings().SetGridOrigin(pcbnew.VECTOR2I(*op["grid"]))
    elif verb == "title":
        title = board.GetTitleBlock()
        title.SetTitle(op["title"])
        title.SetRevision(op["revision"])
    elif verb in ("align", "distribute"):
        # The tools themselves need a window. These are KiCad's boxes, and what its tools do with them.
        arrange(named, op)
    else:
        raise ValueError(verb)


def around(at, place):
    # The way to a place on a circle, in KiCad's sense of turning.
    (cx, cy), angle = place["center"], math.radians(place["angle"])
    x, y = at.x - cx, at.y - cy
    turned = (y * math.sin(angle) + x * math.cos(angle), y * math.cos(angle) - x * math.sin(angle))
    return pcbnew.VECTOR2I(nearest(turned[0]) + cx - at.x, nearest(turned[1]) + cy - at.y)


def swap(items):
    # One place after the other, as the tool passes them on.
    for one, other in zip(items, items[1:]):
        places = one.GetPosition(), other.GetPosition()
        one.SetPosition(places[1])
        other.SetPosition(places[0])
        if isinstance(one, pcbnew.FOOTPRINT) and isinstance(other, pcbnew.FOOTPRINT):
            angles = one.GetOrientation(), other.GetOrientation()
            if one.IsFlipped() != other.IsFlipped():
                one.Flip(one.GetPosition(), pcbnew.FLIP_DIRECTION_TOP_BOTTOM)
                other.Flip(other.GetPosition(), pcbnew.FLIP_DIRECTION_TOP_BOTTOM)
            one.SetOrientation(angles[1])
            other.SetOrientation(angles[0])
        elif one.Type() == other.Type():
            layers = one.GetLayer(), other.GetLayer()
            one.SetLayer(layers[1])
            other.SetLayer(layers[0])


def box(item):
    whole = item.GetBoundingBox(False) if isinstance(item, pcbnew.FOOTPRINT) else item.GetBoundingBox()
    middle = whole.GetCenter()
    return {
        "left": whole.GetLeft(),
        "right": whole.GetRight(),
        "top": whole.GetTop(),
        "bottom": whole.GetBottom(),
        "centerX": middle.x,
        "centerY": middle.y,
    }


def arrange(items, op):
    boxes = [(item, box(item)) for item in items]
    across = op.get("side") in ("left", "right", "centerX") or op.get("along") == "x"

    def shift(item, off):
        item.Move(pcbnew.VECTOR2I(off, 0) if across else pcbnew.VECTOR2I(0, off))

    if op["verb"] == "align":
        side = op["side"]
        boxes.sort(key=lambda each: each[1][side], reverse=side in ("right", "bottom"))
        goal = next((at for item, at in boxes if item.IsLocked()), boxes[0][1])[side]
        for item, at in boxes:
            shift(item, goal - at[side])
        return
    low, high, middle = ("left", "right", "centerX") if across else ("top", "bottom", "centerY")
    boxes.sort(key=lambda each: each[1][low if op["by"] == "gaps" else middle])
    (_, first), (_, last) = boxes[0], boxes[-1]
    steps = len(boxes) - 1
    inner = boxes[1:-1]
    gap = (last[low] - first[high] - sum(at[high] - at[low] for _, at in inner)) / steps
    step = (last[middle] - first[middle]) / steps
    taken = first[high]
    for i, (item, at) in enumerate(inner, 1):
        if op["by"] == "gaps":
            shift(item, nearest(taken + gap * i) - at[low])
            taken += at[high] - at[low]
        else:
            shift(item, nearest(first[middle] + step * i) - at[middle])


def nearest(value):
    return math.floor(value + 0.5) if value >= 0 else math.ceil(value - 0.5)


answers = []
for job in json.load(sys.stdin):
    board = pcbnew.LoadBoard(job["in"])
    if board is not None:
        for op in job.get("ops", []):
            carry_out(board, op)
        pcbnew.SaveBoard(job["out"], board)
    answers.append(board is not None)
print(json.dumps(answers))
