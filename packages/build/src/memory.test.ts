import type { EventBody, Scope } from "@llmch/contract";
import { describe, expect, test } from "vitest";
import { buildState } from "./machine/build-state.ts";
import { ABORT, assessed, decided, ended, judged, planned, scopeTaken, started } from "./machine/journal.fixture.ts";
import { assessmentNeed } from "./machine/state.ts";
import { memorySize, scopeOf } from "./memory.fixture.ts";
import { memoryOf } from "./memory.ts";

const SPEC = "The shelf stands. Sentence 0. Sentence 1. Books fall.";

describe("the memory of a build", () => {
  test("tells what a planner must know, and nothing else", () => {
    const events = [
      ...[started(), scopeTaken(3), planned(1, [1, 2], { completes: true }), ended(1, [1, 2]), judged(1)],
      ...[assessed(1, 1, "complete"), planned(2, [3, 4], { milestone: "M2" }), ended(2, [3], [4])],
      ...[planned(3, [], { milestone: "M2", abort: ABORT, notes: ["Books have no ids."] }), judged(2, ["M2"])],
      ...[assessed(2, 3, "stop", "M2"), decided("question", "answer", "Give them ids.", assessmentNeed(2))],
    ];
    expect(memoryOf(scopeOf(3), buildState(events), SPEC)).toBe(`What is built:
- A shelf for books.
- For: readers
- Left out: Nobody can lend a book.

Its milestones:
- M1, done: A user can 0.
- M2, current: A user can 1.
- M3, next: A user can 2.

The current milestone, M2:
- A user can 1.
- It probably lies in: src/
- It fulfils: 3

It is reached when these pass:
- show M2

Its last orders:
- WO-03 landed: Order 3
- WO-04 failed: Order 4

Acceptance that fails on the branch now:
- M2: show M2

Notes from the windows before:
- Books have no ids.

What went wrong in the last window:
- WO-03 was given up: The server has no such page.

The last assessment, stop:
- Because of window 3.

What the user said:
- Give them ids.`);
  });

  test("says what failing goals printed", () => {
    const printed = ["show M1: 1 test failed: adds"];
    const failing: EventBody = {
      ...{ type: "milestones_judged", tip: "tip", milestones: [{ id: "M1", failing: ["show M1"], printed }] },
    };
    expect(memoryOf(scopeOf(1), buildState([started(true, ["show M1"]), scopeTaken(1), failing]), SPEC)).toContain(
      "What they printed:\n- show M1: 1 test failed: adds",
    );
  });

  test("says what failed, and what was not begun", () => {
    const failed = buildState([started(), scopeTaken(1), planned(1, [1, 2]), ended(1, [], [1], [2])]);
    expect(memoryOf(scopeOf(1), failed, SPEC)).toContain(`What went wrong in the last window:
- WO-01 (acceptance_failed): it is not there
- WO-02 was not begun`);
    const faults = ["id WO-07 stands where WO-01 is due"];
    const invalid = buildState([started(), scopeTaken(1), planned(1, [], { verdict: "FAIL", exit_code: 2, faults })]);
    expect(memoryOf(scopeOf(1), invalid, SPEC)).toContain(
      "- No valid plan came of it.\n- id WO-07 stands where WO-01 is due",
    );
  });

  test("shows an acceptance command as it is, white space and all", () => {
    const [first, ...rest] = scopeOf(2).milestones;
    const command = `node -e "if (out !== 'a  b') process.exit(1)" ${"x".repeat(800)}`;
    const scope = {
      ...scopeOf(2),
      milestones: first === undefined ? [] : [{ ...first, acceptance: [{ command, hidden: false }] }, ...rest],
    };
    expect(memoryOf(scope, buildState([started(), scopeTaken(2)]), SPEC)).toContain(`\n- ${command}`);
  });

  test("shows no hidden command, whoever names it", () => {
    const failing: EventBody = {
      ...{ type: "milestones_judged", tip: "tip", milestones: [{ id: "M1", failing: ["show M1", "secret M1"] }] },
    };
    const said = decided("question", "answer", "`secret M1` is right.", assessmentNeed(1));
    const state = buildState([
      started(),
      scopeTaken(1),
      planned(1, [], { abort: ABORT }),
      failing,
      assessed(1, 1, "stop"),
      said,
    ]);
    const text = memoryOf(scopeOf(1), state, SPEC);
    expect(text).not.toContain("secret");
    expect(text).toContain("- M1: hidden 1 of M1");
    expect(text).toContain("`hidden 1 of M1` is right.");
  });

  test("does not grow with the rounds", () => {
    const growth = memorySize(200) / memorySize(5);
    expect(growth).toBeLessThan(1.1);
    expect(growth).toBeGreaterThan(0.9);
  });

  test("stays small, whatever its documents say", () => {
    const long = "words and words ".repeat(500);
    const scope = scopeOf(12);
    const wordy: Scope = {
      ...scope,
      remit: { what: long, for_whom: long, what_not: Array.from({ length: 50 }, () => long) },
      milestones: scope.milestones.map((each) => ({ ...each, outcome: long, area: long, fulfils: [long, long, long] })),
    };
    const taken: EventBody = {
      ...{ type: "scope_taken", sha256: "", by: "model" },
      milestones: wordy.milestones.map(({ id, outcome }) => ({ id, outcome })),
    };
    const orders = Array.from({ length: 50 }, (_, index) => index + 1);
    const state = buildState([started(), taken, planned(1, orders), ended(1, [], orders)]);
    expect(memoryOf(wordy, state, SPEC).length).toBeLessThan(6_000);
  });
});
