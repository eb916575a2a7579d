import { existsSync } from "node:fs";
import { join } from "node:path";

/** A bundle of ours that lies beside the one that is running; null where it is not there, as where the sources run. */
export function bundleBeside(name: string): string | null {
  const file = typeof __dirname === "string" ? join(__dirname, name) : "";
  return file !== "" && existsSync(file) ? file : null;
}
