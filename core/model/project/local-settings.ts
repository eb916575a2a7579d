import type { Json, JsonObject } from "../../format/json-tree.ts";
import { jsonValue, parseJson } from "../../format/json-tree.ts";
import type { SyntaxProblem } from "../../format/tree.ts";

/** What of a person's own view of a project (`.kicad_prl`) is worth knowing; KiCad writes it, we only read. */
export interface LocalSettings {
  /** Name of the layer preset in use; "" for none. */
  readonly layerPreset: string;
  /** The layer to draw on, by KiCad's number; null when it does not say. */
  readonly activeLayer: number | null;
  /** Layers that are shown: bits as a hexadecimal text, lowest layer last; "" for all. */
  readonly visibleLayers: string;
  /** Nets whose unconnected lines are not shown. */
  readonly hiddenNets: readonly string[];
  /** Classes of nets that are not shown. */
  readonly hiddenNetClasses: readonly string[];
  /** What can be selected, by kind. */
  readonly selectionFilter: Readonly<Record<string, boolean>>;
  /** Files that were open. */
  readonly files: readonly string[];
}

/** A run of a job set (`.kicad_jobset`): what KiCad makes at one go. */
export interface Job {
  readonly id: string;
  /** KiCad's name of the kind, e.g. `pcb_export_gerbers`. */
  readonly type: string;
  readonly description: string;
  readonly settings: JsonObject;
}

export interface JobOutput {
  readonly id: string;
  /** `folder` or `archive`. */
  readonly type: string;
  readonly description: string;
  readonly path: string;
  /** Ids of the jobs whose files it takes; all when empty. */
  readonly only: readonly string[];
}

export interface JobSet {
  readonly jobs: readonly Job[];
  readonly outputs: readonly JobOutput[];
}

/** Reads a `.kicad_prl` file. What it does not say is as KiCad has it by default. */
export function readLocalSettings(bytes: Uint8Array): {
  readonly settings: LocalSettings;
  readonly problems: readonly SyntaxProblem[];
} {
  const { root, problems } = parseJson(bytes);
  const json = object(root === null ? null : jsonValue(root));
  const board = object(json["board"]);
  const layer = board["active_layer"];
  const filter = Object.entries(object(board["selection_filter"])).filter(
    (row): row is [string, boolean] => typeof row[1] === "boolean",
  );
  const files = list(object(json["project"])["files"]).map((each) => text(object(each)["name"]));
  const settings: LocalSettings = {
    layerPreset: text(board["active_layer_preset"]),
    activeLayer: typeof layer === "number" ? layer : null,
    visibleLayers: text(board["visible_layers"]),
    hiddenNets: texts(board["hidden_nets"]),
    hiddenNetClasses: texts(board["hidden_netclasses"]),
    selectionFilter: Object.fromEntries(filter),
    files: files.filter((name) => name !== ""),
  };
  return { settings, problems };
}

/** Reads a `.kicad_jobset` file of KiCad 9 or later. */
export function readJobSet(bytes: Uint8Array): {
  readonly jobSet: JobSet;
  readonly problems: readonly SyntaxProblem[];
} {
  const { root, problems } = parseJson(bytes);
  const json = object(root === null ? null : jsonValue(root));
  const jobs = list(json["jobs"])
    .map(object)
    .map((job) => ({
      id: text(job["id"]),
      type: text(job["type"]),
      description: text(job["description"]),
      settings: object(job["settings"]),
    }));
  const outputs = list(json["destinations"] ?? json["outputs"])
    .map(object)
    .map((output) => ({
      id: text(output["id"]),
      type: text(output["type"]),
      description: text(output["description"]),
      path: text(object(output["settings"])["output_path"]),
      only: texts(output["only"]),
    }));
  return { jobSet: { jobs, outputs }, problems };
}

function object(value: Json | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

function texts(value: Json | undefined): readonly string[] {
  return list(value).filter((each): each is string => typeof each === "string");
}
