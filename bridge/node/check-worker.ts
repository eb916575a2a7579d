// A bundle of its own: follows boards that are edited elsewhere, and checks them.
import { parentPort } from "node:worker_threads";
import { CommandError, toCommandError } from "../../core/base/error.ts";
import { FollowedBoards } from "../../core/commands/check/followed-boards.ts";
import { helpCheck } from "../../core/commands/check/helped-check.ts";
import { RuleShare } from "../../core/engines/check/rule-share.ts";
import type { CheckReply, CheckRequest } from "./check-message.ts";
import { nodeLibraries } from "./node-libraries.ts";

const port = parentPort;
const libraries = nodeLibraries();
const boards = new FollowedBoards(libraries);
let before: Promise<void> = Promise.resolve();
// One after the other: what was told before a check is part of what is checked.
port?.on("message", (request: CheckRequest) => {
  before = before.then(() => answer(request, (reply) => port.postMessage(reply)));
});

async function answer(request: CheckRequest, reply: (reply: CheckReply) => void): Promise<void> {
  switch (request.op) {
    case "open":
      // What cannot be followed is missed by the check that comes.
      try {
        boards.open(request.path, request.bytes, request.trail);
      } catch {
        boards.close(request.path);
      }
      return;
    case "change":
      boards.change(request.path, request.steps);
      return;
    case "close":
      boards.close(request.path);
      return;
    case "check":
      await check(request, reply);
      return;
    case "help":
      await help(request, reply);
  }
}

async function help({ id, task, words }: Extract<CheckRequest, { op: "help" }>, reply: (reply: CheckReply) => void) {
  try {
    reply({ op: "helped", id, parts: await helpCheck(libraries, task, new RuleShare(words)) });
  } catch (thrown) {
    const { code, message } = toCommandError(thrown);
    reply({ op: "failed", id, code, message });
  }
}

async function check(request: Extract<CheckRequest, { op: "check" }>, reply: (reply: CheckReply) => void) {
  const { id, path, stop } = request;
  try {
    const answer = await boards.check(path, {
      ...request,
      signal: {
        throwIfAborted() {
          if (Atomics.load(stop, 0) !== 0)
            throw new CommandError({ code: "cancelled", message: `Cannot check ${path}: cancelled.` });
        },
      },
      progress: (message, percent) => reply({ op: "progress", id, message, percent }),
    });
    reply({ op: "done", id, answer });
  } catch (thrown) {
    const { code, message } = toCommandError(thrown);
    reply({ op: "failed", id, code, message });
  }
}
