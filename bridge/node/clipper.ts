import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import factory from "clipper2-wasm/dist/umd/clipper2z.js";
import type { Clipper, ClipperModule } from "../../core/geometry/clip.ts";
import { clipperOf } from "../../core/geometry/clip.ts";

const WASM = "clipper2z.wasm";

let loaded: Promise<Clipper> | undefined;

/** Clipper2 as WebAssembly: its bytes lie beside the bundle, or in its package when the sources run. */
export function loadClipper(): Promise<Clipper> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Clipper> {
  const module = await factory({ wasmBinary: await readFile(wasmPath()) });
  return clipperOf(module as ClipperModule);
}

function wasmPath(): string {
  const beside = typeof __dirname === "string" ? join(__dirname, WASM) : "";
  if (beside !== "" && existsSync(beside)) return beside;
  const require = createRequire(join(process.cwd(), "package.json"));
  return join(dirname(require.resolve("clipper2-wasm/dist/umd/clipper2z.js")), WASM);
}
