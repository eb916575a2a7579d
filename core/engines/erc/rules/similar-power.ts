import { defineRule } from "../rule.ts";
import { similarNames } from "../similar-names.ts";

export const similarPower = defineRule({
  type: "similar_power",
  title: "Power pins are similar (lower/upper case difference only)",
  about: "Two names differ only in case: two nets, which may have been meant as one.",
  severity: "warning",
  check: ({ netlist }) => similarNames(netlist, "powers"),
});
