import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { CATALOGUE } from "../../packages/app/src/catalogue.ts";
import { buildProgram } from "../../packages/cli/src/command-line/program.ts";
import { SETTING_FLAGS } from "../../packages/cli/src/command-line/setting-flags.ts";
import * as contract from "../../packages/contract/src/index.ts";
import * as settings from "../../packages/contract/src/settings/index.ts";
import { STAGE_EXPLANATIONS } from "../../packages/factory/src/stage-explanations.ts";
import { EXPLANATIONS } from "../../packages/planner/src/explanations/explanations.ts";
import { filled, PART, partsOf } from "./documents.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const namesIn = (path: string) => readdirSync(join(ROOT, path), { recursive: true, encoding: "utf8" });

const DOCS = namesIn("docs").flatMap((path) => (path.endsWith(".md") ? [`docs/${path}`] : []));
const PAGES = new Map([...DOCS, "README.md", "SECURITY.md", "CONTRIBUTING.md"].map((path) => [path, read(path)]));
const SCHEMAS = Object.fromEntries(
  namesIn("templates/schemas").map((path) => [
    path.replace(".schema.json", ""),
    JSON.parse(read(`templates/schemas/${path}`)),
  ]),
);
const PARTS = partsOf({
  ...{ ...contract, ...settings, CATALOGUE, SETTING_FLAGS, STAGE_EXPLANATIONS, EXPLANATIONS, buildProgram },
  schemas: SCHEMAS,
});

test.each(DOCS)("the generated parts of %s are what the build makes", (path) => {
  const page = PAGES.get(path) ?? "";
  expect(page).toBe(filled(page, PARTS));
});

test("every part that is made stands on one page, and settings by all of their groups", () => {
  const parts = [...PAGES.values()].flatMap((page) => [...page.matchAll(PART)].map(([, , name, of]) => [name, of]));
  const groups = Object.keys(settings.GROUPS).map((group) => ["settings", group]);
  const others = Object.keys(PARTS).filter((name) => name !== "settings");
  expect(parts.sort()).toEqual([...groups, ...others.map((name) => [name, undefined])].sort());
});

test("a part is made anew whatever stood there, and all else stays", () => {
  const page = "a\n<!-- pnpm build: x y -->\nold\n<!-- end -->\nb\n";
  expect(filled(page, { x: (of: string) => `new ${of}` })).toBe(
    "a\n<!-- pnpm build: x y -->\n\nnew y\n\n<!-- end -->\nb\n",
  );
});
