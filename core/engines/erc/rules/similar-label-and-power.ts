import { defineRule } from "../rule.ts";
import { similarNames } from "../similar-names.ts";

export const similarLabelAndPower = defineRule({
  type: "similar_label_and_power",
  title: "Power pin and label are similar (lower/upper case difference only)",
  about: "Two names differ only in case: two nets, which may have been meant as one.",
  severity: "warning",
  check: ({ netlist }) => similarNames(netlist, "both"),
});
