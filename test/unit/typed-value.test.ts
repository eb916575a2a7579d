import assert from "node:assert/strict";
import { typedNumber, typedNumbers } from "../../webview-ui/canvas/panels/typed-value.ts";

describe("numbers that a person types", () => {
  const lengths: readonly (readonly [string, number | undefined])[] = [
    ["1.5", 1.5],
    ["1,5", 1.5],
    [".5", 0.5],
    ["10mil", 0.254],
    ["10 mil", 0.254],
    ["0.1in", 2.54],
    ['0.1"', 2.54],
    ["200um", 0.2],
    ["1mm + 10mil", 1.254],
    ["2*1.5+0.1", 3.1],
    ["(4-1)/2", 1.5],
    ["-3", -3],
    ["2*-3", -6],
    ["0.1+0.2", 0.3],
    ["", undefined],
    ["abc", undefined],
    ["1 parsec", undefined],
    ["(1", undefined],
    ["1+", undefined],
    ["1/0", undefined],
    ["1 2", undefined],
  ];
  for (const [text, wanted] of lengths)
    it(`${JSON.stringify(text)} is ${wanted ?? "no length"}`, () => assert.equal(typedNumber(text, true), wanted));

  it("takes no units for what is no length", () => {
    assert.equal(typedNumber("90", false), 90);
    assert.equal(typedNumber("90/4", false), 22.5);
    assert.equal(typedNumber("10mil", false), undefined);
  });

  it("takes several numbers", () => {
    assert.deepEqual(typedNumbers("1, 2", true), [1, 2]);
    assert.deepEqual(typedNumbers("1.5 2.5", true), [1.5, 2.5]);
    assert.deepEqual(typedNumbers("100mil, -50mil, 90", true), [2.54, -1.27, 90]);
    assert.deepEqual(typedNumbers("1+1; 2", true), [2, 2]);
    assert.equal(typedNumbers("1, x", true), undefined);
  });
});
