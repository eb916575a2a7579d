import type { ChatMessage, ChatSubject } from "../core/agent/chat.ts";
import type { ConversationHead } from "../core/agent/conversations.ts";
import type { CommandFailure } from "../core/base/error.ts";
import type { Point } from "../core/base/nm.ts";
import type { DocKind } from "../core/model/document.ts";
import type { Step } from "../core/model/step.ts";
import type { ReviewItem, ReviewState } from "../core/session/review.ts";
import type { Change } from "../core/session/session.ts";

/**
 * What the extension and its webviews say to each other. The canvas is a replica: it gets the file's bytes once and
 * numbered steps after that, and it changes nothing itself; every wish is a command call.
 */
export type ToCanvas =
  | {
      readonly type: "document";
      readonly path: string;
      readonly kind: DocKind;
      /** The bytes as opened, and the steps since; together they are revision `revision`. */
      readonly bytes: Uint8Array;
      readonly steps: readonly Step[];
      readonly revision: number;
      readonly readOnly: boolean;
      readonly settings: ViewSettings;
      readonly around?: Surroundings;
    }
  /** `steps` lead from `revision - 1` to `revision`; when one is missing the canvas asks anew with `ready`. */
  | { readonly type: "change"; readonly change: Change }
  | { readonly type: "reply"; readonly call: number; readonly result?: unknown; readonly error?: CommandFailure }
  | { readonly type: "settings"; readonly settings: ViewSettings }
  /** What DRC or ERC says of this document. */
  | { readonly type: "check"; readonly check: CheckView }
  /** An agent edited these just now. */
  | { readonly type: "presence"; readonly agent: string; readonly label: string; readonly ids: readonly string[] }
  /** What agents propose for this document and the person has not judged. */
  | { readonly type: "proposals"; readonly proposals: readonly ProposalView[] }
  /** Lights a net and goes there; null: none is lit. */
  | { readonly type: "net"; readonly net: string | null }
  /** The same without going there: it was lit in another drawing of the design. */
  | { readonly type: "lit"; readonly net: string | null }
  /** The layer that is drawn on. */
  | { readonly type: "layer"; readonly layer: string }
  /** Lays another version over the document; null: no more. */
  | { readonly type: "compare"; readonly compare: CompareView | null }
  /** Starts a tool, as its key does. */
  | { readonly type: "tool"; readonly tool: string }
  /** An agent asks the person to point at something; null: it does not any more. */
  | { readonly type: "pick"; readonly pick: Pick | null }
  /** Points at items: what an agent touched, a search result, a finding (at its place, in mm). */
  | {
      readonly type: "show";
      readonly ids: readonly string[];
      readonly zoom: boolean;
      readonly label?: string;
      readonly at?: readonly [number, number];
    };

/** The board as a body: a replica as the canvas is; models of parts come when it asks for them. */
export type ToBoard3d =
  | Extract<ToCanvas, { type: "document" | "change" }>
  /** A model that was asked for, as VRML text; null where there is none that can be shown. */
  | { readonly type: "model"; readonly file: string; readonly text: string | null };

export type FromBoard3d =
  | { readonly type: "ready" }
  /** Wants the model of a part, as its footprint names it. */
  | { readonly type: "model"; readonly file: string }
  /** The person wants to see these items on the canvas. */
  | { readonly type: "show"; readonly ids: readonly string[] }
  | { readonly type: "problem"; readonly message: string };

export type FromCanvas =
  | { readonly type: "ready" }
  | { readonly type: "call"; readonly call: number; readonly command: string; readonly args: unknown }
  /** Keys that belong to VS Code although the webview has the focus. */
  | { readonly type: "editor"; readonly action: "undo" | "redo" | "save" }
  | { readonly type: "selection"; readonly ids: readonly string[] }
  /** What the person sees: [x1, y1, x2, y2] in mm, layers that are shown and those that are not, the one drawn on. */
  | {
      readonly type: "view";
      readonly view: readonly number[];
      readonly layers: readonly string[];
      readonly hidden: readonly string[];
      readonly layer: string;
    }
  /** What the person has in hand, to move it; nothing: nothing any more. */
  | { readonly type: "hold"; readonly ids: readonly string[] }
  /** The answer to a pick; without ids and point the person declined. */
  | { readonly type: "picked"; readonly id: string; readonly ids?: readonly string[]; readonly point?: Point }
  /** The person lit a net, or none. */
  | { readonly type: "lit"; readonly net: string | null }
  /** The person wants to see the board as a body. */
  | { readonly type: "view3d" }
  /** The person wants the document checked. */
  | { readonly type: "check" }
  /** The person enters a sheet: open its file, as the sheet names it. */
  | { readonly type: "openSheet"; readonly file: string }
  /** The replica failed and wants to be told why in the log; it then asks for the document anew. */
  | { readonly type: "problem"; readonly message: string }
  /** Answer to a test's question about what is drawn. */
  | { readonly type: "drawn"; readonly revision: number; readonly items: number; readonly at: number };

/** What an agent would do to a document: the steps of what still waits for the person. */
export interface ProposalView {
  readonly id: string;
  readonly agent: string;
  readonly label: string;
  readonly steps: readonly Step[];
}

/** What a document's project says about how it is drawn: the text of the project file and of its drawing sheet. */
export interface Surroundings {
  readonly project: string | null;
  /** Where that file is. */
  readonly projectPath?: string;
  readonly drawingSheet: string | null;
}

/** Another version of the document, to compare with. */
export interface CompareView {
  /** What version it is: a commit, the file on disk. */
  readonly title: string;
  readonly bytes: Uint8Array;
  /** Whether it came after the document that is shown; usually it is an older one. */
  readonly isNewer: boolean;
  /** Which of the two is shown at first; left out: both. */
  readonly side?: "before" | "after";
}

/** What an agent wants the person to point at. */
export interface Pick {
  readonly id: string;
  readonly mode: "items" | "point";
  readonly prompt: string;
  readonly from: string;
}

/** One violation of DRC or ERC. */
export interface FindingView {
  readonly id: string;
  readonly source: "DRC" | "ERC";
  /** KiCad's key, such as clearance. */
  readonly type: string;
  readonly severity: string;
  readonly description: string;
  /** What it is about, in words, and the uuids of these. */
  readonly subjects: readonly string[];
  readonly ids: readonly string[];
  /** In mm. */
  readonly at: readonly [number, number];
}

export interface CheckView {
  readonly isRunning: boolean;
  readonly isChecked: boolean;
  /** There were edits since: findings that named what was edited are gone, the others may hold or not. */
  readonly isStale: boolean;
  readonly findings: readonly FindingView[];
}

export interface ViewSettings {
  readonly theme: "kicad" | "vscode";
  /** Grid in millimetres. */
  readonly grid: number;
}

/** The chat box. */
/** An agent's change as its card shows it. */
export interface ReviewView {
  /** The undo group that the card's edits name. */
  readonly id: string;
  readonly state: ReviewState;
  readonly note?: string;
  /** A proposal: nothing is done before it is accepted. How many calls have made it what it is. */
  readonly proposal?: number;
  /** `name`: reference or kind, for people. */
  readonly items: readonly (ReviewItem & { readonly name: string })[];
}

export type ToChat =
  | {
      readonly type: "state";
      /** Those of the open conversation. */
      readonly messages: readonly ChatMessage[];
      readonly driver: string;
      readonly reviews: readonly ReviewView[];
      readonly conversations: readonly ConversationHead[];
      readonly current: string;
    }
  /** The answer to `compare`. */
  | { readonly type: "comparison"; readonly id: string; readonly made: ComparisonView }
  | { readonly type: "comparison"; readonly id: string; readonly problem: string }
  /** Goes into the box, to be sent in another form. */
  | { readonly type: "draft"; readonly text: string }
  /** What goes along with the next request. */
  | { readonly type: "attached"; readonly subjects: readonly ChatSubject[] }
  /** What the letters typed so far may become. */
  | { readonly type: "completions"; readonly typed: string; readonly items: readonly Completion[] }
  | { readonly type: "message"; readonly message: ChatMessage; readonly reviews: readonly ReviewView[] };

/** Something that letters in the box may become. */
export interface Completion {
  readonly insert: string;
  readonly label: string;
  readonly detail: string;
}

/** What exactly a change makes of the design. */
export interface ComparisonView {
  readonly added: readonly string[];
  readonly gone: readonly string[];
  readonly counts: { readonly added: number; readonly gone: number };
  /** PNG, base64. */
  readonly pictures: readonly { readonly path: string; readonly before: string; readonly after: string }[];
}

/** One item of a change; left out: the whole change. */
export type Judged = { readonly id: string; readonly item?: { readonly path: string; readonly id: string } };

export type FromChat =
  | { readonly type: "ready" }
  /** `replaces`: an earlier request that goes, with all that followed; `restore`: the design goes back to before it. */
  | { readonly type: "send"; readonly text: string; readonly replaces?: string; readonly restore?: boolean }
  | { readonly type: "conversation"; readonly do: "new" | "clear" }
  | { readonly type: "conversation"; readonly do: "open"; readonly id: string }
  /** `@` or `/` and the letters behind it. */
  | { readonly type: "complete"; readonly typed: string }
  /** Attach what is selected, or what the person clicks next on the canvas. */
  | { readonly type: "attach"; readonly what: "selection" | "pick" }
  | { readonly type: "detach"; readonly index: number }
  | { readonly type: "stop"; readonly chatId: string }
  /** `seen`: of a proposal, the count of calls that was shown. */
  | ({ readonly type: "accept"; readonly seen?: number } & Judged)
  | ({ readonly type: "reject"; readonly note?: string } & Judged)
  | { readonly type: "judgeAll"; readonly chatId: string; readonly verdict: "accept" | "reject" }
  /** Back to before a request: the design, what was said, or both. */
  | { readonly type: "restore"; readonly chatId: string; readonly what: "design" | "conversation" | "both" }
  /** What exactly a change makes of the design: pictures, and findings that are new or gone. */
  | { readonly type: "compare"; readonly id: string }
  | { readonly type: "showEdit"; readonly path: string; readonly ids: readonly string[] };

/** The messages panel. */
/** One call, as text that is cut where it is long. */
export interface CallView {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly caller: string;
  readonly callerKind: string;
  readonly command: string;
  readonly args: string;
  readonly result: string;
  readonly error?: string;
  readonly ms: number;
}

export interface AgentView {
  readonly name: string;
  readonly isPaused: boolean;
}

export type ToMessages =
  | { readonly type: "all"; readonly calls: readonly CallView[] }
  | { readonly type: "calls"; readonly calls: readonly CallView[] }
  | { readonly type: "agents"; readonly agents: readonly AgentView[]; readonly halted: boolean };

export type FromMessages =
  | { readonly type: "ready" }
  | { readonly type: "copy"; readonly as: "cli" | "script"; readonly ids: readonly number[] }
  | { readonly type: "pause"; readonly agent: string; readonly paused: boolean }
  | { readonly type: "halt"; readonly halted: boolean }
  | { readonly type: "clear" };

export type { ChatMessage, ChatSubject, ConversationHead };
