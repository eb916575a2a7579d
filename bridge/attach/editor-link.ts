import { CommandError, type ErrorCode, errorCodes } from "../../core/base/error.ts";
import { connect } from "../rpc/connection.ts";
import { RpcError, RpcPeer, rpcCodes } from "../rpc/json-rpc.ts";
import { AttachFailure, dialEditor } from "./dial-editor.ts";

export interface EditorLinkOptions {
  /** How its edits are signed. */
  readonly name: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

export interface EditorCall {
  readonly signal?: AbortSignal;
  readonly progress?: (message: string, percent?: number) => void;
}

/** A connection of this process to the editor, over which it runs commands. */
export interface EditorLink {
  /** Runs one method there. Throws what it throws there. */
  run(method: string, params: unknown, call?: EditorCall): Promise<unknown>;
  close(): void;
}

/** Joins the editor of a folder. Throws `service-unavailable` or `denied` when there is none to join. */
export async function joinEditor({ name, cwd, env }: EditorLinkOptions): Promise<EditorLink> {
  const chatId = env["EDSNX_CHAT_ID"];
  const hello = { surface: "rpc" as const, cwd, pid: process.pid, ...(chatId ? { chatId } : {}) };
  const socket = await dialEditor(hello, env).catch((thrown: unknown) => {
    if (!(thrown instanceof AttachFailure)) throw thrown;
    throw new CommandError({ code: thrown.code, message: thrown.message });
  });
  const progress = new Map<unknown, NonNullable<EditorCall["progress"]>>();
  let peer: RpcPeer | undefined;
  const connection = connect({
    input: socket,
    output: socket,
    framing: "ndjson",
    report: () => undefined,
    serve: (send) =>
      (peer = new RpcPeer({
        send,
        request: async (method) => {
          throw new RpcError(rpcCodes.methodNotFound, `Cannot run ${method}: this end answers nothing.`);
        },
        notification: (method, params) => {
          const { id, message, percent } = (params ?? {}) as { id?: unknown; message?: string; percent?: number };
          if (method === "command.progress") progress.get(id)?.(message ?? "", percent);
        },
      })),
  });
  const run = async (method: string, params: unknown, call: EditorCall = {}) => {
    const { signal = new AbortController().signal } = call;
    let own: number | undefined;
    try {
      return await peer!.request(method, params, {
        signal,
        asked: (id) => {
          own = id;
          if (call.progress !== undefined) progress.set(id, call.progress);
        },
        withdraw: (id) => peer!.notify("$/cancel", { id }),
      });
    } catch (thrown) {
      throw commandError(thrown, method);
    } finally {
      progress.delete(own);
    }
  };
  await run("session.hello", { name });
  return { run, close: () => connection.close() };
}

function commandError(thrown: unknown, method: string): unknown {
  if (!(thrown instanceof RpcError)) return thrown;
  const { code, hint, ...data } = (thrown.data ?? {}) as { code?: unknown; hint?: unknown };
  if (thrown.code === rpcCodes.cancelled)
    return new CommandError({ code: "cancelled", message: `Cannot finish ${method}: it was cancelled.` });
  if (!errorCodes.includes(code as ErrorCode))
    return new CommandError({ code: "service-unavailable", message: thrown.message, cause: thrown });
  return new CommandError({
    code: code as ErrorCode,
    message: thrown.message,
    ...(typeof hint === "string" ? { hint } : {}),
    data,
  });
}
