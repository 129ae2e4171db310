import { expect, test } from "vitest";
import { SPEC_KIT } from "./examples.fixture.ts";
import { importPlan } from "./import-plan.ts";
import type { ImportedPlan } from "./imported-plan.ts";
import { specText } from "./spec-text.ts";

const plan = (more: Partial<ImportedPlan> = {}): ImportedPlan => {
  const read = importPlan(SPEC_KIT);
  if (!read.ok) throw new Error(read.issues[0].message);
  return { ...read.value, context: [{ title: "Phase 1", text: "It MUST work.\n```\nnpm test\n```" }], ...more };
};

test("each item is a row, and all else is fenced below Context", () => {
  expect(specText(plan()).text).toBe(`# Feature Specification: Cart

## Items

| Item | Demand |
| --- | --- |
| T002 | Create src/money.ts \\| cents, never floats |
| T003 | [US1] Sum the lines in src/cart.ts and round once |
| T004 | Run the linter (\`npm run lint\`) |

## Context: commands that the user wishes as acceptance, if they can fail before the work

\`\`\`text
npm run lint
\`\`\`

## Context: where the items stand

\`\`\`text
specs/001-cart/tasks.md: T002 12, T003 18, T004 20
\`\`\`

## Context: Phase 1

\`\`\`\`text
It MUST work.
\`\`\`
npm test
\`\`\`
\`\`\`\`
`);
});

test("what does not fit is cut by whole parts from the end", () => {
  const context = ["one", "two", "three"].map((title) => ({ title, text: title.repeat(20_000) }));
  const { text, left } = specText(plan({ context }));
  expect(text).toContain("## Context: one");
  expect(text).not.toContain("## Context: two");
  expect(left).toEqual(["two", "three"]);
});
