import fc from "fast-check";
import { expect, test } from "vitest";
import { namePattern, pathPattern } from "./name-pattern.ts";

test.each([
  ["package-lock.json", "package-lock.json", true],
  ["package-lock.json", "web/app/package-lock.json", true],
  ["package-lock.json", "my-package-lock.json", false],
  ["requirements*.txt", "requirements.txt", true],
  ["requirements*.txt", "api/requirements-dev.txt", true],
  ["requirements*.txt", "requirements/dev.txt", false],
  ["*.gradle", "app/build.gradle", true],
  ["web/yarn.lock", "web/yarn.lock", true],
  ["web/yarn.lock", "other/web/yarn.lock", false],
  ["*/yarn.lock", "web/yarn.lock", true],
  ["*/yarn.lock", "a/web/yarn.lock", false],
  ["a+(b).lock", "a+(b).lock", true],
  ["a*a", "a", false],
  ["ab*ba", "aba", false],
  ["**", "", true],
])("%s matches %s: %s", (pattern, path, expected) => {
  expect(pathPattern(pattern)(path)).toBe(expected);
});

test("matches the same names as a regular expression", () => {
  const letters = fc.array(fc.constantFrom("a", "b", "*", ".", "$"), { maxLength: 8 }).map((all) => all.join(""));
  fc.assert(
    fc.property(letters, letters, (pattern, name) => {
      const source = pattern.replace(/[.$]/g, "\\$&").replaceAll("*", ".*");
      expect(namePattern(pattern)(name)).toBe(new RegExp(`^${source}$`, "s").test(name));
    }),
    { numRuns: 3000 },
  );
});

test("a pattern that would take a regular expression years is fast", () => {
  const name = "a".repeat(4000);
  expect(pathPattern(`${"*a".repeat(1500)}*b`)(name)).toBe(false);
  expect(pathPattern(`x/${"a*".repeat(1500)}`)(`x/${name}`)).toBe(true);
});
