import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import { attachedServers } from "../../extension/agents/attached-server.ts";
import type { Edsnx } from "../../packages/edsnx-api/edsnx-api.d.ts";

const EXTENSION = "softforge.edsnx";
const BOARD = "blinky.kicad_pcb";

/** The editor as other extensions meet it: the `vscode` API and what our `activate` gives. Tests build on each other. */
export function defineEditorTests(): void {
  let edsnx: Edsnx;
  let file: vscode.Uri;
  /** The board as it lies on disk before the first test. */
  let original: string;
  const disk = () => readFileSync(file.fsPath, "utf8");
  /** The first footprint's head, up to its place. */
  const head = /(\(footprint "[^"]*"\s+\(layer "[^"]*"\)\s+\(uuid "([^"]+)"\)\s+\(at )([-\d.]+)/;
  const footprint = () => head.exec(original)?.[2] ?? assert.fail(`no footprint in ${BOARD}`);
  /** What saving must give after the footprint has gone `mm` to the right: that one number differs. */
  const movedBy = (mm: number) =>
    original.replace(head, (_all, before: string, _id, x: string) => `${before}${Number(x) + mm}`);
  const move = () => edsnx.run("pcb.move", { path: BOARD, items: [footprint()], by: [1, 0] });
  const tab = () => {
    const found = vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .find(({ input }) => input instanceof vscode.TabInputCustom && input.uri.toString() === file.toString());
    return found ?? assert.fail(`no custom editor shows ${BOARD}`);
  };
  const state = async () => {
    const { documents } = await edsnx.run("session.documents");
    return documents.find(({ path }) => path.endsWith(BOARD)) ?? assert.fail(`${BOARD} is not open`);
  };
  /** Waits until the tab's dot and the session agree on it: VS Code changes the dot before it calls our undo. */
  const settled = (dirty: boolean) =>
    until(
      async () => tab().isDirty === dirty && (await state()).dirty === dirty,
      async () => `dirty to be ${dirty} (tab: ${tab().isDirty}, session: ${(await state()).dirty})`,
    );
  /** Waits until they agree, whichever way, and still do when all marks have been compared. */
  const agreed = () =>
    until(
      async () => {
        if (tab().isDirty !== (await state()).dirty) return false;
        await sleep(400);
        return tab().isDirty === (await state()).dirty;
      },
      async () => `the dot to be true (tab: ${tab().isDirty}, session: ${(await state()).dirty})`,
    );
  const press = (command: "undo" | "redo" | "workbench.action.files.save" | "workbench.action.files.revert") =>
    vscode.commands.executeCommand(command);

  describe("inside the extension host", () => {
    before(() => {
      const folder = vscode.workspace.workspaceFolders?.[0] ?? assert.fail("the window has no folder");
      file = vscode.Uri.file(join(folder.uri.fsPath, BOARD));
      original = disk();
    });

    it("activates, and gives other extensions an API", async () => {
      const extension = vscode.extensions.getExtension<Edsnx>(EXTENSION) ?? assert.fail(`${EXTENSION} is not there`);
      edsnx = await extension.activate();
      assert.equal(extension.isActive, true);
      assert.deepEqual((await edsnx.run("session.documents")).documents, []);
    });

    it("opens a board in our editor", async () => {
      await vscode.commands.executeCommand("vscode.openWith", file, "edsnx.board");
      const { input, isDirty, isActive } = tab();
      assert.equal((input as vscode.TabInputCustom).viewType, "edsnx.board");
      assert.deepEqual({ isDirty, isActive }, { isDirty: false, isActive: true });
      await settled(false);
    });

    it("marks the tab when an edit comes through the API, in the API's name", async () => {
      const { changedIds } = await move();
      assert.deepEqual(changedIds, [footprint()]);
      await settled(true);
      const { entries } = await edsnx.run("session.history", { path: BOARD });
      assert.equal(entries.at(-1)?.actor, "Extension API");
      assert.equal(disk(), original);
    });

    it("undoes to clean and redoes to dirty with VS Code's own commands", async () => {
      const { hash: moved } = await state();
      await press("undo");
      await settled(false);
      assert.notEqual((await state()).hash, moved);
      await press("redo");
      await settled(true);
      assert.equal((await state()).hash, moved);
    });

    it("keeps the tab's dot true however closely undo and redo follow each other", async () => {
      // The mark is brought in line some time after a change; what comes just then must not leave it behind.
      for (let wait = 100; wait <= 240; wait += 10) {
        await press("undo");
        await sleep(wait);
        await press("redo");
        await sleep(wait);
        // VS Code may drop a redo that comes while it undoes; the dot must tell the truth either way.
        await agreed();
        while (!(await state()).dirty) {
          await press("redo");
          await sleep(300);
        }
        await settled(true);
      }
    });

    it("saves the moved footprint and no other byte", async () => {
      await press("workbench.action.files.save");
      await settled(false);
      assert.equal(disk(), movedBy(1));
    });

    it("gives the original bytes after undo and save", async () => {
      await press("undo");
      await settled(true);
      assert.equal(disk(), movedBy(1));
      await press("workbench.action.files.save");
      await settled(false);
      assert.equal(disk(), original);
    });

    it("reverts to what is on disk, and takes edits afterwards", async () => {
      const { hash } = await state();
      await move();
      await settled(true);
      await press("workbench.action.files.revert");
      await settled(false);
      assert.equal((await state()).hash, hash);
      await move();
      await settled(true);
      await press("undo");
      await settled(false);
      assert.deepEqual([(await state()).hash, disk()], [hash, original]);
    });

    it("reverts whatever edit follows a change of the tab's dot, however closely", async () => {
      const { hash } = await state();
      // What takes an agent's undo into the tab clears its dot by a save of its own; the next edit meets that save.
      for (let wait = 0; wait <= 320; wait += 80) {
        await move();
        await settled(true);
        await edsnx.run("session.undo", { path: BOARD });
        await sleep(wait);
        await move();
        await settled(true);
        await press("workbench.action.files.revert");
        await settled(false);
        assert.deepEqual([(await state()).hash, disk()], [hash, original]);
      }
    });

    it("runs the registry's commands as VS Code commands", async () => {
      const args = { path: BOARD, items: [footprint()], by: [0, 1] };
      const { changedIds } = await vscode.commands.executeCommand<{ changedIds: string[] }>("edsnx.pcb.move", args);
      assert.deepEqual(changedIds, [footprint()]);
      await settled(true);
      await press("undo");
      await settled(false);
    });

    it("shows the board in three dimensions in a tab beside it", async () => {
      const body = () =>
        vscode.window.tabGroups.all.flatMap((group) => group.tabs).find(({ label }) => label === `3D ${BOARD}`);
      await vscode.commands.executeCommand("edsnx.show3d", file.fsPath);
      await until(
        async () => body() !== undefined,
        async () => "the 3D view's tab",
      );
      // Once more brings the same tab to the front.
      await vscode.commands.executeCommand("edsnx.show3d", file.fsPath);
      await vscode.window.tabGroups.close(body()!);
      await until(
        async () => body() === undefined,
        async () => "the tab to be closed",
      );
    });

    it("gives VS Code's own agents the compact tools", async () => {
      const names = vscode.lm.tools.map(({ name }) => name).filter((name) => name.startsWith("edsnx_"));
      assert.ok(names.includes("edsnx_tools_run") && names.includes("edsnx_query_items"), names.join(" "));
      const ask = (name: string, input: object) =>
        vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
      const { content } = await ask("edsnx_session_documents", {});
      assert.match((content[0] as vscode.LanguageModelTextPart).value, /blinky\.kicad_pcb/);
      await ask("edsnx_tools_run", { name: "pcb_move", arguments: { path: BOARD, items: [footprint()], by: [0, 1] } });
      await settled(true);
      const { entries } = await edsnx.run("session.history", { path: BOARD });
      assert.equal(entries.at(-1)?.actor, "VS Code agent");
      await press("undo");
      await settled(false);
      await assert.rejects(
        async () => ask("edsnx_query_item", { path: BOARD, item: "no such" }),
        /not-found|invalid-args/,
      );
    });

    it("gives VS Code an MCP server that starts, lists tools, and works on this window", async () => {
      const { extensionPath } = vscode.extensions.getExtension(EXTENSION) ?? assert.fail(`${EXTENSION} is not there`);
      const [server, ...others] = attachedServers(join(extensionPath, "out/edsnx.cjs"), "1");
      assert.ok(server !== undefined && others.length === 0);
      const { command, args, cwd } = server;
      const child = spawn(command, args, {
        cwd: cwd?.fsPath,
        stdio: ["pipe", "pipe", "inherit"],
        env: { ...process.env, ...(server.env as Record<string, string>) },
      });
      try {
        const replies = new Map<number, Record<string, unknown>>();
        createInterface({ input: child.stdout }).on("line", (line) => {
          const message = JSON.parse(line) as Record<string, unknown>;
          replies.set(Number(message["id"]), message);
        });
        const ask = async (id: number, method: string, params: object) => {
          child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
          await until(
            async () => replies.has(id),
            async () => `an answer to ${method} (status ${child.exitCode})`,
          );
          return JSON.stringify(replies.get(id)?.["result"]);
        };
        const clientInfo = { name: "VS Code", version: "1" };
        await ask(1, "initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
        assert.match(await ask(2, "tools/list", {}), /"name":"pcb_addTrack"/);
        const open = await ask(3, "tools/call", { name: "session_documents", arguments: {} });
        assert.match(open, /blinky\.kicad_pcb/);
      } finally {
        child.kill();
      }
    });

    it("tells what is wrong with a rules file, and completes it", async () => {
      const uri = vscode.Uri.file(join(file.fsPath, "../wrong.kicad_dru"));
      const text = '(version 1)\n(rule "a"\n\t(constraint track_wdth (min 1mm)))\n';
      await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
      const document = await vscode.workspace.openTextDocument(uri);
      assert.equal(document.languageId, "kicad-rules");
      const told = () => vscode.languages.getDiagnostics(uri).map(({ message }) => message);
      await until(
        async () => told().some((message) => message.includes("track_wdth")),
        async () => `the problem (told: ${told().join()})`,
      );
      const place = new vscode.Position(2, 13);
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        "vscode.executeCompletionItemProvider",
        uri,
        place,
      );
      assert.ok(items.some(({ label }) => label === "track_width"));
      await vscode.workspace.fs.delete(uri);
    });

    it("tells in Problems what is odd about the text of an open file", async () => {
      const uri = vscode.Uri.file(join(file.fsPath, "../odd.kicad_sch"));
      const head = '(kicad_sch\n\t(version 20250114)\n\t(text "';
      await vscode.workspace.fs.writeFile(uri, Buffer.from(`${head}\xe9"\n\t\t(at 10 10 0)\n\t)\n)\n`, "latin1"));
      const { notes } = await edsnx.run("session.open", { path: uri.fsPath });
      assert.match(String(notes), /Line 3, column 9: the byte 0xE9/);
      const told = () => vscode.languages.getDiagnostics(uri);
      await until(
        async () => told().some(({ message }) => message.includes("0xE9")),
        async () => "the byte that is no UTF-8",
      );
      assert.equal(told()[0]?.range.start.line, 2);
      await edsnx.run("session.close", { path: uri.fsPath });
      await until(
        async () => told().length === 0,
        async () => "the note to go with the file",
      );
      await vscode.workspace.fs.delete(uri);
    });

    it("refuses a wrong call with a code and leaves the tab clean", async () => {
      const nowhere = edsnx.run("pcb.addVia", { path: BOARD, at: [100, 60], layers: ["F.Nowhere", "B.Cu"] });
      await assert.rejects(nowhere, { name: "CommandError", code: "invalid-args" });
      await assert.rejects(edsnx.run("pcb.nothing" as "pcb.move"), { code: "unknown-command" });
      await settled(false);
      assert.equal(disk(), original);
    });
  });
}

/** Polls until `holds`, else fails with what was awaited. */
async function until(holds: () => Promise<boolean>, what: () => Promise<string>): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    if (await holds()) return;
    await sleep(50);
  }
  throw new Error(`Waited 60 s in vain for ${await what()}.`);
}
