import type { CompileAttempt, ExchangeStory, PlanStory } from "@llmch/story";
import { expect, test } from "vitest";
import { adviceForPlan } from "./advice.ts";

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
