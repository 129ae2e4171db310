import fc from "fast-check";
import { expect, test } from "vitest";
import { noWider, unseenCommands, widerReach } from "./no-wider.ts";
import type { WorkOrder } from "./work-order.ts";

const path = fc.constantFrom("a", "b", "src/c.js", ".env", ".github/workflows/ci.yml", "package.json", "id_rsa");
const paths = fc.uniqueArray(path, { maxLength: 4 });
const text = fc.constantFrom("true", "node t.js", "make", "npm test");
const condition = fc.record({
  ...{ kind: fc.constantFrom("file_exists", "file_absent", "file_contains", "file_unchanged"), path },
  text: fc.constantFrom("x", "xy"),
});
const acceptance = fc.oneof(text, fc.record({ command: text, hidden: fc.boolean() }));
const order: fc.Arbitrary<WorkOrder> = fc.record({
  ...{ id: fc.constant("WO-01"), title: fc.constant("t"), intent: fc.constant("i"), preconditions: fc.constant([]) },
  postconditions: fc.array(condition, { maxLength: 3 }),
  ...{ allowed_files: paths, context_files: paths },
  forbidden: fc.array(fc.constantFrom("no I/O", "no dependency"), { maxLength: 2 }),
  acceptance_commands: fc.array(acceptance, { minLength: 1, maxLength: 3 }),
  derive: fc.array(fc.record({ command: text, files: paths }), { maxLength: 2 }),
  already_true_because: fc.option(fc.constantFrom("", "so")),
  verify_exempt: fc.boolean(),
});

test("an order is no wider than itself, and has no command that its user did not see", () =>
  fc.assert(
    fc.property(order, (each) => {
      expect(noWider(each, each)).toEqual([]);
      expect(unseenCommands(each, each)).toEqual([]);
    }),
  ));

/** Mostly the members of another order. */
const near = (other: WorkOrder): fc.Arbitrary<WorkOrder> =>
  fc.tuple(order, fc.subarray(Object.keys(other), { minLength: 7 })).map(([each, kept]) => ({
    ...each,
    ...Object.fromEntries(Object.entries(other).filter(([key]) => kept.includes(key))),
  }));

const chain = order.chain((origin) =>
  near(origin).chain((second) => fc.tuple(fc.constant(origin), fc.constant(second), near(second))),
);

test("what is no wider than what is no wider is no wider", () =>
  fc.assert(
    fc.property(chain, ([origin, second, third]) => {
      if (noWider(second, origin).length > 0 || noWider(third, second).length > 0) return;
      expect(noWider(third, origin)).toEqual([]);
    }),
    { numRuns: 2_000 },
  ));

test("whatever a no wider order may write, show, run or leave unverified, its origin may", () =>
  fc.assert(
    fc.property(chain, ([origin, each]) => {
      if (noWider(each, origin).length > 0) return;
      const made = (of: WorkOrder) => (of.derive ?? []).flatMap(({ files }) => files);
      const may = [...origin.allowed_files, ...made(origin)];
      expect([...may, ...origin.context_files]).toEqual(expect.arrayContaining([...each.context_files, ...made(each)]));
      expect(may).toEqual(expect.arrayContaining([...each.allowed_files]));
      expect(origin.verify_exempt || !each.verify_exempt).toBe(true);
      const runs = (of: WorkOrder) => (of.derive ?? []).map(({ command }) => command);
      expect(runs(origin)).toEqual(expect.arrayContaining(runs(each)));
    }),
    { numRuns: 2_000 },
  ));

test("one thing more is one reason more, of its kind", () =>
  fc.assert(
    fc.property(order, (origin) => {
      const wider = (changes: Partial<WorkOrder>) => noWider({ ...origin, ...changes }, origin).map(({ code }) => code);
      expect(wider({ allowed_files: [...origin.allowed_files, "new"] })).toEqual(["scope"]);
      expect(wider({ context_files: [...origin.context_files, "new"] })).toEqual(["context"]);
      expect(wider({ derive: [...(origin.derive ?? []), { command: "new", files: [] }] })).toEqual(["commands"]);
      expect(wider({ acceptance_commands: ["new"] }).every((code) => code === "acceptance")).toBe(true);
      expect(wider({ acceptance_commands: ["new"] }).length).toBeGreaterThan(0);
      const unproven = { ...origin, acceptance_commands: ["new"] };
      expect(widerReach(unproven, origin)).toEqual([]);
    }),
  ));
