import { randomUUID } from "node:crypto";
import { mkdir, realpath } from "node:fs/promises";
import * as vscode from "vscode";
import type { AttachServer } from "../bridge/attach/attach-server.ts";
import { startAttachServer } from "../bridge/attach/attach-server.ts";
import { ChatDriver } from "../bridge/chat/chat-driver.ts";
import { nodeLibraries } from "../bridge/node/node-libraries.ts";
import type { Runtime } from "../bridge/node/runtime.ts";
import { createRuntime } from "../bridge/node/runtime.ts";
import { ChatHub } from "../core/agent/chat-hub.ts";
import { Conversations } from "../core/agent/conversations.ts";
import { PersonDesk } from "../core/agent/person-desk.ts";
import type { Caller } from "../core/commands/define.ts";
import type { Edsnx } from "../packages/edsnx-api/edsnx-api.d.ts";
import { provideAttachedServer } from "./agents/attached-server.ts";
import { followAgents } from "./agents/follow.ts";
import { keepReviews, keptReviews } from "./agents/kept-reviews.ts";
import { registerModelTools } from "./agents/model-tools.ts";
import { PersonPrompts } from "./agents/person-prompts.ts";
import { showPresence } from "./agents/presence.ts";
import { haltedBefore, showStopSwitch } from "./agents/stop-switch.ts";
import { ChatContexts } from "./chat/chat-context.ts";
import { ChatDesk } from "./chat/chat-desk.ts";
import { ChatParticipant } from "./chat/chat-participant.ts";
import { ChatView } from "./chat/chat-view.ts";
import { keepConversations, keptConversations } from "./chat/kept-conversations.ts";
import { Problems } from "./checks/problems.ts";
import { TextProblems } from "./checks/text-problems.ts";
import { Board3dViews } from "./editor/board-3d-views.ts";
import { reviveDeadTabs } from "./editor/dead-tabs.ts";
import { KicadEditors } from "./editor/kicad-editors.ts";
import { MessagesView } from "./messages/messages-view.ts";
import { SheetsView } from "./navigate/sheets-view.ts";
import { RulesLanguage } from "./rules/rules-language.ts";
import { agentPolicy, attachEnabled, chatCommand, onSettings } from "./settings.ts";
import { after } from "./slow-call.ts";
import { registerCommands } from "./vscode-commands.ts";

let running: { readonly runtime: Runtime; readonly attachment: Attachment } | null = null;

/** Who calls through what `activate` gives: VS Code does not say which extension. */
const EXTENSION_API: Caller = { name: "Extension API", kind: "script" };

/** Where the model that the person chose is kept. */
const MODEL = "edsnx.chatModel";

/** As `contributes.chatParticipants` names it. */
const PARTICIPANT_ID = "softforge.edsnx.designer";

/** Gives other extensions (`getExtension("softforge.edsnx").activate()`) the commands, on the same core as everybody. */
export async function activate(context: vscode.ExtensionContext): Promise<Edsnx> {
  const log = vscode.window.createOutputChannel("Electronics Designer", { log: true });
  const report = (line: string) => log.info(line);
  await mkdir(context.globalStorageUri.fsPath, { recursive: true });
  // What outlives the window, of this project.
  const kept = context.storageUri?.fsPath;
  const desk = new PersonDesk({ now: Date.now, uuid: randomUUID, after });
  const runtime = createRuntime({
    cwd: folders()[0] ?? context.globalStorageUri.fsPath,
    report,
    person: desk,
    halted: haltedBefore(context.workspaceState),
    reviews: keptReviews(kept),
    policy: agentPolicy,
    followsBoards: true,
  });
  const { core, files, boardChecks } = runtime;
  const allowFolders = () => {
    for (const folder of folders()) files.addRoot(folder);
  };
  allowFolders();

  // The extension may be a link that is gone tomorrow; what it points to stays, and so do settings that name it.
  const cli = await realpath(vscode.Uri.joinPath(context.extensionUri, "out", "edsnx.cjs").fsPath);
  const extension = context.extensionUri;
  const hub = new ChatHub({ core, now: Date.now, uuid: randomUUID });
  const conversations = new Conversations({ hub, now: Date.now, uuid: randomUUID, kept: keptConversations(kept) });
  const model = {
    get: () => context.workspaceState.get<string>(MODEL) ?? "",
    set: (name: string) => void context.workspaceState.update(MODEL, name === "" ? undefined : name),
  };
  const editors = new KicadEditors({ core, files, extension, log });
  const boards3d = new Board3dViews({ core, editors, libraries: nodeLibraries(), extension, report });
  await mkdir(context.logUri.fsPath, { recursive: true });
  const driver = new ChatDriver({
    hub,
    command: chatCommand,
    cli,
    cwd: () => folders()[0],
    isTrusted: () => vscode.workspace.isTrusted,
    spillFolder: context.logUri.fsPath,
    log: report,
    before: (request) => conversations.before(request),
    model: model.get,
  });
  const contexts = new ChatContexts(core, editors);
  const chatDesk = new ChatDesk({ hub, driver, editors, conversations, contexts });
  const participant = new ChatParticipant(hub, chatDesk);
  const attachment = new Attachment(
    () => startAttachServer({ core, chat: hub, folders: folders(), log: report }),
    report,
  );
  context.subscriptions.push(
    log,
    editors,
    boards3d,
    new SheetsView({ core, editors, report }),
    hub,
    driver,
    new RulesLanguage(extension, report),
    new Problems({ core, boardChecks, editors, report }),
    new TextProblems(core.session),
    new PersonPrompts({ desk, editors, report }),
    showStopSwitch(core, context.workspaceState),
    keepReviews(core, kept, report),
    keepConversations(hub, conversations, kept, report),
    conversations,
    contexts,
    chatDesk,
    desk,
    new ChatView({ core, hub, desk: chatDesk, conversations, contexts, editors, model, extension }),
    new MessagesView({ core, extension }),
    followAgents(core, editors),
    showPresence(core, editors),
    vscode.chat.createChatParticipant(PARTICIPANT_ID, (request, _context, stream, token) =>
      participant.answer(request.prompt, stream, token),
    ),
    registerModelTools(core),
    provideAttachedServer(cli, String(context.extension.packageJSON.version)),
    registerCommands({ core, editors, boards3d, log, cli }),
    attachment,
    onSettings(() => attachment.refresh()),
    vscode.workspace.onDidChangeWorkspaceFolders(() => {
      allowFolders();
      attachment.setFolders(folders());
    }),
    reviveDeadTabs((uri) => editors.has(uri), report),
  );
  running = { runtime, attachment };
  attachment.refresh();
  const run = (id: string, args: unknown = {}) => core.run(id, args, { caller: EXTENSION_API });
  // The typings are made from the schemas that the registry holds arguments and results to.
  return { run: run as Edsnx["run"] };
}

/** Unsaved edits stay in their journals: the next window brings them back. */
export async function deactivate(): Promise<void> {
  const ending = running;
  running = null;
  // First of all: VS Code may start the next extension host before this one has ended.
  await ending?.runtime.leave();
  await ending?.attachment.dispose();
}

function folders(): string[] {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter((folder) => folder.uri.scheme === "file")
    .map((folder) => folder.uri.fsPath);
}

/** The door for agents, open while the setting says so. */
class Attachment implements vscode.Disposable {
  private readonly start: () => Promise<AttachServer>;
  private readonly report: (line: string) => void;
  private server: Promise<AttachServer | null> | null = null;

  constructor(start: () => Promise<AttachServer>, report: (line: string) => void) {
    this.start = start;
    this.report = report;
  }

  refresh(): void {
    if (!attachEnabled()) this.dispose();
    else this.server ??= this.start().catch((thrown) => this.failed(thrown));
  }

  setFolders(folders: readonly string[]): void {
    void this.server?.then((server) => server?.setFolders(folders)).catch((thrown) => this.failed(thrown));
  }

  dispose(): Thenable<void> | void {
    const ended = this.server?.then((server) => server?.dispose());
    this.server = null;
    return ended;
  }

  private failed(thrown: unknown): null {
    this.report(`Agents cannot attach: ${String(thrown)}`);
    return null;
  }
}
