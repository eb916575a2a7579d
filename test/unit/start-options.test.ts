import assert from "node:assert/strict";
import { startOptions } from "../../scripts/start-options.mjs";

describe("npm start's options", () => {
  it("takes a folder, a port in either form, and the browser", () => {
    assert.deepEqual(startOptions([]), { help: false, browser: false });
    const all = { help: false, browser: true, port: 8123, folder: "video" };
    assert.deepEqual(startOptions(["video", "--port", "8123", "--browser"]), all);
    assert.deepEqual(startOptions(["--browser", "--port=8123", "video"]), all);
    assert.deepEqual(startOptions(["--help"]), { help: true });
  });

  it("refuses what it does not know, with what would do", () => {
    for (const args of [["--port"], ["--port", "abc"], ["--port", "0"], ["--port=65536"], ["--port", "--browser"]])
      assert.throws(() => startOptions(args), /--port takes a number from 1 to 65535/, args.join(" "));
    assert.throws(() => startOptions(["--prot", "8123"]), /no option --prot\.[\s\S]*--port N/);
    assert.throws(() => startOptions(["a", "b"]), /a and b are two folders/);
  });
});
