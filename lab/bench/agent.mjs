import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { loadSources } from "../../scripts/build/load-sources.mjs";
import { median } from "./measure.mjs";

const TURNS = 40;

/**
 * What an order of 40 turns takes on top of its model, which answers at once, in a separate process: the time of a turn, and the peak
 * memory.
 * @param {string} root the workspace's root
 * @returns {{ ms: number, slowest: number, memory: number }} medians in milliseconds, and megabytes
 */
export const costOfTurns = (root) => {
  const { stdout, status, stderr } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), root], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`the turns ended with ${status}:\n${stderr}`);
  return JSON.parse(stdout);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { timesOfTurns } = await loadSources(
    process.argv[2],
    'export * from "./src/order-of-turns.fixture.ts";',
    "packages/agent",
  );
  const times = await timesOfTurns(TURNS, () => performance.now());
  const memory = process.resourceUsage().maxRSS / 1024;
  process.stdout.write(JSON.stringify({ ms: median(times), slowest: Math.max(...times), memory }));
}
