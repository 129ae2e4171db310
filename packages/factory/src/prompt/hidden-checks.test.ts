import type { FailureBrief, WorkOrder } from "@llmch/contract";
import { answerOf, objectionOf, orderScene, type SceneOptions, workOrder } from "@llmch/testkit";
import { describe, expect, test } from "vitest";
import { demandNamed } from "../objection/judge-objection.ts";
import { carryOut } from "../order.ts";
import { hiddenChecks } from "./hidden-checks.ts";

const HIDDEN = `node -e "const found = require('./greet.js').greetings(['Zephyrine', 'Bob']);\nif (found.join() !== 'Hi Zephyrine,Hi Bob') process.exit(3)"`;
const SHOWN = "node --check greet.js";
const ORDER: Partial<WorkOrder> = {
  intent: "Export greetings(names), a list.",
  fulfils: ["Everybody is greeted."],
  acceptance_commands: [SHOWN, { command: HIDDEN, hidden: true }, { command: "make it", hidden: true }],
};
const order = workOrder(ORDER);
const FILE = { kind: "file", sha256: "", bytes: 1, data: null, executable: false } as const;
const brief = (primary_error_excerpt: string): FailureBrief => ({
  ...{ stage: "acceptance_failed", command: HIDDEN, exit_code: 3, constraints_reminder: "", primary_error_excerpt },
  acceptance: { passed: [SHOWN], failed: [HIDDEN, "make it"] },
});

test("a brief says of a hidden command that it failed and what the order is for, but not what it printed", () => {
  const told = brief("AssertionError: Zephyrine !== Bob");
  expect(hiddenChecks(order).brief(told)).toEqual({
    stage: "acceptance_failed",
    command: "hidden 1",
    exit_code: null,
    primary_error_excerpt: "hidden 1 failed.\nThe order has to fulfil:\n- Everybody is greeted.",
    acceptance: { passed: [SHOWN], failed: ["hidden 1", "hidden 2"] },
    constraints_reminder: "",
  });
  expect(told.command).toBe(HIDDEN);
});

test("a brief about another command stays as it is", () => {
  const told: FailureBrief = { ...brief("3 !== 4"), command: SHOWN };
  expect(hiddenChecks(order).brief(told)).toMatchObject({
    command: SHOWN,
    exit_code: 3,
    primary_error_excerpt: "3 !== 4",
  });
});

/** Everything that the model was sent. */
const asked = async (options: SceneOptions) => {
  const scene = orderScene({ maxAttempts: 2, ...options, order: { ...ORDER, ...options.order } });
  await carryOut(scene.job, scene.ports);
  return scene.ports.model.requests.map(({ prompt }) => prompt);
};
const PLAN = JSON.stringify(order, null, 2);
const telling = (prompt: string) => ["Zephyrine", "process.exit", "make it"].filter((word) => prompt.includes(word));

describe("of check files", () => {
  const checks = [
    { name: "shown.mjs", content: "import './case.mjs';\nrun(1);\n", hidden: false },
    { name: "case.mjs", content: "export const run = 'of the case';\n", hidden: false },
    { name: "hidden.mjs", content: 'run("Zephyrine", "\\n");\n', hidden: true },
    { name: "none.mjs", content: "nothing names it\n", hidden: false },
  ];
  const acceptance_commands = [
    "node $LLMCH_CHECKS/shown.mjs",
    { command: "node $LLMCH_CHECKS/hidden.mjs", hidden: true },
  ];
  const using = { acceptance_commands, checks };

  test("requests show those of visible commands, and commands find their own", async () => {
    const scene = orderScene({ order: using, replies: [answerOf({ "greet.js": "1" })] });
    await carryOut(scene.job, scene.ports);
    const [{ prompt = "" } = {}] = scene.ports.model.requests;
    expect(prompt).toContain("import './case.mjs';\nrun(1);");
    expect(prompt).toContain("of the case");
    expect(prompt).not.toMatch(/Zephyrine|nothing names it/);
  });

  test("a plan document tells those of hidden ones", () => {
    const { tells } = hiddenChecks(workOrder(using));
    const document = (value: unknown) => ({ ...FILE, text: JSON.stringify(value, null, 2), marked: null });
    const plan = { checks, work_orders: [{ acceptance_commands: ["node --check greet.js"] }] };
    expect(tells(document(plan))).toBe(true);
    expect(tells(document({ ...plan, checks: checks.slice(0, 2) }))).toBe(false);
  });
});

describe("no request", () => {
  test("reveals it: neither the first, nor the one after it failed", async () => {
    const program = HIDDEN.replace(/^node -e "|"$/g, "");
    const prompts = await asked({
      replies: [answerOf({ "greet.js": "1" }), answerOf({ "greet.js": "2" })],
      commands: { [`node -e ${program}`]: { exitCode: 3, stderrTail: `[eval]:1\n${program}\nError: wrong` } },
    });
    expect(prompts).toHaveLength(2);
    expect(prompts.flatMap(telling)).toEqual([]);
    expect(prompts[0]).toContain(`- ${JSON.stringify(SHOWN)}\n- 2 hidden checks, \`hidden 1\` to \`hidden 2\``);
    expect(prompts[1]).toContain("hidden 1 failed.\nThe order has to fulfil:\n- Everybody is greeted.");
    expect(prompts[1]).not.toContain("Error: wrong");
  });

  test.each<[string, SceneOptions]>([
    ["as a context file", { order: { context_files: ["wo/WO-01.json"] } }],
    [
      "because an objection asks for it",
      { replies: [objectionOf({ needs: ["wo/WO-01.json"] }), answerOf({ "greet.js": "1" })] },
    ],
    [
      "because a failure names it",
      {
        replies: [answerOf({ "greet.js": "1" }), answerOf({ "greet.js": "2" })],
        commands: { [SHOWN]: { exitCode: 1, stderrTail: "at wo/WO-01.json:3:1" } },
      },
    ],
  ])("shows a plan in the repo that holds it, %s", async (_, options) => {
    const prompts = await asked({ files: { "wo/WO-01.json": PLAN }, ...options });
    expect(prompts.length).toBeGreaterThan(0);
    expect(prompts.flatMap(telling)).toEqual([]);
  });
});

test("an objection can name a hidden command only by its number", () => {
  expect(demandNamed(order, "hidden 1")).toBe(HIDDEN);
  expect(demandNamed(order, "`a hidden acceptance command (hidden 2)`")).toBe("make it");
  for (const none of ["hidden 3", "hidden 0", "make it"]) expect(demandNamed(order, none)).toBeNull();
  expect(demandNamed(order, SHOWN)).toBe(SHOWN);
});

describe("a document that reveals a hidden command", () => {
  const said = JSON.stringify({ acceptance_commands: [SHOWN, { command: HIDDEN, hidden: true }] });
  const tells = (text: string | null, marked: string | null = null) =>
    hiddenChecks(order).tells({ ...FILE, text, marked });

  test.each([
    ["as we write it", said, null],
    ["with escapes that JSON needs not", said.replaceAll("=", "\\u003d").replaceAll("/", "\\/"), null],
    ["within an answer on record", JSON.stringify({ text: said }), null],
    ["beside bytes that are no text", null, `\ufffd${said}`],
  ])("is recognized %s", (_, text, marked) => {
    expect(tells(text, marked)).toBe(true);
  });

  test("is not one that only names the field", () => {
    expect(tells('"acceptance_commands" make it plain')).toBe(false);
  });
});
