import type { JsonObject, JsonValue } from "@llmch/text";
import { expect, test } from "vitest";
import { planChanges } from "./plan-changes.ts";

const plan = (...work_orders: JsonValue[]): JsonObject => ({ work_orders });
const order = (id: string, title: string, members: JsonObject = {}): JsonObject => ({ id, title, ...members });
const told = (before: JsonValue, after: JsonValue) =>
  planChanges(before, after).map(({ kind, order: id, title, changes }) => [`${kind} ${id} ${title}`, ...changes]);

test.each<[string, JsonValue, JsonValue, readonly (readonly string[])[]]>([
  ["the same plan", plan(order("WO-01", "A")), plan(order("WO-01", "A")), []],
  ["keys in another sequence", plan({ id: "WO-01", title: "A" }), plan({ title: "A", id: "WO-01" }), []],
  ["an order more", plan(order("WO-01", "A")), plan(order("WO-01", "A"), order("WO-02", "B")), [["added WO-02 B"]]],
  ["an order less", plan(order("WO-01", "A"), order("WO-02", "B")), plan(order("WO-01", "A")), [["removed WO-02 B"]]],
  [
    "an order put before another",
    plan(order("WO-01", "B")),
    plan(order("WO-01", "A"), order("WO-02", "B")),
    [["added WO-01 A"], ["changed WO-02 B", "id: was WO-01"]],
  ],
  [
    "an order less, of two with the same title",
    plan(order("WO-01", "A"), order("WO-02", "A")),
    plan(order("WO-02", "A")),
    [["removed WO-01 A"]],
  ],
  ["another title", plan(order("WO-01", "A")), plan(order("WO-01", "B")), [["changed WO-01 B", "title: was A"]]],
  [
    "fields of each kind",
    plan(
      order("WO-01", "A", {
        allowed_files: ["a", "b"],
        notes: "short",
        intent: "x".repeat(99),
        gone: 1,
        verify_exempt: false,
      }),
    ),
    plan(
      order("WO-01", "A", {
        allowed_files: ["b", "c"],
        notes: null,
        intent: "y".repeat(99),
        come: 1,
        verify_exempt: true,
      }),
    ),
    [
      [
        "changed WO-01 A",
        "allowed_files: - a",
        "allowed_files: + c",
        "notes: short became null",
        "intent: rewritten",
        "gone: dropped",
        "verify_exempt: false became true",
        "come: added",
      ],
    ],
  ],
  [
    "conditions, as diagnostics say them",
    plan(order("WO-01", "A", { preconditions: [{ kind: "file_exists", path: "a" }] })),
    plan(order("WO-01", "A", { preconditions: [{ kind: "file_absent", path: "a" }] })),
    [["changed WO-01 A", "preconditions: - file_exists a", "preconditions: + file_absent a"]],
  ],
  [
    "a list in another sequence",
    plan(order("WO-01", "A", { context_files: ["a", "b"] })),
    plan(order("WO-01", "A", { context_files: ["b", "a"] })),
    [["changed WO-01 A", "context_files: in another sequence"]],
  ],
  ["what is no plan", 7, plan(3, null, order("WO-01", "A")), [["added WO-01 A"]]],
])("%s", (_name, before, after, expected) => {
  expect(told(before, after)).toEqual(expected);
});
