// Mocha's spec output for people and a count for scripts/test.mjs. Tests that failed and were run again are named with
// what went wrong first: a test that needs its second try is a fault to look into, not one to lose a release by.
const { writeFileSync } = require("node:fs");
const Mocha = require("mocha");

module.exports = class extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const repeated = [];
    runner.on(Mocha.Runner.constants.EVENT_TEST_RETRY, (test, error) => {
      repeated.push(test.fullTitle());
      console.log(`    failed at the first try, is run again: ${test.title}\n${error.stack ?? error}`);
    });
    runner.on("end", () => {
      const { passes, failures, pending } = this.stats;
      writeFileSync(options.reporterOptions.output, JSON.stringify({ stats: { passes, failures, pending }, repeated }));
    });
  }
};
