import type { Net, Netlist } from "../netlist/netlist.ts";
import type { Node } from "../netlist/node.ts";
import { isLabel } from "../netlist/node.ts";
import type { Pin } from "../netlist/parts.ts";
import type { LinkedFootprint } from "./back-annotation.ts";

/** What makes the schematic call its nets as the board does. */
export interface NetRenames {
  /** Labels and sheet pins with their new text, as files hold it. */
  readonly labels: readonly { readonly node: Node; readonly to: string }[];
  /** Labels to hang on pins of nets that nothing names yet. */
  readonly newLabels: readonly { readonly pin: Pin; readonly text: string; readonly global: boolean }[];
  /** What changes, and what cannot be taken over; one line each. */
  readonly notes: readonly string[];
}

/**
 * Compares the nets of pads with those of their pins. A net whose pads are all on one other net of the board, which the
 * schematic has nowhere else, gets that name: by all labels that name it, or by a new label. Connections never change:
 * where pads are parted or joined otherwise than pins, a note says so.
 */
export function netRenames(links: readonly LinkedFootprint[], netlist: Netlist): NetRenames {
  const onBoard = boardNets(links, netlist);
  const claims = new Map<string, Set<Net>>();
  for (const [net, names] of onBoard)
    for (const name of names.keys()) claims.set(name, (claims.get(name) ?? new Set()).add(net));
  const labels: NetRenames["labels"][number][] = [];
  const newLabels: NetRenames["newLabels"][number][] = [];
  const notes: string[] = [];
  for (const [net, names] of onBoard) {
    if (names.size === 1 && names.has(net.name)) continue;
    const [to, pads] = [...names][0]!;
    const joined = (claims.get(to)?.size ?? 0) > 1 || (netlist.netCalled(to) !== undefined && to !== net.name);
    if (names.size > 1 || joined) {
      const said = [...names].map(([name, ids]) => `${ids.slice(0, 3).join(", ")} on ${name || "no net"}`).join("; ");
      notes.push(`${net.name} is connected otherwise on the board: ${said}. The schematic keeps it.`);
      continue;
    }
    // Names that KiCad makes of pins change with references by themselves.
    if (isMadeUp(net.name) && (to === "" || isMadeUp(to))) continue;
    if (to === "" || isMadeUp(to)) {
      notes.push(keeps(net, to, "no label can make such a name"));
      continue;
    }
    const found = renameNet(net, to, netlist);
    if (typeof found === "string") notes.push(keeps(net, to, found));
    else {
      labels.push(...found.labels);
      newLabels.push(...found.newLabels);
      const how = found.labels.length > 0 ? "Renames" : "Labels";
      notes.push(`${how} net ${net.name}: ${to} (${pads.slice(0, 3).join(", ")}).`);
    }
  }
  return { labels, newLabels, notes };
}

/** The board's names of a net's pads, with the pads. */
function boardNets(links: readonly LinkedFootprint[], netlist: Netlist): Map<Net, Map<string, string[]>> {
  const found = new Map<Net, Map<string, string[]>>();
  for (const { footprint, units } of links) {
    const pins = new Map<string, Pin>();
    for (const unit of units) for (const pin of unit.pins) if (!pins.has(pin.number)) pins.set(pin.number, pin);
    for (const pad of footprint.children) {
      if (pad.kind !== "pad" || pad["type"] === "np_thru_hole") continue;
      const pin = pins.get(pad["number"] as string);
      const net = pin === undefined ? undefined : netlist.netOf(pin);
      if (pin === undefined || net === undefined) continue;
      const names = found.get(net) ?? new Map<string, string[]>();
      found.set(net, names);
      const name = (pad["net"] as string | null) ?? "";
      const pads = names.get(name) ?? [];
      names.set(name, pads);
      const said = `${pin.part.reference}.${pin.number}`;
      if (!pads.includes(said)) pads.push(said);
    }
  }
  return found;
}

function keeps(net: Net, to: string, reason: string): string {
  return `${net.name} is ${to === "" ? "no net" : to} on the board; the schematic keeps its name: ${reason}.`;
}

/** A name that KiCad makes of a pin where nothing else names a net. */
function isMadeUp(name: string): boolean {
  return /^(Net-|unconnected-)\(/.test(name);
}

/** A net's name in two: its sheet with a slash at both ends ("" for one of the whole design), and the rest. */
function splitNet(name: string): { readonly sheet: string; readonly short: string } {
  const cut = name.lastIndexOf("/") + 1;
  return { sheet: name.slice(0, cut), short: name.slice(cut) };
}

/** How a net gets a name, or why it cannot. */
function renameNet(net: Net, to: string, netlist: Netlist): Pick<NetRenames, "labels" | "newLabels"> | string {
  const [old, wanted] = [splitNet(net.name), splitNet(to)];
  if (net.subgraphs.some((each) => each.busMember || each.busParents.size > 0)) return "it is a member of a bus";
  const namers = net.subgraphs
    .flatMap((each) => each.nodes)
    .filter(
      (node) => (isLabel(node) || node.kind === "sheetPin" || isPower(node)) && netlist.driverName(node) === old.short,
    );
  if (namers.some(isPower)) return "a power symbol names it";
  if (namers.length === 0) return labelPin(net, wanted, netlist);
  if (old.sheet !== wanted.sheet)
    return old.sheet === "" ? "a global label names it" : "its labels are on another sheet";
  const labels = new Map<string, { readonly node: Node; readonly to: string }>();
  for (const node of namers) {
    const text = String(node.item[node.kind === "sheetPin" ? "name" : "text"]);
    if (text.includes("${")) return "its label has a variable";
    if (isUsedElsewhere(node, net, netlist)) return "its label is on a sheet that is used again";
    labels.set(`${node.sheet.file}\0${node.id}`, { node, to: wanted.short });
  }
  return { labels: [...labels.values()], newLabels: [] };
}

function isPower(node: Node): boolean {
  return node.pin !== null && node.pin.power !== null;
}

/** Whether the same label names another net where its sheet is used again. */
function isUsedElsewhere(node: Node, net: Net, netlist: Netlist): boolean {
  return netlist.sheets.some(
    (sheet) =>
      sheet !== node.sheet &&
      sheet.file === node.sheet.file &&
      netlist.nodesOf(sheet).some((each) => each.id === node.id && !net.subgraphs.includes(netlist.subgraphOf(each))),
  );
}

/** A label for a pin of a net that only pins name. */
function labelPin(
  net: Net,
  wanted: { readonly sheet: string; readonly short: string },
  netlist: Netlist,
): Pick<NetRenames, "labels" | "newLabels"> | string {
  const global = wanted.sheet === "";
  const pins = net.pins.filter((pin) => global || pin.part.sheet.names === wanted.sheet);
  if (pins.length === 0) return `none of its pins is on the sheet ${wanted.sheet}`;
  const pin = pins.find(({ part }) => netlist.sheets.filter((sheet) => sheet.file === part.sheet.file).length === 1);
  if (pin === undefined) return "its pins are on a sheet that is used again";
  return { labels: [], newLabels: [{ pin, text: wanted.short, global }] };
}
