import type { Point } from "../../core/base/nm.ts";
import { fromMm } from "../../core/base/nm.ts";
import type { Doc, DocKind } from "../../core/model/document.ts";
import type { Item, ItemId } from "../../core/model/item.ts";
import { propertyValue } from "../../core/model/schematic/sheet.ts";
import { element } from "../dom/element.ts";
import type { ToCanvas, ViewSettings } from "../protocol.ts";
import { BoardView } from "./board-view.ts";
import { Calls } from "./calls.ts";
import { Camera } from "./camera.ts";
import { Draft } from "./draft.ts";
import { FindingMarks } from "./finding-marks.ts";
import type { Host, Reply } from "./host.ts";
import { connectHost } from "./host.ts";
import { bindKeys } from "./keys.ts";
import { PaintQueue } from "./paint-queue.ts";
import { isSurrounding, Painting, themeOf } from "./painting.ts";
import { ask } from "./panels/dialog.ts";
import { FindingsPanel } from "./panels/findings-panel.ts";
import { showKeyHelp } from "./panels/key-help.ts";
import { LayersPanel } from "./panels/layers-panel.ts";
import { MessageStrip } from "./panels/message-strip.ts";
import { choosePart } from "./panels/part-chooser.ts";
import { PickBar } from "./panels/pick-bar.ts";
import { colorOfAgent, PresenceChip } from "./panels/presence-chip.ts";
import { kindTitle, PropertiesPanel, referenceOf } from "./panels/properties-panel.ts";
import { StatusLine } from "./panels/status-line.ts";
import { Toolbar } from "./panels/toolbar.ts";
import { partSource } from "./part-source.ts";
import type { Performer } from "./performer.ts";
import { perform } from "./performer.ts";
import { nearestAnchor, rounded, topItems } from "./places.ts";
import { Replica } from "./replica.ts";
import { Stage } from "./stage.ts";
import { installProbe } from "./test-hook.ts";
import { ToolBox } from "./toolbox.ts";
import { netAt } from "./tools/board-tools.ts";
import { SelectTool } from "./tools/select.ts";
import type { Cursor, ToolSurface } from "./tools/tool.ts";
import { bindViewport, canvasPoint, toWorld } from "./viewport.ts";
import { followSize, isDarkWindow } from "./window.ts";

export interface CanvasOptions {
  readonly forwardEditorKeys: boolean;
}

/** Kinds in the order they are drawn first: what gives the view its frame, then what is quick, zones last. */
const paintOrder = ["graphic", "sheet", "footprint", "symbol", "track", "arcTrack", "via", "wire"];

/** KiCad's connection grid of schematics (50 mil): off it nothing connects. */
const SCHEMATIC_GRID = 1_270_000;

/** How long a dropped ghost waits for its change after the reply, in milliseconds. */
const GHOST_PATIENCE = 500;

/** The editor's canvas with its panels, in `root`. */
export function startCanvas(root: HTMLElement, options: CanvasOptions): void {
  const canvas = element("canvas", {
    class: "sheet",
    tabindex: "0",
    role: "application",
    "aria-label": "Drawing. Arrows pan, plus and minus zoom, Home fits, question mark lists all keys.",
  });
  const strip = new MessageStrip();
  const status = new StatusLine();
  const side = element("aside", { class: "side", "aria-label": "Panels" });
  const hint = element("div", { class: "tool-hint", role: "status", hidden: true });
  const presence = new PresenceChip();
  const toolbar = new Toolbar((id) => perform(id, performer));
  const main = element("main", { class: "stage" }, canvas, strip.root, toolbar.root, hint, presence.root);
  root.replaceChildren(main, side, status.root);

  let settings: ViewSettings = { theme: "kicad", grid: 1 };
  let painting: Painting | null = null;
  let selection: ReadonlySet<ItemId> = new Set();
  let shownRevision = -1;
  let reportedRevision = -1;
  let hasStartedDrawing = false;
  let paints = 0;

  const kind = (): DocKind => replica.doc?.kind ?? "board";
  const theme = () => themeOf(kind(), settings.theme, isDarkWindow());
  const stage = new Stage(canvas, themeOf("board", "kicad", true), () => {
    // A revision counts as drawn when a frame shows it whole.
    if (queue.isIdle && stage.isDrawable()) shownRevision = replica.revision;
    if (shownRevision === reportedRevision) return;
    reportedRevision = shownRevision;
    host.post({ type: "drawn", revision: shownRevision, items: stage.scene.size, at: Date.now() });
  });
  const host: Host = connectHost(receive);
  const camera = new Camera({
    canvas,
    stage,
    host,
    path: () => replica.path,
    onZoom: (scale, ratio) => status.setZoom(scale, ratio),
  });
  const calls = new Calls(host, () => ({ path: replica.path, kind: kind() }));
  const layersPanel = new LayersPanel(
    stage.layers,
    () => stage.invalidate(),
    (name) => surface.setLayer(name),
  );
  const properties = new PropertiesPanel({
    setProperty: (items, name, json) => void told(calls.setProperties(idsOf(items), { [name]: json })),
    setField: (items, name, value) => void told(calls.setField(items, name, value)),
    complain: (text) => strip.show("error", text),
  });
  const boardView = new BoardView({
    stage,
    doc: () => replica.doc,
    paint: (item, sink) => painting?.paint(item, sink),
    onState: (words) => status.setView(words),
    say: (text) => strip.show("note", text),
  });
  const marks = new FindingMarks();
  stage.overlays.push(marks);
  const findings = new FindingsPanel({
    show: ({ ids, description, at }) => show(ids, true, description, at),
    check: () => host.post({ type: "check" }),
  });
  side.append(layersPanel.root, findings.root, properties.root);

  const replica = new Replica({
    onDocument(doc) {
      painting = new Painting(doc, replica.path);
      stage.layers.setTheme(theme());
      boardView.light(null);
      stage.clear();
      hasStartedDrawing = true;
      layersPanel.setKind(doc.kind);
      toolbar.setKind(doc.kind);
      findings.show(noCheck, doc.kind === "board" ? "DRC" : "ERC");
      status.setLayer(doc.kind === "board" ? stage.layers.active : "");
      applySettings(settings);
      paintAll(doc);
      select([...selection].filter((id) => doc.items.entry(id) !== undefined));
    },
    onItems(doc, ids) {
      if (ids.some((id) => isSurrounding(id, doc.items.entry(id)?.kind))) {
        painting = new Painting(doc, replica.path);
        paintAll(doc);
        return;
      }
      const wasGhost = ids.some((id) => stage.isLifted(id));
      for (const id of ids) paint(id);
      if (wasGhost) endGhost();
      afterPaint();
      boardView.update(false);
      select([...selection].filter((id) => doc.items.entry(id) !== undefined));
    },
    onGap(reason) {
      if (reason !== "") host.post({ type: "problem", message: `Replica of ${replica.path}: ${reason}.` });
      host.post({ type: "ready" });
    },
  });

  const queue = new PaintQueue<ItemId>(
    (id) => paint(id),
    (done, total) => {
      if (done >= total) boardView.update(true);
      status.setWork(done < total ? `Drawing ${Math.round((100 * done) / total)} %` : "");
      afterPaint();
      if (camera.needsFit && (done >= total || done > total / 20)) camera.fit(done >= total);
      stage.invalidate();
    },
  );

  function paintAll(doc: Doc): void {
    stage.page.put("page", "page", (sink) => painting?.paintPage(sink));
    const rank = (of: string) => {
      const at = paintOrder.indexOf(of);
      return of === "zone" ? paintOrder.length + 1 : at < 0 ? paintOrder.length : at;
    };
    const entries = [...doc.items.entries].sort((a, b) => rank(a.kind) - rank(b.kind));
    queue.start(entries.map((entry) => entry.id));
  }

  function paint(id: ItemId): void {
    paints++;
    const entry = replica.doc?.items.entry(id);
    if (entry === undefined || painting === null) stage.scene.remove(id);
    else {
      const item = entry.item();
      try {
        stage.scene.put(id, entry.kind, (sink) => painting?.paint(item, sink));
      } catch (thrown) {
        host.post({ type: "problem", message: `Cannot draw ${entry.kind} ${id}: ${String(thrown)}` });
      }
    }
    stage.refresh(id);
  }

  function afterPaint(): void {
    const order = painting?.order([...stage.scene.layers.keys()]) ?? [];
    if (stage.layers.setNames(order)) layersPanel.render();
  }

  function receive(message: ToCanvas): void {
    try {
      if (message.type === "document") {
        camera.needsFit = message.path !== replica.path;
        applySettings(message.settings);
        strip.close();
        replica.load(message);
        camera.restore(message.path);
        canvas.setAttribute("aria-busy", "false");
      } else if (message.type === "change") {
        if (hasStartedDrawing) replica.change(message.change);
        stage.invalidate();
      } else if (message.type === "settings") applySettings(message.settings);
      else if (message.type === "pick") picks.show(message.pick);
      else if (message.type === "show") show(message.ids, message.zoom, message.label, message.at);
      else if (message.type === "presence") {
        presence.show(message.agent, message.label);
        point(message.ids, colorOfAgent(message.agent));
      } else if (message.type === "tool") perform(message.tool, performer);
      else if (message.type === "check") {
        findings.show(message.check, kind() === "board" ? "DRC" : "ERC");
        marks.show(message.check.findings);
        stage.invalidate();
      }
    } catch (thrown) {
      const text = thrown instanceof Error ? thrown.message : String(thrown);
      strip.show("error", text, "The file can still be opened as text: Reopen Editor With…, Text Editor.");
      host.post({ type: "problem", message: text });
    }
  }

  function applySettings(next: ViewSettings): void {
    settings = next;
    stage.gridSpacing = kind() === "schematic" ? SCHEMATIC_GRID : Math.max(1, fromMm(next.grid));
    status.setGrid(stage.gridSpacing);
    stage.layers.setTheme(theme());
    layersPanel.render();
    stage.invalidate();
  }

  function select(ids: Iterable<ItemId>): void {
    const next = new Set(ids);
    const isSame = next.size === selection.size && [...next].every((id) => selection.has(id));
    selection = next;
    if (!isSame) {
      stage.markSelected(next);
      host.post({ type: "selection", ids: [...next] });
    }
    const items = selectedItems();
    properties.show(replica.doc, items, replica.isReadOnly);
    const only = items.length === 1 ? items[0] : undefined;
    status.setSelected(
      only === undefined
        ? items.length === 0
          ? ""
          : `${items.length} items selected`
        : [kindTitle(only), referenceOf(only), netOf(only)].filter((word) => word !== "").join(" · "),
    );
  }

  function selectedItems(): Item[] {
    return [...selection].flatMap((id) => replica.doc?.items.get(id) ?? []);
  }

  let pointTimer = 0;
  /** Marks items for a while. */
  function point(ids: readonly string[], color?: number): void {
    stage.markPointed(new Set(ids), color);
    clearTimeout(pointTimer);
    pointTimer = window.setTimeout(() => stage.markPointed(new Set()), 4000);
  }

  function show(ids: readonly string[], zoom: boolean, label?: string, at?: readonly [number, number]): void {
    const tops = replica.doc === null ? ids : topItems(replica.doc, ids);
    point(tops);
    if (at !== undefined) marks.choose(at);
    if (label !== undefined) strip.show("note", label);
    if (zoom) camera.goTo(stage.boxOf(tops), at);
  }

  /** Waits for a reply and tells what went wrong. Answers whether it went well. */
  async function told(reply: Promise<Reply>): Promise<boolean> {
    const answer = await reply;
    if (!("error" in answer)) {
      strip.closeError();
      return true;
    }
    strip.showFailure(answer.error);
    select(selection);
    return false;
  }

  /** Lights the net under the pointer, else that of the selection; the same once more: none. */
  function highlightNet(): void {
    const under = toolbox.last === null ? null : netAt(surface, toolbox.last.raw);
    const net =
      under ??
      selectedItems()
        .map(netOf)
        .find((each) => each !== "") ??
      null;
    boardView.light(net === boardView.lit ? null : net);
  }

  function endGhost(): void {
    boardView.move([], { x: 0, y: 0 });
    stage.endGhost();
    status.setMoved(null);
  }

  async function drop(by: Point): Promise<void> {
    const isMoved = await told(calls.move([...selection], by));
    // The change that follows puts the items in place; should none come, the ghost must not stay.
    if (isMoved) setTimeout(() => stage.isGhosting && !tool.isActive && endGhost(), GHOST_PATIENCE);
    else endGhost();
  }

  const input = bindViewport(canvas, { get: () => stage.viewport, set: (view) => camera.set(view) });
  /** Items at a place, as a click means them. */
  function hitsAt(at: Point) {
    const ratio = canvas.width / Math.max(1, canvas.clientWidth);
    return stage.index.at(at, (4 * ratio) / stage.viewport.scale, stage.layers.isVisible);
  }

  /** Where the pointer is: on the grid, at the end of copper that is near, or with Alt exactly there. */
  function cursorOf(event: PointerEvent): Cursor {
    const raw = rounded(toWorld(stage.viewport, canvasPoint(canvas, event)), 1);
    if (event.altKey) return { raw, at: raw };
    const reach = (8 * canvas.width) / Math.max(1, canvas.clientWidth) / stage.viewport.scale;
    const near = kind() === "board" ? nearestAnchor(replica.doc, hitsAt(raw), raw, reach) : null;
    return { raw, at: near ?? rounded(raw, stage.gridSpacing) };
  }

  function showTool(): void {
    const { tool: active } = toolbox;
    toolbar.setActive(active?.id ?? null);
    hint.hidden = active === null;
    const words = active === null ? "" : `${active.title}: ${active.hint()}`;
    if (hint.textContent !== words) hint.textContent = words;
    stage.invalidate();
  }

  const picks = new PickBar({
    canvas,
    selection: () => selection,
    place(event) {
      return rounded(toWorld(stage.viewport, canvasPoint(canvas, event)), event.altKey ? 1 : stage.gridSpacing);
    },
    isPan: input.isPan,
    answer: (id, answer) => host.post({ type: "picked", id, ...answer }),
  });
  main.append(picks.root);
  const tool = new SelectTool({
    canvas,
    viewport: () => stage.viewport,
    hits: (p, tolerance) => stage.index.at(p, tolerance, stage.layers.isVisible),
    inBox: (box, whole) => stage.index.in(box, whole, stage.layers.isVisible),
    selection: () => selection,
    select,
    cannotMove: () => (replica.isReadOnly ? readOnlyText : ""),
    grid: () => stage.gridSpacing,
    ghost(by) {
      if (by === null) endGhost();
      else {
        boardView.move(selection, by);
        stage.showGhost(by);
        status.setMoved(by);
      }
    },
    drop: (by) => void drop(by),
    band: (box, whole) => stage.showBand(box, whole),
    complain: (text) => strip.show("error", text, readOnlyHint),
    isPan: input.isPan,
  });
  const toolbox = new ToolBox({ canvas, isPan: input.isPan, cursorOf, onChange: showTool });
  stage.overlays.unshift(new Draft(stage.layers, () => toolbox.tool));
  const surface: ToolSurface = {
    doc: () => replica.doc,
    selection: () => selection,
    select,
    hits: (at) => hitsAt(at).map(({ id }) => id),
    async run(command, args) {
      const reply = await host.call(command, command.startsWith("session.") ? args : { path: replica.path, ...args });
      const isDone = await told(Promise.resolve(reply));
      return isDone && "result" in reply ? (reply.result as object) : null;
    },
    async refusal(command, args) {
      const reply = await host.call(command, { path: replica.path, dryRun: true, ...args });
      return "error" in reply ? reply.error.message : null;
    },
    ask,
    choosePart: (which, query) =>
      choosePart(
        which,
        query,
        partSource(which, replica.path, () => replica.doc, stage.layers, host),
      ),
    layer: () => stage.layers.active,
    setLayer(name) {
      stage.layers.active = name;
      layersPanel.render();
      status.setLayer(kind() === "board" ? name : "");
      stage.invalidate();
    },
    grid: () => stage.gridSpacing,
    showMoved(by) {
      if (by === null) endGhost();
      else {
        boardView.move(selection, by);
        stage.showGhost(by);
        status.setMoved(by);
      }
    },
    refresh: showTool,
    complain: (text) => strip.show("error", text),
    end: () => toolbox.end(),
  };
  const performer: Performer = {
    kind,
    isReadOnly: () => replica.isReadOnly,
    surface,
    toolbox,
    camera,
    selected: selectedItems,
    selectAll: () => select([...stage.scene.items()].flatMap((drawn) => (isShown(drawn.ranges) ? [drawn.id] : []))),
    escape() {
      if (!toolbox.cancel() && !tool.cancel()) select([]);
      strip.close();
    },
    showHelp: () => showKeyHelp(kind(), (id) => perform(id, performer)),
    check: () => host.post({ type: "check" }),
    focusProperties: () => properties.focus(),
    view: {
      layerFront: () => surface.setLayer("F.Cu"),
      layerBack: () => surface.setLayer("B.Cu"),
      contrast: () => boardView.cycleContrast(),
      ratsnest: () => boardView.toggleRatsnest(),
      zoneStyle: () => boardView.cycleZones(),
      highlight: () => highlightNet(),
      clearHighlight: () => boardView.light(null),
    },
  };
  bindKeys(
    {
      kind,
      pan: (dx, dy) => camera.pan(dx, dy),
      tool: (event) => toolbox.key(event),
      perform: (id) => perform(id, performer),
      editor: (action) => host.post({ type: "editor", action }),
    },
    options,
  );
  const isShown = (ranges: readonly { layer: string }[]) => ranges.some((range) => stage.layers.isVisible(range.layer));
  canvas.addEventListener("pointermove", (event) =>
    status.setCursor(toWorld(stage.viewport, canvasPoint(canvas, event))),
  );
  canvas.addEventListener("dblclick", (event) => {
    const at = toWorld(stage.viewport, canvasPoint(canvas, event));
    const sheet = stage.index.at(at, 0, stage.layers.isVisible).find((drawn) => drawn.kind === "sheet");
    const item = sheet === undefined ? undefined : replica.doc?.items.get(sheet.id);
    if (item !== undefined) host.post({ type: "openSheet", file: propertyValue(item, "Sheetfile") });
  });
  canvas.addEventListener("pointerleave", () => status.setCursor(null));
  followSize(canvas, (width, height) => {
    stage.viewport = { ...stage.viewport, width, height };
    if (camera.needsFit && hasStartedDrawing) camera.fit(queue.isIdle);
    stage.draw();
  });
  new MutationObserver(() => applySettings(settings)).observe(document.body, { attributeFilter: ["class"] });
  installProbe(stage, {
    revision: () => shownRevision,
    selection: () => selection,
    paints: () => paints,
    isBusy: () => !queue.isIdle,
    view: () => boardView.probe,
  });
  select([]);
  status.setWork("Loading…");
  host.post({ type: "ready" });
}

const noCheck = { isRunning: false, isChecked: false, isStale: false, findings: [] };
const readOnlyText = "Cannot change this document: it is read only.";
const readOnlyHint = "See the Problems view for what is wrong with the file, or make it writable.";

function idsOf(items: readonly Item[]): ItemId[] {
  return items.map(({ id }) => id);
}

function netOf(item: Item): string {
  return typeof item["net"] === "string" ? item["net"] : "";
}
