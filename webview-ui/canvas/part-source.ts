import type { Doc } from "../../core/model/document.ts";
import type { Host } from "./host.ts";
import type { LayerSet } from "./layers.ts";
import type { ChooserSource, FoundPart } from "./panels/part-chooser.ts";
import type { PartModel } from "./part-model.ts";
import { partOf } from "./part-model.ts";

/** How many parts are listed at once. */
const MOST = 60;

/** The libraries of a document's project, by commands. */
export function partSource(
  kind: "symbol" | "footprint",
  path: string,
  doc: () => Doc | null,
  layers: LayerSet,
  host: Host,
): ChooserSource {
  const loaded = new Map<string, PartModel | null>();
  return {
    async search(text) {
      // "power:gnd" looks in that library only.
      const parts = /^([\w.-]+):(.*)$/.exec(text);
      const within = parts === null ? { query: text } : { query: parts[2]!, library: parts[1]! };
      const reply = await host.call("lib.search", { ...within, kind, project: path, limit: MOST });
      if ("error" in reply) return reply.error.message;
      return reply.result as { total: number; parts: readonly FoundPart[] };
    },
    async load(id) {
      const known = loaded.get(id);
      if (known !== undefined) return known;
      const reply = await host.call("lib.get", { id, kind, project: path, text: true });
      const text = "error" in reply ? undefined : (reply.result as { text?: string }).text;
      const board = doc();
      const part = text === undefined || board === null ? null : partOf(id, kind, text, board);
      loaded.set(id, part);
      return part;
    },
    colorOf: (layer) => layers.colorOf(layer),
    background: () => layers.background,
  };
}
