import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "./measure.mjs";

/** @typedef {import("./measure.mjs").Measured} Measured */

/** As the process exits, writes the CPU time of it and everything it started, in clock ticks. */
const TELL = `import { readFileSync, writeFileSync } from "node:fs";
process.on("exit", () => {
  const [, stat] = readFileSync("/proc/self/stat", "utf8").split(") ");
  writeFileSync(process.env.BENCH_CPU, JSON.stringify(stat.split(" ").slice(11, 15).map(Number)));
});`;
const TICK_MS = 10;

/**
 * What a run's view costs, in milliseconds of CPU: the share of the process's time that a profiler sees below the view's
 * functions, and the time of loading it. Beside it, what the whole run takes, with the commands and gits that it starts. Each
 * run is made with the profiler and without, since that takes time too. Medians of several runs in a terminal.
 * @param {Measured} measured a Node command that shows the view
 * @param {string} dist the bundle's folder
 * @param {number} runs
 */
export const costOfView = (measured, dist, runs) => {
  const chunks = readdirSync(join(dist, "chunks"));
  const chunk = (start) => chunks.find((name) => name.startsWith(start)) ?? "";
  const load = loadMs(dist, chunk("run-all-"), chunk("live-view-"));
  const costs = Array.from({ length: runs }, () => {
    const { share } = inTerminal(measured, chunk("live-view-"));
    const { own, started } = inTerminal(measured, null);
    return { view: load + share * own, whole: own + started };
  });
  return {
    view: median(costs.map(({ view }) => view)),
    whole: median(costs.map(({ whole }) => whole)),
    share: median(costs.map(({ view, whole }) => view / whole)),
  };
};

/** Runs it; returns its CPU time, that of what it started, and a chunk's share of it, if one is named. */
const inTerminal = ({ argv, cwd, prepare }, chunk) => {
  const folder = mkdtempSync(join(tmpdir(), "llmch-bench-live-"));
  try {
    prepare?.();
    const [node = "", ...rest] = argv;
    const profiler = chunk === null ? [] : ["--cpu-prof", `--cpu-prof-dir=${folder}`, "--cpu-prof-name=profile"];
    const importing = `--import=data:text/javascript,${encodeURIComponent(TELL)}`;
    const words = [node, importing, ...profiler, ...rest].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
    const line = `stty columns 100 rows 30; exec ${words.join(" ")}`;
    const { CI: _, ...outside } = process.env;
    const env = { ...outside, TERM: "xterm-256color", BENCH_CPU: join(folder, "cpu") };
    // Of all programs that open a pseudo-terminal, this one exists everywhere.
    const { status, stdout } = spawnSync("script", ["--quiet", "--return", "--command", line, "/dev/null"], {
      ...{ cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], maxBuffer: 64 * 1024 * 1024 },
    });
    if (status !== 0 || !stdout.includes("\u001b[?2026h")) throw new Error(`no view was drawn (exit ${status})`);
    const ticks = JSON.parse(readFileSync(join(folder, "cpu"), "utf8"));
    return {
      own: sum(ticks.slice(0, 2)) * TICK_MS,
      started: sum(ticks.slice(2)) * TICK_MS,
      share: chunk === null ? 0 : shareBelow(JSON.parse(readFileSync(join(folder, "profile"), "utf8")), chunk),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The part of a profile's busy time that is spent in functions of a file, and in everything they call. */
const shareBelow = ({ nodes, samples, timeDeltas }, file) => {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const urls = new Map(nodes.map(({ id, callFrame }) => [id, callFrame.url]));
  const isBelow = (id) => id !== undefined && (urls.get(id)?.endsWith(file) || isBelow(parents.get(id)));
  const ids = (wanted) => new Set(nodes.filter(wanted).map(({ id }) => id));
  const below = ids(({ id }) => isBelow(id));
  const busy = ids(({ callFrame }) => callFrame.functionName !== "(idle)");
  const timeIn = (wanted) => sum(samples.map((id, index) => (wanted.has(id) ? (timeDeltas[index + 1] ?? 0) : 0)));
  return timeIn(below) / timeIn(busy);
};

const sum = (values) => values.reduce((total, value) => total + value, 0);

/** How long it takes to load a chunk with its dependencies, once another one is loaded. */
const loadMs = (dist, earlier, file) => {
  const code = `const load = (name) => require(${JSON.stringify(join(dist, "chunks/"))} + name);
load("${earlier}");
const before = process.cpuUsage();
load("${file}");
const { user, system } = process.cpuUsage(before);
console.log((user + system) / 1000);`;
  const times = Array.from({ length: 5 }, () =>
    Number(spawnSync(process.execPath, ["-e", code], { encoding: "utf8" }).stdout),
  );
  return median(times);
};
