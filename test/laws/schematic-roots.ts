import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { corpusFolder, demosFolder, filesBelow } from "./kicad.ts";

/** A root schematic of a real project that KiCad reads. */
export interface SchematicRoot {
  /** Short name: the path below the demos or the corpus. */
  readonly name: string;
  readonly file: string;
}

/** Root schematics of the demos: those beside a project file of their name. */
export function demoRoots(): SchematicRoot[] {
  return filesBelow(demosFolder, ".kicad_pro")
    .map((project) => project.replace(/\.kicad_pro$/, ".kicad_sch"))
    .filter((file) => existsSync(file))
    .map((file) => ({ name: relative(demosFolder, file), file }));
}

/** The root schematic of a demo by its name without the ending; throws when the demos have none. */
export function demoRoot(name: string): SchematicRoot {
  return demoRoots().find((each) => each.name === `${name}.kicad_sch`) ?? assert.fail(`${name} is missing`);
}

/** Root schematics of the corpus that KiCad 9 loads, by its table of verdicts. */
export function corpusRoots(): SchematicRoot[] {
  const table = join(corpusFolder, "ORACLE.tsv");
  if (!existsSync(table)) return [];
  return readFileSync(table, "utf8")
    .split("\n")
    .map((line) => line.split("\t"))
    .filter(([, , check, , , status]) => check === "erc" && status === "ok")
    .map(([project, file]) => ({ name: join(project!, file!), file: join(corpusFolder, project!, file!) }));
}
