import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { loadSources } from "../../scripts/build/load-sources.mjs";
import { TARGET_FILES } from "../../scripts/demo/target.mjs";
import { startInstantModel } from "./instant-model.mjs";
import { median, timeOf } from "./measure.mjs";
import { KINDS, writeOrders } from "./plans.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const PLANS = join(HERE, "../../scripts/demo/answers/plan");
const JOBS = 300;
const SLOTS = 2;
/** So many are carried out without a queue, to compare with. */
const ALONE = 40;
const LISTED = 2000;
const ORDERS = 20;
const CLIENTS = 100;
const STALLED = 20;

/**
 * What the server of jobs costs.
 * @param {string} root the workspace's root
 * @param {string} binary the built llmch
 * @param {string} place an empty folder
 * @param {{ argv: string[] }} empty an empty Node
 * @param {number} runs
 * @param {(repo: string) => void} commit turns a folder into a repo with one commit of everything in it
 */
export const costsOfServer = async (root, binary, place, empty, runs, commit) => {
  const { startServe } = await loadSources(root, 'export * from "./src/serve/server.ts";', "packages/testkit");
  const repo = join(place, "repo");
  for (const [path, text] of Object.entries({ ...TARGET_FILES, "scripts/verify.sh": KINDS.empty.verify }))
    write(join(repo, path), text);
  commit(repo);
  const answer = readdirSync(PLANS).sort().at(-1) ?? "";
  const model = await startInstantModel(readFileSync(join(PLANS, answer), "utf8"));
  const settings = join(place, "settings.json");
  write(
    settings,
    JSON.stringify({ planner: { model: "anthropic:instant" }, run: { sandbox: "off" }, approve: "none" }),
  );
  const env = {
    ...{ HOME: place, LLMCH_CONFIG: settings, XDG_STATE_HOME: join(place, "state") },
    ...{ XDG_CACHE_HOME: join(place, "cache"), NODE_DISABLE_COMPILE_CACHE: "" },
    ...{ ANTHROPIC_API_KEY: "sk-bench", ANTHROPIC_BASE_URL: model.url },
  };
  const start = (data) => startServe({ binary, cwd: place, data, repos: [repo], slots: SLOTS, env });

  const first = await firstPage(() => start(join(place, "first")), empty, runs);
  const idle = await idleMemory(() => start(join(place, "first")));

  const data = join(place, "data");
  const through = await jobsThrough(await start(data), repo);
  const alone = await plansAlone({ binary, place, repo, env });
  await fill(root, join(data, "artifacts"), env);
  const listing = await listed(() => start(data), runs);

  const { orders, exchanges } = writeOrders(place, ORDERS, KINDS.empty);
  const request = { orders, repo, replay: exchanges };
  const clients = await withClients(() => start(join(place, "streams")), request, Math.min(runs, 5));
  await model.close();
  const node = first.b;
  const share = through / ((alone / ALONE) * JOBS);
  return { first, idle, queue: { jobs: JOBS, through, share }, listing: { ...listing, jobs: LISTED }, clients, node };
};

/** A browser that has opened the link. */
const browserOf = async ({ link, url }) => {
  const token = new URL(link).searchParams.get("token") ?? "";
  const body = new URLSearchParams({ token });
  const answer = await fetch(`${url}/link`, { method: "POST", headers: { origin: url }, body, redirect: "manual" });
  const cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  return async (path) => {
    const page = await fetch(`${url}${path}`, { headers: { cookie } });
    const text = await page.text();
    if (page.status !== 200) throw new Error(`${path}: ${page.status} ${text}`);
    return text;
  };
};

/** From the start of the process to the last byte of its first page. */
const firstPage = async (start, empty, runs) => {
  const once = async () => {
    const started = performance.now();
    const server = await start();
    const get = await browserOf(server);
    await get("/");
    const a = performance.now() - started;
    await server.end();
    return { a, b: timeOf(empty) };
  };
  await once();
  const pairs = [];
  for (let run = 0; run < runs; run++) pairs.push(await once());
  const ratio = median(pairs.map(({ a, b }) => a / b));
  return { a: median(pairs.map(({ a }) => a)), b: median(pairs.map(({ b }) => b)), ratio };
};

/** In MB, of a server whose start page was looked at. */
const idleMemory = async (start) => {
  const server = await start();
  await (await browserOf(server))("/");
  await setTimeout(5000);
  const memory = memoryOf(server);
  await server.end();
  return memory;
};

const memoryOf = ({ pid }) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

const specOf = (number) => `Split the costs of a shared trip, number ${number}.\n`;

/** How long many plans take that are submitted at once. */
const jobsThrough = async (server, repo) => {
  const started = performance.now();
  for (let number = 0; number < JOBS; number++) await submit(server, "plan", { spec: specOf(number), repo }, repo);
  for (;;) {
    const { document } = await server.ask("GET", "jobs?state=done");
    const failed = (await server.ask("GET", "jobs?state=failed")).document.jobs;
    if (failed.length > 0) throw new Error(`a job failed: ${JSON.stringify(failed[0])}`);
    if (document.jobs.length === JOBS) break;
    await setTimeout(1000);
  }
  const took = performance.now() - started;
  await server.end();
  return took;
};

const submit = async (server, operation, request, repo) => {
  const { status, document } = await server.ask("POST", "jobs", { operation, request, repo });
  if (status !== 201) throw new Error(`${operation} was not taken: ${JSON.stringify(document)}`);
  return document.id;
};

/** The same plans as commands, as many at once. */
const plansAlone = async ({ binary, place, repo, env }) => {
  const specs = Array.from({ length: ALONE }, (_, number) => specOf(number)).values();
  const artifacts = join(place, "alone");
  const lane = async () => {
    for (const spec of specs) {
      const argv = [binary, "plan", "--spec", "-", "--repo", repo, "--artifacts-dir", artifacts, "--quiet"];
      const child = spawn(process.execPath, argv, {
        env: { ...process.env, ...env },
        stdio: ["pipe", "ignore", "inherit"],
      });
      child.stdin.end(spec);
      const [code] = await once(child, "exit");
      if (code !== 0) throw new Error(`a plan ended with ${code}`);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: SLOTS }, lane));
  return performance.now() - started;
};

const ID = /\b01[0-9A-HJKMNP-TV-Z]{24}\b/g;
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Copies jobs that have ended, with ids of before, until there are enough: as their user made them. */
const fill = async (root, artifacts, env) => {
  const { writeRequest, readRequest, sealLine, JOURNAL_START } = await loadSources(
    root,
    'export * from "@llmch/store"; export { JOURNAL_START, sealLine } from "@llmch/contract";',
    "packages/app",
  );
  const kind = "planner";
  const jobs = readdirSync(join(artifacts, kind)).sort();
  for (let made = jobs.length; made < LISTED; made++) {
    const job = jobs[made % jobs.length] ?? "";
    // An older time, which is another for each copy.
    const older = DIGITS[Math.max(0, DIGITS.indexOf(job[2] ?? "0") - Math.floor(made / jobs.length))] ?? "0";
    const id = `${job.slice(0, 2)}${older}${job.slice(3)}`;
    const from = join(artifacts, kind, job);
    const asked = readRequest(env, { directory: from, runId: job });
    await writeRequest(env, { root: artifacts, kind, runId: id }, asked.value);
    const to = join(artifacts, kind, id);
    for (const path of readdirSync(from, { recursive: true, encoding: "utf8" })) {
      if (path === "request.json" || statSync(join(from, path)).isDirectory()) continue;
      const text = readFileSync(join(from, path), "utf8").replace(ID, (found) => (found === job ? id : found));
      write(join(to, path), path === "events.jsonl" ? sealed(text, sealLine, JOURNAL_START) : text);
    }
  }
};

const sealed = (text, sealLine, start) => {
  let before = start;
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((each) => {
      const { line, checksum } = sealLine(each.replace(/,"checksum":"[0-9a-f]+"\}$/, "}"), before);
      before = checksum;
      return `${line}\n`;
    })
    .join("");
};

/** A start page of many jobs: the first one, and those after it; and a page of one job. */
const listed = async (start, runs) => {
  const server = await start();
  const get = await browserOf(server);
  const cold = await timesOf(get, "/", 1);
  const count = Math.max(runs, 10);
  const warm = await timesOf(get, "/", count);
  const all = await timesOf(get, "/?all", count);
  const { document } = await server.ask("GET", "jobs");
  const seen = document.jobs.length;
  if (seen < LISTED || document.jobs.some(({ state }) => state !== "done"))
    throw new Error(`${seen} jobs are listed: ${JSON.stringify(document.jobs.find(({ state }) => state !== "done"))}`);
  const job = await timesOf(get, `/jobs/${document.jobs[0].id}`, count);
  const memory = memoryOf(server);
  await server.end();
  return { cold, warm, all, job, memory };
};

/** How long a run takes that many watch, beside one that nobody does; and the page of such a run. */
const withClients = async (start, request, runs) => {
  const server = await start();
  const clients = startClients(server);
  const carryOut = async (isWatched) => {
    const before = cpuOf(server);
    const id = await submit(server, "run-all", request, request.repo);
    clients.watch(isWatched ? id : "");
    for (;;) {
      const { document } = await server.ask("GET", `jobs/${id}`);
      if (document.state === "failed") throw new Error(`the run failed: ${JSON.stringify(document)}`);
      if (document.state === "done")
        return { id, ms: Date.parse(document.ended_at) - Date.parse(document.started_at), cpu: cpuOf(server) - before };
      await setTimeout(500);
    }
  };
  const { id } = await carryOut(true);
  const pairs = [];
  for (let run = 0; run < runs; run++) pairs.push({ a: await carryOut(true), b: await carryOut(false) });
  clients.end();
  const page = await timesOf(await browserOf(server), `/jobs/${id}`, 10);
  await server.end();
  const of = (number) => median(pairs.map(number));
  return {
    ...{ a: of(({ a }) => a.ms), b: of(({ b }) => b.ms), ratio: of(({ a, b }) => a.ms / b.ms), page },
    cpu: of(({ a, b }) => a.cpu - b.cpu),
  };
};

/** A process of clients that stands ready: its start is no part of a run. */
const startClients = ({ port, token }) => {
  const argv = [join(HERE, "stream-clients.mjs"), port, token, CLIENTS, STALLED].map(String);
  const { stdin } = spawn(process.execPath, argv, { stdio: ["pipe", "inherit", "inherit"] });
  return { watch: (job) => stdin.write(`${job}\n`), end: () => stdin.end() };
};

/** In milliseconds, of the server's process alone. */
const cpuOf = ({ pid }) => {
  const [, stat = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const [user = 0, system = 0] = stat.split(" ").slice(11, 13).map(Number);
  return (user + system) * TICK_MS;
};
const TICK_MS = 10;

const timesOf = async (get, path, count) => {
  const times = [];
  for (let time = 0; time < count; time++) {
    const started = performance.now();
    await get(path);
    times.push(performance.now() - started);
  }
  return median(times);
};

const write = (path, text) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};
