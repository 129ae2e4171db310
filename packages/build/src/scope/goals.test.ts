import { buildDocument } from "@llmch/contract";
import { numberedDemands } from "@llmch/planner";
import { jsonObject } from "@llmch/text";
import { expect, test } from "vitest";
import { goalFault, goalScope, goalSpec } from "./goals.ts";
import { judgeScope } from "./judge-scope.ts";
import { FACTS, SPEC } from "./scope.fixture.ts";

const LONG = `node -e "${"x".repeat(2_000)}"`;
const GOALS = ["npm test", "node check.js --fast; more", "node `a`.js", LONG, "npm\trun  lint"];

test.each(GOALS)("a goal makes a spec of one demand: %j", (goal) => {
  const spec = goalSpec([goal]);
  expect(numberedDemands(spec)).toHaveLength(1);
  expect(spec).toContain("must exit with code 0.");
});

test.each([
  ["a spec of the user's", SPEC],
  ["the goals' own", goalSpec(GOALS)],
])("the scope of goals brings every demand of %s, and breaks no rule", (_, spec) => {
  const scope = goalScope(spec, GOALS);
  expect(scope.milestones.map(({ acceptance }) => acceptance.map(({ command }) => command))).toEqual([GOALS]);
  const facts = { ...FACTS, spec };
  expect(judgeScope(buildDocument("scope", jsonObject(scope)), facts)).toMatchObject({ scope: { milestones: [{}] } });
});

test.each([
  ["npm test", null],
  ["npm test && npm run lint", "E003"],
  ["node 'a", "E007"],
])("%s as a goal: %s", (goal, code) => {
  expect(goalFault(["npm test", goal], FACTS.syntaxes)?.code ?? null).toBe(code);
});
