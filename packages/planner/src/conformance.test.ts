import { readFileSync } from "node:fs";
import type { SyntaxReader } from "@llmch/languages";
import type { JsonValue } from "@llmch/text";
import { describe, expect, test } from "vitest";
import { checkManifest } from "./check.ts";

interface Case {
  readonly name: string;
  readonly repo_files: readonly string[];
  readonly manifest: JsonValue;
  readonly expect: readonly (readonly [string, string | null, string | null])[];
  readonly verify_exempt: readonly boolean[] | null;
}

const fixture = (name: string) => JSON.parse(readFileSync(new URL(`fixtures/${name}`, import.meta.url), "utf8"));
const cases: readonly Case[] = fixture("validator-cases.json");
const programs: Record<string, { fault: string | null; imports: readonly string[] }> = fixture("python-programs.json");

/** CPython's recorded answers about every inline program of the cases. A missing answer is a mistake. */
const recordedPython: SyntaxReader = {
  syntaxFault: (code) => {
    const { fault } = recorded(code);
    return fault === null ? null : { message: fault, place: null };
  },
  imports: (code) => recorded(code).imports,
};
const recorded = (code: string) => {
  const program = programs[code];
  if (program === undefined) throw new Error(`no recorded answer about ${code}`);
  return program;
};

const ofTheContract = (code: string) => !/^[EW]2/.test(code);

describe("conformance", () => {
  test("there are 300 cases", () => expect(cases).toHaveLength(300));

  test.each(cases.map((example, index) => ({ index, ...example })))("$index $name", (example) => {
    const check = checkManifest(example.manifest, {
      repoFiles: example.repo_files,
      syntaxes: { python: () => recordedPython },
    });
    const found = [...check.errors, ...check.warnings]
      .filter(({ code }) => ofTheContract(code))
      .map(({ code, wo_id, field }) => JSON.stringify([code, wo_id, field]));
    expect([...new Set(found)].sort()).toEqual(example.expect.map((triple) => JSON.stringify(triple)).sort());
    expect(check.errors.length === 0 ? Object.values(check.verifyExempt) : null).toEqual(example.verify_exempt);
  });
});
