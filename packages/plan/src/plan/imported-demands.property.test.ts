import { PLAN_FORMATS } from "@llmch/contract";
import { importPlan, specText } from "@llmch/import";
import fc from "fast-check";
import { expect, test } from "vitest";
import { numberedDemands } from "../../../planner/src/coverage/numbered-spec.ts";

/** A file of each format, in two parts: anything may stand between them. */
const FILES = {
  "spec-kit": ["tasks.md", "# Tasks\n- [ ] T001 ", "\n- [ ] T002 Sum\n"],
  openspec: ["specs/cart/spec.md", "## ADDED Requirements\n### Requirement: ", "\n"],
  kiro: ["tasks.md", "- [ ] 1. ", "\n- [ ] 2. Sum\n"],
  gsd: ["04-01-PLAN.md", "---\nphase: 1\n---\n<task>\n<name>", "</name>\n</task>\n"],
  bmad: [
    "spec-cart.md",
    "---\nstatus: draft\n---\n<frozen-after-approval>\n## ",
    "\n</frozen-after-approval>\n## Tasks\n- [ ] Sum\n",
  ],
} as const;

const PIECES = [
  ...["- [ ] ", "- [x] ", "- [ ]* ", "* [-] ", "1. [ ] ", "  - [ ] ", "    - ", "\t", "- ", "> ", "## ", "### ", "# "],
  ...[
    "T001 ",
    "T002 [P] [US1] ",
    "1.1 ",
    "2. ",
    "Requirement: ",
    "ADDED Requirements",
    "REMOVED Requirements",
    "Tasks",
  ],
  ...['<task type="auto">', "</task>", "<name>", "</name>", "<verify>", "</verify>", "<frozen-after-approval>"],
  ...[
    "</frozen-after-approval>",
    "---",
    "```",
    "````",
    "~~~",
    "|",
    "\\|",
    "| a | b |",
    "|---|---|",
    "<!--",
    "-->",
    "`npm test`",
  ],
  ...[
    "The cart MUST sum. ",
    "Context",
    "background",
    "Currently it is slow.",
    "Files:",
    "Run the tests with ",
    "(later)",
  ],
  ...["合計を出す。", "[7] ", "https://example.org ", "<Cart/>", "\\", ":", ".", "\n", "\n", "\n", "\n\n", "\r\n", " "],
];

test("whatever a plan says, its items are its demands, and nothing else is", () => {
  const texts = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 4 })), { maxLength: 20 });
  fc.assert(
    fc.property(fc.constantFrom(...PLAN_FORMATS), texts, (format, pieces) => {
      const [name, before, after] = FILES[format];
      const files = [{ path: `plan/${name}`, text: [before, ...pieces, after].join("") }];
      const plan = importPlan({ format, place: "plan", files, others: [] });
      if (!plan.ok) return;
      expect(numberedDemands(specText(plan.value).text)).toHaveLength(plan.value.items.length);
    }),
    { numRuns: 3000 },
  );
});
