import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** @typedef {{ argv: string[], cwd?: string, env?: Record<string, string>, prepare?: () => void }} Measured */

/** With this variable an empty Node reads a file of certificates at startup: every ratio to it would look too good. */
const { NODE_EXTRA_CA_CERTS: _, ...ENVIRONMENT } = process.env;

/**
 * Runs one command and returns how long it took, in milliseconds. A command that fails ends the bench: its time means nothing.
 * @param {Measured} measured
 */
export const timeOf = ({ argv, cwd, env, prepare }) => {
  prepare?.();
  const started = process.hrtime.bigint();
  const { status, stderr } = spawnSync(argv[0] ?? "", argv.slice(1), {
    cwd,
    env: { ...ENVIRONMENT, ...env },
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const ms = Number(process.hrtime.bigint() - started) / 1e6;
  if (status !== 0) throw new Error(`${argv.join(" ")} ended with ${status}:\n${stderr.slice(-2000)}`);
  return ms;
};

/** @param {number[]} values */
export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/**
 * Two commands in turn, A B A B …, after one warm-up each, so that a machine whose speed drifts slows both.
 * @param {Measured} a
 * @param {Measured} b
 * @param {number} runs
 * @returns {{ a: number, b: number, ratio: number }} medians in milliseconds, and the median of the pairs' ratios
 */
export const compare = (a, b, runs) => {
  timeOf(a);
  timeOf(b);
  const pairs = Array.from({ length: runs }, () => ({ a: timeOf(a), b: timeOf(b) }));
  return {
    a: median(pairs.map((pair) => pair.a)),
    b: median(pairs.map((pair) => pair.b)),
    ratio: median(pairs.map((pair) => pair.a / pair.b)),
  };
};

/** Node's flag for a process that writes its peak memory, in KB, to a file as it ends. */
export const tellingPeak = (file) => {
  const tell = `import { writeFileSync } from "node:fs"; process.on("exit", () => writeFileSync(${JSON.stringify(file)}, String(process.resourceUsage().maxRSS)));`;
  return `--import=data:text/javascript,${encodeURIComponent(tell)}`;
};

/**
 * The peak memory of a Node command, in MB: the process itself tells it as it exits.
 * @param {Measured} measured
 * @param {number} runs
 */
export const peakMemory = (measured, runs) => {
  const folder = mkdtempSync(join(tmpdir(), "llmch-bench-memory-"));
  try {
    const file = join(folder, "peak");
    const importing = tellingPeak(file);
    const [node, ...rest] = measured.argv;
    const peaks = Array.from({ length: runs }, () => {
      timeOf({ ...measured, argv: [node ?? "node", importing, ...rest] });
      return Number(readFileSync(file, "utf8")) / 1024;
    });
    return median(peaks);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
