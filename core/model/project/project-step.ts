import { CommandError } from "../../base/error.ts";
import type { ToWrite } from "../../format/json-text.ts";
import { layOutJson } from "../../format/json-text.ts";
import type { Json } from "../../format/json-tree.ts";
import { jsonValue, parseJson, sameJson } from "../../format/json-tree.ts";
import { decodeText, encodeText } from "../../format/text.ts";
import type { Doc } from "../document.ts";
import type { Item, ItemId } from "../item.ts";
import { ORDER_STEP } from "../item.ts";
import type { ItemText, Step } from "../step.ts";
import { readProject, writeProject } from "./project-document.ts";
import { settingItem, sourceValue } from "./setting.ts";
import type { SettingPath } from "./setting-path.ts";
import { nameKeyOf, pathText, readPath } from "./setting-path.ts";

/** The project after a step; see `applyStep`. */
export function applyProjectStep(doc: Doc, step: Step): Doc {
  if (step.in !== undefined) throw conflict(step, "a setting holds no others");
  if (step.op === "add") {
    refuseOverlap(doc, step);
    return { ...doc, items: doc.items.with(itemOf(step, step.item)) };
  }
  const id = step.op === "set" ? step.id : step.item.id;
  const item = doc.items.get(id);
  if (item === undefined) throw conflict(step, "it is not there");
  const expected = step.op === "set" ? (step.from["value"] as Json) : (itemOf(step, step.item)["value"] as Json);
  if (!sameJson(item["value"] as Json, expected)) throw conflict(step, `it is ${JSON.stringify(item["value"])} now`);
  if (step.op === "remove") return { ...doc, items: doc.items.without(id) };
  return { ...doc, items: doc.items.with({ ...item, value: step.to["value"] as Json }) };
}

/** The JSON form of a setting as it stands. */
export function textOfSetting(item: Item): ItemText {
  const { id, kind, order, source } = item;
  const from = sourceValue(source) ?? null;
  const value = item["value"] as Json;
  const edits = sameJson(from, value)
    ? {}
    : { edits: [{ op: "set", id, from: { value: from }, to: { value } } as const] };
  return { id, kind, order, text: decodeText(source.bytes, source.start, source.end), ...edits };
}

/** The step that gives a project a setting that it has not: where KiCad would write it. */
export function addSettingStep(doc: Doc, path: SettingPath, value: ToWrite): Step {
  const id = pathText(path);
  const item = { id, kind: "setting", order: 0, text: layOutJson(value) };
  const { doc: read } = readProject(writeProject(applyProjectStep(doc, { op: "add", item })));
  const { entries } = read!.items;
  const at = entries.findIndex((entry) => entry.id === id);
  const orderOf = (index: number) => doc.items.entry(entries[index]?.id ?? "")?.order;
  const low = orderOf(at - 1) ?? 0;
  const high = orderOf(at + 1) ?? low + 2 * ORDER_STEP;
  return { op: "add", item: { ...item, order: (low + high) / 2 } };
}

function itemOf(step: Step, from: ItemText): Item {
  const bytes = encodeText(from.text);
  const { root, problems } = parseJson(bytes);
  if (root === null || problems.length > 0 || root.is === "object") throw conflict(step, "its text is no setting's");
  const source = { bytes, lead: root.start, start: root.start, end: root.end };
  let value = jsonValue(root);
  for (const edit of from.edits ?? []) if (edit.op === "set") value = edit.to["value"] as Json;
  return settingItem(from.id, from.order, source, value);
}

/** A name is either a value or holds others. */
function refuseOverlap(doc: Doc, step: Step & { readonly op: "add" }): void {
  const { id } = step.item;
  const path = readPath(id);
  if (path === null || pathText(path) !== id) throw conflict(step, "that is no path of a setting");
  if (doc.items.entry(id) !== undefined) throw conflict(step, "it is there already");
  for (let n = 1; n < path.length; n++) {
    const above = pathText(path.slice(0, n));
    if (doc.items.entry(above) !== undefined) throw conflict(step, `${above} is a value, and holds no others`);
    if (nameKeyOf(above) !== null && n === path.length - 1)
      throw conflict(step, `${above} holds lists of settings only`);
  }
  const below = doc.items.entries.find((entry) => isBelow(entry.id, id));
  if (below !== undefined) throw conflict(step, `it holds ${below.id}`);
}

function isBelow(id: ItemId, owner: ItemId): boolean {
  return id.startsWith(`${owner}.`) || id.startsWith(`${owner}[`);
}

function conflict(step: Step, reason: string): CommandError {
  const id = step.op === "set" ? step.id : step.item.id;
  return new CommandError({
    code: "conflict",
    message: `Cannot ${step.op} ${id}: ${reason}.`,
    hint: "Read the setting again with project.settings and repeat the change on what is there now.",
    data: { id },
  });
}
