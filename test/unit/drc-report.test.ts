import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { FindingJson } from "../../core/commands/check/board-check.ts";
import { kicadReport } from "../../core/commands/check/drc-report.ts";
import { openWorld } from "../laws/check-edit.ts";
import { kicadDrc } from "../laws/kicad-cache.ts";

const file = resolve("examples/board-tools/board-tools.kicad_pcb");

type Report = Record<string, unknown> & { violations: Record<string, unknown>[] };

describe("a report in KiCad's schema", function () {
  this.timeout(120_000);

  it("has the fields that KiCad's own report has, of the same types, and no others", async () => {
    const theirs = (await kicadDrc(file)) as Report;
    const world = await openWorld({ text: readFileSync(file, "utf8") });
    const { violations } = (await world.run("check.drc", { limit: 1000 })) as { violations: FindingJson[] };
    const head = { path: file, date: "2026-01-01T00:00:00Z", severities: ["error", "warning"] };
    const report = kicadReport(head, violations) as Report;
    assert.deepEqual(shape(report), shape(theirs));
    const [own, other] = [report.violations[0]!, theirs.violations[0]!];
    assert.deepEqual(shape(own), shape(other));
    const items = (each: Record<string, unknown>) => (each["items"] as Record<string, unknown>[])[0]!;
    assert.deepEqual(shape(items(own)), shape(items(other)));
  });
});

function shape(of: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(of)
      .map(([key, value]): [string, string] => [key, Array.isArray(value) ? "array" : typeof value])
      .sort(),
  );
}
