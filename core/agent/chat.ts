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

/** One small edit: `op` is a command's verb (`addTrack` for `pcb.addTrack`), the rest are its arguments. */
export interface Intent {
  readonly op: string;
  readonly [argument: string]: unknown;
}

/** An edit made while a chat request ran, as its proposal card lists it. */
export interface ChatEdit {
  readonly path: string;
  readonly label: string;
  readonly entry: string;
  readonly group: string;
  readonly items: number;
}
