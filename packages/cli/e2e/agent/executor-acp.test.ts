import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setInterval } from "node:timers/promises";
import { isJsonObject } from "@llmch/text";
import { afterAll, expect, test } from "vitest";
import type { Invocation } from "../command-line.ts";
import { createScene, readJsonFile, readJsonLines, removeScenes } from "../scene.ts";
import { type AgentScene, live, processesOf, runOf, sceneWith } from "./executor-scene.ts";

afterAll(removeScenes);

const OVER_ACP = { protocol: "acp" } as const;
const WORK = ["--branch", "work"];

const framesOf = (scene: AgentScene) =>
  scene
    .prompts()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
const eventsOf = (scene: AgentScene, type: string) =>
  readJsonLines(runOf(scene), "events.jsonl").filter((event) => isJsonObject(event) && event.type === type);

test("an agent over ACP carries an order out, is judged by what changed, counts what it spends, and replays without it", async () => {
  const scene = sceneWith("chats", { ...OVER_ACP, mode: "code", authenticate: "key" });
  const { code, stderr } = await live(scene, [...WORK, "--budget", "1"]);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(scene.git("diff", "--name-status", "main", "work")).toBe("A\tgreet.js");
  const frames = framesOf(scene);
  expect(frames.map(({ method }) => method)).toEqual([
    "initialize",
    "authenticate",
    "session/new",
    "session/set_mode",
    "session/prompt",
  ]);
  const run = runOf(scene);
  const prompt = frames[4].params.prompt[0].text;
  expect(prompt).toBe(readFileSync(join(run, "attempt_1/se_prompt.txt"), "utf8"));
  const usage = { input_tokens: 1200, output_tokens: 300, cached_tokens: 200 };
  expect(readJsonLines(run, "exchanges.jsonl")).toMatchObject([
    {
      provider: "executor",
      model: "mine",
      cost_usd: 0.25,
      usage,
      response: { text: expect.stringContaining("greet.js") },
    },
  ]);
  expect(eventsOf(scene, "model_answered")).toMatchObject([{ cost_usd: 0.25, usage }]);
  const kept = (stream: string) => readFileSync(join(run, `attempt_1/executor_${stream}.txt`), "utf8");
  expect(kept("stdout")).toContain('"title":"Write greet.js"');
  expect(
    kept("stdin")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual(frames);
  expect(scene.leftovers()).toEqual([]);
  const record = join(run, "exchanges.jsonl");
  const again = await live(scene, ["--branch", "again", "--executor", "none", "--replay", record]);
  expect(again.code).toBe(0);
  expect(framesOf(scene)).toEqual(frames);
});

test.each([
  ["auto", ["reject_once", "allow_once", "allow_once", "allow_once"]],
  ["off", ["reject_once", "allow_once", "allow_once", "allow_once"]],
  [null, ["reject_once", "allow_once", "reject_once", "allow_once"]],
] as const)(
  "permissions where run.sandbox is %s in the user's own settings",
  { tags: "bubblewrap" },
  async (sandbox, chosen) => {
    const scene = sceneWith("asks", OVER_ACP, sandbox === null ? {} : { sandbox });
    expect((await live(scene, [...WORK, ...(sandbox === null ? ["--no-sandbox"] : [])])).code).toBe(0);
    const answers = framesOf(scene).filter(({ id }) => /^a-/.test(id));
    expect(answers.slice(0, 4).map(({ result }) => result.outcome.optionId)).toEqual(chosen);
    expect(answers[4].error).toMatchObject({ code: -32601 });
  },
);

test.each(["costly", "deaf"])("a cap ends an agent that would go on, and puts its work back: %s", async (act) => {
  const scene = sceneWith(act, OVER_ACP);
  const since = Date.now();
  const { code, stderr } = await live(scene, [...WORK, "--budget", "1"]);
  expect({ code, stderr }).toMatchObject({
    code: 5,
    stderr: expect.stringContaining("the budget of $1.00 is used up"),
  });
  if (act === "deaf") expect(Date.now() - since).toBeGreaterThan(9_000);
  expect(framesOf(scene).at(-1)).toMatchObject({ method: "session/cancel", params: { sessionId: "s-1" } });
  expect(eventsOf(scene, "limit_reached")).toMatchObject([{ limit: "usd", cap: 1, spent: 2 }]);
  expect(eventsOf(scene, "model_failed")).toMatchObject([{ reason: "limit", cost_usd: 2 }]);
  expect(readJsonFile(runOf(scene), "run_summary.json")).toMatchObject({ total_attempts: 0 });
  expect(scene.git("branch", "--list", "work")).toBe("");
  const heard = scene.prompts();
  const resume = ["resume", "--artifacts-dir", scene.artifacts, "--budget", "1.5"];
  expect((await scene.llmch(resume)).code).toBe(5);
  expect(scene.prompts()).toBe(heard);
  for (const words of [`${scene.agent}-child`, `${scene.agent}\u0000${act}`]) expect(processesOf(words)).toEqual([]);
  expect(scene.leftovers()).toEqual([]);
});

test("what is spent after the last word counts too: the next order is not begun", async () => {
  const scene = sceneWith("edits", OVER_ACP);
  for (const id of ["WO-01", "WO-02"])
    scene.order({ id, allowed_files: ["greet.js"], postconditions: [], acceptance_commands: ["test -s greet.js"] });
  const places = [
    scene.orders,
    "--repo",
    scene.repo,
    "--artifacts-dir",
    scene.artifacts,
    ...WORK,
    "--max-tokens",
    "1500",
  ];
  const { code, stderr } = await scene.llmch(["run-all", ...places]);
  expect({ code, stderr }).toMatchObject({
    code: 5,
    stderr: expect.stringContaining("the budget of 1500 tokens is used up"),
  });
  expect(scene.git("rev-list", "--count", "main..work")).toBe("1");
});

test.each([
  ["untold", ["--budget", "1"], 5],
  ["untold", [], 0],
  ["by-model", ["--budget", "5"], 5],
])("an agent that does not tell what a cap is about answers once: %s %j", async (act, flags, expected) => {
  const scene = sceneWith(act, OVER_ACP);
  scene.order({ acceptance_commands: ["false"], allowed_files: ["greet.js"], postconditions: [] });
  const { code, stderr } = await live(scene, [...WORK, "--max-attempts", "2", ...flags]);
  expect(code).toBe(expected === 0 ? 1 : expected);
  if (expected === 5) expect(stderr).toContain("what the agent mine spends is not known");
  const brief = readJsonFile(runOf(scene), "attempt_1/failure_brief.json");
  expect(brief).toMatchObject({ stage: "acceptance_failed" });
});

test("the models that an agent names have the prices of the settings", async () => {
  const scene = sceneWith("by-model", OVER_ACP);
  const env = { LLMCH_MODELS_PRICES: JSON.stringify({ "g-pro": { input: 2, output: 8 } }) };
  expect((await live(scene, [...WORK, "--budget", "5"], env)).code).toBe(0);
  expect(eventsOf(scene, "model_answered")).toMatchObject([{ cost_usd: 2 }]);
});

test.each<[string, number, string, string]>([
  ["exits", 3, "model_unavailable", "ended with exit code 7: Error: the model cannot be asked"],
  ["leaves", 3, "model_unavailable", "ended before it had answered"],
  ["rubbish", 3, "model_unavailable", "does not speak version 1 of ACP: Loading…"],
  ["version-2", 3, "model_unavailable", "does not speak version 1 of ACP: it offers version 2"],
  ["unsigned", 3, "model_unavailable", "is not signed in: Authentication required"],
  ["cancelled", 3, "model_unavailable", "was cancelled, and not by llmch"],
  ["silent", 3, "model_unavailable", "did not end within 0.05 minutes"],
  ["refusal", 1, "exception", "refuses the order"],
  ["max_tokens", 1, "exception", "ran out of tokens before it was done"],
  ["nothing", 1, "llm_output_invalid", "it changes nothing"],
])("%s ends with code %i, stage %s and a sentence", async (act, expected, stage, sentence) => {
  const scene = sceneWith(act, { ...OVER_ACP, minutes: act === "silent" ? 0.05 : 5 });
  const { code, stderr } = await live(scene, [...WORK, "--max-attempts", "1"]);
  const summary = readJsonFile(runOf(scene), "run_summary.json");
  expect({ code, stderr, summary: JSON.stringify(summary) }).toMatchObject({
    code: expected,
    summary: expect.stringContaining(sentence),
  });
  expect(JSON.stringify(summary)).toContain(stage);
  expect(summary.total_attempts).toBe(stage === "model_unavailable" ? 0 : 1);
  expect(processesOf(`${scene.agent}\u0000${act}`)).toEqual([]);
  expect(scene.leftovers()).toEqual([]);
});

test.each(["auto", "off"])(
  "an agent that stays after its answer is ended with what it left (sandbox %s)",
  async (sandbox) => {
    const scene = sceneWith("lingers", OVER_ACP, { sandbox });
    expect((await live(scene, WORK)).code).toBe(0);
    for (const words of [`${scene.agent}-child`, `${scene.agent}\u0000lingers`]) expect(processesOf(words)).toEqual([]);
  },
);

test("the log says of an agent that is silent what it did last", async () => {
  const scene = sceneWith("silent", { ...OVER_ACP, quiet_minutes: 0.02 });
  const message = "the agent mine has printed nothing for 0.02 minutes; its last line: Write greet.js";
  let isTold = false;
  const onOutput: Invocation["onOutput"] = (stderr, kill) => {
    if (isTold || !stderr.includes(message)) return;
    isTold = true;
    kill("SIGINT");
  };
  expect((await live(scene, WORK, {}, { onOutput })).code).toBe(130);
  // A machine that takes longer to start it has said so before.
  expect(eventsOf(scene, "warning").at(-1)).toMatchObject({ message });
});

test("Ctrl-C ends an agent that ignores SIGTERM within two seconds", async () => {
  const scene = sceneWith("deaf", OVER_ACP);
  let since = 0;
  const onOutput: Invocation["onOutput"] = async (stderr, kill) => {
    if (since > 0 || !stderr.includes("asking the model")) return;
    since = 1;
    for await (const _ of setInterval(10)) if (scene.prompts().includes("session/prompt")) break;
    since = Date.now();
    kill("SIGINT");
  };
  expect((await live(scene, WORK, {}, { onOutput })).code).toBe(130);
  // A busy machine takes its own time; an agent that were not ended would take 60 minutes.
  expect(Date.now() - since).toBeLessThan(60_000);
  expect(processesOf(`${scene.agent}\u0000deaf`)).toEqual([]);
});

test("its words and steps are shown and kept without a key, and a gateway's address reaches it", async () => {
  const scene = sceneWith("prints", { ...OVER_ACP, env: ["AGENT_API_KEY", "OPENAI_BASE_URL"] });
  const key = "ak-0123456789abcdef0123456789abcdef";
  const env = { AGENT_API_KEY: key, OPENAI_BASE_URL: "http://gateway.test/v1" };
  const { code, stdout, stderr } = await live(scene, [], env);
  expect(code).toBe(0);
  expect(stdout + stderr).not.toContain(key);
  expect(readFileSync(join(runOf(scene), "attempt_1/executor_stdout.txt"), "utf8")).toContain(
    "at http://gateway.test/v1",
  );
  for (const name of readdirSync(runOf(scene), { recursive: true, withFileTypes: true }))
    if (name.isFile()) expect(readFileSync(join(name.parentPath, name.name), "utf8")).not.toContain(key);
});

test("doctor starts an agent that is named, and says who it is and what it tells", async () => {
  const doctor = async (act: string, flags: readonly string[]) => {
    const scene = sceneWith(act, OVER_ACP);
    const { stdout } = await scene.llmch(["doctor", "--repo", scene.repo, "--json", ...flags]);
    const told = JSON.parse(stdout).checks.filter(({ name }: { readonly name: string }) => name === "executor");
    return { told, asked: scene.prompts() };
  };
  const greeted = await doctor("edits", ["--contact", "mine"]);
  expect(greeted.told).toMatchObject([
    { state: "ok", message: expect.stringContaining("Scripted Agent 1.2.3 over ACP, modes ask, code, signed in") },
  ]);
  expect(greeted.asked).not.toContain("session/prompt");
  expect((await doctor("unsigned", ["--contact", "mine"])).told).toMatchObject([
    {
      state: "missing",
      message: "node is not signed in: Authentication required",
      hint: expect.stringContaining("to one of key"),
    },
  ]);
  expect((await doctor("nothing", ["--offline", "--verify"])).told).toMatchObject([
    { message: expect.stringContaining("does not tell what it spends") },
  ]);
});

test.each([
  ["gemini", "gemini --acp", "GEMINI_API_KEY"],
  ["opencode", "opencode acp", "OPENAI_BASE_URL"],
])("%s is started over ACP as its maker documents it", async (name, line, variable) => {
  const agent = sceneWith("edits", OVER_ACP).agent;
  const scene = createScene();
  scene.order({ allowed_files: ["greet.js"], postconditions: [] });
  const bin = join(scene.root, "bin");
  mkdirSync(bin);
  const script = `#!/bin/sh\necho "$(basename "$0") $* $${variable}" >&2\nexec node ${agent} edits\n`;
  writeFileSync(join(bin, name), script, { mode: 0o755 });
  const env = { PATH: `${bin}:${process.env.PATH}`, [variable]: "http://gateway.test/v1" };
  expect((await live(scene, ["--executor", name, "--no-sandbox"], env)).code).toBe(0);
  const said = readFileSync(join(runOf(scene), "attempt_1/executor_stderr.txt"), "utf8");
  expect(said.trim()).toMatch(new RegExp(`^${line} (?:http://gateway\\.test/v1|\\[redacted.*)$`));
});
