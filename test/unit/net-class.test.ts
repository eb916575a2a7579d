import assert from "node:assert/strict";
import { busMembers } from "../../core/model/project/bus-pattern.ts";
import { effectiveNetClass, hasNetClass, readableNetClass } from "../../core/model/project/net-class.ts";
import { netNameMatcher } from "../../core/model/project/net-pattern.ts";
import { readProjectSettings } from "../../core/model/project/settings.ts";

describe("net classes", () => {
  const settings = readProjectSettings(
    JSON.stringify({
      net_settings: {
        meta: { version: 4 },
        classes: [
          { name: "Default", priority: 2147483647, clearance: 0.3, track_width: 0.2 },
          { name: "Slow", priority: 1, clearance: 0.5, track_width: 0.4 },
          { name: "Fast", priority: 0, clearance: 0.1 },
        ],
        netclass_patterns: [
          { pattern: "/CLK*", netclass: "Fast" },
          { pattern: "/CLK_SLOW", netclass: "Slow" },
          { pattern: "D[0..2]", netclass: "Nobody" },
        ],
        netclass_assignments: { "/X": ["Slow"] },
      },
    }),
  );

  it("merge by priority, gaps filled from Default", () => {
    const clock = effectiveNetClass(settings, "/CLK_SLOW");
    assert.deepEqual([clock.clearance, clock.trackWidth, clock.viaDrill], [100_000, 400_000, 300_000]);
    assert.deepEqual([clock.from.clearance, clock.from.trackWidth, clock.from.viaDrill], ["Fast", "Slow", "Default"]);
    assert.equal(clock.name, "Fast,Slow,Default");
    assert.equal(readableNetClass(clock), "Fast, Slow and Default");
    assert.equal(effectiveNetClass(settings, "/CLK_SLOW"), clock);
  });

  it("leave a net that nothing matches, and no net, in Default", () => {
    for (const net of ["", "GND"]) assert.equal(effectiveNetClass(settings, net).name, "Default");
  });

  it("count a class that nobody defined", () => {
    assert.ok(hasNetClass(settings, "D1", "Nobody"));
    assert.equal(effectiveNetClass(settings, "D1").clearance, 300_000);
    assert.ok(!hasNetClass(settings, "D3", "Nobody"));
    assert.ok(hasNetClass(settings, "/X", "Slow"));
  });

  it("take patterns as wildcards and as expressions, and never hang on one", () => {
    assert.ok(netNameMatcher("+3V3")("+3V3"));
    assert.ok(netNameMatcher("/A\\d+")("/A12"));
    assert.ok(!netNameMatcher("/A\\d+")("/A12x"));
    assert.ok(netNameMatcher("(")("("));
    for (const slow of ["(a+)+b", "((a|a))*b", ".*.*.*.*.*.*.*.*.*.*.*b"])
      assert.ok(!netNameMatcher(slow)("a".repeat(60)), slow);
    assert.ok(!netNameMatcher("*a*a*a*a*a*a*a*a*a*a*b")("a".repeat(20_000)));
  });

  it("know a bus's members", () => {
    assert.deepEqual(busMembers("D[2..0]"), ["D0", "D1", "D2"]);
    assert.deepEqual(busMembers("U{P N D[0..1]}"), ["P", "N", "D0", "D1"]);
    assert.deepEqual(busMembers("~{RD[0..1]}"), ["RD0", "RD1"]);
    for (const none of ["D[0]", "D", "D[1..1]", "D[0..99999999]", "a b{c}"]) assert.equal(busMembers(none), null);
  });
});
