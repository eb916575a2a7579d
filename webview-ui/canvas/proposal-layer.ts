import type { Box } from "../../core/base/nm.ts";
import type { Doc } from "../../core/model/document.ts";
import type { ItemId } from "../../core/model/item.ts";
import type { Step } from "../../core/model/step.ts";
import { applySteps } from "../../core/model/step.ts";
import type { ProposalView } from "../protocol.ts";
import type { Pass } from "./gl/renderer.ts";
import type { Overlay } from "./overlay.ts";
import { Painting } from "./painting.ts";
import { colorOfAgent } from "./panels/presence-chip.ts";
import { emptyBox, joinBoxes, Scene } from "./scene.ts";
import type { Stage } from "./stage.ts";

/** What a proposal would take away. */
const GONE = 0xf14c4c;

/** How much of the ghost is seen: what comes, and where what moves stands now. */
const COMES = 0.85;
const WAS = 0.3;

/** What one proposal would make of the document, as it is drawn. */
interface Ghost {
  readonly view: ProposalView;
  /** Items that fit the document as it is now. */
  readonly ids: readonly ItemId[];
  readonly comes: Scene;
  readonly was: Scene;
  readonly goes: Scene;
}

/** What agents propose, drawn over the document as ghosts in the agents' colours. The document itself has none of it. */
export class ProposalLayer implements Overlay {
  private views: readonly ProposalView[] = [];
  private ghosts: readonly Ghost[] = [];
  private readonly stage: Stage;

  constructor(stage: Stage) {
    this.stage = stage;
    stage.overlays.push(this);
  }

  /** These wait for the person; draws them over the document. */
  show(views: readonly ProposalView[], doc: Doc | null, path: string): void {
    this.views = views;
    this.update(doc, path);
  }

  get isEmpty(): boolean {
    return this.views.length === 0;
  }

  /** Draws them anew: the document changed. */
  update(doc: Doc | null, path: string): void {
    this.ghosts = doc === null ? [] : this.views.map((view) => ghostOf(view, doc, path));
    this.stage.invalidate();
  }

  /** Where items of proposals are; null where none is drawn. */
  boxOf(ids: Iterable<ItemId>): Box | null {
    const wanted = new Set(ids);
    let box = emptyBox;
    for (const { comes, goes } of this.ghosts)
      for (const drawn of [...comes.items(), ...goes.items()])
        if (wanted.has(drawn.id)) box = joinBoxes(box, drawn.body);
    return box.minX > box.maxX ? null : box;
  }

  /** What is drawn, for tests. */
  get shown(): readonly { readonly id: string; readonly agent: string; readonly ids: readonly ItemId[] }[] {
    return this.ghosts.map(({ view, ids }) => ({ id: view.id, agent: view.agent, ids }));
  }

  passes(): readonly Pass[] {
    const { layers } = this.stage;
    const pass = (scene: Scene, rgb: number, alpha: number): Pass => ({
      scene,
      isMark: true,
      layers: [...scene.layers.keys()]
        .filter((name) => layers.isVisible(name))
        .map((name) => ({ name, color: { rgb, alpha: alpha * (/:(zone|picture)$/.test(name) ? 0.3 : 1) } })),
    });
    return this.ghosts.flatMap(({ view, comes, was, goes }) => [
      pass(was, colorOfAgent(view.agent), WAS),
      pass(goes, GONE, COMES),
      pass(comes, colorOfAgent(view.agent), COMES),
    ]);
  }
}

function ghostOf(view: ProposalView, doc: Doc, path: string): Ghost {
  const ghost: Ghost = { view, ids: [], comes: new Scene(), was: new Scene(), goes: new Scene() };
  const ids: ItemId[] = [];
  let after = doc;
  for (const [id, steps] of byItem(view.steps))
    try {
      after = applySteps(after, steps);
      ids.push(id);
    } catch {
      // It was changed since: the review list says so, and there is nothing to show of it.
    }
  const paintings = { before: new Painting(doc, path), after: new Painting(after, path) };
  for (const id of ids) {
    const [before, now] = [doc.items.get(id), after.items.get(id)];
    if (now !== undefined) ghost.comes.put(id, now.kind, (sink) => paintings.after.paint(now, sink));
    if (before === undefined) continue;
    const from = now === undefined ? ghost.goes : ghost.was;
    from.put(id, before.kind, (sink) => paintings.before.paint(before, sink));
  }
  return { ...ghost, ids };
}

/** The steps by the top-level item that they touch, in the order in which the items come. */
function byItem(steps: readonly Step[]): ReadonlyMap<ItemId, Step[]> {
  const groups = new Map<ItemId, Step[]>();
  for (const step of steps) {
    const id = step.in ?? (step.op === "set" ? step.id : step.item.id);
    groups.set(id, [...(groups.get(id) ?? []), step]);
  }
  return groups;
}
