import assert from "node:assert/strict";
import { decodeText, encodeText } from "../../core/format/text.ts";
import type { Doc } from "../../core/model/document.ts";
import { readDoc, writeDoc } from "../../core/model/document.ts";
import { isJson } from "../../core/model/file-kinds.ts";
import { RESERVED } from "../../core/model/item.ts";
import type { Step } from "../../core/model/step.ts";
import { applyStep, applySteps, invertSteps, removeStep, setStep } from "../../core/model/step.ts";

/** Reads a file that must be sound. */
export function readSound(bytes: Uint8Array): Doc {
  const { doc, problems } = readDoc(bytes);
  assert.deepEqual(problems, []);
  assert.ok(doc);
  return doc;
}

export interface CheckFileOptions {
  /** How many items of each kind are edited (spread over the file); 3 when left out. */
  readonly perKind?: number;
}

/**
 * The laws of a file: read and write gives the same bytes; an edit of one item and its undo gives the same bytes, also
 * through JSON; removing an item and putting it back gives the same bytes; an unknown token inside a rewritten item
 * survives. Answers how many items were edited.
 */
export function checkFile(bytes: Uint8Array, options: CheckFileOptions = {}): number {
  const doc = readSound(bytes);
  assertSameBytes(writeDoc(doc), bytes, "open and save");
  const steps: Step[] = [];
  let edited = doc;
  for (const [, ids] of sample(doc, options.perKind ?? 3)) {
    for (const id of ids) {
      const item = edited.items.get(id)!;
      const change = changeOf(item);
      if (change !== null) {
        const step = json(setStep(item, change)!);
        edited = applyStep(edited, step);
        steps.push(step);
      }
      for (const made of [removeStep(edited, edited.items.get(id)!), null]) {
        const step = made ?? invertSteps([steps.at(-1)!])[0]!;
        edited = applyStep(edited, json(step));
        steps.push(json(step));
      }
    }
  }
  const text = writeDoc(edited);
  readSound(text);
  assertSameBytes(writeDoc(applySteps(edited, invertSteps(steps))), bytes, "edit and undo");
  checkUnknownTokens(doc, bytes);
  return steps.length;
}

/** Puts a token that no KiCad knows into an item of each kind, edits the item, and looks for it. */
function checkUnknownTokens(doc: Doc, bytes: Uint8Array): void {
  // Whatever JSON holds is a setting.
  if (isJson(doc.kind)) return;
  for (const [kind, ids] of sample(doc, 1)) {
    const item = doc.items.get(ids[0]!)!;
    const change = changeOf(item);
    if (change === null) continue;
    const { start, end } = item.source;
    const text = decodeText(bytes, start, end);
    const marked = `${text.slice(0, -1)} (from_the_future "kept" (as it is))${text.slice(-1)}`;
    const file = Buffer.concat([bytes.subarray(0, start), encodeText(marked), bytes.subarray(end)]);
    const future = readSound(file);
    const again = future.items.entries.find((e) => e.order === item.order)!.item();
    const written = decodeText(writeDoc(applyStep(future, setStep(again, change)!)));
    assert.ok(written.includes('(from_the_future "kept" (as it is))'), `${kind} loses an unknown token`);
  }
}

function sample(doc: Doc, perKind: number): Map<string, string[]> {
  const byKind = new Map<string, string[]>();
  for (const entry of doc.items.entries) {
    if (entry.kind === "other") continue;
    const ids = byKind.get(entry.kind);
    if (ids === undefined) byKind.set(entry.kind, [entry.id]);
    else ids.push(entry.id);
  }
  for (const [kind, ids] of byKind) {
    const stride = Math.max(1, Math.floor(ids.length / perKind));
    byKind.set(kind, ids.filter((_, i) => i % stride === 0).slice(0, perKind));
  }
  return byKind;
}

/** Some change of an item's first property that holds a place. */
export function changeOf(item: Readonly<Record<string, unknown>>): Record<string, unknown> | null {
  for (const [key, value] of Object.entries(item)) {
    if (RESERVED.has(key) || value === null || typeof value !== "object" || !("x" in value)) continue;
    return { [key]: { ...value, x: (value as { x: number }).x + 1_234_567 } };
  }
  if (item["kind"] === "librarySymbol") return { inBom: item["inBom"] !== true };
  if (item["kind"] === "tableRow") return { descr: `${String(item["descr"])} "changed"` };
  if (item["kind"] === "rule") return { severity: item["severity"] === "warning" ? "error" : "warning" };
  if (item["kind"] === "setting" && typeof item["value"] === "string") return { value: `${item["value"]} "changed"` };
  return null;
}

export function assertSameBytes(actual: Uint8Array, expected: Uint8Array, what: string): void {
  if (Buffer.compare(actual, expected) === 0) return;
  let at = 0;
  while (actual[at] === expected[at]) at++;
  const show = (bytes: Uint8Array) => JSON.stringify(decodeText(bytes.subarray(Math.max(0, at - 40), at + 40)));
  assert.fail(`${what}: bytes differ from byte ${at}: ${show(actual)} instead of ${show(expected)}`);
}

function json<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
