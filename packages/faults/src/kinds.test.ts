import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { KINDS } from "./kinds.ts";

const PAGE = readFileSync(new URL("../../../docs/reliability.md", import.meta.url), "utf8");
const [, table = ""] = PAGE.split("| kind | trials |");

test("the table of docs/reliability.md has every kind, with its number of trials", () => {
  const rows = [...table.matchAll(/^\| `([a-z-]+)` \| ([0-9,]+) /gm)].map(([, name, trials]) => [name, trials]);
  expect(rows).toEqual(KINDS.map(({ name, trials }) => [name, trials.full.toLocaleString("en")]));
});
