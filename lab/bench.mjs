// Prints the performance figures, each as a ratio to something that runs alongside: medians of several runs.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { costOfTurns } from "./bench/agent.mjs";
import { growthOfMemory, writeBuild } from "./bench/build.mjs";
import { firstAnswer } from "./bench/first-answer.mjs";
import { gitProcesses } from "./bench/git-processes.mjs";
import { startInstantModel } from "./bench/instant-model.mjs";
import { costsOfLargeRepo, makeLargeRepo } from "./bench/large-repo.mjs";
import { costOfLiveOrder } from "./bench/live-order.mjs";
import { costOfView } from "./bench/live-view.mjs";
import { compare, median, peakMemory, timeOf } from "./bench/measure.mjs";
import { pages } from "./bench/pages.mjs";
import { KINDS, manifestOf, scriptOf, writeOrders } from "./bench/plans.mjs";
import { promptBytes } from "./bench/prompt.mjs";
import { planOfFiles } from "./bench/repo-map.mjs";
import { costOfSandboxes } from "./bench/sandboxes.mjs";
import { reachOfSchedules } from "./bench/schedule.mjs";
import { costsOfServer } from "./bench/serve.mjs";
import { freshShare } from "./bench/shared-beginning.mjs";
import { fillStore } from "./bench/store.mjs";
import { addPlans, planOnce } from "./bench/stored-plan.mjs";
import { strengthOfOrder } from "./bench/strength.mjs";
import { systemCalls } from "./bench/system-calls.mjs";
import { carryOutWaves } from "./bench/waves.mjs";
import { costsOfWorkers } from "./bench/workers.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const node = process.execPath;
const llmch = [node, join(root, "packages/cli/bin/llmch.js")];
const empty = { argv: [node, "-e", "0"] };
const folder = mkdtempSync(join(tmpdir(), "llmch-bench-"));
const RUNS = Number(process.env.BENCH_RUNS ?? 7);
let missed = 0;

/** Prints a line. `isReached` is null if the figure has no reach and is only for comparison. */
const line = (isReached, figure, bound, what, detail) => {
  if (isReached === false) missed += 1;
  const verdict = isReached === null ? "-" : isReached ? "reached" : "MISSED";
  process.stdout.write(`${verdict.padEnd(7)} ${figure.padStart(9)}  ${bound.padEnd(14)}  ${what}  ${detail}\n`);
};

/** Prints a figure; `reach` is what it must not exceed, or null. */
const row = (what, value, unit, reach, detail) => {
  const bound = reach === null ? "" : `(reach ${reach}${unit})`;
  line(reach === null ? null : value <= reach, `${value.toFixed(2)}${unit}`, bound, what, detail);
};

/** Prints how close schedules come to the least time; `reach` is the least acceptable share, or null. */
const measureSchedules = async () => {
  for (const { what, share, reach, detail } of await reachOfSchedules(root))
    line(
      reach === null ? null : share >= reach,
      share.toFixed(3),
      reach === null ? "" : `(reach ${reach})`,
      what,
      detail,
    );
};
const ms = (value) => `${value.toFixed(0)} ms`;

/** How long an empty Node takes on the machine on which the reaches in milliseconds were set. */
const NODE_MS = 65;

/** Prints a time whose reach is in milliseconds. On a slower machine, it may take the same multiple of what runs alongside. */
const timeRow = (what, { a, b, ratio = a / b }, reachMs) => {
  const reach = reachMs / NODE_MS;
  const detail = `${ms(a)} ÷ ${ms(b)} (reach: ${ms(reachMs)}, or ${reach.toFixed(1)} where node takes longer than ${ms(NODE_MS)})`;
  line(a <= reachMs || ratio <= reach, ratio.toFixed(2), "", `${what} ÷ node -e 0`, detail);
};

/** A repo with one commit, its own identity, and a verify script. */
const makeRepo = (path, verify) => {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(join(path, "scripts"), { recursive: true });
  writeFileSync(join(path, "README.md"), "# bench\n");
  writeFileSync(join(path, "scripts/verify.sh"), verify);
  commitAll(path);
};

/** Turns a folder into a repo with its own identity and one commit of everything in it. */
const commitAll = (path) => {
  const git = (...args) => execFileSync("git", ["-C", path, ...args], { stdio: "ignore" });
  git("init", "-q", "-b", "work");
  git("config", "user.name", "bench");
  git("config", "user.email", "bench@localhost");
  git("add", "-A");
  git("commit", "-q", "-m", "start");
};

const measureCheck = () => {
  const file = (name, manifest) => {
    const path = join(folder, name);
    writeFileSync(path, JSON.stringify(manifest, null, 2));
    return { argv: [...llmch, "check", path, "--quiet"] };
  };
  const thousand = file("1000.json", manifestOf(1000, { python: false }));
  const python = file("1000-python.json", manifestOf(1000, { python: true }));
  const tenThousand = file("10000.json", manifestOf(10_000, { python: false }));
  const plain = compare(thousand, empty, RUNS);
  row("check of 1,000 orders ÷ node -e 0", plain.ratio, "", 5, `${ms(plain.a)} ÷ ${ms(plain.b)}`);
  const inline = compare(python, empty, RUNS);
  row("check of 1,000 orders with python -c ÷ node -e 0", inline.ratio, "", 25, `${ms(inline.a)} ÷ ${ms(inline.b)}`);
  const linear = compare(tenThousand, thousand, RUNS);
  row("check of 10,000 orders ÷ 1,000", linear.ratio, "", 12, `${ms(linear.a)} ÷ ${ms(linear.b)}`);
};

const runAll = (count, kind) => {
  const place = mkdtempSync(join(folder, "orders-"));
  const { orders, exchanges, files, answers } = writeOrders(place, count, kind);
  const repo = join(place, "repo");
  const flags = ["--replay", exchanges, "--repo", repo, "--artifacts-dir", join(place, "artifacts"), "--quiet"];
  const prepare = () => makeRepo(repo, kind.verify);
  return { measured: { argv: [...llmch, "run-all", orders, ...flags], cwd: place, prepare }, files, place, answers };
};

/** Each provider's model, and the variables of its key and its address. */
const LIVE = [
  { provider: "OpenAI", model: "gpt-5.2", variable: "OPENAI" },
  { provider: "Anthropic", model: "anthropic:claude-sonnet-5", variable: "ANTHROPIC" },
];

/** One order in a fresh process against a model that answers at once. */
const measureLiveOrder = async () => {
  for (const { provider, model, variable } of LIVE) {
    const { measured, place, answers } = runAll(1, KINDS.real);
    const server = await startInstantModel(answers[0]);
    const repo = join(place, "repo");
    const artifacts = join(place, "artifacts");
    const flags = ["--repo", repo, "--artifacts-dir", artifacts, "--llm-model", model, "--quiet"];
    const argv = [...llmch, "run", "--work-order", join(place, "wo/WO-01.json"), ...flags];
    const env = { [`${variable}_API_KEY`]: "sk-bench", [`${variable}_BASE_URL`]: server.url };
    const { over, beside, ratio, memory } = costOfLiveOrder({ ...measured, argv, env }, empty, artifacts, RUNS);
    await server.close();
    timeRow(`one order, ${provider}'s model: its time over its commands'`, { a: over, b: beside, ratio }, 350);
    row(`peak memory of one order, ${provider}'s model`, memory, " MB", 90, "");
  }
};

/** A plan that is taken from the store, among many others and alone. */
const measureStoredPlan = async () => {
  const place = mkdtempSync(join(folder, "stored-plan-"));
  const [many, one] = [await planOnce(llmch, place, "many"), await planOnce(llmch, place, "one")];
  addPlans(join(place, "many"), 999);
  const { a, b, ratio } = compare(many, one, RUNS);
  row("a stored plan among 1,000 ÷ alone", ratio, "", 1.5, `${ms(a)} ÷ ${ms(b)}`);
};

/** A plan that searches a repo of 10,000 files for what its spec names. */
const measureRepoMap = () => {
  const plan = planOfFiles(llmch, mkdtempSync(join(folder, "repo-map-")), 10_000);
  timeRow("plan that searches 10,000 files", compare(plan, empty, Math.min(RUNS, 5)), 3_000);
  row("peak memory of that", peakMemory(plan, 3), " MB", 250, "");
};

/** What drawing costs for a run whose commands print as tests do. */
const measureLiveView = () => {
  const { measured } = runAll(8, KINDS.tested);
  // A program in its own sandbox does not count towards its parent's time.
  const shown = [...measured.argv.filter((word) => word !== "--quiet"), "--renderer=live", "--no-sandbox", "--yes"];
  const { view, whole, share } = costOfView({ ...measured, argv: shown }, join(root, "packages/cli/dist"), 1);
  const detail = `${ms(view)} ÷ ${ms(whole)} of CPU; a run-all of 8 orders, each with 50 tests more`;
  row("the live view ÷ the run that it shows", share * 100, " %", 2, detail);
};

/** A schedule beside a shell script that writes, verifies, accepts, adds and commits the same. */
const compareSchedule = (kind) => {
  const { measured, files, place } = runAll(20, kind);
  const byHand = join(place, "by-hand");
  const script = join(place, "by-hand.sh");
  writeFileSync(script, scriptOf(files));
  return compare(measured, { argv: ["bash", script], cwd: byHand, prepare: () => makeRepo(byHand, kind.verify) }, RUNS);
};

/** Looking at runs, with 200 of them in the store; the newest is a run-all of 20 orders. */
const measureInspection = () => {
  const { measured, place } = runAll(20, KINDS.empty);
  timeOf(measured);
  const artifacts = join(place, "artifacts");
  const count = fillStore(artifacts, 200);
  for (const command of ["runs", "show"]) {
    const measured = compare({ argv: [...llmch, command, "--artifacts-dir", artifacts] }, empty, RUNS);
    timeRow(`${command} with ${count} runs in the store`, measured, 150);
  }
};

/** The report of a long run-all, and how large that of twenty orders is. */
const measureReport = () => {
  const reported = (count) => {
    const { measured, place } = runAll(count, KINDS.empty);
    timeOf(measured);
    const out = join(place, "report.html");
    return { argv: [...llmch, "report", "--artifacts-dir", join(place, "artifacts"), "--out", out], out };
  };
  timeRow("report of 99 orders", compare(reported(99), empty, RUNS), 1_000);
  const twenty = reported(20);
  timeOf(twenty);
  row("size of the report of 20 orders", statSync(twenty.out).size / 1000, " kB", 1000, "");
};

const LARGE = 100_000;

/** A repo of many files: what llmch does with it compared with bare git, and three orders there. */
const measureLargeRepo = async () => {
  const place = mkdtempSync(join(folder, "large-"));
  const { orders, exchanges } = writeOrders(place, 3, KINDS.empty);
  const repo = join(place, "repo");
  makeLargeRepo(repo, LARGE, { "README.md": "# bench\n", "scripts/verify.sh": KINDS.empty.verify });
  const costs = await costsOfLargeRepo(root, repo, place, Math.min(RUNS, 3));
  for (const [what, { ours, git, ratio }] of Object.entries(costs)) {
    row(`${what} of a repo of ${LARGE} files ÷ bare git`, ratio, "", 2, `${ms(ours)} ÷ ${ms(git)}`);
  }
  const flags = ["--repo", repo, "--artifacts-dir", join(place, "artifacts"), "--quiet"];
  const argv = [...llmch, "run-all", orders, "--replay", exchanges, ...flags];
  const memory = peakMemory({ argv, cwd: place }, 1);
  row("peak memory of three orders in it", memory, " MB", 300, "");
  const git = (...words) => execFileSync("git", ["-C", repo, ...words], { stdio: "ignore" });
  const ours = { argv: [...argv, "--jobs", "2"], cwd: place };
  const gits = { argv: ["git", "-C", repo, "worktree", "add", "--quiet", "--detach", join(place, "bare")] };
  const prepare = () => {
    rmSync(join(place, "bare"), { recursive: true, force: true });
    git("worktree", "prune");
  };
  const whole = compare(ours, { ...gits, prepare }, Math.min(RUNS, 3));
  const perOrder = `${ms(whole.a / 3)} ÷ ${ms(whole.b)}; three orders, two at a time, commands that cost nothing`;
  row("an order of a whole run there ÷ git worktree add", whole.ratio / 3, "", 2, perOrder);
  rmSync(place, { recursive: true });
};

/** Orders in waves against a slow model: how close to their longest chain, and how much memory several jobs use compared with one. */
const measureWaves = async () => {
  const place = mkdtempSync(join(folder, "waves-"));
  const eight = await carryOutWaves(llmch[1], place, 8);
  const one = await carryOutWaves(llmch[1], place, 1, 0);
  const share = eight.bound / eight.ms;
  const detail = `${ms(eight.bound)} ÷ ${ms(eight.ms)}; 40 orders in 5 waves, answers after 5 s, gates 0.1 s, 4 at a time`;
  line(share >= 0.9, share.toFixed(3), "(reach 0.9)", "share of the bound, 8 jobs", detail);
  const memory = `${eight.memory.toFixed(0)} MB ÷ ${one.memory.toFixed(0)} MB`;
  row("peak memory of 8 jobs ÷ 1", eight.memory / one.memory, "", 1.5, memory);
};

/** An order whose model works with tools: what a turn takes on top of the model. */
const measureTurns = () => {
  const { ms: each, slowest, memory } = costOfTurns(root);
  row("own time of a turn with tools", each, " ms", 15, `the slowest of 40: ${slowest.toFixed(1)} ms`);
  row("peak memory of an order of 40 turns", memory, " MB", 150, "without llmch's other parts");
};

/** What models are shown before they look around. */
const measurePages = () => {
  for (const { scene, planner, author, alone, retry } of pages(llmch, mkdtempSync(join(folder, "pages-")), commitAll)) {
    row("a planner's first page beyond the spec", planner / 1024, " KB", 16, scene);
    row("an author's first page", author / 1024, " KB", 30, scene);
    row("an author's first page, without tools", alone / 1024, " KB", 30, scene);
    row("what a retry adds ÷ that page", retry * 100, " %", 25, scene);
  }
};

/** Orders one after the other, compared with what a person would type; and the sandboxes' part of that. */
const measureRunAll = () => {
  const real = compareSchedule(KINDS.real);
  const detail = `${ms(real.a)} ÷ ${ms(real.b)}; each order runs node twice`;
  row("run-all of 20 orders ÷ a shell script", real.ratio, "", 3, detail);
  const bare = compareSchedule(KINDS.empty);
  const bareDetail = `${ms(bare.a)} ÷ ${ms(bare.b)}; each order runs test and grep alone`;
  row("the same with commands that cost nothing", bare.ratio, "", 4, bareDetail);
  const sandboxes = median(Array.from({ length: RUNS }, () => costOfSandboxes(root, 60)));
  const sandboxDetail = `${ms(sandboxes)} ÷ ${ms(bare.b)}; three for each order`;
  row("the sandboxes of these commands alone ÷ that script", sandboxes / bare.b, "", null, sandboxDetail);
  const [one, many] = [1, 21].map((count) => {
    const { measured, place } = runAll(count, KINDS.empty);
    return gitProcesses(measured, place);
  });
  row("git processes an order", (many - one) / 20, "", 6, `${one} for a run-all of one order, ${many} for 21`);
  const [few, more] = [1, 21].map((count) => {
    const { measured, place } = runAll(count, KINDS.empty);
    return systemCalls(measured, place);
  });
  if (few === null || more === null) return;
  const anOrder = (what) => (more[what] - few[what]) / 20;
  row("syncs an order", anOrder("syncs"), "", 16, "git's six among them");
  row("programs started an order", anOrder("programs"), "", 14, "three sandboxes and what runs in them among them");
  row("files opened an order", anOrder("opened"), "", null, "what sandboxes, git and the commands open among them");
};

/** How soon it is known what an order's checks notice. */
const measureStrength = () => {
  const strength = strengthOfOrder(llmch, mkdtempSync(join(folder, "strength-")), commitAll);
  timeRow(
    "strength of an order, 30 mutants and two checks of 50 ms",
    compare(strength, empty, Math.min(RUNS, 3)),
    8_000,
  );
};

/** A build of many windows beside one run-all of the same orders. */
const measureBuild = async () => {
  const { few, many } = await growthOfMemory(root);
  row("memory of a build after 200 orders ÷ after 5", many / few, "", 1.1, `${many} ÷ ${few} characters`);
  const { measured: orders } = runAll(BUILD.milestones * BUILD.windows * BUILD.each, KINDS.empty);
  const place = mkdtempSync(join(folder, "build-"));
  const { spec, exchanges } = writeBuild(place, BUILD);
  const [repo, artifacts] = [join(place, "repo"), join(place, "artifacts")];
  const places = ["--repo", repo, "--artifacts-dir", artifacts, "--quiet"];
  const flags = ["--scope", "always", "--approve", "none", "--replay", exchanges, ...places];
  const prepare = () => {
    rmSync(artifacts, { recursive: true, force: true });
    makeRepo(repo, KINDS.empty.verify);
  };
  const env = { LLMCH_BUILD_WINDOW: String(BUILD.each) };
  const build = { argv: [...llmch, "build", "--spec", spec, ...flags], cwd: place, env, prepare };
  const { a, b, ratio } = compare(build, orders, Math.min(RUNS, 3));
  row("a build of 200 orders ÷ a run-all of them", ratio, "", 1.2, `${ms(a)} ÷ ${ms(b)}; 20 windows, 10 milestones`);
  const status = { argv: [...llmch, "build", "--status", ...places], cwd: place };
  timeRow("build --status after that", compare(status, empty, RUNS), 300);
};
const BUILD = { milestones: 10, windows: 2, each: 10 };

/** How soon a coding agent is served. */
const measureMcp = async () => timeRow("first answer of llmch mcp", await firstAnswer(llmch, empty, RUNS), 400);

/** The server of jobs: how soon it shows a page, what it holds, and what its clients cost a run. */
const measureServe = async () => {
  const place = mkdtempSync(join(folder, "serve-"));
  const costs = await costsOfServer(root, llmch[1], place, empty, RUNS, commitAll);
  const { first, idle, queue, listing, clients } = costs;
  timeRow("llmch serve to its first page", first, 500);
  row("idle memory of llmch serve", idle, " MB", 90, "5 s after its first page");
  const seconds = (queue.through / 1000).toFixed(0);
  row(`${queue.jobs} plans through 2 slots ÷ two commands at a time`, queue.share, "", 1.25, `${seconds} s`);
  const shown = (a, b = costs.node) => ({ a, b });
  timeRow(`start page with ${listing.jobs} jobs`, shown(listing.warm), 100);
  row("the first time", listing.cold, " ms", null, "");
  row("all of them", listing.all, " ms", null, "");
  row("memory of the server then", listing.memory, " MB", null, "");
  timeRow("page of a plan", shown(listing.job), 100);
  timeRow("page of a run of 20 orders", shown(clients.page), 100);
  const watched = `${ms(clients.a)} ÷ ${ms(clients.b)}; 20 of them never read`;
  row("a run that 100 clients watch ÷ one that nobody does", clients.ratio, "", 1.05, watched);
  row("what they cost the server, of CPU", clients.cpu, " ms", null, "");
};

/** A queue in a database: how far four workers share its jobs, and what a long one costs. */
const measureWorkers = async () => {
  const counts = { jobs: Number(process.env.BENCH_JOBS ?? 40), queued: Number(process.env.BENCH_QUEUED ?? 2000) };
  const costs = await costsOfWorkers(root, mkdtempSync(join(folder, "workers-")), counts);
  if (costs === null) return line(null, "", "", "jobs of a database", "there is no PostgreSQL here");
  const what = `${counts.jobs} jobs with 4 workers ÷ a quarter of one worker's time`;
  row(what, costs.ratio, "", 1.25, `${ms(costs.together)} ÷ (${ms(costs.alone)} ÷ 4); answers after 10 s`);
  const claim = `${costs.many.toFixed(1)} ms ÷ ${costs.few.toFixed(1)} ms`;
  row(`a claim among ${counts.queued} queued jobs ÷ among 20`, costs.many / costs.few, "", null, claim);
  row(`the list of them, the first time`, costs.first, " ms", null, `its rows alone: ${ms(costs.rows)}`);
  row("and again", costs.second, " ms", null, "");
};

const part = process.argv[2];
const PARTS = {
  "run-all": measureRunAll,
  schedule: measureSchedules,
  turns: measureTurns,
  waves: measureWaves,
  pages: measurePages,
  strength: measureStrength,
  mcp: measureMcp,
  build: measureBuild,
  serve: measureServe,
  workers: measureWorkers,
  large: measureLargeRepo,
};
if (part !== undefined && !Object.hasOwn(PARTS, part)) {
  rmSync(folder, { recursive: true, force: true });
  process.stderr.write(`there is no part ${part}; there are ${Object.keys(PARTS).join(", ")}\n`);
  process.exit(1);
}

const measureAll = async () => {
  await measureSchedules();
  await measureWaves();
  measureTurns();
  const version = compare({ argv: [...llmch, "--version"] }, empty, Math.max(RUNS, 15));
  row("llmch --version ÷ node -e 0", version.ratio, "", 1.3, `${ms(version.a)} ÷ ${ms(version.b)}`);
  await measureMcp();
  measureCheck();
  measureInspection();
  measureReport();

  measureRunAll();

  const bytes = promptBytes(llmch, mkdtempSync(join(folder, "prompt-")), commitAll);
  row("prompt of an ordinary order", bytes / 1024, " KB", 6, "beyond the contents of the files that it shows");

  const fresh = freshShare(llmch, mkdtempSync(join(folder, "plan-")), commitAll);
  row("what a prompt does not share with the one before", fresh * 100, " %", 40, "ten orders in a repo that is there");

  measurePages();
  measureStrength();
  await measureBuild();
  await measureServe();
  await measureWorkers();

  measureLiveView();
  await measureLiveOrder();
  await measureStoredPlan();
  measureRepoMap();

  const ten = peakMemory(runAll(10, KINDS.empty).measured, 3);
  const many = peakMemory(runAll(99, KINDS.empty).measured, 3);
  row("peak memory of 99 orders ÷ 10", many / ten, "", 1.2, `${many.toFixed(0)} MB ÷ ${ten.toFixed(0)} MB`);
  row("peak memory of 99 orders", many, " MB", 150, "");

  await measureLargeRepo();
};

try {
  // `pnpm bench schedule` measures only one part.
  await (part === undefined ? measureAll : PARTS[part])();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = missed === 0 ? 0 : 1;
