import type { CommandFailure } from "../../core/base/error.ts";

/** What the worker that has copies is asked. */
export interface CopyRequest {
  readonly id: number;
  readonly command: string;
  readonly args: unknown;
}

/** What it answers. */
export type CopyReply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: CommandFailure };
