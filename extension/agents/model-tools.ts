import * as vscode from "vscode";
import { modelTools } from "../../bridge/mcp/model-tools.ts";
import { takeImage } from "../../bridge/mcp/tools.ts";
import type { AgentCore } from "../../core/agent/agent-core.ts";
import { toCommandError } from "../../core/base/error.ts";
import type { Caller } from "../../core/commands/define.ts";

/** VS Code's own agent; it does not say which model asks. */
const VSCODE_AGENT: Caller = { name: "VS Code agent", kind: "agent" };

/** Gives VS Code's own agents the compact tool list; what it leaves out is found and run through two of its tools. */
export function registerModelTools(core: AgentCore): vscode.Disposable {
  return vscode.Disposable.from(
    ...modelTools(core.registry).map((tool) =>
      vscode.lm.registerTool<Record<string, unknown>>(tool.name, {
        prepareInvocation: ({ input }) => ({
          invocationMessage: `Running ${tool.command(input)}`,
          ...(tool.isFinal(input)
            ? {
                confirmationMessages: {
                  title: `Electronics Designer: ${tool.title}`,
                  message: `Let the agent run \`${tool.command(input)}\`? It writes or removes what undo does not bring back.`,
                },
              }
            : {}),
        }),
        invoke: async ({ input }, token) => {
          const stop = new AbortController();
          const cancelling = token.onCancellationRequested(() => stop.abort());
          try {
            return toResult(await tool.run(core, input, { caller: VSCODE_AGENT, signal: stop.signal }));
          } catch (thrown) {
            const { code, message, hint } = toCommandError(thrown);
            throw new Error([`${code}: ${message}`, ...(hint === undefined ? [] : [hint])].join("\n"));
          } finally {
            cancelling.dispose();
          }
        },
      }),
    ),
  );
}

function toResult(answer: unknown): vscode.LanguageModelToolResult {
  const { images, rest } = takeImage(answer);
  return new vscode.LanguageModelToolResult([
    ...images.map(({ data, mimeType }) => vscode.LanguageModelDataPart.image(Buffer.from(data, "base64"), mimeType)),
    new vscode.LanguageModelTextPart(JSON.stringify(rest) ?? "null"),
  ]);
}
