// Carries random plans out with real git, each with one job and with several, with answers that take random times, and compares what
// came of them: trees, messages and order of commits, verdicts, exit codes, and the requests whose answers counted. Prints a table (`pnpm side-by-side`).
//   --runs N (default 40)   --seed S   --jobs 2,4,8   --keep-going
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { proposal, startModel } from "./side-by-side/model.mjs";
import { randomOf, randomPlan, VERIFY } from "./side-by-side/random-plan.mjs";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
    jobs: { type: "string", default: "2,4,8" },
    "keep-going": { type: "boolean", default: false },
  },
});
const llmch = join(dirname(dirname(fileURLToPath(import.meta.url))), "packages/cli/bin/llmch.js");
const folder = mkdtempSync(join(tmpdir(), "llmch-side-by-side-"));
const MOST_DELAY_MS = 400;

const makeRepo = (place, plan) => {
  mkdirSync(join(place, "repo/scripts"), { recursive: true });
  mkdirSync(join(place, "wo"));
  writeFileSync(join(place, "repo/README.md"), "# A repo\n");
  writeFileSync(join(place, "repo/scripts/verify.sh"), VERIFY);
  for (const order of plan.orders) writeFileSync(join(place, "wo", `${order.id}.json`), JSON.stringify(order));
  const git = (...argv) => execFileSync("git", ["-C", join(place, "repo"), ...argv], { encoding: "utf8" });
  git("init", "-q", "-b", "main");
  git("config", "user.name", "A");
  git("config", "user.email", "a@example.com");
  git("add", ".");
  git("commit", "-qm", "Begin");
  return git;
};

const answerOf =
  ({ answers }) =>
  (order, attempt, prompt) => {
    const { attempts, writes, needs } = answers.get(order);
    const what = attempts[Math.min(attempt, attempts.length) - 1];
    if (what === "no answer") return "I will not.";
    const asksFor = what === "needs" && !prompt.includes("You asked") ? needs.slice(0, 1).concat("README.md") : null;
    if (asksFor !== null)
      return JSON.stringify({
        objection: { reason: "More.", needs: ["README.md"], contradiction: null, blocked_by: [] },
      });
    if (what === "objection")
      return JSON.stringify({
        objection: { reason: "No.", needs: [], contradiction: null, blocked_by: ["other.txt"] },
      });
    return proposal(
      writes.map((path) => [path, `${order} ${attempt}\n${what === "needs" ? "ready" : what}\n`]),
      prompt,
    );
  };

const carryOut = async (plan, seed, jobs) => {
  const place = mkdtempSync(join(folder, "p-"));
  const git = makeRepo(place, plan);
  const random = randomOf(seed * 31 + jobs);
  const model = await startModel(answerOf(plan), () => (jobs === 1 ? 0 : random() * MOST_DELAY_MS));
  const more = values["keep-going"] ? ["--keep-going"] : [];
  const argv = [
    "run-all",
    "wo",
    "--repo",
    "repo",
    "--branch",
    "work",
    "--jobs",
    String(jobs),
    "--max-attempts",
    "3",
    "--no-sandbox",
    "--quiet",
  ];
  const env = {
    ...process.env,
    OPENAI_API_KEY: "sk-none",
    OPENAI_BASE_URL: model.url,
    XDG_CACHE_HOME: join(place, "cache"),
  };
  const child = spawn(process.execPath, [llmch, ...argv, "--llm-model", "gpt-5.2", ...more], { cwd: place, env });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (said += data));
  const code = await new Promise((done) => child.on("close", done));
  model.close();
  const audited = git("branch", "--list", "work") === "" ? null : await auditOf(place, env);
  const seen = { code, audited, ...recordOf(place, git, plan), said };
  rmSync(place, { recursive: true, force: true });
  return seen;
};

/** What `audit` says of the branch's commits. */
const auditOf = (place, env) =>
  new Promise((done) => {
    const argv = [llmch, "audit", "--branch", "work", "--repo", "repo", "--quiet"];
    const child = spawn(process.execPath, argv, { cwd: place, env });
    child.on("close", done);
  });

/** What a run left, without anything that may differ from run to run. */
const recordOf = (place, git, plan) => {
  const commits = git("log", "--reverse", "--topo-order", "--format=%T %s", "--all").trim().split("\n");
  const factory = join(place, "artifacts/factory");
  const runs = new Map();
  for (const run of readdirSync(factory)) {
    const lines = (name) =>
      readFileSync(join(factory, run, name), "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    const events = lines("events.jsonl");
    const summary = JSON.parse(readFileSync(join(factory, run, "run_summary.json"), "utf8"));
    runs.set(events[0].order, { summary, exchanges: lines("exchanges.jsonl") });
  }
  const last = JSON.parse(
    readFileSync(
      join(place, "artifacts/run-all", readdirSync(join(place, "artifacts/run-all"))[0], "run_summary.json"),
      "utf8",
    ),
  );
  const settled = last.orders.map(({ work_order_id: id }) => id);
  const orders = settled.map((id) => {
    const { summary, exchanges } = runs.get(id);
    const made = summary.attempts.map(({ attempt, stage }) => `${attempt} ${stage}`);
    const used = new Map(
      exchanges.filter(({ key }) => !key.includes("/speculation-")).map((each) => [each.key, each.request_sha256]),
    );
    return { id, verdict: summary.verdict, made, used: [...used].sort() };
  });
  return { commits, orders, verdict: last.verdict, count: plan.orders.length };
};

const jobs = values.jobs.split(",").map(Number);
const [first, runs] = [Number(values.seed), Number(values.runs)];
let different = 0;
const codes = new Map();
for (let seed = first; seed < first + runs; seed++) {
  const plan = randomPlan(seed);
  const { said: _, ...alone } = await carryOut(plan, seed, 1);
  codes.set(alone.code, (codes.get(alone.code) ?? 0) + 1);
  for (const count of jobs) {
    const { said, ...together } = await carryOut(plan, seed, count);
    if (JSON.stringify(together) === JSON.stringify(alone)) continue;
    different += 1;
    console.log(
      `seed ${seed}, ${count} jobs: not what one job comes to\n${JSON.stringify(alone, null, 1)}\n${JSON.stringify(together, null, 1)}\n${said}`,
    );
  }
}
rmSync(folder, { recursive: true, force: true });
console.log(`plans        ${runs}, each with 1, ${jobs.join(", ")} jobs`);
console.log(`exit codes   ${[...codes].map(([code, count]) => `${code}: ${count}`).join(", ")}`);
console.log(`different    ${different}`);
process.exitCode = different === 0 ? 0 : 1;
