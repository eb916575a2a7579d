// npm run bench [name …]: prints how fast each engine is, against KiCad where KiCad does the same work.
import { benchConnect } from "./connect.bench.ts";
import { benchDrc } from "./drc.bench.ts";
import { benchErc } from "./erc.bench.ts";
import { benchFiles } from "./files.bench.ts";
import { benchFill } from "./fill.bench.ts";
import { benchLibraries } from "./libraries.bench.ts";
import { benchSurfaces } from "./surfaces.bench.ts";
import { benchText } from "./text.bench.ts";

const all: Readonly<Record<string, () => Promise<void>>> = {
  connect: benchConnect,
  drc: benchDrc,
  erc: benchErc,
  files: benchFiles,
  libraries: benchLibraries,
  fill: benchFill,
  surfaces: benchSurfaces,
  text: benchText,
};
const wanted = process.argv.slice(2);
for (const [name, bench] of Object.entries(all)) if (wanted.length === 0 || wanted.includes(name)) await bench();
