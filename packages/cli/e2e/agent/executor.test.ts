import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setInterval } from "node:timers/promises";
import { serves, startModelServer } from "@llmch/testkit";
import { afterAll, expect, test } from "vitest";
import type { Invocation } from "../command-line.ts";
import { createScene, readJsonFile, readJsonLines, removeScenes } from "../scene.ts";
import { isAskedAgainAfter, live, processesOf, runOf, STAND_IN, sceneWith } from "./executor-scene.ts";

afterAll(removeScenes);

test("an agent's work is judged, committed and recorded like a model's answer, and replays without it", async () => {
  const scene = sceneWith("edits");
  const { code, stderr } = await live(scene, ["--branch", "work"]);
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining("the agent mine") });
  expect(scene.git("diff", "--name-status", "main", "work")).toBe("A\tbin/run.sh\nA\tgreet.js\nD\told.txt");
  expect(scene.git("ls-tree", "work", "bin/run.sh")).toMatch(/^100755/);
  const run = runOf(scene);
  const prompt = scene.prompts();
  expect(prompt).toContain("# Carry out one work order");
  expect(prompt).not.toMatch(/base_sha256|JSON object/);
  expect(`${readFileSync(join(run, "attempt_1/se_prompt.txt"), "utf8")}\n=====\n`).toBe(prompt);
  expect(readFileSync(join(run, "attempt_1/executor_stdout.txt"), "utf8")).toContain("Wrote what the\norder says.");
  const [exchange] = readJsonLines(run, "exchanges.jsonl");
  expect(exchange).toMatchObject({
    ...{ key: "WO-01/attempt-1", provider: "executor", asked_model: "executor:mine", model: "mine", cost_usd: null },
    response: { text: expect.stringContaining('"summary":"Wrote what the order says."') },
  });
  expect(scene.leftovers()).toEqual([]);
  const replayed = await live(scene, [
    "--branch",
    "again",
    "--executor",
    "none",
    "--replay",
    join(run, "exchanges.jsonl"),
  ]);
  expect(replayed.code).toBe(0);
  expect(scene.git("rev-parse", "again^{tree}")).toBe(scene.git("rev-parse", "work^{tree}"));
  const strict = await live(scene, ["--branch", "strict", "--replay", join(run, "exchanges.jsonl"), "--replay-strict"]);
  expect(strict.code).toBe(0);
  expect(scene.prompts()).toBe(prompt);
});

test("what it wrote beside the order's files is refused by name, and nothing of it stays", async () => {
  const scene = sceneWith("outside");
  const { code } = await live(scene, ["--branch", "work", "--max-attempts", "1"]);
  expect(code).toBe(1);
  const brief = readJsonFile(runOf(scene), "attempt_1/failure_brief.json");
  expect(brief).toMatchObject({ stage: "write_scope_violation" });
  for (const path of ["notes.md", "README.md"]) expect(JSON.stringify(brief)).toContain(path);
  expect(scene.git("branch", "--format=%(refname:short)")).toBe("main");
  expect(scene.leftovers()).toEqual([]);
});

test("a repo that it made in the worktree is told as what it is", async () => {
  const scene = sceneWith("nests");
  expect((await live(scene, ["--branch", "work", "--max-attempts", "1"])).code).toBe(1);
  const brief = readJsonFile(runOf(scene), "attempt_1/failure_brief.json");
  expect(brief).toMatchObject({
    stage: "write_scope_violation",
    primary_error_excerpt: expect.stringContaining('"sub/.git": '),
  });
  expect(scene.leftovers()).toEqual([]);
});

test("without a sandbox, what changed in the checkout is named and left, and is no answer with --strict", async () => {
  for (const flags of [[], ["--strict"]]) {
    const scene = sceneWith("strays", { env: ["CHECKOUT"] }, { sandbox: "off" });
    scene.order({ allowed_files: ["greet.js"], acceptance_commands: ["node greet.js"], postconditions: [] });
    const manifest = '{"type":"module","scripts":{"test":"node --test"}}\n';
    scene.commit({ "package.json": manifest, "a.test.js": 'import test from "node:test";\ntest("a", () => {});\n' });
    writeFileSync(join(scene.repo, "mine.txt"), "mine\n");
    const { code, stderr } = await live(scene, ["--branch", "work", ...flags], { CHECKOUT: scene.repo });
    const said = "the agent or you changed files of the checkout while it worked: README.md, new.txt";
    expect({ code, stderr }).toMatchObject({ code: flags.length === 0 ? 0 : 3, stderr: expect.stringContaining(said) });
    expect(readFileSync(join(scene.repo, "README.md"), "utf8")).toBe("changed");
    expect(scene.git("branch", "--list", "work").trim()).toBe(flags.length === 0 ? "work" : "");
  }
});

test.each([
  ["its settings", "."],
  ["the usual place of its settings", "xdg"],
  ["its state", "state"],
  ["a part of its state", "state/llmch/serve"],
  ["its cache", "cache"],
  ["a part of its cache", "cache/llmch/setup"],
  ["its records", "runs"],
  ["its worktrees", "tmp"],
  ["the repo", "repo"],
])("an agent is not given %s", async (_, folder) => {
  const scene = sceneWith("edits");
  const closed = join(scene.root, folder);
  const mine = { command: ["node", scene.agent, "edits"], folders: [closed] };
  writeFileSync(
    join(scene.root, "own-settings.json"),
    JSON.stringify({ executors: { mine }, factory: { executor: "mine" } }),
  );
  const env = { XDG_CONFIG_HOME: join(scene.root, "xdg/in"), XDG_CACHE_HOME: join(scene.root, "cache") };
  const { code } = await live(scene, ["--branch", "work"], env);
  expect([code, scene.prompts()]).toEqual([3, ""]);
  expect(JSON.stringify(readJsonFile(runOf(scene), "run_summary.json"))).toContain(
    `${closed} holds the repo or what llmch keeps for itself`,
  );
});

test("a failed attempt's brief is in the next one's prompt", async () => {
  const scene = sceneWith("mends");
  scene.order({ acceptance_commands: ["grep good greet.js"] });
  expect((await live(scene, ["--branch", "work"])).code).toBe(0);
  expect(readJsonFile(runOf(scene), "run_summary.json")).toMatchObject({ verdict: "PASS", attempts: { length: 2 } });
});

test.each(["auto", "off"])(
  "commits and other branches of its own change nothing of what counts (sandbox %s)",
  async (sandbox) => {
    const scene = sceneWith("commits", {}, { sandbox });
    const { code, stderr } = await live(scene, ["--branch", "work"]);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(scene.git("diff", "--name-status", "main", "work")).toBe("A\tgreet.js");
    expect(scene.git("log", "--format=%s", "main..work")).not.toContain("mine");
    if (sandbox === "off") expect(stderr).toContain("refs/heads/of-agent");
    expect(scene.leftovers()).toEqual([]);
  },
);

test("an agent that fails or cannot be found ends the order with its words, and with no attempt", async () => {
  const scene = sceneWith("fails");
  const failed = await live(scene, ["--branch", "work"]);
  expect(failed).toMatchObject({ code: 3, stderr: expect.stringContaining("Error: you are not logged in") });
  const missing = await live(scene, ["--executor", "claude", "--branch", "work"], { PATH: "/usr/bin:/bin" });
  expect(missing).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("claude, which carries orders out, is not on the PATH"),
  });
  const unknown = await live(scene, ["--executor", "nobody"]);
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining("there is no executor nobody") });
  const budgeted = await live(scene, ["--budget", "1"]);
  expect(budgeted).toMatchObject({ code: 1, stderr: expect.stringContaining("cannot be enforced") });
});

test("an agent that says when its subscription's limit ends ends the run with that time, or is waited for", async () => {
  const scene = sceneWith("limited");
  const ended = await live(scene, ["--branch", "work"]);
  expect([ended.code, ended.stderr]).toEqual([3, expect.stringMatching(/the usage limit ends at \d{4}-\d\d-\d\dT/)]);
  const short = await live(scene, ["--branch", "again", "--wait-for-limit", "1h"]);
  expect(short.code).toBe(3);
  // Told twice, it would end at once.
  let isTold = false;
  const onOutput = (stderr: string, kill: (signal: NodeJS.Signals) => void) => {
    if (isTold || !/waits for the end of the usage limit/.test(stderr)) return;
    isTold = true;
    kill("SIGINT");
  };
  const waited = await live(scene, ["--branch", "third", "--wait-for-limit", "3h"], {}, { onOutput });
  expect(waited.code, waited.stderr).toBe(130);
});

test("an agent that only complains and changes nothing has given no answer, although it ends with 0", async () => {
  const scene = sceneWith("complains");
  const { code, stderr } = await live(scene, ["--branch", "work"]);
  expect({ code, stderr }).toMatchObject({ code: 3, stderr: expect.stringContaining("the model cannot be asked") });
  expect(readJsonFile(runOf(scene), "run_summary.json")).toMatchObject({ total_attempts: 0 });
});

test("the log says once of an agent that it is silent, with its last line", async () => {
  const scene = sceneWith("pauses", { quiet_minutes: 0.005 });
  expect((await live(scene, ["--branch", "work"])).code).toBe(0);
  const journal = readFileSync(join(runOf(scene), "events.jsonl"), "utf8");
  expect(journal.match(/the agent mine has printed nothing for 0\.005 minutes; its last line: thinking/g)).toHaveLength(
    1,
  );
});

test("an agent that hangs is ended with all that it started", async () => {
  const scene = sceneWith("hangs", { minutes: 0.05 });
  const { code, stderr } = await live(scene, ["--branch", "work"]);
  expect({ code, stderr }).toMatchObject({
    code: 3,
    stderr: expect.stringContaining("did not end within 0.05 minutes"),
  });
  expect(processesOf(scene.agent.replace("agent.mjs", "child"))).toEqual([]);
  expect(scene.leftovers()).toEqual([]);
});

test("the budget's minutes end it too, and the run goes on with more", async () => {
  const scene = sceneWith("waits");
  expect((await live(scene, ["--branch", "work", "--max-minutes", "0.05"])).code).toBe(5);
  expect(processesOf(`${scene.agent}\u0000waits`)).toEqual([]);
  expect(scene.leftovers()).toEqual([]);
  // A slow machine may have ended it before it was asked at all.
  writeFileSync(join(dirname(scene.agent), "go"), "");
  const more = ["resume", "--artifacts-dir", scene.artifacts, "--max-minutes", "5"];
  expect((await scene.llmch(more)).code).toBe(0);
});

test("a reviewer's notes go back to it, and its second work counts", async () => {
  const scene = sceneWith("each");
  const note = {
    severity: "blocker",
    path: "WO-01.js",
    line: 1,
    claim: "It greets nobody.",
    evidence: "Export greet(name), which returns `Hello, <name>!`.",
  };
  const server = await startModelServer({
    chat: [
      serves.answers(JSON.stringify({ summary: "Looked.", notes: [{ ...note, command: null }] })),
      serves.answers('{"summary":"Good.","notes":[]}'),
    ],
  });
  scene.order({ allowed_files: ["WO-01.js"], acceptance_commands: ["test -s WO-01.js"], postconditions: [] });
  const env = { OPENAI_API_KEY: "sk-test-0123456789abcdef", OPENAI_BASE_URL: server.url };
  const { code, stderr } = await live(scene, ["--branch", "work", "--review", "gpt-5.2"], env);
  await server.close();
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(scene.prompts().match(/# Carry out one work order/g)).toHaveLength(2);
  expect(scene.prompts()).toContain("It greets nobody.");
  expect(existsSync(join(runOf(scene), "attempt_1/turn_2/executor_stdout.txt"))).toBe(true);
});

test("it gets the variables that are named, and a key that it prints is masked", async () => {
  const scene = sceneWith("prints", { env: ["AGENT_API_KEY", "OTHER_NAME"] });
  const key = "ak-0123456789abcdef0123456789abcdef";
  expect((await live(scene, [], { AGENT_API_KEY: key, OTHER_NAME: "seen", NOT_NAMED: "hidden" })).code).toBe(0);
  const said = readFileSync(join(runOf(scene), "attempt_1/executor_stdout.txt"), "utf8");
  expect(said).toContain(", other: seen undefined");
  for (const name of readdirSync(runOf(scene), { recursive: true, withFileTypes: true }))
    if (name.isFile()) expect(readFileSync(join(name.parentPath, name.name), "utf8")).not.toContain(key);
});

test.each([
  ["nothing", "it changes nothing. Its last words: "],
  ["link", "greet.js"],
])("work that no answer can tell fails the attempt: %s", async (act, words) => {
  const scene = sceneWith(act);
  expect((await live(scene, ["--max-attempts", "1"])).code).toBe(1);
  const brief = readJsonFile(runOf(scene), "attempt_1/failure_brief.json");
  expect(brief).toMatchObject({ stage: "llm_output_invalid", primary_error_excerpt: expect.stringContaining(words) });
});

test("SIGINT while it works leaves nothing behind, and resume asks it again", () => isAskedAgainAfter("SIGINT"));

test("doctor says whether it is there, and tries it", async () => {
  const scene = sceneWith("nothing");
  const doctor = async (flags: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const { stdout } = await scene.llmch(["doctor", "--repo", scene.repo, "--offline", "--json", ...flags], { env });
    return JSON.parse(stdout).checks.filter(({ name }: { readonly name: string }) => name === "executor");
  };
  expect(await doctor([])).toMatchObject([{ state: "ok", message: expect.stringMatching(/^mine is \/.*node \(v/) }]);
  expect(scene.prompts()).toBe("");
  expect(await doctor(["--verify"])).toMatchObject([
    { state: "ok", message: "mine answers: Wrote what the order says." },
  ]);
  expect(scene.prompts()).toContain("ready");
  const unknown = { LLMCH_FACTORY_EXECUTOR: "nobody" };
  expect(await doctor([], unknown)).toMatchObject([{ state: "missing", message: "there is no executor nobody" }]);
  for (const act of ["outside", "fails"]) {
    const other = sceneWith(act);
    const { stdout } = await other.llmch(["doctor", "--repo", other.repo, "--offline", "--verify"]);
    expect(stdout).toContain(act === "fails" ? "not logged in" : "it changed README.md, greet.js, notes.md");
    expect(other.leftovers()).toEqual([]);
  }
});

test("without a sandbox, an agent that outlives a killed llmch is ended before its order begins again", async () => {
  const scene = sceneWith("waits", {}, { sandbox: "off" });
  let isSent = false;
  const onOutput: Invocation["onOutput"] = async (stderr, kill) => {
    if (isSent || !stderr.includes("asking the model")) return;
    isSent = true;
    for await (const _ of setInterval(10)) if (scene.prompts() !== "") break;
    kill("SIGKILL");
  };
  await live(scene, ["--branch", "work"], {}, { onOutput });
  expect((await scene.llmch(["resume", "--artifacts-dir", scene.artifacts])).code).toBe(0);
  expect(processesOf(`${scene.agent}\u0000waits`)).toEqual([]);
  expect(scene.leftovers()).toEqual([]);
});

test("several orders at once each have their own", async () => {
  const scene = sceneWith("each");
  for (const id of ["WO-01", "WO-02", "WO-03"])
    scene.order({ id, allowed_files: [`${id}.js`], acceptance_commands: [`test -s ${id}.js`] });
  const { code } = await scene.llmch(
    ["run-all", scene.orders, "--repo", scene.repo, "--artifacts-dir", scene.artifacts].concat([
      "--jobs",
      "3",
      "--branch",
      "work",
    ]),
  );
  expect(code).toBe(0);
  expect(scene.git("diff", "--name-only", "main", "work")).toBe("WO-01.js\nWO-02.js\nWO-03.js");
});

test.each([
  ["claude", "claude -p --permission-mode acceptEdits", "ANTHROPIC_API_KEY"],
  ["codex", "codex exec --sandbox workspace-write --skip-git-repo-check --ephemeral --color never -", "OPENAI_API_KEY"],
])("%s is started as its maker documents it", async (name, line, variable) => {
  const scene = createScene();
  scene.order({ postconditions: [] });
  const bin = join(scene.root, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, name), STAND_IN, { mode: 0o755 });
  const env = { PATH: `${bin}:${process.env.PATH}`, [variable]: "k-0123456789abcdef0123456789abcdef" };
  const { code } = await live(scene, ["--executor", name, "--no-sandbox"], env);
  expect(code).toBe(0);
  const said = readFileSync(join(runOf(scene), "attempt_1/executor_stderr.txt"), "utf8");
  expect(said).toMatch(/^.*\nkey=\[redacted[^\n]*\n1\n$/);
  expect(said.split("\n")[0]).toBe(line);
});

test("a repo cannot name an agent", async () => {
  const scene = createScene();
  scene.order();
  scene.commit({ "llmch.config.json": JSON.stringify({ factory: { executor: "codex" }, executors: {} }) });
  const { code, stderr } = await live(scene);
  expect({ code, stderr }).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("factory.executor is not for the repo to say"),
  });
  expect(stderr).toContain("executors is not for the repo to say");
  expect(stderr).toContain("your own settings file");
});
