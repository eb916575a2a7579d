import * as module from "node:module";

/** Keeps compiled code between starts where Node can (22.8 and later). */
export function enableCompileCache(): void {
  const { enableCompileCache: enable } = module as { enableCompileCache?: () => unknown };
  try {
    enable?.();
  } catch {
    // Only slower.
  }
}
