import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, extname, join } from "node:path";
import { CommandError } from "../../core/base/error.ts";
import type { EditResult } from "../../core/commands/define.ts";
import type { World } from "../laws/check-edit.ts";
import { openWorld } from "../laws/check-edit.ts";
import { assertSameBytes } from "../laws/check-file.ts";
import { corpusFolder, demosFolder, filesBelow, hasCorpus, hasDemos, hasKicad, needs } from "../laws/kicad.ts";
import { seeded } from "../laws/random.ts";
import { didEdit, editCommands, poolsOf, varied } from "../laws/random-edits.ts";

// EDSNX_FUZZ_SEED and EDSNX_FUZZ_ROUNDS (calls of each command) make another and a longer run of it.
const seed = Number(process.env["EDSNX_FUZZ_SEED"] ?? 20261130);
const rounds = Number(process.env["EDSNX_FUZZ_ROUNDS"] ?? 2);

const examples = join(import.meta.dirname, "../../examples");

const files = [
  join(corpusFolder, "akl-ad4/akl-ad4.kicad_pcb"),
  join(corpusFolder, "kikit-conn/conn-fail-ignored-v8.kicad_pcb"),
  join(demosFolder, "pic_programmer/pic_programmer.kicad_pcb"),
  join(corpusFolder, "akl-ad4/akl-ad4.kicad_sch"),
  join(corpusFolder, "74th-ch32v003/ch32v003-promicro/ch32v003-promicro.kicad_sch"),
  join(demosFolder, "pic_programmer/pic_programmer.kicad_sch"),
  join(examples, "blinky/blinky.kicad_sym"),
  join(examples, "blinky/blinky.pretty/R_0805.kicad_mod"),
  join(corpusFolder, "proveskit-fc-v4c/footprints.pretty/RB1-125BAG1A_WIZ.kicad_mod"),
];

const { title, skip } = needs(
  "random edits of every command",
  hasKicad && hasCorpus && hasDemos,
  "KiCad, its demos or the corpus",
);

(skip ? describe.skip : describe)(`${title}: ${rounds} of each (seed ${seed})`, function () {
  this.timeout(300_000 + rounds * 120_000);
  for (const file of files) {
    it(`all undone give the bytes of ${basename(file)}, all done again KiCad reads`, async () => {
      const world = await openWorld({ file, path: `/p/${basename(file)}`, others: beside(file) });
      const before = world.bytes();
      const { tried, edited } = await edit(world);
      const after = texts(world);
      assert.ok(
        edited.size > tried / (/\.kicad_(pcb|sch)$/.test(file) ? 4 : 12),
        `${edited.size} of ${tried} commands edited something: ${[...edited].join(" ")}`,
      );
      const groups = editsOf(world);
      for (const group of groups.toReversed()) await world.session.setApplied(group, false, "test");
      assertSameBytes(world.bytes(), before, "all undone");
      for (const { path, base } of world.session.list())
        assertSameBytes(world.session.bytes(path), base, `all undone in ${path}`);
      for (const group of groups) await world.session.setApplied(group, true, "test");
      assert.deepEqual(texts(world), after, "all done again");
      assert.equal(await culprit(world, file), null);
    });
  }
});

/** Calls every edit command with varied arguments; answers which changed something. A refusal is well, a crash is not. */
async function edit(world: World): Promise<{ tried: number; edited: Set<string> }> {
  const random = seeded(seed);
  const edited = new Set<string>();
  const commands = editCommands(world.doc());
  const calls = Array.from({ length: rounds }, () => commands).flat();
  // Whatever the order of the registry: what one command leaves is what the next one meets.
  for (let i = calls.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [calls[i], calls[j]] = [calls[j]!, calls[i]!];
  }
  for (const { id, examples } of calls) {
    const args = varied(examples[Math.floor(random() * examples.length)]!, poolsOf(world.doc()), random);
    const before = world.bytes();
    try {
      const result = (await world.run(id, { ...args, path: world.path })) as EditResult;
      if (didEdit(result)) edited.add(id);
    } catch (error) {
      const isRefusal = error instanceof CommandError && error.code !== "internal";
      assert.ok(isRefusal, `${id} ${JSON.stringify(args)}: ${(error as Error).stack}`);
      assertSameBytes(world.bytes(), before, `${id} refused`);
    }
  }
  return { tried: commands.length, edited };
}

/** The edits of all documents, in the order in which they were done: one may stand in another document's way. */
function editsOf(world: World): string[] {
  const groups = world.changes.flatMap(({ reason, group }) => (reason === "edit" && group !== null ? [group] : []));
  return [...new Set(groups)];
}

function texts(world: World): Record<string, string> {
  return Object.fromEntries(
    world.session.list().map(({ path }) => [path, Buffer.from(world.session.bytes(path)).toString("latin1")]),
  );
}

/** The first entry of the history after which KiCad does not read the files any more; null when it reads them. */
async function culprit(world: World, file: string): Promise<string | null> {
  if (isRead(world, file)) return null;
  for (const group of editsOf(world).toReversed()) {
    const entries = world.session.list().flatMap((open) => open.history.filter((entry) => entry.group === group));
    await world.session.setApplied(group, false, "test");
    if (isRead(world, file))
      return entries.map(({ label, steps }) => `${label}: ${JSON.stringify(steps).slice(0, 2000)}`).join("\n");
  }
  return `KiCad does not read ${file} even when all is undone`;
}

/** What KiCad does with a file to show that it reads it. */
const reading: Readonly<Record<string, readonly string[]>> = {
  ".kicad_pcb": ["pcb", "export", "pos"],
  ".kicad_sch": ["sch", "export", "netlist"],
  ".kicad_sym": ["sym", "upgrade", "--force"],
  ".kicad_mod": ["fp", "upgrade", "--force"],
};

/** Whether KiCad reads the open documents from a copy of their project. */
function isRead(world: World, file: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), "edsnx-edits-"));
  try {
    for (const [path, bytes] of Object.entries(beside(file))) writeFileSync(join(folder, basename(path)), bytes);
    for (const { path } of world.session.list()) writeFileSync(join(folder, basename(path)), world.session.bytes(path));
    const target = join(folder, basename(file));
    const library = file.endsWith(".kicad_mod") ? join(folder, "in.pretty") : target;
    if (library !== target) {
      mkdirSync(library);
      copyFileSync(target, join(library, basename(file)));
    }
    execFileSync("kicad-cli", [...reading[extname(file)]!, "-o", join(folder, `out${extname(library)}`), library], {
      stdio: "pipe",
    });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The other files of a project, as they lie beside one of it. */
function beside(file: string): Record<string, Uint8Array> {
  const folder = dirname(file);
  const others = filesBelow(folder, ".kicad_sch", ".kicad_pcb", ".kicad_pro").filter(
    (path) => dirname(path) === folder && path !== file && existsSync(path),
  );
  return Object.fromEntries(others.map((path) => [`/p/${basename(path)}`, readFileSync(path)]));
}
