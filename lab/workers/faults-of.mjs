import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { ALONE } from "./scene.mjs";

/** What is not as it should be once all jobs have ended, each on a line. */
export const faultsOf = async (scene, { queue, jobs, ordersOf }) => {
  const { sources, remote, database } = scene;
  const git = sources.gitIn(remote);
  const faults = [];
  const states = new Map((await queue.jobs()).map((job) => [job.id, job]));
  if (states.size !== jobs.length) faults.push(`${states.size} jobs are listed, of ${jobs.length}`);
  const rows = await database.sql`select input->>'run' as run, status, output from llmch.workflow_runs`;
  for (const [job, id] of jobs.entries()) {
    const fault = (text) => faults.push(`job ${job} ${id}: ${text}`);
    const { state = "none", errors = [] } = states.get(id) ?? {};
    if (state !== "passed") fault(`it is ${state} ${JSON.stringify(errors)}`);
    const ended = rows.filter(({ run }) => run === id).map(({ status, output }) => `${status} ${output?.state}`);
    if (ended.join() !== "completed passed") fault(`its rows are ${ended.join()}`);
    const [ref, branch] = [`refs/llmch/runs/${id}`, `job-${job}`];
    if (git("for-each-ref", ref, `refs/heads/${branch}`).split("\n").length !== 2) {
      fault("its ref or its branch is missing");
      continue;
    }
    const seals = git("log", "--first-parent", "--format=%h", ref, "--", `run-all/${id}/seal.json`);
    if (seals.split("\n").length !== 1 || seals === "") fault(`it was sealed by the publishes ${seals}`);
    const landed = git("log", "--reverse", "--format=%T %s", `main..${branch}`);
    const wanted = await alone(scene, ordersOf(job), branch);
    if (landed !== wanted) fault(`its branch holds\n${landed}\nand one machine makes\n${wanted}`);
    const trailers =
      "%(trailers:key=Llmch-Epoch,valueonly,separator=) %(trailers:key=Llmch-Worker,valueonly,separator=)";
    const publishes = git("log", "--first-parent", "--reverse", `--format=${trailers}`, ref).split("\n");
    const holders = [...new Set(publishes)];
    const epochs = holders.map((line) => Number(line.split(" ")[0]));
    const isInTurn = epochs.every((epoch, at) => at === 0 || epoch > epochs[at - 1]);
    if (!isInTurn || publishes.some((line, at) => at > 0 && line !== publishes[at - 1] && publishes.indexOf(line) < at))
      fault(`it was published by ${publishes.join(", ")}`);
  }
  return faults;
};

/** The commits that the same orders become without workers. */
const alone = async ({ binary, repo, envOf, sources }, orders, branch) => {
  const env = envOf(ALONE);
  const flags = ["--branch", branch, "--artifacts-dir", join(env.HOME, branch), "--push", "never", "--quiet"];
  const child = spawn(process.execPath, [binary, "run-all", orders, "--repo", repo, ...flags], {
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`run-all alone ended with ${code}`);
  return sources.gitIn(repo)("log", "--reverse", "--format=%T %s", `main..${branch}`);
};
