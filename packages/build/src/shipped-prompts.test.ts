import { readFileSync } from "node:fs";
import { quotesInWords } from "@llmch/planner";
import { readJson } from "@llmch/text";
import { describe, expect, test } from "vitest";
import { judgeAssessment } from "./assessment/judge-assessment.ts";
import { judgeScope } from "./scope/judge-scope.ts";
import { scopePrompt } from "./scope/prompt.ts";
import { FACTS } from "./scope/scope.fixture.ts";

const shipped = (name: string): string => readFileSync(new URL(`../../../templates/${name}`, import.meta.url), "utf8");
const placeholders = (text: string): readonly string[] =>
  [...text.matchAll(/\{\{([A-Z_]+)\}\}/g)].map(([, name]) => name ?? "").sort();
const codes = (text: string): readonly string[] =>
  [...text.matchAll(/\*\*(E3\d\d)\*\*/g)].map(([, code]) => code ?? "");
const example = (text: string) => {
  const read = readJson(/^\{"(?:remit|verdict)[\s\S]*?\n(?=\n)/m.exec(text)?.[0] ?? "");
  if (!read.ok) throw new Error(read.issues[0].message);
  return read.value;
};

describe("the shipped scope prompt", () => {
  const prompt = shipped("SCOPE_PROMPT.md");

  test("has each placeholder once, and every rule", () => {
    expect(placeholders(prompt)).toEqual(["PRODUCT_SPEC", "REPO_HINTS"]);
    expect(codes(prompt)).toEqual(["E301", "E302", "E303", "E304"]);
    expect(prompt.length).toBeLessThan(5_500);
  });

  test("tells only a planner that may ask how to ask", () => {
    const parts = { template: prompt, repoHints: "hints", standing: null, unanswered: [], tools: false };
    const [asking, silent] = [true, false].map((mayAsk) => scopePrompt({ ...parts, spec: "s", mayAsk }));
    expect(asking?.split("## Asking first")).toHaveLength(2);
    expect(silent).not.toMatch(/## Asking first|\{\{|\n\n\n/);
  });

  test("has an example that the rules accept", () => {
    const spec = "notes add TEXT keeps a note.";
    expect(judgeScope(quotesInWords(example(prompt), spec), { ...FACTS, spec })).toMatchObject({
      errors: [],
      warnings: [],
    });
  });
});

describe("the shipped assessor prompt", () => {
  const prompt = shipped("ASSESSOR_PROMPT.md");

  test("has all placeholders, and every rule", () => {
    expect(placeholders(prompt)).toEqual([
      ...["ACCEPTANCE", "CHANGES", "CITABLE", "MEMORY", "MILESTONE", "MILESTONES", "PRODUCT_SPEC", "WHY"],
    ]);
    expect([...new Set(codes(prompt))].sort()).toEqual(["E301", "E302", "E303", "E304", "E307", "E308"]);
    expect(prompt.length).toBeLessThan(5_000);
  });

  test("has an example that the rules accept", async () => {
    const scope = { remit: { what: "", for_whom: "", what_not: [] }, assumptions: [], milestones: [] };
    const given = { ...FACTS, scope, milestone: "M1", citable: ["WO-04"], failing: ["node test/accept/list.js"] };
    const { errors } = await judgeAssessment(example(prompt), given, async () => []);
    expect(errors).toEqual([]);
  });
});
