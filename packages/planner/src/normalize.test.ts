import type { JsonValue } from "@llmch/text";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normalizeManifest, normalizeOrder } from "./normalize.ts";
import { order, plan } from "./plan.fixture.ts";

describe("normalizeOrder", () => {
  test.each<[string, JsonValue, JsonValue]>([
    [
      "trims every string",
      { title: " a\n", notes: "\tb ", extra: { deep: [" c "] } },
      { title: "a", notes: "b", extra: { deep: ["c"] } },
    ],
    [
      "trims as Python does",
      {
        title: "\x1ca\x85",
        notes: "\ufeffb\ufeff",
        allowed_files: ["\x1fc", "c"],
        acceptance_commands: ["d\x1c", "d"],
      },
      { title: "a", notes: "\ufeffb\ufeff", allowed_files: ["c"], acceptance_commands: ["d"] },
    ],
    ["normalises paths", { allowed_files: ["./a//b", "c/../d"] }, { allowed_files: ["a/b", "d"] }],
    [
      "normalises the paths of conditions",
      { preconditions: [{ kind: "file_exists", path: " ./a/ " }], postconditions: [{ path: "b/./c" }] },
      { preconditions: [{ kind: "file_exists", path: "a" }], postconditions: [{ path: "b/c" }] },
    ],
    [
      "normalises what is derived",
      { derive: [{ command: " npm i ", files: ["./package-lock.json"] }], fulfils: [" A. "] },
      { derive: [{ command: "npm i", files: ["package-lock.json"] }], fulfils: ["A."] },
    ],
    [
      "drops what stands twice, the first kept",
      {
        allowed_files: ["b", "a", "./b"],
        context_files: ["a", " a"],
        forbidden: ["x", "x "],
        acceptance_commands: ["y", "y"],
      },
      { allowed_files: ["b", "a"], context_files: ["a"], forbidden: ["x"], acceptance_commands: ["y"] },
    ],
    [
      "keeps conditions that stand twice",
      { preconditions: [{ path: "a" }, { path: "a" }] },
      { preconditions: [{ path: "a" }, { path: "a" }] },
    ],
    ["does not touch the middle of a string", { title: "a  b", notes: "c\n\n d" }, { title: "a  b", notes: "c\n\n d" }],
    [
      "keeps a path whose normal form would start with a space",
      { allowed_files: ["./ a"] },
      { allowed_files: ["./ a"] },
    ],
    ["keeps the empty path empty", { allowed_files: ["", " "] }, { allowed_files: [""] }],
    [
      "leaves other types alone",
      { allowed_files: " a ", forbidden: [1, " b ", null, 1], preconditions: [" c ", 5], id: 7 },
      { allowed_files: "a", forbidden: [1, "b", null, 1], preconditions: ["c", 5], id: 7 },
    ],
    ["an order that is none", [" a ", 1, null], ["a", 1, null]],
  ])("%s", (_, value, normal) => expect(normalizeOrder(value)).toEqual(normal));
});

test("normalizeManifest reaches the orders and the contract", () => {
  expect(
    normalizeManifest({
      system_overview: [" a "],
      verify_contract: { command: " x ", requires: [{ kind: "file_exists", path: "./a" }, " b "] },
      work_orders: [{ allowed_files: ["./a", "a"] }, " c "],
    }),
  ).toEqual({
    system_overview: ["a"],
    verify_contract: { command: "x", requires: [{ kind: "file_exists", path: "a" }, "b"] },
    work_orders: [{ allowed_files: ["a"] }, "c"],
  });
});

test("keys such as __proto__ stay own members, and no prototype changes", () => {
  const normal = normalizeOrder(JSON.parse('{"__proto__": {"polluted": " a "}, "constructor": " b "}'));
  expect(JSON.stringify(normal)).toBe('{"__proto__":{"polluted":"a"},"constructor":"b"}');
  expect(Object.getPrototypeOf(normal)).toBe(Object.prototype);
  expect(Reflect.get({}, "polluted")).toBeUndefined();
});

const text = fc.oneof(
  fc.string(),
  fc.array(fc.constantFrom(" ", ".", "..", "/", "a", "\u00a0")).map((list) => list.join("")),
);
const anyOrder = fc.record({
  allowed_files: fc.array(text),
  preconditions: fc.array(fc.record({ path: text })),
  forbidden: fc.array(text),
  title: text,
});

test("normalising is idempotent, and leaves the input unchanged", () => {
  fc.assert(
    fc.property(fc.oneof(anyOrder, fc.jsonValue()), (value) => {
      const before = JSON.stringify(value);
      const input: JsonValue = JSON.parse(before);
      const once = normalizeManifest({ work_orders: [input] });
      expect(normalizeManifest(once)).toEqual(once);
      expect(JSON.stringify(input)).toBe(before);
    }),
    { numRuns: 200 },
  );
});

test("a plan that is already normal is unchanged", () => {
  const normal = plan([order(1), order(2)]);
  expect(normalizeManifest(normal)).toEqual(normal);
});
