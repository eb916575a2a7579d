import { dirname, join } from "node:path";
import { CommandError } from "../../core/base/error.ts";
import { AcpServer } from "../acp/acp-server.ts";
import { ownFile } from "../node/own-build.ts";
import { connect } from "../rpc/connection.ts";
import type { AgentIo } from "./agent-io.ts";
import { ended, isProcess } from "./agent-io.ts";
import { tell } from "./ending.ts";

/** What answers prompts where nothing else is named; as in the editor's chat box. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: the driver fills it in.
const CHAT_COMMAND = "claude --print --mcp-config ${mcpConfig} --allowedTools mcp__edsnx";

interface AcpFlags {
  readonly command: string;
  readonly save: boolean;
}

/** `edsnx acp`: an agent of the Agent Client Protocol on stdin and stdout. Answers the exit status. */
export async function serveAcp(argv: readonly string[], io: AgentIo): Promise<number> {
  const env = io.env ?? process.env;
  const flags = parseFlags(argv, env["EDSNX_CHAT_COMMAND"] ?? CHAT_COMMAND);
  const report = (line: string) => tell(io, line);
  // Only messages may go to stdout.
  if (isProcess(io)) console.log = console.info = console.debug = console.error;
  let server: AcpServer | undefined;
  const connection = connect({
    input: io.stdin,
    output: io.stdout,
    framing: "ndjson",
    serve: (send) => (server = new AcpServer({ ...flags, send, report, cli: join(dirname(ownFile), "edsnx.cjs") })),
    report,
  });
  const status = await Promise.race([connection.ended.then(() => 0), ended(io)]);
  connection.close();
  await server?.dispose();
  return status;
}

function parseFlags(argv: readonly string[], standard: string): AcpFlags {
  let [command, save] = [standard, true];
  for (let i = 0; i < argv.length; i++) {
    const flag = argv[i]!;
    if (flag === "--no-save") save = false;
    else if (flag === "--command" && argv[i + 1] !== undefined) command = argv[++i]!;
    else throw refused(flag === "--command" ? "--command needs a command line" : `${flag} is no flag of it`);
  }
  return { command, save };
}

function refused(reason: string): CommandError {
  return new CommandError({
    code: "invalid-args",
    message: `Cannot start acp: ${reason}.`,
    hint: "See edsnx help acp.",
  });
}
