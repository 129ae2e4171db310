import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { proposal, startModel } from "../side-by-side/model.mjs";
import { tellingPeak } from "./measure.mjs";

const [WAVES, WIDTH] = [5, 8];
const [ANSWER_MS, GATE_MS] = [5_000, 100];
/** The longest chain: the least time of a run. */
const BOUND_MS = WAVES * (ANSWER_MS + GATE_MS);

const fileOf = (number) => `parts/part-${number}.txt`;
const idOf = (number) => `WO-${String(number + 1).padStart(2, "0")}`;

/** Orders in waves: each depends on two of the wave before. */
const ordersInWaves = () =>
  Array.from({ length: WAVES * WIDTH }, (_, number) => {
    const place = number % WIDTH;
    const before =
      number < WIDTH
        ? []
        : [place, (place + 1) % WIDTH].map((each) => number - place - WIDTH + each).sort((a, b) => a - b);
    return {
      id: idOf(number),
      title: `Write part ${number}`,
      intent: `Write ${fileOf(number)}.`,
      preconditions: before.map((each) => ({ kind: "file_exists", path: fileOf(each) })),
      postconditions: [{ kind: "file_exists", path: fileOf(number) }],
      allowed_files: [fileOf(number)],
      forbidden: [],
      acceptance_commands: [`test -f ${fileOf(number)}`],
      context_files: [],
      notes: null,
    };
  });

/**
 * Carries out 40 orders in 5 waves against a model that takes 5 s, with gates of 0.1 s.
 * @param {string} llmch the command's file
 * @param {string} folder
 * @param {number} jobs
 * @returns {Promise<{ ms: number, bound: number, memory: number }>} the peak memory in MB
 */
export const carryOutWaves = async (llmch, folder, jobs, answerMs = ANSWER_MS) => {
  const place = mkdtempSync(join(folder, "waves-"));
  for (const name of ["repo/scripts", "wo"]) mkdirSync(join(place, name), { recursive: true });
  writeFileSync(join(place, "repo/scripts/verify.sh"), `sleep ${GATE_MS / 1000}\n`);
  for (const order of ordersInWaves()) writeFileSync(join(place, "wo", `${order.id}.json`), JSON.stringify(order));
  const git = (...argv) => execFileSync("git", ["-C", join(place, "repo"), ...argv], { stdio: "ignore" });
  git("init", "-q", "-b", "main");
  git("config", "user.name", "bench");
  git("config", "user.email", "bench@example.com");
  git("add", ".");
  git("commit", "-qm", "Begin");
  const write = (order, _, prompt) => proposal([[fileOf(Number(order.slice(3)) - 1), `${order}\n`]], prompt);
  const model = await startModel(write, () => answerMs);
  const argv = [llmch, "run-all", "wo", "--repo", "repo", "--branch", "work", "--jobs", String(jobs), "--quiet"];
  const environment = { OPENAI_API_KEY: "sk-bench", OPENAI_BASE_URL: model.url, XDG_CACHE_HOME: join(place, "cache") };
  const started = performance.now();
  const peak = join(place, "peak");
  const child = spawn(process.execPath, [tellingPeak(peak), ...argv], {
    cwd: place,
    env: { ...process.env, ...environment },
    stdio: "ignore",
  });
  const code = await new Promise((done) => child.on("close", done));
  const ms = performance.now() - started;
  model.close();
  if (code !== 0) throw new Error(`the orders in waves ended with ${code}`);
  const memory = Number(readFileSync(peak, "utf8")) / 1024;
  rmSync(place, { recursive: true, force: true });
  return { ms, bound: BOUND_MS, memory };
};
