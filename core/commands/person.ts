import type { Point } from "../base/nm.ts";

/** What an agent wants of the person at the editor. */
export interface Question {
  readonly kind: "items" | "point" | "text" | "choice" | "confirm";
  /** One line without control characters. */
  readonly prompt: string;
  /** Who asks, as it calls itself. */
  readonly from: string;
  /** The document to pick in, absolute. */
  readonly path?: string;
  readonly choices?: readonly string[];
}

/** What the person did about it. */
export type Answer =
  | { readonly status: "declined" }
  | {
      readonly status: "answered";
      readonly path?: string;
      /** items: what was picked. */
      readonly ids?: readonly string[];
      /** point: where. */
      readonly point?: Point;
      /** text and choice: the words; confirm: "yes" or "no". */
      readonly text?: string;
    };

/** Reaches the person. Rejects with `cancelled` (by `signal`), `timeout` (nobody answered) or `denied` (agents are stopped). */
export interface PersonPort {
  ask(question: Question, signal: AbortSignal): Promise<Answer>;
}

/** Agents were stopped: by whom, when (milliseconds since 1970) and why. */
export interface Halt {
  readonly by: string;
  readonly at: number;
  readonly reason?: string;
}

/** The switch that stops agents. Anybody may stop them; only a person lets them go on. */
export interface Automation {
  readonly halted: Halt | null;
  stop(by: string, reason?: string): void;
  resume(): void;
}

/** A prompt longer than this is cut (characters). */
const MAX_PROMPT = 500;

/** Another's words on one line, without control characters or marks that turn the direction of writing. */
export function plainLine(text: string, max = MAX_PROMPT): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return line.length <= max ? line : `${line.slice(0, max - 1)}…`;
}

/** The name by which the person's own edits are signed. */
export const PERSON_NAME = "You";

/** The name that a client gives itself, as its edits are signed: never the person's. `otherwise`: it gave none. */
export function clientName(text: string, otherwise: string, max = 100): string {
  const name = plainLine(text, max) || otherwise;
  return name.toLowerCase() === PERSON_NAME.toLowerCase() ? `${name} (agent)` : name;
}
