import { assertions } from "../assertions.ts";
import { defineRule } from "../rule.ts";

export const genericWarning = defineRule({
  type: "generic-warning",
  title: "Warning",
  about: "A text on a sheet or in a field says so itself: ERC_WARNING as a variable, with what is wrong.",
  severity: "warning",
  check: (cx) => assertions(cx, "ERC_WARNING"),
});
