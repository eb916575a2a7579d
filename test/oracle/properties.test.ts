import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CommandError } from "../../core/base/error.ts";
import { kindOfItem, readDoc } from "../../core/model/document.ts";
import type { Item } from "../../core/model/item.ts";
import { childKindOf } from "../../core/model/item.ts";
import { sameValue } from "../../core/model/kind.ts";
import type { World } from "../laws/check-edit.ts";
import { openWorld } from "../laws/check-edit.ts";
import { corpusFolder, hasCorpus, hasKicad, needs } from "../laws/kicad.ts";

/** A board of each of KiCad 6 to 9. */
const boards = [
  "akl-ad4/akl-ad4.kicad_pcb",
  "74th-ch32v003/ch32v003-promicro/ch32v003-promicro.kicad_pcb",
  "kikit-conn/conn-fail-ignored-v8.kicad_pcb",
  "sago35-conf2025badge/conf2025badge/conf2025badge/conf2025badge.kicad_pcb",
];

const suite = needs("pcb.setProperties writes what KiCad reads", hasCorpus && hasKicad, "KiCad or the corpus");
const run = suite.skip ? describe.skip : describe;

run(suite.title, function () {
  this.timeout(300_000);
  const scratch = mkdtempSync(join(tmpdir(), "edsnx-properties-"));
  after(() => rmSync(scratch, { recursive: true, force: true }));

  for (const name of boards.filter((each) => existsSync(join(corpusFolder, each)))) {
    it(`every property of every kind in ${name}`, async () => {
      const file = join(corpusFolder, name);
      const done = await setEverything(await openWorld({ file, path: "/t.kicad_pcb" }));
      assert.ok(done.length > 100, `${done.length} settings`);
      const refused: string[] = [];
      // One file for all settings; only when KiCad refuses it, smaller and smaller ones to find out why.
      const search = async (settings: readonly Setting[]): Promise<void> => {
        if (settings.length === 0 || isRead(scratch, await bytesAfter(file, settings))) return;
        if (settings.length === 1) return void refused.push(JSON.stringify(settings[0]));
        const half = settings.length >> 1;
        await search(settings.slice(0, half));
        await search(settings.slice(half));
      };
      await search(done);
      assert.deepEqual(refused, []);
    });
  }
});

interface Setting {
  readonly items: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

async function set(world: World, setting: Setting): Promise<boolean> {
  const { revision } = world.session.get(world.path);
  try {
    await world.run("pcb.setProperties", { path: world.path, ...setting, force: true });
  } catch (error) {
    // A teardrop goes with what it belongs to, when that was changed before it.
    const isGone = error instanceof CommandError && error.code === "not-found";
    if (isGone || (error instanceof CommandError && error.code === "invalid-args")) return false;
    throw error;
  }
  return world.session.get(world.path).revision > revision;
}

async function bytesAfter(file: string, settings: readonly Setting[]): Promise<Uint8Array> {
  const world = await openWorld({ file, path: "/t.kicad_pcb" });
  for (const setting of settings) await set(world, setting);
  return world.bytes();
}

function isRead(folder: string, bytes: Uint8Array): boolean {
  const path = join(folder, "board.kicad_pcb");
  writeFileSync(path, bytes);
  try {
    execFileSync("kicad-cli", ["pcb", "export", "pos", "-o", join(folder, "board.pos"), path], { stdio: "pipe" });
    return true;
  } catch {
    return false;
  }
}

/** Sets each property of some items of each kind to other values: each reads back as it was set, and undoes whole. */
async function setEverything(world: World): Promise<Setting[]> {
  const done: Setting[] = [];
  const before = world.bytes();
  const seen = new Map<string, number>();
  for (const { id } of world.doc().items.entries) {
    const owner = world.doc().items.get(id)!;
    for (const item of [owner, ...owner.children]) {
      const inside = item === owner ? undefined : owner;
      const times = (seen.get(`${inside?.kind}/${item.kind}`) ?? 0) + 1;
      seen.set(`${inside?.kind}/${item.kind}`, times);
      if (times > 3) continue;
      const kind =
        inside === undefined ? kindOfItem(world.doc(), item) : childKindOf(kindOfItem(world.doc(), inside), item);
      for (const [name, { surface }] of Object.entries(kind.shape)) {
        if (surface?.from === undefined) continue;
        for (const value of othersThan(surface.to(item[name]), surface.names !== undefined)) {
          const setting = { items: item.id, properties: { [name]: value } };
          if (!(await set(world, setting))) continue;
          done.push(setting);
          const where = inside === undefined ? -1 : inside.children.indexOf(item);
          const find = (doc: ReturnType<World["doc"]>): Item => {
            const top = doc.items.get(id)!;
            return where < 0 ? top : top.children[where]!;
          };
          const [set_, read] = [find(world.doc())[name], find(readDoc(world.bytes()).doc!)[name]];
          assert.ok(
            sameValue(set_, read),
            `${item.kind}.${name}: ${JSON.stringify(set_)} reads ${JSON.stringify(read)}`,
          );
          await world.run("session.undo", { path: world.path });
          assert.ok(Buffer.from(before).equals(world.bytes()), `${item.kind}.${name} undone`);
        }
      }
    }
  }
  return done;
}

/** Other values of like form; some are refused, and that is well. */
function othersThan(value: unknown, isName: boolean): unknown[] {
  if (typeof value === "boolean") return [!value];
  if (typeof value === "number") return [value + 0.123456, value / 3, Math.round(value) + 1];
  if (typeof value === "string") return isName ? [] : [`${value}x`, 'é"\\ \n)('];
  if (value === null) return [true, 0.5, 1, "abc", "0x1_0000000f", [1, 2], [1, 2, 3, 0.5]];
  if (Array.isArray(value)) return [value.map((each) => (typeof each === "number" ? each + 0.1 : each)), []];
  return Object.entries(value as object).flatMap(([key, each]) =>
    othersThan(each, isName).map((other) => ({ [key]: other })),
  );
}
