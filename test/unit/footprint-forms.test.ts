import assert from "node:assert/strict";
import { footprintLibraries } from "../../core/commands/check/footprint-libraries.ts";
import { encodeText } from "../../core/format/text.ts";
import { readDoc } from "../../core/model/document.ts";
import { memoryLibraries } from "../laws/memory-libraries.ts";
import { memoryPorts } from "../laws/memory-ports.ts";

const board = "/p/p.kicad_pcb";
const library = "/p/own.pretty";
const file = `${library}/R.kicad_mod`;

function footprint(size: number): string {
  return `(footprint "R" (version 20241229) (generator "pcbnew") (layer "F.Cu") (attr smd)
    (pad "1" smd rect (at 0 0) (size ${size} 1) (layers "F.Cu" "F.Mask")))`;
}

const { doc } = readDoc(
  encodeText(`(kicad_pcb (version 20241229) (generator "pcbnew") (layers (0 "F.Cu" signal) (2 "B.Cu" signal))
    (footprint "own:R" (layer "F.Cu") (uuid "f") (at 0 0)) (footprint "own:GONE" (layer "F.Cu") (uuid "g") (at 9 0)))`),
);

describe("what libraries have of footprints", () => {
  it("is kept between processes, and read anew when the file's size, time or inode changes", async () => {
    const ports = memoryPorts({
      [board]: "",
      [`/p/fp-lib-table`]: `(fp_lib_table (version 7) (lib (name "own")(type "KiCad")(uri "\${KIPRJMOD}/own.pretty")(options "")(descr "")))`,
      [file]: footprint(1),
    });
    const port = memoryLibraries(ports);
    let opened = 0;
    let fails = false;
    let inode = 1;
    // A port of its own stands for a process of its own: they have nothing but the cache and the files in common.
    const check = async () => {
      opened = 0;
      const process: typeof port = {
        ...port,
        read(path) {
          if (path !== file) return port.read(path);
          opened++;
          return fails ? Promise.reject(new Error("no permission")) : port.read(path);
        },
        async stat(path) {
          const stats = await port.stat(path);
          return stats === null || path !== file ? stats : { ...stats, inode };
        },
      };
      const found = await footprintLibraries(process, doc!, board, new Map());
      const answer = found.get("own:R")!;
      assert.equal(found.get("own:GONE")!.state, "not-found");
      return { width: answer.state === "found" ? answer.form.pads[0]!.stack[0]!.size.x : answer.state, opened };
    };
    assert.deepEqual(await check(), { width: 1_000_000, opened: 1 });
    assert.deepEqual(await check(), { width: 1_000_000, opened: 0 });
    // Of the same size, at another time.
    ports.put(file, footprint(2));
    assert.deepEqual(await check(), { width: 2_000_000, opened: 1 });
    assert.deepEqual(await check(), { width: 2_000_000, opened: 0 });
    // Another file put in its place.
    inode = 2;
    assert.deepEqual(await check(), { width: 2_000_000, opened: 1 });
    // What cannot be read is not kept.
    fails = true;
    inode = 3;
    assert.deepEqual(await check(), { width: "not-found", opened: 1 });
    fails = false;
    assert.deepEqual(await check(), { width: 2_000_000, opened: 1 });
    assert.deepEqual(await check(), { width: 2_000_000, opened: 0 });
    // A cache that is broken, or of another form, counts for nothing.
    for (const bytes of [
      `{"format":0}`,
      `{"format":1,"path":"${library}","files":[["R`,
      "null",
      `{"format":1,"path":"${library}","files":null}`,
    ]) {
      await port.cache.write(`forms of ${library}`, encodeText(bytes));
      assert.deepEqual(await check(), { width: 2_000_000, opened: 1 }, bytes);
    }
  });
});
