import type { AgentCore } from "../../core/agent/agent-core.ts";
import type { CommandError } from "../../core/base/error.ts";
import { toCommandError } from "../../core/base/error.ts";
import type { Change } from "../../core/session/session.ts";

/** One entry of the editor's own undo stack. */
export interface StackEdit {
  readonly label: string;
  undo(): Promise<void>;
  redo(): Promise<void>;
}

/** What the bridge needs of the editor, by document path. */
export interface StackHost {
  /** Puts an edit that has happened on the document's stack. */
  push(path: string, edit: StackEdit): void;
  /** Brings the tab's dirty mark in line with the session, soon. */
  settle(path: string): void;
  /** The person's undo (or redo) met a change that was undone already: take the next one. */
  repeat(path: string, verb: "undo" | "redo"): void;
  report(error: CommandError): void;
}

/**
 * Ties VS Code's undo stacks, one a tab, to the session's history. Each change becomes one stack entry whose undo and
 * redo bring the change's whole group into a wanted state, so they may come twice, in any order, or from either of two
 * tabs that one change touched.
 */
export class EditBridge {
  private readonly core: AgentCore;
  private readonly actor: string;
  private readonly host: StackHost;
  /** The group that an undo or redo of the person is bringing into place right now. */
  private turning: string | null = null;

  constructor(core: AgentCore, actor: string, host: StackHost) {
    this.core = core;
    this.actor = actor;
    this.host = host;
  }

  /** Heeds a change of a document that has a tab. */
  heed(change: Change): void {
    const { path, reason, group, label } = change;
    if (group !== null && reason === "edit") this.push(path, label, group, true);
    // The other tab of the group keeps its entry: undoing it there finds nothing to do and passes on.
    else if (group !== null && group !== this.turning) {
      if (reason === "undo") this.push(path, `Undo ${label}`, group, false);
      if (reason === "redo") this.push(path, `Redo ${label}`, group, true);
    }
    this.host.settle(path);
  }

  /** Puts the changes that a document has had before it got its tab on the stack. */
  announce(path: string): void {
    const open = this.core.session.find(path);
    for (const entry of open?.history ?? []) if (entry.applied) this.push(path, entry.label, entry.group, true);
    this.host.settle(path);
  }

  private push(path: string, label: string, group: string, applied: boolean): void {
    this.host.push(path, {
      label,
      undo: () => this.turn(path, group, !applied, "undo"),
      redo: () => this.turn(path, group, applied, "redo"),
    });
  }

  /** Never rejects: VS Code would drop the tab's whole stack. */
  private async turn(path: string, group: string, applied: boolean, verb: "undo" | "redo"): Promise<void> {
    try {
      const isIdle = await this.core.exclusive(async () => {
        const { session } = this.core;
        const entries = session.list().flatMap((open) => open.history.filter((entry) => entry.group === group));
        if (entries.every((entry) => entry.applied === applied)) return true;
        this.turning = group;
        try {
          await session.setApplied(group, applied, this.actor);
        } finally {
          this.turning = null;
        }
        return false;
      });
      if (isIdle) this.host.repeat(path, verb);
    } catch (thrown) {
      this.host.report(toCommandError(thrown));
    } finally {
      this.host.settle(path);
    }
  }
}
