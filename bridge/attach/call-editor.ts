import { joinEditor } from "./editor-link.ts";

/** One command in the running editor. Throws what it throws there. */
export async function callEditor(call: {
  readonly method: string;
  readonly params: unknown;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal;
  readonly progress?: (message: string, percent?: number) => void;
}): Promise<unknown> {
  const { method, params, cwd, env, ...more } = call;
  const editor = await joinEditor({ name: "cli", cwd, env });
  try {
    return await editor.run(method, params, more);
  } finally {
    editor.close();
  }
}
