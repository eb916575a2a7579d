import assert from "node:assert/strict";
import { TabMarks } from "../../extension/editor/tab-marks.ts";

/** A tab, a session and a VS Code that gets to a save when it is told to. */
function stage() {
  const state = { dirty: false, marked: true, written: 0, marks: 0 };
  const asked: (() => void)[] = [];
  const marks = new TabMarks<string>({
    isDirty: () => state.dirty,
    isMarked: () => state.marked,
    markDirty: () => {
      state.marks++;
      state.marked = true;
    },
    save: () => new Promise<void>((done) => asked.push(done)),
  });
  /** VS Code gets to the oldest save that it was asked for. */
  const serve = async () => {
    const done = asked.shift() ?? assert.fail("no save was asked for");
    if (!marks.takesSave("a")) {
      state.written++;
      state.dirty = false;
    }
    state.marked = false;
    done();
    await pause(1);
  };
  return { state, asked, marks, serve };
}

/** Longer than the marks take to settle. */
const SETTLED_MS = 400;
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

describe("marks of tabs", () => {
  it("are cleared by a save that writes nothing, also when an edit came meanwhile, which is then marked", async () => {
    const { state, asked, marks, serve } = stage();
    marks.settle("a");
    await pause(SETTLED_MS);
    assert.equal(asked.length, 1);
    state.dirty = true;
    await serve();
    assert.deepEqual([state.written, state.marked], [0, false]);
    await pause(SETTLED_MS);
    assert.deepEqual([state.written, state.marked, state.marks], [0, true, 1]);
    marks.dispose();
  });

  it("are cleared once at a time: a slow VS Code is not asked for a second save, which would write", async () => {
    const { state, asked, marks, serve } = stage();
    marks.settle("a");
    await pause(SETTLED_MS);
    marks.settle("a");
    await pause(SETTLED_MS);
    assert.equal(asked.length, 1);
    await serve();
    state.dirty = true;
    state.marked = true;
    await pause(SETTLED_MS);
    assert.deepEqual([asked.length, state.written], [0, 0], "the edit that followed is not saved");
    marks.dispose();
  });

  it("a save that the person asks for is no clearing", () => {
    const { marks } = stage();
    assert.equal(marks.takesSave("a"), false);
    marks.dispose();
  });
});
