import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { AgentCore } from "../../core/agent/agent-core.ts";
import { commands } from "../../core/commands/list.gen.ts";
import { Registry } from "../../core/commands/registry.ts";
import { Session } from "../../core/session/session.ts";
import { ensurePeers } from "../../scripts/peers.mjs";
import { memoryPorts } from "../laws/memory-ports.ts";
import { fixtureCommands } from "./fixture-commands.ts";
import { type HttpFront, startHttpFront } from "./http-front.ts";

const fixture = "wants content, resources or prompts with fixed names and kinds that this product does not have";
const extension = "belongs to an extension that this server does not announce";
const transport = "is about HTTP, which is the test's own front and no transport of ours";

/** Scenarios that do not apply, and why. One that passes after all fails the test, so that the list stays true. */
const notOurs: Readonly<Record<string, string>> = {
  "tools-call-audio": fixture,
  "tools-call-embedded-resource": fixture,
  "tools-call-mixed-content": fixture,
  "tools-call-with-logging": fixture,
  "tools-call-sampling": fixture,
  "tools-call-elicitation": fixture,
  "elicitation-sep1034-defaults": fixture,
  "elicitation-sep1330-enums": fixture,
  "json-schema-2020-12": fixture,
  "resources-read-text": fixture,
  "resources-read-binary": fixture,
  "resources-templates-read": fixture,
  "resources-subscribe": fixture,
  "resources-unsubscribe": fixture,
  "prompts-get-simple": fixture,
  "prompts-get-with-args": fixture,
  "prompts-get-embedded-resource": fixture,
  "prompts-get-with-image": fixture,
  // Of its 28 checks those about request metadata, versions, methods and listening are in test/unit; see there.
  "server-stateless": fixture,
  "input-required-result-basic-elicitation": fixture,
  "input-required-result-basic-sampling": fixture,
  "input-required-result-basic-list-roots": fixture,
  "input-required-result-request-state": fixture,
  "input-required-result-multiple-input-requests": fixture,
  "input-required-result-multi-round": fixture,
  "input-required-result-non-tool-request": fixture,
  "input-required-result-result-type": fixture,
  "input-required-result-tampered-state": fixture,
  "input-required-result-capability-check": fixture,
  "tasks-lifecycle": extension,
  "tasks-capability-negotiation": extension,
  "tasks-wire-fields": extension,
  "tasks-request-state-removal": extension,
  "tasks-mrtr-input": extension,
  "tasks-request-headers": extension,
  "tasks-dispatch-and-envelope": extension,
  "tasks-required-task-error": extension,
  "tasks-mrtr-composition": extension,
  "http-header-validation": transport,
  "http-custom-header-server-validation": transport,
};

/** What must be among the scenarios that ran and passed. */
const ours: Readonly<Record<string, readonly string[]>> = {
  "2025-11-25": [
    "server-initialize",
    "logging-set-level",
    "ping",
    "completion-complete",
    "tools-list",
    "tools-call-simple-text",
    "tools-call-image",
    "tools-call-error",
    "tools-call-with-progress",
    "resources-list",
    "prompts-list",
  ],
  "2026-07-28": [
    "completion-complete",
    "tools-list",
    "tools-call-simple-text",
    "tools-call-image",
    "tools-call-error",
    "tools-call-with-progress",
    "resources-list",
    "sep-2164-resource-not-found",
    "prompts-list",
    "caching",
    "input-required-result-missing-input-response",
    "input-required-result-unsupported-methods",
    "input-required-result-validate-input",
  ],
};

describe("the MCP conformance suite", function () {
  this.timeout(400_000);
  let front: HttpFront;
  let peers: Awaited<ReturnType<typeof ensurePeers>>;

  before(async () => {
    peers = await ensurePeers({ log: console.log });
    const ports = memoryPorts({});
    const registry = new Registry([...fixtureCommands, ...commands]);
    front = await startHttpFront(
      new AgentCore({ registry, session: new Session(ports), services: {}, now: ports.now }),
    );
  });
  after(() => front?.close());

  async function run(...args: string[]): Promise<Map<string, boolean>> {
    // In a folder of its own: it leaves its results where it runs.
    const child = spawn(peers.node, [peers.conformance, "server", "--url", front.url, ...args], {
      cwd: tmpdir(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += String(chunk);
    });
    child.stderr.on("data", (chunk) => {
      text += String(chunk);
    });
    await new Promise((done) => child.once("close", done));
    const results = [...text.matchAll(/^(✓|✗) ([\w-]+): \d+ passed, \d+ failed/gm)];
    assert.ok(results.length > 10, text.slice(-3000));
    return new Map(results.map(([, mark, name]) => [name!, mark === "✓"]));
  }

  for (const [version, args] of [
    ["2025-11-25", ["--suite", "active", "--spec-version", "2025-11-25"]],
    ["2026-07-28", ["--requirements", "2026-07-28"]],
  ] as const) {
    it(`${version}: passes whatever applies to this server`, async () => {
      const results = await run(...args);
      const failed = [...results].filter(([name, passed]) => !passed && !(name in notOurs)).map(([name]) => name);
      assert.deepEqual(failed, []);
      const stale = [...results].filter(([name, passed]) => passed && name in notOurs).map(([name]) => name);
      assert.deepEqual(stale, [], "passes although it is listed as not ours");
      for (const name of ours[version]!) assert.equal(results.get(name), true, name);
      console.log(`      ${version}: ${[...results.values()].filter(Boolean).length} of ${results.size} scenarios`);
    });
  }
});
