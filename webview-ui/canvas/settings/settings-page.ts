import type { Json, JsonObject } from "../../../core/format/json-tree.ts";
import type { SettingField } from "./setting-field.ts";

/** A command call that a page asks for. */
export interface SettingCall {
  readonly id: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** One page of the settings: what it shows, and the calls that make the design say so. */
export interface SettingsPage {
  readonly id: string;
  readonly title: string;
  readonly root: HTMLElement;
  /** Calls for what was edited, `path` left out; throws an Error that says what cannot be taken. */
  readonly calls: () => readonly SettingCall[];
}

/** What the pages are made from. */
export interface SettingsSource {
  /** Asks a query of the document or its project; null where there is no answer. */
  readonly look: (id: string, args?: Readonly<Record<string, unknown>>) => Promise<JsonObject | null>;
  /** The project file, {} where there is none. */
  readonly project: JsonObject;
}

/** What a field says; throws when what was typed in it is no such value. */
export function said<T>(field: SettingField<T>): T {
  const value = field.value();
  if (value !== undefined) return value;
  const typed = field.input instanceof HTMLInputElement ? field.input.value : "";
  throw new Error(`Cannot take ${JSON.stringify(typed)} for ${field.label}: that is no number.`);
}

/** What stands at a path of the project file; undefined where nothing does. */
export function at(json: JsonObject, ...path: readonly string[]): Json | undefined {
  let value: Json | undefined = json;
  for (const name of path) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    value = Object.hasOwn(value, name) ? (value as JsonObject)[name] : undefined;
  }
  return value;
}

export function objectAt(json: JsonObject, ...path: readonly string[]): JsonObject {
  const value = at(json, ...path);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

export function listAt(json: JsonObject, ...path: readonly string[]): readonly Json[] {
  const value = at(json, ...path);
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
