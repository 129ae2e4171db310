import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { acceptanceOf, DIAGNOSTIC_CODES } from "../../packages/contract/src/index.ts";
import type { SyntaxReader, SyntaxReaders } from "../../packages/languages/src/index.ts";
import { checkManifest } from "../../packages/planner/src/index.ts";
import { SYNTAX_READERS } from "../../packages/syntax/src/index.ts";
import { commandWords } from "../../packages/text/src/index.ts";
import { commandsOf, faultyProduct } from "./code-faults.mjs";
import { type GoodPlan, readPlans } from "./corpus.mjs";
import { faultyDelivery, recordOf, survivorAt } from "./delivered.mjs";
import { faultyPlan, foundBy } from "./found.mjs";
import { PLAN_FAULTS } from "./mutations/all.mjs";
import { REACH } from "./reach.mjs";
import { faultTable } from "./tables.mjs";

const plans = readPlans(fileURLToPath(new URL("../..", import.meta.url)));

const planOf = (wanted: string): GoodPlan => {
  const plan = plans.find(({ name }) => name === wanted);
  if (plan === undefined) throw new Error(`there is no plan ${wanted}`);
  return plan;
};

/** Reads each program only once: a plan with a fault shares nearly all programs with the plan without it. */
const remembering = (reader: SyntaxReader): SyntaxReader => ({
  syntaxFault: onceEach((code) => reader.syntaxFault(code)),
  imports: onceEach((code) => reader.imports(code)),
  importedNames: onceEach((code) => reader.importedNames?.(code) ?? []),
});

const onceEach = <Value>(make: (text: string) => Value): ((text: string) => Value) => {
  const made = new Map<string, { readonly value: Value }>();
  return (text) => {
    const known = made.get(text) ?? { value: make(text) };
    made.set(text, known);
    return known.value;
  };
};

const syntaxes: SyntaxReaders = Object.fromEntries(
  Object.entries(SYNTAX_READERS).map(([name, load]) => {
    const reader = remembering(load());
    return [name, () => reader];
  }),
);

const found = ({ repo, spec }: GoodPlan, manifest: GoodPlan["manifest"]) => {
  const { errors, warnings } = checkManifest(manifest, {
    repoFiles: Object.keys(repo),
    syntaxes,
    spec,
  });
  return [...errors, ...warnings];
};

test("every planted fault changes its plan, and every wrong implementation its file exactly once", () => {
  const planted = PLAN_FAULTS.map((fault) => faultyPlan(planOf(fault.plan), fault));
  const implemented = plans.flatMap((plan) => plan.codeFaults.map((fault) => faultyProduct(plan, fault)));
  expect([planted.length, implemented.length]).toEqual([40, 60]);
});

test("every fault in delivered work applies exactly once, and there are eight of each kind", () => {
  const planted = plans.flatMap((plan) =>
    plan.deliveredFaults.map((fault) => ({ fault, work: faultyDelivery(plan, fault) })),
  );
  const kinds = planted.map(({ fault }) => fault.kind);
  expect([...new Set(kinds)].map((kind) => kinds.filter((other) => other === kind).length)).toEqual([8, 8, 8, 8, 8]);
  for (const { fault, work } of planted)
    expect(work.manifest.work_orders.find(({ id }: { id: string }) => id === fault.order)?.allowed_files).toContain(
      fault.file,
    );
});

test("a record of a product answers the plan, and each order with every file that it may write", () => {
  for (const plan of plans) {
    const [planned, ...answers] = recordOf(plan)
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(JSON.parse(line).response.text));
    expect(planned).toEqual(plan.manifest);
    expect(answers).toHaveLength(plan.manifest.work_orders.length);
    for (const { content } of answers.flatMap(({ writes }) => writes)) expect(content).toBeTypeOf("string");
  }
});

test("a survivor shows a fault if it is in the place that is wrong, and the good plan does not have it", () => {
  const one = { order: "WO-02", path: "a.js", line: 3, before: "if (x < 3)", after: "if (x <= 3)" };
  const fault = { name: "", kind: "", order: "WO-02", file: "a.js", at: "x < 3" };
  expect(survivorAt(fault, [], [{ ...one, path: "b.js" }, one])).toBe(one);
  expect(survivorAt(fault, [one], [one])).toBeUndefined();
  expect(survivorAt({ ...fault, at: "y" }, [], [one])).toBeUndefined();
  expect(survivorAt(fault, [], [{ ...one, line: null, before: null, after: null }])?.line).toBeNull();
});

/** Faults that a plan's texts do not show. If a rule learns to find one of these, take it off the list. */
const BEYOND_THE_TEXTS = ["evenly: the note is rephrased", "whocan: the note says could not, the test cannot"];

test("every fault in a plan is found from the plan's texts, except for a few and for what only running commands shows", () => {
  const codes = PLAN_FAULTS.flatMap((fault) => fault.codes);
  expect(codes.filter((code) => !(code in DIAGNOSTIC_CODES))).toEqual([]);
  const told = PLAN_FAULTS.filter(({ run }) => run !== true);
  const good = new Map(plans.map((plan) => [plan.name, found(plan, plan.manifest)]));
  const missed = told.filter((fault) => {
    const plan = planOf(fault.plan);
    return foundBy(fault, good.get(plan.name) ?? [], found(plan, faultyPlan(plan, fault))) === null;
  });
  expect(missed.map(({ plan, name }) => `${plan}: ${name}`)).toEqual(BEYOND_THE_TEXTS);
  expect(PLAN_FAULTS.length - missed.length).toBeGreaterThanOrEqual(REACH.planFaults);
});

test.each(plans.map((plan) => [plan.name, plan] as const))("the good plan %s has no finding", (_, plan) => {
  expect(found(plan, plan.manifest)).toEqual([]);
});

test("commands of the order that writes the file come first", () => {
  const orders = commandsOf(planOf("parkfee"), { acceptanceOf, commandWords }, "src/charge.js").map(
    ({ order }) => order,
  );
  expect(orders.slice(0, 3)).toEqual(["WO-04", "WO-04", "WO-01"]);
});

test("a finding of the good plan shows no fault, one with the fault's code or order does", () => {
  const at = (code: string, wo_id: string | null) => ({ code, wo_id, field: null, message: code });
  const fault = { name: "", kind: "", plan: "", order: "WO-02", codes: ["W222"], change: () => {} };
  const before = [at("W209", "WO-02")];
  expect(foundBy(fault, before, before)).toBeNull();
  expect(foundBy(fault, before, [...before, at("W209", "WO-03")])).toBeNull();
  expect(foundBy(fault, before, [...before, at("W208", "WO-02"), at("W222", null)])?.code).toBe("W222");
  expect(foundBy(fault, before, [...before, at("W208", "WO-02")])?.code).toBe("W208");
  expect(foundBy({ ...fault, order: null }, before, [at("E000", null)])).toBeNull();
});

test("a table counts by kind, and by way if there are several, and ends with what was missed", () => {
  const row = (name: string, kind: string, by: string | null, how?: string) => ({
    plan: "p",
    kind,
    name,
    by,
    ...(how && { how }),
  });
  const byWay = faultTable("Faults", [
    row("one", "a", "W222", "caught"),
    row("two", "a", "x.js:3", "found"),
    row("three", "bb", null),
  ]);
  expect(byWay).toContain(
    "  a   2 of 2, 1 caught, 1 found\n  bb  0 of 1, 0 caught, 0 found\n\n  2 of 3 found, 1 caught, 1 found\n",
  );
  const text = faultTable("Faults", [row("one", "a", "W222"), row("two", "a", null), row("three", "bb", "E003")]);
  expect(text.split("\n")).toEqual([
    "Faults",
    "  p  a   one    W222",
    "  p  a   two    MISSED",
    "  p  bb  three  E003",
    "",
    "  a   1 of 2",
    "  bb  1 of 1",
    "",
    "  2 of 3 found",
    "  missed: p, a: two",
    "",
  ]);
});
