// Carries out random plans with real git, each with one job and with several, with answers that take random times, and compares the
// results: trees, messages and order of commits, verdicts, exit codes, and the requests whose answers counted. Under a cap
// it compares what landed, and counts how far the runs came. Prints a table (`pnpm side-by-side`).
//   --runs N (default 40)   --seed S   --jobs 2,4,8   --keep-going
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { differenceOf, landedIn } from "./side-by-side/compare.mjs";
import { proposal, startModel } from "./side-by-side/model.mjs";
import { randomOf, randomPlan, VERIFY } from "./side-by-side/random-plan.mjs";
import { withTroubles } from "./side-by-side/troubles.mjs";

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
  for (const [path, content] of plan.files) {
    mkdirSync(dirname(join(place, "repo", path)), { recursive: true });
    writeFileSync(join(place, "repo", path), content);
  }
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
    const { attempts, writes, adds } = answers.get(order);
    const what = attempts[Math.min(attempt, attempts.length) - 1];
    if (what === "no answer") return "I will not.";
    if (what === "needs" && !prompt.includes("You asked"))
      return JSON.stringify({
        objection: { reason: "More.", needs: ["README.md"], contradiction: null, blocked_by: [] },
      });
    if (what === "objection")
      return JSON.stringify({
        objection: { reason: "No.", needs: [], contradiction: null, blocked_by: ["other.txt"] },
      });
    return proposal(
      writes.map((path) => [path, `${order} ${attempt}\n${what === "needs" ? "ready" : what}\n${adds}`]),
      prompt,
    );
  };

const carryOut = async (plan, seed, jobs) => {
  const place = mkdtempSync(join(folder, "p-"));
  const git = makeRepo(place, plan);
  const random = randomOf(seed * 31 + jobs);
  const model = await startModel(answerOf(plan), () => (jobs === 1 ? 0 : random() * MOST_DELAY_MS));
  const more = [...plan.flags, ...(values["keep-going"] ? ["--keep-going"] : [])];
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
    LLMCH_FACTORY_MAX_OUTPUT_TOKENS: "1000",
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

/** The result of `audit` for the branch's commits. */
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
  const spent = [...runs.values()].reduce((sum, { exchanges }) => sum + tokensOf(exchanges), 0);
  return { commits, orders, verdict: last.verdict, count: plan.orders.length, spent };
};

/** The tokens of all questions; an answer that was adopted occurs twice. */
const tokensOf = (exchanges) => {
  const byKey = new Map(
    exchanges.map(({ key, request_sha256, usage }) => [
      `${key.replace(/\/speculation-\d+$/, "")} ${request_sha256}`,
      usage,
    ]),
  );
  return [...byKey.values()].reduce((sum, usage) => sum + usage.input_tokens + usage.output_tokens, 0);
};

const jobs = values.jobs.split(",").map(Number);
const [first, runs] = [Number(values.seed), Number(values.runs)];
let different = 0;
const codes = new Map();
/** Runs with several jobs that ended at a cap, by whether as many orders landed as with one. */
const atCap = { as: 0, fewer: 0, more: 0 };
for (let seed = first; seed < first + runs; seed++) {
  const plan = withTroubles(randomPlan(seed), seed);
  const alone = await carryOut(plan, seed, 1);
  codes.set(alone.code, (codes.get(alone.code) ?? 0) + 1);
  for (const count of jobs) {
    const together = await carryOut(plan, seed, count);
    const further = landedIn(together) - landedIn(alone);
    if (alone.code === 5 || together.code === 5) atCap[further === 0 ? "as" : further < 0 ? "fewer" : "more"] += 1;
    const difference = differenceOf(alone, together, plan.cap);
    if (difference === null) continue;
    different += 1;
    const shown = [alone, together].map(({ said: _, ...run }) => JSON.stringify(run, null, 1)).join("\n");
    console.log(`seed ${seed}, ${count} jobs: ${difference}\n${shown}\n${together.said}`);
  }
}
rmSync(folder, { recursive: true, force: true });
console.log(`plans        ${runs}, each with 1, ${jobs.join(", ")} jobs`);
console.log(`exit codes   ${[...codes].map(([code, count]) => `${code}: ${count}`).join(", ")}`);
console.log(`at a cap     ${atCap.as} land as many orders as one job, ${atCap.fewer} fewer, ${atCap.more} more`);
console.log(`different    ${different}`);
process.exitCode = different === 0 ? 0 : 1;
