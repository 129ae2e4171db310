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
  acceptance_commands: [SHOWN, { command: HIDDEN, hidden: true }, { command: "make it", hidden: true }],
};
const order = workOrder(ORDER);
const FILE = { kind: "file", sha256: "", bytes: 1, data: null, executable: false } as const;
const brief = (primary_error_excerpt: string): FailureBrief => ({
  ...{ stage: "acceptance_failed", command: HIDDEN, exit_code: 3, constraints_reminder: "", primary_error_excerpt },
  acceptance: { passed: [SHOWN], failed: [HIDDEN, "make it"] },
});

describe("a brief about a hidden command", () => {
  const masked = (text: string) => hiddenChecks(order).brief(brief(text)).primary_error_excerpt;

  test("names it only by its number, but keeps its text in the record", () => {
    const told = brief("3 !== 4");
    expect(hiddenChecks(order).brief(told)).toMatchObject({
      command: "a hidden acceptance command (hidden 1)",
      primary_error_excerpt: "3 !== 4",
      acceptance: {
        passed: [SHOWN],
        failed: ["a hidden acceptance command (hidden 1)", "a hidden acceptance command (hidden 2)"],
      },
    });
    expect(told.command).toBe(HIDDEN);
  });

  test.each<[string, string, string]>([
    ["the whole command", `sh: ${HIDDEN}: failed`, "sh: [hidden]\n[hidden]: failed"],
    [
      "a line of its program, as node shows it",
      "[eval]:1\nconst found = require('./greet.js').greetings(['Zephyrine', 'Bob']);\n              ^\nTypeError: not here",
      "[eval]:1\n[hidden]\n              ^\nTypeError: not here",
    ],
    [
      "a line inside a string",
      String.raw`"if (found.join() !== 'Hi Zephyrine,Hi Bob') process.exit(3)\""`,
      '"[hidden]"',
    ],
    ["a word", "no greeting for 'Zephyrine'", "no greeting for [hidden]"],
    ["part of it, where an excerpt is cut", "…reetings(['Zephyri", "…re[hidden]"],
    ["a short one", "make it: no rule", "[hidden]: no rule"],
  ])("does not reveal %s", (_, text, told) => {
    expect(masked(text)).toBe(told);
  });

  test.each([
    ["what the order says itself", "TypeError: greetings is not a function in greet.js"],
    ["what was expected and found", "AssertionError: 3 !== 4"],
  ])("tells %s", (_, text) => {
    expect(masked(text)).toBe(text);
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
    expect(prompts[1]).toContain("command: a hidden acceptance command (hidden 1)");
    expect(prompts[1]).toContain("Error: wrong");
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
    const prompts = await asked({ files: { "wo/WO-01.json": PLAN, "wo/WO-02.json": "{}" }, ...options });
    expect(prompts.length).toBeGreaterThan(0);
    expect(prompts.flatMap(telling)).toEqual([]);
    expect(prompts[0]).toContain("wo/WO-02.json");
    if (options.order === undefined) expect(prompts[0]).not.toContain("wo/WO-01.json");
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
