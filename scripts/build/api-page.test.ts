import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CATALOGUE } from "../../packages/app/src/catalogue.ts";
import { apiPage } from "./api-page.mjs";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const page = read("../../docs/api.md");

test("docs/api.md is what the build makes of the catalogue", () => {
  expect(page).toBe(apiPage(read("api-page.md"), CATALOGUE));
});

test("it has every operation", () => {
  for (const { method } of CATALOGUE) expect(page).toContain(`\n| \`${method}(`);
});
