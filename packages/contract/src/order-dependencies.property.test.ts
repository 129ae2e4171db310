import fc from "fast-check";
import { expect, test } from "vitest";
import { plannedOrder } from "./order-dependencies.fixture.ts";
import { orderDependencies } from "./order-dependencies.ts";
import { longestPath, waves } from "./order-waves.ts";
import type { WorkOrder } from "./work-order.ts";

const path = fc.constantFrom(
  ...[
    "a",
    "A",
    "a/b.js",
    "./a/c",
    "lib/x.py",
    "lib/__init__.py",
    "docs/x.md",
    ".gitignore",
    "package.json",
    "e\u0301",
    "\u00e9",
  ],
);
const kind = fc.constantFrom("file_exists", "file_absent", "file_contains", "file_unchanged");
const conditions = fc.array(fc.record({ kind, path, text: fc.constant("x") }), { maxLength: 2 });
const paths = fc.array(path, { maxLength: 2 });
const command = fc.oneof(
  path.map((named) => `node ${named}`),
  fc.constantFrom("true", "python -m lib.x", "pytest docs", `node -e "require('./a/b')"`),
);
const parts = fc.record({
  allowed_files: paths,
  context_files: paths,
  preconditions: conditions,
  postconditions: conditions,
  acceptance_commands: fc.array(command, { minLength: 1, maxLength: 2 }),
  depends_on: fc.array(
    fc.integer({ min: 1, max: 9 }).map((number) => `WO-0${number}`),
    { maxLength: 1 },
  ),
  verify_exempt: fc.integer({ min: 0, max: 19 }).map((number) => number === 0),
});
const plan = fc.array(parts, { minLength: 1, maxLength: 9 });
const ordersOf = (given: readonly Partial<WorkOrder>[]) => given.map((each, index) => plannedOrder(index + 1, each));
const SHARED = { barrierFiles: ["package.json"] };

test("an order's dependencies are earlier, unique, in plan order and transitively complete", () => {
  fc.assert(
    fc.property(plan, (given) => {
      const graph = orderDependencies(ordersOf(given), SHARED);
      const ids = graph.map(({ id }) => id);
      const after = new Map(graph.map((each) => [each.id, new Set(each.after)]));
      for (const [index, each] of graph.entries()) {
        expect(each.after).toEqual(ids.slice(0, index).filter((id) => after.get(each.id)?.has(id)));
        for (const before of each.after)
          expect([...(after.get(before) ?? [])].every((id) => each.after.includes(id))).toBe(true);
        const followed = each.directly.flatMap((id) => [id, ...(after.get(id) ?? [])]);
        expect(new Set(followed)).toEqual(new Set(each.after));
      }
    }),
    { numRuns: 500 },
  );
});

const ADDITIONS: readonly ((order: Partial<WorkOrder>, added: string) => Partial<WorkOrder>)[] = [
  (order, added) => ({ ...order, allowed_files: [...(order.allowed_files ?? []), added] }),
  (order, added) => ({ ...order, context_files: [...(order.context_files ?? []), added] }),
  (order, added) => ({
    ...order,
    preconditions: [...(order.preconditions ?? []), { kind: "file_exists", path: added }],
  }),
  (order, added) => ({
    ...order,
    postconditions: [...(order.postconditions ?? []), { kind: "file_absent", path: added }],
  }),
  (order, added) => ({ ...order, derive: [{ command: "tool", files: [added] }] }),
  (order, added) => ({ ...order, acceptance_commands: [...(order.acceptance_commands ?? []), `cat ${added}`] }),
];

test("an additional path removes no edge", () => {
  fc.assert(
    fc.property(plan, fc.nat(), path, fc.constantFrom(...ADDITIONS), (given, number, added, add) => {
      const at = number % given.length;
      const before = orderDependencies(ordersOf(given), SHARED);
      const changed = given.map((each, index) => (index === at ? add(each, added) : each));
      for (const [index, { after }] of orderDependencies(ordersOf(changed), SHARED).entries())
        expect(after).toEqual(expect.arrayContaining([...(before[index]?.after ?? [])]));
    }),
    { numRuns: 500 },
  );
});

test("there are as many waves as orders on the longest path, and each order is in its earliest possible wave", () => {
  fc.assert(
    fc.property(plan, (given) => {
      const graph = orderDependencies(ordersOf(given), SHARED);
      const found = waves(graph);
      expect(longestPath(graph)).toHaveLength(found.length);
      expect(found.flat().sort()).toEqual(graph.map(({ id }) => id));
      for (const [depth, ids] of found.entries()) {
        const earlier = new Set(found.slice(0, depth).flat());
        for (const id of ids) {
          const after = graph.find((each) => each.id === id)?.after ?? [];
          expect(after.every((before) => earlier.has(before))).toBe(true);
          expect(depth === 0 || after.some((before) => found[depth - 1]?.includes(before))).toBe(true);
        }
      }
    }),
    { numRuns: 300 },
  );
});
