import { workOrder } from "@llmch/testkit";
import type { JsonObject } from "@llmch/text";
import { describe, expect, test } from "vitest";
import { noPython } from "../plan.fixture.ts";
import { judgeRevision, type PlanPoint } from "./judge.ts";

const orderOf = (...changes: Parameters<typeof workOrder>): JsonObject =>
  JSON.parse(JSON.stringify(workOrder(...changes)));
const order = orderOf({ id: "WO-02" });
const later = orderOf({
  id: "WO-03",
  allowed_files: ["more.js"],
  acceptance_commands: ["node --check more.js"],
  preconditions: [{ kind: "file_exists", path: "greet.js" }],
});
const point: PlanPoint = { order, following: [later], verifyContract: null, repoFiles: ["README.md", "greet.test.js"] };
const judge = (answer: JsonObject | string, at: Partial<PlanPoint> = {}) =>
  judgeRevision(answer, { ...point, ...at }, { python: noPython });
const codes = (answer: JsonObject | string, at: Partial<PlanPoint> = {}) =>
  judge(answer, at).errors.map(({ code }) => code);

describe("an acceptable revision", () => {
  test("has its written form, without unknown members", () => {
    const { errors, order: revised } = judge({ ...order, acceptance_commands: ["  node greet.js "], more: 1 });
    expect(errors).toEqual([]);
    expect(revised).toMatchObject({ id: "WO-02", acceptance_commands: ["node greet.js"], verify_exempt: false });
    expect(revised).not.toHaveProperty("more");
    expect(revised).not.toHaveProperty("provenance");
  });

  test("may be the members that change alone: the others stay, and empty notes go", () => {
    const noted = { ...order, notes: "As it was.", depends_on: ["WO-01"] };
    const changes = { id: "WO-02", acceptance_commands: ["node greet.js"], title: null, notes: null };
    expect(judge(changes, { order: noted }).order).toMatchObject({
      ...{ title: order.title, notes: "As it was.", depends_on: ["WO-01"] },
      acceptance_commands: ["node greet.js"],
    });
    expect(judge({ id: "WO-02", notes: "" }, { order: noted }).order).toMatchObject({ notes: null });
    expect(judge({ id: "WO-02" }).order).toMatchObject(judge(order).order ?? {});
  });

  test("may allow another file of the repo, with its postcondition", () => {
    const allowed_files = ["greet.js", "greet.test.js"];
    const postconditions = allowed_files.map((path) => ({ kind: "file_exists", path }));
    expect(codes({ ...order, allowed_files, postconditions })).toEqual([]);
  });

  test.each([true, false])("keeps its exemption, whatever the answer says: %s", (verify_exempt) => {
    const before = { ...order, verify_exempt };
    expect(judge({ ...order, verify_exempt: !verify_exempt }, { order: before }).order).toMatchObject({
      verify_exempt,
    });
  });

  test("may depend on an earlier order", () => {
    const messages = (depends_on: readonly string[]) =>
      judge({ ...order, depends_on }).warnings.map(({ code }) => code);
    expect(messages(["WO-01"])).not.toContain("W228");
    for (const other of ["WO-02", "WO-03", "WO-04"]) expect(messages([other])).toContain("W228");
  });

  test("is not blamed for existing faults of other orders", () => {
    const broken = { ...later, acceptance_commands: ["node a | b"] };
    expect(codes({ ...order, title: "Other" }, { following: [broken] })).toEqual([]);
  });
});

test.each<[string, JsonObject | string, readonly string[]]>([
  ["another id", { ...order, id: "WO-05" }, ["E001"]],
  ["no object", "an order", ["E001", "E000"]],
  ["text of a shell", { ...order, acceptance_commands: ["node a && b"] }, ["E003"]],
  ["no command", { ...order, acceptance_commands: [] }, ["E005"]],
  ["a file without a postcondition", { ...order, allowed_files: ["greet.js", "greet.test.js"] }, ["E104"]],
  ["a precondition that nothing meets", { ...order, preconditions: [{ kind: "file_exists", path: "x.js" }] }, ["E101"]],
  [
    "a promise less, on which a later order rests",
    { ...order, allowed_files: ["hello.js"], postconditions: [{ kind: "file_exists", path: "hello.js" }] },
    ["E101"],
  ],
])("a revision with %s is refused", (_, answer, expected) => {
  expect(codes(answer)).toEqual(expected);
  expect(judge(answer).order).toBeNull();
});
