// The work of `pnpm agents`, where loopback is the only network: carry-out.mjs FOLDER-OF-AGENT and the options.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import { delimiter, dirname, join, relative } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createTarget, TARGET_FILES } from "../../scripts/demo/target.mjs";
import { startModel } from "../side-by-side/model.mjs";
import { randomOf } from "../side-by-side/random-plan.mjs";
import { environment } from "../trial/scene.mjs";

const word = (given) => ({ type: "string", default: given });
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { kills: word("30"), seed: word("1"), "no-sandbox": { type: "boolean", default: false } },
});
const [kills, sandbox] = [Number(values.kills), values["no-sandbox"] ? "--no-sandbox" : "--require-sandbox"];
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const folder = mkdtempSync(join(tmpdir(), "llmch-agents-"));
const [home, wo] = ["home", "wo"].map((name) => join(folder, name));
const PATH = [...positionals, dirname(process.execPath), process.env.PATH].join(delimiter);
/** All that starts here inherits it, in the sandbox too. */
const env = { ...environment(folder), HOME: home, PATH };
/** The latest kill, which most orders do not reach, and how long the killed may take to end. */
const [MOST_KILL_MS, PATIENCE_MS] = [12_000, 5_000];

let failures = 0;
const expect = (what, isTrue, more = "") => {
  if (isTrue) return;
  failures += 1;
  console.log(`FAILED: ${what}\n${more}`);
};

let asked = 0;
/** Reads the files of the recorded answer, as opencode wants before it overwrites one, then writes them, then is done. */
const answer = (order, attempt, _prompt, { messages, tools }) => {
  asked += 1;
  if (order === "" || tools === undefined) return "A title";
  const recorded = join(root, "scripts/demo/answers", order, `attempt-${attempt}`);
  const files = readdirSync(recorded, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(recorded, join(entry.parentPath, entry.name)));
  const turn = messages.filter(({ tool_calls }) => tool_calls?.length > 0).length;
  if (turn > 1) return "Did as the order says.";
  if (turn === 0) return files.map((filePath) => ["read", { filePath }]);
  return files.map((filePath) => ["write", { filePath, content: readFileSync(join(recorded, filePath), "utf8") }]);
};

/** What opencode has to know: where its model is, and what that costs. */
const configure = (baseURL) => {
  const models = { one: { cost: { input: 1, output: 1 }, limit: { context: 200_000, output: 20_000 } } };
  const provider = { scripted: { npm: "@ai-sdk/openai-compatible", options: { baseURL, apiKey: "none" }, models } };
  for (const own of [".config", ".local/share", ".local/state", ".cache"])
    mkdirSync(join(home, own, "opencode"), { recursive: true });
  const settings = { autoupdate: false, model: "scripted/one", small_model: "scripted/one", provider };
  writeFileSync(join(home, ".config/opencode/opencode.json"), JSON.stringify(settings));
};

/** A new repo, and llmch at work there. */
const makePlace = (name) => {
  const [repo, artifacts] = ["evenly", "artifacts"].map((each) => join(folder, name, each));
  createTarget(repo, TARGET_FILES, env);
  const git = (...argv) => execFileSync("git", ["-C", repo, ...argv], { env, encoding: "utf8" }).trim();
  const begin = (...argv) => {
    const words = [join(root, "packages/cli/bin/llmch.js"), ...argv, "--artifacts-dir", artifacts];
    let said = "";
    const child = spawn(process.execPath, words, { cwd: folder, env });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (said += data));
    const ended = new Promise((done) => child.on("exit", (code) => done({ code, said: () => said })));
    return { ended, kill: () => child.kill("SIGKILL") };
  };
  const orders = () =>
    readdirSync(join(artifacts, "factory"))
      .map((run) => JSON.parse(readFileSync(join(artifacts, "factory", run, "run_summary.json"), "utf8")))
      .sort((one, two) => (one.work_order_id < two.work_order_id ? -1 : 1));
  return {
    plan: (...more) => begin("plan", join(root, "templates/specs/evenly.txt"), "--repo", repo, "--outdir", wo, ...more),
    runAll: (...more) => begin("run-all", wo, "--repo", repo, "--branch", "work", "--yes", sandbox, ...more),
    resume: (...more) => begin("resume", ...more),
    hasBegun: () => existsSync(join(artifacts, "run-all")),
    /** Subject and tree of each commit, a line each. */
    landed: () => (git("branch", "--list", "work") && git("log", "--reverse", "--format=%s %T", "main..work")) || "",
    verdicts: () =>
      orders().map((each) =>
        [each.work_order_id, ...each.attempts.flatMap(({ stage }) => stage ?? []), each.verdict].join(" "),
      ),
    usd: () => orders().reduce((sum, { spent }) => sum + spent.cost_usd, 0),
    /** Changed files, and worktrees. */
    leftovers: () => git("status", "--porcelain") + git("worktree", "list").split("\n").slice(1).join("\n"),
  };
};

/** The command lines of all that began here, by the variables that they inherit. */
const processes = () =>
  readdirSync("/proc").flatMap((id) => {
    try {
      const isOurs = /^\d+$/.test(id) && readFileSync(`/proc/${id}/environ`, "utf8").includes(folder);
      return isOurs ? [readFileSync(`/proc/${id}/cmdline`, "utf8").replaceAll("\0", " ")] : [];
    } catch {
      return [];
    }
  });
let longestMs = 0;

/** What holds whenever llmch has ended, however it did. */
const expectOrder = async (place, when) => {
  const began = performance.now();
  while (processes().length > 0 && performance.now() - began < PATIENCE_MS) await wait(20);
  longestMs = Math.max(longestMs, performance.now() - began);
  expect(`no process is left ${when}`, processes().length === 0, processes().join("\n"));
  const landed = place.landed();
  expect(`only whole orders are committed ${when}`, landed === "" || `${trees}\n`.startsWith(`${landed}\n`), landed);
};

const expectDone = async (place, { code, said }, when) => {
  expect(`exit 0 ${when}`, code === 0, said());
  expect(`the recorded verdicts ${when}`, `${place.verdicts()}` === `${verdicts}`, place.verdicts().join("\n"));
  expect(`the recorded trees ${when}`, place.landed() === trees, place.landed());
  expect(`nothing is left in the repo ${when}`, place.leftovers() === "", place.leftovers());
  await expectOrder(place, when);
};

if (Object.keys(networkInterfaces()).some((name) => name !== "lo")) throw new Error("there is a network here");
const model = await startModel(answer, () => 0);
configure(model.url);
const recorded = makePlace("recorded");
const replay = ["--replay", join(root, "scripts/demo/exchanges.jsonl")];
await recorded.plan(...replay).ended;
const told = await recorded.runAll(...replay).ended;
expect("the recorded answers land", told.code === 0, told.said());
const [trees, verdicts] = [recorded.landed(), recorded.verdicts()];
console.log(`recorded   ${verdicts.join("\n           ")}`);

const live = makePlace("live");
const began = performance.now();
await expectDone(live, await live.runAll("--executor", "opencode").ended, "by the agent");
const seconds = ((performance.now() - began) / 1000).toFixed(0);
console.log(`the demo   ${seconds} s, ${asked} questions to the model, $${live.usd().toFixed(3)}`);

const budget = (live.usd() / 2).toFixed(3);
const capped = makePlace("capped");
const end = await capped.runAll("--executor", "opencode", "--budget", budget).ended;
expect("exit 5 at a budget", end.code === 5, end.said());
await expectOrder(capped, "at a budget");
console.log(`a budget   exit ${end.code} at $${budget}; ${/^spent .*$/m.exec(end.said())?.[0]}`);
await expectDone(capped, await capped.resume("--budget", "1000").ended, "with more budget");

const random = randomOf(Number(values.seed));
let [killed, atWork, runs] = [0, 0, 0];
while (killed < kills) {
  const place = makePlace(`killed-${++runs}`);
  for (let isDone = false; !isDone; ) {
    const { ended, kill } = place.hasBegun() ? place.resume() : place.runAll("--executor", "opencode");
    const over = await Promise.race([ended, ...(killed < kills ? [wait(random() * MOST_KILL_MS, null)] : [])]);
    isDone = over !== null;
    if (isDone) await expectDone(place, over, `of run ${runs} in spite of kills`);
    else {
      killed += 1;
      if (processes().some((words) => /^(?:\S*\/)?opencode acp/.test(words))) atWork += 1;
      kill();
      await ended;
      await expectOrder(place, `after kill ${killed}`);
    }
  }
}
model.close();
console.log(`kills      ${killed} in ${runs} runs, ${atWork} of them while the agent worked`);
console.log(`processes  ended within ${Math.round(longestMs)} ms`);
console.log(`failures   ${failures}${failures === 0 ? "" : `, see ${folder}`}`);
if (failures === 0) rmSync(folder, { recursive: true, force: true });
process.exitCode = failures === 0 ? 0 : 1;
