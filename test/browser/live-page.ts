import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { createRuntime, type Runtime } from "../../bridge/node/runtime.ts";
import type { AgentCore } from "../../core/agent/agent-core.ts";
import { toCommandError } from "../../core/base/error.ts";
import type { Point } from "../../core/base/nm.ts";
import type { Doc } from "../../core/model/document.ts";
import { send, type TestBrowser } from "./page.ts";

type Call = { type: "call"; call: number; command: string; args: Record<string, unknown> };

/** How long a state of the canvas is waited for, in milliseconds. */
export const PATIENCE_MS = 20_000;

/** A canvas in a browser whose calls are answered by the product's own core, as the extension does it. */
export class LivePage {
  readonly page: Page;
  readonly path: string;
  /** Calls so far, dry runs left out. */
  readonly calls: { readonly command: string; readonly args: Record<string, unknown> }[] = [];
  private readonly folder: string;
  private readonly runtime: Runtime;
  private readonly detach: () => void;
  private isOpen = true;
  private answering: Promise<void>;

  private constructor(page: Page, path: string, folder: string, runtime: Runtime) {
    this.page = page;
    this.path = path;
    this.folder = folder;
    this.runtime = runtime;
    this.detach = runtime.core.session.onChange((change) => {
      if (change.path === path && change.steps !== null)
        void send(page, { type: "change", change }).catch(() => undefined);
    });
    this.answering = this.answer();
  }

  /** Opens `file` of a copy of a folder. */
  static async open(browser: TestBrowser, from: string, file: string, query = ""): Promise<LivePage> {
    const folder = mkdtempSync(join(tmpdir(), "edsnx-live-"));
    cpSync(from, folder, { recursive: true });
    const path = join(folder, file);
    const runtime = createRuntime({ cwd: folder, report: () => undefined });
    await runtime.core.session.open(path, "test");
    const page = await browser.open(`/canvas?path=${encodeURIComponent(path)}${query}`);
    await page.waitForFunction(() => (window.__edsnx?.revision() ?? -1) >= 0, null, { timeout: PATIENCE_MS });
    // A sheet opens where it is drawn on; tests draw anywhere on it.
    await page.keyboard.press("Home");
    return new LivePage(page, path, folder, runtime);
  }

  get doc(): Doc {
    return this.runtime.core.session.get(this.path).doc;
  }

  get core(): AgentCore {
    return this.runtime.core;
  }

  run(command: string, args: Record<string, unknown>): Promise<unknown> {
    return this.runtime.core.run(command, { path: this.path, ...args }, { caller: { kind: "person", name: "test" } });
  }

  /** Where a place of the drawing (mm) is in the window. */
  at(x: number, y: number): Promise<Point> {
    return this.page.evaluate(([wx, wy]) => window.__edsnx!.worldToScreen(wx, wy), [x, y] as const);
  }

  async hover(x: number, y: number): Promise<void> {
    const p = await this.at(x, y);
    await this.page.mouse.move(p.x, p.y);
  }

  /** Moves there and presses. */
  async press(x: number, y: number): Promise<void> {
    await this.hover(x, y);
    await this.page.mouse.down();
    await this.page.mouse.up();
  }

  /** Waits until the canvas shows the session's revision and that is at least this one. */
  async drawn(revision: number): Promise<void> {
    await this.page.waitForFunction((r) => window.__edsnx!.revision() >= r, revision, { timeout: PATIENCE_MS });
  }

  async close(): Promise<void> {
    this.isOpen = false;
    this.detach();
    await this.answering;
    await this.page.close();
    await this.runtime.leave();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async answer(): Promise<void> {
    for (let seen = 0; this.isOpen; ) {
      const all = await this.page
        .evaluate((from) => (globalThis as unknown as { posted: { type: string }[] }).posted.slice(from), seen)
        .catch(() => []);
      seen += all.length;
      for (const message of all) if (message.type === "call") await this.reply(message as Call);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  private async reply({ call, command, args }: Call): Promise<void> {
    if (args["dryRun"] !== true && !/^(lib|query)\./.test(command)) this.calls.push({ command, args });
    const caller = { kind: "person", name: "You" } as const;
    const answer = await this.runtime.core.run(command, args, { caller }).then(
      (result) => ({ result }),
      (thrown) => ({ error: toCommandError(thrown).toJSON() }),
    );
    await send(this.page, { type: "reply", call, ...answer }).catch(() => undefined);
  }
}
