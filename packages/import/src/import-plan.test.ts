import { join } from "node:path/posix";
import { sha256Hex } from "@llmch/text";
import { describe, expect, test } from "vitest";
import { BMAD, GSD, KIRO, OPEN_SPEC, SPEC_KIT } from "./examples.fixture.ts";
import { importPlan } from "./import-plan.ts";
import type { ImportedPlan, PlanSource } from "./imported-plan.ts";

const read = (source: PlanSource): ImportedPlan => {
  const plan = importPlan(source);
  if (!plan.ok) throw new Error(plan.issues[0].message);
  return plan.value;
};

const shown = ({ items }: ImportedPlan) => items.map(({ id, text, line, box }) => `${id}@${line}${box ?? ""} ${text}`);
const toldIn = ({ told }: ImportedPlan) => told.map(({ line, text, why }) => `${line} ${why}: ${text}`);

describe("importPlan", () => {
  test.each([
    [
      SPEC_KIT,
      [
        "T002@12[ ] Create src/money.ts | cents, never floats",
        "T003@18[ ] [US1] Sum the lines in src/cart.ts and round once",
        "T004@20[ ] Run the linter (`npm run lint`)",
      ],
      [
        "11 ticked: T001 Create the project structure",
        "21 for a person: T005 Test on all platforms (Windows, macOS, Linux)",
        "22 struck out: L22 ~~T006 Currencies~~",
        "29 an example in a code block: T002 ──> T003",
        "3 has no task: Format: `[ID] [P?] [Story]`",
      ],
      ["npm run lint"],
    ],
    [
      OPEN_SPEC,
      [
        "1.2@3[ ] Round once",
        "Requirement: Background Totals@3 The cart shows its total.",
        "Requirement: Currencies@13 Remove this requirement. Reason: nobody used them.",
      ],
      ["2 ticked: 1.1 Add cents"],
      [],
    ],
    [
      KIRO,
      [
        "1.1@4[ ] Add the sum: Create src/cart.ts with one function; Requirements: 1.1-1.3, 3.1",
        "1.2@8[ ] Write a property test (optional): Property 1: Sum; Validates: Requirements 1.1",
        "4@13 Show it",
      ],
      [
        "11 ticked: 2 Names",
        "12 a checkpoint: 3 Checkpoint - Ensure all tests pass",
        "15 stands behind the tasks: Task Dependency Graph",
        "9 explains alone: 1 line, from: 1. THE cart SHALL have a name.",
      ],
      [],
    ],
    [
      GSD,
      ["04-01.1@10 Sum the lines (src/cart.ts src/money.ts)"],
      [
        "26 for a person: 04-01.2 The page",
        "22 a check without a command: The page shows the total",
        "1 done: it has a summary: Names",
      ],
      ["npm test -- cart", "npm run build"],
    ],
    [
      BMAD,
      [
        "Frozen: Intent@8 Problem: there are no totals. Never: - Use floats.",
        "L30@30[ ] `src/cart.ts` -- sum the lines",
      ],
      [
        "31 ticked: L31 `src/money.ts` -- cents",
        "44 a log: Spec Change Log",
        "42 a check without a command: - Look at the page",
        "1 done: Story 1.1: Names",
      ],
      ["npm test"],
    ],
  ])("reads $format", (source, items, told, commands) => {
    const plan = read(source);
    expect(shown(plan)).toEqual(items);
    expect(toldIn(plan)).toEqual(told);
    expect(plan.commands.map(({ command }) => command)).toEqual(commands);
  });

  test("an item has the hash of its line without the line end", () => {
    const [tasks] = SPEC_KIT.files.filter(({ path }) => path.endsWith("tasks.md"));
    const files = [{ path: tasks?.path ?? "", text: tasks?.text.replaceAll("\n", "\r\n") ?? "" }];
    const [first] = read({ ...SPEC_KIT, files }).items;
    expect(first).toMatchObject({
      path: "specs/001-cart/tasks.md",
      line: 12,
      sha256: sha256Hex("- [ ] T002 [P] Create src/money.ts | cents, never floats"),
    });
  });

  test("context names the items that it belongs to", () => {
    const titles = (source: PlanSource) => read(source).context.map(({ title }) => title);
    expect(titles(SPEC_KIT)).toEqual([
      "Phase 1: Setup (T002)",
      "Phase 2: User Story 1 - Totals (T003, T004)",
      "Dependencies",
      "User Scenarios",
    ]);
    expect(titles(OPEN_SPEC)).toEqual(["Why", "1. Money (1.2)", "Requirement: Background Totals", "of the project"]);
    expect(titles(KIRO)).toEqual([
      "what the items belong to",
      "Requirement 1: Totals (1.1, 1.2)",
      "Property 1: Sum (1.2)",
      "Properties",
      "the rest of .kiro/specs/cart/requirements.md",
    ]);
    expect(titles(GSD)).toEqual(["plan 04-01 (04-01.1)", "04-01.1"]);
    expect(titles(BMAD)).toEqual(["Tasks & Acceptance (L30)", "I/O & Edge-Case Matrix", "Code Map", "Verification"]);
  });

  test.each<readonly [string, PlanSource, string, readonly string[], readonly string[]]>([
    [
      "a task without a box, and words above the first heading",
      SPEC_KIT,
      "Keep it pure.\n\n- [ ] T001 Write a.js\n- T002 Write b.js\n",
      ["T001"],
      ["1 explains alone: 2 lines, from: Keep it pure."],
    ],
    [
      "a comment that only code speaks of",
      SPEC_KIT,
      "- [ ] T001 Strip `<!--` in a.js\n- [ ] T002 Write b.js\n- [ ] T003 Keep `-->` in c.js\n",
      ["T001", "T002", "T003"],
      [],
    ],
    [
      "a task whose parts are all for people",
      KIRO,
      "- [ ] 1. Pay\n  - [ ] 1.1 Write pay.js\n    - [ ] 1.1.1 Manually test it\n- [ ] 2. Write b.js\n",
      ["2"],
      [
        "3 for a person: 1.1.1 Manually test it",
        "1 of its parts none is left: 1 Pay",
        "2 of its parts none is left: 1.1 Write pay.js",
      ],
    ],
    [
      "a fence behind a number that is none for its end alone",
      KIRO,
      "1. ```bash\n   x\n   ```\n- [ ] 2. Write b.js\n3. ```bash\n   y\n   ```\n",
      ["2"],
      ["1 explains alone: 4 lines, from: 1. ```bash"],
    ],
    [
      "tasks between lines of dashes",
      SPEC_KIT,
      "---\n- [ ] T001 Write a.js\n---\n- [ ] T002 Write b.js\n",
      ["T001", "T002"],
      [],
    ],
    [
      "what is struck out with a remark behind it",
      SPEC_KIT,
      "- [ ] ~~T001 Write a.js~~ (superseded)\n- [ ] T002 Write b.js\n",
      ["T002"],
      ["1 struck out: L1 ~~T001 Write a.js~~ (superseded)"],
    ],
  ])("drops nothing in silence: %s", (_, source, text, ids, told) => {
    const plan = read({ ...source, files: [{ path: join(source.place, "tasks.md"), text }] });
    expect(plan.items.map(({ id }) => id)).toEqual(ids);
    expect(toldIn(plan)).toEqual(told);
  });

  test("what stands in no place of its format explains the rest, with its headings", () => {
    const path = join(OPEN_SPEC.place, "specs/cart/spec.md");
    const text =
      "## ADDED Requirements\n\nIn cents.\n\n### Requirement: Sum\nIt sums.\n\n### Rule: No floats\n\nNever.\n";
    const plan = read({ ...OPEN_SPEC, files: [{ path, text }] });
    expect(plan.context).toEqual([
      { title: `the rest of ${path}`, text: "## ADDED Requirements\nIn cents.\n### Rule: No floats\nNever." },
    ]);
  });

  test("a home folder is nobody's business", () => {
    expect(JSON.stringify(read(GSD))).not.toContain("/Users");
  });

  test.each([
    [
      "cut in a code block",
      "# Tasks\n- [ ] T001 Do it\n```\nnpm test",
      "specs/001-cart/tasks.md:3 begins a code block that never ends",
    ],
    ["a conflict", "- [ ] T001 Do it\n<<<<<<< HEAD\n", "specs/001-cart/tasks.md:2 holds a merge conflict"],
    [
      "a line without an end",
      `- [ ] T001 ${"x".repeat(20_001)}`,
      "specs/001-cart/tasks.md:1 is longer than 20000 characters",
    ],
    [
      "nothing open",
      "- [x] T001 Do it\n",
      "spec-kit specs/001-cart: nothing is left to do: 1 part of it ticked, done or for people",
    ],
  ])("refuses %s", (_, text, message) => {
    const plan = importPlan({ ...SPEC_KIT, files: [{ path: "specs/001-cart/tasks.md", text }] });
    expect(plan).toMatchObject({ ok: false, issues: [{ code: "unreadable-input", message }] });
  });

  test("refuses a task that was cut", () => {
    const files = [{ path: "04-01-PLAN.md", text: "---\nphase: 1\n---\n<task>\n<name>Sum</name>\n" }];
    const message = "04-01-PLAN.md:4 begins <task> and never ends it";
    expect(importPlan({ ...GSD, files })).toMatchObject({ ok: false, issues: [{ message }] });
  });

  test("gives an id that is there twice a number", () => {
    const files = [{ path: "tasks.md", text: "- [ ] 8.3 Write a test\n- [ ] 8.3 Extract it\n" }];
    expect(read({ ...KIRO, files }).items.map(({ id }) => id)).toEqual(["8.3", "8.3-2"]);
  });
});
