import { DIAGNOSTIC_CODES, promptLimits } from "@llmch/contract";
import { checkManifest } from "@llmch/planner";
import {
  BEYOND_PLANS,
  EXPLANATIONS,
  type Example,
  examplePlan,
  exampleText,
  OF_RUNS,
} from "@llmch/planner/explanations";
import { SYNTAX_READERS } from "@llmch/syntax";
import { isError } from "@llmch/text";
import { describe, expect, test } from "vitest";

const found = (example: Example) => {
  const { spec, repo = [], ignored = [], sizes = {} } = example;
  const known = spec === undefined ? {} : { spec };
  const { errors, warnings } = checkManifest(examplePlan(example), {
    ...known,
    repoFiles: repo,
    ignored: new Set(ignored),
    room: { sizes: new Map(Object.entries(sizes)), ...promptLimits(400_000) },
    syntaxes: SYNTAX_READERS,
  });
  return [...new Set([...errors, ...warnings].map(({ code }) => code))];
};

/** Codes that never come alone: a glob is not a path by the schema, and of two contradictory preconditions one cannot hold. */
const COMPANIONS: Readonly<Record<string, readonly string[]>> = { E004: ["E005"], E102: ["E101"] };

/** Documents of a build, and specs, are no plans. */
const isOfPlan = (example: Example): boolean => !("document" in example) || !OTHER_DOCUMENTS.has(example.document);
const OTHER_DOCUMENTS: ReadonlySet<unknown> = new Set(
  Object.entries(BEYOND_PLANS).flatMap(([, { broken, fixed }]) =>
    [broken, fixed].flatMap((each) => ("document" in each ? [each.document] : [])),
  ),
);

describe.each(Object.entries(EXPLANATIONS))("the explanation of %s", (code, { meaning, reason, broken, fixed }) => {
  test("shows a plan that has the diagnostic and nothing else, and the same without any", () => {
    // Diagnostics that only running or dividing finds are not found without it.
    const itself = code in BEYOND_PLANS ? [] : [code];
    if (isOfPlan(broken)) expect(found(broken).sort()).toEqual([...itself, ...(COMPANIONS[code] ?? [])].sort());
    if (isOfPlan(fixed)) expect(found(fixed)).toEqual([]);
    expect(exampleText(broken)).not.toBe(exampleText(fixed));
  });

  test("is in sentences that a terminal takes as they are", () => {
    for (const text of [meaning, reason]) expect(text).toMatch(/^[A-Z`][^\p{Cc}]*\.$/u);
    for (const example of [broken, fixed]) {
      for (const line of exampleText(example).split("\n")) expect(line.length).toBeLessThanOrEqual(110);
    }
  });
});

test("hints are one line and say what to do", () => {
  for (const { title, hint } of Object.values(DIAGNOSTIC_CODES)) {
    expect(`${title} ${hint}`).not.toMatch(/\n|\.$/);
    expect(hint).toMatch(/^[a-z`]/);
  }
});

test("the examples of errors are refused, those of warnings are not", () => {
  for (const [code, { broken }] of Object.entries(EXPLANATIONS)) {
    if (code in BEYOND_PLANS && !(code in OF_RUNS)) continue;
    const { errors } = checkManifest(examplePlan(broken), { repoFiles: broken.repo ?? [], syntaxes: SYNTAX_READERS });
    expect([code, errors.some(isError)]).toEqual([code, code.startsWith("E")]);
  }
});
