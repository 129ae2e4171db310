import { expect, test } from "vitest";
import { order, plan } from "../plan.fixture.ts";
import { type Case, report } from "./rules.fixture.ts";

const SPEC = "It adds numbers.\n\n- A sum over 100 is refused. It says so.\n\n    not this one\n";

const CASES: Readonly<Record<string, Case>> = {
  "nothing where all is quoted, in whichever pieces": {
    spec: SPEC,
    manifest: plan([
      order(1, { fulfils: ["It adds numbers. A sum over 100"] }),
      order(2, { fulfils: ["A sum over 100 is\n refused.", "It says so"] }),
    ]),
    expected: [],
  },
  "each sentence that nobody quotes, and each quote that does not stand there": {
    spec: SPEC,
    manifest: plan([order(1), order(2, { fulfils: ["it adds nothing", "A sum over 90 is refused.", "It says so."] })]),
    expected: [
      'W222 WO-02 fulfils: "it adds nothing" does not stand in the spec; "It adds numbers." does',
      'W222 WO-02 fulfils: "A sum over 90 is refused." does not stand in the spec; "A sum over 100 is refused." does',
      'W222 - fulfils: no order quotes "It adds numbers." of the spec',
      'W222 - fulfils: no order quotes "A sum over 100 is refused." of the spec',
    ],
  },
  "a long sentence by its beginning": {
    spec: `It adds ${"and adds ".repeat(20)}numbers. It ends there.`,
    manifest: plan([order(1, { fulfils: ["It ends there."] })]),
    expected: [`W222 - fulfils: no order quotes "It adds ${"and adds ".repeat(10).trim()}…" of the spec`],
  },
  "nothing without a spec": { manifest: plan([order(1, { fulfils: ["It adds numbers."] })]), expected: [] },
  "nothing of a plan in which nobody quotes": {
    spec: SPEC,
    manifest: plan([order(1, { fulfils: [] }), order(2)]),
    expected: [],
  },
  "no more than that a quote is no text": {
    spec: SPEC,
    manifest: plan([order(1, { fulfils: "It adds numbers." }), order(2, { fulfils: [7] })]),
    expected: [
      "E005 WO-01 -: the order does not meet the schema: /fulfils must be array",
      "E005 WO-02 -: the order does not meet the schema: /fulfils/0 must be string",
    ],
  },
};

test.each(Object.entries(CASES))("reports %s", (_, example) => {
  expect(report(example)).toEqual(example.expected);
});

test("for many sentences, reports how many more there are", () => {
  const spec = Array.from({ length: 130 }, (_, index) => `It does thing ${index}.`).join(" ");
  const told = report({ spec, manifest: plan([order(1, { fulfils: ["It does thing 7."] })]) });
  expect(told).toHaveLength(101);
  expect(told.at(-1)).toBe("W222 - fulfils: no order quotes 29 more sentences of the spec");
});
