import { expect, test } from "vitest";
import { leadsNowhere } from "./relative-import.ts";

const FILES = ["src/a.js", "src/b.ts", "src/text/index.js", "data/c.json", "types/d.d.ts"];
const files = {
  has: (path: string) => FILES.includes(path),
  hasFolder: (path: string) => FILES.some((file) => file.startsWith(`${path}/`)),
  hasModule: () => false,
};

test.each([
  "./src/a.js",
  "./src/a",
  "./src/../src/a.js",
  "./src/b.js",
  "./src/text",
  "./data/c",
  "./data/c.json",
  "./dist/made.js",
  "./build/made.js",
  "../outside.js",
  "./src/a.js?again",
  "node:fs",
  "express",
  "@scope/package/part.js",
  "#internal",
  "/absolute.js",
  "file:///absolute.js",
])("%s may match a file", (specifier) => expect(leadsNowhere(specifier, files)).toBe(false));

test.each(["./src/c.js", "./src/gone", "./a.js", "./src/text/other.js"])("%s matches no file", (specifier) => {
  expect(leadsNowhere(specifier, files)).toBe(true);
});
