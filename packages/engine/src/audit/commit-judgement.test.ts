import { commitMessage, type Proposal, type WorkOrder } from "@llmch/contract";
import { workOrder } from "@llmch/testkit";
import type { CommitFacts } from "@llmch/workspace";
import { expect, test } from "vitest";
import { type CommittedTree, type ExpectedCommit, judgeCommit } from "./commit-judgement.ts";
import { proposedTree } from "./proposed-tree.ts";

const [COMMIT, PARENT, TREE] = ["c".repeat(40), "b".repeat(40), "7".repeat(40)];
const RUN = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
const SHA256 = "a".repeat(64);
const ORDER: WorkOrder = workOrder({
  allowed_files: ["src/a.js", "./src/b.js"],
  postconditions: [{ kind: "file_exists", path: "src/a.js" }],
});
const write = (path: string) => ({ kind: "content", path, base_sha256: "", content: path }) as const;
const PROPOSAL: Proposal = { summary: "", writes: [write("src/a.js"), write("src/b.js")] };
const EXPECTED: ExpectedCommit = {
  runId: RUN,
  order: ORDER,
  orderSha256: SHA256,
  baseline: PARENT,
  tree: TREE,
  children: [],
  proposed: proposedTree(PROPOSAL),
};
const MESSAGE = commitMessage({
  order: ORDER.id,
  title: ORDER.title,
  orderSha256: SHA256,
  runId: RUN,
  planRunId: ORDER.provenance?.planner_run_id ?? null,
});
const added = (path: string) => ({ path, modeBefore: "000000", mode: "100644" });
const FACTS: CommitFacts = {
  commit: COMMIT,
  tree: TREE,
  parents: [PARENT],
  message: MESSAGE,
  trailers: { commit: COMMIT, orders: [ORDER.id], sha256s: [SHA256], runs: [RUN] },
  changes: [added("src/a.js"), added("src/b.js")],
};
const WHOLE: CommittedTree = { has: () => true, holds: () => true, contains: () => true };
const without = (path: string): CommittedTree => ({ ...WHOLE, has: (each) => each !== path });
const executable = (path: string, modeBefore: string) => ({ path, modeBefore, mode: "100755" });

const judged = (facts: Partial<CommitFacts>, tree = WHOLE, expected: Partial<ExpectedCommit> = {}) =>
  judgeCommit({ ...FACTS, ...facts }, tree, { ...EXPECTED, ...expected }).map(({ code, what }) => [code, what]);

test.each<readonly [string, Partial<CommitFacts>]>([
  ["as the run left it", {}],
  ["that left a proposed file as it was", { changes: [added("src/a.js")] }],
  ["that is empty, since the baseline held all of it", { changes: [] }],
  ["that kept the mode of a program", { changes: [executable("src/a.js", "100755")] }],
])("a commit %s is accepted", (_, facts) => {
  expect(judged(facts)).toEqual([]);
});

test("a commit of a divided order names the orders that it was divided into", () => {
  const children = ["WO-01.1", "WO-01.2"];
  const planRunId = ORDER.provenance?.planner_run_id ?? null;
  const message = commitMessage({
    order: ORDER.id,
    title: ORDER.title,
    orderSha256: SHA256,
    runId: RUN,
    planRunId,
    children,
  });
  expect(message).toContain("\nDivided-into: WO-01.1, WO-01.2\n");
  expect(judged({ message }, WHOLE, { children })).toEqual([]);
  expect(judged({ message }).map(([code]) => code)).toEqual(["commit-message"]);
});

test.each<readonly [string, Partial<CommitFacts>, CommittedTree, readonly (readonly string[])[]]>([
  [
    "no trailers",
    { trailers: { commit: COMMIT, orders: [], sha256s: [], runs: [] } },
    WHOLE,
    [
      ["commit-trailers", `its Llmch-Order is missing, not ${ORDER.id}`],
      ["commit-trailers", `its Llmch-Order-Sha256 is missing, not ${SHA256}`],
      ["commit-trailers", `its Llmch-Run is missing, not ${RUN}`],
    ],
  ],
  [
    "another run's trailer",
    { trailers: { ...FACTS.trailers, runs: [RUN, "X"] } },
    WHOLE,
    [["commit-trailers", `its Llmch-Run is ${RUN}, X, not ${RUN}`]],
  ],
  [
    "another subject",
    { message: MESSAGE.replace(": ", ": Not ") },
    WHOLE,
    [["commit-message", "its message is not the one that llmch wrote"]],
  ],
  ["no parent", { parents: [] }, WHOLE, [["commit-parent", `its parent is none, not ${PARENT}`]]],
  [
    "a second parent",
    { parents: [PARENT, TREE] },
    WHOLE,
    [["commit-parent", `its parent is ${PARENT}, ${TREE}, not ${PARENT}`]],
  ],
  ["another tree", { tree: PARENT }, WHOLE, [["commit-tree", `its tree is ${PARENT}, the recorded one is ${TREE}`]]],
  [
    "a file out of scope",
    { changes: [added("src/c.js")] },
    WHOLE,
    [["commit-scope", "it changes src/c.js, which is not in allowed_files"]],
  ],
  [
    "a new file that can be run",
    { changes: [executable("src/a.js", "000000")] },
    WHOLE,
    [["commit-mode", "it gives src/a.js the mode 100755"]],
  ],
  [
    "a link in a file's place",
    { changes: [{ path: "src/a.js", modeBefore: "100644", mode: "120000" }] },
    WHOLE,
    [["commit-mode", "it gives src/a.js the mode 120000"]],
  ],
  [
    "a file taken away",
    { changes: [{ path: "src/a.js", modeBefore: "100644", mode: "000000" }] },
    without("src/a.js"),
    [
      ["commit-mode", "it takes src/a.js away"],
      ["commit-content", "it lacks src/a.js, which the accepted proposal writes"],
      ["postcondition", "the postcondition file_exists src/a.js does not hold in it"],
    ],
  ],
  [
    "other contents",
    {},
    { ...WHOLE, holds: (path) => path !== "src/b.js" },
    [["commit-content", "src/b.js does not hold what the accepted proposal writes"]],
  ],
])("a commit with %s is reported", (_, facts, tree, faults) => {
  expect(judged(facts, tree)).toEqual(faults);
});

test("an allowed file that the proposal does not write is out of scope, if the proposal is known", () => {
  const one: Proposal = { summary: "", writes: [write("src/a.js")] };
  const fault = ["commit-scope", "it changes src/b.js, which the accepted proposal does not write"];
  expect(judged({}, WHOLE, { proposed: proposedTree(one) })).toEqual([fault]);
  expect(judged({}, WHOLE, { proposed: null })).toEqual([]);
});

/** One file deleted, one renamed, and one edited. */
const MOVES: Partial<ExpectedCommit> = {
  order: { ...ORDER, allowed_files: ["gone.js", "old.sh", "new.sh", "a.js"], postconditions: [] },
  proposed: proposedTree({
    summary: "",
    writes: [
      { kind: "delete", path: "gone.js", base_sha256: "" },
      { kind: "rename", path: "old.sh", base_sha256: "", rename_to: "./new.sh", edits: [] },
      { kind: "edits", path: "a.js", base_sha256: "", edits: [{ find: "a", replace: "b" }] },
    ],
  }),
};
const taken = (path: string, modeBefore = "100644") => ({ path, modeBefore, mode: "000000" });
const MOVED = [taken("gone.js"), taken("old.sh", "100755"), executable("new.sh", "000000")];
const AFTER_MOVES: CommittedTree = { ...WHOLE, has: (path) => path !== "gone.js" && path !== "old.sh" };

test.each<readonly [string, CommitFacts["changes"], CommittedTree, readonly (readonly string[])[]]>([
  ["as it is to be", MOVED, AFTER_MOVES, []],
  [
    "that kept the deleted file",
    MOVED.slice(1),
    { ...AFTER_MOVES, has: (path) => path !== "old.sh" },
    [["commit-content", "it still has gone.js, which the accepted proposal takes away"]],
  ],
  [
    "that lost the mode",
    [...MOVED.slice(0, 2), added("new.sh")],
    AFTER_MOVES,
    [["commit-mode", "it gives new.sh the mode 100644"]],
  ],
  ["that took what was edited", [...MOVED, taken("a.js")], AFTER_MOVES, [["commit-mode", "it takes a.js away"]]],
  [
    "whose base is not to be had",
    MOVED,
    { ...AFTER_MOVES, holds: (path) => (path === "a.js" ? null : true) },
    [["not-checked", expect.stringMatching(/^a.js: .*is not in the repo as the worktree had it/)]],
  ],
])("a commit of a delete, a rename and an edit %s is judged", (_, changes, tree, faults) => {
  expect(judged({ changes }, tree, MOVES)).toEqual(faults);
});

const promising = (kind: "file_absent" | "file_contains" | "file_unchanged") =>
  ({
    order: { ...ORDER, postconditions: [{ kind, path: "src/a.js", text: "export" }] },
  }) satisfies Partial<ExpectedCommit>;

test.each([
  ["file_absent", WHOLE, "the postcondition file_absent src/a.js does not hold in it"],
  [
    "file_contains",
    { ...WHOLE, contains: () => false },
    'the postcondition file_contains src/a.js "export" does not hold in it',
  ],
  ["file_contains", WHOLE, null],
  ["file_unchanged", WHOLE, "the postcondition file_unchanged src/a.js does not hold in it"],
] as const)("a commit is checked against %s", (kind, tree, fault) => {
  const found = judged({}, tree, promising(kind)).filter(([code]) => code === "postcondition");
  expect(found).toEqual(fault === null ? [] : [["postcondition", fault]]);
});
