import type { CompileAttempt, ExchangeStory, PlanStory } from "@llmch/story";
import { expect, test } from "vitest";
import { adviceFor, adviceForPlan } from "./advice.ts";

const attempt: CompileAttempt = {
  ...{ attempt: 1, max_attempts: 5, started_at: "2026-01-01T00:00:00.000Z" },
  ...{ exchange: null, judged: { errors: [], warnings: [] }, manifest: {} },
};
const silent: ExchangeStory = {
  ...{ key: "plan/attempt-1", model: null, reused: false, retries: [], usage: null, cost_usd: null, duration_ms: null },
  ...{ failure: { reason: "unreachable", message: "gone" }, prompt: null, answer: null, reasoning: null },
};

test.each<[string, PlanStory["verdict"], Partial<CompileAttempt>, RegExp | null]>([
  ["was refused", "FAIL", {}, /say more in the spec$/],
  ["was no JSON", "FAIL", { manifest: null }, /another model$/],
  ["did not come", "ERROR", { manifest: null, judged: null, exchange: silent }, /^no answer came: .* continue$/],
  ["stands", "PASS", {}, null],
  ["was interrupted", "ERROR", { judged: null, manifest: null }, null],
])("of a plan whose last answer %s", (_, verdict, changes, advice) => {
  const said = adviceForPlan({ verdict, attempts: [{ ...attempt, ...changes }] });
  expect(said).toEqual(advice === null ? null : expect.stringMatching(advice));
});

test.each([
  ["is not allowed", '"b.md": not in allowed_files (a.md)', /^where the order needs the file/],
  ["is a link", "a.md is a symbolic link", /^no order writes a symbolic link/],
  ["is a link, with others", '"b.md": not in allowed_files (a.md)\na.md is a symbolic link', /^no order writes a sym/],
])("of an order whose proposal writes what %s", (_, primary_error_excerpt, advice) => {
  const brief = { stage: "write_scope_violation", command: null, exit_code: null } as const;
  expect(adviceFor({ ...brief, primary_error_excerpt, constraints_reminder: "" })).toMatch(advice);
});

test.each([
  ["no machine could carry out", "[W221] the acceptance holds before the work", /`llmch plan revise`.*`--refresh`/],
  [
    "cannot be judged",
    "`npm test` cannot verify the repo as it is: the program xo is missing: install it",
    /fix what is named above/,
  ],
  [
    "cannot be judged in time",
    "no command that verifies the repo ended by itself: make: give them more time",
    /fix what is named above/,
  ],
])("of an order that %s", (_, primary_error_excerpt, advice) => {
  const brief = { stage: "preflight", command: null, exit_code: null } as const;
  expect(adviceFor({ ...brief, primary_error_excerpt, constraints_reminder: "" })).toMatch(advice);
});
