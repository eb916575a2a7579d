import type { Point } from "../../core/base/nm.ts";
import type { Doc } from "../../core/model/document.ts";
import type { Placement } from "../../core/model/field.ts";
import type { Item } from "../../core/model/item.ts";
import { applySteps, invertSteps } from "../../core/model/step.ts";
import { Edit } from "../../core/session/edit.ts";

/** A board that is edited at random: moves, turns, deletes, adds, net changes, changes of zones and pads, undo and redo. */
export class EditedBoard {
  doc: Doc;
  /** What was done last. */
  last = "";
  private readonly below: (n: number) => number;
  private readonly done: { readonly before: Doc; readonly edit: Edit }[] = [];
  private ids = 0;

  constructor(doc: Doc, random: () => number) {
    this.doc = doc;
    this.below = (n) => Math.floor(random() * n);
  }

  step(): void {
    const what = this.below(14);
    if (what === 0 && this.done.length > 0) {
      this.last = "undo";
      this.doc = applySteps(this.doc, invertSteps(this.done.pop()!.edit.steps));
      return;
    }
    const edit = new Edit("/a.kicad_pcb", this.doc, () => this.uuid());
    const count = this.below(4) === 0 ? 1 + this.below(6) : 1;
    const told: string[] = [];
    for (let i = 0; i < count; i++) told.push(this.change(edit, what));
    this.last = told.join("; ");
    this.done.push({ before: this.doc, edit });
    this.doc = edit.doc;
  }

  private change(edit: Edit, what: number): string {
    const { below } = this;
    if (what === 11) {
      const net = this.net(edit.doc);
      const { x, y } = this.place(edit.doc);
      const layer = below(2) === 0 ? "F.Cu" : "B.Cu";
      const end = { x: x + below(8_000_000), y: y + below(8_000_000) };
      edit.add("track", { start: { x, y }, end, width: 100_000 + below(600_000), layer, net });
      return `add track ${net} at ${x},${y}`;
    }
    if (what >= 12) {
      const zone = this.pick(edit.doc, ["zone"]);
      if (zone !== null) return this.changeZone(edit, zone);
    }
    const item = this.pick(
      edit.doc,
      what < 5 ? ["footprint"] : ["track", "via", "arcTrack", "footprint", "text", "graphic"],
    );
    if (item === null) return "nothing";
    const name = `${item.kind} ${item.id}`;
    if (what < 3 || what === 5 || what === 6) {
      const far = below(4) === 0 ? 30_000_000 : 400_000;
      return `move ${name}${moved(edit, item, below(2 * far) - far, below(2 * far) - far)}`;
    }
    if (what === 3 && item.kind === "footprint") {
      const at = item["at"] as Placement;
      edit.set(item.id, { at: { ...at, angle: (at.angle + 45) % 360 } });
      return `turn ${name}`;
    }
    if (what === 4 && item.kind === "footprint") {
      const pads = item.children.filter(({ kind }) => kind === "pad");
      const pad = pads[below(pads.length)];
      if (pad !== undefined) {
        const size = pad["size"] as Point;
        if (below(2) === 0) edit.set(pad.id, { size: { x: size.x + below(400_000), y: size.y } }, item.id);
        else edit.set(pad.id, { net: this.net(edit.doc) }, item.id);
      }
      return `change pad ${pad?.id} of ${name}`;
    }
    if (what === 7) {
      edit.remove(item.id);
      return `remove ${name}`;
    }
    if (what === 8) {
      const copies = [...edit.copy([item]).values()];
      const copy = copies[0] === undefined ? undefined : edit.doc.items.get(copies[0]);
      return `copy ${name}${copy === undefined ? "" : moved(edit, copy, below(3_000_000), 500_000)}`;
    }
    if (typeof item["net"] === "string" && item.kind !== "footprint") {
      edit.set(item.id, { net: this.net(edit.doc) });
      return `net of ${name}`;
    }
    return `move ${name}${moved(edit, item, 100_000, 0)}`;
  }

  private changeZone(edit: Edit, zone: Item): string {
    const { below } = this;
    const fills = zone["fills"] as readonly { readonly points: readonly number[] }[];
    switch (below(5)) {
      case 0:
        edit.remove(zone.id);
        return `remove zone ${zone.id}`;
      case 1:
        edit.set(zone.id, { priority: below(4) });
        return `priority of zone ${zone.id}`;
      case 2:
        edit.set(zone.id, { fills: fills.filter(() => below(3) > 0) });
        return `take fills off zone ${zone.id}`;
      case 3:
        edit.set(zone.id, { net: this.net(edit.doc) });
        return `net of zone ${zone.id}`;
      default:
        edit.set(zone.id, {
          fills: fills.map((fill) => ({ ...fill, points: fill.points.map((v, i) => (i % 2 === 0 ? v + 150_000 : v)) })),
        });
        return `shift fills of zone ${zone.id}`;
    }
  }

  private pick(doc: Doc, kinds: readonly string[]): Item | null {
    const own = doc.items.entries.filter(({ kind }) => kinds.includes(kind));
    return own[this.below(own.length)]?.item() ?? null;
  }

  private net(doc: Doc): string {
    const nets = [...doc.file.netCodes.keys()];
    return nets[this.below(nets.length)] ?? "";
  }

  private place(doc: Doc): Point {
    const item = this.pick(doc, ["footprint", "via"]);
    return (item?.["at"] as Point | undefined) ?? { x: 100_000_000, y: 100_000_000 };
  }

  private uuid(): string {
    return `00000000-0000-4000-8000-${String(++this.ids).padStart(12, "0")}`;
  }
}

function moved(edit: Edit, item: Item, dx: number, dy: number): string {
  const to: Record<string, unknown> = {};
  for (const key of ["at", "start", "mid", "end", "center"]) {
    const point = item[key] as Point | null | undefined;
    if (point !== null && point !== undefined && typeof point.x === "number")
      to[key] = { ...point, x: point.x + dx, y: point.y + dy };
  }
  edit.set(item.id, to);
  return ` by ${dx},${dy}`;
}
