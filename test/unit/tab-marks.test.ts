import assert from "node:assert/strict";
import { TabMarks } from "../../extension/editor/tab-marks.ts";

/** A tab, a session and a VS Code that gets to a save when it is told to. */
function stage() {
  const state = { dirty: false, marked: true, written: 0, marks: 0 };
  const asked: { done: () => void; refused: (why: Error) => void }[] = [];
  const marks = new TabMarks<string>({
    isDirty: () => state.dirty,
    isMarked: () => state.marked,
    markDirty: () => {
      state.marks++;
      state.marked = true;
    },
    save: () => new Promise<void>((done, refused) => asked.push({ done, refused })),
  });
  /** VS Code gets to the oldest save that it was asked for. */
  const serve = async () => {
    const save = asked.shift() ?? assert.fail("no save was asked for");
    const answer = marks.answerSave("a");
    if (answer === "write") {
      state.written++;
      state.dirty = false;
    }
    if (answer === "refuse") {
      save.refused(new Error("refused"));
    } else {
      state.marked = false;
      save.done();
    }
    await pause(1);
  };
  return { state, asked, marks, serve };
}

/** Longer than the marks take to settle. */
const SETTLED_MS = 400;
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

describe("marks of tabs", () => {
  it("are cleared by a save that writes nothing", async () => {
    const { state, asked, marks, serve } = stage();
    marks.settle("a");
    await pause(SETTLED_MS);
    assert.equal(asked.length, 1);
    await serve();
    await pause(SETTLED_MS);
    assert.deepEqual([state.written, state.marked, state.marks, asked.length], [0, false, 0, 0]);
    marks.dispose();
  });

  it("stay when an edit comes before that save: VS Code would revert nothing, and ask nothing on closing", async () => {
    const { state, asked, marks, serve } = stage();
    marks.settle("a");
    await pause(SETTLED_MS);
    state.dirty = true;
    await serve();
    assert.deepEqual([state.written, state.marked], [0, true], "at no moment clean over unsaved edits");
    await pause(SETTLED_MS);
    assert.deepEqual([state.written, state.marked, asked.length], [0, true, 0]);
    assert.equal(marks.answerSave("a"), "write", "the person's own save writes");
    marks.dispose();
  });

  it("are compared again after an edit that came between that save and its end", async () => {
    const { state, asked, marks, serve } = stage();
    marks.settle("a");
    await pause(SETTLED_MS);
    await serve();
    state.dirty = true;
    marks.tabChanged("a");
    await pause(SETTLED_MS);
    assert.deepEqual([state.marked, state.marks, asked.length], [true, 1, 0]);
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

  it("a save that the person asks for meanwhile is made, whichever VS Code gets to first", async () => {
    const { state, asked, marks, serve } = stage();
    marks.settle("a");
    await pause(SETTLED_MS);
    state.dirty = true;
    assert.equal(marks.answerSave("a"), "refuse", "the person's: it cannot be told from the one that clears");
    await serve();
    assert.deepEqual([state.written, asked.length], [0, 1]);
    await serve();
    await pause(SETTLED_MS);
    assert.deepEqual([state.written, state.dirty, state.marked, asked.length], [1, false, false, 0]);
    marks.dispose();
  });

  it("a save that the person asks for is no clearing", () => {
    const { marks } = stage();
    assert.equal(marks.answerSave("a"), "write");
    marks.dispose();
  });
});
