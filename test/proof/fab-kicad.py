# What KiCad makes of a board for manufacturing, as one JSON object: file name -> text.
# usage: fab-kicad.py board.kicad_pcb out.json
import json
import os
import subprocess
import sys
import tempfile

board, out = sys.argv[1:3]
files = {}
with tempfile.TemporaryDirectory() as folder:
    def run(*args):
        subprocess.run(["kicad-cli", "pcb", "export", *args], check=True, stdout=subprocess.DEVNULL)

    run("gerbers", "-o", folder, board)
    run("drill", "-o", folder + "/", "--excellon-separate-th", "--excellon-oval-format", "route", board)
    run("pos", "--format", "csv", "--units", "mm", "-o", folder + "/positions.csv", board)
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8", errors="surrogateescape") as file:
            files[name] = file.read()
with open(out, "w", encoding="utf-8", errors="surrogateescape") as file:
    json.dump(files, file)
