import { CommandError } from "../../base/error.ts";
import type { Doc } from "../../model/document.ts";
import type { Item, ItemId } from "../../model/item.ts";
import { childKind } from "../../model/kind.ts";
import { footprintOf, partsBoard } from "../../model/library/parts-board.ts";
import type { Patch, Step } from "../../model/step.ts";
import { kindInside } from "../../model/step.ts";
import { absentOf } from "../../model/struct.ts";
import type { EditMark, Owner } from "../../session/edit.ts";
import { Edit } from "../../session/edit.ts";
import type { EditContext } from "../define.ts";
import { resolveAnywhere } from "../item-refs.ts";

/** The words of a footprint's file for the kinds that a board has by others. */
const tokens: Readonly<Record<string, string>> = { text: "fp_text", textBox: "fp_text_box" };

/** Fields that every footprint has. */
const kept: ReadonlySet<string> = new Set(["Reference", "Value"]);
const HIDE = 'Hide it: pcb.setProperties { "properties": { "hide": true } }.';

/**
 * An edit of a footprint's file that sees the parts as a board's items ({@link partsBoard}): an edit of boards that takes
 * items by id moves pads and draws lines with it, and every step of it is one inside the footprint.
 */
class PartsEdit extends Edit {
  private readonly inner: Edit;

  constructor(inner: Edit) {
    super(inner.path, inner.doc, () => inner.freshId());
    this.inner = inner;
  }

  override get doc(): Doc {
    return partsBoard(this.inner.doc)!;
  }

  override get steps(): readonly Step[] {
    return this.inner.steps;
  }

  override mark(): EditMark {
    return this.inner.mark();
  }

  override rewind(mark: EditMark): void {
    this.inner.rewind(mark);
  }

  override add(kind: string, values: Patch): ItemId {
    const given = values["token"] as string | undefined;
    const token = given === undefined ? (tokens[kind] ?? kind) : given.replace(/^gr_/, "fp_");
    const own = childKind(kindInside(this.inner.doc, [], this.footprint), token);
    const absent = own === undefined ? {} : absentOf(own.shape);
    const user = token === "fp_text" ? { role: "user" } : {};
    return this.inner.addInside(this.footprint.id, token, {
      ...absent,
      ...user,
      ...values,
      ...(given === undefined ? {} : { token }),
    });
  }

  override set(id: ItemId, to: Patch, owner?: Owner): void {
    this.inner.set(id, to, this.pathOf(owner));
  }

  override remove(id: ItemId, owner?: Owner): void {
    const item = this.doc.items.get(id);
    if (item?.kind === "property" && kept.has(String(item["name"])))
      throw refused(`delete field ${item["name"]}`, HIDE);
    this.inner.remove(id, this.pathOf(owner));
  }

  override copy(items: readonly Item[]): ReadonlyMap<ItemId, ItemId> {
    const field = items.find((item) => item.kind === "property");
    if (field !== undefined) throw refused(`copy field ${field["name"]}`, "Add a field or a text instead.");
    return new Map(items.map((item) => [item.id, this.add(item.kind, item)]));
  }

  private get footprint(): Item {
    return footprintOf(this.inner.doc)!;
  }

  private pathOf(owner: Owner | undefined): Owner {
    const within = owner === undefined ? [] : typeof owner === "string" ? [owner] : owner;
    return [this.footprint.id, ...within];
  }
}

function refused(what: string, hint: string): CommandError {
  return new CommandError({ code: "invalid-args", message: `Cannot ${what}: a footprint has it once.`, hint });
}

/** The context of an edit of boards, on the parts of a footprint's file. */
export function onParts(cx: EditContext): EditContext {
  const edit = new PartsEdit(cx.edit);
  return {
    ...cx,
    edit,
    get doc(): Doc {
      return edit.doc;
    },
  };
}

/** The arguments of such a call with the file's own names of parts (`REF**.2`) as ids. */
export function partsNamed(doc: Doc, args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const items = args["items"] as string | readonly string[] | undefined;
  if (items === undefined) return { ...args };
  return { ...args, items: resolveAnywhere(doc, items, "find").map(({ item }) => item.id) };
}
