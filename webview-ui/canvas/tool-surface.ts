import type { Point } from "../../core/base/nm.ts";
import type { ItemId } from "../../core/model/item.ts";
import type { Host, Reply } from "./host.ts";
import { ask } from "./panels/dialog.ts";
import { choosePart } from "./panels/part-chooser.ts";
import { partSource } from "./part-source.ts";
import type { Replica } from "./replica.ts";
import type { Stage } from "./stage.ts";
import type { ToolSurface } from "./tools/tool.ts";

export interface SurfaceOptions {
  readonly host: Host;
  readonly stage: Stage;
  readonly replica: () => Replica;
  readonly selection: () => ReadonlySet<ItemId>;
  readonly select: (ids: Iterable<ItemId>) => void;
  readonly hits: (at: Point) => readonly ItemId[];
  /** Tells what went wrong; answers whether it went well. */
  readonly told: (reply: Promise<Reply>) => Promise<boolean>;
  readonly complain: (text: string) => void;
  /** Another layer is drawn on. */
  readonly onLayer: (name: string) => void;
  readonly showMoved: (by: Point | null) => void;
  readonly refresh: () => void;
  readonly end: () => void;
}

/** What tools have of the canvas: the document, the selection, and its wishes as calls to the host. */
export function toolSurface(options: SurfaceOptions): ToolSurface {
  const { host, stage, replica, told } = options;
  return {
    doc: () => replica().doc,
    path: () => replica().path,
    project: () => replica().around.projectPath ?? replica().path,
    selection: options.selection,
    select: options.select,
    hits: options.hits,
    async run(command, args) {
      const own = command.startsWith("session.") ? args : { path: replica().path, ...args };
      const reply = await host.call(command, own);
      const isDone = await told(Promise.resolve(reply));
      return isDone && "result" in reply ? (reply.result as object) : null;
    },
    async refusal(command, args) {
      const reply = await host.call(command, { path: replica().path, dryRun: true, ...args });
      return "error" in reply ? reply.error.message : null;
    },
    async look(command, args) {
      const reply = await host.call(command, args);
      return "error" in reply ? null : (reply.result as object);
    },
    async applyAll(label, steps) {
      const reply = await host.call("session.batch", { label, steps });
      return "error" in reply ? [reply.error.message, reply.error.hint ?? ""].join(" ").trim() : null;
    },
    ask,
    choosePart: (which, query) =>
      choosePart(
        which,
        query,
        partSource(which, replica().path, () => replica().doc, stage.layers, host),
      ),
    layer: () => stage.layers.active,
    setLayer(name) {
      stage.layers.active = name;
      options.onLayer(name);
      stage.invalidate();
    },
    grid: () => stage.gridSpacing,
    showMoved: options.showMoved,
    refresh: options.refresh,
    complain: options.complain,
    end: options.end,
  };
}
