// The program `edsnx`: decides which bundle does the work, so that each start loads only what it needs.
import { enableCompileCache } from "./compile-cache.ts";

enableCompileCache();
const argv = process.argv.slice(2);
const [verb, ...rest] = argv;
const end = rest.indexOf("--");
const asksForHelp = (end === -1 ? rest : rest.slice(0, end)).some((word) => word === "--help" || word === "-h");
const attachable = verb === "mcp" || verb === "serve";
const program = asksForHelp
  ? "./edsnx-server.cjs"
  : verb === "sessions" || (attachable && rest.includes("--attach"))
    ? "./edsnx-relay.cjs"
    : verb === "run"
      ? "./edsnx-script.cjs"
      : "./edsnx-server.cjs";
// Built as CommonJS; the bundles lie beside this one.
const { main } = require(program) as { main(argv: readonly string[]): Promise<void> };
void main(argv);
