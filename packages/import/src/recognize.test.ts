import { expect, test } from "vitest";
import { formatOfFile, formatOfFolder } from "./recognize.ts";

test.each([
  ["specs/001-cart", ["spec.md", "tasks.md"], "spec-kit"],
  [".specify/specs/20260101-cart", ["tasks.md"], "spec-kit"],
  ["specs/001-cart", ["spec.md"], null],
  ["specs/cart", ["tasks.md"], null],
  ["openspec/changes/add-cart", ["proposal.md"], "openspec"],
  ["openspec/changes", ["add-cart/tasks.md"], null],
  ["app/.kiro/specs/cart", ["tasks.md", "design.md"], "kiro"],
  [".planning/phases/04-cart", ["04-01-PLAN.md"], "gsd"],
  [".planning", ["phases/04-cart/04-01-PLAN.md"], "gsd"],
  [".planning", ["ROADMAP.md"], null],
  ["_bmad-output/implementation-artifacts", ["spec-cart.md"], "bmad"],
  ["docs", ["spec-cart.md"], null],
])("the folder %s with %j: %s", (path, names, format) => {
  expect(formatOfFolder(path, names)).toBe(format);
});

const SPEC = "---\ntitle: 'Cart'\nstatus: 'draft'\n---\n\n<frozen-after-approval>\n";

test.each([
  ["specs/001-cart/tasks.md", "- [ ] T001 Do it", "spec-kit"],
  [".kiro/specs/cart/tasks.md", "", "kiro"],
  ["openspec/changes/add-cart/tasks.md", "", "openspec"],
  ["plans/04-01-PLAN.md", "---\nphase: 04\nplan: 1\n---\n", "gsd"],
  ["notes/spec-cart.md", SPEC, "bmad"],
  ["_bmad-output/stories/1-2-names.md", "# Story 1.2: Names\n", "bmad"],
  // Ordinary texts stay what they are.
  ["specs/001-cart/spec.md", "# Cart\n", null],
  ["tasks.md", "- [ ] T001 Do it\n", null],
  ["docs/tasks.md", "- [ ] 1.1 Do it\n", null],
  ["04-01-PLAN.md", "# A plan\n", null],
  ["notes/spec-cart.md", "---\nstatus: draft\n---\n# Cart\n", null],
  ["1-2-names.md", "# Story 1.2: Names\n", null],
])("the file %s", (path, text, format) => {
  expect(formatOfFile(path, text)).toBe(format);
});
