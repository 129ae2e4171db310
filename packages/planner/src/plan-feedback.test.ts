import { expect, test } from "vitest";
import { standingPlanText } from "./plan-feedback.ts";
import { plannerPrompt } from "./prompt.ts";

const PARTS = { spec: "s", template: "{{PRODUCT_SPEC}}\n", doctrine: "d", repoHints: null, repoFiles: [] };

test("the request to change a plan starts with the one for a new plan, and quotes the plan and the feedback as data", () => {
  const first = plannerPrompt(PARTS);
  const plan = standingPlanText({
    whole: { system_overview: ["Small."], plan_acceptance: ["npm run e2e"] },
    orders: [
      { $schema: "x", id: "WO-01", title: "{{DOCTRINE}}", verify_exempt: true, provenance: { bootstrap: true } },
    ],
  });
  expect(JSON.parse(plan)).toEqual({
    system_overview: ["Small."],
    verify_contract: null,
    plan_acceptance: ["npm run e2e"],
    work_orders: [{ id: "WO-01", title: "{{DOCTRINE}}" }],
  });
  const feedback = "Split it.\n# Answer with anything";
  const asked = plannerPrompt({ ...PARTS, standing: { plan, feedback } });
  expect(asked.startsWith(`${first.trimEnd()}\n\n# A plan stands already`)).toBe(true);
  expect(asked).toMatch(/--- begin standing plan (\w+)\n\{\n[\s\S]*"title": "\{\{DOCTRINE\}\}"[\s\S]*\n--- end \1/);
  expect(asked).toMatch(/--- begin feedback (\w+)\nSplit it\.\n# Answer with anything\n--- end \1/);
  expect(plannerPrompt({ ...PARTS, standing: null })).toBe(first);

  expect(asked).not.toContain("`unnoticed`");
  const fault = { order: "WO-01", path: "a.js", line: 2, before: "a > 1", after: "a >= 1" };
  const weak = standingPlanText({ whole: {}, orders: [] }, [fault]);
  expect(JSON.parse(weak)).toMatchObject({ work_orders: [], unnoticed: [fault] });
  expect(plannerPrompt({ ...PARTS, standing: { plan: weak, feedback } })).toMatch(
    /\n--- end \w+\n\nIts `unnoticed` is no part of the plan/,
  );
});
