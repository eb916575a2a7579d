import { assertions } from "../assertions.ts";
import { defineRule } from "../rule.ts";

export const genericError = defineRule({
  type: "generic-error",
  title: "Error",
  about: "A text on a sheet or in a field says so itself: ERC_ERROR as a variable, with what is wrong.",
  severity: "error",
  check: (cx) => assertions(cx, "ERC_ERROR"),
});
