// A bundle of its own, loaded when the first rules file is shown: VS Code's side of the language server.
import type { Disposable } from "vscode";
import { LanguageClient, TransportKind } from "vscode-languageclient/node";

/** Starts the server and has VS Code ask it about rules files. */
export async function startRulesClient(server: string, language: string): Promise<Disposable> {
  const run = { module: server, transport: TransportKind.ipc };
  const client = new LanguageClient(
    "edsnx.rules",
    "KiCad design rules",
    { run, debug: run },
    { documentSelector: [{ language }], diagnosticCollectionName: "edsnx rules" },
  );
  await client.start();
  return { dispose: () => void client.dispose() };
}
