import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { ToWrite } from "../../format/json-text.ts";
import { Real } from "../../format/json-text.ts";
import type { Json } from "../../format/json-tree.ts";
import { settingsBelow } from "../../model/project/project-document.ts";
import { defineEdit } from "../define.ts";
import type { ProjectEdit } from "../project/project-file.ts";
import { editProject } from "../project/project-file.ts";

const length = (what: string) =>
  Type.Optional(
    Type.Union([Type.Number({ exclusiveMinimum: 0, maximum: 100 }), Type.Null()], {
      description: `${what} (mm); null leaves it to the classes below, Default at last.`,
    }),
  );

const lengths = {
  clearance: length("Clearance to other nets"),
  trackWidth: length("Width of tracks"),
  viaDiameter: length("Diameter of vias"),
  viaDrill: length("Hole of vias"),
  microviaDiameter: length("Diameter of microvias"),
  microviaDrill: length("Hole of microvias"),
  pairWidth: length("Width of a differential pair's tracks"),
  pairGap: length("Gap of a differential pair"),
  pairViaGap: length("Gap of a differential pair's vias"),
  wireWidth: length("Width of wires in the schematic"),
  busWidth: length("Width of buses in the schematic"),
};

/** KiCad's keys, by ours; those in mils are of the schematic. */
const keys: Readonly<Record<keyof typeof lengths, string>> = {
  clearance: "clearance",
  trackWidth: "track_width",
  viaDiameter: "via_diameter",
  viaDrill: "via_drill",
  microviaDiameter: "microvia_diameter",
  microviaDrill: "microvia_drill",
  pairWidth: "diff_pair_width",
  pairGap: "diff_pair_gap",
  pairViaGap: "diff_pair_via_gap",
  wireWidth: "wire_width",
  busWidth: "bus_width",
};

export const setNetclass = defineEdit({
  id: "pcb.setNetclass",
  title: "Set net class",
  about:
    "Makes a net class or changes it, in the project file, as one undoable change. Of several classes of a net the one " +
    "with the lowest priority decides, property by property. `path` is the board or the .kicad_pro file; give nets the " +
    "class with pcb.assignNetclass, see all with query.netclasses.",
  scope: "project",
  args: {
    name: Type.String({ description: "The class's name, e.g. Power.", minLength: 1, maxLength: 200 }),
    ...lengths,
    priority: Type.Optional(
      Type.Integer({
        description: "The lower the stronger; behind all others when left out.",
        minimum: 0,
        maximum: 1e6,
      }),
    ),
    color: Type.Optional(
      Type.Union([Type.Array(Type.Number({ minimum: 0, maximum: 255 }), { minItems: 4, maxItems: 4 }), Type.Null()], {
        description: "Colour on the board: [red, green, blue, opacity] with 0..255 and 0..1; null for none.",
      }),
    ),
    remove: Type.Optional(
      Type.Boolean({ description: "Take the class away, with the patterns that give it to nets." }),
    ),
  },
  label: (args) => `${args.remove === true ? "Remove" : "Set"} net class ${args.name}`,
  examples: [
    {
      about: "A class for the supply.",
      fixture: "blinky/blinky.kicad_pro",
      args: { name: "Power", clearance: 0.25, trackWidth: 0.5 },
    },
  ],
  async run(cx, args) {
    const project = await editProject(cx);
    if (args.remove === true) return removeClass(project, args.name);
    const version = project.get(["net_settings", "meta", "version"]);
    const isNew = project.get(classPath(args.name, "name")) === undefined;
    if (isNew) makeClass(project, args.name, typeof version === "number" ? version : 4);
    const given = Object.entries(keys) as [keyof typeof lengths, string][];
    for (const [name, key] of given) {
      const value = args[name];
      if (value === undefined) continue;
      if (value === null) leaveOut(project, args.name, key, typeof version === "number" ? version : 4);
      else project.set(classPath(args.name, key), inFile(key, value));
    }
    if (args.priority !== undefined) {
      if (args.name === "Default") throw refused(args.name, "Default is weaker than all others");
      project.set(classPath(args.name, "priority"), args.priority);
    }
    if (args.color !== undefined) project.set(classPath(args.name, "pcb_color"), colorText(args.color));
  },
});

function classPath(name: string, key: string): readonly string[] {
  return ["net_settings", "classes", name, key];
}

function inFile(key: string, mm: number): ToWrite {
  return key === "wire_width" || key === "bus_width" ? Math.round((mm / 0.0254) * 1000) / 1000 : new Real(mm);
}

/** A class as KiCad makes one: until KiCad 8 with all lengths of Default, since then with none. */
function makeClass(project: ProjectEdit, name: string, version: number): void {
  const { netClasses } = project.settings;
  project.set(classPath(name, "name"), name);
  if (version < 4) {
    for (const entry of settingsBelow(project.doc, ["net_settings", "classes", "Default"])) {
      const key = entry.id.slice(entry.id.lastIndexOf(".") + 1);
      if (["name", "nets"].includes(key)) continue;
      const value = entry.item()["value"] as Json;
      project.set(
        classPath(name, key),
        typeof value === "number" && key !== "line_style" ? inClass(key, value) : value,
      );
    }
    if (version < 3) project.set(classPath(name, "nets"), []);
    return;
  }
  const ranks = netClasses.filter((each) => each.name !== "Default").map((each) => each.priority);
  const unset = "rgba(0, 0, 0, 0.000)";
  project.set(classPath(name, "pcb_color"), unset);
  project.set(classPath(name, "schematic_color"), unset);
  project.set(classPath(name, "priority"), Math.max(-1, ...ranks) + 1);
  if (version >= 5) project.set(classPath(name, "tuning_profile"), "");
}

function inClass(key: string, value: number): ToWrite {
  return key === "wire_width" || key === "bus_width" ? value : new Real(value);
}

function leaveOut(project: ProjectEdit, name: string, key: string, version: number): void {
  if (name === "Default") throw refused(name, `Default must say ${key}: all others fall back on it`);
  if (version < 4) throw refused(name, `a project of KiCad 8 or older must say ${key} in every class`);
  project.remove(classPath(name, key));
}

function removeClass(project: ProjectEdit, name: string): string[] {
  if (name === "Default") throw refused(name, "a project cannot be without it");
  if (project.remove(["net_settings", "classes", name]) === 0) {
    const known = project.settings.netClasses.map((each) => each.name).join(", ");
    throw new CommandError({
      code: "not-found",
      message: `Cannot remove net class ${name}: the project has ${known}.`,
      hint: "List the classes with query.netclasses.",
    });
  }
  const path = ["net_settings", "netclass_patterns"];
  const rows = project.get(path);
  if (!Array.isArray(rows)) return [];
  const kept = (rows as readonly Json[]).filter((row) => (row as { netclass?: unknown } | null)?.netclass !== name);
  if (kept.length < rows.length) project.set(path, kept);
  return [];
}

function colorText(color: readonly number[] | null): string {
  const [red, green, blue, opacity] = color ?? [0, 0, 0, 0];
  return `rgba(${Math.round(red!)}, ${Math.round(green!)}, ${Math.round(blue!)}, ${Math.min(1, opacity!).toFixed(3)})`;
}

function refused(name: string, reason: string): CommandError {
  return new CommandError({
    code: "invalid-args",
    message: `Cannot change net class ${name}: ${reason}.`,
    hint: "See the classes with query.netclasses.",
    data: { name },
  });
}
