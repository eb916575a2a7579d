"""Has KiCad read files. files-kicad.py board|footprint LIST.json: prints the numbers of those that it cannot read."""

import json
import os
import sys

import pcbnew

kind, path = sys.argv[1:]
bad = []
with open(path) as file:
    for i, name in enumerate(json.load(file)):
        try:
            if kind == "board":
                read = pcbnew.LoadBoard(name)
            else:
                read = pcbnew.FootprintLoad(os.path.dirname(name), os.path.basename(name)[: -len(".kicad_mod")])
            if read is None:
                bad.append(i)
        except Exception:
            bad.append(i)
print(json.dumps(bad))
