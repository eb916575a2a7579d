import type { Intent } from "../commands/intent.ts";

export type { Intent };

/** A request typed in the chat box. */
export interface AgentChatRequest {
  readonly chatId: string;
  readonly text: string;
  /** The document that was active. */
  readonly path?: string;
  readonly uri?: string;
  /** What the person has before the eyes and means; data, never instructions. */
  readonly context?: ChatContext;
  /** The conversation that it is part of. */
  readonly conversation?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Something of the design that a request is about. */
export interface ChatSubject {
  readonly kind: "part" | "item" | "net" | "sheet" | "file";
  /** Reference, net's name, sheet's name, file's name, or the item's kind. */
  readonly name: string;
  readonly path: string;
  readonly id?: string;
  /** How the request names it, such as `@R1`. */
  readonly as?: string;
}

/** What goes along with a request. Names come from files: they are data. */
export interface ChatContext {
  readonly selection?: readonly ChatSubject[];
  /** The part of the document that is on the screen: [x1, y1, x2, y2] in mm. */
  readonly view?: readonly number[];
  /** Of a board: the layer that is drawn on, the layers that are shown, and those that are hidden. */
  readonly layer?: string;
  readonly layers?: readonly string[];
  readonly hiddenLayers?: readonly string[];
  /** Of a schematic: the sheet that is looked at, by the names that lead there; "/" is the first. */
  readonly sheets?: readonly string[];
  /** What the person did last, newest first. */
  readonly recent?: readonly string[];
  readonly mentions?: readonly ChatSubject[];
  /** What the person pointed out for this request. */
  readonly attached?: readonly ChatSubject[];
  /** The person wants the agent to look at the picture: render.png of `view`. */
  readonly picture?: true;
}

/** What a request took, as far as the program tells it. */
export interface ChatUsage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly costUsd?: number;
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
  /** queued: it waits for the one before it in its conversation. */
  readonly status: "queued" | "waiting" | "running" | "done" | "error" | "stopped";
  readonly answer: string;
  readonly progress?: { readonly text: string; readonly percent?: number };
  readonly error?: string;
  /** How the design stood before, for session.restore. */
  readonly checkpoint?: string;
  readonly usage?: ChatUsage;
  /** When it ended; milliseconds since 1970. */
  readonly endedAt?: number;
  /** Who answers: an agent's name, or the spawned command. */
  readonly agent?: string;
  readonly edits: readonly (ChatEdit & { readonly undone: boolean; readonly ids: readonly string[] })[];
}
