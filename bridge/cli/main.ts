// The program `edsnx`: decides which bundle does the work, so that each start loads only what it needs.
import { enableCompileCache } from "./compile-cache.ts";

enableCompileCache();
const argv = process.argv.slice(2);
const attachable = argv[0] === "mcp" || argv[0] === "serve";
const program =
  argv[0] === "sessions" || (attachable && argv.includes("--attach"))
    ? "./edsnx-relay.cjs"
    : argv[0] === "run" && !argv.includes("--help")
      ? "./edsnx-script.cjs"
      : "./edsnx-server.cjs";
// Built as CommonJS; the bundles lie beside this one.
const { main } = require(program) as { main(argv: readonly string[]): Promise<void> };
void main(argv);
