import type { Point } from "../../core/base/nm.ts";
import { toMm } from "../../core/base/nm.ts";
import type { Doc, DocKind } from "../../core/model/document.ts";
import type { Item, ItemId } from "../../core/model/item.ts";
import { groupArgs } from "./groups.ts";
import type { Host, Reply } from "./host.ts";
import { fieldIds } from "./panels/properties-panel.ts";

/** The canvas's wishes as command calls; the only place that knows their ids and arguments. */
export class Calls {
  private readonly host: Host;
  private readonly where: () => { readonly path: string; readonly kind: DocKind; readonly doc: Doc | null };

  constructor(host: Host, where: Calls["where"]) {
    this.host = host;
    this.where = where;
  }

  /** Moves items by nanometres. */
  move(items: readonly ItemId[], by: Point): Promise<Reply> {
    const alone = groupArgs(this.where().doc, "move", items);
    return this.run("move", { items, by: [toMm(by.x), toMm(by.y)], ...alone });
  }

  /** Turns items a quarter counter-clockwise. */
  rotate(items: readonly ItemId[]): Promise<Reply> {
    return this.run("rotate", { items, angle: 90 });
  }

  delete(items: readonly ItemId[]): Promise<Reply> {
    return this.run("delete", { items });
  }

  /** New values by property name, as `query.items` shows them. */
  setProperties(items: readonly ItemId[], properties: Readonly<Record<string, unknown>>): Promise<Reply> {
    return this.run("setProperties", { items, properties });
  }

  /** A field of footprints, symbols, sheets or labels. */
  setField(items: readonly Item[], name: string, value: string): Promise<Reply> {
    return this.where().kind === "board"
      ? this.setProperties(fieldIds(items, name), { value })
      : this.run("setField", { items: items.map(({ id }) => id), name, value });
  }

  private run(verb: string, args: Readonly<Record<string, unknown>>): Promise<Reply> {
    const { path, kind } = this.where();
    return this.host.call(`${kind === "board" ? "pcb" : "sch"}.${verb}`, { path, ...args });
  }
}
