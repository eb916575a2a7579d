import { randomBytes } from "node:crypto";
import { promises as fs } from "node:fs";
import type { Server, Socket } from "node:net";
import { join, resolve } from "node:path";
import type { AgentCore } from "../../core/agent/agent-core.ts";
import type { Caller } from "../../core/commands/define.ts";
import { plainLine } from "../../core/commands/person.ts";
import { buildInfo } from "../build-info.ts";
import { McpServer } from "../mcp/mcp-server.ts";
import type { Connection } from "../rpc/connection.ts";
import { connect } from "../rpc/connection.ts";
import { listenLocal, socketPathFits } from "../rpc/listen.ts";
import type { ChatPort } from "../rpc/rpc-server.ts";
import { RpcServer } from "../rpc/rpc-server.ts";
import type { Descriptor } from "./descriptor.ts";
import { descriptorFolders, makePrivateFolder, newDescriptor, writeDescriptor } from "./descriptor.ts";
import type { AttachHello } from "./handshake.ts";
import { verifyClient } from "./handshake.ts";

export interface AttachServerOptions {
  /** The editor's own; every client works on its documents. */
  readonly core: AgentCore;
  /** The chat box; without one the chat tools and methods are not offered. */
  readonly chat?: ChatPort;
  /** The workspace's folders, absolute. */
  readonly folders: readonly string[];
  /** Lines for the editor's output channel. */
  readonly log: (line: string) => void;
  /** Default: the process's. */
  readonly env?: NodeJS.ProcessEnv;
}

export interface AttachServer {
  /** The descriptor file by which relays find this editor. */
  readonly descriptor: string;
  readonly socket: string;
  /** How many clients are joined. */
  readonly clients: () => number;
  /** The workspace has other folders now. */
  setFolders(folders: readonly string[]): Promise<void>;
  /** Ends every connection and removes socket and descriptor. */
  dispose(): Promise<void>;
}

/** Strangers that may be at the door at once; the rest is turned away. */
const MAX_UNVERIFIED = 16;

/** Lets `edsnx mcp --attach` and `edsnx serve --attach` join this editor. Each client gets a server of its own. */
export async function startAttachServer(options: AttachServerOptions): Promise<AttachServer> {
  const { core, chat, log } = options;
  const build = buildInfo();
  const id = randomBytes(8).toString("hex");
  const folder = await chooseFolder(options.env ?? process.env, id);
  const socketPath =
    process.platform === "win32" ? `\\\\.\\pipe\\edsnx-${randomBytes(16).toString("hex")}` : join(folder, `${id}.sock`);
  let descriptor: Descriptor = newDescriptor(socketPath, id, await realFolders(options.folders));
  const connections = new Set<Connection>();
  const doors = new Set<Socket>();
  let disposed = false;

  const welcome = async (socket: Socket, hello: AttachHello) => {
    if (hello.surface === "probe") return void socket.end();
    const caller: Caller = {
      name: "rpc",
      kind: "agent",
      ...(hello.client === undefined ? {} : { client: hello.client }),
      ...(hello.chatId === undefined ? {} : { chatId: hello.chatId }),
    };
    for (const path of hello.open ?? []) {
      await core
        .run("session.open", { path: resolve(hello.cwd, path) }, { caller })
        .catch((error: Error) => log(plainLine(error.message)));
    }
    log(`${hello.surface} client joined (process ${hello.pid}, ${plainLine(hello.cwd)}).`);
    const chatOptions = {
      ...(chat === undefined ? {} : { chat }),
      ...(hello.chatId === undefined ? {} : { chatId: hello.chatId }),
    };
    const connection = connect({
      input: socket,
      output: socket,
      framing: hello.surface === "mcp" ? "ndjson" : null,
      report: log,
      serve: (send) =>
        hello.surface === "mcp"
          ? new McpServer({
              core,
              send,
              report: log,
              attached: true,
              ...(descriptor.folders[0] === undefined ? {} : { folder: descriptor.folders[0] }),
              ...(hello.tools === undefined ? {} : { tools: hello.tools }),
              ...(hello.client === undefined ? {} : { client: hello.client }),
              ...chatOptions,
            })
          : new RpcServer({
              core,
              send,
              caller,
              autoSave: hello.autoSave === true,
              ...(chat === undefined ? {} : { chat }),
            }),
    });
    connections.add(connection);
    void connection.ended.then(() => {
      connections.delete(connection);
      log(`${hello.surface} client left (process ${hello.pid}).`);
    });
  };

  const answer = (socket: Socket) => {
    socket.on("error", () => undefined);
    if (disposed || doors.size >= MAX_UNVERIFIED) return void socket.destroy();
    doors.add(socket);
    verifyClient(socket, descriptor.token, build)
      .then((hello) => welcome(socket, hello))
      .catch((error: Error) => {
        log(`A client was turned away: ${plainLine(error.message)}.`);
        socket.destroy();
      })
      .finally(() => doors.delete(socket));
  };

  const server: Server = await listenLocal(socketPath, answer);
  const path = await writeDescriptor(folder, descriptor).catch((error: unknown) => {
    server.close();
    throw error;
  });
  return {
    descriptor: path,
    socket: socketPath,
    clients: () => connections.size,
    async setFolders(folders) {
      descriptor = { ...descriptor, folders: await realFolders(folders) };
      if (!disposed) await writeDescriptor(folder, descriptor);
    },
    async dispose() {
      if (disposed) return;
      disposed = true;
      await fs.rm(path, { force: true });
      for (const socket of doors) socket.destroy();
      for (const connection of connections) connection.close();
      await new Promise<void>((done) => server.close(() => done()));
      if (process.platform !== "win32") await fs.rm(socketPath, { force: true });
    },
  };
}

/** The first folder that is or can be made this user's alone and whose path leaves room for the socket's name. */
async function chooseFolder(env: NodeJS.ProcessEnv, id: string): Promise<string> {
  const reasons: string[] = [];
  for (const folder of descriptorFolders(env)) {
    if (process.platform !== "win32" && !socketPathFits(join(folder, `${id}.sock`))) {
      reasons.push(`${folder} is too long for a socket's path`);
      continue;
    }
    try {
      await makePrivateFolder(folder);
      return folder;
    } catch (error) {
      reasons.push((error as Error).message);
    }
  }
  throw new Error(`Cannot offer the editor to agents: ${reasons.join("; ")}.`);
}

function realFolders(folders: readonly string[]): Promise<string[]> {
  return Promise.all(folders.map((folder) => fs.realpath(folder).catch(() => folder)));
}
