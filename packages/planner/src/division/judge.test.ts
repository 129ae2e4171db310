import type { JsonValue } from "@llmch/text";
import { describe, expect, test } from "vitest";
import { noPython, order } from "../plan.fixture.ts";
import { judgeDivision } from "./judge.ts";

type Changes = Parameters<typeof order>[1];

const exists = (path: string) => ({ kind: "file_exists", path });
const contains = (path: string, text: string) => ({ kind: "file_contains", path, text });
const absent = (path: string) => ({ kind: "file_absent", path });

const FILES = ["src/m1.js", "src/m2.js"];
const parent = (changes: Changes = {}) =>
  order(3, {
    preconditions: [],
    allowed_files: FILES,
    postconditions: FILES.map(exists),
    acceptance_commands: ["node src/m2.js", { command: "node secret.js", hidden: true }],
    context_files: [],
    ...changes,
  });
const child = (number: number, changes: Changes = {}) => order(number, { id: `WO-03.${number}`, ...changes });

const report = (
  children: JsonValue,
  of: Changes = {},
  repoFiles: readonly string[] = [],
  held: readonly string[] = [],
) => {
  const point = { order: parent(of), repoFiles, held: held.map((path) => ({ ...exists(path), text: null })) };
  const { errors } = judgeDivision({ work_orders: children }, point, { python: noPython });
  return errors.map(({ code, wo_id, message }) => `${code} ${wo_id} ${message}`);
};

test("children that together keep their parent's promises are accepted, with its exemption", () => {
  const check = (verify_exempt: boolean) =>
    judgeDivision(
      { work_orders: [child(1, { more: 1 }), child(2)] },
      { order: parent({ verify_exempt }), repoFiles: [], held: [] },
      { python: noPython },
    );
  expect(check(false).errors).toEqual([]);
  expect(check(false).children?.map(({ order: { id, verify_exempt } }) => [id, verify_exempt])).toEqual([
    ["WO-03.1", false],
    ["WO-03.2", false],
  ]);
  expect(check(false).children?.[0]?.document).not.toHaveProperty("more");
  expect(check(true).children?.every(({ order: { verify_exempt } }) => verify_exempt)).toBe(true);
});

test("a child forbids all that its parent forbids, and may run its parent's commands that make files", () => {
  const derive = [{ command: "node make.js", files: ["src/m1.js"] }];
  const order = parent({ forbidden: ["no new dependency"], derive });
  const { errors, children } = judgeDivision(
    { work_orders: [child(1, { forbidden: ["no I/O"], derive }), child(2, { forbidden: [] })] },
    { order, repoFiles: [], held: [] },
    { python: noPython },
  );
  expect(errors).toEqual([]);
  expect(children?.map(({ document }) => document.forbidden)).toEqual([
    ["no new dependency", "no I/O"],
    ["no new dependency"],
  ]);
});

test("a child takes the check files of its parent that its commands find", () => {
  const checks = [{ name: "m1.sh", content: "node src/m1.js", hidden: false }];
  const [run, other] = ["sh $LLMCH_CHECKS/m1.sh", "sh $LLMCH_CHECKS/m2.sh"];
  const judged = (command: string) =>
    judgeDivision(
      {
        work_orders: [
          child(1, { acceptance_commands: [command] }),
          child(2, { acceptance_commands: [run, "node src/m2.js"] }),
        ],
      },
      { order: parent({ acceptance_commands: [run, "node src/m2.js"], checks }), repoFiles: [], held: [] },
      { python: noPython },
    );
  expect(judged("node src/m1.js").children?.map(({ order }) => order.checks)).toEqual([undefined, checks]);
  expect(judged(other).errors.map(({ code }) => code)).toEqual(["E205"]);
});

test("children may depend on the plan's earlier orders and on earlier children", () => {
  const warnings = (depends_on: readonly string[]) =>
    judgeDivision(
      { work_orders: [child(1), child(2, { depends_on })] },
      { order: parent(), repoFiles: [], held: [] },
      { python: noPython },
    ).warnings.map(({ code }) => code);
  expect(warnings(["WO-02", "WO-03.1"])).not.toContain("W228");
  for (const other of ["WO-03", "WO-03.2", "WO-04"]) expect(warnings([other])).toContain("W228");
});

test.each<[string, readonly JsonValue[], readonly string[], Changes?, (readonly string[])?, (readonly string[])?]>([
  [
    "ids that are not due",
    [child(1, { id: "WO-03.2" }), child(2, { id: "WO-04" })],
    [
      'E210 WO-03.2 id "WO-03.2" stands where WO-03.1 is due: children count up from WO-03.1',
      'E210 WO-04 id "WO-04" stands where WO-03.2 is due: children count up from WO-03.1',
    ],
  ],
  [
    "a file beyond the parent",
    [child(1), child(2, { allowed_files: ["src/m2.js", "x.js"], postconditions: ["src/m2.js", "x.js"].map(exists) })],
    ['E211 WO-03.2 beyond WO-03: it may write "x.js"'],
  ],
  [
    "a made file beyond the parent",
    [child(1), child(2, { derive: [{ command: "npm install", files: ["lock"] }] })],
    [
      'E211 WO-03.2 beyond WO-03: "npm install" makes files of the commit',
      'E211 WO-03.2 beyond WO-03: a command makes "lock"',
    ],
  ],
  [
    "a command that makes a file of the parent's, which the parent has no command for",
    [child(1), child(2, { derive: [{ command: "node leak.js", files: ["src/m1.js"] }] })],
    ['E211 WO-03.2 beyond WO-03: "node leak.js" makes files of the commit'],
  ],
  [
    "secrets that the parent does not name",
    [child(1), child(2, { context_files: ["src/m1.js", "docs.md", ".env", "keys/id_rsa"] })],
    [
      'E211 WO-03.2 beyond WO-03: its model is shown ".env", a file that may hold a secret',
      'E211 WO-03.2 beyond WO-03: its model is shown "keys/id_rsa", a file that may hold a secret',
    ],
    { context_files: ["docs.md"] },
    [".env", "keys/id_rsa", "docs.md"],
  ],
  [
    "a promise of nobody",
    [child(1), child(2)],
    ['E212 WO-03 no child promises file_contains "src/m1.js", and it does not hold already'],
    { postconditions: [contains("src/m1.js", "one"), exists("src/m2.js")] },
  ],
  [
    "a promise that is kept by more",
    [child(1, { postconditions: [contains("src/m1.js", "one\ntwo")] }), child(2)],
    [],
    { postconditions: [contains("src/m1.js", "one"), exists("src/m1.js"), exists("src/m2.js")] },
  ],
  [
    "a promise that holds already, and one that does not",
    [child(1), child(2)],
    ['E212 WO-03 no child promises file_exists "docs.md", and it does not hold already'],
    { postconditions: [...FILES, "docs.md", "held.md"].map(exists), allowed_files: [...FILES, "docs.md", "held.md"] },
    ["held.md"],
    ["held.md"],
  ],
  [
    "a file that is to go, and one that is to stay as it is",
    [child(1), child(2)],
    ['E212 WO-03 no child promises file_absent "old.js", and it does not hold already'],
    {
      allowed_files: [...FILES, "old.js"],
      postconditions: [...FILES.map(exists), absent("old.js"), { kind: "file_unchanged", path: "kept.js" }],
    },
    ["old.js", "kept.js"],
  ],
  [
    "a command that nobody has",
    [child(1), child(2, { acceptance_commands: ["node  src/m2.js"] })],
    ['E213 WO-03 no child has the acceptance command "node src/m2.js"'],
  ],
  [
    "a single child",
    [
      child(1, {
        allowed_files: FILES,
        postconditions: FILES.map(exists),
        acceptance_commands: ["node src/m2.js"],
      }),
    ],
    ["E214 WO-03 1 is fewer than 2 children"],
  ],
  [
    "a rule of plans: a file that comes later",
    [child(1, { preconditions: [exists("src/m2.js")] }), child(2)],
    [
      'E101 WO-03.1 precondition file_exists "src/m2.js" cannot hold: neither the repo nor an earlier order gives it; WO-03.2 gives it, later',
    ],
  ],
])("%s", (_, children, expected, of = {}, repo = [], held = []) => {
  expect(report([...children], of, repo, held)).toEqual(expected);
});

describe("an invalid division", () => {
  test.each<[string, JsonValue]>([
    ["no list", { children: [] }],
    ["text", "WO-03.1"],
    ["an empty list", { work_orders: [] }],
    ["a list of texts", ["a", "b"]],
  ])("%s", (_, answer) => {
    const point = { order: parent(), repoFiles: [], held: [] };
    const { errors, children } = judgeDivision(answer, point, { python: noPython });
    expect([errors.length > 0, new Set(errors.map(({ code }) => code)), children]).toEqual([
      true,
      new Set(["E000"]),
      null,
    ]);
  });

  test("too many children, or a child's child", () => {
    const many = Array.from({ length: 13 }, (_, index) => child(index + 1, { preconditions: [], context_files: [] }));
    const said = (id: string) => {
      const of = { order: parent({ id }), repoFiles: [], held: [] };
      const { errors } = judgeDivision({ work_orders: many }, of, { python: noPython });
      return errors.filter(({ code }) => code === "E214").map(({ message }) => message);
    };
    expect(said("WO-03")).toEqual(["13 children are more than 12"]);
    expect(said("WO-03.1.2").at(-1)).toBe("WO-03.1.2 is a child's child, and is not divided any more");
  });
});
