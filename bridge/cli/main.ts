// The program `edsnx`: decides which bundle does the work, so that each start loads only what it needs.
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { isWorthHelp, startHelper } from "../node/check-start.ts";
import { loadBundle } from "./compile-cache.ts";

const argv = process.argv.slice(2);
const [verb, ...rest] = argv;
const end = rest.indexOf("--");
const asksForHelp = (end === -1 ? rest : rest.slice(0, end)).some((word) => word === "--help" || word === "-h");
const attachable = verb === "mcp" || verb === "serve";
const isErc = isHere("check.erc");
const program = asksForHelp
  ? "edsnx-server.cjs"
  : verb === "sessions" || (attachable && rest.includes("--attach"))
    ? "edsnx-relay.cjs"
    : verb === "run"
      ? "edsnx-script.cjs"
      : isErc
        ? "edsnx-erc.cjs"
        : isHere("check.drc")
          ? "edsnx-drc.cjs"
          : "edsnx-server.cjs";
// Built as CommonJS; the bundles lie beside this one. Scripts import modules, which a cached bundle cannot.
const isKept = program !== "edsnx-script.cjs" && program !== "edsnx-relay.cjs";
const bundle = loadBundle(join(__dirname, program), (file) => require(file), isKept, verb, isErc ? 16 : 0);
const early = program === "edsnx-drc.cjs" ? earlyHelper(rest) : null;
const { main } = bundle as { main(argv: readonly string[], early: unknown): Promise<void> };
void main(argv, early);

/** One call of this command, here and not in the editor. */
function isHere(id: string): boolean {
  return verb === id && !rest.includes("--attach");
}

/** A thread to help with the check, which starts while this one loads; null where the board is too small for it. */
function earlyHelper(words: readonly string[]): unknown {
  const at = words.indexOf("--path");
  const path = at === -1 ? words.find((word) => word.startsWith("--path="))?.slice(7) : words[at + 1];
  const size = path === undefined ? 0 : (statSync(path, { throwIfNoEntry: false })?.size ?? 0);
  const file = join(__dirname, "edsnx-check-worker.cjs");
  return isWorthHelp(size) && existsSync(file) ? startHelper(file) : null;
}
