// Two workers share a queue on PostgreSQL. One is killed in the middle of a job, and the other goes on with it.
import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { loadSources } from "../build/load-sources.mjs";
import { createTarget, TARGET_FILES } from "./target.mjs";

const SOURCES = `
export { hasPostgres, startPostgres } from "../testkit/src/database/start-postgres.ts";
export { clearLeftovers } from "./src/worker/place.ts";`;
const NO_POSTGRES = "--workers needs PostgreSQL: `apt-get install postgresql` on Debian, or its initdb on the PATH";
/** A worker is killed when so many orders have landed. */
const KILLED_AFTER = 3;

/**
 * Carries out a demo's orders with two workers. Removes all that it makes, also after Ctrl-C. Gives the exit code.
 * @param {string} root the workspace's root
 * @param {string} work an empty folder, which goes too
 * @param {{ spec: string, record: string }} demo
 * @param {Record<string, string>} env
 */
export const demonstrateWorkers = async (root, work, { spec, record }, env) => {
  const { hasPostgres, startPostgres, clearLeftovers } = await loadSources(root, SOURCES, "packages/workers");
  const stop = new AbortController();
  const { signal } = stop;
  for (const name of ["SIGINT", "SIGTERM"]) process.on(name, () => stop.abort());
  const workers = [];
  let postgres = null;
  try {
    if (!hasPostgres()) throw new Error(NO_POSTGRES);
    heading("A PostgreSQL, a remote, and two machines with a worker each");
    postgres = await startPostgres();
    const [repo, remote, orders, key] = ["evenly", "remote.git", "wo", "team-key"].map((name) => join(work, name));
    writeFileSync(key, randomBytes(32).toString("hex"), { mode: 0o600 });
    createTarget(repo, TARGET_FILES, env);
    const git = (...args) => execFileSync("git", args, { cwd: work, env, encoding: "utf8" }).trim();
    git("clone", "--quiet", "--bare", repo, remote);
    git("-C", repo, "remote", "add", "origin", remote);
    const start = starter(root, work, { ...env, LLMCH_DATABASE_URL: postgres.database(), LLMCH_KEY_FILE: key });
    for (const machine of ["machine-1", "machine-2"]) workers.push(await startWorker(machine, start));
    const given = ["--repo", repo, "--replay", record];
    const folders = ["--outdir", orders, "--artifacts-dir", `${orders}-runs`];
    say(await start("yours", ["plan", "--quiet", "--spec", spec, ...folders, ...given]).printed());
    const flags = ["--push", "end", "--approve", "none", "--json"];
    const { run_id: id } = JSON.parse(
      await start("yours", ["submit", "run-all", orders, ...flags, ...given]).printed(),
    );
    await watch(id, (...args) => git("-C", remote, ...args), { workers, clearLeftovers, signal });
    say(await start("yours", ["runs"]).printed());
    return 0;
  } catch (fault) {
    // Ctrl-C may have ended a child before its signal is known here.
    await setTimeout(10);
    if (signal.aborted) return 130;
    process.stderr.write(`demo: ${fault.message}\n`);
    return 1;
  } finally {
    for (const { child } of workers) child.kill("SIGTERM");
    await Promise.all(workers.map(({ ended }) => ended));
    for (const { repos } of workers) clearLeftovers(repos);
    await postgres?.stop();
    rmSync(work, { recursive: true, force: true, maxRetries: 10 });
  }
};

/** Starts llmch on a machine, which shares nothing with others but the remote, the database and the team's key. */
const starter = (root, work, shared) => (machine, args) => {
  const own = (folder) => join(work, machine, folder);
  mkdirSync(own("tmp"), { recursive: true });
  const places = { XDG_STATE_HOME: own("state"), XDG_CACHE_HOME: own("cache"), LLMCH_REPO_CACHE: own("repos") };
  const env = { ...shared, ...places, TMPDIR: own("tmp") };
  heading(`${machine}: llmch ${args.join(" ")}`);
  const binary = join(root, "packages/cli/bin/llmch.js");
  const child = spawn(process.execPath, [binary, ...args], { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  child.stderr.on("data", (text) => say(String(text).trimEnd().replace(/^/gm, `${machine}  `)));
  const ended = new Promise((resolve) => child.once("close", resolve));
  /** What it printed, once it has ended well. */
  const printed = async () => {
    const text = (await child.stdout.toArray()).join("");
    if ((await ended) === 0) return text;
    throw new Error(`llmch ${args[0]} ended with exit code ${child.exitCode}`);
  };
  return { machine, child, ended, printed, repos: own("repos") };
};

/** Each may make the tables: two at once are one. */
const startWorker = async (machine, start) => {
  const worker = start(machine, ["worker", "--migrate", "--allow-local"]);
  await Promise.race([once(worker.child.stderr, "data"), worker.ended]);
  return worker;
};

/** Tells what the remote has of a job, kills the worker that has it, and goes on until the job has ended. */
const watch = async (id, git, { workers, clearLeftovers, signal }) => {
  const ref = `refs/llmch/runs/${id}`;
  heading(`The job, as ${ref} of the remote tells it`);
  const began = performance.now();
  const tell = (line) => say(`${((performance.now() - began) / 1000).toFixed(0).padStart(3)} s  ${line}`);
  const landedOn = (tip) => git("log", "--reverse", "--format=%s", "--grep=^WO-", tip).split("\n").filter(Boolean);
  let [told, holder, isKilled] = [0, null, false];
  for (let hasEnded = false; !hasEnded; await setTimeout(500, undefined, { signal })) {
    if (git("for-each-ref", ref) === "") continue;
    hasEnded = git("ls-tree", "--name-only", ref, `run-all/${id}/seal.json`) !== "";
    const by = git("log", "-1", "--format=%(trailers:key=Llmch-Worker,valueonly)", ref);
    const worker = workers.find(({ child }) => by.includes(`-${child.pid}-`));
    if (worker !== holder) tell(`${worker.machine} has it`);
    holder = worker;
    const landed = landedOn(ref);
    for (const subject of landed.slice(told)) tell(subject);
    told = landed.length;
    if (isKilled || told < KILLED_AFTER) continue;
    isKilled = true;
    worker.child.kill("SIGKILL");
    await worker.ended;
    // Its run ends too, as it would with the machine.
    clearLeftovers(worker.repos);
    tell(`${worker.machine} is killed. The other may take the job when the lease has ended: half a minute`);
  }
  const branch = git("for-each-ref", "--format=%(refname:short)", "refs/heads/llmch");
  const ids = branch === "" ? [] : landedOn(branch).map((subject) => subject.split(":", 1)[0]);
  if (ids.length === 0 || new Set(ids).size < ids.length) throw new Error(`the branch holds ${ids.join(" ")}`);
  tell(`the branch ${branch} is in the remote, with each order once: ${ids.join(" ")}`);
};

const say = (text) => process.stdout.write(`${text}\n`);
const heading = (text) => say(`\n=== ${text}\n`);
