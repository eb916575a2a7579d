import type { Box, Point } from "../../core/base/nm.ts";
import { fromMm } from "../../core/base/nm.ts";
import type { Doc, DocKind } from "../../core/model/document.ts";
import type { Item, ItemId } from "../../core/model/item.ts";
import { propertyValue } from "../../core/model/schematic/sheet.ts";
import { element } from "../dom/element.ts";
import type { ToCanvas, ViewSettings } from "../protocol.ts";
import { Calls } from "./calls.ts";
import { FindingMarks } from "./finding-marks.ts";
import type { Host, Reply } from "./host.ts";
import { connectHost } from "./host.ts";
import { bindKeys } from "./keys.ts";
import { PaintQueue } from "./paint-queue.ts";
import { isSurrounding, Painting, themeOf } from "./painting.ts";
import { FindingsPanel } from "./panels/findings-panel.ts";
import { LayersPanel } from "./panels/layers-panel.ts";
import { MessageStrip } from "./panels/message-strip.ts";
import { PickBar } from "./panels/pick-bar.ts";
import { kindTitle, PropertiesPanel, referenceOf } from "./panels/properties-panel.ts";
import { StatusLine } from "./panels/status-line.ts";
import { Replica } from "./replica.ts";
import { Stage } from "./stage.ts";
import { installProbe } from "./test-hook.ts";
import { SelectTool } from "./tools/select.ts";
import { bindViewport, canvasPoint, fitted, panned, toWorld, zoomed } from "./viewport.ts";

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
    "aria-label": "Drawing. Arrows pan, plus and minus zoom, F fits, R rotates, Delete removes the selection.",
  });
  const strip = new MessageStrip();
  const status = new StatusLine();
  const side = element("aside", { class: "side", "aria-label": "Panels" });
  const main = element("main", { class: "stage" }, canvas, strip.root);
  root.replaceChildren(main, side, status.root);

  let settings: ViewSettings = { theme: "kicad", grid: 1 };
  let painting: Painting | null = null;
  let selection: ReadonlySet<ItemId> = new Set();
  let shownRevision = -1;
  let reportedRevision = -1;
  let needsFit = true;
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
  const calls = new Calls(host, () => ({ path: replica.path, kind: kind() }));
  const layersPanel = new LayersPanel(stage.layers, () => stage.invalidate());
  const properties = new PropertiesPanel({
    setProperty: (item, name, json) => void told(calls.setProperties([item.id], { [name]: json })),
    setField: (item, field, value) => void told(calls.setField(item, field, value)),
    complain: (text) => strip.show("error", text),
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
      stage.clear();
      hasStartedDrawing = true;
      layersPanel.setKind(doc.kind);
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
      status.setWork(done < total ? `Drawing ${Math.round((100 * done) / total)} %` : "");
      afterPaint();
      if (needsFit && (done >= total || done > total / 20)) fitView(done >= total);
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
        needsFit = message.path !== replica.path;
        applySettings(message.settings);
        strip.close();
        replica.load(message);
        restoreView(message.path);
        canvas.setAttribute("aria-busy", "false");
      } else if (message.type === "change") {
        if (hasStartedDrawing) replica.change(message.change);
        stage.invalidate();
      } else if (message.type === "settings") applySettings(message.settings);
      else if (message.type === "pick") picks.show(message.pick);
      else if (message.type === "show") show(message.ids, message.zoom, message.label, message.at);
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
  function show(ids: readonly string[], zoom: boolean, label?: string, at?: readonly [number, number]): void {
    const tops = replica.doc === null ? ids : topItems(replica.doc, ids);
    stage.markPointed(new Set(tops));
    if (at !== undefined) marks.choose(at);
    clearTimeout(pointTimer);
    pointTimer = window.setTimeout(() => stage.markPointed(new Set()), 4000);
    if (label !== undefined) strip.show("note", label);
    const box = zoom ? boxAround(stage.boxOf(tops), at) : null;
    if (box !== null) setView(fitted(stage.viewport, box, 0.3));
  }

  function fitView(final: boolean): void {
    const { scene } = stage;
    const edges = scene.bounds((drawn) => drawn.ranges.some((range) => range.layer === "Edge.Cuts"));
    const page = stage.page.bounds();
    const frame = edges.minX > edges.maxX ? page : edges;
    const box = frame.minX > frame.maxX ? scene.bounds() : frame;
    if (box.minX > box.maxX || stage.viewport.width <= 1) return;
    setView(fitted(stage.viewport, box));
    if (final) needsFit = false;
  }

  function setView(viewport: typeof stage.viewport): void {
    stage.setViewport(viewport);
    status.setZoom(viewport.scale, canvas.width / Math.max(1, canvas.clientWidth));
    saveView();
  }

  let saveTimer = 0;
  function saveView(): void {
    clearTimeout(saveTimer);
    saveTimer = window.setTimeout(() => {
      const { x, y, scale } = stage.viewport;
      if (!needsFit) host.setState({ path: replica.path, x, y, scale });
    }, 300);
  }

  function restoreView(path: string): void {
    const state = host.getState() as { path?: string; x: number; y: number; scale: number } | undefined;
    if (!needsFit || state?.path !== path) return;
    setView({ ...stage.viewport, x: state.x, y: state.y, scale: state.scale });
    needsFit = false;
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

  function endGhost(): void {
    stage.endGhost();
    status.setMoved(null);
  }

  async function drop(by: Point): Promise<void> {
    const isMoved = await told(calls.move([...selection], by));
    // The change that follows puts the items in place; should none come, the ghost must not stay.
    if (isMoved) setTimeout(() => stage.isGhosting && !tool.isActive && endGhost(), GHOST_PATIENCE);
    else endGhost();
  }

  function edit(call: (ids: readonly ItemId[]) => Promise<Reply>): void {
    if (selection.size === 0) return;
    if (replica.isReadOnly) strip.show("error", readOnlyText, readOnlyHint);
    else void told(call([...selection]));
  }

  const input = bindViewport(canvas, { get: () => stage.viewport, set: setView });
  const picks = new PickBar({
    canvas,
    selection: () => selection,
    place(event) {
      const { x, y } = toWorld(stage.viewport, canvasPoint(canvas, event));
      const grid = event.altKey ? 1 : stage.gridSpacing;
      return { x: Math.round(x / grid) * grid, y: Math.round(y / grid) * grid };
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
        stage.showGhost(by);
        status.setMoved(by);
      }
    },
    drop: (by) => void drop(by),
    band: (box, whole) => stage.showBand(box, whole),
    complain: (text) => strip.show("error", text, readOnlyHint),
    isPan: input.isPan,
  });
  bindKeys(
    {
      fit: () => fitView(true),
      zoom: (factor) => setView(zoomed(stage.viewport, factor, { x: canvas.width / 2, y: canvas.height / 2 })),
      pan: (dx, dy) => setView(panned(stage.viewport, dx, dy)),
      rotate: () => edit((ids) => calls.rotate(ids)),
      delete: () => edit((ids) => calls.delete(ids)),
      escape: () => {
        if (!tool.cancel()) select([]);
        strip.close();
      },
      selectAll: () => select([...stage.scene.items()].flatMap((drawn) => (isShown(drawn.ranges) ? [drawn.id] : []))),
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
    if (needsFit && hasStartedDrawing) fitView(queue.isIdle);
    stage.draw();
  });
  new MutationObserver(() => applySettings(settings)).observe(document.body, { attributeFilter: ["class"] });
  installProbe(stage, {
    revision: () => shownRevision,
    selection: () => selection,
    paints: () => paints,
    isBusy: () => !queue.isIdle,
  });
  select([]);
  status.setWork("Loading…");
  host.post({ type: "ready" });
}

const readOnlyText = "Cannot change this document: it is read only.";
const readOnlyHint = "See the Problems view for what is wrong with the file, or make it writable.";

/** The items of the document that these are, or lie in. */
function topItems(doc: Doc, ids: readonly string[]): string[] {
  const inside = new Set(ids.filter((id) => doc.items.entry(id) === undefined));
  const tops = ids.filter((id) => !inside.has(id));
  if (inside.size === 0) return tops;
  for (const entry of doc.items.entries)
    if (/^(footprint|symbol|sheet)$/.test(entry.kind) && entry.item().children.some((child) => inside.has(child.id)))
      tops.push(entry.id);
  return tops;
}

/** Half of what is shown around a place whose items reach far beyond it, in nanometres. */
const AROUND = 6_000_000;

/** What to show of items that have a problem at a place (mm): all of them, or what is around it when they are big. */
function boxAround(box: Box | null, at: readonly [number, number] | undefined): Box | null {
  if (at === undefined) return box;
  const [x, y] = [fromMm(at[0]), fromMm(at[1])];
  const near = { minX: x - AROUND, minY: y - AROUND, maxX: x + AROUND, maxY: y + AROUND };
  if (box === null || box.maxX - box.minX > 4 * AROUND || box.maxY - box.minY > 4 * AROUND) return near;
  return box;
}

function netOf(item: Item): string {
  return typeof item["net"] === "string" ? item["net"] : "";
}

/** VS Code marks the body with the kind of its theme. */
function isDarkWindow(): boolean {
  const { classList } = document.body;
  if (classList.contains("vscode-light") || classList.contains("vscode-high-contrast-light")) return false;
  return classList.contains("vscode-dark") || classList.contains("vscode-high-contrast") || prefersDark();
}

function prefersDark(): boolean {
  return window.matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Keeps the canvas at the screen's own pixels. */
function followSize(canvas: HTMLCanvasElement, onSize: (width: number, height: number) => void): void {
  const observer = new ResizeObserver((entries) => {
    const entry = entries.at(-1);
    const exact = entry?.devicePixelContentBoxSize?.[0];
    const width = exact?.inlineSize ?? Math.round(canvas.clientWidth * devicePixelRatio);
    const height = exact?.blockSize ?? Math.round(canvas.clientHeight * devicePixelRatio);
    if (width === 0 || height === 0) return;
    canvas.width = width;
    canvas.height = height;
    onSize(width, height);
  });
  try {
    observer.observe(canvas, { box: "device-pixel-content-box" });
  } catch {
    observer.observe(canvas);
  }
}
