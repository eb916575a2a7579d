import type { DocKind } from "../../core/model/document.ts";

/** Something that a key, a button or VS Code's command `edsnx.tool` starts. */
export interface Action {
  readonly id: string;
  readonly title: string;
  /** As they are shown: `Ctrl+Shift+L`; KiCad's where it has one. */
  readonly keys: readonly string[];
  readonly on: "board" | "schematic" | "both";
  readonly group: "View" | "Selection" | "Draw" | "Inspect";
}

const row = (
  group: Action["group"],
  on: Action["on"],
  id: string,
  title: string,
  ...keys: readonly string[]
): Action => ({ id, title, keys, on, group });

/** All actions of the canvas, in the order of the list that `?` shows. */
export const actions: readonly Action[] = [
  row("View", "both", "fit", "Zoom to fit", "Home"),
  row("View", "both", "fitObjects", "Zoom to what is drawn", "Ctrl+Home"),
  row("View", "both", "zoomIn", "Zoom in", "+", "="),
  row("View", "both", "zoomOut", "Zoom out", "-"),
  row("View", "board", "flipView", "Flip board view", "Ctrl+Alt+F"),
  row("View", "board", "view3d", "3D view", "Alt+3"),
  row("View", "board", "contrast", "Dim the other layers", "Ctrl+H"),
  row("View", "board", "layerFront", "Layer: front copper", "PageUp"),
  row("View", "board", "layerBack", "Layer: back copper", "PageDown"),
  row("View", "board", "ratsnest", "Show or hide missing connections"),
  row("View", "board", "localRatsnest", "Missing connections of the selection only"),
  row("View", "board", "zoneStyle", "Zones: filled, outlined, hatched", "Ctrl+Shift+F"),
  row("View", "both", "help", "List of keys", "?"),
  row("Selection", "both", "escape", "Leave the tool, select nothing", "Escape"),
  row("Selection", "both", "selectAll", "Select all", "Ctrl+A"),
  row("Selection", "both", "lasso", "Select by lasso"),
  row("Selection", "both", "move", "Move", "M"),
  row("Selection", "both", "drag", "Drag with wires", "G"),
  row("Selection", "both", "rotate", "Rotate", "R"),
  row("Selection", "board", "rotateBack", "Rotate clockwise", "Shift+R"),
  row("Selection", "board", "flip", "Flip to the other side", "F"),
  row("Selection", "schematic", "mirrorX", "Mirror left to right", "X"),
  row("Selection", "schematic", "mirrorY", "Mirror upside down", "Y"),
  row("Selection", "both", "copy", "Duplicate", "Ctrl+D"),
  row("Selection", "board", "lock", "Lock or unlock", "L"),
  row("Selection", "board", "group", "Group", "Ctrl+G"),
  row("Selection", "board", "ungroup", "Ungroup", "Ctrl+Shift+G"),
  row("Selection", "both", "properties", "Properties", "E"),
  row("Selection", "schematic", "value", "Edit value", "V"),
  row("Selection", "schematic", "reference", "Edit reference", "U"),
  row("Selection", "schematic", "footprint", "Edit footprint", "F"),
  row("Selection", "board", "connection", "Select the whole connection", "U"),
  row("Selection", "both", "delete", "Delete", "Delete", "Backspace"),
  row("Selection", "both", "alignLeft", "Align left edges"),
  row("Selection", "both", "alignRight", "Align right edges"),
  row("Selection", "both", "alignTop", "Align top edges"),
  row("Selection", "both", "alignBottom", "Align bottom edges"),
  row("Selection", "board", "distributeX", "Distribute side by side"),
  row("Selection", "board", "distributeY", "Distribute one above the other"),
  row("Selection", "both", "interactiveDelete", "Delete by pointing"),
  row("Selection", "board", "array", "Array of copies"),
  row("Selection", "schematic", "swapUnits", "Swap the two selected units"),
  row("Selection", "schematic", "fieldTable", "Table of all fields"),
  row("Draw", "board", "route", "Route single track", "X"),
  row("Draw", "board", "routePair", "Route differential pair", "6"),
  row("Draw", "board", "via", "Add via", "Ctrl+Shift+V"),
  row("Draw", "board", "pad", "Add pad", "A"),
  row("Draw", "board", "placeFootprint", "Place footprint", "A"),
  row("Draw", "board", "zone", "Add filled zone", "Z"),
  row("Draw", "board", "fillZones", "Fill all zones", "B"),
  row("Draw", "board", "ruleArea", "Add rule area", "Ctrl+Shift+K"),
  row("Draw", "schematic", "placeSymbol", "Place symbol", "A"),
  row("Draw", "schematic", "pin", "Add pin", "P"),
  row("Draw", "schematic", "placePower", "Place power symbol", "P"),
  row("Draw", "schematic", "wire", "Draw wire", "W"),
  row("Draw", "schematic", "bus", "Draw bus", "B"),
  row("Draw", "schematic", "busEntry", "Place bus entry", "Z"),
  row("Draw", "schematic", "label", "Place net label", "L"),
  row("Draw", "schematic", "globalLabel", "Place global label", "Ctrl+L"),
  row("Draw", "schematic", "hierarchicalLabel", "Place hierarchical label", "H"),
  row("Draw", "schematic", "noConnect", "Place no-connect flag", "Q"),
  row("Draw", "schematic", "junction", "Place junction", "J"),
  row("Draw", "schematic", "sheet", "Add sheet", "S"),
  row("Draw", "schematic", "sheetPin", "Place sheet pin"),
  row("Draw", "schematic", "syncSheetPins", "Make sheet pins agree with the labels inside"),
  row("Draw", "board", "line", "Draw line", "Ctrl+Shift+L"),
  row("Draw", "schematic", "line", "Draw line", "I"),
  row("Draw", "both", "arc", "Draw arc", "Ctrl+Shift+A"),
  row("Draw", "both", "circle", "Draw circle", "Ctrl+Shift+C"),
  row("Draw", "both", "rectangle", "Draw rectangle", "Ctrl+Shift+R"),
  row("Draw", "board", "polygon", "Draw polygon", "Ctrl+Alt+P"),
  row("Draw", "both", "bezier", "Draw Bézier curve"),
  row("Draw", "both", "textBox", "Add text box"),
  row("Draw", "both", "table", "Add table"),
  row("Draw", "both", "image", "Add image"),
  row("Draw", "board", "stitch", "Stitch zones with vias"),
  row("Draw", "board", "barcode", "Add barcode"),
  row("Draw", "board", "text", "Add text", "Ctrl+Shift+T"),
  row("Draw", "schematic", "text", "Add text", "T"),
  row("Draw", "board", "dimension", "Add dimension", "Ctrl+Shift+H"),
  row("Draw", "schematic", "annotate", "Annotate", "Ctrl+Alt+A"),
  row("Inspect", "both", "libraries", "Library browser"),
  row("Inspect", "board", "setup", "Board setup"),
  row("Inspect", "schematic", "setup", "Schematic setup"),
  row("Inspect", "both", "check", "Run DRC or ERC", "Ctrl+Alt+D"),
  row("Inspect", "both", "nextDifference", "Next difference", "F7"),
  row("Inspect", "both", "previousDifference", "Previous difference", "Shift+F7"),
  row("Inspect", "both", "measure", "Measure", "Ctrl+Shift+M"),
  row("Inspect", "both", "highlight", "Highlight net", "`"),
  row("Inspect", "both", "clearHighlight", "Clear net highlight", "~"),
];

/** What of a board's actions a footprint's file has. */
const onFootprints = new Set(
  (
    "fit zoomIn zoomOut flipView contrast layerFront layerBack help escape selectAll lasso move rotate rotateBack copy properties " +
    "delete alignLeft alignRight alignTop alignBottom distributeX distributeY interactiveDelete pad line arc circle rectangle " +
    "polygon bezier textBox text nextDifference previousDifference measure"
  ).split(" "),
);

/** What of a schematic's actions a symbol library has. */
const onSymbols = new Set(
  (
    "fit zoomIn zoomOut help escape selectAll lasso move rotate mirrorX mirrorY copy properties delete pin line arc circle " +
    "rectangle text measure"
  ).split(" "),
);

/** What only library files have. */
const ofLibraries = new Set(["pad", "pin"]);

export function actionsFor(kind: DocKind): readonly Action[] {
  if (kind === "symbolLibrary") return actions.filter(({ id, on }) => on !== "board" && onSymbols.has(id));
  if (kind === "footprint") return actions.filter(({ id, on }) => on !== "schematic" && onFootprints.has(id));
  return actions.filter(({ id, on }) => !ofLibraries.has(id) && (on === "both" || on === kind));
}

/** The action of a key press; undefined: the key is nobody's. */
export function actionOfKey(event: KeyboardEvent, kind: DocKind): Action | undefined {
  const pressed = keyName(event);
  return actionsFor(kind).find(({ keys }) => keys.some((key) => key.toLowerCase() === pressed));
}

function keyName(event: KeyboardEvent): string {
  const key = event.key === " " ? "space" : event.key.toLowerCase();
  // Which keys need Shift for a sign is a matter of the keyboard.
  const isLetter = /^[a-z]$/.test(key) || key.length > 1;
  const parts = [
    event.ctrlKey || event.metaKey ? "ctrl" : "",
    event.altKey ? "alt" : "",
    event.shiftKey && isLetter ? "shift" : "",
    key,
  ];
  // As written in the table: Ctrl, Alt, Shift; there Shift comes before Alt nowhere.
  return parts.filter((part) => part !== "").join("+");
}
