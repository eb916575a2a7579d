// The program `edsnx`: decides which bundle does the work, so that each start loads only what it needs.
import { enableCompileCache } from "./compile-cache.ts";

enableCompileCache();
const argv = process.argv.slice(2);
const attachable = argv[0] === "mcp" || argv[0] === "serve";
const program = attachable && argv.includes("--attach") ? "./edsnx-relay.cjs" : "./edsnx-server.cjs";
// Built as CommonJS; the two bundles lie beside this one.
const { main } = require(program) as { main(argv: readonly string[]): Promise<void> };
void main(argv);
