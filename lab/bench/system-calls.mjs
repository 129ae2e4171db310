import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { timeOf } from "./measure.mjs";

/**
 * How many files a command and all that it starts sync and open, and how many programs they start; null without strace.
 * @param {import("./measure.mjs").Measured} measured
 * @param {string} place a folder outside the repo
 */
export const systemCalls = (measured, place) => {
  if (spawnSync("strace", ["-V"]).status !== 0) return null;
  const file = join(place, "system-calls");
  const strace = ["strace", "-f", "-qq", "-o", file, "-e", "trace=fsync,fdatasync,execve,openat"];
  timeOf({ ...measured, argv: [...strace, ...measured.argv] });
  const lines = readFileSync(file, "latin1").split("\n");
  const count = (call) => lines.filter((line) => call.test(line)).length;
  return { syncs: count(/^\d+ +f(data)?sync\(/), programs: count(/^\d+ +execve\(/), opened: count(/^\d+ +openat\(/) };
};
