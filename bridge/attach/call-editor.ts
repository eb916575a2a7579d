import { CommandError, type ErrorCode, errorCodes } from "../../core/base/error.ts";
import { connect } from "../rpc/connection.ts";
import type { RequestId } from "../rpc/json-rpc.ts";
import { RpcError, RpcPeer } from "../rpc/json-rpc.ts";
import { AttachFailure, dialEditor } from "./dial-editor.ts";

/** One command in the running editor. Throws what it throws there. */
export async function callEditor(call: {
  readonly method: string;
  readonly params: unknown;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}): Promise<unknown> {
  const chatId = call.env["EDSNX_CHAT_ID"];
  const hello = { surface: "rpc" as const, cwd: call.cwd, pid: process.pid, ...(chatId ? { chatId } : {}) };
  const socket = await dialEditor(hello, call.env).catch((thrown: unknown) => {
    if (!(thrown instanceof AttachFailure)) throw thrown;
    throw new CommandError({ code: thrown.code, message: thrown.message });
  });
  let peer: RpcPeer | undefined;
  const connection = connect({
    input: socket,
    output: socket,
    framing: "ndjson",
    report: () => undefined,
    serve: (send) =>
      (peer = new RpcPeer({
        send,
        request: async (method, _: unknown, __: { id: RequestId }) => {
          throw new RpcError(-32601, `Cannot run ${method}: this end answers nothing.`);
        },
        notification: () => undefined,
      })),
  });
  try {
    await peer!.request("session.hello", { name: "cli" });
    return await peer!.request(call.method, call.params);
  } catch (thrown) {
    throw commandError(thrown);
  } finally {
    connection.close();
  }
}

function commandError(thrown: unknown): unknown {
  if (!(thrown instanceof RpcError)) return thrown;
  const { code, hint, ...data } = (thrown.data ?? {}) as { code?: unknown; hint?: unknown };
  if (!errorCodes.includes(code as ErrorCode)) return thrown;
  return new CommandError({
    code: code as ErrorCode,
    message: thrown.message,
    ...(typeof hint === "string" ? { hint } : {}),
    data,
  });
}
