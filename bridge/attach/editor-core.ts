import type { AgentCore, CallOptions, RunInside } from "../../core/agent/agent-core.ts";
import type { Registry } from "../../core/commands/registry.ts";
import type { EditorLink } from "./editor-link.ts";

/** The editor's core as a script of this process sees it: every call goes over the connection. */
export function editorCore(
  editor: EditorLink,
  registry: Registry,
): Pick<AgentCore, "registry" | "run" | "transaction"> {
  const transaction = async <T>(
    label: string,
    options: CallOptions,
    work: (run: RunInside, signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const signal = options.signal ?? new AbortController().signal;
    await editor.run("session.begin", { label }, options);
    let value: T;
    try {
      value = await work((id, args) => editor.run(id, args, options), signal);
      signal.throwIfAborted();
    } catch (thrown) {
      // What it threw is what the script wants to hear, also when the editor is gone.
      await editor.run("session.rollback", {}).catch(() => undefined);
      throw thrown;
    }
    await editor.run("session.commit", {});
    return value;
  };
  return { registry, run: (id, args, options) => editor.run(id, args, options), transaction };
}
