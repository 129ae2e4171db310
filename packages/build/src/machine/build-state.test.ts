import { expect, test } from "vitest";
import { buildState } from "./build-state.ts";
import {
  ABORT,
  assessed,
  decided,
  ended,
  finished,
  judged,
  planned,
  reached,
  scopeTaken,
  started,
} from "./journal.fixture.ts";
import { assessmentNeed, ordersTold } from "./state.ts";

const SCOPED = [started(), scopeTaken(3)];
const states = (state: ReturnType<typeof buildState>) =>
  state.milestones.map(({ id, state: stands }) => `${id} ${stands}`);

test("an order that landed before lands once, and ids go on after the highest of all", () => {
  const again = [planned(2, [3, 12]), ended(2, [2, 3], [12])];
  const state = buildState([...SCOPED, planned(1, [1, 2]), ended(1, [1, 2]), ...again]);
  expect(state.landed.map(({ order }) => order)).toEqual(["WO-01", "WO-02", "WO-03"]);
  expect([state.unassessed, state.nextOrder, state.tip, state.branch]).toEqual([3, 13, "tip 2", "llmch/app"]);
});

test("milestones stay reached when those to come change", () => {
  const events = [...SCOPED, planned(1, [1], { completes: true }), ended(1, [1]), judged(1), reached()];
  expect(states(buildState(events))).toEqual(["M1 done", "M2 current", "M3 next"]);
  const rescoped = [
    ...events,
    planned(2, [], { abort: ABORT, milestone: "M2" }),
    judged(2),
    assessed(2, 2, "rescope", "M2"),
  ];
  const state = buildState([...rescoped, scopeTaken(4, "assessment")]);
  expect(states(state)).toEqual(["M1 done", "M2 current", "M3 next", "M4 next"]);
  expect([state.rescopes, state.current, state.scopeSha256]).toEqual([1, "M2", "of 4"]);
});

test("notes are those of the last plan that was valid, and so is who was told what the user said", () => {
  const said = [planned(1, [], { abort: ABORT, notes: ["No server."] }), judged(1, ["M1"]), assessed(1, 1, "stop")];
  const answered = [...SCOPED, ...said, decided("question", "answer", "Use files.", assessmentNeed(1))];
  expect(buildState(answered)).toMatchObject({ notes: ["No server."], said: [{ text: "Use files." }] });
  const invalid = [...answered, planned(2, [], { verdict: "ERROR", exit_code: 2 })];
  expect(buildState(invalid)).toMatchObject({
    notes: ["No server."],
    said: [{ text: "Use files." }],
    failuresInRow: 1,
  });
  const valid = buildState([...invalid, planned(3, [1], { notes: ["Files."] })]);
  expect(valid).toMatchObject({ notes: ["Files."], said: [], rounds: 3, replans: 2 });
});

test("what the user says to a scope is told to whoever writes the next one, and to nobody else", () => {
  const rejected = [started(), decided("scope", "reject", "Without a server.")];
  expect(buildState(rejected).said).toMatchObject([{ text: "Without a server." }]);
  expect(buildState([...rejected, scopeTaken(2)]).said).toEqual([]);
});

test("an order of a window stands as its run-all left it", () => {
  const planning = buildState([...SCOPED, planned(1, [1, 2, 3])]).windows.flatMap(ordersTold);
  expect(planning.map(({ state }) => state)).toEqual(["planned", "planned", "planned"]);
  const end = ended(1, [1], [2], [3]);
  if (end.type !== "window_ended") throw new Error("no end");
  const reviewed = [{ by: "ann", is: "person", decision: "approve" }] as const;
  const landed = end.landed.map((each) => ({ ...each, reviewed }));
  const over = buildState([...SCOPED, planned(1, [1, 2, 3]), { ...end, landed }]).windows.flatMap(ordersTold);
  expect(over).toEqual([
    { id: "WO-01", title: "Order 1", state: "landed", commit: "commit 1", stage: null, why: null, reviewed },
    {
      id: "WO-02",
      title: "Order 2",
      state: "failed",
      commit: null,
      stage: "acceptance_failed",
      why: "it is not there",
      reviewed: [],
    },
    { id: "WO-03", title: "Order 3", state: "left", commit: null, stage: null, why: null, reviewed: [] },
  ]);
});

test("records of before the examination show the milestones that their assessments called complete", () => {
  const before = [
    ...SCOPED,
    planned(1, [1], { completes: true }),
    ended(1, [1]),
    judged(1),
    assessed(1, 1, "complete"),
  ];
  expect(states(buildState([...before, planned(2, [2], { milestone: "M2" })]))).toEqual([
    "M1 done",
    "M2 current",
    "M3 next",
  ]);
  expect(states(buildState([...before, finished(0)]))).toEqual(["M1 done", "M2 done", "M3 done"]);
});
