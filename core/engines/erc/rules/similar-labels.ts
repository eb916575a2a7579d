import { defineRule } from "../rule.ts";
import { similarNames } from "../similar-names.ts";

export const similarLabels = defineRule({
  type: "similar_labels",
  title: "Labels are similar (lower/upper case difference only)",
  about: "Two names differ only in case: two nets, which may have been meant as one.",
  severity: "warning",
  check: ({ netlist }) => similarNames(netlist, "labels"),
});
