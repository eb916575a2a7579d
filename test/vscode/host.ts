// A real VS Code window for a test: the server of scripts/vscode-host.mjs, Chromium, and what a person does with both.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Frame, type Page } from "playwright-core";
import { type ServerOptions, startVscodeServer, type VscodeServer } from "../../scripts/vscode-host.mjs";
import { slowDown } from "../browser/slowdown.ts";

const repo = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** Software GL, and no talk with the outside. */
const CHROMIUM_ARGS = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
];

export type OpenOptions = Omit<ServerOptions, "workspace" | "smokeTest"> & {
  /** Folder to open; without it a fresh one, removed by `close`. */
  workspace?: string;
  /** Files to write into the workspace first, by relative path. */
  files?: Record<string, string | Uint8Array>;
  /** VS Code's smoke-test driver: no toasts, no experiments, `install: "development"` possible. Default true. */
  smoke?: boolean;
  /** Window size in CSS pixels. Default 1280 x 800. */
  viewport?: { width: number; height: number };
};

export type Vscode = {
  page: Page;
  server: VscodeServer;
  /** Absolute path of the open folder. */
  workspace: string;
  /** Texts of the browser's own dialogs (leave page?); each is accepted. */
  browserDialogs: string[];
  /** Opens a file of the workspace (relative or absolute path) in its default editor and waits for its tab. */
  openFile(path: string): Promise<void>;
  /**
   * The document inside a webview, two iframes deep: of the custom editor or view with this title, else the first
   * frame the predicate takes. Waits for it. A tab is brought to the front; a view must be visible.
   */
  webviewFrame(match: string | ((frame: Frame) => boolean | Promise<boolean>), timeoutMs?: number): Promise<Frame>;
  /** Runs a command by its full title in the palette ("View: Show Explorer"). */
  runCommand(title: string): Promise<void>;
  /**
   * Presses keys where the focus is, in Playwright's notation ("Control+z"). VS Code drops an undo or redo pressed
   * while one is running: wait for the effect of each.
   */
  press(...keys: string[]): Promise<void>;
  /**
   * Redoes in the tab that has the focus, whose label this is, until it is dirty: VS Code drops a redo that comes while it
   * undoes, and clears the dot before it undoes.
   */
  redo(tabLabel: string): Promise<void>;
  /** Whether the tab with this label shows the dirty dot. Throws when there is no such tab. */
  isDirty(tabLabel: string): Promise<boolean>;
  /** Waits until the tab's dirty state is the one given. */
  waitDirty(tabLabel: string, dirty: boolean, timeoutMs?: number): Promise<void>;
  /** Brings a tab to the front with a click. */
  selectTab(tabLabel: string): Promise<void>;
  /** Labels of the open tabs, left to right. */
  tabs(): Promise<string[]>;
  /** Text of VS Code's modal dialog, or undefined. */
  dialogText(): Promise<string | undefined>;
  /** Presses a button of VS Code's modal dialog. */
  answerDialog(button: string): Promise<void>;
  /**
   * Texts of the notifications on screen. The smoke-test driver shows no toasts: run
   * "Notifications: Show Notifications" first.
   */
  notifications(): Promise<string[]>;
  screenshot(path: string): Promise<void>;
  /** Process id of this server's extension host, or undefined while there is none. */
  extensionHostPid(): Promise<number | undefined>;
  /**
   * Kills the extension host at once, as a crash would; answers the pid that died. VS Code starts a new one in about
   * 1.5 s (not with `install: "development"`); open custom editors stay as they were, dead, until `reload`.
   */
  killExtensionHost(): Promise<number>;
  /** Reloads the window and waits until it is ready. */
  reload(): Promise<void>;
  /** Closes browser and server, removes what was made here. Safe to call twice. */
  close(): Promise<void>;
};

/** Starts a server and a browser and opens the workbench on a folder. `extensionPath` defaults to this repository. */
export async function openVscode(options: OpenOptions = {}): Promise<Vscode> {
  const { files = {}, smoke = true, viewport = { width: 1280, height: 800 }, workspace: given, ...rest } = options;
  const workspace = given ? resolve(given) : await mkdtemp(join(tmpdir(), "edsnx-workspace-"));
  let server: VscodeServer | undefined;
  let browser: Browser | undefined;
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= (async () => {
      await browser?.close();
      await server?.stop();
      if (!given) await rm(workspace, { recursive: true, force: true });
    })();
    return closing;
  };
  try {
    for (const [path, content] of Object.entries(files)) {
      const file = join(workspace, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
    server = await startVscodeServer({ extensionPath: repo, ...rest, workspace, smokeTest: smoke });
    browser = await chromium.launch({
      executablePath: process.env.EDSNX_CHROMIUM ?? "/usr/bin/chromium",
      args: CHROMIUM_ARGS,
    });
    const context = await browser.newContext({ viewport });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const page = await context.newPage();
    const window = windowOf(page, server, workspace, close);
    await page.goto(server.url(), { timeout: 120_000 });
    await waitReady(page);
    await slowDown(page);
    return window;
  } catch (error) {
    await close();
    throw error;
  }
}

function windowOf(page: Page, server: VscodeServer, workspace: string, close: () => Promise<void>): Vscode {
  const browserDialogs: string[] = [];
  page.on("dialog", (dialog) => {
    browserDialogs.push(`${dialog.type()}: ${dialog.message()}`);
    dialog.accept().catch(() => {});
  });
  const tab = (label: string) =>
    page.locator(`.tabs-container .tab[data-resource-name=${JSON.stringify(label)}]`).first();
  const dialog = page.locator(".monaco-dialog-box");

  const window: Vscode = {
    page,
    server,
    workspace,
    browserDialogs,

    async openFile(path) {
      const file = resolve(workspace, path);
      await pick(page, "Control+p", file, basename(file));
      await tab(basename(file)).waitFor();
    },

    webviewFrame: (match, timeoutMs = 60_000) => findFrame(page, match, timeoutMs),

    runCommand: (title) => pick(page, "F1", `>${title}`, title),

    async press(...keys) {
      for (const key of keys) await page.keyboard.press(key);
    },

    redo: (label) =>
      until(
        async () => {
          await page.keyboard.press("Control+Shift+z");
          return window.waitDirty(label, true, 3_000).then(
            () => true,
            () => false,
          );
        },
        60_000,
        `a redo in ${label}`,
      ),

    async isDirty(label) {
      if ((await tab(label).count()) === 0) {
        throw new Error(
          `Cannot tell whether "${label}" is dirty: no such tab among ${JSON.stringify(await window.tabs())}.`,
        );
      }
      return /(^| )dirty( |$)/.test((await tab(label).getAttribute("class")) ?? "");
    },

    waitDirty: (label, dirty, timeoutMs = 60_000) =>
      until(
        async () => (await window.isDirty(label)) === dirty,
        timeoutMs,
        `tab "${label}" to be ${dirty ? "dirty" : "clean"}`,
      ),

    selectTab: (label) => tab(label).click(),

    tabs: () =>
      page
        .locator(".tabs-container .tab")
        .evaluateAll((all) => all.map((one) => one.getAttribute("data-resource-name") ?? "")),

    async dialogText() {
      return (await dialog.count()) > 0 ? (await dialog.allInnerTexts())[0] : undefined;
    },

    answerDialog: (button) => dialog.locator(".monaco-button", { hasText: button }).first().click(),

    notifications: () => page.locator(".notification-list-item-message").allInnerTexts(),

    async screenshot(path) {
      await page.screenshot({ path });
    },

    extensionHostPid: () => extensionHostOf(server.pid),

    async killExtensionHost() {
      const pid = await extensionHostOf(server.pid);
      if (pid === undefined) throw new Error(`Cannot kill the extension host: server ${server.pid} has none.`);
      process.kill(pid, "SIGKILL");
      return pid;
    },

    async reload() {
      await page.reload();
      await waitReady(page);
    },

    close,
  };
  return window;
}

async function waitReady(page: Page): Promise<void> {
  await page.locator(".monaco-workbench .part.statusbar").waitFor({ timeout: 60_000 });
  await page.locator(".monaco-workbench .part.editor").waitFor();
  // Present only with the smoke-test driver.
  await page.evaluate(async () => {
    const { driver } = globalThis as { driver?: { whenWorkbenchRestored(): Promise<void> } };
    await driver?.whenWorkbenchRestored();
  });
}

/** Opens a quick input by `key`, types `text` and takes the row named `row`. */
async function pick(page: Page, key: string, text: string, row: string): Promise<void> {
  const box = page.locator(".quick-input-widget");
  const input = box.locator(".quick-input-box input");
  // While the window is still starting a key may be lost: press again until the box is there.
  await until(
    async () => {
      if (await input.isVisible()) return true;
      await page.keyboard.press(key);
      return input.waitFor({ timeout: 1500 }).then(
        () => true,
        () => false,
      );
    },
    60_000,
    "the quick input to open",
  );
  const rows = box.locator(".monaco-list-row");
  const wanted = rows.filter({ has: page.locator(".label-name", { hasText: exactly(row) }) }).first();
  await input.fill(text);
  try {
    await wanted.waitFor({ timeout: 60_000 });
  } catch {
    const shown = await rows.allInnerTexts();
    await page.keyboard.press("Escape");
    throw new Error(`Cannot pick "${row}": the quick input offers ${JSON.stringify(shown)}.`);
  }
  await wanted.click();
  await input.waitFor({ state: "hidden" });
}

/** A webview is an iframe that VS Code serves, with the extension's document in an iframe inside it. */
async function findFrame(
  page: Page,
  match: string | ((frame: Frame) => boolean | Promise<boolean>),
  timeoutMs: number,
): Promise<Frame> {
  const candidates = async (): Promise<Frame[]> => {
    const area = typeof match === "string" ? await areaOf(page, match) : undefined;
    if (typeof match === "string" && !area) return [];
    const takes = (frame: Frame) => (typeof match === "string" ? lies(frame, area as Area) : match(frame));
    const fitting: Frame[] = [];
    for (const frame of page.frames()) {
      // A frame may go away between two steps: then it is not the one.
      if (
        await isDocument(frame)
          .then((is) => is && takes(frame), no)
          .catch(no)
      )
        fitting.push(frame);
    }
    return fitting;
  };
  let found: Frame | undefined;
  await until(
    async () => {
      const [first, ...others] = await candidates();
      // While tabs change, the old webview is still seen for a moment: by title it must be the only one, twice.
      const settled = first !== undefined && (typeof match !== "string" || (others.length === 0 && first === found));
      found = first;
      if (!settled && first) await sleep(100);
      return settled;
    },
    timeoutMs,
    `a webview ${typeof match === "string" ? `titled "${match}"` : "that the predicate takes"}`,
  );
  return found as Frame;
}

const no = () => false;

type Area = { x: number; y: number; width: number; height: number };

/**
 * Where the webview of this title must lie. VS Code draws webviews in a layer above the workbench and puts no title on
 * a custom editor's frame, so the place is the only tie between a tab or view and its document.
 */
async function areaOf(page: Page, title: string): Promise<Area | undefined> {
  const tab = page.locator(`.tabs-container .tab[data-resource-name=${JSON.stringify(title)}]`).first();
  if ((await tab.count()) > 0) {
    if ((await tab.getAttribute("aria-selected")) !== "true") await tab.click();
    const group = page.locator(".editor-group-container").filter({ has: tab });
    return (await group.locator("> .editor-container").boundingBox()) ?? undefined;
  }
  const pane = page.locator(".pane").filter({ has: page.locator(".pane-header .title", { hasText: exactly(title) }) });
  if ((await pane.count()) > 0 && (await pane.first().isVisible()))
    return (await pane.first().boundingBox()) ?? undefined;
  // A view that is alone in its container shows its name in the part's own title only.
  const part = page.locator(".part").filter({ has: page.locator(".title-label", { hasText: title }) });
  if ((await part.count()) > 0) return (await part.first().boundingBox()) ?? undefined;
  return undefined;
}

async function isDocument(frame: Frame): Promise<boolean> {
  if (!frame.parentFrame()?.parentFrame()) return false;
  return (await (await frame.frameElement()).getAttribute("id")) === "active-frame";
}

async function lies(frame: Frame, area: Area): Promise<boolean> {
  if (!(await isDocument(frame))) return false;
  // A hidden webview that keeps its context stays where it was, unseen.
  const outer = await (frame.parentFrame() as Frame).frameElement();
  const box = (await outer.isVisible()) ? await outer.boundingBox() : null;
  if (!box) return false;
  const [x, y] = [box.x + box.width / 2 - area.x, box.y + box.height / 2 - area.y];
  return x >= 0 && y >= 0 && x <= area.width && y <= area.height;
}

/** The extension host is a descendant of the server, known by its command line. */
async function extensionHostOf(server: number): Promise<number | undefined> {
  const parents = new Map<number, number>();
  const hosts: number[] = [];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const [stat, command] = await Promise.all([read(`/proc/${name}/stat`), read(`/proc/${name}/cmdline`)]);
    // The process name in brackets may hold spaces; state and parent follow the last bracket.
    const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (state === undefined || state === "Z") continue;
    parents.set(Number(name), Number(parent));
    if (command.includes("--type=extensionHost")) hosts.push(Number(name));
  }
  const under = (pid: number | undefined): boolean => pid !== undefined && (pid === server || under(parents.get(pid)));
  return hosts.find(under);
}

async function read(file: string): Promise<string> {
  return readFile(file, "utf8").catch(() => "");
}

/** Polls until `holds`, else fails with what was awaited. */
export async function until(holds: () => Promise<boolean>, timeoutMs: number, what: string): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; ; await sleep(50)) {
    if (await holds()) return;
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain for ${what}.`);
  }
}

function exactly(text: string): RegExp {
  return new RegExp(`^\\s*${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}\\s*$`);
}
