// Generated from core/commands by npm run gen; do not edit.

/** Typings of the commands of Electronics Designer 0.1.0. Lengths are in millimetres, angles in degrees. */
export interface Commands {
  /** The sheets of a schematic from the file down, parents before children: name, file, page and path of each use. A missing file, or one that holds itself, is listed with its problem. */
  "query.sheetTree": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
    };
    result: {
      path: string;
      sheets: {
        name: string;
        file: string;
        page: string;
        path: string;
        depth: number;
        symbols: number;
        pins: number;
        problem?: string;
      }[];
    };
  };
  /** Runs commands one after the other as one undo entry; on the first failure everything is taken back. */
  "session.batch": {
    args: {
      /** The calls. */
      steps: { id: string; args?: Record<string, unknown> }[];
      /** Name of the undo entry. */
      label?: string;
    };
    result: {
      label: string;
      results: unknown[];
      documents: {
        path: string;
        newIds: string[];
        changedIds: string[];
        removedIds: string[];
        revision: number;
        hash: string;
      }[];
      dryRun?: boolean;
    };
  };
  /** Closes a document. One with unsaved edits is refused unless `discard` is true. */
  "session.close": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** Throw unsaved edits away. */
      discard?: boolean;
    };
    result: { path: string; closed: boolean };
  };
  /** The open documents; with `path` also query.describe of that document. */
  "session.describe": {
    args: {
      /** A document to describe. */
      path?: string;
    };
    result: {
      documents: {
        path: string;
        kind: "board" | "schematic";
        version: number;
        revision: number;
        hash: string;
        dirty: boolean;
        items: number;
        undo: string | null;
        problems: { message: string; offset: number; line: number; column: number }[];
      }[];
      document?: unknown;
    };
  };
  /** The open documents, with their revision and whether they have unsaved edits. */
  "session.documents": {
    args: {};
    result: {
      documents: {
        path: string;
        kind: "board" | "schematic";
        version: number;
        revision: number;
        hash: string;
        dirty: boolean;
        items: number;
        undo: string | null;
        problems: { message: string; offset: number; line: number; column: number }[];
      }[];
    };
  };
  /** The calls of this session: who called what, with arguments, result and time, as a Markdown report or one JSON document. */
  "session.export": {
    args: {
      /** markdown (default) or json. */
      format?: "markdown" | "json";
    };
    result: { format: string; calls: number; text: string };
  };
  /** The changes of a document since it was opened, oldest first: who made each, and whether it stands. */
  "session.history": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
    };
    result: {
      path: string;
      entries: {
        id: string;
        group: string;
        label: string;
        actor: string;
        at: number;
        applied: boolean;
        steps: number;
      }[];
    };
  };
  /** Opens a board or a schematic, or answers the one that is open. Unsaved edits of a process that died come back. */
  "session.open": {
    args: {
      /** The file, relative to the working directory. */
      path: string;
    };
    result: {
      path: string;
      kind: "board" | "schematic";
      version: number;
      revision: number;
      hash: string;
      dirty: boolean;
      items: number;
      undo: string | null;
      problems: { message: string; offset: number; line: number; column: number }[];
    };
  };
  /** Does the change undone last again, or the one named by `group`, in every document that it touched. */
  "session.redo": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** A change from session.history; the newest one when left out. Later changes may stand. */
      group?: string;
    };
    result: {
      path: string;
      label: string | null;
      documents: { path: string; revision: number; hash: string; dirty: boolean }[];
    };
  };
  /** Reads a document anew from disk. Unsaved edits and the history are gone. */
  "session.revert": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
    };
    result: {
      path: string;
      kind: "board" | "schematic";
      version: number;
      revision: number;
      hash: string;
      dirty: boolean;
      items: number;
      undo: string | null;
      problems: { message: string; offset: number; line: number; column: number }[];
    };
  };
  /** Writes a document to another file, which is then the open one. An existing file is refused unless `force` is true. */
  "session.saveAs": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** The new file, relative to the working directory. */
      to: string;
      /** Overwrite an existing file. */
      force?: boolean;
    };
    result: {
      path: string;
      kind: "board" | "schematic";
      version: number;
      revision: number;
      hash: string;
      dirty: boolean;
      items: number;
      undo: string | null;
      problems: { message: string; offset: number; line: number; column: number }[];
    };
  };
  /** Writes unsaved edits to disk: of `path`, or of every open document. Refuses to overwrite a file that somebody else changed since it was read, unless `force` is true. */
  "session.save": {
    args: {
      /** The document; all open ones when left out. */
      path?: string;
      /** Overwrite even when the file changed on disk. */
      force?: boolean;
    };
    result: {
      saved: {
        path: string;
        kind: "board" | "schematic";
        version: number;
        revision: number;
        hash: string;
        dirty: boolean;
        items: number;
        undo: string | null;
        problems: { message: string; offset: number; line: number; column: number }[];
      }[];
    };
  };
  /** Runs edits as one change, all or nothing: `steps` of registry commands over any documents, or `intents` ({ "op": "addTrack", … }) on one. One undo entry for each document. */
  "session.transaction": {
    args: {
      /** Name of the undo entry. */
      label?: string;
      /** The calls. */
      steps?: { id: string; args?: Record<string, unknown> }[];
      /** The document of the intents. */
      path?: string;
      /** Small edits of one document: op and the command's arguments. */
      intents?: { op: string }[];
      /** Validate and answer what would change; change nothing. */
      dryRun?: boolean;
    };
    result: {
      label: string;
      results: unknown[];
      documents: {
        path: string;
        newIds: string[];
        changedIds: string[];
        removedIds: string[];
        revision: number;
        hash: string;
      }[];
      dryRun?: boolean;
    };
  };
  /** Takes the newest change of a document back, or the one named by `group`, in every document that it touched. When later changes stand in the way it answers conflict and changes nothing. */
  "session.undo": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** A change from session.history; the newest one when left out. Later changes may stand. */
      group?: string;
    };
    result: {
      path: string;
      label: string | null;
      documents: { path: string; revision: number; hash: string; dirty: boolean }[];
    };
  };
}

export type CommandId = keyof Commands;

export interface Edsnx {
  /** Runs a command. Rejects with a CommandError: `{ code, message, hint?, data? }`. */
  run<Id extends CommandId>(id: Id, args?: Commands[Id]["args"]): Promise<Commands[Id]["result"]>;
}

declare const edsnx: Edsnx;
export default edsnx;
