import type { Point } from "../../core/base/nm.ts";
import { fromMm } from "../../core/base/nm.ts";
import type { DocKind } from "../../core/model/document.ts";
import type { Item, ItemId } from "../../core/model/item.ts";
import { element } from "../dom/element.ts";
import type { ToCanvas, ViewSettings } from "../protocol.ts";
import { AgentDesk } from "./agent-desk.ts";
import { BoardView } from "./board-view.ts";
import { Calls } from "./calls.ts";
import { Camera } from "./camera.ts";
import { CompareDesk } from "./compare-desk.ts";
import { bindContextMenu } from "./context-menu.ts";
import { Draft } from "./draft.ts";
import { Drawing } from "./drawing.ts";
import { FindingMarks } from "./finding-marks.ts";
import { groupOf } from "./groups.ts";
import type { Host, Reply } from "./host.ts";
import { connectHost } from "./host.ts";
import { bindKeys } from "./keys.ts";
import { themeOf } from "./painting.ts";
import { FilterPanel } from "./panels/filter-panel.ts";
import { FindingsPanel } from "./panels/findings-panel.ts";
import { showKeyHelp } from "./panels/key-help.ts";
import { LayersPanel } from "./panels/layers-panel.ts";
import { MessageStrip } from "./panels/message-strip.ts";
import { PickBar } from "./panels/pick-bar.ts";
import { openPickMenu } from "./panels/pick-menu.ts";
import { PropertiesPanel } from "./panels/properties-panel.ts";
import { StatusLine } from "./panels/status-line.ts";
import { SymbolsPanel } from "./panels/symbols-panel.ts";
import { Toolbar } from "./panels/toolbar.ts";
import type { Performer } from "./performer.ts";
import { perform } from "./performer.ts";
import { nearestAnchor, rounded, topItems } from "./places.ts";
import { Replica } from "./replica.ts";
import type { Drawn } from "./scene.ts";
import { netOf, Selection, titleOf } from "./selection.ts";
import { SelectionFilter } from "./selection-filter.ts";
import { bindSheetEntry } from "./sheet-entry.ts";
import { SheetNet } from "./sheet-net.ts";
import { Stage } from "./stage.ts";
import { installProbe } from "./test-hook.ts";
import { toolSurface } from "./tool-surface.ts";
import { ToolBox } from "./toolbox.ts";
import { SelectTool } from "./tools/select.ts";
import type { Cursor } from "./tools/tool.ts";
import { viewActions } from "./view-actions.ts";
import { bindViewport, canvasPoint, toWorld } from "./viewport.ts";
import { followSize, isDarkWindow } from "./window.ts";

export interface CanvasOptions {
  readonly forwardEditorKeys: boolean;
}

const LASSO_HINT =
  "Lasso: draw around what you want; clockwise for what lies inside, the other way for what it touches";

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
  const toolbar = new Toolbar((id) => perform(id, performer));
  const main = element("main", { class: "stage" }, canvas, strip.root, toolbar.root, hint);
  root.replaceChildren(main, side, status.root);

  let settings: ViewSettings = { theme: "kicad", grid: 1 };
  let shownRevision = -1;
  let reportedRevision = -1;

  const host: Host = connectHost(receive);
  // Before the driver is started, which takes a while: the file is read meanwhile.
  host.post({ type: "ready" });
  const kind = (): DocKind => replica.doc?.kind ?? "board";
  const theme = () => themeOf(kind(), settings.theme, isDarkWindow());
  const stage = new Stage(canvas, themeOf("board", "kicad", true), () => {
    // A revision counts as drawn when a frame shows it whole.
    if (drawing.isIdle && stage.isDrawable()) shownRevision = replica.revision;
    if (shownRevision === reportedRevision) return;
    reportedRevision = shownRevision;
    host.post({ type: "drawn", revision: shownRevision, items: stage.scene.size, at: Date.now() });
  });
  const camera = new Camera({
    canvas,
    stage,
    host,
    path: () => replica.path,
    covered: () => toolbar.reach(),
    onZoom: (scale, ratio) => status.setZoom(scale, ratio),
  });
  const calls = new Calls(host, () => ({ path: replica.path, kind: kind(), doc: replica.doc }));
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
    paint: (item, sink) => drawing.shapes(item, sink),
    onState: (words) => status.setView(words),
    say: (text) => strip.show("note", text),
    drawnOf: (net) => sheetNet.drawn(net),
    onLit: (net) => host.post({ type: "lit", net }),
  });
  const marks = new FindingMarks();
  stage.overlays.push(marks);
  const findings = new FindingsPanel({
    show: ({ ids, description, at }) => show(ids, true, description, at),
    check: () => host.post({ type: "check" }),
  });
  const filter = new SelectionFilter();
  const filterPanel = new FilterPanel(filter);
  const compare = new CompareDesk({
    stage,
    document: () => replica,
    goTo: (box) => camera.goTo(box, undefined),
    say: (text) => strip.show("note", text),
    onChange: () => boardView.showState(),
  });
  const agents = new AgentDesk({ stage, host, document: () => replica, point });
  main.append(agents.root);
  const symbols = new SymbolsPanel((symbol) => {
    camera.needsFit = true;
    replica.chooseSymbol(symbol);
  });
  side.append(compare.panel.root, symbols.root, layersPanel.root, filterPanel.root, findings.root, properties.root);

  const replica = new Replica({
    onDocument(doc) {
      stage.layers.setTheme(theme());
      void boardView.light(null);
      stage.clear();
      layersPanel.setKind(doc.kind);
      filterPanel.setKind(replica.kind);
      toolbar.setKind(replica.kind);
      findings.root.hidden = replica.kind === "footprint" || replica.kind === "symbolLibrary";
      symbols.show(replica.kind === "symbolLibrary" ? replica.source : null, replica.symbol);
      findings.show(noCheck, doc.kind === "board" ? "DRC" : "ERC");
      status.setLayer(doc.kind === "board" ? stage.layers.active : "");
      applySettings(settings);
      drawing.start(doc, replica.path);
      selection.follow(doc);
      compare.update();
      agents.restart();
    },
    onItems(doc, ids) {
      const wasGhost = ids.some((id) => stage.isLifted(id));
      compare.follow();
      agents.follow();
      if (!drawing.update(doc, replica.path, ids)) return;
      if (wasGhost) endGhost();
      boardView.update(false);
      selection.follow(doc);
    },
    onGap(reason) {
      if (reason !== "") host.post({ type: "problem", message: `Replica of ${replica.path}: ${reason}.` });
      host.post({ type: "ready" });
    },
  });
  const selection = new Selection({ stage, host, properties, status, replica: () => replica });
  const drawing = new Drawing({
    stage,
    doc: () => replica.doc,
    around: () => replica.around,
    onProgress(done, total) {
      if (done >= total) boardView.update(true);
      status.setWork(done < total ? `Drawing ${Math.round((100 * done) / total)} %` : "");
      if (camera.needsFit && (done >= total || done > total / 20)) camera.fitOpened(done >= total);
    },
    onLayers: () => layersPanel.render(),
    report: (message) => host.post({ type: "problem", message }),
  });

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
        if (drawing.isStarted) replica.change(message.change);
        stage.invalidate();
      } else if (message.type === "settings") applySettings(message.settings);
      else if (message.type === "compare") compare.open(message.compare);
      else if (message.type === "net") void showNet(message.net);
      else if (message.type === "lit") void boardView.light(message.net);
      else if (message.type === "layer") surface.setLayer(message.layer);
      else if (message.type === "pick") picks.show(message.pick);
      else if (message.type === "show") show(message.ids, message.zoom, message.label, message.at);
      else if (agents.receive(message)) return;
      else if (message.type === "tool") perform(message.tool, performer);
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
    if (zoom) camera.goTo(stage.boxOf(tops) ?? agents.boxOf(ids), at);
  }

  /** Waits for a reply and tells what went wrong. Answers whether it went well. */
  async function told(reply: Promise<Reply>): Promise<boolean> {
    const answer = await reply;
    if (!("error" in answer)) {
      strip.closeError();
      return true;
    }
    strip.showFailure(answer.error);
    selection.show();
    return false;
  }

  /** Lights a net and shows all of it. */
  async function showNet(net: string | null): Promise<void> {
    await boardView.light(net);
    camera.goTo(boardView.boxOfLit(), undefined);
  }

  function endGhost(): void {
    agents.hold([]);
    boardView.move([], { x: 0, y: 0 });
    stage.endGhost();
    status.setMoved(null);
  }

  async function drop(by: Point): Promise<void> {
    const isMoved = await told(calls.move([...selection.ids], by));
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

  /** Those that the filter lets through. */
  function chosen(drawn: readonly Drawn[]): readonly Drawn[] {
    return drawn.filter(({ id }) => {
      const item = replica.doc?.items.get(id);
      return item !== undefined && filter.takes(replica.kind, item);
    });
  }

  /** Shows the selection moved; null: where it belongs. */
  function showMoved(by: Point | null): void {
    if (by === null) endGhost();
    else {
      agents.hold(selection.ids);
      boardView.move(selection.ids, by);
      stage.showGhost(by);
      status.setMoved(by);
    }
  }

  /** Turns the board over; the side that is seen then is what is drawn on. */
  function flipView(): void {
    camera.flip();
    drawing.orderLayers();
    surface.setLayer(otherSide(stage.layers.active));
    boardView.showState();
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
    toolbar.setActive(active?.id ?? (tool.isLassoNext ? "lasso" : null));
    const lasso = tool.isLassoNext ? LASSO_HINT : "";
    const words = active === null ? lasso : `${active.title}: ${active.hint()}`;
    hint.hidden = words === "";
    if (hint.textContent !== words) hint.textContent = words;
    stage.invalidate();
  }

  const picks = new PickBar({
    canvas,
    selection: () => selection.ids,
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
    hits: (p, tolerance) => chosen(stage.index.at(p, tolerance, stage.layers.isVisible)),
    inBox: (box, whole) => chosen(stage.index.in(box, whole, stage.layers.isVisible)),
    inLasso: (lasso, whole) => chosen(stage.index.inLasso(lasso, whole, stage.layers.isVisible)),
    groupOf: (id) => groupOf(replica.doc, id),
    selection: () => selection.ids,
    select: (ids) => selection.set(ids),
    cannotMove: () => (replica.isReadOnly ? readOnlyText : ""),
    grid: () => stage.gridSpacing,
    ghost: showMoved,
    drop: (by) => void drop(by),
    choose: (hits, at, take) =>
      openPickMenu(
        at,
        "What is meant",
        hits
          .flatMap(({ id }) => replica.doc?.items.get(id) ?? [])
          .map((item) => ({ value: item.id, title: titleOf(item) })),
        (id) => stage.markPointed(new Set(id === null ? [] : [id])),
        take,
      ),
    band: (outline, whole) => stage.showBand(outline, whole),
    refresh: () => showTool(),
    complain: (text) => strip.show("error", text, readOnlyHint),
    isPan: input.isPan,
  });
  const toolbox = new ToolBox({ canvas, isPan: input.isPan, cursorOf, onChange: showTool });
  stage.overlays.unshift(new Draft(stage.layers, () => toolbox.tool));
  const surface = toolSurface({
    host,
    stage,
    replica: () => replica,
    selection: () => selection.ids,
    select: (ids) => selection.set(ids),
    hits: (at) => chosen(hitsAt(at)).map(({ id }) => id),
    told,
    complain: (text) => strip.show("error", text),
    onLayer(name) {
      layersPanel.render();
      status.setLayer(kind() === "board" ? name : "");
    },
    showMoved,
    refresh: showTool,
    end: () => toolbox.end(),
  });
  const sheetNet = new SheetNet(surface);
  const performer: Performer = {
    kind,
    isReadOnly: () => replica.isReadOnly,
    surface,
    toolbox,
    camera,
    selected: () => selection.items,
    selectAll: () =>
      selection.set(chosen([...stage.scene.items()].filter(({ ranges }) => isShown(ranges))).map(({ id }) => id)),
    escape() {
      if (!toolbox.cancel() && !tool.cancel()) {
        if (selection.ids.size === 0 && compare.isOpen) compare.open(null);
        selection.set([]);
      }
      strip.close();
    },
    showHelp: () => showKeyHelp(replica.kind, (id) => perform(id, performer)),
    check: () => host.post({ type: "check" }),
    focusProperties: () => properties.focus(),
    view: viewActions({
      surface,
      boardView,
      sheetNet,
      compare,
      toolbox,
      netsOfSelection: () => selection.items.map(netOf),
      selection: () => selection.ids,
      flipView,
      show3d: () => host.post({ type: "view3d" }),
      startLasso: () => tool.startLasso(),
    }),
  };
  bindContextMenu({
    canvas,
    kind: () => replica.kind,
    isReadOnly: () => replica.isReadOnly,
    isBusy: () => toolbox.tool !== null,
    selectAt(event) {
      const under = chosen(hitsAt(toWorld(stage.viewport, canvasPoint(canvas, event)))).map(({ id }) => id);
      if (!under.some((id) => selection.ids.has(id)))
        selection.set(under[0] === undefined ? [] : groupOf(replica.doc, under[0]));
      return selection.ids.size;
    },
    perform: (id) => perform(id, performer),
  });
  bindKeys(
    {
      kind: () => replica.kind,
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
  bindSheetEntry(stage, replica, host);
  canvas.addEventListener("pointerleave", () => status.setCursor(null));
  followSize(canvas, (width, height) => {
    stage.viewport = { ...stage.viewport, width, height };
    if (camera.needsFit && drawing.isStarted) camera.fitOpened(drawing.isIdle);
    stage.draw();
  });
  new MutationObserver(() => applySettings(settings)).observe(document.body, { attributeFilter: ["class"] });
  installProbe(stage, {
    revision: () => shownRevision,
    selection: () => selection.ids,
    paints: () => drawing.paints,
    isBusy: () => !drawing.isIdle,
    view: () => boardView.probe,
    agents: () => agents.probe,
  });
  selection.set([]);
  status.setWork("Loading…");
}

const noCheck = { isRunning: false, isChecked: false, isStale: false, findings: [] };
const readOnlyText = "Cannot change this document: it is read only.";
const readOnlyHint = "See the Problems view for what is wrong with the file, or make it writable.";

function idsOf(items: readonly Item[]): ItemId[] {
  return items.map(({ id }) => id);
}

function otherSide(layer: string): string {
  return layer.replace(/^[FB]\./, (side) => (side === "F." ? "B." : "F."));
}
