import { describe, expect, test } from "vitest";
import { judgeProposal, judgeWorkOrder } from "./schema-judge.ts";

const order = {
  id: "WO-01",
  title: "Add a",
  intent: "Build a.",
  allowed_files: ["a.js"],
  forbidden: [],
  acceptance_commands: ["node a.js"],
  context_files: [],
};

describe("judgeWorkOrder", () => {
  test("fills in defaults, and does not change the value itself", () => {
    const value = Object.freeze({ ...order, priority: 1 });
    const judged = judgeWorkOrder(value);
    expect(judged).toEqual({
      ok: true,
      value: { ...order, priority: 1, preconditions: [], postconditions: [], verify_exempt: false },
    });
    expect(Object.keys(value)).not.toContain("preconditions");
  });

  test.each([
    [{ ...order, forbidden: "none" }, ["/forbidden must be array"]],
    [{ ...order, notes: 7 }, ["/notes must be string or null"]],
    [{ ...order, verify_exempt: "maybe" }, ["/verify_exempt must be boolean"]],
    [{ ...order, acceptance_commands: [] }, ["/acceptance_commands must NOT have fewer than 1 items"]],
    [{ ...order, context_files: Array(11).fill("a") }, ["/context_files must NOT have more than 10 items"]],
    [
      { ...order, preconditions: [{ kind: "dir_exists", path: "a" }] },
      [
        "/preconditions/0/kind must be equal to one of the allowed values (file_exists, file_absent, file_contains, file_unchanged)",
      ],
    ],
    [
      { ...order, postconditions: [{ kind: "dir_exists", path: 1 }] },
      [
        "/postconditions/0/kind must be equal to one of the allowed values (file_exists, file_absent, file_contains, file_unchanged)",
        "/postconditions/0/path must be string",
      ],
    ],
    [[], ["the document must be object"]],
  ])("names every violation of %j", (value, issues) => {
    expect(judgeWorkOrder(value)).toEqual({ ok: false, issues });
  });

  test.each(["WO-1", "WO-00", "WO-001", "wo-01", "WO-01 ", "XWO-01"])("refuses the id %j", (id) => {
    expect(judgeWorkOrder({ ...order, id }).ok).toBe(false);
  });
  test.each(["WO-01", "WO-99", "WO-100"])("accepts the id %s", (id) =>
    expect(judgeWorkOrder({ ...order, id }).ok).toBe(true),
  );
});

test.each([
  ["writes", { summary: "", writes: Array(200_000).fill(1) }],
  ["edits of one", { summary: "", writes: [{ path: "a", edits: Array(200_000).fill({}) }] }],
  ["needs", { summary: "", objection: { reason: "a", needs: Array(200_000).fill("") } }],
])("an answer with too many %s has only that violation", (_, answer) => {
  expect(judgeProposal(answer)).toEqual({ ok: false, issues: ["the document holds more than 10000 values"] });
});

test("an order with too many values has only that violation", () => {
  expect(judgeWorkOrder({ ...order, allowed_files: Array(200_000).fill(1) })).toEqual({
    ok: false,
    issues: ["the document holds more than 10000 values"],
  });
});

test("a violation of a nullable member names the form that was meant", () => {
  const judged = (write: object) => {
    const verdict = judgeProposal({ summary: "", writes: [{ path: "a", base_sha256: "", ...write }] });
    return verdict.ok ? [] : verdict.issues;
  };
  expect(judged({ edits: [{ find: "", replace: "" }] })).toEqual([
    "/writes/0/edits/0/find must NOT have fewer than 1 characters",
  ]);
  expect(judged({ edits: "none" })).toEqual(["/writes/0/edits must be array or null"]);
  expect(judged({ edits: null })).toEqual([]);
});
