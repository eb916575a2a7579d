import { promises as fs } from "node:fs";
import { createServer, connect as dial, type Server, type Socket } from "node:net";
import { dirname, posix, win32 } from "node:path";
import { CommandError } from "../../core/base/error.ts";

/** A Unix socket's path is cut silently beyond this many bytes. */
const MAX_SOCKET_PATH = process.platform === "darwin" ? 103 : 107;

/**
 * Where to listen for a name that a person gave: on Windows a named pipe (`edsnx.sock` and `C:\\a\\edsnx.sock` are
 * pipes of names of their own), elsewhere a file below `cwd`.
 */
export function socketAddress(given: string, cwd: string, platform: string = process.platform): string {
  if (isPipe(given)) return given;
  // A path relative to where the process runs may be short enough where the absolute one is not.
  if (platform !== "win32") return cwd === process.cwd() ? given : posix.resolve(cwd, given);
  // A pipe's name knows no folders; two files of one name in two folders stay two pipes.
  return `\\\\.\\pipe\\${win32.resolve(cwd, given).replace(/[\\/:]+/g, "-")}`;
}

export function isPipe(path: string): boolean {
  return path.startsWith("\\\\.\\pipe\\") || path.startsWith("\\\\?\\pipe\\");
}

export function socketPathFits(path: string): boolean {
  return isPipe(path) || Buffer.byteLength(path) <= MAX_SOCKET_PATH;
}

/**
 * Listens on a Unix socket that only its owner can reach (or a named pipe on Windows). A socket that nobody serves any
 * more is removed; a live one, a file that is no socket and a path that is too long are refused.
 */
export async function listenLocal(path: string, onClient: (socket: Socket) => void): Promise<Server> {
  if (!socketPathFits(path)) {
    throw new CommandError({
      code: "invalid-args",
      message: `Cannot listen on ${path}: it has ${Buffer.byteLength(path)} bytes, a socket's path at most ${MAX_SOCKET_PATH}.`,
      hint: "Choose a shorter path, for example below the temporary folder.",
    });
  }
  if (isPipe(path)) {
    // A pipe goes with its server, so that one that answers is alive.
    if (await answers(path)) throw taken(path);
  } else {
    await fs.mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await removeStale(path);
  }
  const server = createServer({ allowHalfOpen: true }, onClient);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      // Between `listen` and a chmod the socket would be open to others, so it is made closed. It is made within the call.
      const umask = isPipe(path) ? null : process.umask(0o177);
      try {
        server.listen(path, resolve);
      } finally {
        if (umask !== null) process.umask(umask);
      }
    });
    server.removeAllListeners("error");
    server.on("error", () => undefined);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") throw taken(path, error);
    throw new CommandError({
      code: "io",
      message: `Cannot listen on ${path}: ${(error as Error).message}.`,
      hint: "Choose another path.",
      cause: error,
    });
  }
  return server;
}

async function removeStale(path: string): Promise<void> {
  const stats = await fs.lstat(path).catch(() => null);
  if (stats === null) return;
  if (!stats.isSocket()) {
    throw new CommandError({
      code: "conflict",
      message: `Cannot listen on ${path}: a file that is no socket is there.`,
      hint: "Choose another path.",
    });
  }
  if (await answers(path)) throw taken(path);
  await fs.rm(path, { force: true });
}

function taken(path: string, cause?: unknown): CommandError {
  return new CommandError({
    code: "busy",
    message: `Cannot listen on ${path}: another server listens there.`,
    hint: "Connect to that one, or choose another path.",
    ...(cause === undefined ? {} : { cause }),
  });
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = dial(path);
    const done = (alive: boolean) => {
      socket.destroy();
      resolve(alive);
    };
    socket.setTimeout(1000, () => done(true));
    socket.once("connect", () => done(true));
    socket.once("error", (error: NodeJS.ErrnoException) => done(error.code === "EACCES" || error.code === "EAGAIN"));
  });
}
