export const CODE_SERVER_VERSION: string;
export const VSCODE_VERSION: string;
export const NODE_VERSION: string;
export const QUIET_SETTINGS: Record<string, unknown>;

export type VscodeHost = { root: string; node: string; vscode: string; server: string };
export function ensureVscodeHost(options?: { log?: (line: string) => void }): Promise<VscodeHost>;

export type Payload = [string, string][];
export function workbenchUrl(window: { port: number; folder: string; payload?: Payload }): string;
export function developmentPayload(options: {
  port: number;
  extensionPath: string;
  extensionTestsPath?: string;
}): Payload;

export type ServerOptions = {
  extensionPath?: string;
  workspace: string;
  install?: "linked" | "development";
  extensionTestsPath?: string;
  userDataDir?: string;
  extensionsDir?: string;
  port?: number;
  smokeTest?: boolean;
  settings?: Record<string, unknown>;
  env?: Record<string, string | undefined>;
  log?: (line: string) => void;
};
export type VscodeServer = {
  url: (folder?: string, payload?: Payload) => string;
  port: number;
  pid: number;
  userDataDir: string;
  output: () => string;
  stop: () => Promise<void>;
};
export function startVscodeServer(options: ServerOptions): Promise<VscodeServer>;
