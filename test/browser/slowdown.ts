import type { Page } from "playwright-core";

/**
 * Slows a page's scripts down by the factor of EDSNX_SLOWDOWN, if given: a busy machine on demand, for finding tests and
 * code that hold only while all is quick.
 */
export async function slowDown(page: Page): Promise<void> {
  const rate = Number(process.env["EDSNX_SLOWDOWN"] ?? 1);
  if (!(rate > 1)) return;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate });
}
