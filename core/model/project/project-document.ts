import type { Eol, ToWrite } from "../../format/json-text.ts";
import { patchJson, Real } from "../../format/json-text.ts";
import type { Json, JsonNode, JsonObject, JsonTree } from "../../format/json-tree.ts";
import { jsonValue, parseJson } from "../../format/json-tree.ts";
import { decodeText, encodeText } from "../../format/text.ts";
import { problemAt } from "../../format/tree.ts";
import type { Doc, ReadResult } from "../document.ts";
import type { Item } from "../item.ts";
import { ORDER_STEP } from "../item.ts";
import type { Entry } from "../item-table.ts";
import { ItemTable } from "../item-table.ts";
import { isReal, settingItem } from "./setting.ts";
import type { SettingPath } from "./setting-path.ts";
import { nameKeyOf, pathText, readPath } from "./setting-path.ts";

/**
 * A project file (`.kicad_pro`) or a job set (`.kicad_jobset`, which has a list of jobs): JSON. Its items are its settings, one for each value that is no object, named by
 * path. The document's `head` is the whole text as it was read; what is written is that text with the settings that
 * differ changed in place, so it depends on the settings alone, and not on the way to them.
 */
export function readProject(bytes: Uint8Array): ReadResult {
  const { root, problems } = treeOf(bytes);
  const wrong =
    root === null || root.is === "object" ? [] : [problemAt(bytes, root.start, "a value that is no object")];
  const entries: Entry[] = [];
  if (root?.is === "object") {
    for (const { path, node } of leavesOf(root, [])) {
      const id = pathText(path);
      const source = { bytes, lead: node.start, start: node.start, end: node.end };
      const order = (entries.length + 1) * ORDER_STEP;
      let item: Item | undefined;
      const entry = {
        id,
        kind: "setting",
        order,
        source,
        item: () => (item ??= settingItem(id, order, source, jsonValue(node))),
      };
      entries.push(entry);
    }
  }
  const version = jsonAt(root, ["meta", "version"]);
  const lineEnd = bytes.indexOf(10);
  const doc: Doc = {
    kind: memberOf(root, "jobs")?.is === "array" ? "jobSet" : "project",
    version: typeof version === "number" && Number.isInteger(version) ? version : 0,
    style: "modern",
    eol: lineEnd > 0 && bytes[lineEnd - 1] === 13 ? "\r\n" : "\n",
    file: { version: 0, netNames: new Map(), netCodes: new Map() },
    items: ItemTable.of(entries),
    depth: 0,
    head: bytes,
    tail: new Uint8Array(0),
  };
  return { doc, problems: [...problems, ...wrong] };
}

/** Whether a text is a project file, by its first letter: a bracket or a comment. */
export function looksLikeProject(bytes: Uint8Array): boolean {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (at < bytes.length && bytes[at]! <= 32) at++;
  return bytes[at] === 123 || bytes[at] === 47;
}

/** The project file's text: of a damaged file what was read, since its settings do not say all that stands in it. */
export function writeProject(doc: Doc): Uint8Array {
  const { root, bytes, problems } = treeOf(doc.head);
  if (root?.is !== "object" || problems.length > 0) return bytes;
  const text = patchJson({ bytes, eol: doc.eol as Eol }, root, toWrite(branchOf(doc), root, []));
  const front = bytes.subarray(0, root.start);
  const back = bytes.subarray(root.end);
  const middle = encodeText(text);
  const whole = new Uint8Array(front.length + middle.length + back.length);
  whole.set(front);
  whole.set(middle, front.length);
  whole.set(back, front.length + middle.length);
  return whole;
}

/** The whole file as one JSON value. */
export function projectJson(doc: Doc): JsonObject {
  const { root } = parseJson(writeProject(doc));
  return root?.is === "object" ? (jsonValue(root) as JsonObject) : {};
}

/** The settings below a path, or at it. */
export function settingsBelow(doc: Doc, path: SettingPath): Entry[] {
  return doc.items.entries.filter((entry) => {
    const own = readPath(entry.id);
    return own !== null && path.every((name, i) => own[i] === name);
  });
}

const trees = new WeakMap<Uint8Array, JsonTree>();

function treeOf(bytes: Uint8Array): JsonTree {
  let tree = trees.get(bytes);
  if (tree === undefined) {
    tree = parseJson(bytes);
    trees.set(bytes, tree);
  }
  return tree;
}

function* leavesOf(node: JsonNode, path: SettingPath): Iterable<{ path: SettingPath; node: JsonNode }> {
  const parts = partsOf(node, path);
  if (parts === null) yield { path, node };
  else for (const [name, each] of parts) yield* leavesOf(each, [...path, name]);
}

/** The parts of a container by name; null of what is one setting. */
function partsOf(node: JsonNode, path: SettingPath): readonly (readonly [string, JsonNode])[] | null {
  if (node.is === "object") return node.members.map((member) => [member.key, member.node]);
  const key = nameKeyOf(pathText(path));
  if (node.is !== "array" || key === null) return null;
  const parts = node.elements.map((each) => [jsonAt(each, [key]), each] as const);
  const names = new Set(parts.map(([name]) => name));
  return names.size === parts.length && parts.every(([name]) => typeof name === "string")
    ? (parts as [string, JsonNode][])
    : null;
}

function jsonAt(node: JsonNode | null, path: SettingPath): Json | undefined {
  let at: JsonNode | undefined = node ?? undefined;
  for (const name of path) at = memberOf(at, name);
  return at === undefined ? undefined : jsonValue(at);
}

function memberOf(node: JsonNode | null | undefined, name: string): JsonNode | undefined {
  return node?.is === "object" ? node.members.find((member) => member.key === name)?.node : undefined;
}

/** Settings by name, level by level. */
interface Branch {
  readonly parts: Map<string, Branch | Item>;
}

function branchOf(doc: Doc): Branch {
  const root: Branch = { parts: new Map() };
  for (const entry of doc.items.entries) {
    const path = readPath(entry.id);
    if (path === null) continue;
    let at = root;
    for (const name of path.slice(0, -1)) {
      const known = at.parts.get(name);
      const next: Branch = known !== undefined && "parts" in known ? (known as Branch) : { parts: new Map() };
      at.parts.set(name, next);
      at = next;
    }
    at.parts.set(path.at(-1)!, entry.item());
  }
  return root;
}

function toWrite(at: Branch | Item, node: JsonNode | null, path: SettingPath): ToWrite {
  if (!("parts" in at)) return settingToWrite(at);
  const branch = at as Branch;
  const old = new Map((node === null ? null : partsOf(node, path)) ?? []);
  const key = nameKeyOf(pathText(path));
  if (key !== null) {
    const names = namesInOrder(key, [...branch.parts.keys()], [...old.keys()]);
    return names.map((name) => {
      const element = toWrite(branch.parts.get(name)!, old.get(name) ?? null, [...path, name]);
      return { ...(element as JsonObject), [key]: name };
    });
  }
  const members: [string, ToWrite][] = [...branch.parts].map(([name, each]) => [
    name,
    toWrite(each, old.get(name) ?? null, [...path, name]),
  ]);
  // An object stays when the last that it held goes.
  for (const [name, each] of old) {
    if (branch.parts.has(name) || partsOf(each, [...path, name]) === null) continue;
    members.push([name, toWrite({ parts: new Map() }, each, [...path, name])]);
  }
  return Object.fromEntries(members);
}

function settingToWrite(item: Item): ToWrite {
  const value = item["value"] as Json;
  return typeof value === "number" && isReal(item.source) ? new Real(value) : value;
}

/**
 * The names of a list: old ones as they stand. New ones come last where the list's order is the order of doing; of names
 * they come in order, `Default` first as KiCad has it.
 */
function namesInOrder(key: "name" | "id", names: readonly string[], old: readonly string[]): string[] {
  const now = new Set(names);
  const list = old.filter((name) => now.has(name));
  if (key === "id") return [...list, ...names.filter((each) => !old.includes(each))];
  for (const name of names.filter((each) => !old.includes(each)).sort()) {
    const before = name === "Default" ? 0 : list.findIndex((each) => each !== "Default" && each > name);
    list.splice(before < 0 ? list.length : before, 0, name);
  }
  return list;
}

/** A document's text, for readers of whole files. */
export function projectText(doc: Doc): string {
  return decodeText(writeProject(doc));
}
