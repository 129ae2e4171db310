import fc from "fast-check";
import { expect, test } from "vitest";
import { globPattern } from "./glob-pattern.ts";

test.each([
  ["src/a.ts", "src/a.ts", true],
  ["src/*.ts", "src/a.ts", true],
  ["src/*.ts", "src/b/a.ts", false],
  ["*.ts", "src/b/a.ts", true],
  ["a.ts", "src/b/a.ts", true],
  ["src/**", "src/b/a.ts", true],
  ["src/**", "src", false],
  ["src/", "src/a.ts", true],
  ["./src/**", "src/a.ts", true],
  ["/src/**", "src/a.ts", true],
  ["src/**/a.ts", "src/a.ts", true],
  ["src/**/a.ts", "src/b/c/a.ts", true],
  ["src/**/a.ts", "srcs/a.ts", false],
  ["**/test/**", "a/test/b", true],
  ["**/test/**", "test/b", true],
  ["**/test/**", "a/test", false],
  ["**/a/b/**/c", "x/a/y/a/b/z/c", true],
  ["**", "a/b", true],
  ["**/*.{ts,tsx}", "src/a.tsx", true],
  ["{src,lib}/*.js", "lib/a.js", true],
  ["{src,lib}/*.js", "test/a.js", false],
  ["a{b", "a{b", true],
])("%s matches %s: %s", (glob, path, expected) => {
  expect(globPattern(glob)(path)).toBe(expected);
});

test("matches the same paths as a regular expression", () => {
  const parts = (letters: readonly string[]) =>
    fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 6 }).map((all) => all.join("/"));
  fc.assert(
    fc.property(parts(["**", "a", "b", "*", "a*"]), parts(["a", "b", "ab"]), (glob, path) => {
      const rooted = glob.includes("/") ? glob : `**/${glob}`;
      const source = rooted
        .split("/")
        .map((name, index, all) => {
          if (name !== "**") return `${name.replaceAll("*", "[^/]*")}${index < all.length - 1 ? "/" : ""}`;
          return index < all.length - 1 ? "(?:[^/]+/)*" : "(?:[^/]+/)*[^/]+";
        })
        .join("");
      expect(globPattern(glob)(path)).toBe(new RegExp(`^${source}$`).test(path));
    }),
    { numRuns: 3000 },
  );
});

test("a glob that would take a regular expression years is fast", () => {
  const path = `${"a/".repeat(2000)}c`;
  expect(globPattern(`${"**/a/".repeat(1000)}b`)(path)).toBe(false);
  expect(globPattern(`${"{a,b}".repeat(60)}`)("a".repeat(60))).toBe(false);
});
