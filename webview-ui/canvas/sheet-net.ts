import type { Point } from "../../core/base/nm.ts";
import { librarySymbolsOf, pinsOf } from "../../core/engines/sheet/symbol-pins.ts";
import type { ItemId } from "../../core/model/item.ts";
import type { PlacedSymbol } from "../../core/model/schematic/symbol.ts";
import { distance } from "./tools/board-tools.ts";
import type { ToolSurface } from "./tools/tool.ts";

/** What of a design's nets is drawn on the sheet that is shown; the whole design is asked, for nets go over sheets. */
export class SheetNet {
  private readonly surface: ToolSurface;

  constructor(surface: ToolSurface) {
    this.surface = surface;
  }

  /** The net of the wire, label or pin at a place; null where there is none. */
  async at(place: Point): Promise<string | null> {
    const doc = this.surface.doc();
    for (const id of doc === null ? [] : this.surface.hits(place)) {
      const item = doc!.items.get(id);
      if (item === undefined) continue;
      const found = await this.netsOf(id);
      if (item.kind !== "symbol") {
        if (found[0] !== undefined) return found[0].net;
        continue;
      }
      const pins = pinsOf(item as unknown as PlacedSymbol, librarySymbolsOf(doc!));
      const near = [...pins].sort((a, b) => distance(a.at, place) - distance(b.at, place))[0];
      const own = found.find((each) => near !== undefined && each.item.endsWith(`.${near.number}`));
      if (own !== undefined && own.net !== "") return own.net;
    }
    return null;
  }

  /** Items of this sheet, and pins inside them, that belong to a net. */
  async drawn(net: string): Promise<ReadonlySet<ItemId>> {
    const answer = (await this.surface.look("query.net", { path: this.root(), net })) as {
      readonly drawn?: readonly { readonly file: string; readonly ids: readonly ItemId[] }[];
    } | null;
    const own = this.surface.path();
    return new Set(answer?.drawn?.find(({ file }) => file === own)?.ids);
  }

  private async netsOf(item: ItemId): Promise<readonly { readonly item: string; readonly net: string }[]> {
    const answer = (await this.surface.look("query.connections", { path: this.root(), item })) as {
      readonly connections: readonly { readonly item: string; readonly net: string }[];
    } | null;
    return (answer?.connections ?? []).filter(({ net }) => net !== "");
  }

  /** The schematic that the project begins with. */
  private root(): string {
    return this.surface.project().replace(/\.kicad_pro$/, ".kicad_sch");
  }
}
