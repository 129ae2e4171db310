import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { CATALOGUE } from "../../packages/app/src/catalogue.ts";
import { buildProgram } from "../../packages/cli/src/command-line/program.ts";
import { SETTING_FLAGS } from "../../packages/cli/src/command-line/setting-flags.ts";
import * as contract from "../../packages/contract/src/index.ts";
import * as settings from "../../packages/contract/src/settings/index.ts";
import { EXPLANATIONS } from "../../packages/planner/src/explanations/explanations.ts";
import { STAGE_EXPLANATIONS } from "../../packages/story/src/index.ts";
import { filled, PART, partsOf } from "./documents.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const namesIn = (path: string) => readdirSync(join(ROOT, path), { recursive: true, encoding: "utf8" });

const PACKAGES = readdirSync(join(ROOT, "packages"));
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

describe("links", () => {
  /** As GitHub makes it of a heading. */
  const anchorOf = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-");
  const anchors = (page: string) => [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => anchorOf(heading));

  test.each([...PAGES])("of %s lead to a file and a heading", (path, page) => {
    for (const [, link = ""] of page.replace(/```[\s\S]*?```/g, "").matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(link)) continue;
      const [file = "", anchor] = link.split("#");
      const target = file === "" ? path : normalize(join(dirname(path), file));
      expect(() => readFileSync(join(ROOT, target)), `${link} of ${path}`).not.toThrow();
      if (anchor !== undefined) expect(anchors(read(target)), `${link} of ${path}`).toContain(anchor);
    }
  });
});

test("each section of the contract that a comment names has its row in docs/contract.md", () => {
  const sources = PACKAGES.flatMap((name) =>
    namesIn(`packages/${name}/src`).map((path) => `packages/${name}/src/${path}`),
  );
  const named = sources
    .filter((path) => path.endsWith(".ts"))
    .flatMap((path) => [...read(path).matchAll(/contract §(\d+)/g)].map(([, number]) => `\n| ${number} |`));
  for (const row of new Set(named)) expect(PAGES.get("docs/contract.md")).toContain(row);
});

test("CONTRIBUTING.md names every package", () => {
  for (const name of readdirSync(join(ROOT, "packages")))
    expect(PAGES.get("CONTRIBUTING.md")).toContain(`\n| \`${name}\` |`);
});
