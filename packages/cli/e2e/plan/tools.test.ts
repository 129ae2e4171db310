import { execFileSync } from "node:child_process";
import { basename } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readJsonLines } from "../scene.ts";
import { createPlanScene, type PlanScene, removePlanScenes } from "./plan-scene.ts";
import { invalidPlan, sampleOrder, samplePlan } from "./sample-plan.ts";

afterAll(removePlanScenes);

type Said = string | object | readonly (readonly [tool: string, args: object])[];

/** A scene whose folder is a git repo with code. Each turn of the record calls tools, or answers. */
const createToolScene = (attempts: readonly (readonly Said[])[]): PlanScene => {
  const scene = createPlanScene();
  const lines = attempts.flatMap((turns, attempt) =>
    turns.map((said, turn) => ({
      key: `plan/attempt-${attempt + 1}${turn === 0 ? "" : `/turn-${turn + 1}`}`,
      response: Array.isArray(said)
        ? { text: "", tool_calls: said.map(callOf) }
        : { text: typeof said === "string" ? said : JSON.stringify(said) },
    })),
  );
  scene.write({
    "exchanges.jsonl": lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
    "lib/cart.js": "export const total = (cart) => round(cart.sum);\n",
    "lib/rates.js": Array.from(
      { length: 400 },
      (_, at) => `function rate${at}() {\n  // Of ${at}.\n  return ${at};\n}\n`,
    ).join(""),
    "lib/bill.js": 'import { total } from "./cart.js";\n',
    "AGENTS.md": "Money is counted in cents.\n",
    ".env": "TOKEN=round-and-round-1234567\n",
  });
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-C", scene.root, "-c", "user.name=a", "-c", "user.email=a@b", ...args], { stdio: "pipe" });
  git("init", "-q");
  git("add", "lib", ".env", "AGENTS.md");
  git("commit", "-qm", "A cart");
  scene.write({ "lib/cart.js": "not committed\n" });
  return scene;
};

const callOf = ([name, args]: readonly [string, object], index: number) => ({
  ...{ id: `call-${index}`, name, arguments: JSON.stringify(args) },
});

const LOOKS: Said = [
  ["search", { query: "total" }],
  ["read", { path: "lib/cart.js" }],
  ["read", { path: ".env" }],
];
const CHECKS: Said = [["check", invalidPlan()]];
const MENDED = { revised_orders: [sampleOrder(1)], work_orders: null };

test("a planner looks around at HEAD, has its draft checked, and answers with what changes: one attempt of several turns", async () => {
  const scene = createToolScene([[LOOKS, CHECKS, MENDED]]);
  const { code, stdout } = await scene.replay();
  expect([code, stdout]).toEqual([0, expect.stringContaining("in 1 attempt")]);
  expect(scene.json(`${scene.run()}/output/WO-01.json`)).toMatchObject({ title: "Write part 1" });
  const prompt = scene.read(`${scene.run()}/compile/prompt_attempt_1.txt`);
  expect(prompt).toContain("# Look around first");
  expect(prompt).toMatch(/## What people wrote for agents[\s\S]+Money is counted in cents\./);
  expect(prompt.length).toBeLessThan(16_384);

  const shown = scene.read(`${scene.run()}/compile/attempt_1/turn_1/tool_results.json`);
  expect(shown).toContain("lib/bill.js:1|import { total }");
  expect(shown).toContain("round(cart.sum)");
  expect(shown).not.toContain("not committed");
  expect(shown).not.toContain("round-and-round");
  const judged = scene.read(`${scene.run()}/compile/attempt_1/turn_2/tool_results.json`);
  expect(judged).toContain("2 errors, 0 warnings\\n");
  expect(judged).toContain("[E103] WO-01: ");

  const run = basename(scene.run());
  const told = await scene.llmch(["show", run]);
  expect(told.stdout).toMatch(/tools +2 turns: search 1, read 2, check 1/);
  const again = await scene.llmch(["plan", "spec.txt", "--replay", run, "--replay-strict", "--outdir", "again"]);
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining("PASS")]);
  expect(scene.json("again/WO-01.json")).toMatchObject({ title: "Write part 1" });
});

test("a warning that check has told is not asked again, and what an order fulfils besides is an answer", async () => {
  const quotes = samplePlan([sampleOrder(1, { fulfils: ["1"] })]);
  const scene = createToolScene([
    [[["check", quotes]], [["check", { fulfils: { "WO-01": ["3"] } }]], { revised_orders: [] }],
  ]);
  scene.write({ "spec.txt": "It adds numbers. It prints the sum. It ends.\n" });
  const { code, stdout } = await scene.replay();
  expect([code, stdout]).toEqual([0, expect.stringContaining("in 1 attempt")]);
  expect(scene.json(`${scene.run()}/output/WO-01.json`)).toMatchObject({ fulfils: ["It adds numbers.", "It ends."] });
  const judged = [1, 2].map((turn) => scene.read(`${scene.run()}/compile/attempt_1/turn_${turn}/tool_results.json`));
  expect(judged[0]).toContain("0 errors, 2 warnings, asked once, in this conversation: ");
  expect(judged[1]).toContain("0 errors, 1 warning, asked once, in this conversation: ");
});

test("an author's first page shows what the planner read for the order", async () => {
  const scene = createToolScene([
    [
      [["read", { path: "lib/rates.js", ranges: [{ from: 802, to: 804 }] }]],
      samplePlan([sampleOrder(1, { context_files: ["lib/rates.js"] })]),
    ],
  ]);
  expect((await scene.replay()).code).toBe(0);
  const order = `${scene.run()}/output/WO-01.json`;
  expect(scene.json(order)).toMatchObject({
    provenance: { read: [{ path: "lib/rates.js", symbol: "rate200", lines: "801-804" }] },
  });
  scene.write({ "none.jsonl": `${JSON.stringify({ key: "WO-01/attempt-1", response: { text: "no" } })}\n` });
  scene.write({ "own.json": { run: { sandbox: "off" } } });
  const env = { LLMCH_CONFIG: `${scene.root}/own.json` };
  await scene.llmch(["run", order, "--replay", "none.jsonl", "--max-attempts", "1", "--allow-dirty"], { env });
  const [run] = scene.names("artifacts/factory");
  const page = scene.read(`artifacts/factory/${run}/attempt_1/se_prompt.txt`);
  expect(page).toContain("\n 801|function rate200() {\n 802|  // Of 200.\n 803|  return 200;\n 804|}\n");
  expect(page).not.toContain("|function rate190() {");
});

test("an answer that is refused is sent back, and the next attempt looks around again", async () => {
  const scene = createToolScene([
    [LOOKS, invalidPlan()],
    [LOOKS, samplePlan()],
  ]);
  const { code, stdout } = await scene.replay();
  expect([code, stdout]).toEqual([0, expect.stringContaining("in 2 attempts")]);
  expect(readJsonLines(`${scene.root}/${scene.run()}`, "exchanges.jsonl")).toMatchObject([
    { key: "plan/attempt-1" },
    { key: "plan/attempt-1/turn-2" },
    { key: "plan/attempt-2" },
    { key: "plan/attempt-2/turn-2" },
  ]);
});

test.each<[string, Record<string, string>, number, string]>([
  ["turns", { LLMCH_AGENT_TURNS: "2" }, 1, "the planner gave no answer: it came to no end within 2 turns"],
  ["tokens", { LLMCH_AGENT_TOKENS: "1" }, 5, "the limit of 1 token for turns with tools is reached"],
])("a planner that comes to no end is stopped by the limit of %s", async (_, env, code, said) => {
  const scene = createToolScene([[LOOKS, LOOKS, LOOKS, samplePlan()]]);
  const ended = await scene.replay([], { env });
  expect([ended.code, ended.stdout]).toEqual([code, expect.stringContaining(said)]);
});

test.each([
  ["--agent off", ["--agent", "off"]],
  ["a repo without code", ["--no-repo"]],
])("with %s it is asked for one answer, without tools", async (_, flags) => {
  const scene = createToolScene([[samplePlan()]]);
  expect((await scene.replay(flags)).code).toBe(0);
  expect(scene.read(`${scene.run()}/compile/prompt_attempt_1.txt`)).not.toContain("# Look around first");
});
