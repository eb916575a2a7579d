import { Type } from "typebox";
import { writeAllegro, writeCadstar, writeOrcad, writePads } from "../../engines/netlist/export-other.ts";
import { writeKicadNetlist, writeXmlNetlist } from "../../engines/netlist/export-text.ts";
import { exportTree } from "../../engines/netlist/export-tree.ts";
import type { Netlist } from "../../engines/netlist/netlist.ts";
import { spiceLibraryNames, writeSpice } from "../../engines/netlist/spice.ts";
import { encodeText } from "../../format/text.ts";
import { librariesOf, libraryNamed } from "../../library/tables.ts";
import type { DocumentContext } from "../define.ts";
import { defineCommand } from "../define.ts";
import { wholeDesign } from "../sch/design.ts";
import { writeOut } from "../write-out.ts";
import { readSpiceLibraries } from "./spice-libraries.ts";

const formats = ["kicad", "xml", "orcadpcb2", "pads", "allegro", "cadstar", "spice", "spicemodel"] as const;

export const netlist = defineCommand({
  id: "project.netlist",
  title: "Export netlist",
  about:
    "The netlist of a schematic and all sheets below it, for board programs: KiCad's own format or its XML, OrcadPCB2, " +
    "PADS, Allegro or Cadstar (parts that stay off the board are left out, as KiCad does); or for simulation: SPICE, as " +
    "a whole or (`spicemodel`) as a circuit with the root's hierarchical labels as pins.",
  kind: "export",
  scope: "schematic",
  args: {
    format: Type.Optional(
      Type.Union(
        formats.map((name) => Type.Literal(name)),
        { description: `${formats.join(", ")}; kicad when left out.` },
      ),
    ),
    out: Type.Optional(Type.String({ description: "Write it to this file; else it is in the answer.", minLength: 1 })),
  },
  result: Type.Object({
    text: Type.Optional(Type.String({ description: "The netlist; left out when it was written to a file." })),
    out: Type.Optional(Type.String({ description: "The file that was written, absolute." })),
    components: Type.Integer(),
    nets: Type.Integer(),
    notes: Type.Optional(Type.Array(Type.String())),
  }),
  examples: [
    { about: "KiCad's format.", fixture: "blinky/blinky.kicad_sch", args: {} },
    { about: "For PADS.", fixture: "blinky/blinky.kicad_sch", args: { format: "pads" } },
    { about: "For a simulation.", fixture: "blinky/blinky.kicad_sch", args: { format: "spice" } },
  ],
  async run(cx, args) {
    const { netlist: built, notes } = await wholeDesign(cx);
    if (args.format === "spice" || args.format === "spicemodel") {
      const { text, elements, problems } = await spice(cx, built, args.format === "spicemodel");
      const all = [...notes, ...problems];
      return {
        ...(args.out === undefined ? { text } : { out: await writeOut(cx, args.out, encodeText(text)) }),
        components: elements,
        nets: built.nets.filter((net) => net.pins.length > 0).length,
        ...(all.length === 0 ? {} : { notes: all }),
      };
    }
    const uris = await libraryUris(cx);
    const tree = exportTree(built, {
      source: cx.open.path,
      // No clock: the same schematic gives the same file.
      date: "",
      tool: "Electronics Designer",
      libraryUri: (nickname) => uris.get(nickname) ?? null,
    });
    const write = {
      kicad: () => writeKicadNetlist(tree),
      xml: () => writeXmlNetlist(tree),
      orcadpcb2: () => writeOrcad(built),
      pads: () => writePads(built),
      allegro: () => writeAllegro(built, cx.open.path),
      cadstar: () => writeCadstar(built),
    }[args.format ?? "kicad"];
    const text = write();
    const count = (name: string) => tree.children.find((each) => each.name === name)?.children.length ?? 0;
    return {
      ...(args.out === undefined ? { text } : { out: await writeOut(cx, args.out, encodeText(text)) }),
      components: count("components"),
      nets: count("nets"),
      ...(notes.length === 0 ? {} : { notes: [...notes] }),
    };
  },
});

async function spice(cx: DocumentContext, built: Netlist, asCircuit: boolean) {
  const libraries = await readSpiceLibraries(cx, spiceLibraryNames(built));
  const name = cx.open.path
    .split(/[/\\]/)
    .at(-1)!
    .replace(/\.kicad_sch$/, "");
  return writeSpice(built, { libraries, circuit: asCircuit ? name : null });
}

/** Where the symbol libraries of the project's and the person's tables lie. */
async function libraryUris(cx: DocumentContext): Promise<Map<string, string>> {
  const port = cx.services.libraries;
  if (port === undefined) return new Map();
  const libraries = await librariesOf(port, "symbols", await port.projectFolder(cx.open.path));
  const tables = libraries.filter((library) => library.scope !== "folder");
  return new Map(tables.map(({ name, uri }) => [name, libraryNamed(tables, name)?.path ?? uri]));
}
