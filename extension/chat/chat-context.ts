import type { AgentCore } from "../../core/agent/agent-core.ts";
import type { ChatContext, ChatSubject } from "../../core/agent/chat.ts";
import { completionsOf, mentionsIn, mentionText, subjectsOf } from "../../core/agent/mentions.ts";

import { referenceOf } from "../../core/commands/item-refs.ts";
import { sheetNamesOf } from "../../core/commands/sch/sheet-names.ts";
import type { OpenDocument } from "../../core/session/open-document.ts";
import type { Completion } from "../../webview-ui/protocol.ts";
import type { KicadDocument } from "../editor/kicad-document.ts";
import type { KicadEditors } from "../editor/kicad-editors.ts";
import { PERSON } from "../person.ts";

/** Items told of a selection. */
const MAX_ITEMS = 50;

/** Things that the person did, told along with a request. */
const MAX_RECENT = 8;

const MAX_COMPLETIONS = 12;

/** What goes along with requests: what the person selected, named, pointed out and did last. */
export class ChatContexts {
  private readonly core: AgentCore;
  private readonly editors: Pick<KicadEditors, "active">;
  private readonly recent: string[] = [];
  private readonly detach: () => void;
  private attachedNow: readonly ChatSubject[] = [];

  constructor(core: AgentCore, editors: Pick<KicadEditors, "active">) {
    this.core = core;
    this.editors = editors;
    this.detach = core.session.onChange(({ actor, reason, label }) => {
      if (actor !== PERSON.name || (reason !== "edit" && reason !== "undo" && reason !== "redo")) return;
      this.recent.unshift(reason === "edit" ? label : `${reason}: ${label}`);
      this.recent.length = Math.min(this.recent.length, MAX_RECENT);
    });
  }

  dispose(): void {
    this.detach();
  }

  /** What the person pointed out for the next request. */
  get attached(): readonly ChatSubject[] {
    return this.attachedNow;
  }

  attach(path: string, ids: readonly string[]): void {
    const known = new Set(this.attachedNow.map(({ path, id }) => `${path}\n${id}`));
    const more = this.subjects(path, ids).filter((each) => !known.has(`${each.path}\n${each.id}`));
    this.attachedNow = [...this.attachedNow, ...more].slice(0, MAX_ITEMS);
  }

  detachAt(index: number): void {
    this.attachedNow = this.attachedNow.filter((_, i) => i !== index);
  }

  /** The context of a request; what was attached is used up. */
  take(text: string): ChatContext | undefined {
    const document = this.editors.active;
    const attached = this.attachedNow;
    this.attachedNow = [];
    const selection =
      document?.path === undefined ? [] : this.subjects(document.path, document.selection.slice(0, MAX_ITEMS));
    const mentions = text.includes("@") ? mentionsIn(text, subjectsOf(this.documents())) : [];
    const picture = /(^|\s)\/picture\b/.test(text);
    const context: ChatContext = {
      ...(selection.length === 0 ? {} : { selection }),
      ...(mentions.length === 0 ? {} : { mentions }),
      ...(attached.length === 0 ? {} : { attached }),
      ...(this.recent.length === 0 ? {} : { recent: [...this.recent] }),
      ...(document === undefined ? {} : this.looksAt(document)),
      ...(picture ? { picture } : {}),
    };
    return Object.keys(context).length === 0 ? undefined : context;
  }

  /** What `@` and some letters may mean. */
  complete(typed: string): readonly Completion[] {
    return completionsOf(subjectsOf(this.documents()), typed, MAX_COMPLETIONS).map(({ kind, name, path }) => ({
      insert: mentionText(name),
      label: name,
      detail: kind === "file" ? "file" : `${kind} · ${path.split(/[\\/]/).at(-1)}`,
    }));
  }

  /** What of a document is before the person's eyes. */
  private looksAt({ path, seen }: KicadDocument): Partial<ChatContext> {
    const isSheet = path?.endsWith(".kicad_sch") === true;
    return {
      ...(seen === undefined ? {} : { view: seen.view }),
      ...(seen === undefined || seen.layer === ""
        ? {}
        : { layer: seen.layer, layers: seen.layers, hiddenLayers: seen.hidden }),
      ...(isSheet && path !== undefined ? { sheets: sheetNamesOf(path, this.core.session.list()) } : {}),
    };
  }

  /** The open documents, the active one first. */
  private documents(): readonly OpenDocument[] {
    const active = this.editors.active?.path;
    return [...this.core.session.list()].sort((a, b) => Number(b.path === active) - Number(a.path === active));
  }

  private subjects(path: string, ids: readonly string[]): readonly ChatSubject[] {
    const open = this.core.session.find(path);
    return ids.flatMap((id): ChatSubject[] => {
      const item = open?.doc.items.get(id);
      if (item === undefined) return [];
      const reference = referenceOf(item);
      return [{ kind: reference === "" ? "item" : "part", name: reference || item.kind, path, id }];
    });
  }
}
