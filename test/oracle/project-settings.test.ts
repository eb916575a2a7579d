import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EffectiveNetClass } from "../../core/model/project/net-class.ts";
import { effectiveNetClass, readableNetClass } from "../../core/model/project/net-class.ts";
import { newProject } from "../../core/model/project/new-project.ts";
import type { BoardConstraints, ProjectSettings } from "../../core/model/project/settings.ts";
import { readProjectSettings } from "../../core/model/project/settings.ts";
import { corpusFolder, demosFolder, filesBelow, hasDemos, hasKicad, needs } from "../laws/kicad.ts";
import { seeded } from "../laws/random.ts";

const suite = needs("project files say to us what they say to KiCad", hasDemos && hasKicad, "KiCad or its demos");
const run = suite.skip ? describe.skip : describe;

interface Job {
  readonly about: string;
  readonly board: string;
  readonly text: string;
  readonly nets: readonly string[];
}

interface Answer {
  readonly nets: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
  readonly rules: Readonly<Record<string, number | boolean>>;
}

const emptyBoard = `(kicad_pcb (version 20241229) (generator "test")
  (layers (0 "F.Cu" signal) (2 "B.Cu" signal) (25 "Edge.Cuts" user)))`;

run(suite.title, function () {
  this.timeout(300_000);
  const scratch = mkdtempSync(join(tmpdir(), "edsnx-settings-"));
  after(() => rmSync(scratch, { recursive: true, force: true }));

  function job(about: string, text: string, nets: readonly string[]): Job {
    const folder = join(scratch, String(count++));
    mkdirSync(folder);
    const board = join(folder, "board.kicad_pcb");
    writeFileSync(board, emptyBoard);
    writeFileSync(join(folder, "board.kicad_pro"), text);
    return { about, board, text, nets };
  }
  let count = 0;

  it("in every project of the demos and the corpus: the class of every net, and the constraints", () => {
    const jobs = [demosFolder, corpusFolder]
      .flatMap((folder) => filesBelow(folder, ".kicad_pro"))
      .map((path) => job(path, readFileSync(path, "utf8"), netsBeside(path)));
    const { nets, differing } = compare(jobs);
    assert.deepEqual(differing, []);
    assert.ok(nets >= 2000, `${nets} nets were compared`);
  });

  it("in a project file that we made", () => {
    const made = job("new", Buffer.from(newProject("board.kicad_pro")).toString(), ["", "GND"]);
    const { nets, differing } = compare([made]);
    assert.deepEqual(differing, []);
    assert.equal(nets, 2);
  });

  it("in made projects of KiCad 6 to 10, with patterns of every sort", () => {
    const random = seeded(7);
    const jobs = Array.from({ length: 120 }, (_, i) => job(`made ${i}`, madeProject(random), netNames));
    assert.deepEqual(compare(jobs).differing, []);
  });
});

function compare(jobs: readonly Job[]): { readonly nets: number; readonly differing: readonly string[] } {
  const theirs = ask(jobs);
  const differing: string[] = [];
  let nets = 0;
  for (const [i, job] of jobs.entries()) {
    const settings = readProjectSettings(job.text);
    const answer = theirs[i]!;
    for (const net of job.nets) {
      nets++;
      const [mine, kicads] = [JSON.stringify(shown(settings, net)), JSON.stringify(answer.nets[net])];
      if (mine !== kicads) differing.push(`${job.about}, net ${net}: ${mine} instead of ${kicads}`);
    }
    const rules = JSON.stringify(shownRules(settings));
    if (rules !== JSON.stringify(answer.rules))
      differing.push(`${job.about}: ${rules} instead of ${JSON.stringify(answer.rules)}`);
  }
  return { nets, differing };
}

function shown(settings: ProjectSettings, net: string): Record<string, string | number> {
  const found: EffectiveNetClass = effectiveNetClass(settings, net);
  return {
    name: found.name,
    readable: readableNetClass(found),
    Clearance: found.clearance,
    TrackWidth: found.trackWidth,
    ViaDiameter: found.viaDiameter,
    ViaDrill: found.viaDrill,
    uViaDiameter: found.microviaDiameter,
    uViaDrill: found.microviaDrill,
    DiffPairWidth: found.pairWidth,
    DiffPairGap: found.pairGap,
    // A schematic's unit is 100 nm.
    WireWidth: Math.round(found.wireWidth / 100),
    BusWidth: Math.round(found.busWidth / 100),
  };
}

function shownRules({ constraints, zonesAllowExternalFillets }: ProjectSettings): Record<string, number | boolean> {
  const c: BoardConstraints = constraints;
  return {
    MinClearance: c.minClearance,
    MinConn: c.minConnection,
    TrackMinWidth: c.minTrackWidth,
    ViasMinAnnularWidth: c.minViaAnnularWidth,
    ViasMinSize: c.minViaDiameter,
    MinThroughDrill: c.minThroughHole,
    MicroViasMinSize: c.minMicroviaDiameter,
    MicroViasMinDrill: c.minMicroviaDrill,
    HoleToHoleMin: c.minHoleToHole,
    HoleClearance: c.minHoleClearance,
    CopperEdgeClearance: c.minCopperEdgeClearance,
    SilkClearance: c.minSilkClearance,
    MinGrooveWidth: c.minGroove,
    MinSilkTextHeight: c.minTextHeight,
    MinSilkTextThickness: c.minTextThickness,
    MinResolvedSpokes: c.minSpokes,
    SolderMaskToCopperClearance: c.solderMaskToCopper,
    MaxError: c.maxError,
    UseHeightForLengthCalcs: c.useHeightForLength,
    ZoneKeepExternalFillets: zonesAllowExternalFillets,
  };
}

function ask(jobs: readonly Job[]): readonly Answer[] {
  const script = join(import.meta.dirname, "project-settings-kicad.py");
  const out = execFileSync("/usr/bin/python3", [script], {
    input: JSON.stringify(jobs.map(({ board, nets }) => ({ board, nets }))),
    maxBuffer: 1 << 28,
    stdio: ["pipe", "pipe", "ignore"],
  });
  return JSON.parse(out.toString().trim().split("\n").at(-1)!) as Answer[];
}

/** Names of the nets of the board that a project is for, and of none. */
function netsBeside(project: string): string[] {
  const board = project.replace(/pro$/, "pcb");
  if (!existsSync(board)) return [""];
  const text = readFileSync(board, "utf8");
  return [...new Set([...text.matchAll(/\(net (?:\d+ )?"((?:[^"\\]|\\.)*)"\)/g)].map((found) => found[1]!))].slice(
    0,
    400,
  );
}

const netNames = [
  "",
  "/A0",
  "/A1",
  "/A12",
  "/A1/GND",
  "/A1/x",
  "/sub/A1",
  "GND",
  "QD0",
  "+3V3",
  "Net-(R1-Pad1)",
  "/~{RD}",
  "D0",
  "D2",
  "X.Y",
  "a",
];

const patternStock = [
  "/A*",
  "/A?",
  "*",
  "GND",
  "QD0",
  "+3V3",
  "+*",
  "/A1|GND",
  "^/A\\d$",
  "/sub/*",
  "Net-(R1-Pad1)",
  "Net-(*)",
  "/~{RD}",
  "D[0..3]",
  "D[02]",
  "a|D0",
  "X.Y",
  "X.?",
  ".*",
  "/A[01]",
  "{a b}",
  "Q{a D[1..2]}",
  "/A.+",
  "(",
  "*A1",
  "?",
  "",
];

/** A project with some classes, patterns and constraints, in the way of some version. */
function madeProject(random: () => number): string {
  const version = 2 + Math.floor(random() * 4);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  const mm = () => Math.round(random() * 1000) / 1000;
  const full = {
    clearance: mm(),
    track_width: mm(),
    via_diameter: mm(),
    via_drill: mm(),
    microvia_diameter: mm(),
    microvia_drill: mm(),
    diff_pair_width: mm(),
    diff_pair_gap: mm(),
    diff_pair_via_gap: mm(),
    wire_width: 6,
    bus_width: 12,
    line_style: 0,
  };
  const names = ["A", "B", "C"].filter(() => random() < 0.8);
  const classes = names.map((name) => {
    const some = Object.fromEntries(
      Object.entries({ ...full, clearance: mm() }).filter(() => version < 4 || random() < 0.5),
    );
    const nets = Array.from({ length: 3 }, () => pick(patternStock));
    return { name, ...some, priority: Math.floor(random() * 3), tuning_profile: "", ...(version < 3 ? { nets } : {}) };
  });
  const assigned = () => (version < 4 ? pick(["A", "B", ""]) : [pick(["A", "B", "Nobody"]), "C"]);
  const rules = Object.fromEntries(
    ["min_clearance", "min_track_width", "min_via_annular_width", "min_hole_to_hole", "max_error", "min_text_height"]
      .filter(() => random() < 0.5)
      .map((name) => [name, mm() / 100 + 0.002]),
  );
  return JSON.stringify({
    board: { design_settings: { meta: { version: 2 }, rules } },
    meta: { filename: "board.kicad_pro", version: version < 4 ? 1 : 3 },
    net_settings: {
      classes: [{ name: "Default", priority: 2147483647, tuning_profile: "", ...full }, ...classes],
      meta: { version },
      netclass_assignments: random() < 0.5 ? null : { D0: assigned(), "/A1": assigned() },
      netclass_patterns: Array.from({ length: 4 }, () => ({
        pattern: pick(patternStock),
        netclass: pick(["A", "B", "C", "Nobody"]),
      })),
    },
  });
}
