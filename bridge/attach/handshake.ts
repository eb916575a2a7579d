import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Socket } from "node:net";
import { ATTACH_PROTOCOL } from "./descriptor.ts";

/** What a client says of itself once both ends have proved themselves. */
export interface AttachHello {
  /** probe: it only wants to know whether somebody answers. */
  readonly surface: "mcp" | "rpc" | "probe";
  readonly cwd: string;
  readonly pid: number;
  /** The chat request that the client was started for. */
  readonly chatId?: string;
  /** Names the client across its connections. */
  readonly client?: string;
  /** Files to open, relative to `cwd`. */
  readonly open?: readonly string[];
  readonly autoSave?: boolean;
  readonly tools?: "full" | "compact";
}

const MAX_LINE = 8 * 1024;
const TIMEOUT_MS = 5000;

/**
 * The client's half. Each end proves with an HMAC over both random numbers that it has the token; so neither a stranger
 * at our socket nor one at the editor's learns or does anything. Resolves when the stream is the protocol's own.
 */
export async function greetEditor(
  socket: Socket,
  token: string,
  hello: AttachHello,
  timeout = TIMEOUT_MS,
): Promise<{ build?: unknown }> {
  const lines = readLines(socket, timeout);
  const nonce = randomBytes(32).toString("hex");
  sendLine(socket, { protocol: ATTACH_PROTOCOL, nonce });
  const challenge = (await lines.next()) as { nonce?: unknown; proof?: unknown };
  const theirs = String(challenge.nonce);
  if (!isProof(challenge.proof, proof(token, "editor", nonce, theirs, ""))) {
    throw new Error("what answers at the editor's socket is not the editor");
  }
  sendLine(socket, { proof: proof(token, "client", nonce, theirs, JSON.stringify(hello)), hello });
  const verdict = (await lines.next()) as { ok?: unknown; build?: unknown };
  if (verdict.ok !== true) throw new Error("the editor refused");
  lines.release();
  return { build: verdict.build };
}

/** The editor's half: answers who is there, or throws. Nothing is told to a client that has not proved itself. */
export async function verifyClient(socket: Socket, token: string, build: unknown): Promise<AttachHello> {
  const lines = readLines(socket, TIMEOUT_MS);
  const opening = (await lines.next()) as { protocol?: unknown; nonce?: unknown };
  if (opening.protocol !== ATTACH_PROTOCOL) throw new Error(`it speaks attach protocol ${String(opening.protocol)}`);
  const theirs = String(opening.nonce);
  if (!/^[0-9a-f]{64}$/.test(theirs)) throw new Error("its opening is malformed");
  const nonce = randomBytes(32).toString("hex");
  sendLine(socket, { nonce, proof: proof(token, "editor", theirs, nonce, "") });
  const answer = (await lines.next()) as { proof?: unknown; hello?: unknown };
  const hello = parseHello(answer.hello);
  if (hello === null || !isProof(answer.proof, proof(token, "client", theirs, nonce, JSON.stringify(answer.hello)))) {
    throw new Error("it does not have the token");
  }
  lines.release();
  sendLine(socket, { ok: true, build });
  return hello;
}

function parseHello(value: unknown): AttachHello | null {
  const { surface, cwd, pid, chatId, client, open, autoSave, tools } = (value ?? {}) as Partial<
    Record<keyof AttachHello, unknown>
  >;
  const isText = (each: unknown) => typeof each === "string" && each.length <= MAX_LINE;
  if ((surface !== "mcp" && surface !== "rpc" && surface !== "probe") || typeof cwd !== "string") return null;
  if (typeof pid !== "number" || (chatId !== undefined && !isText(chatId))) return null;
  return {
    surface,
    cwd,
    pid,
    ...(typeof chatId === "string" ? { chatId } : {}),
    ...(typeof client === "string" && client.length <= 100 ? { client } : {}),
    ...(Array.isArray(open) && open.every(isText) ? { open: open as string[] } : {}),
    ...(autoSave === true ? { autoSave } : {}),
    ...(tools === "full" || tools === "compact" ? { tools } : {}),
  };
}

/** The direction is part of it, so that an end cannot be made to prove the other's half. */
function proof(token: string, who: "editor" | "client", client: string, editor: string, rest: string): string {
  const key = Buffer.from(token, "hex");
  return createHmac("sha256", key)
    .update(`edsnx-attach-${ATTACH_PROTOCOL}|${who}|${client}|${editor}|${rest}`)
    .digest("hex");
}

function isProof(given: unknown, expected: string): boolean {
  const [a, b] = [Buffer.from(String(given)), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function sendLine(socket: Socket, value: unknown): void {
  socket.write(`${JSON.stringify(value)}\n`);
}

/** Reads one line of JSON at a time; what comes after the last goes back to the stream. */
function readLines(socket: Socket, timeout: number) {
  let held = Buffer.alloc(0);
  const next = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        clearTimeout(timer);
        socket.removeListener("data", onData);
        socket.removeListener("end", onEnd);
        socket.removeListener("close", onEnd);
        socket.removeListener("error", onError);
        socket.pause();
        act();
      };
      const onData = (chunk: Buffer) => {
        held = Buffer.concat([held, chunk]);
        const at = held.indexOf(0x0a);
        if (at > MAX_LINE || (at === -1 && held.length > MAX_LINE)) {
          return settle(() => reject(new Error("its opening is too long")));
        }
        if (at === -1) return;
        const line = held.subarray(0, at).toString("utf8");
        held = held.subarray(at + 1);
        settle(() => {
          try {
            const value: unknown = JSON.parse(line);
            if (typeof value === "object" && value !== null) resolve(value);
            else reject(new Error("its opening is malformed"));
          } catch {
            reject(new Error("its opening is malformed"));
          }
        });
      };
      const onEnd = () => settle(() => reject(new Error("it hung up")));
      const onError = (error: Error) => settle(() => reject(error));
      const timer = setTimeout(() => settle(() => reject(new Error("it did not answer in time"))), timeout);
      socket.on("data", onData);
      socket.once("end", onEnd);
      socket.once("close", onEnd);
      socket.once("error", onError);
      if (held.length > 0) onData(Buffer.alloc(0));
      else socket.resume();
    });
  const release = () => {
    if (held.length > 0) socket.unshift(held);
    held = Buffer.alloc(0);
  };
  return { next, release };
}
