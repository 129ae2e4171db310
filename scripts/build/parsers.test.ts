import { expect, test } from "vitest";
import { LANGUAGES } from "../../packages/repo-map/src/languages/languages.ts";
import { GRAMMARS } from "./parsers.mjs";

test("the package brings the grammars of the languages that are mapped, and no other", () => {
  expect([...GRAMMARS].sort()).toEqual([...new Set(LANGUAGES.map(({ grammar }) => grammar))].sort());
});
