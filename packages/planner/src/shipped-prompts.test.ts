import { readFileSync } from "node:fs";
import { DIAGNOSTIC_CODES } from "@llmch/contract";
import { readJson, utf8Length } from "@llmch/text";
import { describe, expect, test } from "vitest";
import { checkManifest } from "./check.ts";
import { BEYOND_PLANS } from "./explanations/explanations.ts";
import { OF_DIVISIONS } from "./explanations/of-divisions.ts";
import { OF_RUNS } from "./explanations/of-runs.ts";
import { plannerPrompt } from "./prompt.ts";

const shipped = (name: string): string => readFileSync(new URL(`../../../templates/${name}`, import.meta.url), "utf8");
const placeholders = (text: string): readonly string[] =>
  [...text.matchAll(/\{\{([A-Z_]+)\}\}/g)].map(([, name]) => name ?? "").sort();

describe("the shipped planner prompt", () => {
  const prompt = shipped("PLANNER_PROMPT.md");

  test("has each placeholder once", () => {
    expect(placeholders(prompt)).toEqual(["DOCTRINE", "PRODUCT_SPEC", "REPO_HINTS"]);
  });

  test("explains every diagnostic code, and the division prompt those of children", () => {
    const said = (text: string) => [...text.matchAll(/^- \*\*([EW][0-9]{3})\*\* /gm)].map(([, code = ""]) => code);
    const ofChildren = Object.keys(OF_DIVISIONS).sort();
    expect(said(shipped("DIVISION_PROMPT.md")).sort()).toEqual(ofChildren);
    const ofOthers = Object.keys(BEYOND_PLANS).filter((code) => !(code in OF_RUNS));
    expect([...said(prompt), ...ofOthers].sort()).toEqual(Object.keys(DIAGNOSTIC_CODES).sort());
  });

  test.each<[string, readonly string[], number]>([
    ["an existing repo", ["README.md", "src/a.js"], 8_511],
    ["a new program", ["README.md"], 22_032],
  ])("gives %s only its own sections", (_, repoFiles, most) => {
    const parts = { spec: "s", repoHints: "h", template: prompt, doctrine: shipped("DOCTRINE.md"), repoFiles };
    const fixed = plannerPrompt(parts);
    expect(utf8Length(fixed)).toBeLessThanOrEqual(most);
    expect(utf8Length(fixed)).toBeGreaterThan(0.9 * most);
    const asking = plannerPrompt({ ...parts, mayAsk: true });
    expect(asking.split("## Asking first")).toHaveLength(2);
    expect(utf8Length(asking) - utf8Length(fixed)).toBeLessThan(900);
    expect(fixed).not.toMatch(/\{\{|\n\n\n/);
    for (const part of ["## The manifest", "## Acceptance commands", "## The repository", "## The specification"]) {
      expect(fixed.split(part)).toHaveLength(2);
    }
  });

  test("has a whole example that the validator accepts without warnings", () => {
    const example = readJson(/```json\n([\s\S]*?)\n```/.exec(prompt)?.[1] ?? "");
    if (!example.ok) throw new Error(example.issues[0].message);
    const noPython = () => {
      throw new Error("the example is not in Python");
    };
    const { errors, warnings, orders } = checkManifest(example.value, {
      repoFiles: ["README.md"],
      syntaxes: { python: noPython },
    });
    expect([...errors, ...warnings]).toEqual([]);
    expect(orders.length).toBeGreaterThanOrEqual(2);
    expect(orders.map(({ verifyExempt }) => verifyExempt)).toContain(true);
  });
});

test("the shipped revision prompt has all placeholders", () => {
  expect(placeholders(shipped("REVISION_PROMPT.md"))).toEqual([
    "EVIDENCE",
    "FILES",
    "OBJECTION",
    "ORDER",
    "OTHER_ORDERS",
    "REPO_FILES",
    "SPEC",
  ]);
});

test("the shipped prompt for a revision after failures has all placeholders except the objection", () => {
  expect(placeholders(shipped("REVISION_AFTER_FAILURES_PROMPT.md"))).toEqual([
    "EVIDENCE",
    "FILES",
    "ORDER",
    "OTHER_ORDERS",
    "REPO_FILES",
    "SPEC",
  ]);
});

test("the shipped division prompt has all placeholders", () => {
  expect(placeholders(shipped("DIVISION_PROMPT.md"))).toEqual(["EVIDENCE", "FILES", "ORDER", "REPO_FILES"]);
});

test("the shipped designer prompt has all placeholders", () => {
  expect(placeholders(shipped("DESIGN_PROMPT.md"))).toEqual(["REPO", "WORK"]);
});

test("the shipped reviewer prompt has all placeholders", () => {
  expect(placeholders(shipped("REVIEWER_PROMPT.md"))).toEqual(["CHANGES", "EARLIER", "EVIDENCE", "ORDER", "SUMMARY"]);
});

test("the shipped factory prompt has all placeholders", () => {
  expect(placeholders(shipped("FACTORY_PROMPT.md"))).toEqual([
    "ACCEPTANCE_COMMANDS",
    "FILES",
    "FILE_TABLE",
    "ORDER",
    "OTHER_FILES",
    "PREVIOUS_ATTEMPTS",
    "READ_FILES",
    "VERIFY",
  ]);
});

test("an agent's prompt has what a model's has, and nothing of an answer's form", () => {
  const [agents, models] = [shipped("EXECUTOR_PROMPT.md"), shipped("FACTORY_PROMPT.md")];
  expect(placeholders(agents)).toEqual(placeholders(models));
  expect(agents).not.toMatch(/base_sha256|JSON|`writes`|`edits`/);
});
