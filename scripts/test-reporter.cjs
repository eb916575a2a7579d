// Mocha's spec output for people and a count for scripts/test.mjs.
const { writeFileSync } = require("node:fs");
const Mocha = require("mocha");

module.exports = class extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.on("end", () => {
      const { passes, failures, pending } = this.stats;
      writeFileSync(options.reporterOptions.output, JSON.stringify({ stats: { passes, failures, pending } }));
    });
  }
};
