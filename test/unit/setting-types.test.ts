import assert from "node:assert/strict";
import { plainJson } from "../../core/format/json-text.ts";
import { PIN_TYPES, pinMapOf } from "../../core/model/project/pin-map.ts";
import { readPath } from "../../core/model/project/setting-path.ts";
import { settingType } from "../../core/model/project/setting-types.ts";

describe("types of settings", () => {
  const type = (path: string) => settingType(readPath(path)!, undefined)!;

  it("take a table of pin conflicts that is whole and alike both ways", () => {
    const map = pinMapOf(null).map((row) => [...row]);
    assert.equal(map.length, PIN_TYPES.length);
    assert.deepEqual(type("erc.pin_map").write(map), map);
    map[1]![2] = 2;
    assert.equal(type("erc.pin_map").write(map), undefined);
    map[2]![1] = 2;
    assert.deepEqual(type("erc.pin_map").write(map), map);
    map[2]![1] = map[1]![2] = 3;
    assert.equal(type("erc.pin_map").write(map), undefined);
    assert.equal(type("erc.pin_map").write(map.slice(1)), undefined);
  });

  it("take presets of the bill of materials that have a name of their own", () => {
    const preset = { name: "a", fields_ordered: [{ name: "Value" }] };
    assert.deepEqual(type("schematic.bom_presets").write([preset]), [preset]);
    for (const wrong of [[preset, preset], [{ name: "a" }], [{ ...preset, name: "" }], "a", [null]])
      assert.equal(type("schematic.bom_presets").write(wrong), undefined);
  });

  it("write sizes with a point, as KiCad does", () => {
    const written = type("schematic.drawing.default_text_size").write(50)!;
    assert.notEqual(written, 50);
    assert.equal(plainJson(written), 50);
    assert.equal(type("schematic.drawing.default_text_size").write(-1), undefined);
    assert.equal(type("schematic.drawing.label_size_ratio").write("0.3"), undefined);
  });
});
