import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type CallName,
  callKey,
  callNamed,
  divisionCall,
  modelRole,
  orderCall,
  planCall,
  revisionCall,
} from "./call-name.ts";
import { orderId } from "./order-id.ts";

const number = fc.oneof(fc.constantFrom(1, 2, 11), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }));
const role = fc.oneof(
  fc.constant<CallName["role"]>({ kind: "author" }),
  fc.record({ kind: fc.constant("review" as const), round: number }),
);
const anOrder = fc
  .tuple(fc.integer({ min: 1, max: 2000 }), fc.option(fc.integer({ min: 1, max: 12 })))
  .map(([own, child]) => `${orderId(own)}${child === null ? "" : `.${child}`}`);
const parts = { attempt: number, role, turn: number };
const aCall: fc.Arbitrary<CallName> = fc.oneof(
  fc.record({ kind: fc.constant("plan" as const), ...parts }),
  fc.record({ kind: fc.constant("order" as const), order: anOrder, ...parts }),
  fc.record({ kind: fc.constant("revision" as const), order: anOrder, revision: number, ...parts }),
  fc.record({ kind: fc.constant("division" as const), order: anOrder, division: number, ...parts }),
  fc.record({ kind: fc.constant("triage" as const), order: anOrder, ...parts }),
  fc.record({ kind: fc.constant("design" as const), ...parts }),
  fc.record({ kind: fc.constant("scope" as const), ...parts }),
  fc.record({ kind: fc.constant("assessment" as const), window: number, ...parts }),
  fc.record({ kind: fc.constant("question" as const), part: fc.option(number), ...parts }),
);

test("different calls have different keys, and each key parses back into its call", () => {
  fc.assert(
    fc.property(aCall, (call) => {
      expect(callNamed(callKey(call))).toEqual(call);
    }),
  );
});

test("the first call of an attempt has a key without extra parts", () => {
  fc.assert(
    fc.property(anOrder, number, (order, attempt) => {
      expect(callKey(planCall(attempt))).toBe(`plan/attempt-${attempt}`);
      expect(callKey(orderCall(order, attempt))).toBe(`${order}/attempt-${attempt}`);
    }),
  );
});

test("a revision's key has its number, and the planner answers it", () => {
  const call = revisionCall("WO-03", 2, 1);
  expect(callKey(call)).toBe("WO-03/revision-2/attempt-1");
  expect(callNamed("WO-03/revision-2/attempt-1")).toEqual(call);
  expect([call, planCall(1), orderCall("WO-03", 1)].map(modelRole)).toEqual(["planner", "planner", "factory"]);
});

test("a division's key has its number, and a child's calls have the child's id", () => {
  const call = divisionCall("WO-03.1", 1, 2);
  expect(callKey(call)).toBe("WO-03.1/division-1/attempt-2");
  expect([callNamed("WO-03.1/division-1/attempt-2"), modelRole(call)]).toEqual([call, "planner"]);
  expect(callNamed("WO-03.1.2/attempt-1")).toEqual(orderCall("WO-03.1.2", 1));
});

test.each<[string, Partial<CallName>]>([
  ["WO-03/attempt-2", {}],
  ["WO-03/attempt-2/turn-5", { turn: 5 }],
  ["WO-03/attempt-2/review-1", { role: { kind: "review", round: 1 } }],
  ["WO-03/attempt-2/review-2/turn-2", { role: { kind: "review", round: 2 }, turn: 2 }],
])("%s", (key, details) => {
  const call = { ...orderCall("WO-03", 2), ...details } as CallName;
  expect(callKey(call)).toBe(key);
  expect(callNamed(key)).toEqual(call);
});

test.each([
  "",
  "plan",
  "WO-01/",
  "/attempt-1",
  "WO-01/attempt-0",
  "WO-01/attempt-01",
  "WO-01/attempt-1/turn-1",
  "WO-01/revision-0/attempt-1",
  "WO-01/revision-1",
  "WO-01/attempt-1/candidate-2",
  "WO-01/attempt-1/turn-2/review-1",
  "WO-01/attempt-99999999999999999999",
  "a/WO-01/attempt-1",
])("%j is not a call's key", (key) => {
  expect(callNamed(key)).toBeNull();
});

test("any key that parses prints the same again", () => {
  const digits = fc.constantFrom("0", "1", "01", "2", "10", "9007199254740993", "-1", "");
  const part = fc.tuple(fc.constantFrom("attempt", "candidate", "review", "turn", "round"), digits);
  const key = fc
    .tuple(fc.constantFrom("plan", "WO-01", "x", ""), fc.array(part, { maxLength: 5 }))
    .map(([subject, rest]) => [subject, ...rest.map(([name, digit]) => `${name}-${digit}`)].join("/"));
  fc.assert(
    fc.property(key, (text) => {
      const call = callNamed(text);
      if (call !== null) expect(callKey(call)).toBe(text);
    }),
    { numRuns: 2000 },
  );
});

test("the planner's models serve plans, and the factory's serve orders", () => {
  expect([planCall(1), orderCall("WO-01", 1)].map(modelRole)).toEqual(["planner", "factory"]);
});
