export const INSPECTOR_VERSION: string;
export const CONFORMANCE_VERSION: string;
export function ensurePeers(options?: { log?: (line: string) => void }): Promise<{
  readonly node: string;
  readonly inspector: string;
  readonly conformance: string;
}>;
