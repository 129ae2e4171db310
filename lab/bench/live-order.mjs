import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { median, peakMemory, timeOf } from "./measure.mjs";

/**
 * What one order against a live model costs beyond its own commands: milliseconds on top of their time, both absolute and as a ratio to
 * what runs alongside, and the peak memory in MB.
 * @param {import("./measure.mjs").Measured} measured
 * @param {import("./measure.mjs").Measured} beside
 * @param {string} artifacts where it keeps its runs
 * @param {number} runs
 */
export const costOfLiveOrder = (measured, beside, artifacts, runs) => {
  const fresh = {
    ...measured,
    prepare: () => {
      rmSync(artifacts, { recursive: true, force: true });
      measured.prepare?.();
    },
  };
  timeOf(fresh);
  timeOf(beside);
  const pairs = Array.from({ length: runs }, () => ({
    over: timeOf(fresh) - timeOfCommands(artifacts),
    beside: timeOf(beside),
  }));
  return {
    over: median(pairs.map(({ over }) => over)),
    beside: median(pairs.map((pair) => pair.beside)),
    ratio: median(pairs.map((pair) => pair.over / pair.beside)),
    memory: peakMemory(fresh, 3),
  };
};

/** How long the commands of the runs below a folder took, by their journals. */
const timeOfCommands = (artifacts) =>
  readdirSync(artifacts, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("events.jsonl"))
    .flatMap((path) => readFileSync(join(artifacts, path), "utf8").trim().split("\n"))
    .map((line) => JSON.parse(line))
    .filter(({ type }) => type === "command_finished")
    .reduce((sum, { duration_ms }) => sum + duration_ms, 0);
