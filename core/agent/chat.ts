import type { Intent } from "../commands/intent.ts";

export type { Intent };

/** A request typed in the chat box. */
export interface AgentChatRequest {
  readonly chatId: string;
  readonly text: string;
  /** The document that was active. */
  readonly path?: string;
  readonly uri?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What an agent answers to a request, piece by piece. */
export interface AgentChatEvent {
  readonly chatId: string;
  readonly kind: "text" | "progress" | "intents" | "done" | "error";
  /** text: a delta of the answer · progress: the line · done: the last text · error: the message. */
  readonly text?: string;
  /** 0..100, with progress. */
  readonly percent?: number;
  /** Small edits (`{ op: "addTrack", … }`), applied as one undoable change. */
  readonly intents?: readonly Intent[];
  readonly label?: string;
  readonly path?: string;
}

/** An edit made while a chat request ran, as its proposal card lists it. */
export interface ChatEdit {
  readonly path: string;
  readonly label: string;
  readonly entry: string;
  readonly group: string;
  readonly items: number;
  /** It waits to be accepted: nothing is done yet. Its group is the proposal's id. */
  readonly proposed?: true;
}

/** One request with all that came of it; sent whole on every change. */
export interface ChatMessage {
  readonly request: AgentChatRequest;
  readonly status: "waiting" | "running" | "done" | "error" | "stopped";
  readonly answer: string;
  readonly progress?: { readonly text: string; readonly percent?: number };
  readonly error?: string;
  /** How the design stood before, for session.restore. */
  readonly checkpoint?: string;
  /** Who answers: an agent's name, or the spawned command. */
  readonly agent?: string;
  readonly edits: readonly (ChatEdit & { readonly undone: boolean; readonly ids: readonly string[] })[];
}
