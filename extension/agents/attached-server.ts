import * as vscode from "vscode";
import { attachEnabled, onSettings } from "../settings.ts";

/** As `contributes.mcpServerDefinitionProviders` names it. */
const PROVIDER_ID = "edsnx.attached";

/** The servers that VS Code's own agents may start, as VS Code is told of them. */
export function attachedServers(cli: string, version: string): vscode.McpStdioServerDefinition[] {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (!attachEnabled() || folder === undefined || folder.uri.scheme !== "file") return [];
  // In the desktop's extension host, process.execPath is Electron.
  const env: Record<string, string> = process.versions["electron"] === undefined ? {} : { ELECTRON_RUN_AS_NODE: "1" };
  const args = [cli, "mcp", "--attach"];
  const server = new vscode.McpStdioServerDefinition("Electronics Designer", process.execPath, args, env, version);
  server.cwd = folder.uri;
  return [server];
}

/** Lets VS Code's own agents find `edsnx mcp --attach` on this window without being told of it. */
export function provideAttachedServer(cli: string, version: string): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const provider: vscode.McpServerDefinitionProvider = {
    onDidChangeMcpServerDefinitions: changed.event,
    provideMcpServerDefinitions: () => attachedServers(cli, version),
  };
  return vscode.Disposable.from(
    changed,
    onSettings(() => changed.fire()),
    vscode.workspace.onDidChangeWorkspaceFolders(() => changed.fire()),
    vscode.lm.registerMcpServerDefinitionProvider(PROVIDER_ID, provider),
  );
}
