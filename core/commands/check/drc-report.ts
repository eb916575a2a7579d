import { findingTypes } from "../../engines/check/finding-types.ts";
import type { FindingJson } from "./board-check.ts";

/** What a report says of itself. */
export interface ReportHead {
  readonly path: string;
  /** ISO 8601; without it the report lacks what the schema asks for. */
  readonly date?: string | undefined;
  readonly severities: readonly string[];
}

/** The version of KiCad whose checks these are. */
const KICAD_VERSION = "9.0";

/** The report in the schema of KiCad's own JSON report, which allows nothing else in it. */
export function kicadReport(
  { path, date, severities }: ReportHead,
  findings: readonly FindingJson[],
): Record<string, unknown> {
  const row = ({ type, severity, description, items, excluded, comment }: FindingJson) => ({
    type,
    description,
    severity,
    ...(excluded === true ? { excluded: true, comment: comment ?? "" } : {}),
    items,
  });
  const isParity = (each: FindingJson) => "parity" in (findingTypes as Record<string, object>)[each.type]!;
  return {
    $schema: "https://schemas.kicad.org/drc.v1.json",
    source: nameOf(path),
    ...(date === undefined ? {} : { date }),
    kicad_version: KICAD_VERSION,
    coordinate_units: "mm",
    included_severities: severities,
    violations: findings.filter((each) => each.type !== "unconnected_items" && !isParity(each)).map(row),
    unconnected_items: findings.filter((each) => each.type === "unconnected_items").map(row),
    schematic_parity: findings.filter(isParity).map(row),
  };
}

/** The report as lines: one violation each, its items below. */
export function textReport(path: string, findings: readonly FindingJson[]): string {
  const lines = [`Design rule check of ${nameOf(path)}: ${findings.length} violations`];
  for (const { type, severity, description, items, at, excluded, comment } of findings) {
    lines.push(
      `${severity}${excluded === true ? ` (excluded${comment === undefined ? "" : `: ${comment}`})` : ""} ${type} at ${at[0]} ${at[1]} mm: ${description}`,
    );
    for (const item of items) lines.push(`    ${item.description} at ${item.pos.x} ${item.pos.y} mm (${item.uuid})`);
  }
  return `${lines.join("\n")}\n`;
}

/** The report as SARIF 2.1.0, for code hosts. */
export function sarifReport(path: string, findings: readonly FindingJson[]): Record<string, unknown> {
  const kinds = [...new Set(findings.map((each) => each.type))].sort();
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "edsnx",
            rules: kinds.map((id) => ({
              id,
              shortDescription: { text: (findingTypes as Record<string, { title: string }>)[id]!.title },
            })),
          },
        },
        results: findings.map(({ type, severity, description, items, at, excluded, comment }) => ({
          ruleId: type,
          level: severity === "error" ? "error" : "warning",
          message: { text: `${description}${items.map((item) => `; ${item.description}`).join("")}` },
          locations: [
            {
              physicalLocation: { artifactLocation: { uri: nameOf(path) } },
              logicalLocations: items.map((item) => ({ name: item.description, fullyQualifiedName: item.uuid })),
            },
          ],
          properties: { at },
          ...(excluded === true
            ? { suppressions: [{ kind: "external", ...(comment === undefined ? {} : { justification: comment }) }] }
            : {}),
        })),
      },
    ],
  };
}

function nameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}
