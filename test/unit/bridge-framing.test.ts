import assert from "node:assert/strict";
import { encodeFrame, FrameReader } from "../../bridge/rpc/framing.ts";

function read(chunks: readonly (string | Uint8Array)[], limits = { message: 1000, header: 200, depth: 16 }) {
  const got: string[] = [];
  const reader = new FrameReader(
    {
      message: (text) => got.push(text),
      fault: ({ reason, fatal }) => got.push(`${fatal ? "fatal" : "fault"}: ${reason}`),
    },
    null,
    limits,
  );
  for (const chunk of chunks) reader.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
  reader.end();
  return { got, framing: reader.framing };
}

describe("framing", () => {
  const texts = ['{"a":"ä€😀"}', "[1,2]", '{"b":"\\n"}'];

  for (const framing of ["lsp", "ndjson"] as const) {
    it(`${framing}: messages survive any cut of the stream, inside characters too`, () => {
      const all = Buffer.concat(texts.map((text) => encodeFrame(text, framing)));
      for (let size = 1; size <= all.length; size++) {
        const chunks = Array.from({ length: Math.ceil(all.length / size) }, (_, i) =>
          all.subarray(i * size, (i + 1) * size),
        );
        assert.deepEqual(read(chunks), { got: texts, framing }, `chunks of ${size}`);
      }
    });
  }

  it("takes the first byte that is no space for the choice", () => {
    assert.equal(read(["\r\n ", '{"a":1}']).framing, "ndjson");
    assert.equal(read(["[]"]).framing, "ndjson");
    assert.equal(read(["Content-Length: 2\r\n\r\n{}"]).framing, "lsp");
  });

  it("takes a last line without newline, blank lines, CRLF, and other headers", () => {
    assert.deepEqual(read(['{"a":1}\r\n\n\n{"b":2}']).got, ['{"a":1}\r', '{"b":2}']);
    const headers = "content-length:2\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n{}";
    assert.deepEqual(read([headers]).got, ["{}"]);
  });

  it("skips a line that is too long and goes on", () => {
    const long = `{"a":"${"x".repeat(2000)}"}`;
    const { got } = read([`{"a":1}\n${long.slice(0, 900)}`, `${long.slice(900)}\n{"b":2}\n`]);
    assert.deepEqual(got, ['{"a":1}', "fault: a message is longer than 1000 bytes", '{"b":2}']);
  });

  it("ends at headers from which the next message cannot be found", () => {
    for (const bad of [
      "Content-Length: 99999999999999\r\n\r\n",
      "Content-Length: -1\r\n\r\n",
      "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
      "Content-Length: 1e3\r\n\r\n",
      "X: 1\r\n\r\n{}",
      "hello there\r\n\r\n",
      `X-Long: ${"y".repeat(500)}`,
      "Content-Length: 2\r\nContent-Type: a; charset=utf-16\r\n\r\n{}",
      "Content-Length: 10\r\n\r\n{}",
    ]) {
      const { got } = read([bad]);
      assert.equal(got.length, 1, bad);
      assert.match(got[0]!, /^fatal: /, bad);
    }
  });

  it("refuses what is nested too deep and what is no UTF-8, and goes on", () => {
    const { got } = read([`${"[".repeat(20)}${"]".repeat(20)}\n`, Buffer.from([0x7b, 0xff, 0x7d, 0x0a]), "{}\n"]);
    assert.deepEqual(got, ["fault: a message is nested deeper than 16 levels", "fault: a message is not UTF-8", "{}"]);
    assert.deepEqual(
      read([`["${"[".repeat(50)}\\"${"[".repeat(50)}"]\n`]).got.length,
      1,
      "brackets in a text are none",
    );
  });

  it("holds a message of many tiny chunks in time", () => {
    const text = `{"a":"${"x".repeat(200_000)}"}`;
    const frame = encodeFrame(text, "lsp");
    const chunks = Array.from(frame, (_, i) => frame.subarray(i, i + 1));
    const started = performance.now();
    assert.deepEqual(read(chunks, { message: 1 << 20, header: 200, depth: 16 }).got, [text]);
    assert.ok(performance.now() - started < 10_000);
  });
});
