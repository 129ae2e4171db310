import { expect, test } from "vitest";
import { LANGUAGES } from "../../packages/repo-map/src/languages.ts";
import { GRAMMARS } from "./parsers.mjs";

test("the package contains the grammars of the mapped languages, and no others", () => {
  expect([...GRAMMARS].sort()).toEqual([...new Set(LANGUAGES.map(({ grammar }) => grammar))].sort());
});
