// The program `edsnx`: decides which bundle does the work, so that each start loads only what it needs.
import { join } from "node:path";
import { loadBundle } from "./compile-cache.ts";

const argv = process.argv.slice(2);
const [verb, ...rest] = argv;
const end = rest.indexOf("--");
const asksForHelp = (end === -1 ? rest : rest.slice(0, end)).some((word) => word === "--help" || word === "-h");
const attachable = verb === "mcp" || verb === "serve";
const program = asksForHelp
  ? "edsnx-server.cjs"
  : verb === "sessions" || (attachable && rest.includes("--attach"))
    ? "edsnx-relay.cjs"
    : verb === "run"
      ? "edsnx-script.cjs"
      : "edsnx-server.cjs";
// Built as CommonJS; the bundles lie beside this one. Scripts import modules, which a cached bundle cannot.
const bundle = loadBundle(join(__dirname, program), (file) => require(file), program === "edsnx-server.cjs", verb);
const { main } = bundle as { main(argv: readonly string[]): Promise<void> };
void main(argv);
