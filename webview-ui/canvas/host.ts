import type { CommandFailure } from "../../core/base/error.ts";
import type { FromCanvas, ToCanvas } from "../protocol.ts";

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

export type Reply = { readonly result: unknown } | { readonly error: CommandFailure };

/** The extension, as the canvas speaks to it. */
export interface Host {
  post(message: FromCanvas): void;
  /** Runs a command and waits for its reply; never rejects. */
  call(command: string, args: unknown): Promise<Reply>;
  /** What a hidden and restored canvas remembers. */
  getState(): unknown;
  setState(state: unknown): void;
}

/** Connects to VS Code. Replies settle their calls; everything else goes to `onMessage`. */
export function connectHost(onMessage: (message: ToCanvas) => void): Host {
  const api = acquireVsCodeApi();
  const waiting = new Map<number, (reply: Reply) => void>();
  let calls = 0;
  window.addEventListener("message", (event: MessageEvent<ToCanvas>) => {
    const message = event.data;
    if (message?.type !== "reply") {
      if (typeof message?.type === "string") onMessage(message);
      return;
    }
    const settle = waiting.get(message.call);
    waiting.delete(message.call);
    settle?.(message.error === undefined ? { result: message.result } : { error: message.error });
  });
  return {
    post: (message) => api.postMessage(message),
    call(command, args) {
      const call = ++calls;
      return new Promise((resolve) => {
        waiting.set(call, resolve);
        api.postMessage({ type: "call", call, command, args } satisfies FromCanvas);
      });
    },
    getState: () => api.getState(),
    setState: (state) => api.setState(state),
  };
}
