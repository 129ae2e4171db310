import { readFileSync } from "node:fs";
import { callKey, type ModelRequest, promptLimits } from "@llmch/contract";
import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import type { JsonValue } from "@llmch/text";
import { expect, test } from "vitest";
import { noPython, order } from "../plan.fixture.ts";
import { divideOrder } from "./divide-order.ts";

const FILES = ["src/m1.js", "src/m2.js"];
const parent = order(3, {
  preconditions: [],
  allowed_files: FILES,
  postconditions: FILES.map((path) => ({ kind: "file_exists", path })),
  acceptance_commands: ["node src/m2.js", { command: "node the-secret.js", hidden: true }],
  context_files: [],
  checks: [{ name: "case.cjs", content: "the-secret case", hidden: true }],
});
const child = (number: number) => order(number, { id: `WO-03.${number}` });
const template = readFileSync(new URL("../../../../templates/DIVISION_PROMPT.md", import.meta.url), "utf8");

const asking = async (answers: readonly JsonValue[], maxAttempts = 3) => {
  const asked: ModelRequest[] = [];
  const records = new Map<string, unknown>();
  const outcome = await divideOrder(
    {
      ...{ template, order: parent, repoFiles: ["README.md"], held: [], limits: promptLimits(400_000) },
      failed: [
        {
          attempt: 1,
          brief: {
            ...{ stage: "acceptance_failed", command: "node src/m2.js", exit_code: 1 },
            ...{ primary_error_excerpt: "m1 is missing", constraints_reminder: "" },
          },
        },
      ],
      texts: [{ path: "README.md", text: "A keeper of notes." }],
      settings: { ...DEFAULT_SETTINGS.planner, max_attempts: maxAttempts },
    },
    {
      model: {
        ask: async (request) => {
          asked.push(request);
          const text = JSON.stringify(answers[asked.length - 1]);
          return { kind: "answered", text, reasoning: null, usage: null, model: "m" };
        },
      },
      ledger: {
        record: async (name, value) => void records.set(name, value),
        recordText: async (name, text) => void records.set(name, text),
        emit: async () => {},
        settle: async () => {},
      },
      syntaxes: { python: noPython },
    },
  );
  return { outcome, asked, records };
};

test("an answer that breaks a rule goes back with its errors, and the next one counts", async () => {
  const { outcome, asked, records } = await asking([
    { work_orders: [child(1)] },
    { work_orders: [child(1), child(2)] },
  ]);
  expect(outcome.kind === "divided" && outcome.children.map(({ order: { id } }) => id)).toEqual(["WO-03.1", "WO-03.2"]);
  expect(asked.map(({ call }) => callKey(call))).toEqual(["WO-03/division-1/attempt-1", "WO-03/division-1/attempt-2"]);
  const [first = "", second = ""] = asked.map(({ messages }) => JSON.stringify(messages));
  for (const told of ["node src/m2.js", "m1 is missing", "A keeper of notes."]) expect(first).toContain(told);
  expect(second).toContain("[E214] WO-03: 1 is fewer than 2 children");
  expect(first + second).not.toContain("the-secret");
  expect([...records.keys()]).toEqual(
    [1, 2].flatMap((attempt) => [
      `division_1/prompt_attempt_${attempt}.txt`,
      `division_1/llm_raw_response_attempt_${attempt}.txt`,
      `division_1/validation_errors_attempt_${attempt}.json`,
    ]),
  );
});

test("if no answer passes, there is no division", async () => {
  const { outcome, asked } = await asking([{ work_orders: [] }, { work_orders: [child(2)] }], 2);
  expect(asked).toHaveLength(2);
  expect(outcome.kind === "invalid" && outcome.errors.map(({ code }) => code)).toContain("E210");
});
