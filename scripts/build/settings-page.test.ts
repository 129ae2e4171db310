import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as settings from "../../packages/contract/src/settings/index.ts";
import { settingsPage } from "./settings-page.mjs";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const page = read("../../docs/settings.md");

test("docs/settings.md is what the build makes of the catalogue", () => {
  expect(page).toBe(settingsPage(read("settings-page.md"), settings));
});

test("it has every setting with its variable", () => {
  const rows = page.split("\n").filter((line) => line.startsWith("| `"));
  const named = settings.settingList().map((setting) => [setting.key, settings.variableOf(setting)] as const);
  for (const [key, variable] of named) {
    const same = named.filter(([otherKey, other]) => otherKey === key && other === variable);
    const found = rows.filter((row) => row.startsWith(`| \`${key}\` |`) && row.includes(`\`${variable}\``));
    expect(found).toHaveLength(same.length);
  }
});
