import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { median, peakMemory, timeOf } from "./measure.mjs";

/**
 * What one order against a live model costs beside its own commands: milliseconds over the time of those, and the peak memory in MB.
 * @param {import("./measure.mjs").Measured} measured
 * @param {string} artifacts where it keeps its runs
 * @param {number} runs
 */
export const costOfLiveOrder = (measured, artifacts, runs) => {
  const fresh = {
    ...measured,
    prepare: () => {
      rmSync(artifacts, { recursive: true, force: true });
      measured.prepare?.();
    },
  };
  timeOf(fresh);
  const pairs = Array.from({ length: runs }, () => ({ whole: timeOf(fresh), commands: timeOfCommands(artifacts) }));
  return {
    over: median(pairs.map(({ whole, commands }) => whole - commands)),
    whole: median(pairs.map(({ whole }) => whole)),
    commands: median(pairs.map(({ commands }) => commands)),
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
