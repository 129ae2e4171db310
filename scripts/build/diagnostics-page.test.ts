import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as contract from "../../packages/contract/src/index.ts";
import { EXPLANATIONS, exampleText } from "../../packages/planner/src/explanations/explanations.ts";
import { STAGE_EXPLANATIONS } from "../../packages/story/src/index.ts";
import { diagnosticsPage } from "./diagnostics-page.mjs";

const page = readFileSync(new URL("../../docs/diagnostics.md", import.meta.url), "utf8");

test("docs/diagnostics.md is what the build makes of the catalogue", () => {
  expect(page).toBe(diagnosticsPage({ ...contract, STAGE_EXPLANATIONS, EXPLANATIONS, exampleText }));
});

test("it has every code and every stage, once each", () => {
  const headings = [...page.matchAll(/^### (\S+)$/gm)].map(([, name]) => name);
  expect(headings).toEqual([...Object.keys(contract.DIAGNOSTIC_CODES).sort(), ...contract.STAGES]);
});
