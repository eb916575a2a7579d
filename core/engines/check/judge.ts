import type { ProjectSettings, Severity } from "../../model/project/settings.ts";
import type { Report } from "./define-rule.ts";
import type { Finding } from "./finding.ts";
import type { FindingName } from "./finding-types.ts";
import { findingTypes } from "./finding-types.ts";

/** A finding with the severity that the project, or a rule, gives it. */
export interface JudgedFinding extends Finding {
  readonly level: Severity | "exclusion";
  /** Why it is excluded, where the project says so. */
  readonly comment?: string;
}

/** How severe a project takes a kind of finding. */
export function severityOf(settings: ProjectSettings, type: FindingName): Severity {
  return settings.drcSeverities.get(type) ?? findingTypes[type].severity;
}

export interface JudgeOptions {
  readonly settings: ProjectSettings;
  /** Only these kinds; all when left out. */
  readonly only?: ReadonlySet<FindingName>;
  /** Stops the check; it throws what the signal gives as reason. */
  readonly signal?: Pick<AbortSignal, "throwIfAborted"> | undefined;
}

/** Takes findings, leaves out those that nobody wants, and gives the rest to `found` with their severity. */
export function judge({ settings, only, signal }: JudgeOptions, found: (finding: JudgedFinding) => void): Report {
  const wants = (type: FindingName) =>
    severityOf(settings, type) !== "ignore" && (only === undefined || only.has(type));
  return Object.assign(
    (finding: Finding) => {
      if (!wants(finding.type)) return;
      found({ ...finding, level: finding.severity ?? severityOf(settings, finding.type) });
    },
    { wants, pause: () => signal?.throwIfAborted() },
  );
}
