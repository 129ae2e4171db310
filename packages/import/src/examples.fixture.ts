import { join } from "node:path/posix";
import type { PlanFormat } from "@llmch/contract";
import type { PlanFile, PlanSource } from "./imported-plan.ts";

const source = (format: PlanFormat, place: string, files: Readonly<Record<string, string>>, others: string[] = []) => ({
  ...{ format, place, others },
  files: Object.entries(files).map(([name, text]): PlanFile => ({ path: join(place, name), text })),
});

export const SPEC_KIT: PlanSource = source("spec-kit", "specs/001-cart", {
  "spec.md": "# Feature Specification: Cart\n\n## User Scenarios\n\nA buyer MUST see the total.\n",
  "tasks.md": `# Tasks: Cart

## Format: \`[ID] [P?] [Story]\`

- Include exact file paths

## Phase 1: Setup

**Purpose**: what all else needs

- [x] T001 Create the project structure
- [ ] T002 [P] Create src/money.ts | cents, never floats

## Phase 2: User Story 1 - Totals

**Independent Test**: add two lines and see their sum

- [ ] T003 [US1] Sum the lines in src/cart.ts
      and round once
- [ ] T004 Run the linter (\`npm run lint\`)
- [ ] T005 Test on all platforms (Windows, macOS, Linux)
- [ ] ~~T006 Currencies~~

## Dependencies

T003 needs T002.

\`\`\`
T002 ──> T003
- [ ] T003 again
\`\`\`
`,
});

export const OPEN_SPEC: PlanSource = source("openspec", "openspec/changes/add-cart", {
  "proposal.md": "# Add a cart\n\n## Why\n\nBuyers want one.\n",
  "tasks.md": "## 1. Money\n- [x] 1.1 Add cents\n- [ ] 1.2 Round once\n",
  "specs/cart/spec.md": `## ADDED Requirements

### Requirement: Background Totals
The cart shows
its total.

#### Scenario: Two lines
- **WHEN** two lines are added
- **THEN** the total is their sum

## REMOVED Requirements

### Requirement: Currencies
**Reason**: nobody used them.
`,
  "../../config.yaml": "schema: spec-driven\ncontext: |\n  Node only.\nrules:\n  tasks: []\n",
});

export const KIRO: PlanSource = source("kiro", ".kiro/specs/cart", {
  "requirements.md": `# Requirements

### Requirement 1: Totals

1. WHEN a line is added THE cart SHALL show the total.

### Requirement 2: Names

1. THE cart SHALL have a name.
`,
  "design.md": "# Design\n\n## Properties\n\n### Property 1: Sum\n\n*For any* lines, the total is their sum.\n",
  "tasks.md": `# Implementation Plan

- [ ] 1. Totals
  - [ ] 1.1 Add the sum
    - Create src/cart.ts
      with one function
    - _Requirements: 1.1-1.3, 3.1_
  - [ ]* 1.2 Write a property test
    - **Property 1: Sum**
    - **Validates: Requirements 1.1**
- [x] 2. Names
- [ ] 3. Checkpoint - Ensure all tests pass
- [-] 4. Show it

## Task Dependency Graph

| a | b |
| - | - |
| 1 | 2 |
`,
});

export const GSD: PlanSource = source(
  "gsd",
  ".planning/phases/04-cart",
  {
    "04-01-PLAN.md": `---
phase: 04-cart
plan: 01
depends_on: []
---
<objective>
Totals.
</objective>
<tasks>
<task type="auto">
  <name>Task 1: Sum the lines</name>
  <files>
    src/cart.ts
    src/money.ts
  </files>
  <action>
    ## Steps
    The sum MUST be in cents.
  </action>
  <verify>
    \`cd /Users/ann/shop && npm test -- cart\` passes
    The page shows the total
  </verify>
  <done>It sums</done>
</task>
<task type="checkpoint:human-verify">
  <what-built>The page</what-built>
</task>
</tasks>
<verification>
1. Build succeeds: \`npm run build\`
</verification>
`,
    "04-02-PLAN.md": "---\nphase: 04-cart\n---\n# Names\n<task><name>Names</name></task>\n",
  },
  [".planning/phases/04-cart/04-02-SUMMARY.md"],
);

export const BMAD: PlanSource = source("bmad", "_bmad-output/implementation-artifacts", {
  "spec-cart.md": `---
title: 'Cart'
status: 'in-progress'
---

<frozen-after-approval reason="human-owned intent">

## Intent

**Problem:** there are no totals.

**Never:**
- Use floats.

## I/O & Edge-Case Matrix

| Scenario | Expected |
|---|---|
| Two lines | their sum is shown |

</frozen-after-approval>

## Code Map

- \`src/cart.ts\` — the cart must stay small

## Tasks & Acceptance

**Execution:**
- [ ] \`src/cart.ts\` -- sum the lines
- [x] \`src/money.ts\` -- cents

**Acceptance Criteria:**
- Given two lines, the total is their sum.

## Verification

**Commands:**
- \`npm test\` -- expected: all pass

**Manual checks:**
- Look at the page

## Spec Change Log

The tasks were reset.
`,
  "1-1-names.md": "# Story 1.1: Names\n\nStatus: done\n\n## Tasks\n\n- [ ] Task 1: Names\n",
});

export const EXAMPLES = [SPEC_KIT, OPEN_SPEC, KIRO, GSD, BMAD];
