import type { Box, Nm } from "../../../base/nm.ts";
import type { Shape } from "../../../geometry/shape.ts";
import { boxesMeet } from "../../../geometry/shape.ts";
import type { BoardItem } from "../../../model/board/board-items.ts";
import type { Doc } from "../../../model/document.ts";
import { contextOf } from "../../render/context.ts";
import { KnownPlaces } from "../board-geometry.ts";
import type { CheckOptions } from "../check.ts";
import type { BoardParts } from "../check-board.ts";
import { CheckBoard } from "../check-board.ts";
import type { CheckRule } from "../define-rule.ts";
import type { FillIsland } from "../islands.ts";
import { islandsOf } from "../islands.ts";
import type { JudgedFinding } from "../judge.ts";
import { judge } from "../judge.ts";
import { checkRules } from "../rule-list.ts";
import { libraryFootprints } from "../rules/library-footprints.ts";
import { thermals } from "../rules/thermals.ts";
import { ShapeStore } from "../shape-store.ts";
import { LiveIndex } from "./live-index.ts";
import type { ItemChange } from "./live-items.ts";
import { LiveItems } from "./live-items.ts";
import { coverOf, reachOf, touchedBy } from "./touched.ts";

/** What is kept from one version of a board to the next. */
interface Kept {
  readonly items: LiveItems;
  readonly index: LiveIndex;
  readonly parts: BoardParts;
  readonly singles: Map<Shape, boolean>;
  reach: Nm;
  /** How each zone's pieces of fill hang together, as text. */
  lonely: ReadonlyMap<BoardItem, string>;
  board: CheckBoard;
}

/** Runs of one rule may be told how they are getting on. */
export type LiveOptions = Pick<CheckOptions, "settings" | "rules" | "only">;

/** What comes with one version of the board. */
export type UpdateOptions = Pick<CheckOptions, "libraries" | "signal" | "progress">;

/**
 * The findings of a board while it is edited: the same ones that `checkBoard` has, for no more work than what an edit
 * touched. One of these follows one board; other settings or rules want another one.
 */
export class LiveCheck {
  private readonly options: LiveOptions;
  private readonly found = new Map<CheckRule, readonly JudgedFinding[]>();
  private kept: Kept | null = null;

  constructor(options: LiveOptions) {
    this.options = options;
  }

  /** All findings of the last version, rule by rule. */
  get findings(): JudgedFinding[] {
    return checkRules.flatMap((rule) => this.found.get(rule) ?? []);
  }

  /**
   * Brings the findings up to this version. Answers whether that took no whole check. When it throws (it was stopped) the
   * next call checks the whole board.
   */
  update(doc: Doc, how: UpdateOptions = {}): boolean {
    const { kept } = this;
    this.kept = null;
    const next = kept === null ? null : this.follow(kept, doc, how);
    this.kept = next ?? this.start(doc, how);
    return next !== null;
  }

  /** Checks the whole board. */
  private start(doc: Doc, how: UpdateOptions): Kept {
    const { settings } = this.options;
    const items = new LiveItems(doc);
    const cx = contextOf(doc, { variables: Object.fromEntries(settings.textVariables) });
    const singles = new Map<Shape, boolean>();
    const parts: BoardParts = { store: new ShapeStore(cx), places: new KnownPlaces(), singles };
    const board = this.boardOf(doc, how, { ...parts, items: items.current });
    const running = this.running();
    for (const [i, rule] of running.entries()) {
      how.progress?.(rule.about, (100 * i) / running.length);
      this.found.set(rule, this.run(rule, board, how));
    }
    const placed = items.current.all.filter((item) => item.type !== "zone" && item.type !== "footprint");
    return {
      items,
      index: new LiveIndex(placed, (item) => coverOf(board, item)),
      parts,
      singles,
      reach: reachOf(board),
      lonely: lonelyOf(islandsOf(board)),
      board,
    };
  }

  /** Looks again at what an edit touched; null when that is everything. */
  private follow(kept: Kept, doc: Doc, how: UpdateOptions): Kept | null {
    const before = kept.board;
    const sameFile = before.doc.file.netCodes === doc.file.netCodes && before.doc.version === doc.version;
    const change = kept.items.update(doc);
    if (!sameFile || change.around || kept.items.isSparse || this.isFarReaching(change)) return null;
    const sameLibraries = before.libraries === (how.libraries ?? null);
    if (change.gone.length + change.come.length === 0 && sameLibraries) return kept;
    const search = (box: Box, found: (item: BoardItem) => void) => kept.index.search(box, found);
    const board = this.boardOf(doc, how, { ...kept.parts, items: kept.items.current, search });
    kept.board = board;
    const isPlaced = (item: BoardItem) => item.type !== "zone" && item.type !== "footprint";
    kept.index.update(change.gone.filter(isPlaced), change.come.filter(isPlaced), (item) => coverOf(board, item));
    // A distance that nobody asks for any more still bounds what was found under it.
    kept.reach = Math.max(kept.reach, reachOf(board));
    const touched = touchedBy(board, search, change, kept.reach);
    for (const shape of kept.singles.keys())
      if (touched.region.some((box) => boxesMeet(box, shape.box))) kept.singles.delete(shape);
    const lonely = lonelyOf(islandsOf(board));
    const near = board.within(touched.near);
    const own = board.within(touched.own);
    const changed = [...change.gone, ...change.come];
    for (const rule of this.running()) {
      const old = this.found.get(rule) ?? [];
      if (rule.scope === "board" && !changed.some((item) => rule.concerns?.(board, item) ?? true)) continue;
      const isAnew =
        rule.scope === "board" ||
        (rule === thermals && !sameTexts(kept.lonely, lonely)) ||
        (rule === libraryFootprints && !sameLibraries);
      if (isAnew) {
        this.found.set(rule, this.run(rule, board, how));
        continue;
      }
      const names = (finding: JudgedFinding) => finding.items.some((id) => touched.ids.has(id));
      const fresh = this.run(rule, rule.scope === "item" ? own : near, how);
      const isOwn = new Set(changed.map(({ id }) => id));
      const concerned =
        rule.scope === "item" ? (finding: JudgedFinding) => finding.items.some((id) => isOwn.has(id)) : names;
      this.found.set(rule, [...old.filter((each) => !concerned(each)), ...fresh.filter(concerned)]);
    }
    kept.lonely = lonely;
    return kept;
  }

  /** Whether an edit changes what everything hangs on: the board's edge, or what rules go by beyond what is near. */
  private isFarReaching({ gone, come }: ItemChange): boolean {
    const isEdge = ({ item }: BoardItem) => item["layer"] === "Edge.Cuts" || item["layer"] === "Margin";
    if (gone.some(isEdge) || come.some(isEdge)) return true;
    return this.options.rules.some(({ conditionText }) => /fromto/i.test(conditionText));
  }

  private boardOf(doc: Doc, { libraries }: UpdateOptions, parts: BoardParts): CheckBoard {
    return new CheckBoard(doc, this.options.settings, this.options.rules, libraries ?? null, parts);
  }

  private running(): readonly CheckRule[] {
    const { wants } = judge(this.options, () => {});
    return checkRules.filter((rule) => rule.types.some(wants));
  }

  private run(rule: CheckRule, board: CheckBoard, { signal }: UpdateOptions): JudgedFinding[] {
    const found: JudgedFinding[] = [];
    rule.run(
      board,
      judge({ ...this.options, signal }, (finding) => found.push(finding)),
    );
    return found;
  }
}

function lonelyOf(islands: readonly FillIsland[]): Map<BoardItem, string> {
  const found = new Map<BoardItem, string>();
  for (const { zone, layer, lonely } of islands) found.set(zone, `${found.get(zone) ?? ""}${layer}:${lonely ?? "-"} `);
  return found;
}

function sameTexts(a: ReadonlyMap<BoardItem, string>, b: ReadonlyMap<BoardItem, string>): boolean {
  return a.size === b.size && [...a].every(([zone, text]) => b.get(zone) === text);
}
